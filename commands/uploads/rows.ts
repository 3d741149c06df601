import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import {
  changedValues,
  type ImportContact,
  importContact,
  optOutByFile,
  outcomeOf,
  type RowOutcome,
  undoImport,
  type ValueChange,
} from '../../domain/uploads/import-contact.ts';
import { ContactMergeStarted, ContactMerged, ContactMergedInto } from '../../domain/contacts/merge-events.ts';
import type { KeptSuppression } from '../../domain/contacts/erase.ts';
import { Identity, suppressIdentity } from '../../domain/contacts/identity.ts';
import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import type { Position, StoredEvent } from '../../adapters/event-store/port.ts';
import { is } from '../../domain/kernel/event.ts';
import { type BusinessId, type ContactId, namespaces, type UploadId, uuidV5 } from '../../domain/kernel/ids.ts';
import { defaultCountry } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { ImportAttested } from '../../domain/uploads/events.ts';
import { isSuppressionList, type Plan } from '../../domain/uploads/plan.ts';
import type { ImportedPerson } from '../../domain/uploads/row.ts';
import { command, question } from '../kernel/command.ts';
import { emailIdentity, findOrDeriveContacts, phoneIdentity } from '../directory/contact-directory.ts';
import { startUnitOfWork, changeAll, furthest, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { followThrough } from '../directory/merging.ts';

/** Somebody of a file and where they stand in it. No two of one call are the same person. */
export interface NumberedPerson {
  readonly row: number;
  readonly person: ImportedPerson;
}
/** What a row came to, or would come to. */
export type RowResult = RowOutcome | { readonly kind: 'over-limit' | 'erased' };

/** What a row would change of a contact that is there. */
export interface RowChanges {
  readonly contactId: ContactId;
  /** As they are called now. */
  readonly name: string;
  readonly values: readonly ValueChange[];
}
export type RehearsedRow = RowResult & { readonly changes?: RowChanges };

export interface RowsOfUpload {
  readonly uploadId: UploadId;
  readonly businessId: BusinessId;
  readonly plan: Pick<Plan, 'campaigns' | 'consent' | 'suppress' | 'source'>;
  /** How many of them may become new contacts; null: all. */
  readonly room: number | null;
  readonly people: readonly NumberedPerson[];
}

type Stored = ReadonlyMap<string, readonly StoredEvent[]>;

/** Whom rows mean now, with what is recorded of them and of those who became a part of them. */
interface Place {
  readonly contactId: ContactId;
  readonly kept: KeptSuppression;
  readonly seen: readonly StoredEvent[];
  /** By the ids of those parts. */
  readonly absorbed: Stored;
}
/** `asOf`: whom the rows meant at that place of the log. */
async function placesOf(
  world: CommandServices,
  businessId: BusinessId,
  people: readonly NumberedPerson[],
  asOf: Position | null,
): Promise<readonly Place[]> {
  const persons = people.map(({ person }) => person);
  const known = await findOrDeriveContacts(world, businessId, persons, asOf);
  const found = await world.events.readMany(known.map(({ contactId }) => streams.contact(contactId)));
  return Promise.all(
    known.map(async ({ contactId: asked, kept }) => {
      let [contactId, seen] = [asked, found.get(streams.contact(asked)) ?? []];
      // Their number goes over a little after they have given themself up.
      for (let into = mergedInto(seen); into !== null; into = mergedInto(seen)) {
        contactId = into;
        seen = await world.events.read(streams.contact(contactId));
      }
      return { contactId, kept, seen, absorbed: await absorbedBy(world, seen) };
    }),
  );
}
/**
 * When somebody vouched for a file: who is erased after that does not come back by it, though their number is another
 * contact's from then on. Null: nobody has yet.
 */
async function attestedAt(world: CommandServices, uploadId: UploadId): Promise<Position | null> {
  const events = await world.events.read(streams.upload(uploadId));
  return events.find((event) => is(event, ImportAttested))?.position ?? null;
}
const mergedInto = (seen: readonly StoredEvent[]): ContactId | null =>
  seen.findLast((event) => is(event, ContactMergedInto))?.data.intoId ?? null;

/** The streams of all whom somebody has absorbed or is about to, and of those whom these had. Nearly nobody has any. */
async function absorbedBy(world: CommandServices, seen: readonly StoredEvent[]): Promise<Stored> {
  const all = new Map<string, readonly StoredEvent[]>();
  for (let next = [...seen]; ;) {
    const ids = next.filter((event) => is(event, ContactMergeStarted)).map(({ data }) => data.otherId);
    const unread = [...new Set(ids)].filter((id) => !all.has(id));
    if (unread.length === 0) return all;
    const found = await world.events.readMany(unread.map(streams.contact));
    for (const id of unread) all.set(id, found.get(streams.contact(id)) ?? []);
    next = unread.flatMap((id) => [...all.get(id)!]);
  }
}

/** The stream on which a command has been carried out, of whom the row meant then; else that of whom it means now. */
function doneOn(commandId: string, { contactId, seen, absorbed }: Place) {
  const own = [contactId as string, seen] as const;
  const isDone = ([, events]: readonly [string, readonly StoredEvent[]]): boolean =>
    events.some(({ metadata }) => metadata.commandId === commandId);
  const [id, events] = [own, ...absorbed].find(isDone) ?? own;
  return { stream: streams.contact(id as ContactId), seen: events };
}

const wantedOf = (
  { uploadId, businessId, plan }: RowsOfUpload,
  { row, person }: NumberedPerson,
  { contactId, kept }: Place,
): ImportContact => ({
  uploadId,
  businessId,
  contactId,
  row,
  person,
  kept,
  campaigns: plan.campaigns,
  consent: plan.consent,
  source: plan.source,
  isSuppressionList: isSuppressionList(plan),
});

/** What these rows would come to, if they were imported now. Changes nothing. */
export const rehearseRows = question(async (world, given: RowsOfUpload): Promise<readonly RehearsedRow[]> => {
  const places = await placesOf(world, given.businessId, given.people, null);
  let { room } = given;
  return places.map((place, index) => {
    const one = wantedOf(given, given.people[index]!, place);
    const contact = stateOf(Contact, place.seen);
    if (contact.status === 'none' && room !== null && one.isSuppressionList !== true) {
      if (room <= 0) return { kind: 'over-limit' };
      room -= 1;
    }
    if (contact.status === 'erased') return { kind: 'erased' };
    const events = importContact(one, contact);
    const values = contact.status === 'none' ? [] : changedValues(contact, events);
    return {
      ...outcomeOf(one, contact, events),
      ...(values.length > 0 && contact.status !== 'none' ?
        { changes: { contactId: one.contactId, name: nameOf(contact), values } }
      : {}),
    };
  });
});
const nameOf = ({ firstName, lastName, phone, details }: Exclude<Contact, { status: 'none' | 'erased' }>): string =>
  [firstName, lastName].filter((part) => (part ?? '') !== '').join(' ') || (phone ?? details.email ?? '');

/**
 * Imports rows, each by a decision on its contact's own stream: somebody who says stop at the same moment is out. What
 * was done of them before (a crash, a second worker) is not done again, and comes to the same result, also when they
 * have become a part of somebody else since; who becomes one at the same moment is looked for again.
 */
export const importRows = command({
  input: z.custom<RowsOfUpload>(),
  by: ['system'],
  async run({ world, context }, given) {
    const { tenant } = context.caller;
    const outcomes: { readonly position: Position | null }[] = [];
    const result: RowResult[] = given.people.map(() => ({ kind: 'over-limit' }));
    let room = isSuppressionList(given.plan) ? null : given.room;
    const since = await attestedAt(world, given.uploadId);
    for (let left = [...given.people.entries()]; left.length > 0;) {
      const places = await placesOf(
        world,
        given.businessId,
        left.map(([, one]) => one),
        since,
      );
      const within = left.flatMap(([at, person], index) => {
        const place = places[index]!;
        const one = wantedOf(given, person, place);
        // A name for each row: whoever goes on after a crash may take them in other heaps.
        const commandId = uuidV5(namespaces.command, given.uploadId, 'row', String(one.row));
        const { stream, seen } = doneOn(commandId, place);
        const mine = seen.some(({ metadata }) => metadata.commandId === commandId);
        if (room !== null && (mine ? seen[0]!.metadata.commandId === commandId : isNone(seen))) {
          if (room <= 0) return [];
          room -= 1;
        }
        const decide = (contact: Contact) => importContact(one, contact);
        const change = { stream, aggregate: Contact, seen, decide };
        return [{ at, person, one, work: startUnitOfWork(world, context, { tenant, commandId }), change }];
      });
      const changed = await changeAll(world, within);
      left = within.flatMap(({ at, person, one, work }, index) => {
        const { before, events } = changed[index]!;
        outcomes.push(work.outcome(undefined));
        if (before.status === 'erased' && before.mergedInto !== null) return [[at, person]];
        result[at] = before.status === 'erased' ? { kind: 'erased' } : outcomeOf(one, before, events);
        return [];
      });
    }
    return { position: furthest(...outcomes), result };
  },
});

/** Numbers and addresses that a file opts out, whoever has them or comes by them later. */
export type OptedOutIdentity = { readonly phone: string } | { readonly email: string };
export interface OptOutOfUpload {
  readonly uploadId: UploadId;
  readonly businessId: BusinessId;
}
/**
 * Keeps numbers and addresses opted out, before any row of the file is imported: a contact that comes by one of them from
 * now on gets nothing by that channel until they ask for it. What is so already is not said again.
 */
export const optOutIdentities = command({
  input: z.custom<OptOutOfUpload & { readonly identities: readonly OptedOutIdentity[] }>(),
  by: ['system'],
  async run({ world, context }, { uploadId, businessId, identities }) {
    const { tenant } = context.caller;
    const asked = new Map(
      identities.map((one) =>
        'phone' in one ?
          ([phoneIdentity(world, businessId, one.phone), 'text'] as const)
        : ([emailIdentity(world, businessId, one.email), 'mail'] as const),
      ),
    );
    const found = await world.events.readMany([...asked.keys()].map(streams.identity));
    const all = [...asked].map(([identityId, channel]) => ({
      work: startUnitOfWork(world, context, {
        tenant,
        commandId: uuidV5(namespaces.command, uploadId, 'opt-out', identityId),
      }),
      change: {
        stream: streams.identity(identityId),
        aggregate: Identity,
        seen: found.get(streams.identity(identityId)) ?? [],
        decide: (identity: Identity) => suppressIdentity({ identityId, channel, businessId }, identity),
      },
    }));
    await changeAll(world, all);
    return { position: furthest(...all.map(({ work }) => work.outcome(undefined))), result: undefined };
  },
});

/** Contacts that have an address that a file opts out, as one of several that they are known by. */
export const optOutHolders = command({
  input: z.custom<OptOutOfUpload & { readonly contactIds: readonly ContactId[] }>(),
  by: ['system'],
  async run({ world, context }, { uploadId, businessId, contactIds }) {
    const { tenant } = context.caller;
    const found = await world.events.readMany(contactIds.map(streams.contact));
    const all = contactIds.map((contactId) => ({
      work: startUnitOfWork(world, context, {
        tenant,
        commandId: uuidV5(namespaces.command, uploadId, 'opt-out-holder', contactId),
      }),
      change: {
        stream: streams.contact(contactId),
        aggregate: Contact,
        seen: found.get(streams.contact(contactId)) ?? [],
        decide: (contact: Contact) =>
          optOutByFile(
            { uploadId, contactId, businessId, person: { optedOut: { texts: false, emails: true } } },
            contact,
          ),
      },
    }));
    await changeAll(world, all);
    return { position: furthest(...all.map(({ work }) => work.outcome(undefined))), result: undefined };
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
  async run(call, { uploadId, businessId, people, stays }) {
    const { world, context } = call;
    const { tenant } = context.caller;
    const done = { removed: 0, restored: 0, left: 0 };
    const outcomes: { readonly position: Position | null }[] = [];
    const since = await attestedAt(world, uploadId);
    for (let rest = people; rest.length > 0;) {
      let places = await placesOf(world, businessId, rest, since);
      // What a merge brings is taken back when it has been brought.
      const merging = places.filter(({ seen }) => isMerging(stateOf(Contact, seen)));
      for (const contactId of new Set(merging.map((place) => place.contactId))) await followThrough(call, contactId);
      if (merging.length > 0) places = await placesOf(world, businessId, rest, since);
      const keep = await stays(places.map(({ contactId }) => contactId));
      const wanted = rest.map((person, index) => {
        const place = places[index]!;
        const { contactId, absorbed } = place;
        const commandId = uuidV5(namespaces.command, uploadId, 'undo', String(person.row));
        let isLate = false;
        const decide = (contact: Contact, recorded: readonly StoredEvent[]) => {
          isLate = recorded.some((event) => is(event, ContactMerged) && !absorbed.has(event.data.otherId));
          if (isLate) return [];
          return undoImport(
            { uploadId, contactId, businessId, stays: keep.has(contactId) },
            contact,
            recorded,
            absorbed,
          );
        };
        return {
          person,
          isLate: () => isLate,
          work: startUnitOfWork(world, context, { tenant, commandId }),
          change: { ...doneOn(commandId, place), aggregate: Contact, decide },
        };
      });
      const changed = await changeAll(world, wanted);
      rest = wanted.flatMap(({ person, isLate, work }, index) => {
        const { before, events } = changed[index]!;
        outcomes.push(work.outcome(undefined));
        if (isLate() || (before.status === 'erased' && before.mergedInto !== null)) return [person];
        const [undone] = events;
        if (undone === undefined) done.left += 1;
        else if (undone.type === 'ContactImportUndone' && undone.data.removed) done.removed += 1;
        else done.restored += 1;
        return [];
      });
    }
    return { position: furthest(...outcomes), result: done };
  },
});
const isMerging = (contact: Contact): boolean => contact.status !== 'none' && contact.merging !== null;

/** The custom fields of the business as they are now: what a row may say. */
export const customFields = question((world, businessId: BusinessId) => fieldsOf(world, businessId));
const fieldsOf = async (world: CommandServices, businessId: BusinessId): Promise<CustomFields> =>
  stateOf(CustomFields, await world.events.read(streams.customFields(businessId)));

/** What a file of a business is read by: its custom fields, its name, the country that its numbers are of, and how it writes days. */
export const frame = question(async (world, id: string) => {
  const businessId = id as BusinessId;
  const business = stateOf(Business, await world.events.read(streams.business(businessId)));
  const fields = await fieldsOf(world, businessId);
  return business.status === 'none' ?
      { fields, businessName: '', country: 'US', dateFormat: 'MM/DD/YYYY' }
    : { fields, businessName: business.name, country: defaultCountry(business), dateFormat: business.dateFormat };
});
