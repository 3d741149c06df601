import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { EventStore, StoredEvent } from '../../../adapters/event-store/port.ts';
import type { CarrierMessage } from '../../../adapters/sms/port.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageQueued } from '../../../domain/messages/events.ts';
import { MessageId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { isOutage } from '../../engine/outage.ts';
import { holderIsDead } from '../../engine/presence.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import { backoff, retryAt } from '../../engine/retry-policy.ts';
import { backstopMs, forEachBounded, untilDue } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { endAsUnsure, type TextCommands } from './commands.ts';
import type { CarrierFor } from './deliver.ts';
import {
  accept,
  link,
  linkedElsewhere,
  lookAgain,
  recoverFromTheDead,
  sendAgain,
  settle,
  takeUnknown,
  type UnknownEntry,
} from './queue.ts';
import type { SenderSettings } from './settings.ts';

export interface ReconcileDependencies {
  readonly db: Database;
  readonly store: EventStore;
  readonly commands: TextCommands;
  readonly carrierFor: CarrierFor;
  readonly settings: Pick<SenderSettings, 'lookUp' | 'faults' | 'giveUpAfterMs' | 'askAfterMs'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when messages may be sent that could not before. */
  readonly wake: () => void;
}

const batch = 100;
/**
 * How far our clocks may be ahead of the carrier's. Somebody sets a clock an hour wrong, and what the carrier took a
 * moment ago seems to be from before the request: looked for from then on only, it would not be found, and be sent
 * again.
 */
const clocksDifferMs = 2 * 3_600_000;
/** If this process dies during a look-up, another does it after so long. */
const visibilityMs = 15_000;

/** Takes over from dead processes and clears up unknown outcomes until the signal fires. Any number of processes may run it. */
export async function runReconciler(dependencies: ReconcileDependencies, signal: AbortSignal): Promise<void> {
  const { clock, log, settings } = dependencies;
  const work = async () => {
    const pause = await untilNext(dependencies);
    if (pause > 0) return pause;
    return (await reconcileOnce(dependencies)).found < batch ? settings.lookUp.pollMs : 0;
  };
  await pollLoop({ name: 'look-ups of unknown messages', work, clock, log }, signal);
}

/** How long there is nothing to do, in ms: 0, there is. While texts are in hand their process may die. */
async function untilNext({ db, clock, settings }: ReconcileDependencies): Promise<number> {
  const { pollMs, graceMs } = settings.lookUp;
  const { rows } = await sql<{ held: boolean; left: boolean; next: Date | null }>`
    select count(*) > 0 as held, coalesce(bool_or(dead), false) as left,
      (select min(due_at) from ops.outbox where stage = 'unknown') as next
    from (select ${holderIsDead('h.holder')} as dead from (
      select distinct holder from ops.outbox where stage = 'in hand') h) holders`.execute(db);
  const { held, left, next } = rows[0]!;
  // What becomes unknown is looked up after the grace: whoever sleeps no longer is not late for it.
  return left ? 0 : untilDue(next, clock.now(), held ? pollMs : Math.max(pollMs, Math.min(graceMs, backstopMs)));
}

/** One round; returns how many unknown messages it looked at. */
export async function reconcileOnce(dependencies: ReconcileDependencies): Promise<{ found: number }> {
  const { db, store, clock, log, wake } = dependencies;
  const settings = dependencies.settings.lookUp;
  const recovered = await recoverFromTheDead(db, clock.now(), settings.graceMs);
  if (recovered.returned + recovered.unknown > 0) log.warn(recovered, 'took over from a process that died');
  if (recovered.returned > 0) wake();

  const entries = await takeUnknown(db, clock.now(), batch, visibilityMs);
  if (entries.length === 0) return { found: 0 };
  const messages = await store.readMany(entries.map(streamOf)).catch((error: unknown) => {
    // One of them can not be read: each by itself.
    if (isOutage(error)) throw error;
    return null;
  });
  const read = async (entry: UnknownEntry) =>
    messages === null ? await store.read(streamOf(entry)) : (messages.get(streamOf(entry)) ?? []);
  // Messages of one contact one after another: twins of one text must not be matched to one message of the carrier.
  const groups = new Map<string, UnknownEntry[]>();
  for (const entry of entries) groups.set(entry.contactId, [...(groups.get(entry.contactId) ?? []), entry]);
  await forEachBounded([...groups.values()], settings.concurrency, async (group) => {
    for (const entry of group.sort((a, b) => a.firstSendingAt.getTime() - b.firstSendingAt.getTime())) {
      try {
        await lookUp(dependencies, entry, await read(entry));
      } catch (error) {
        // One of them that fails by our own fault keeps no other waiting.
        if (isOutage(error)) throw error;
        await couldNotBeClearedUp(dependencies, entry, error);
      }
    }
  });
  return { found: entries.length };
}

const streamOf = (entry: UnknownEntry) => streams.message(MessageId.parse(entry.id));

async function couldNotBeClearedUp(
  dependencies: ReconcileDependencies,
  entry: UnknownEntry,
  error: unknown,
): Promise<void> {
  const { db, clock, settings, log } = dependencies;
  const again = retryAt(entry.faults + 1, clock.now(), settings.faults);
  const about = { ...(again === null ? { gaveUp: 'text' } : {}), message: entry.id, err: error };
  log.error(about, 'an unknown message could not be cleared up');
  if (again === null) await giveUp(dependencies, entry, 'could not be cleared up');
  else await lookAgain(db, entry, again, 'could not be cleared up', 'fault');
}

/** It stays unknown for good. */
async function giveUp(dependencies: ReconcileDependencies, entry: UnknownEntry, note: string): Promise<void> {
  await endAsUnsure(dependencies.commands, entry);
  await settle(dependencies.db, [{ messageId: entry.id, providerMessageId: null, note }]);
}

/** Clears up one unknown outcome, as far as it can be now. */
async function lookUp(
  dependencies: ReconcileDependencies,
  entry: UnknownEntry,
  events: readonly StoredEvent[],
): Promise<void> {
  const { db, commands, carrierFor, clock } = dependencies;
  const now = (): Date => clock.now();
  if (entry.broadcastId !== null && events.length === 0) {
    // What is sent to a recipient of a broadcast is said before the carrier is asked: it was not.
    await sendAgain(db, entry, now(), 'nothing had been said of it: the carrier was not asked');
    dependencies.wake();
    return;
  }
  const known = whatTheStreamSays(events);
  const askAt = new Date(now().getTime() + dependencies.settings.askAfterMs);
  if (entry.broadcastId !== null && known.taken && !known.ended) {
    await accept(db, [{ messageId: entry.id, providerMessageId: known.providerMessageId!, askAt }]);
    return;
  }
  if (known.ended || known.taken) {
    await settle(db, [
      { messageId: entry.id, providerMessageId: known.providerMessageId, note: 'cleared up by a callback' },
    ]);
    return;
  }
  if (known.from === null || known.to === null || known.body === null) {
    // Its person was erased: nobody can be asked about it, and nothing will ever be sent.
    await endAsUnsure(dependencies.commands, entry, 'It’s unclear whether it was taken: its contact is erased.');
    await settle(db, [{ messageId: entry.id, providerMessageId: null, note: 'its contact was erased' }]);
    return;
  }
  if (entry.lookups === 0) await commands.record(entry, { kind: 'unknown', detail: 'the request was cut off' });

  const carrier = await carrierFor({ ...entry, sender: known.from });
  // What is in doubt at one carrier is never sent by another, which knows nothing of it.
  if (carrier.heldSince !== undefined && carrier.heldSince > entry.firstSendingAt)
    return giveUp(dependencies, entry, 'its number has moved to another carrier account since');
  let found: readonly CarrierMessage[];
  try {
    found = await carrier.find({
      from: known.from,
      to: known.to,
      since: new Date(entry.firstSendingAt.getTime() - clocksDifferMs),
    });
  } catch (error) {
    if (isOutage(error) && !isCarriersOutage(error)) throw error;
    // It can't be asked, so nothing is known: wait, and don't count it.
    const note = 'the carrier cannot be asked';
    if (now().getTime() - entry.sendingAt.getTime() <= dependencies.settings.giveUpAfterMs)
      await lookAgain(db, entry, nextLook(dependencies, entry), note, 'nothing');
    else await giveUp(dependencies, entry, note);
    return;
  }
  const match = await linkOne(db, entry, found, known.body);
  if (match !== null && match !== 'unclear') {
    const { providerMessageId, status, errorCode } = match;
    await commands.record(entry, { kind: 'accepted', provider: carrier.name, providerMessageId });
    await commands.hear(entry, { provider: carrier.name, providerMessageId, word: { status, errorCode } });
    const found = { messageId: entry.id, providerMessageId };
    if (entry.broadcastId !== null && !isFinal(status)) await accept(db, [{ ...found, askAt }]);
    else await settle(db, [{ ...found, note: 'found at the carrier' }]);
    return;
  }
  const lookups = entry.lookups + 1;
  const sinceMs = now().getTime() - entry.sendingAt.getTime();
  const { attempts, maxUnknowns } = dependencies.settings.lookUp;
  const certainAfterMs = Math.max(dependencies.settings.lookUp.certainAfterMs, carrier.showsAfterMs ?? 0);
  if (lookups < attempts || sinceMs < certainAfterMs) {
    await lookAgain(db, entry, nextLook(dependencies, entry), `not at the carrier in ${lookups} look-ups`, 'look-up');
    return;
  }
  // The carrier has a text to this person that may be ours, and does not say what is in it.
  if (match === 'unclear') return giveUp(dependencies, entry, `perhaps at the carrier, in ${lookups} look-ups`);
  if (entry.unknowns >= maxUnknowns) {
    await commands.record(entry, { kind: 'failed', reason: 'The carrier could not take the message.' });
    await settle(db, [{ messageId: entry.id, providerMessageId: null, note: `not taken in ${entry.unknowns} tries` }]);
    return;
  }
  const why = `not at the carrier in ${lookups} look-ups over ${Math.round(sinceMs / 1000)} s: sent again`;
  // An id of its own: the attempt may have been held before its process died over it.
  const until = now().toISOString();
  await commands.record(entry, { kind: 'held', reason: 'retry', until }, 'send-again');
  await sendAgain(db, entry, now(), why);
  dependencies.log.warn(
    { message: entry.id, lookups, sinceMs },
    'an unknown message is not at the carrier: it may be sent again',
  );
  dependencies.wake();
}

export const isFinal = (status: CarrierMessage['status']): boolean =>
  status === 'delivered' || status === 'undelivered' || status === 'failed';

/** Errors of requests to the carrier look like those of a lost database; they come from an HTTP client. */
function isCarriersOutage(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && ('isAxiosError' in error || 'config' in error || 'status' in error)
  );
}

function nextLook({ clock, settings: { lookUp } }: ReconcileDependencies, entry: UnknownEntry): Date {
  return new Date(clock.now().getTime() + backoff(entry.lookups, lookUp.intervalMs, lookUp.longestIntervalMs));
}

/** Whether it is the same text; of one whose words the carrier does not say, its length decides. */
const isSameText = (message: CarrierMessage, body: string): boolean =>
  message.body === null ? message.length === body.length : message.body.trim() === body.trim();

/**
 * The carrier's message that is ours: the same text, not linked to another message of ours, the nearest in time to the request first. A
 * unique index makes sure that each message of the carrier is linked to at most one of ours. `unclear`: none is the
 * same, but one that is nobody else's may be, since the carrier does not say its words.
 */
async function linkOne(
  db: Database,
  entry: UnknownEntry,
  found: readonly CarrierMessage[],
  body: string,
): Promise<CarrierMessage | 'unclear' | null> {
  const distance = ({ createdAt }: CarrierMessage): number =>
    Math.abs(createdAt.getTime() - entry.firstSendingAt.getTime());
  const possible = found
    .filter((message) => message.body === null || isSameText(message, body))
    .sort((a, b) => distance(a) - distance(b));
  if (possible.length === 0) return null;
  const taken = await linkedElsewhere(
    db,
    entry.id,
    possible.map((message) => message.providerMessageId),
  );
  for (const message of possible.filter((one) => isSameText(one, body))) {
    if (!taken.has(message.providerMessageId) && (await link(db, entry.id, message.providerMessageId))) return message;
  }
  return possible.some((one) => !isSameText(one, body) && !taken.has(one.providerMessageId)) ? 'unclear' : null;
}

interface Known {
  readonly from: string | null;
  readonly to: string | null;
  readonly body: string | null;
  /** It has come to its end. */
  readonly ended: boolean;
  /** The carrier has it. */
  readonly taken: boolean;
  readonly providerMessageId: string | null;
}

function whatTheStreamSays(events: readonly StoredEvent[]): Known {
  const queued = events.find((event) => is(event, MessageQueued))?.data;
  const told = events.filter((event) =>
    ['MessageAccepted', 'MessageSent', 'MessageDelivered', 'MessageFailed', 'MessageSuppressed'].includes(event.type),
  );
  const named = told.map(({ data }) => data['providerMessageId']).find((id) => typeof id === 'string');
  return {
    from: queued?.from ?? null,
    to: queued?.to ?? null,
    body: queued?.body ?? null,
    ended: told.some(({ type }) => type !== 'MessageAccepted' && type !== 'MessageSent'),
    taken: told.length > 0,
    providerMessageId: named ?? null,
  };
}
