import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ConversationNoteAdded } from '../../domain/conversation/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageHeld,
  MessageOutcomeUnknown,
  MessageQueued,
  MessageReceived,
  MessageSent,
  MessageSuppressed,
} from '../../domain/message/events.ts';
import type { EventDefinition } from '../../domain/kernel/event.ts';
import { batchOf, json, perSchema } from '../engine/arrays.ts';
import type { Stored } from '../engine/events.ts';
import type { Statement } from '../engine-types.ts';
import type { MessageStatus } from '../read-models.ts';

export const timelineEvents = [
  MessageReceived,
  MessageQueued,
  MessageAccepted,
  MessageSent,
  MessageDelivered,
  MessageFailed,
  MessageSuppressed,
  MessageHeld,
  MessageOutcomeUnknown,
  ConversationNoteAdded,
] as const;

/**
 * A state never moves backwards: a higher rank replaces a lower one. Among equals the first stays (an end state is an end), except while nobody knows
 * yet (held, unknown), where the latest counts.
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
const revisable = 2;

interface MessageRow {
  readonly id: string;
  readonly businessId: string;
  readonly contactId: string;
  /** Filled by the event that starts the message; null while only later states are known. */
  kind: 'message' | 'note' | null;
  direction: 'in' | 'out' | null;
  body: string | null;
  media: string | null;
  purpose: string | null;
  segments: number | null;
  at: string | null;
  position: bigint | null;
  authorId: string | null;
  status: MessageStatus;
  errorCode: number | null;
  reason: string | null;
  heldUntil: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  failedAt: string | null;
  readonly history: { status: string; at: string }[];
}

const batch = batchOf<MessageRow>({
  id: ['uuid', (row) => row.id],
  business_id: ['uuid', (row) => row.businessId],
  contact_id: ['uuid', (row) => row.contactId],
  kind: ['text', (row) => row.kind],
  direction: ['text', (row) => row.direction],
  body: ['text', (row) => row.body],
  media: ['jsonb', (row) => row.media],
  purpose: ['text', (row) => row.purpose],
  segments: ['int', (row) => row.segments],
  at: ['timestamptz', (row) => row.at],
  position: ['bigint', (row) => row.position],
  author_id: ['uuid', (row) => row.authorId],
  status: ['text', (row) => row.status],
  rank: ['int', (row) => ranks[row.status]],
  error_code: ['int', (row) => row.errorCode],
  reason: ['text', (row) => row.reason],
  held_until: ['timestamptz', (row) => row.heldUntil],
  sent_at: ['timestamptz', (row) => row.sentAt],
  delivered_at: ['timestamptz', (row) => row.deliveredAt],
  failed_at: ['timestamptz', (row) => row.failedAt],
  history: ['jsonb', (row) => json(row.history)],
});

export const createMessages = (schema: string): string => `
  create table ${schema}.messages (
    id           uuid primary key,
    business_id  uuid not null,
    contact_id   uuid not null,
    kind         text,
    direction    text,
    body         text,
    media        jsonb,
    purpose      text,
    segments     int,
    at           timestamptz,
    position     bigint,
    author_id    uuid,
    status       text not null,
    rank         smallint not null,
    error_code   int,
    reason       text,
    held_until   timestamptz,
    sent_at      timestamptz,
    delivered_at timestamptz,
    failed_at    timestamptz,
    history      jsonb not null
  ) with (fillfactor = 85);
  -- The timeline, and the recount of what is unread.
  create index messages_timeline on ${schema}.messages (contact_id, position);
  -- Of each day of the business's zone: what happened on it.
  create table ${schema}.message_days (
    business_id uuid, day date, received bigint not null, sent bigint not null, delivered bigint not null, failed bigint not null, suppressed bigint not null,
    segments bigint not null, primary key (business_id, day)
  ) with (fillfactor = 50);
  -- The segments of each month: what plans are counted by, and lists sorted.
  create table ${schema}.message_months (business_id uuid, month date, segments bigint not null, primary key (business_id, month)) with (fillfactor = 50);
  -- Of each day of the business's zone: the messages begun on it, by the state they have come to.
  create table ${schema}.message_statuses (business_id uuid, day date, status text, count bigint not null, primary key (business_id, day, status)) with (fillfactor = 50)`;

export const indexMessages = (schema: string): string => `
  create index messages_received on ${schema}.messages (business_id, position) where direction = 'in';
  create index message_months_by_use on ${schema}.message_months (month, segments, business_id)`;

/**
 * Writes the messages of a batch and moves the tallies by the difference between what the rows said before and say now, so that a message counts
 * once however often and in whatever order its states come. Days are those of the business's zone; zones differ by quarters of an hour, so
 * instants are grouped to those before they are converted.
 */
const upsert = perSchema((schema) => {
  const patch = (column: string): string => `${column} = coalesce(m.${column}, excluded.${column})`;
  const moves = `(excluded.rank > m.rank or (excluded.rank = m.rank and m.rank = ${revisable}))`;
  const withStatus = (column: string): string =>
    `${column} = case when ${moves} then excluded.${column} else m.${column} end`;
  return `
  with incoming as materialized (select * from ${batch.from('x')}),
  before as materialized (
    select m.business_id, m.at, m.sent_at, m.delivered_at, m.failed_at, m.direction, m.kind, m.status, m.segments from incoming join ${schema}.messages m using (id)
  ),
  after as (
    insert into ${schema}.messages as m (id, business_id, contact_id, kind, direction, body, media, purpose, segments, at, position, author_id, status, rank,
        error_code, reason, held_until, sent_at, delivered_at, failed_at, history)
      select id, business_id, contact_id, kind, direction, body, media::jsonb, purpose, segments, at, position, author_id, status, rank,
        error_code, reason, held_until, sent_at, delivered_at, failed_at, history::jsonb from incoming
    on conflict (id) do update set
      ${['kind', 'direction', 'body', 'media', 'purpose', 'segments', 'at', 'position', 'author_id', 'sent_at', 'delivered_at', 'failed_at'].map(patch).join(', ')},
      ${['status', 'rank', 'error_code', 'reason', 'held_until'].map(withStatus).join(', ')},
      history = m.history || excluded.history
    returning m.business_id, m.at, m.sent_at, m.delivered_at, m.failed_at, m.direction, m.kind, m.status, m.segments
  ),
  counted as materialized (
    select w, business_id, direction, status, segments, at, sent_at, delivered_at, failed_at from
      (select -1 as w, * from before union all select 1 as w, * from after) both_sides where kind = 'message' and at is not null
  ),
  happened as (
    select business_id, (quarter at time zone coalesce(z.timezone, 'UTC'))::date as day, sum(received)::bigint as received, sum(sent)::bigint as sent,
      sum(delivered)::bigint as delivered, sum(failed)::bigint as failed, sum(suppressed)::bigint as suppressed, sum(segments)::bigint as segments
    from (
      select business_id, date_bin('15 minutes', h.at, 'epoch') as quarter, sum(w * h.received) as received, sum(w * h.sent) as sent, sum(w * h.delivered) as delivered,
        sum(w * h.failed) as failed, sum(w * h.suppressed) as suppressed, sum(w * h.segments) as segments
      from (
        select w, business_id, at, 1 as received, 0 as sent, 0 as delivered, 0 as failed, 0 as suppressed, 0 as segments from counted where direction = 'in'
        union all select w, business_id, sent_at, 0, 1, 0, 0, 0, coalesce(segments, 0) from counted where sent_at is not null
        union all select w, business_id, delivered_at, 0, 0, 1, 0, 0, 0 from counted where delivered_at is not null
        union all select w, business_id, failed_at, 0, 0, 0, (status = 'failed')::int, (status = 'suppressed')::int, 0 from counted where status in ('failed', 'suppressed')
      ) h group by 1, 2
    ) q left join ${schema}.zones z using (business_id) group by 1, 2
  ),
  days as (
    insert into ${schema}.message_days as d
      select * from happened where (received, sent, delivered, failed, suppressed, segments) <> (0, 0, 0, 0, 0, 0)
    on conflict (business_id, day) do update set received = d.received + excluded.received, sent = d.sent + excluded.sent, delivered = d.delivered + excluded.delivered,
      failed = d.failed + excluded.failed, suppressed = d.suppressed + excluded.suppressed, segments = d.segments + excluded.segments
  ),
  months as (
    insert into ${schema}.message_months as n
      select business_id, date_trunc('month', day)::date, sum(segments)::bigint from happened group by 1, 2 having sum(segments) <> 0
    on conflict (business_id, month) do update set segments = n.segments + excluded.segments
  )
  insert into ${schema}.message_statuses as s
    select business_id, (quarter at time zone coalesce(z.timezone, 'UTC'))::date, status, sum(count)::bigint
    from (select business_id, date_bin('15 minutes', at, 'epoch') as quarter, status, sum(w) as count from counted group by 1, 2, 3) q
      left join ${schema}.zones z using (business_id)
    group by 1, 2, 3 having sum(count) <> 0
  on conflict (business_id, day, status) do update set count = s.count + excluded.count`;
});

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
  });
  fold.move(event, data.messageId!, 'received', { at: data.receivedAt });
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
on(MessageAccepted, (fold, event) => fold.move(event, event.data.messageId!, 'accepted', {}));
on(MessageSent, (fold, event) => fold.move(event, event.data.messageId!, 'sent', {}));
on(MessageDelivered, (fold, event) => fold.move(event, event.data.messageId!, 'delivered', {}));
on(MessageFailed, (fold, event) =>
  fold.move(event, event.data.messageId!, 'failed', { errorCode: event.data.errorCode, reason: event.data.reason }),
);
on(MessageSuppressed, (fold, event) =>
  fold.move(event, event.data.messageId!, 'suppressed', { reason: event.data.reason }),
);
on(MessageHeld, (fold, event) =>
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
    return [{ text: upsert(schema), values: batch.values([...this.#rows.values()]) }];
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
        kind: null,
        direction: null,
        body: null,
        media: null,
        purpose: null,
        segments: null,
        at: null,
        position: null,
        authorId: null,
        status: 'queued',
        errorCode: null,
        reason: null,
        heldUntil: null,
        sentAt: null,
        deliveredAt: null,
        failedAt: null,
        history: [],
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
      media?: unknown;
      purpose?: string | null;
      segments?: number | null;
      authorId?: string | null;
      at?: string | null;
    },
  ): void {
    const row = this.#row(event, id);
    if (row.kind !== null) return;
    row.kind = base.kind;
    row.direction = base.direction;
    row.body = base.body;
    row.media = Array.isArray(base.media) && base.media.length > 0 ? json(base.media) : null;
    row.purpose = base.purpose ?? null;
    row.segments = base.segments ?? null;
    row.authorId = base.authorId ?? null;
    row.at = base.at ?? event.metadata.occurredAt;
    row.position = event.position;
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
    const [now, next] = [ranks[row.status], ranks[status]];
    if (!first && next <= now && !(next === now && now === revisable)) return;
    row.status = status;
    row.errorCode = detail.errorCode ?? null;
    row.reason = detail.reason ?? null;
    row.heldUntil = detail.heldUntil ?? null;
  }
}
