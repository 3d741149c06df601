import type { Logger } from 'pino';
import type { EmailOutcome, HandOver } from '../../../adapters/email/port.ts';
import type { Tracing } from '../../../adapters/tracing/port.ts';
import type { ChannelTypes } from '../../../commands/delivery/channel.ts';
import type { Decided, ToSend } from '../../../commands/delivery/decide.ts';
import { type Channel, channels } from '../../../domain/kernel/channels.ts';
import { batcher } from '../../../domain/kernel/batcher.ts';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';
import type { Presence } from '../../engine/presence.ts';
import { backoff } from '../../engine/retry-policy.ts';
import { deliver, type Steps } from '../deliver.ts';
import { type HandedChannel, type Made, NotSent } from './channel.ts';
import type { Slices, Use } from '../text/slices.ts';
import type { BusinessEntry, Entry, Lane, Marked, Writer } from './queue.ts';

export interface HandoverSettings {
  /** How often one is tried in all. */
  readonly attempts: number;
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** How long an unknown outcome waits before it goes out once more. */
  readonly unknownMs: number;
  /** How long to wait where there is no provider. */
  readonly noProviderMs: number;
  /** How long a broadcast's waits for what its provider tells of it. */
  readonly toldWithinMs: number;
  /** Of each channel under way at once in a process: those that somebody waits for, and bulk. */
  readonly single: number;
  readonly bulk: number;
}
export const defaultHandoverSettings: HandoverSettings = {
  attempts: 8,
  retryFirstMs: 5_000,
  retryLongestMs: 15 * 60_000,
  unknownMs: 60_000,
  noProviderMs: 30_000,
  // Longer than SendGrid (72 hours), SES and Mailgun try.
  toldWithinMs: 80 * 3_600_000,
  single: 8,
  bulk: 24,
};

export interface Handover {
  readonly settings: HandoverSettings;
  readonly presence: Presence;
  readonly now: () => Date;
  readonly log: Logger;
  readonly tracing: Tracing;
  /** Fires when the process stops and the time to drain is over: the request under way becomes unknown. */
  readonly cut: AbortSignal;
  readonly writer: Writer;
  /** Who pays for what businesses send out of wallets; null: payments are off. */
  readonly slices: Slices | null;
  /** Asks a provider when it is its turn: of bulk no more than `bulk` are under way. */
  readonly inTurn: <R>(lane: Lane, request: () => Promise<R>) => Promise<R>;
}

/** It failed after `sending` was committed, and before the provider was asked: it has certainly not gone out. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/** One that may go. Of the product's own nothing was decided but how it is made. */
interface Ready<C extends ChannelTypes> extends Pick<ToSend<C>, 'kind' | 'fresh' | 'reach'> {
  readonly queued: C['Queued'] | null;
  make(): Promise<Made | null>;
  /** Null: it is the product's own. */
  readonly use: Use | null;
}
/** What keeps one from going out once it was decided that it may. */
type HeldBack = Exclude<Marked, 'mine' | 'taken-over'> | 'insufficient-funds' | 'being-filled';
/** How long one waits for a wallet that is being filled, in ms. */
const fillingMs = 15_000;

/** Sends one that has been taken. What is thrown has not gone out, or `sending` was committed. */
export function createHandover<C extends ChannelTypes>(
  name: Channel,
  channel: HandedChannel<C>,
  handover: Handover,
): (entry: Entry) => Promise<void> {
  const steps = stepsOf(name, channel, handover);
  const { log, tracing, writer } = handover;
  const one = async (entry: Entry) => {
    try {
      await deliver(steps, entry);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      log.info({ [name]: entry.id, kind: entry.kind, reason: error.message }, `${channels[name].noun} is not sent`);
      const state = error.decided ? 'skipped' : 'failed';
      await writer.move({ entry, state, note: error.message, recorded: error.decided });
    }
  };
  return (entry) => tracing.span(`deliver ${name}`, { attributes: { 'message.id': entry.id } }, () => one(entry));
}

/**
 * As texts go: `sending` is committed first, with the place of the contact it reaches; what is sent to a recipient of a
 * broadcast is said; and only then the provider is asked. That it may have been taken is committed as late as can be
 * (`HandOver`): what a process that died had not handed over by then is sent by another one. Of what it had, nobody knows:
 * it is tried again under the same id where the loss would be worse than a repeat (a password link: decision 7);
 * marketing is not sent a second time (decision 23).
 */
function stepsOf<C extends ChannelTypes>(
  name: Channel,
  channel: HandedChannel<C>,
  { settings, presence, writer, now, log, tracing, cut, slices, ...handover }: Handover,
): Steps<Entry, Ready<C>, Made, HeldBack> {
  const { commands, own } = channel;
  const { move } = writer;
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  const decideRecipient = batcher(commands.decideRecipients, { lanes: 2 });
  const sending = writer.sending(name);
  const end = (entry: Entry, note: string | null) =>
    move({ entry, state: 'skipped', note: note ?? 'it has ended already', recorded: true });
  const mayAsk = () => presence.alive() && !cut.aborted;
  const decide = (entry: BusinessEntry): Promise<Decided<C>> =>
    entry.broadcastId === null ? commands.decide(entry, entry.unknowns > 0) : decideRecipient(entry);

  const steps: ReturnType<typeof stepsOf<C>> = {
    async decide(entry) {
      if (entry.businessId === null) {
        if (own === undefined) throw new Error(`${channels[name].noun} is never the product’s own`);
        return { kind: 'send', make: await own.decide(entry), queued: null, fresh: false, reach: null, use: null };
      }
      const decided = await decide(entry);
      if (decided.kind !== 'send') return decided;
      const { kind, queued, fresh, reach, content } = decided;
      return {
        kind,
        queued,
        fresh,
        reach,
        make: () => channel.make(entry, content),
        use: channel.useOf?.(content) ?? null,
      };
    },
    end,
    wait: (entry, { state, dueAt = now(), note = null }) =>
      move({ entry, state: state ?? 'pending', note, dueAt, untried: entry.broadcastId === null }),
    async prepare(entry, { make }) {
      const made = await make();
      if (made === null) await steps.wait(entry, { dueAt: later(settings.noProviderMs), note: channel.waitsFor });
      return made;
    },
    inTurn: ({ lane }, work) => handover.inTurn(lane, work),
    mayAsk,
    async place(entry, { reach, use }) {
      const isPaid = slices !== null && use !== null && entry.businessId !== null && entry.hasWallet === true;
      const paid = isPaid ? await slices.pay(entry, use) : null;
      if (paid?.kind === 'refused') return paid.isFilling ? 'being-filled' : 'insufficient-funds';
      const place = await sending({ entry, reach, holdId: paid?.kind === 'paid' ? paid.holdId : undefined });
      if (place !== 'mine' && paid?.kind === 'paid') paid.giveBack();
      return place;
    },
    async heldBack(entry, why) {
      // A recharge is on its way: it takes seconds.
      if (why === 'being-filled') return steps.wait(entry, { dueAt: later(fillingMs), note: why });
      if (why === 'insufficient-funds' && entry.businessId !== null && entry.broadcastId !== null) {
        await channel.halt?.(entry);
        return steps.wait(entry, { state: 'parked', note: 'paused' });
      }
      // The product's own are held back by nothing.
      if (entry.businessId !== null) await commands.withhold(entry, why);
      await end(entry, why);
    },
    async say(entry, { fresh, queued }) {
      if (!fresh || queued === null || entry.businessId === null) return true;
      return commands.say(entry, queued).catch((error: unknown) => {
        throw new NotAsked('what is sent could not be said', { cause: error });
      });
    },
    async ask(entry, _, made) {
      if (!mayAsk()) return steps.wait(entry, {});
      const attributes = { provider: made.provider };
      const outcome = await tracing.span(`send ${name}`, { kind: 'client', attributes }, async (span) => {
        const answered = await handedOnce(made.send, () => writer.handedOver(entry), cut);
        span.note({ outcome: answered.kind });
        return answered;
      });
      await settle(entry, made, outcome);
    },
  };
  return steps;

  /** Writes down how the request ended. */
  async function settle(entry: Entry, { provider, tells }: Made, outcome: EmailOutcome) {
    if (outcome.kind === 'accepted') {
      const taken = { entry, note: null, provider, providerMessageId: outcome.providerMessageId };
      // Of a broadcast's what it tells is the end. Who tells nothing has told all there is.
      if (entry.broadcastId !== null && tells)
        return move({ ...taken, state: 'accepted', dueAt: later(settings.toldWithinMs) });
      return move({ ...taken, state: 'sent' });
    }
    const { detail: note } = outcome;
    const tries = entry.broadcastId === null ? entry.attempts : entry.delays + 1;
    log.warn(
      { [name]: entry.id, provider, outcome: outcome.kind, note, tries },
      `${channels[name].noun} did not go out`,
    );
    if (outcome.kind === 'unknown' && !entry.repeatable) return move({ entry, state: 'unsure', note, provider });
    if (tries >= settings.attempts || (outcome.kind === 'rejected' && outcome.permanent))
      return move({ entry, state: 'failed', note, provider });
    if (outcome.kind === 'unknown') return move({ entry, state: 'unknown', note, dueAt: later(settings.unknownMs) });
    const wait = backoff(tries - 1, settings.retryFirstMs, settings.retryLongestMs);
    return move({ entry, state: 'pending', note, dueAt: later(wait), delayed: true });
  }
}

/**
 * What a provider says of one, unless the process stops first. `mark` commits that it may be taken, before it can be;
 * false: another process has it. What was not marked when the process stops will not go out any more, and was not taken;
 * of a request that broke after that nobody knows anything.
 */
export function handedOnce(
  send: (handOver: HandOver) => Promise<EmailOutcome>,
  mark: () => Promise<boolean>,
  cut: AbortSignal,
): Promise<EmailOutcome> {
  let began = false;
  const handOver = async (): Promise<void> => {
    if (cut.aborted) throw new Error('stopped');
    began = true;
    if (!(await mark())) throw new Error('taken over');
  };
  const open = (detail: string): EmailOutcome =>
    began ? { kind: 'unknown', detail } : { kind: 'rejected', permanent: false, detail };
  return unlessAborted(
    send(handOver).catch((error: unknown) => open(`the request broke: ${String(error)}`)),
    cut,
    () => open('stopped during the request'),
  );
}
