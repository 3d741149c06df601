import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { recipientState, type Word } from '../../domain/broadcasts/report.ts';
import {
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailQueued,
  EmailSuppressed,
} from '../../domain/emails/events.ts';
import { emailFailureOf } from '../../domain/emails/failure.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageDeferred,
  MessageOutcomeUnknown,
  MessageQueued,
  MessageSent,
  MessageSuppressed,
} from '../../domain/messages/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is } from '../engine/events.ts';
import type { WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import {
  broadcastTallyTable,
  momentTable,
  newsBatch,
  recipientRanks,
  recipientTable,
  revisableRank,
} from '../tables/broadcasts.ts';

/** What says how a text or an email fares. */
export const newsEvents = [
  MessageQueued,
  MessageAccepted,
  MessageSent,
  MessageDelivered,
  MessageFailed,
  MessageSuppressed,
  MessageDeferred,
  MessageOutcomeUnknown,
  EmailQueued,
  EmailAccepted,
  EmailFailed,
  EmailSuppressed,
  EmailOutcomeUnknown,
  EmailDelivered,
  EmailBounced,
  EmailComplained,
] as const;

interface News {
  readonly id: string;
  readonly word: Word;
  readonly reason?: string;
  readonly errorCode?: number | null;
  readonly heldUntil?: string;
  readonly variant?: number | null;
}
const plainly = (status: Word['status']): Word => ({ status, reason: null });

/** What an event says of the recipient whose text or email it is. Null: nothing. */
function newsOf(event: StoredEvent): News | null {
  if (event.type.startsWith('Message')) {
    const id = event.data['messageId'] as string;
    if (is(event, MessageQueued))
      return event.data.broadcastId === null ? null : { id, word: plainly('queued'), variant: event.data.variant };
    if (is(event, MessageAccepted)) return { id, word: plainly('accepted') };
    if (is(event, MessageSent)) return { id, word: plainly('sent') };
    if (is(event, MessageDelivered)) return { id, word: plainly('delivered') };
    if (is(event, MessageFailed) && event.data.unsure === true) return { id, word: plainly('lost'), reason: 'lost' };
    if (is(event, MessageFailed))
      return { id, word: plainly('failed'), reason: event.data.reason, errorCode: event.data.errorCode };
    if (is(event, MessageSuppressed)) {
      const { reason } = event.data;
      return { id, word: { status: 'suppressed', reason }, reason };
    }
    if (is(event, MessageDeferred))
      return { id, word: plainly('held'), reason: event.data.reason, heldUntil: event.data.until };
    if (is(event, MessageOutcomeUnknown)) return { id, word: plainly('unknown'), reason: 'unknown' };
    return null;
  }
  const id = event.data['mailId'] as string;
  if (is(event, EmailQueued))
    return event.data.broadcastId === null ? null : { id, word: plainly('queued'), variant: event.data.variant };
  if (is(event, EmailAccepted)) return { id, word: plainly('taken'), reason: 'taken' };
  if (is(event, EmailDelivered)) return { id, word: plainly('delivered') };
  if (is(event, EmailBounced)) {
    const { kind, reason } = event.data;
    return { id, word: plainly('bounced'), reason: emailFailureOf(reason, kind!) };
  }
  if (is(event, EmailComplained)) return { id, word: plainly('complained'), reason: 'complained' };
  if (is(event, EmailFailed)) return { id, word: plainly('failed'), reason: emailFailureOf(event.data.reason) };
  if (is(event, EmailSuppressed)) {
    const { reason } = event.data;
    return { id, word: { status: 'suppressed', reason }, reason };
  }
  if (is(event, EmailOutcomeUnknown)) return { id, word: plainly('lost'), reason: 'lost' };
  return null;
}

/** What has left the house: for it a moment is counted. */
const leftWith: ReadonlySet<Word['status']> = new Set([
  ...(['queued', 'unknown', 'accepted', 'sent', 'delivered'] as const),
  ...(['taken', 'lost', 'bounced', 'complained'] as const),
]);

/** Moves the tallies by the rows of `both`, a select of `w` (−1 or 1) and what is counted; answers whose moved. */
export const tallied = (schema: string, both: string): string =>
  `${broadcastTallyTable.upsert(
    schema,
    't',
    `select broadcast_id, variant, state, reason, error_code, business_id, sum(w)::bigint from (${both}) both_sides
      group by 1, 2, 3, 4, 5, 6 having sum(w) <> 0`,
  )} returning t.broadcast_id, t.business_id`;

/**
 * Writes what is newly known and moves the counts by the difference between what the rows said before and say now, so
 * that a recipient counts once however often and in whatever order the news come. What is of no broadcast meets no row.
 */
const apply = perSchema((schema) => {
  const counted = 'broadcast_id, business_id, variant, state, reason, error_code, sent_at, delivered_at, failed_at'
    .split(', ')
    .map((column) => `r.${column}`)
    .join(', ');
  const moves = `(n.rank > r.rank or (n.rank = r.rank and r.rank = ${revisableRank}))`;
  const withState = ['state', 'rank', 'reason', 'error_code', 'at', 'held_until']
    .map((column) => `${column} = case when ${moves} then n.${column} else r.${column} end`)
    .join(', ');
  return `
  with news as materialized (select * from ${newsBatch.from('said')}),
  before as materialized (select ${counted} from news n join ${recipientTable.in(schema)} r on r.id = n.id),
  after as (
    update ${recipientTable.in(schema)} r set ${withState}, variant = coalesce(n.variant, r.variant),
        sent_at = case when n.unsent and ${moves} then n.sent_at else coalesce(r.sent_at, n.sent_at) end,
        sent_position = coalesce(r.sent_position, n.sent_position),
        delivered_at = coalesce(r.delivered_at, n.delivered_at), failed_at = coalesce(r.failed_at, n.failed_at)
      from news n where r.id = n.id
      returning ${counted}
  ),
  both_sides as materialized (select -1 as w, * from before union all select 1 as w, * from after),
  moments as (
    ${momentTable.upsert(
      schema,
      'm',
      `select broadcast_id, date_bin('5 minutes', h.at, 'epoch'), business_id,
          sum(w * h.sent)::bigint, sum(w * h.delivered)::bigint, sum(w * h.failed)::bigint
        from (
          select w, broadcast_id, business_id, sent_at as at, 1 as sent, 0 as delivered, 0 as failed
            from both_sides
            where sent_at is not null and state in ('sent', 'delivered', 'undelivered')
          union all select w, broadcast_id, business_id, delivered_at, 0, 1, 0 from both_sides
            where delivered_at is not null
          union all select w, broadcast_id, business_id, failed_at, 0, 0, 1 from both_sides
            where failed_at is not null and state = 'undelivered'
        ) h group by 1, 2, 3
        having (sum(w * h.sent), sum(w * h.delivered), sum(w * h.failed)) <> (0, 0, 0)`,
    )}
  )
  ${tallied(schema, 'select w, broadcast_id, business_id, variant, state, reason, error_code from both_sides')}`;
});

/** What a batch says of texts and emails, one row each. */
export class NewsFold {
  readonly #rows = new Map<string, WrittenOf<typeof newsBatch>>();

  add(event: StoredEvent): void {
    const news = newsOf(event);
    if (news === null) return;
    const at = event.metadata.occurredAt;
    const state = recipientState(news.word, 'running');
    const [sent, rank] = [leftWith.has(news.word.status), recipientRanks[news.word.status]];
    const row: WrittenOf<typeof newsBatch> = {
      id: news.id,
      state,
      variant: news.variant ?? null,
      rank,
      reason: news.reason ?? '',
      errorCode: news.errorCode ?? 0,
      at,
      heldUntil: news.heldUntil ?? null,
      sentAt: sent ? at : null,
      unsent: news.word.status === 'held',
      sentPosition: sent ? event.position : null,
      deliveredAt: state === 'delivered' ? at : null,
      failedAt: state === 'undelivered' ? at : null,
    };
    const known = this.#rows.get(news.id);
    if (!known) {
      this.#rows.set(news.id, row);
      return;
    }
    const moves = rank > known.rank || (rank === known.rank && rank === revisableRank);
    this.#rows.set(news.id, {
      ...(moves ? row : known),
      variant: known.variant ?? row.variant,
      // What is held has not left, whatever was said before.
      sentAt: moves && row.unsent ? null : (known.sentAt ?? row.sentAt),
      unsent: known.unsent || (moves && row.unsent),
      sentPosition: known.sentPosition ?? row.sentPosition,
      deliveredAt: known.deliveredAt ?? row.deliveredAt,
      failedAt: known.failedAt ?? row.failedAt,
    });
  }

  statements(schema: string): Statement[] {
    if (this.#rows.size === 0) return [];
    return [{ text: apply(schema), values: newsBatch.values([...this.#rows.values()]) }];
  }
}
