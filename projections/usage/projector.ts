import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { EmailAccepted, EmailFailed, EmailQueued, EmailSuppressed } from '../../domain/emails/events.ts';
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
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import { batch, col, createAll, key, maybe, Rows } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { openTextTable, quantities, usageIndexes, usageModel, usageMonthTable } from '../tables/usage.ts';

/** What was used in a quarter of an hour: zones differ by quarters, so this is as fine as months need. */
const used = batch({ businessId: key('uuid'), at: key('timestamptz'), ...quantities });
const monthOf = (instant: string): string =>
  `date_trunc('month', ${instant} at time zone coalesce(z.timezone, 'UTC'))::date`;
const putUsed = perSchema((schema) =>
  usageMonthTable.upsert(
    schema,
    'm',
    `select u.business_id, ${monthOf('u.at')}, sum(u.segments), sum(u.mms), sum(u.segments_in), sum(u.mms_in), sum(u.mails)
      from ${used.from('u')} left join ${zoneTable.in(schema)} z using (business_id) group by 1, 2`,
  ),
);

/** Texts that begin and are not over within one batch. `countedAt`: they count already. */
const begun = batch({
  messageId: key('uuid'),
  businessId: col('uuid'),
  segments: col('int'),
  mms: col('int'),
  countedAt: maybe('timestamptz'),
});
const putBegun = perSchema((schema) =>
  openTextTable.upsert(
    schema,
    'o',
    `select b.message_id, b.business_id, b.segments, b.mms, ${monthOf('b.counted_at')}
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
    update ${open} o set counted_in = null from before b
      where o.message_id = b.message_id and not b.over and b.undone and o.counted_in is not null
  )
  ${usageMonthTable.upsert(
    schema,
    'm',
    `select business_id, month, sum(w * segments), sum(w * mms), 0, 0, 0 from (
        select business_id, segments, mms, -1 as w, counted_in as month from before where undone and counted_in is not null
        union all select b.business_id, b.segments, b.mms, 1, ${monthOf('b.taken_at')}
          from before b left join ${zoneTable.in(schema)} z using (business_id)
          where b.taken_at is not null and (b.counted_in is null or b.undone)
      ) moved group by 1, 2 having (sum(w * segments), sum(w * mms)) <> (0, 0)`,
  )}`;
});

const quarterMs = 15 * 60 * 1000;
const quarterOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / quarterMs) * quarterMs).toISOString();

interface Open {
  readonly messageId: string;
  readonly businessId: string;
  readonly segments: number;
  readonly mms: number;
  countedAt: string | null;
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
      const { businessId, receivedAt, segments, pictures } = event.data;
      this.#count(businessId!, receivedAt!, pictures! > 0 ? { mmsIn: 1 } : { segmentsIn: segments! });
    } else if (is(event, EmailAccepted)) {
      if (event.data.queuedFor === undefined) this.#count(event.data.businessId!, at, { mails: 1 });
      // A broadcast's is queued right before its request, and may never be heard of again.
    } else if (is(event, EmailQueued)) {
      if (event.data.broadcastId !== null) this.#count(event.data.businessId!, at, { mails: 1 });
    } else if (is(event, EmailFailed) || is(event, EmailSuppressed)) {
      if (event.data.queuedFor !== undefined) this.#count(event.data.businessId!, at, { mails: -1 });
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

  #count(businessId: string, at: string, what: Partial<Record<keyof typeof quantities, number>>): void {
    const { segments = 0, mms = 0, segmentsIn = 0, mmsIn = 0, mails = 0 } = what;
    this.#used.merge({ businessId, at: quarterOf(at), segments, mms, segmentsIn, mmsIn, mails });
  }

  /** A broadcast's is queued right before it is handed over, and may never be heard of again: it counts until it is said not to. */
  #begin(data: Stored<typeof MessageQueued>['data'], at: string): void {
    const { messageId, businessId, broadcastId } = data;
    this.#begun.set(messageId!, {
      messageId: messageId!,
      businessId: businessId!,
      ...quantityOf(data),
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
  empty: { usage_months: '(segments, mms, segments_in, mms_in, mails) = (0, 0, 0, 0, 0)' },
  create: createAll(zoneTable, usageMonthTable, openTextTable),
  index: usageIndexes,
  fold: (events, schema) =>
    betweenZones(events, (event) => /^(?:Message|Email)/.test(event.type)).flatMap(({ zones, events: part }) => {
      const fold = new UsageFold();
      for (const event of part) fold.add(event);
      return [...zoneStatements(zones, schema), ...fold.statements(schema)];
    }),
};
