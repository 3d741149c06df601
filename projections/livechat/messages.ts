import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ConversationNoteAdded } from '../../domain/livechat/events.ts';
import {
  MessageAccepted,
  MessageAnsweredAutomatically,
  MessageDelivered,
  MessageFailed,
  MessageDeferred,
  MessageRoutedToInbox,
  MessageMediaRejected,
  MessageMediaStored,
  MessageOutcomeUnknown,
  MessageQueued,
  MessageReceived,
  MessageSent,
  MessageSuppressed,
} from '../../domain/messages/events.ts';
import { quantityOf } from '../../domain/messages/measure.ts';
import type { EventDefinition } from '../../domain/kernel/event.ts';
import { perSchema } from '../engine/arrays.ts';
import type { Stored } from '../engine/events.ts';
import type { WrittenOf } from '../engine/table.ts';
import { zoneTable } from '../engine/business-zones.ts';
import type { Statement } from '../engine-types.ts';
import {
  conversationTable,
  countedColumns,
  type EndedMedia,
  messageDayTable,
  type MessageStatus,
  messageStatusTable,
  messageTable,
  moveTallies,
  recordDayTable,
  recordDimensions,
  revisableRank,
  saidOfMessages,
} from '../tables/livechat.ts';

export const timelineEvents = [
  MessageReceived,
  MessageAnsweredAutomatically,
  MessageRoutedToInbox,
  MessageMediaStored,
  MessageMediaRejected,
  MessageQueued,
  MessageAccepted,
  MessageSent,
  MessageDelivered,
  MessageFailed,
  MessageSuppressed,
  MessageDeferred,
  MessageOutcomeUnknown,
  ConversationNoteAdded,
] as const;

/**
 * A state never moves backwards: a higher rank replaces a lower one. Among equals the first stays (an end state is an
 * end), except while nobody knows yet (held, unknown), where the latest counts.
 */
export const ranks: Readonly<Record<MessageStatus, number>> = {
  queued: 1,
  held: 2,
  unknown: 2,
  accepted: 3,
  sent: 4,
  failed: 5,
  suppressed: 5,
  delivered: 6,
  received: 6,
};

type MessageRow = WrittenOf<typeof saidOfMessages>;

/**
 * Writes the messages of a batch and moves the tallies by the difference between what the rows said before and say
 * now, so that a message counts once however often and in whatever order its states come. A conversation learns that the
 * last text a person wrote in it did not reach its phone, or did after all. Days are those of the
 * business's zone; zones differ by quarters of an hour, so instants are grouped to those before they are converted.
 */
const dayIn = (instant: string): string => `(${instant} at time zone coalesce(z.timezone, 'UTC'))::date`;
const upsert = perSchema((schema) => {
  const counted = [
    'id',
    'contact_id',
    'purpose',
    'fell_at',
    'business_id',
    'at',
    'sent_at',
    'delivered_at',
    'failed_at',
    'direction',
    'kind',
    'status',
    'segments',
    'quantity',
    ...recordDimensions.filter((name) => !['business_id', 'direction', 'purpose', 'status'].includes(name)),
  ]
    .map((column) => `m.${column}`)
    .join(', ');
  const theirs = countedColumns.map((column) => `c.${column}`).join(', ');
  const ofTheLast = 'c.contact_id = f.contact_id and c.last_answer_id = f.id';
  return `
  with incoming as materialized (
    select said.*, ${dayIn('said.at')} as day, ${dayIn('said.sent_at')} as sent_day,
      ${dayIn('said.delivered_at')} as delivered_day, ${dayIn('said.failed_at')} as failed_day
    from ${saidOfMessages.from('said')} left join ${zoneTable.in(schema)} z using (business_id)
  ),
  before as materialized (select ${counted} from incoming join ${messageTable.in(schema)} m using (id)),
  after as (
    ${messageTable.upsert(schema, 'm', `select ${messageTable.names} from incoming`)}
    returning ${counted}
  ),
  fallen as materialized (
    select a.id, a.contact_id, a.fell_at from after a left join before b using (id)
      where a.purpose = 'livechat' and a.fell_at is distinct from b.fell_at
  ),
  conversations_before as materialized (
    select ${theirs} from ${conversationTable.in(schema)} c join fallen f on ${ofTheLast}
  ),
  conversations_after as (
    update ${conversationTable.in(schema)} c set fell_at = f.fell_at from fallen f where ${ofTheLast} returning ${theirs}
  ),
  both_sides as materialized (
    select 1 as w, * from conversations_after union all select -1, * from conversations_before
  ),
  ${moveTallies(schema)},
  counted as materialized (
    select w, business_id, direction, status, segments, at, sent_at, delivered_at, failed_at from
      (select -1 as w, * from before union all select 1 as w, * from after) rows
      where kind = 'message' and at is not null
  ),
  happened as (
    select business_id, (quarter at time zone coalesce(z.timezone, 'UTC'))::date as day,
      sum(received)::bigint as received, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
      sum(failed)::bigint as failed, sum(suppressed)::bigint as suppressed, sum(segments)::bigint as segments
    from (
      select business_id, date_bin('15 minutes', h.at, 'epoch') as quarter, sum(w * h.received) as received,
        sum(w * h.sent) as sent, sum(w * h.delivered) as delivered, sum(w * h.failed) as failed,
        sum(w * h.suppressed) as suppressed, sum(w * h.segments) as segments
      from (
        select w, business_id, at, 1 as received, 0 as sent, 0 as delivered, 0 as failed, 0 as suppressed, 0 as segments
          from counted where direction = 'in'
        union all select w, business_id, sent_at, 0, 1, 0, 0, 0, coalesce(segments, 0) from counted where sent_at is not null
        union all select w, business_id, delivered_at, 0, 0, 1, 0, 0, 0 from counted where delivered_at is not null
        union all select w, business_id, failed_at, 0, 0, 0, (status = 'failed')::int, (status = 'suppressed')::int, 0
          from counted where status in ('failed', 'suppressed')
      ) h group by 1, 2
    ) q left join ${zoneTable.in(schema)} z using (business_id) group by 1, 2
  ),
  recorded as materialized (
    select w, quantity, ${recordDimensions
      .map((name) =>
        name === 'failed_day' ? `case when status in ('failed', 'suppressed') then failed_day end as failed_day` : name,
      )
      .join(', ')}
    from (select -1 as w, * from before union all select 1 as w, * from after) rows
    where kind = 'message' and day is not null
  ),
  records as (
    ${recordDayTable.upsert(
      schema,
      'r',
      `select md5(concat_ws('|', ${recordDimensions.map((name) => `coalesce(${name}::text, '')`).join(', ')}))::uuid,
          ${recordDimensions.join(', ')}, sum(w)::bigint, coalesce(sum(w * quantity), 0)::bigint
        from recorded group by ${recordDimensions.join(', ')}
        having (sum(w), coalesce(sum(w * quantity), 0)) <> (0, 0)`,
    )}
  ),
  days as (
    ${messageDayTable.upsert(
      schema,
      'd',
      `select * from happened where (received, sent, delivered, failed, suppressed, segments) <> (0, 0, 0, 0, 0, 0)`,
    )}
  )
  ${messageStatusTable.upsert(
    schema,
    's',
    `select business_id, (quarter at time zone coalesce(z.timezone, 'UTC'))::date, status, sum(count)::bigint
      from (
        select business_id, date_bin('15 minutes', at, 'epoch') as quarter, status, sum(w) as count
          from counted group by 1, 2, 3
      ) q left join ${zoneTable.in(schema)} z using (business_id)
      group by 1, 2, 3 having sum(count) <> 0`,
  )}`;
});

/** What it is about, or of. */
type Related = { readonly [N in 'campaignId' | 'broadcastId' | 'automationId']?: string | null | undefined };
const counted = ({ segments, mms }: { readonly segments: number; readonly mms: number }) =>
  mms > 0 ? ({ channel: 'mms', quantity: mms } as const) : ({ channel: 'sms', quantity: segments } as const);

type Handler<D> = (fold: MessageFold, event: StoredEvent & Stored<D>) => void;
const handlers = new Map<string, (fold: MessageFold, event: StoredEvent) => void>();
const on = <D extends EventDefinition>(definition: D, handler: Handler<D>): void => {
  handlers.set(definition.type, handler as (fold: MessageFold, event: StoredEvent) => void);
};

on(MessageReceived, (fold, event) => {
  const { data } = event;
  fold.begin(event, data.messageId!, {
    kind: 'message',
    direction: 'in',
    body: data.body,
    media: data.media,
    at: data.receivedAt,
    number: data.to,
    ...counted(data.pictures! > 0 ? { segments: 0, mms: 1 } : { segments: data.segments!, mms: 0 }),
  });
  fold.name(event, data.messageId!, data.provider!, data.providerMessageId!);
  fold.move(event, data.messageId!, 'received', { at: data.receivedAt });
  if (data.leftToPeople === true) fold.sort(event, data.messageId!, 'people');
});
on(MessageRoutedToInbox, (fold, event) => fold.sort(event, event.data.messageId!, 'people'));
on(MessageAnsweredAutomatically, (fold, event) => fold.sort(event, event.data.messageId!, event.data.rule!));
on(MessageMediaStored, (fold, event) => {
  const { messageId, index, mediaId, contentType, width, height } = event.data;
  fold.attach(event, messageId!, { index: index!, mediaId, contentType: contentType!, width: width!, height: height! });
});
on(MessageMediaRejected, (fold, event) => {
  const { messageId, index, reason } = event.data;
  fold.attach(event, messageId!, { index: index!, refused: reason! });
});
on(MessageQueued, (fold, event) => {
  const {
    data,
    metadata: { actor },
  } = event;
  fold.begin(event, data.messageId!, {
    kind: 'message',
    direction: 'out',
    body: data.body,
    media: data.media,
    purpose: data.purpose,
    segments: data.segments,
    authorId: actor.kind === 'user' ? actor.userId : null,
    aboutId: data.aboutId,
    number: data.from,
    ...counted(quantityOf(data)),
    campaignId: data.campaignId,
    broadcastId: data.broadcastId,
    automationId: data.automation?.automationId,
  });
  fold.move(event, data.messageId!, 'queued', {});
});
on(ConversationNoteAdded, (fold, event) => {
  fold.begin(event, event.data.noteId!, {
    kind: 'note',
    direction: 'out',
    body: event.data.text,
    authorId: event.data.userId,
  });
  fold.move(event, event.data.noteId!, 'sent', {});
});
on(MessageAccepted, (fold, event) => {
  fold.name(event, event.data.messageId!, event.data.provider!, event.data.providerMessageId!);
  fold.move(event, event.data.messageId!, 'accepted', {});
});
on(MessageSent, (fold, event) => fold.move(event, event.data.messageId!, 'sent', {}));
on(MessageDelivered, (fold, event) => fold.move(event, event.data.messageId!, 'delivered', {}));
on(MessageFailed, (fold, event) =>
  fold.move(event, event.data.messageId!, 'failed', { errorCode: event.data.errorCode, reason: event.data.reason }),
);
on(MessageSuppressed, (fold, event) =>
  fold.move(event, event.data.messageId!, 'suppressed', { reason: event.data.reason }),
);
on(MessageDeferred, (fold, event) =>
  fold.move(event, event.data.messageId!, 'held', {
    errorCode: event.data.errorCode,
    reason: event.data.reason,
    heldUntil: event.data.until,
  }),
);
on(MessageOutcomeUnknown, (fold, event) =>
  fold.move(event, event.data.messageId!, 'unknown', { reason: event.data.detail }),
);

/** The messages and notes of a batch, one row each. */
export class MessageFold {
  readonly #rows = new Map<string, MessageRow>();

  add(event: StoredEvent): void {
    handlers.get(event.type)?.(this, event);
  }

  statements(schema: string): Statement[] {
    if (this.#rows.size === 0) return [];
    return [{ text: upsert(schema), values: saidOfMessages.values([...this.#rows.values()]) }];
  }

  get size(): number {
    return this.#rows.size;
  }

  #row(event: StoredEvent, id: string): MessageRow {
    let row = this.#rows.get(id);
    if (!row) {
      row = {
        id,
        businessId: event.data['businessId'] as string,
        contactId: event.data['contactId'] as string,
        aboutId: null,
        kind: null,
        direction: null,
        body: null,
        media: null,
        mediaEnded: [],
        purpose: null,
        segments: null,
        at: null,
        position: null,
        authorId: null,
        sorted: null,
        sortedAt: null,
        status: 'queued',
        rank: ranks.queued,
        errorCode: null,
        reason: null,
        heldUntil: null,
        sentAt: null,
        deliveredAt: null,
        failedAt: null,
        fellAt: null,
        history: [],
        number: null,
        carrier: null,
        carrierMessageId: null,
        channel: null,
        quantity: null,
        campaignId: null,
        broadcastId: null,
        automationId: null,
      };
      this.#rows.set(id, row);
    }
    return row;
  }

  /** What starts a message. */
  begin(
    event: StoredEvent,
    id: string,
    base: {
      kind: 'message' | 'note';
      direction: 'in' | 'out';
      body: string | null;
      media?: MessageRow['media'];
      purpose?: string | null;
      segments?: number | null;
      authorId?: string | null;
      aboutId?: string | null;
      at?: string | null;
    } & Partial<Pick<MessageRow, 'number' | 'channel' | 'quantity'>> &
      Related,
  ): void {
    const row = this.#row(event, id);
    if (row.kind !== null) return;
    row.kind = base.kind;
    row.direction = base.direction;
    row.body = base.body;
    row.media = base.media && base.media.length > 0 ? base.media : null;
    row.purpose = base.purpose ?? null;
    row.segments = base.segments ?? null;
    row.authorId = base.authorId ?? null;
    row.aboutId = base.aboutId ?? null;
    row.at = base.at ?? event.metadata.occurredAt;
    row.position = event.position;
    row.number = base.number ?? null;
    row.channel = base.channel ?? null;
    row.quantity = base.quantity ?? null;
    row.campaignId = base.campaignId ?? null;
    row.broadcastId = base.broadcastId ?? null;
    row.automationId = base.automationId ?? null;
  }

  /** Which carrier has it, and what it calls it. */
  name(event: StoredEvent, id: string, carrier: string, carrierMessageId: string): void {
    const row = this.#row(event, id);
    row.carrier ??= carrier;
    row.carrierMessageId ??= carrierMessageId;
  }

  /** Who deals with a text that came in. */
  sort(event: StoredEvent, id: string, by: NonNullable<MessageRow['sorted']>): void {
    const row = this.#row(event, id);
    if (row.sorted !== null) return;
    row.sorted = by;
    row.sortedAt = event.position;
  }

  /** What became of one attachment. */
  attach(event: StoredEvent, id: string, ended: EndedMedia): void {
    this.#row(event, id).mediaEnded.push(ended);
  }

  /** A state of a message. */
  move(
    event: StoredEvent,
    id: string,
    status: MessageStatus,
    detail: { at?: string | null; errorCode?: number | null; reason?: string | null; heldUntil?: string | null },
  ): void {
    const row = this.#row(event, id);
    const at = detail.at ?? event.metadata.occurredAt;
    const first = row.history.length === 0;
    row.history.push({ status, at });
    if (row.kind !== 'note' && status !== 'received') {
      if (status === 'accepted' || status === 'sent' || status === 'delivered') row.sentAt ??= at;
      if (status === 'delivered') row.deliveredAt ??= at;
      if (status === 'failed' || status === 'suppressed') row.failedAt ??= at;
    }
    const [now, next] = [row.rank, ranks[status]];
    if (!first && next <= now && !(next === now && now === revisableRank)) return;
    row.status = status;
    row.rank = next;
    row.errorCode = detail.errorCode ?? null;
    row.reason = detail.reason ?? null;
    row.heldUntil = detail.heldUntil ?? null;
    row.fellAt = status === 'failed' || status === 'suppressed' ? event.position : null;
  }
}
