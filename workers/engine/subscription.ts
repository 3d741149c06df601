import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import {
  AgencyMoving,
  type EventStore,
  type FeedPage,
  LogEndsEarlier,
  type Position,
  type StoredEvent,
} from '../../adapters/event-store/port.ts';
import type { Tracing } from '../../adapters/tracing/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import { CheckpointMoved, loadCheckpoint, moveCheckpoint, pauseAt, pauseBeyond } from './checkpoints.ts';
import { isOutage } from './outage.ts';
import { backoff } from './retry-policy.ts';
import type { Database, Worker } from './worker.ts';

export interface SubscriptionDependencies {
  readonly store: EventStore;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly tracing: Tracing;
  /** How often one event is tried before the worker pauses. */
  readonly attempts: number;
  readonly retryMs: number;
}

/** What a worker is doing in this process. `waiting`: another process has it. */
export interface SubscriptionState {
  phase: 'waiting' | 'running' | 'paused' | 'retrying';
  lastError: string | null;
}

/** The worker has stopped before an event; only `resume` lets it go on. */
class Paused extends Error {}

/** Without a failure for so long, a worker with nothing to do counts as being back. */
const settledMs = 3_000;

/** A checkpoint that only passed over events of no interest is written down at most this often. */
const idleCheckpointMs = 5_000;

/**
 * Follows the feed for one worker until the signal fires (the process stops, or the lease is lost). A failing batch
 * is taken apart, so that what comes before the failing event is done; that event is tried again with growing waits,
 * and then the worker pauses. An outage of the database or the store is not the event's fault: the worker waits for
 * as long as it takes. When the log ends before the checkpoint it pauses at once: by waiting it would pass over what
 * is appended below.
 */
export async function follow(
  worker: Worker,
  dependencies: SubscriptionDependencies,
  state: SubscriptionState,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, clock } = dependencies;
  const outage = createOutage(log, 'a worker', { worker: worker.name });
  for (let attempts = 0; !signal.aborted;) {
    let settled: NodeJS.Timeout | undefined;
    try {
      const checkpoint = await loadCheckpoint(db, worker.name);
      if (checkpoint.paused !== null) {
        state.phase = 'paused';
        state.lastError = checkpoint.paused.reason;
        await clock.sleep(500, signal);
        continue;
      }
      state.phase = 'running';
      state.lastError = null;
      settled = setTimeout(outage.works, settledMs);
      for await (const _ of handled(worker, dependencies, checkpoint.position, signal)) {
        attempts = 0;
        outage.works();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Paused) continue;
      if (error instanceof LogEndsEarlier) {
        await pauseBeyond(db, worker.name, error).catch(() => clock.sleep(500, signal));
        log.error(
          { gaveUp: 'worker', worker: worker.name, err: error },
          'paused: this is not the event log that the worker has followed',
        );
        continue;
      }
      if (error instanceof CheckpointMoved) {
        log.warn({ worker: worker.name }, 'another process moved the checkpoint');
        await clock.sleep(100, signal);
        continue;
      }
      state.phase = 'retrying';
      state.lastError = describe(error);
      outage.failed(error);
      await clock.sleep(backoff(attempts++, 50, 2_000), signal);
    } finally {
      clearTimeout(settled);
    }
  }
}

async function* handled(
  worker: Worker,
  dependencies: SubscriptionDependencies,
  from: Position,
  signal: AbortSignal,
): AsyncGenerator<void> {
  const { db, store, clock } = dependencies;
  let stored = from;
  let written = clock.elapsed();
  const pages: AsyncIterable<FeedPage> = store.subscribe(from, {
    filter: { types: worker.handles },
    batchSize: worker.batchSize ?? 500,
    signal,
  });
  for await (const page of pages) {
    if (page.events.length > 0) {
      await handlePage(worker, dependencies, stored, page, signal);
      stored = page.next;
      written = clock.elapsed();
    } else if (page.next !== stored && clock.elapsed() - written > (worker.idleCheckpointMs ?? idleCheckpointMs)) {
      await moveCheckpoint(db, worker.name, stored, page.next);
      stored = page.next;
      written = clock.elapsed();
    }
    yield;
  }
}

async function handlePage(
  worker: Worker,
  dependencies: SubscriptionDependencies,
  stored: Position,
  page: FeedPage,
  signal: AbortSignal,
): Promise<void> {
  try {
    await handle(worker, dependencies, stored, page.events, page.next);
    return;
  } catch (error) {
    if (error instanceof CheckpointMoved || isOutage(error) || signal.aborted) throw error;
    dependencies.log.warn(
      { worker: worker.name, err: error, events: page.events.length },
      'a batch failed, taking it apart',
    );
  }
  let at = stored;
  for (const [index, event] of page.events.entries()) {
    const next = index === page.events.length - 1 ? page.next : event.position;
    await handleOne(worker, dependencies, at, event, next, signal);
    at = next;
  }
}

async function handleOne(
  worker: Worker,
  dependencies: SubscriptionDependencies,
  at: Position,
  event: StoredEvent,
  next: Position,
  signal: AbortSignal,
) {
  const { db, log, clock, attempts, retryMs } = dependencies;
  for (let attempt = 1; ; attempt++) {
    try {
      await handle(worker, dependencies, at, [event], next);
      return;
    } catch (error) {
      if (error instanceof CheckpointMoved || isOutage(error) || signal.aborted) throw error;
      if (error instanceof AgencyMoving) {
        // Its new installation reacts to what belongs to it.
        await handle(worker, dependencies, at, [], next);
        return;
      }
      if (attempt >= attempts) {
        await pauseAt(db, worker.name, event, describe(error));
        log.error(
          {
            gaveUp: 'worker',
            worker: worker.name,
            event: event.id,
            type: event.type,
            position: event.position.toString(),
            err: error,
          },
          'paused: this event failed for good',
        );
        throw new Paused();
      }
      await clock.sleep(backoff(attempt - 1, retryMs, 10_000), signal);
    }
  }
}

const isHistory = ({ metadata }: StoredEvent): boolean => metadata.moved !== undefined;

async function handle(
  worker: Worker,
  { db, tracing }: Pick<SubscriptionDependencies, 'db' | 'tracing'>,
  from: Position,
  page: readonly StoredEvent[],
  to: Position,
): Promise<void> {
  // What came with an agency that moved here was reacted to where it happened.
  const events = page.some(isHistory) ? page.filter((event) => !isHistory(event)) : page;
  await tracing.batch(`react ${worker.name}`, { worker: worker.name }, events, () =>
    react(worker, db, from, events, to),
  );
}

async function react(
  worker: Worker,
  db: Database,
  from: Position,
  events: readonly StoredEvent[],
  to: Position,
): Promise<void> {
  switch (worker.kind) {
    case 'recording':
      await db.transaction().execute(async (trx) => {
        // The checkpoint first: its row lock makes a second process wait here, and then see that it was too late.
        await moveCheckpoint(trx, worker.name, from, to);
        if (events.length > 0) await worker.record(events, trx);
      });
      worker.committed?.();
      return;
    case 'commanding':
      if (events.length > 0) await worker.issue(events);
      await moveCheckpoint(db, worker.name, from, to);
      return;
  }
}

/** What goes wrong, without the data it went wrong with: a message of zod or Postgres can quote personal data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const code = (error as { code?: unknown }).code;
  return `${error.name}${typeof code === 'string' ? ` ${code}` : ''}: ${error.message.split('\n')[0]!.slice(0, 200)}`;
}
