import type { StoredEvent } from '../../adapters/event-store/port.ts';
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
import { noCountry } from '../../domain/rates/measures.ts';
import { carrierClassOf, countryOfNumber } from '../../domain/rates/numbers.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import { batch, col, createAll, key, maybe, Rows } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { Projector, Statement } from '../engine-types.ts';
import {
  heldNumberTable,
  openTextTable,
  quantities,
  usageDayTable,
  usageIndexes,
  usageModel,
  usageMonthTable,
} from '../tables/usage.ts';

/** What was used in a quarter of an hour: zones differ by quarters, so this is as fine as days need. */
const used = batch({
  businessId: key('uuid'),
  at: key('timestamptz'),
  country: key('text'),
  carrierClass: key('text'),
  ...quantities,
});
const dayOf = (instant: string): string => `(${instant} at time zone coalesce(z.timezone, 'UTC'))::date`;
/** Adds what `from` holds (by business, day and key) to days and months. */
const count = (schema: string, from: string): string => `
  days as (${usageDayTable.upsert(
    schema,
    'd',
    `select business_id, day, channel, direction, country, carrier_class, sum(quantity) from ${from},
        lateral (values ('sms', 'out', segments), ('mms', 'out', mms), ('sms', 'in', segments_in), ('mms', 'in', mms_in),
          ('email', 'out', mails)) as measured(channel, direction, quantity)
      where quantity <> 0 group by 1, 2, 3, 4, 5, 6`,
  )})
  ${usageMonthTable.upsert(
    schema,
    'm',
    `select business_id, date_trunc('month', day)::date, sum(segments), sum(mms), sum(segments_in), sum(mms_in), sum(mails)
      from ${from} group by 1, 2 having (sum(segments), sum(mms), sum(segments_in), sum(mms_in), sum(mails)) <> (0, 0, 0, 0, 0)`,
  )}`;
const putUsed = perSchema(
  (schema) => `
  with used as materialized (
    select u.*, ${dayOf('u.at')} as day from ${used.from('u')} left join ${zoneTable.in(schema)} z using (business_id)
  ), ${count(schema, 'used')}`,
);

/** Texts that begin and are not over within one batch. `countedAt`: they count already. */
const begun = batch({
  messageId: key('uuid'),
  businessId: col('uuid'),
  segments: col('int'),
  mms: col('int'),
  country: col('text'),
  carrierClass: col('text'),
  countedAt: maybe('timestamptz'),
});
const putBegun = perSchema((schema) =>
  openTextTable.upsert(
    schema,
    'o',
    `select b.message_id, b.business_id, b.segments, b.mms, b.country, b.carrier_class, ${dayOf('b.counted_at')}
      from ${begun.from('b')} left join ${zoneTable.in(schema)} z using (business_id)`,
  ),
);

/** What a batch says of texts that began before it. `undone`: it was said first that the carrier has not taken it. */
const words = batch({
  messageId: key('uuid'),
  takenAt: maybe('timestamptz'),
  undone: col('boolean'),
  over: col('boolean'),
});
const putWords = perSchema((schema) => {
  const open = openTextTable.in(schema);
  return `
  with said as materialized (select * from ${words.from('w')}),
  before as materialized (select o.*, w.taken_at, w.undone, w.over from said w join ${open} o using (message_id)),
  gone as (delete from ${open} o using before b where o.message_id = b.message_id and b.over),
  kept as (
    update ${open} o set counted_on = null from before b
      where o.message_id = b.message_id and not b.over and b.undone and o.counted_on is not null
  ),
  moved as materialized (
    select business_id, day, country, carrier_class, sum(w * segments) as segments, sum(w * mms) as mms,
      0 as segments_in, 0 as mms_in, 0 as mails
    from (
      select business_id, segments, mms, country, carrier_class, -1 as w, counted_on as day
        from before where undone and counted_on is not null
      union all select b.business_id, b.segments, b.mms, b.country, b.carrier_class, 1, ${dayOf('b.taken_at')}
        from before b left join ${zoneTable.in(schema)} z using (business_id)
        where b.taken_at is not null and (b.counted_on is null or b.undone)
    ) counted group by 1, 2, 3, 4
  ), ${count(schema, 'moved')}`;
});

const quarterMs = 15 * 60 * 1000;
const quarterOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / quarterMs) * quarterMs).toISOString();

/** Of it, what prices go by: the other side's country, and the kind of our own number. */
interface Priced {
  readonly country: string;
  readonly carrierClass: string;
}
const priced = (own: string, country: string | null | undefined): Priced => ({
  country: country ?? countryOfNumber(own),
  carrierClass: carrierClassOf(own),
});
const email: Priced = { country: noCountry, carrierClass: 'other' };

interface Open extends Priced {
  readonly messageId: string;
  readonly businessId: string;
  readonly segments: number;
  readonly mms: number;
  countedAt: string | null;
}

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

/** The texts and emails of a batch, as what they count for. */
class UsageFold {
  readonly #used = new Rows(used);
  readonly #begun = new Map<string, Open>();
  readonly #words = new Map<string, { takenAt: string | null; undone: boolean; over: boolean }>();

  add(event: StoredEvent): void {
    const at = event.metadata.occurredAt;
    if (is(event, MessageQueued)) this.#begin(event.data, at);
    else if (is(event, MessageReceived)) {
      const { businessId, receivedAt, segments, pictures, to, country } = event.data;
      const what = pictures! > 0 ? { mmsIn: 1 } : { segmentsIn: segments! };
      this.#count(businessId!, receivedAt!, { ...priced(to!, country), ...what });
    } else if (is(event, EmailAccepted)) {
      if (event.data.queuedFor === undefined) this.#count(event.data.businessId!, at, { ...email, mails: 1 });
      // A broadcast's is queued right before its request, and may never be heard of again.
    } else if (is(event, EmailQueued)) {
      if (event.data.broadcastId !== null) this.#count(event.data.businessId!, at, { ...email, mails: 1 });
    } else if (is(event, EmailFailed) || is(event, EmailSuppressed)) {
      if (event.data.queuedFor !== undefined) this.#count(event.data.businessId!, at, { ...email, mails: -1 });
    } else {
      const word = takingOf(event);
      if (word !== null) this.#hear(event.data['messageId'] as string, word, at);
    }
  }

  statements(schema: string): Statement[] {
    const [opened, said] = [new Rows(begun), new Rows(words)];
    for (const text of this.#begun.values()) {
      if (text.countedAt !== null) this.#count(text.businessId, text.countedAt, text);
      opened.merge(text);
    }
    for (const [messageId, word] of this.#words) said.merge({ messageId, ...word });
    return [
      ...this.#used.toStatements(putUsed(schema)),
      ...opened.toStatements(putBegun(schema)),
      ...said.toStatements(putWords(schema)),
    ];
  }

  #count(businessId: string, at: string, what: Priced & Partial<Record<keyof typeof quantities, number>>): void {
    const { country, carrierClass, segments = 0, mms = 0, segmentsIn = 0, mmsIn = 0, mails = 0 } = what;
    const quantity = { segments, mms, segmentsIn, mmsIn, mails };
    this.#used.merge({ businessId, at: quarterOf(at), country, carrierClass, ...quantity });
  }

  /** A broadcast's is queued right before it is handed over, and may never be heard of again: it counts until it is said not to. */
  #begin(data: Stored<typeof MessageQueued>['data'], at: string): void {
    const { messageId, businessId, broadcastId, from, country } = data;
    this.#begun.set(messageId!, {
      messageId: messageId!,
      businessId: businessId!,
      ...quantityOf(data),
      ...priced(from!, country),
      countedAt: broadcastId === null ? null : at,
    });
  }

  #hear(messageId: string, word: Taking, at: string): void {
    const text = this.#begun.get(messageId);
    if (text !== undefined) {
      if (word === 'taken') this.#count(text.businessId, text.countedAt ?? at, text);
      text.countedAt = null;
      if (word !== 'not-taken') this.#begun.delete(messageId);
      return;
    }
    const said = this.#words.get(messageId) ?? { takenAt: null, undone: false, over: false };
    if (said.over) return;
    this.#words.set(messageId, {
      takenAt: word === 'taken' ? at : null,
      undone: said.undone || word !== 'taken',
      over: word !== 'not-taken',
    });
  }
}

/** What each business has used in each month, by channel: what plans are counted and limited by. Quantities, no money. */
export const usage: Projector = {
  ...usageModel,
  byBusiness: true,
  handles: typesOf([
    ...zoneEvents,
    BusinessNumberAssigned,
    BusinessNumberReleased,
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
  ]),
  empty: { usage_days: 'quantity = 0', usage_months: '(segments, mms, segments_in, mms_in, mails) = (0, 0, 0, 0, 0)' },
  create: createAll(zoneTable, usageMonthTable, usageDayTable, heldNumberTable, openTextTable),
  index: usageIndexes,
  fold: (events, schema) =>
    betweenZones(events, (event) => /^(?:Message|Email|BusinessNumber)/.test(event.type)).flatMap(
      ({ zones, events: part }) => {
        const fold = new UsageFold();
        for (const event of part) fold.add(event);
        const numbers = part.flatMap((event) => numberStatement(event, schema));
        return [...zoneStatements(zones, schema), ...numbers, ...fold.statements(schema)];
      },
    ),
};
