import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import {
  type ImportContact,
  importContact,
  outcomeOf,
  type RowOutcome,
  undoImport,
} from '../../domain/contact/import.ts';
import { CustomFields } from '../../domain/custom-field/custom-fields.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { type BusinessId, namespaces, type UploadId, uuidV5 } from '../../domain/kernel/ids.ts';
import { defaultCountry } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import type { Plan } from '../../domain/upload/plan.ts';
import type { ImportedPerson } from '../../domain/upload/row.ts';
import { command, question } from '../command.ts';
import { contactsOf } from '../contact-of.ts';
import { begin, changeAll, furthest, stateOf, type World } from '../kernel.ts';

/** Somebody of a file and where they stand in it. No two of one call are the same person. */
export interface NumberedPerson {
  readonly row: number;
  readonly person: ImportedPerson;
}
/** What a row came to, or would come to. */
export type RowResult = RowOutcome | { readonly kind: 'over-limit' | 'erased' };

export interface RowsOfUpload {
  readonly uploadId: UploadId;
  readonly businessId: BusinessId;
  readonly plan: Pick<Plan, 'campaigns' | 'consent'>;
  /** How many of them may become new contacts; null: all. */
  readonly room: number | null;
  readonly people: readonly NumberedPerson[];
}

/** Each with its contact as it is now, in one look. */
async function withContacts(world: World, { uploadId, businessId, plan, people }: RowsOfUpload) {
  const known = await contactsOf(
    world,
    businessId,
    people.map(({ person }) => person),
  );
  const wanted = people.map(({ row, person }, index): ImportContact & { readonly stream: string } => {
    const { contactId, kept } = known[index]!;
    const { campaigns, consent } = plan;
    return {
      uploadId,
      businessId,
      contactId,
      row,
      person,
      campaigns,
      consent,
      kept,
      stream: streams.contact(contactId),
    };
  });
  return { wanted, found: await world.events.readMany(wanted.map(({ stream }) => stream)) };
}

/** What these rows would come to, if they were imported now. Changes nothing. */
export const rehearseRows = question(async (world, given: RowsOfUpload): Promise<readonly RowResult[]> => {
  const { wanted, found } = await withContacts(world, given);
  let { room } = given;
  return wanted.map((one) => {
    const contact = stateOf(Contact, found.get(one.stream));
    if (contact.status === 'none' && room !== null) {
      if (room <= 0) return { kind: 'over-limit' };
      room -= 1;
    }
    if (contact.status === 'erased') return { kind: 'erased' };
    return outcomeOf(one, contact, importContact(one, contact));
  });
});

/**
 * Imports rows, each by a decision on its contact's own stream: somebody who says stop at the same moment is out. What
 * was done of them before (a crash, a second worker) is not done again, and comes to the same result.
 */
export const importRows = command({
  input: z.custom<RowsOfUpload>(),
  by: ['system'],
  async run({ world, context }, given) {
    const { wanted, found } = await withContacts(world, given);
    const { tenant } = context.caller;
    let { room } = given;
    const result: RowResult[] = wanted.map(() => ({ kind: 'over-limit' }));
    const within = wanted.flatMap((one, at) => {
      // A name for each row: whoever goes on after a crash may take them in other heaps.
      const commandId = uuidV5(namespaces.command, given.uploadId, 'row', String(one.row));
      const seen = found.get(one.stream) ?? [];
      const mine = seen.some(({ metadata }) => metadata.commandId === commandId);
      if (room !== null && (mine ? seen[0]!.metadata.commandId === commandId : isNone(seen))) {
        if (room <= 0) return [];
        room -= 1;
      }
      const decide = (contact: Contact) => importContact(one, contact);
      const change = { stream: one.stream, aggregate: Contact, seen, decide };
      return [{ at, one, work: begin(world, context, { tenant, commandId }), change }];
    });
    const changed = await changeAll(world, within);
    within.forEach(({ at, one }, index) => {
      const { before, events } = changed[index]!;
      result[at] = before.status === 'erased' ? { kind: 'erased' } : outcomeOf(one, before, events);
    });
    return { position: furthest(...within.map(({ work }) => work.outcome(undefined))), result };
  },
});
const isNone = (seen: readonly object[]): boolean => stateOf(Contact, seen).status === 'none';

export interface RowsToUndo extends Omit<RowsOfUpload, 'room' | 'plan'> {
  /** Of whom there is more than their stream tells: a conversation. */
  readonly stays: (contactIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Takes back what these rows did. `left`: there was nothing to take back, or somebody else has changed it all since. */
export const undoRows = command({
  input: z.custom<RowsToUndo>(),
  by: ['system'],
  async run({ world, context }, { uploadId, businessId, people, stays }) {
    const known = await contactsOf(
      world,
      businessId,
      people.map(({ person }) => person),
    );
    const ids = known.map(({ contactId }) => contactId);
    const found = await world.events.readMany(ids.map((id) => streams.contact(id)));
    const keep = await stays(ids);
    const { tenant } = context.caller;
    const done = { removed: 0, restored: 0, left: 0 };
    const wanted = ids.map((contactId, index) => {
      const commandId = uuidV5(namespaces.command, uploadId, 'undo', String(people[index]!.row));
      const stream = streams.contact(contactId);
      const decide = (contact: Contact, recorded: readonly StoredEvent[]) =>
        undoImport({ uploadId, contactId, businessId, stays: keep.has(contactId) }, contact, recorded);
      return {
        work: begin(world, context, { tenant, commandId }),
        change: { stream, aggregate: Contact, seen: found.get(stream) ?? [], decide },
      };
    });
    for (const { events } of await changeAll(world, wanted)) {
      const [undone] = events;
      if (undone === undefined) done.left += 1;
      else if (undone.type === 'ContactImportUndone' && undone.data.removed) done.removed += 1;
      else done.restored += 1;
    }
    return { position: furthest(...wanted.map(({ work }) => work.outcome(undefined))), result: done };
  },
});

/** The custom fields of the business as they are now: what a row may say. */
export const customFields = question((world, businessId: BusinessId) => fieldsOf(world, businessId));
const fieldsOf = async (world: World, businessId: BusinessId): Promise<CustomFields> =>
  stateOf(CustomFields, await world.events.read(streams.customFields(businessId)));

/** What a file of a business is read by: its custom fields, its name, and the country that its numbers are of. */
export const frame = question(async (world, id: string) => {
  const businessId = id as BusinessId;
  const business = stateOf(Business, await world.events.read(streams.business(businessId)));
  const fields = await fieldsOf(world, businessId);
  return business.status === 'none' ?
      { fields, businessName: '', country: 'US' }
    : { fields, businessName: business.name, country: defaultCountry(business) };
});
