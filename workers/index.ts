import { randomUUID } from 'node:crypto';
import { createLeases } from '../adapters/database/lease.ts';
import { channelNames } from '../domain/kernel/channels.ts';
import { createBreaker } from './engine/breaker.ts';
import { resumeWorker } from './engine/checkpoints.ts';
import { whileLeased } from './engine/poll-loop.ts';
import { keepPresence, type Presence } from './engine/presence.ts';
import { combine, type Running, type Services } from './engine/reactions.ts';
import { follow, type SubscriptionState } from './engine/subscription.ts';
import { runTimers } from './engine/timers.ts';
import { createWakes } from './engine/wakes.ts';
import type { Worker } from './engine/worker.ts';
import { allReactions, type ReactionNeeds } from './reactions.ts';
import { unblockSender } from './delivery/text/queue.ts';
import { defaultSettings } from './delivery/text/settings.ts';
import { readStatus, type WorkersStatus } from './status.ts';

export type { ActivityReader } from './automations/task.ts';
export type { AudienceReader } from './broadcasts/task.ts';
export type { UsageReader } from './delivery/text/allowance.ts';
export type { EmailBrand } from './delivery/emails/brand.ts';
export type { EmailRoute, EmailService } from './delivery/emails/channel.ts';
export type { HandoverSettings } from './delivery/handover/deliver.ts';
export type { MediaService } from './media/fetch.ts';
export { noteProblems } from './uploads/run.ts';
export type { UploadFigures, UploadService } from './uploads/run.ts';
export type { PushService } from './push/push.ts';
export type { CarrierFor } from './delivery/text/deliver.ts';
export { defaultSettings, type SenderSettings } from './delivery/text/settings.ts';
export type { WorkersStatus } from './status.ts';

/** What is given from outside; the rest of the services is made here. */
type Given = Pick<Services, 'store' | 'db' | 'bus' | 'commands' | 'log' | 'tracing' | 'clock' | 'config'>;
export type WorkersDependencies = Given & ReactionNeeds;
export type WorkersConfig = WorkersDependencies['config'];

export interface Workers {
  /** Who follows the log, and for which events. */
  readonly follows: readonly Pick<Worker, 'name' | 'handles'>[];
  start(): Promise<void>;
  /** Takes on nothing more, finishes what is under way (bounded, `sender.drainMs`), gives everything back. */
  stop(): Promise<void>;
  status(): Promise<WorkersStatus>;
  /** Lets a paused worker try again. False when it was not paused. */
  resume(worker: string): Promise<boolean>;
  /** Lets a number send again that the carrier had blocked. */
  unblockSender(sender: string): Promise<boolean>;
}

/** Everything that reacts: to texts that come in, to messages that are to go out, to what the carrier says, and to the clock. */
export function createWorkers(given: WorkersDependencies): Workers {
  const { store, db, bus, log, tracing, clock, config } = given;
  const now = (): Date => clock.now();
  const holder = config.holder ?? randomUUID();
  const { breaker: breakerSettings, drainMs } = { ...defaultSettings, ...config.sender };
  const leases = createLeases({
    db,
    holder,
    log,
    clock,
    ...(config.leaseMs === undefined ? {} : { ttlMs: config.leaseMs }),
    ...(config.polls?.leasesMs === undefined ? {} : { askMs: config.polls.leasesMs }),
  });
  const { bells, wake, listen } = createWakes(bus, clock);
  const breaker = createBreaker(breakerSettings);
  const inHand = Object.fromEntries(channelNames.map((name) => [name, new Map()])) as Services['inHand'];
  const services = { ...given, now, leases, bells, wake, breaker, inHand };
  const rooms = allReactions.map((declaration) => ({ name: declaration.name, ...declaration.build(services) }));
  const { follows: subscriptions, timers } = combine(rooms);
  const states = new Map(
    subscriptions.map((worker): [string, SubscriptionState] => [worker.name, { phase: 'waiting', lastError: null }]),
  );
  const stopping = new AbortController();
  const cut = new AbortController();
  const leaving = new AbortController();
  let presence: (Presence & { ended: Promise<void> }) | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let stopListening = () => {};

  /** One process at a time follows the feed for a worker; the others wait for its lease. */
  const runSubscription = async (worker: Worker) => {
    const state = states.get(worker.name)!;
    const parts = { store, db, log, tracing, clock, attempts: config.attempts ?? 5, retryMs: config.retryMs ?? 100 };
    await whileLeased(leases, `worker-${worker.name}`, stopping.signal, async (signal) => {
      await follow(worker, parts, state, signal);
      state.phase = 'waiting';
    });
  };

  const keepTidy = async () => {
    while (!stopping.signal.aborted) {
      const endedBefore = new Date(now().getTime() - (config.keepEndedDays ?? 14) * 86_400_000);
      for (const { name, tidy } of rooms)
        await tidy?.(endedBefore).catch((error: unknown) =>
          log.warn({ err: error }, `what has ended of ${name} could not be forgotten`),
        );
      await clock.sleep(3_600_000, stopping.signal);
    }
  };

  return {
    follows: subscriptions,
    async start() {
      presence = await keepPresence(leases, holder, leaving.signal);
      stopListening = listen();
      const process: Running = { presence, stopping: stopping.signal, cut: cut.signal };
      const pollMs = config.polls?.timersMs ?? 2_000;
      running = Promise.all([
        ...subscriptions.map(runSubscription),
        ...rooms.flatMap(({ loops = [] }) => loops.map((loop) => loop(process))),
        runTimers({ db, handlers: timers, clock, log, bell: bells.timers, pollMs }, stopping.signal),
        keepTidy(),
      ]);
    },
    async stop() {
      stopping.abort();
      stopListening();
      const drained = new AbortController();
      void clock.sleep(drainMs, drained.signal).then(() => !drained.signal.aborted && cut.abort());
      await running;
      drained.abort();
      leaving.abort();
      await presence?.ended;
    },
    status: () =>
      readStatus({
        db,
        store,
        now: now(),
        holder,
        alive: presence?.alive() ?? false,
        inHand: inHand.text.size,
        carrierAwayUntil: breaker.openUntil(),
        states,
      }),
    resume: (worker) => resumeWorker(db, worker),
    unblockSender: async (sender) => {
      const unblocked = await unblockSender(db, sender);
      if (unblocked) wake('texts');
      return unblocked;
    },
  };
}
