import { sql } from 'kysely';
import type { EventStore } from '../adapters/event-store/port.ts';
import { loadCheckpoints } from './engine/checkpoints.ts';
import { countWaiting } from './delivery/handover/queue.ts';
import { maxAttempts } from './engine/retry-policy.ts';
import type { SubscriptionState } from './engine/subscription.ts';
import type { Database } from './engine/worker.ts';

export interface WorkersStatus {
  /** This process's id among the workers. */
  readonly holder: string;
  readonly alive: boolean;
  readonly workers: readonly WorkerStatus[];
  readonly sender: {
    /** Requests under way in this process. */
    readonly inHand: number;
    /** When this process asks the carrier again after it was away; null: all is well. */
    readonly carrierAwayUntil: Date | null;
    /** No more than 10,000 are counted. */
    readonly pending: number;
    readonly sending: number;
    readonly unknown: number;
    readonly blockedSenders: readonly { readonly sender: string; readonly code: number }[];
  };
  readonly timers: { readonly waiting: number; readonly failed: number };
  /** What needs a person, in words; empty when all is well. */
  readonly watchdog: readonly string[];
}

export interface WorkerStatus {
  readonly name: string;
  readonly position: bigint;
  /** How far it is behind the newest event, in positions. */
  readonly behind: bigint;
  readonly phase: SubscriptionState['phase'];
  readonly lastError: string | null;
  readonly pausedAt: Date | null;
  readonly pausedEvent: string | null;
}

/** A message that should have gone out, or an unknown that should have been cleared up, this long ago is worth a word (seconds). */
const overdueSeconds = 60;
const unknownSeconds = 300;

export async function readStatus(dependencies: {
  db: Database;
  store: EventStore;
  now: Date;
  holder: string;
  alive: boolean;
  inHand: number;
  carrierAwayUntil: number | null;
  states: ReadonlyMap<string, SubscriptionState>;
}): Promise<WorkersStatus> {
  const { db, store, now, states } = dependencies;
  const [checkpoints, head, outbox, blocked, timers, emails, notLetIn] = await Promise.all([
    loadCheckpoints(db),
    store.head(),
    countOutbox(db, now),
    listBlocked(db),
    countTimers(db, now),
    countWaiting(db, now),
    countNotLetIn(db),
  ]);
  const workers = [...states].map(([name, state]): WorkerStatus => {
    const checkpoint = checkpoints.get(name);
    const position = checkpoint?.position ?? 0n;
    const paused = checkpoint?.paused ?? null;
    return {
      name,
      position,
      behind: head > position ? head - position : 0n,
      phase: paused === null ? state.phase : 'paused',
      lastError: paused?.reason ?? state.lastError,
      pausedAt: paused?.at ?? null,
      pausedEvent: paused?.eventId ?? null,
    };
  });
  const watchdog = [
    ...workers
      .filter((worker) => worker.pausedAt !== null)
      .map(({ name, pausedEvent, lastError }) =>
        pausedEvent === null ?
          `The worker ${name} is paused: ${lastError}`
        : `The worker ${name} is paused at event ${pausedEvent}: ${lastError}`,
      ),
    ...(outbox.overdue > 0 ?
      [
        `${outbox.overdue} messages should have been sent more than ${overdueSeconds} s ago; ` +
          `the oldest is ${outbox.oldest_seconds} s late.`,
      ]
    : []),
    ...(outbox.unknown_overdue > 0 ?
      [`${outbox.unknown_overdue} messages have had an unknown outcome for more than ${unknownSeconds} s.`]
    : []),
    ...blocked.map(({ sender, code }) => `The carrier does not let ${sender} send (error ${code}).`),
    ...(emails.overdue > 0 ? [`${emails.overdue} emails wait${emails.note === null ? '' : `: ${emails.note}`}.`] : []),
    ...(emails.unrecorded > 0 ?
      [`${emails.unrecorded} emails are over, and what came of them could not be written down.`]
    : []),
    ...(timers.overdue > 0 ? [`${timers.overdue} timers are overdue.`] : []),
    ...(timers.failed > 0 ? [`${timers.failed} timers failed for good.`] : []),
    ...notLetIn.map(
      ({ automation_id, count }) => `${count} contacts could not be let into the automation ${automation_id}.`,
    ),
  ];
  return {
    holder: dependencies.holder,
    alive: dependencies.alive,
    workers,
    sender: {
      inHand: dependencies.inHand,
      carrierAwayUntil: dependencies.carrierAwayUntil === null ? null : new Date(dependencies.carrierAwayUntil),
      pending: outbox.pending,
      sending: outbox.sending,
      unknown: outbox.unknown,
      blockedSenders: blocked,
    },
    timers: { waiting: timers.waiting, failed: timers.failed },
    watchdog,
  };
}

/** More than so many that wait are not counted: they are as many, or more. */
const maxCount = 10_000;

/**
 * What waits and what is under way, by indexes that hold nothing else: no table is read through, however much there is.
 * Of a broadcast nothing is overdue: its texts wait for their turn, for hours where they are many.
 */
async function countOutbox(db: Database, now: Date) {
  const { rows } = await sql<{
    pending: number;
    sending: number;
    unknown: number;
    overdue: number;
    oldest_seconds: number;
    unknown_overdue: number;
  }>`
    select
      (select count(*)::int from (select from ops.outbox where stage = 'pending' limit ${maxCount}) p) as pending,
      (select count(*)::int from ops.outbox where stage = 'in hand') as sending,
      late.*, unclear.*
    from (
      select count(*)::int as overdue,
        coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)::int as oldest_seconds
      from (
        select o.due_at from ops.outbox o left join ops.senders s on s.sender = o.sender
        where o.stage = 'pending' and o.broadcast_id is null and s.blocked_at is null
          and o.due_at < ${now}::timestamptz - ${overdueSeconds} * interval '1 second'
        order by o.due_at limit ${maxCount}) l
    ) late, (
      select count(*)::int as unknown,
        (count(*) filter (where first_sending_at < ${now}::timestamptz - ${unknownSeconds} * interval '1 second'))::int
          as unknown_overdue
      from ops.outbox where stage = 'unknown'
    ) unclear`.execute(db);
  return rows[0]!;
}

async function listBlocked(db: Database) {
  const { rows } = await sql<{
    sender: string;
    code: number;
  }>`select sender, blocked_code as code from ops.senders where blocked_at is not null order by sender`.execute(db);
  return rows;
}

async function countTimers(db: Database, now: Date) {
  const { rows } = await sql<{ waiting: number; overdue: number; failed: number }>`
    select count(*) filter (where failed_at is null)::int as waiting, count(*) filter (where failed_at is not null)::int as failed,
      count(*) filter (where failed_at is null and due_at < ${now}::timestamptz - ${overdueSeconds} * interval '1 second')::int as overdue
    from ops.timers`.execute(db);
  return rows[0]!;
}

/** By automations: whom they let in no more after they failed so often by our own fault. */
async function countNotLetIn(db: Database) {
  const { rows } = await sql<{ automation_id: string; count: number }>`
    select automation_id, count(*)::int as count from ops.automation_entering where failures >= ${sql.lit(maxAttempts)}
    group by 1 order by 1`.execute(db);
  return rows;
}
