import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactErased, ContactErasureCompleted } from '../../domain/contacts/erasure-events.ts';
import { ContactMergedInto } from '../../domain/contacts/merge-events.ts';
import {
  ContactDiscovered,
  ContactImported,
  ContactImportUndone,
  ContactOptedIn,
  ContactOptedOut,
} from '../../domain/contacts/events.ts';
import { CallLegEnded } from '../../domain/calls/events.ts';
import { startedMinutes } from '../../domain/calls/fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { EmailAccepted, EmailFailed, EmailQueued, EmailSuppressed } from '../../domain/emails/events.ts';
import { BusinessNumberAssigned, BusinessNumberReleased } from '../../domain/businesses/events.ts';
import { takingOf, type Taking } from '../../domain/delivery/allowance.ts';
import { quantityOf } from '../../domain/messages/measure.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageQueued,
  MessageReceived,
  MessageSent,
  MessageSuppressed,
} from '../../domain/messages/events.ts';
import { noCountry, type UsageKey } from '../../domain/rates/measures.ts';
import { carrierClassOf, countryOfNumber } from '../../domain/rates/numbers.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import { batch, col, createAll, key, maybe, Rows, type WrittenOf } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { Projector, Statement } from '../engine-types.ts';
import {
  contactDayTable,
  countedContactTable,
  heldNumberTable,
  usageDayTable,
  usageIndexes,
  usageItemTable,
  usageModel,
  usageMonthTable,
} from '../tables/usage.ts';

const dayOf = (instant: string): string => `(${instant} at time zone coalesce(z.timezone, 'UTC'))::date`;
const sumOf = (channel: string, direction: string): string =>
  `coalesce(sum(quantity) filter (where channel = '${channel}' and direction = '${direction}'), 0)`;
/** Adds what `from` holds (by business, day and key; a quantity may be negative) to days and months. */
const count = (schema: string, from: string): string => `
  days as (${usageDayTable.upsert(
    schema,
    'd',
    `select business_id, day, channel, direction, country, carrier_class, sum(quantity) from ${from}
      where day is not null group by 1, 2, 3, 4, 5, 6 having sum(quantity) <> 0`,
  )})
  ${usageMonthTable.upsert(
    schema,
    'm',
    `select business_id, date_trunc('month', day)::date, ${sumOf('sms', 'out')}, ${sumOf('mms', 'out')},
        ${sumOf('sms', 'in')}, ${sumOf('mms', 'in')}, ${sumOf('email', 'out')}
      from ${from} where day is not null group by 1, 2`,
  )}`;

/** What a batch begins. Its day is made where it is written. */
const { day: _, ...begun } = usageItemTable.columns;
const items = batch(begun);
const putItems = perSchema(
  (schema) => `
  with given as materialized (
    select i.*, ${dayOf('i.at')} as day from ${items.from('i')} left join ${zoneTable.in(schema)} z using (business_id)
  ),
  put as (
    insert into ${usageItemTable.in(schema)} (${usageItemTable.names}) select ${usageItemTable.names} from given
    on conflict (id) do nothing returning *
  ), ${count(schema, 'put')}`,
);

/** What a batch says of texts and emails that began before it. `undone`: it was said first that they were not taken. */
const words = batch({
  id: key('uuid'),
  takenAt: maybe('timestamptz'),
  takenPosition: maybe('bigint'),
  undone: col('boolean'),
  over: col('boolean'),
});
const putWords = perSchema((schema) => {
  const all = usageItemTable.in(schema);
  const zones = zoneTable.in(schema);
  const counted = (at: string, before: string): string =>
    `case when b.day is null or b.undone then ${at} else b.${before} end`;
  return `
  with said as materialized (select * from ${words.from('w')}),
  before as materialized (
    select i.*, w.taken_at, w.taken_position, w.undone, w.over from said w join ${all} i using (id) where not i.settled
  ),
  gone as (delete from ${all} i using before b where i.id = b.id and b.over and b.taken_at is null),
  undone as (
    update ${all} i set day = null, at = null, position = null from before b
      where i.id = b.id and not b.over and b.undone and i.day is not null
  ),
  taken as (
    update ${all} i set settled = true, day = ${counted(dayOf('b.taken_at'), 'day')},
        at = ${counted('b.taken_at', 'at')}, position = ${counted('b.taken_position', 'position')}
      from before b left join ${zones} z using (business_id) where i.id = b.id and b.taken_at is not null
  ),
  moved as materialized (
    select business_id, channel, direction, country, carrier_class, -quantity as quantity, day
      from before where undone and day is not null
    union all
    select b.business_id, b.channel, b.direction, b.country, b.carrier_class, b.quantity, ${dayOf('b.taken_at')}
      from before b left join ${zones} z using (business_id)
      where b.taken_at is not null and (b.day is null or b.undone)
  ), ${count(schema, 'moved')}`;
});

/** Of it, what prices go by: the other side's country, and the kind of our own number. */
interface Priced {
  readonly country: string;
  readonly carrierClass: UsageKey['carrierClass'];
}
const priced = (own: string, country: string | null | undefined): Priced => ({
  country: country ?? countryOfNumber(own),
  carrierClass: carrierClassOf(own),
});
const email = { country: noCountry, carrierClass: 'other', channel: 'email', direction: 'out', quantity: 1 } as const;

type Item = WrittenOf<typeof items>;
type Writable<T> = { -readonly [N in keyof T]: T[N] };

/** Numbers change hands rarely, so each is a statement of its own. One that comes back on the day it went is held on. */
const heldNumber = batch({
  businessId: key('uuid'),
  number: key('text'),
  at: key('timestamptz'),
  country: col('text'),
  carrierClass: col('text'),
});
const numberStatements = perSchema((schema) => ({
  assigned: `insert into ${heldNumberTable.in(schema)} as n (business_id, number, since, until, country, carrier_class)
    select h.business_id, h.number, ${dayOf('h.at')}, null, h.country, h.carrier_class
      from ${heldNumber.from('h')} left join ${zoneTable.in(schema)} z using (business_id)
    on conflict (business_id, number, since) do update set until = null`,
  released: `update ${heldNumberTable.in(schema)} n set until = greatest(n.since, ${dayOf('h.at')})
    from ${heldNumber.from('h')} left join ${zoneTable.in(schema)} z using (business_id)
    where n.business_id = h.business_id and n.number = h.number and n.until is null`,
}));
function numberStatement(event: StoredEvent, schema: string): Statement[] {
  const word =
    is(event, BusinessNumberAssigned) ? 'assigned'
    : is(event, BusinessNumberReleased) ? 'released'
    : null;
  if (word === null) return [];
  const { businessId, number } = event.data as { readonly businessId: string; readonly number: string };
  const row = { businessId, number, at: event.metadata.occurredAt, ...priced(number, null) };
  return [{ text: numberStatements(schema)[word], values: heldNumber.values([row]) }];
}

/** Contacts that came or went, each with the instant at which it did. */
const people = batch({ id: key('uuid'), businessId: col('uuid'), at: col('timestamptz') });
const contactStatements = perSchema((schema) => {
  const all = countedContactTable.in(schema);
  const moved = (change: string): string =>
    contactDayTable.upsert(
      schema,
      'd',
      `select g.business_id, ${dayOf('g.at')}, ${change}
        from ${people.from('g')} join moved using (id) left join ${zoneTable.in(schema)} z on z.business_id = g.business_id
        group by 1, 2`,
    );
  return {
    came: `with moved as (
      insert into ${all} (id, business_id) select p.id, p.business_id from ${people.from('p')}
      on conflict (id) do nothing returning id
    ) ${moved('count(*)')}`,
    went: `with moved as (delete from ${all} c using ${people.from('p')} where c.id = p.id returning c.id)
      ${moved('-count(*)')}`,
  };
});

type Move = 'came' | 'went';
/** What makes someone a contact, and what ends it. Said again, it is no news. */
const moveOf = (event: StoredEvent): Move | null =>
  (
    is(event, ContactDiscovered) ||
    is(event, ContactImported) ||
    is(event, ContactOptedIn) ||
    is(event, ContactOptedOut)
  ) ?
    'came'
  : (
    is(event, ContactErased) ||
    is(event, ContactErasureCompleted) ||
    is(event, ContactMergedInto) ||
    (is(event, ContactImportUndone) && event.data.removed)
  ) ?
    'went'
  : null;

/** The contacts of a batch, cut where one comes again after they went: what came is written before what went. */
class ContactFold {
  readonly #parts: Record<Move, Map<string, WrittenOf<typeof people>>>[] = [];

  add(event: StoredEvent): void {
    const move = moveOf(event);
    if (move === null) return;
    const { contactId: id, businessId } = event.data as { readonly contactId: string; readonly businessId: string };
    let part = this.#parts.at(-1);
    if (part === undefined || (move === 'came' && part.went.has(id)))
      this.#parts.push((part = { came: new Map(), went: new Map() }));
    if (!part[move].has(id)) part[move].set(id, { id, businessId, at: event.metadata.occurredAt });
  }

  statements(schema: string): Statement[] {
    return this.#parts.flatMap((part) =>
      (['came', 'went'] as const).flatMap((move) => {
        const rows = new Rows(people);
        for (const row of part[move].values()) rows.merge(row);
        return rows.toStatements(contactStatements(schema)[move]);
      }),
    );
  }
}

/** The texts and emails of a batch, as what they count for. */
class UsageFold {
  readonly #items = new Map<string, Writable<Item>>();
  readonly #words = new Map<string, WrittenOf<typeof words>>();

  add(event: StoredEvent): void {
    const at = event.metadata.occurredAt;
    if (is(event, MessageQueued)) this.#queued(event.data, at, event.position);
    else if (is(event, CallLegEnded)) {
      const { callId, leg, seconds, country, carrierClass, endedAt } = event.data;
      const quantity = startedMinutes(seconds!);
      // A phone that was not answered costs nothing.
      if (quantity > 0)
        this.#put(uuidV5(namespaces.call, callId!, leg!), event.data, {
          channel: 'voice',
          direction: leg!,
          country: country!,
          carrierClass: carrierClass!,
          quantity,
          at: endedAt!,
          position: event.position,
          settled: true,
        });
    } else if (is(event, MessageReceived)) {
      const { messageId, receivedAt, segments, pictures, to, country } = event.data;
      const what =
        pictures! > 0 ? ({ channel: 'mms', quantity: 1 } as const) : ({ channel: 'sms', quantity: segments! } as const);
      this.#put(messageId!, event.data, {
        ...priced(to!, country),
        ...what,
        direction: 'in',
        at: receivedAt!,
        position: event.position,
        settled: true,
      });
    } else if (is(event, EmailAccepted)) {
      if (event.data.queuedFor === undefined)
        this.#put(event.data.mailId!, event.data, { ...email, at, position: event.position, settled: true });
      // A broadcast's is queued right before its request, and may never be heard of again.
    } else if (is(event, EmailQueued)) {
      if (event.data.broadcastId !== null)
        this.#put(event.data.mailId!, event.data, { ...email, at, position: event.position, settled: false });
    } else if (is(event, EmailFailed) || is(event, EmailSuppressed)) {
      if (event.data.queuedFor !== undefined) this.#hearOfEmail(event.data.mailId!, at, event.position);
    } else {
      const word = takingOf(event);
      if (word !== null) this.#hear(event.data['messageId'] as string, word, at, event.position);
    }
  }

  statements(schema: string): Statement[] {
    const [put, said] = [new Rows(items), new Rows(words)];
    for (const item of this.#items.values()) put.merge(item);
    for (const word of this.#words.values()) said.merge(word);
    // Words that are kept are of what began before: an email that failed and is queued again begins after them.
    return [...said.toStatements(putWords(schema)), ...put.toStatements(putItems(schema))];
  }

  #put(
    id: string,
    { businessId, contactId }: { readonly businessId: string | null; readonly contactId: string | null },
    what: Omit<Item, 'id' | 'businessId' | 'contactId'>,
  ): void {
    // As where they are stored: the first counts.
    if (!this.#items.has(id)) this.#items.set(id, { id, businessId: businessId!, contactId, ...what });
  }

  /** A broadcast's is queued right before it is handed over, and may never be heard of again: it counts until it is said not to. */
  #queued(data: Stored<typeof MessageQueued>['data'], at: string, position: bigint): void {
    const { messageId, broadcastId, from, country } = data;
    const { segments, mms } = quantityOf(data);
    this.#put(messageId!, data, {
      ...priced(from!, country),
      ...(mms > 0 ? ({ channel: 'mms', quantity: mms } as const) : ({ channel: 'sms', quantity: segments } as const)),
      direction: 'out',
      ...(broadcastId === null ? { at: null, position: null } : { at, position }),
      settled: false,
    });
  }

  #hear(id: string, word: Taking, at: string, position: bigint): void {
    const item = this.#items.get(id);
    if (item !== undefined) {
      if (item.settled) return;
      if (word === 'never') this.#items.delete(id);
      else if (word === 'not-taken') Object.assign(item, { at: null, position: null });
      else Object.assign(item, { settled: true, ...(item.at === null ? { at, position } : {}) });
      return;
    }
    this.#keep(id, word, at, position);
  }

  /** An email can be queued again: what is said of it is of one that began in this batch, and of one from before it. */
  #hearOfEmail(id: string, at: string, position: bigint): void {
    if (this.#items.has(id)) this.#hear(id, 'never', at, position);
    this.#keep(id, 'never', at, position);
  }

  #keep(id: string, word: Taking, at: string, position: bigint): void {
    const before = this.#words.get(id);
    if (before?.over === true) return;
    const taken = word === 'taken' ? { takenAt: at, takenPosition: position } : { takenAt: null, takenPosition: null };
    const undone = (before?.undone ?? false) || word !== 'taken';
    this.#words.set(id, { id, ...taken, undone, over: word !== 'not-taken' });
  }
}

/**
 * What each business has used in each month, by channel: what plans are counted and limited by, and how many
 * contacts it had. Quantities, no money.
 */
export const usage: Projector = {
  ...usageModel,
  byBusiness: true,
  handles: typesOf([
    ...zoneEvents,
    BusinessNumberAssigned,
    BusinessNumberReleased,
    CallLegEnded,
    MessageReceived,
    MessageQueued,
    MessageAccepted,
    MessageSent,
    MessageDelivered,
    MessageFailed,
    MessageSuppressed,
    EmailQueued,
    EmailAccepted,
    EmailFailed,
    EmailSuppressed,
    ContactDiscovered,
    ContactImported,
    ContactOptedIn,
    ContactOptedOut,
    ContactImportUndone,
    ContactErased,
    ContactErasureCompleted,
    ContactMergedInto,
  ]),
  empty: {
    usage_days: 'quantity = 0',
    usage_months: '(segments, mms, segments_in, mms_in, mails) = (0, 0, 0, 0, 0)',
    contact_days: 'change = 0',
  },
  create: createAll(
    zoneTable,
    usageMonthTable,
    usageDayTable,
    heldNumberTable,
    usageItemTable,
    countedContactTable,
    contactDayTable,
  ),
  index: usageIndexes,
  fold: (events, schema) =>
    betweenZones(events, (event) => /^(?:Call|Message|Email|BusinessNumber|Contact)/.test(event.type)).flatMap(
      ({ zones, events: part }) => {
        const fold = new UsageFold();
        const contacts = new ContactFold();
        for (const event of part) {
          fold.add(event);
          contacts.add(event);
        }
        const numbers = part.flatMap((event) => numberStatement(event, schema));
        return [
          ...zoneStatements(zones, schema),
          ...numbers,
          ...contacts.statements(schema),
          ...fold.statements(schema),
        ];
      },
    ),
};
