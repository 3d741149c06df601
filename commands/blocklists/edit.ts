import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { type Entry, readEntry } from '../../domain/blocklists/entry.ts';
import { entryFields, ListKind, maxConcurrent } from '../../domain/blocklists/fields.ts';
import { addListing, isOn, Listing, noteListing, removeListing } from '../../domain/blocklists/listing.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { uuidV5 } from '../../domain/kernel/ids.ts';
import { type Country, defaultCountry } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { entryIdOf } from '../directory/list-entries.ts';

const { value, note } = entryFields;

/** What could not be put on a list. */
export interface Refused {
  readonly value: string;
  readonly message: string;
}

/**
 * Puts numbers, addresses and domains on a list of the business. What is none of these is told and left out; of one
 * alone it is refused. What stands there already stays as it is.
 */
export const addListings = command({
  input: z.object({
    list: ListKind,
    values: z.array(value).min(1, 'Give at least one.').max(maxConcurrent, `At most ${maxConcurrent} at once.`),
    note,
  }),
  by: people,
  async run(call, { list, values, note: said }) {
    const { work, businessId, country } = await atDesk(call);
    const entries = new Map<string, Entry>();
    const refused: Refused[] = [];
    for (const written of values) {
      try {
        const entry = readEntry(written, country);
        entries.set(entryIdOf(call.world, businessId, entry), entry);
      } catch (error) {
        if (!(error instanceof DomainError) || values.length === 1) throw error;
        refused.push({ value: written, message: error.message });
      }
    }
    let added = 0;
    const ids = [...entries.keys()];
    for (let index = 0; index < ids.length; index += 200)
      await Promise.all(
        ids.slice(index, index + 200).map(async (entryId) => {
          const { events } = await put(work, { entryId, businessId, list, note: said, ...entries.get(entryId)! });
          added += events.length;
        }),
      );
    return work.outcome({ added, already: ids.length - added, refused, entryId: ids.length === 1 ? ids[0]! : null });
  },
});

/** Another note, or another value: then the one before is taken off. */
export const changeListing = command({
  input: z.object({ list: ListKind, entryId: z.uuid(), value, note }),
  by: people,
  async run(call, { list, entryId, value: written, note: said }) {
    const { work, businessId, country } = await atDesk(call);
    await own(call, businessId, list, entryId);
    const entry = readEntry(written, country);
    const id = entryIdOf(call.world, businessId, entry);
    if (id !== entryId) {
      await put(work, { entryId: id, businessId, list, note: said, ...entry });
      await take(call, work, list, entryId);
    } else
      await work.change({
        stream: streams.listed(id),
        aggregate: Listing,
        decide: (listing) => noteListing({ list, note: said }, listing),
      });
    return work.outcome({ entryId: id });
  },
});

/** From now on the entry says nothing, and what it said can't be read any more. */
export const removeListingOf = command({
  input: z.object({ list: ListKind, entryId: z.uuid() }),
  by: people,
  async run(call, { list, entryId }) {
    const { work, businessId } = await atDesk(call);
    await own(call, businessId, list, entryId);
    await take(call, work, list, entryId);
    return work.outcome(undefined);
  },
});

async function atDesk({ world, context }: Call) {
  const { businessId, tenant } = businessUserOf(context);
  const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
  const country: Country = defaultCountry(business);
  return { businessId, country, work: startUnitOfWork(world, context, { tenant }) };
}

/** What never stood on the list, or stands on somebody else's, is not there; what was taken off already may be again. */
async function own({ world }: Call, businessId: string, list: ListKind, entryId: string): Promise<void> {
  const stored = await world.events.read(streams.listed(entryId));
  const listing = stateOf(Listing, stored);
  const ever = stored.some(({ data }) => data['list'] === list);
  if (listing.status === 'none' || listing.businessId !== businessId || !ever)
    throw new DomainError('not_found', 'This entry does not exist.');
}

const put = (work: UnitOfWork, added: Omit<Parameters<typeof addListing>[0], 'keyId'>) =>
  work.change({
    stream: streams.listed(added.entryId),
    aggregate: Listing,
    decide: (listing) => addListing({ ...added, keyId: uuidV5(work.commandId, added.list, added.entryId) }, listing),
  });

async function take({ world }: Call, work: UnitOfWork, list: ListKind, entryId: string): Promise<void> {
  const { before } = await work.change({
    stream: streams.listed(entryId),
    aggregate: Listing,
    decide: (listing) => removeListing({ list }, listing),
  });
  if (isOn(list, before) && before.status === 'known') await world.subjectKeys.destroy(before[list]!.keyId);
}
