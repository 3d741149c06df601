import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Tracing } from '../../../adapters/tracing/port.ts';
import { createOutage } from '../../../adapters/database/outage.ts';
import type { ChannelTypes } from '../../../commands/delivery/channel.ts';
import { type Channel, channels } from '../../../domain/kernel/channels.ts';
import { isOutage } from '../../engine/outage.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import type { Presence } from '../../engine/presence.ts';
import type { Services } from '../../engine/reactions.ts';
import { backoff, maxAttempts, ourFault, retryAt } from '../../engine/retry-policy.ts';
import { turns } from '../../engine/turns.ts';
import { backstopMs, type Bell } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { createAhead } from '../ahead.ts';
import type { Subject } from '../commands.ts';
import type { Slices } from '../text/slices.ts';
import type { HandedChannel, HandoverFeed } from './channel.ts';
import { createHandover, type HandoverSettings, NotAsked } from './deliver.ts';
import {
  createWriter,
  type EndedEntry,
  endedUntold,
  type Entry,
  forgetEnded,
  forgetWebhookTokens,
  giveUpWaiting,
  isLeftToSweep,
  type Lane,
  type Lanes,
  recoverCutOff,
  sendAfterAll,
  setBack,
  takeDue,
  untilNextDue,
  type Writer,
} from './queue.ts';

export interface HandoverRun {
  readonly db: Database;
  /** The channels that are carried here. */
  readonly ways: readonly Way[];
  readonly settings: HandoverSettings;
  /** Who pays for what businesses send out of wallets; null: payments are off. */
  readonly slices: Slices | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly presence: Presence;
  /** Fires when the process stops and the time to drain is over: the request under way becomes unknown. */
  readonly cut: AbortSignal;
  readonly bell: Bell;
  /** What this process has in its hands, by channel: nobody takes it from it. */
  readonly inHand: Readonly<Record<Channel, Map<string, Promise<void>>>>;
  /** How long to wait for a ring at most, in ms. */
  readonly pollMs?: number;
}

/** A channel that is carried: what it is made of stays with it. */
export interface Way extends Lanes {
  send(run: Parameters<typeof createHandover>[2]): ReturnType<typeof createHandover>;
  record(run: Told, ended: EndedEntry): Promise<void>;
  recordUnread(run: Told, ended: EndedEntry): Promise<boolean>;
}
type Told = Pick<HandoverRun, 'db' | 'log'> & { readonly writer: Writer };

/** A channel whose messages are handed over: what the log tells of them, and how they are carried. */
export interface Handed<in Needs> {
  readonly feed: HandoverFeed;
  /** Null: they are carried by nobody here, and wait. */
  open(services: Services & Needs): Way | null;
}
/** `Needs`: what `open` needs of the composition besides `Services`. */
export const handed = <C extends ChannelTypes, Needs = unknown>(
  feed: HandoverFeed,
  open: (services: Services & Needs) => HandedChannel<C> | null,
): Handed<Needs> => ({
  feed,
  open(services) {
    const channel = open(services);
    return channel === null ? null : wayOf(feed, channel);
  },
});

const wayOf = <C extends ChannelTypes>({ name, lanes }: Lanes, channel: HandedChannel<C>): Way => ({
  name,
  lanes,
  send: (handover) => createHandover(name, channel, handover),
  record: (run, ended) => record(run, channel, ended),
  recordUnread: (run, ended) => recordUnread(run, name, channel, ended),
});

const keptDays = 30;
/** How often what dead processes had in hand, and what has ended and was not told, is looked for, in ms. */
const sweepEveryMs = { busy: 500, quiet: 5_000 };
/** Longer than a signed webhook is heard. */
const tokensKeptMs = 2 * 86_400_000;

/** Sends what is due and records how it ended, until the signal fires. Any number of processes may run it. */
export async function runHandover(parts: HandoverRun, signal: AbortSignal): Promise<void> {
  const { db, presence, bell, settings, clock, log, cut, pollMs = backstopMs } = parts;
  const now = (): Date => clock.now();
  const { holder } = presence;
  const writer = createWriter(db, holder, now);
  const told: Told = { db, log, writer };
  const outage = createOutage(log, 'mails');
  let sweptAt = -Infinity;
  const opened = parts.ways.map((way) => open(way));
  const wayFor = (lane: number) => opened.find(({ lanes }) => lanes.single === lane || lanes.bulk === lane);
  const allInHand = () => Object.values(parts.inHand).flatMap((hands) => [...hands.keys()]);

  /** What one channel has under way. */
  function open(way: Way) {
    const bulkInTurn = turns(settings.bulk);
    const send = way.send({
      settings,
      slices: parts.slices,
      presence,
      now,
      log,
      tracing: parts.tracing,
      cut,
      writer,
      inTurn: (lane, request) => (lane === 'bulk' ? bulkInTurn(request) : request()),
    });
    const underWay = { single: 0, bulk: 0 };
    // What is decided and written of others goes on while the provider is asked about some.
    const pace = createAhead(clock, settings.bulk);
    const room = () => ({
      single: settings.single - underWay.single,
      bulk: settings.bulk + pace.ahead() - underWay.bulk,
    });
    /** Many at once are taken as fast as one: the next when there is room for them. */
    const hasRoom = (lane: Lane) => lane === 'single' || room().bulk >= settings.bulk / 2;
    const inHand = parts.inHand[way.name];
    return { ...way, send, underWay, pace, room, hasRoom, inHand };
  }

  const handle = async (way: ReturnType<typeof open>, entry: Entry): Promise<void> => {
    const { underWay, pace, hasRoom, inHand } = way;
    underWay[entry.lane] += 1;
    try {
      await way.send(entry);
      const ended = await writer.unrecorded(entry.id);
      if (ended !== null) await way.record(told, ended);
    } catch (error) {
      // What was in hand is recovered, and what has ended is told, in the next round.
      if (isOutage(error)) outage.failed(error);
      else await couldNotBeMade(entry, error).catch((fault: unknown) => outage.failed(fault));
      sweptAt = -Infinity;
    } finally {
      inHand.delete(entry.id);
      underWay[entry.lane] -= 1;
      if (entry.lane === 'bulk') pace.ended();
      if (hasRoom(entry.lane)) bell.ring();
    }
  };

  /** It fails by our own fault: tried again, later each time. At last it ends, so that whoever waits for it goes on. */
  const couldNotBeMade = async ({ id, channel, faults: before }: Entry, error: unknown): Promise<void> => {
    const faults = before + 1;
    const pace = { firstMs: settings.retryFirstMs, longestMs: settings.retryLongestMs };
    const dueAt = retryAt(faults, now(), pace);
    if (dueAt === null)
      log.error(
        { gaveUp: channel, [channel]: id, faults, err: error },
        `${channels[channel].noun} failed for good by our own fault`,
      );
    else
      log.warn(
        { [channel]: id, faults, err: error },
        `${channels[channel].noun} failed by our own fault, trying again`,
      );
    await setBack(db, holder, id, { dueAt, unasked: error instanceof NotAsked }, now());
  };

  /** What could not be told of those that have ended, by our own fault: how often, and when it is tried again. */
  const untold = new Map<string, { readonly attempts: number; readonly until: number }>();
  const tell = async (way: ReturnType<typeof open>, ended: EndedEntry): Promise<void> => {
    const { id } = ended;
    try {
      await way.record(told, ended);
      untold.delete(id);
    } catch (error) {
      if (isOutage(error)) throw error;
      const attempts = (untold.get(id)?.attempts ?? 0) + 1;
      untold.set(id, { attempts, until: now().getTime() + backoff(attempts - 1, 1_000, 3_600_000) });
      log.error({ [way.name]: id, attempts, err: error }, 'how it ended could not be written down, trying again');
      if (attempts >= maxAttempts && (await way.recordUnread(told, ended))) {
        await writer.recorded(id);
        untold.delete(id);
      }
    }
  };
  const tellAll = async (all: readonly EndedEntry[], but: ReadonlySet<string>): Promise<void> => {
    for (const ended of all) {
      const way = wayFor(ended.lane);
      if (way !== undefined && !but.has(ended.id)) await tell(way, ended);
    }
  };

  async function recover(): Promise<void> {
    const dueAt = new Date(now().getTime() + settings.unknownMs);
    const lost = await recoverCutOff(db, holder, allInHand(), now(), dueAt, settings.attempts);
    if (lost > 0)
      log.warn(
        { messages: lost },
        'What was under way was cut off in the middle: what may go out once more does, under the same id.',
      );
  }

  let tidiedAt = 0;
  /** Nothing was due at the last look: it is asked, in one statement, whether anything is, before emails are taken. */
  let quiet = false;
  const work = async (): Promise<number> => {
    let taken = 0;
    let pause = 0;
    if (presence.alive()) {
      const isTime = clock.elapsed() - sweptAt >= (quiet ? sweepEveryMs.quiet : sweepEveryMs.busy);
      if (isTime) sweptAt = clock.elapsed();
      const sweeps = isTime && (!quiet || (await isLeftToSweep(db, now())));
      if (sweeps) {
        await recover();
        await giveUpWaiting(db, now());
      }
      if (quiet) pause = await untilNextDue(db, now(), pollMs);
      for (const way of pause > 0 ? [] : opened) {
        const entries = await takeDue(db, holder, way, way.room(), now(), [...way.inHand.keys()]);
        taken += entries.length;
        for (const entry of entries) way.inHand.set(entry.id, handle(way, entry));
      }
      if (sweeps) {
        // One of them that can not be told keeps no other waiting.
        const later = [...untold].flatMap(([emailId, { until }]) => (until > now().getTime() ? [emailId] : []));
        const all = await endedUntold(db, null, later);
        await tellAll(all, new Set(allInHand()));
      }
      if (now().getTime() - tidiedAt > 3_600_000) {
        tidiedAt = now().getTime();
        await forgetEnded(db, new Date(tidiedAt - keptDays * 86_400_000));
        await forgetWebhookTokens(db, new Date(tidiedAt - tokensKeptMs));
      }
    }
    const wasQuiet = quiet;
    quiet = taken === 0 && opened.every(({ inHand }) => inHand.size === 0);
    // Asked before it sleeps until something is due.
    if ((quiet && !wasQuiet) || (taken > 0 && opened.some(({ hasRoom }) => hasRoom('bulk')))) return 0;
    return pause > 0 ? pause : pollMs;
  };
  await pollLoop({ name: 'mails', work, bell, outage, clock, log }, signal);
  await Promise.allSettled(opened.flatMap(({ inHand }) => [...inHand.values()]));
  // What ended during the stop is told before the process goes.
  await endedUntold(db)
    .then((all) => tellAll(all, new Set()))
    .catch(() => {});
}

/** Tells its own stream how one ended, once. `skipped`: the decision itself was the end. */
async function record<C extends ChannelTypes>(
  { db, writer }: Told,
  { commands, own, refusal }: HandedChannel<C>,
  ended: EndedEntry,
): Promise<void> {
  const { id, state, provider, providerMessageId, note, contactId } = ended;
  if (ended.businessId === null) {
    await own?.record(ended);
    return writer.recorded(id);
  }
  const of = subjectOf(ended, ended.businessId);
  // Of a broadcast, what was about to be sent and was not said has not been sent.
  if (state === 'unsure' && of.broadcastId !== null && !(await commands.wasSaid(of))) return sendAfterAll(db, id);
  if (state === 'sent') await commands.record(of, { kind: 'accepted', provider, providerMessageId });
  else if (isOurs(ended) && contactId !== null) await commands.withhold(of, ourFault as C['Reason']);
  else if (state === 'failed') {
    const word = refusal?.(ended) ?? null;
    const isTold = word !== null && (await commands.hear(of, { provider, providerMessageId: '', word }));
    if (!isTold) await commands.record(of, { kind: 'failed', provider, reason: note });
  } else if (state === 'unsure') await commands.record(of, { kind: 'unknown', provider, detail: note });
  await writer.recorded(id);
}

const subjectOf = ({ id, agencyId, contactId, attempts, broadcastId }: EndedEntry, businessId: string): Subject => {
  return { id, agencyId, businessId, contactId: contactId ?? '', attempts, broadcastId };
};

/** A recipient's that failed by our own fault: of most of them nothing was ever said. */
const isOurs = ({ broadcastId, state, note }: EndedEntry): boolean =>
  broadcastId !== null && state === 'failed' && note === ourFault;

/** Says how one ended whose own stream can't be read. False: nobody knows whom it was to. */
async function recordUnread<C extends ChannelTypes>(
  { log }: Told,
  name: Channel,
  { commands }: HandedChannel<C>,
  ended: EndedEntry,
): Promise<boolean> {
  const { businessId, contactId, state, provider, providerMessageId, note } = ended;
  if (businessId === null || contactId === null) return false;
  const end =
    state === 'sent' ? ({ kind: 'accepted', provider, providerMessageId } as const)
    : state === 'unsure' ? ({ kind: 'unknown', provider, detail: note } as const)
    : isOurs(ended) ? ({ kind: 'suppressed', reason: ourFault as C['Reason'] } as const)
    : ({ kind: 'failed', provider, errorCode: null, reason: note } as const);
  try {
    await commands.endUnread(subjectOf(ended, businessId), end);
    log.error(
      { gaveUp: `${name}-story`, [name]: ended.id },
      `how ${channels[name].noun} ended was written down without a look at its stream`,
    );
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    return false;
  }
}
