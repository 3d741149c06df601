import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Presence } from '../../engine/presence.ts';
import { createAhead } from '../ahead.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import type { Bell } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { settleCounters, type UsageReader } from './allowance.ts';
import type { Breaker } from '../../engine/breaker.ts';
import { claim, type Slots, untilReady } from './claim.ts';
import type { createDelivery } from './deliver.ts';
import { recoverOwn } from './queue.ts';
import type { SenderSettings } from './settings.ts';

export interface SenderDependencies {
  readonly db: Database;
  readonly usage: UsageReader;
  readonly presence: Presence;
  readonly deliver: ReturnType<typeof createDelivery>;
  readonly breaker: Breaker;
  readonly settings: SenderSettings;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}

const recoverEveryMs = 5_000;

/** Claims and sends until the signal fires, then waits for what is under way. Any number of processes may run it. */
export async function runSender(
  { db, usage, presence, deliver, breaker, settings, bell, clock, log }: SenderDependencies,
  inHand: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  let recovered = clock.elapsed();
  /** Nothing more was ready at the last look: asked, in one statement, before the next claim. Not when somebody rings. */
  let quiet = false;
  const pace = createAhead(clock, settings.concurrency);
  const hasRoom = () => inHand.size <= settings.concurrency + pace.ahead() / 2;
  const work = async (rang: boolean): Promise<number> => {
    if (rang) quiet = false;
    if (clock.elapsed() - recovered > recoverEveryMs) {
      const left = await isLeft(db, presence.holder);
      if (left.counters) await settleCounters(db, usage);
      if (left.texts) await recoverOwn(db, presence.holder, [...inHand.keys()], clock.now(), settings.lookUp.graceMs);
      recovered = clock.elapsed();
    }
    const slots = freeSlots(settings.concurrency, pace.ahead(), inHand.size, breaker.admits(clock.now().getTime()));
    const canClaim = slots.all > 0 && presence.alive();
    const idleFor: number = canClaim && quiet ? await untilReady(db, clock.now(), settings.idleMs) : 0;
    const claims =
      canClaim && idleFor === 0 ?
        await claim(db, { holder: presence.holder, slots, now: clock.now(), rateFor: settings.rateFor })
      : [];
    for (const one of claims) {
      inHand.set(
        one.id,
        deliver(one).finally(() => {
          inHand.delete(one.id);
          pace.ended();
          // Many at once are claimed as fast as one: the next when there is room for them.
          if (hasRoom()) bell.ring();
        }),
      );
    }
    const wasQuiet = quiet;
    quiet = claims.length < slots.all;
    // Asked before it sleeps until something is ready.
    if (canClaim && !wasQuiet && quiet && hasRoom()) return 0;
    if (claims.length > 0 && hasRoom()) return 0;
    return idleFor > 0 ? idleFor : settings.pollMs;
  };
  await pollLoop({ name: 'the outbox', work, bell, retry: { firstMs: 50, longestMs: 2_000 }, clock, log }, signal);
  await Promise.allSettled(inHand.values());
}

/** Whether there are texts in the name of this process, and counters of months to settle: mostly neither. */
async function isLeft(db: Database, holder: string): Promise<{ readonly texts: boolean; readonly counters: boolean }> {
  const { rows } = await sql<{ texts: boolean; counters: boolean }>`select
    exists (select from ops.outbox where stage = 'in hand' and holder = ${holder}) as texts,
    exists (select from ops.usage_counters where not settled) as counters`.execute(db);
  return rows[0]!;
}

/** What this process can take on: of bulk, and with what people wait for. A breaker that is half open lets one through at a time. */
function freeSlots(concurrency: number, ahead: number, busy: number, admits: 'all' | 'one' | 'none'): Slots {
  if (admits === 'none' || (admits === 'one' && busy > 0)) return { all: 0, bulk: 0 };
  if (admits === 'one') return { all: 1, bulk: 1 };
  const bulk = Math.max(0, concurrency + ahead - busy);
  // However much bulk is in hand, what a person waits for is taken on at once.
  return { all: bulk + concurrency, bulk };
}
