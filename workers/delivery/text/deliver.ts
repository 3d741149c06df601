import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { OutgoingSms, SendOutcome, SmsCarrier } from '../../../adapters/sms/port.ts';
import type { Tracing } from '../../../adapters/tracing/port.ts';
import type { Decided, ToSend } from '../../../commands/delivery/decide.ts';
import type { TextTypes } from '../../../commands/delivery/channels/text.ts';
import { overLimitNote } from '../../../domain/delivery/allowance.ts';
import { holds } from '../../../domain/delivery/verdict.ts';
import { quantityOf } from '../../../domain/messages/measure.ts';
import { nextTmobileDay } from '../../../domain/registrations/limits.ts';
import { batcher } from '../../../domain/kernel/batcher.ts';
import type { WorkerTenant } from '../../context.ts';
import type { Breaker } from '../../engine/breaker.ts';
import { isOutage } from '../../engine/outage.ts';
import type { Presence } from '../../engine/presence.ts';
import { backoff, ourFault, retryAt } from '../../engine/retry-policy.ts';
import { type InTurn, turns } from '../../engine/turns.ts';
import type { Database } from '../../engine/worker.ts';
import { deliver, type Steps } from '../deliver.ts';
import { markCounted, type UsageReader } from './allowance.ts';
import { endAsFailed, type TextCommands } from './commands.ts';
import {
  accept,
  type Marked,
  markSending,
  putBack,
  type Sending,
  settle,
  type TextClaim,
  type TextWait,
} from './queue.ts';
import { type Again, settleOutcome } from './settle.ts';
import { type Asker, type DayShares, holdBulk } from './sender-limits.ts';
import { type Slices, useOfText } from './slices.ts';
import type { SenderSettings } from './settings.ts';

/** The carrier account that holds the number a text goes out from. */
export type CarrierFor = (text: WorkerTenant & { readonly sender: string }) => SmsCarrier | Promise<SmsCarrier>;

interface DeliverDependencies {
  readonly db: Database;
  readonly commands: TextCommands;
  readonly carrierFor: CarrierFor;
  readonly usage: UsageReader;
  /** Who pays for texts out of wallets; null: payments are off. */
  readonly slices: Slices | null;
  /** What brands have taken of T-Mobile's day. */
  readonly dayShares: DayShares;
  readonly presence: Presence;
  readonly breaker: Breaker;
  readonly settings: SenderSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracing: Tracing;
  /** `${PUBLIC_URL}/webhooks/twilio/status?m=<message id>` */
  readonly statusCallback: (messageId: string) => string;
  /** Fires when the process stops and the time to drain is over: requests under way become unknown. */
  readonly cut: AbortSignal;
}

interface Ended {
  readonly id: string;
  readonly providerMessageId?: string | null;
  readonly note?: string | null;
}
interface Taken {
  readonly messageId: string;
  readonly providerMessageId: string;
}
interface Halt {
  readonly claim: TextClaim;
  readonly by: 'over-limit' | 'insufficient-funds';
  readonly note: string;
}

/** What all deliveries of a process share: what many write at once goes in one statement. */
export interface Delivery extends DeliverDependencies {
  /** Commits `sending`, of a broadcast's with others of its kind: nobody's text waits for a heap of these. */
  readonly sending: (text: Sending) => Promise<Marked>;
  readonly sendingTo: (text: Sending) => Promise<Marked>;
  /** Nothing is left to do for it. */
  readonly done: (ended: Ended) => Promise<void>;
  /** The last look at a recipient of a broadcast, together with others. */
  readonly decide: (claim: TextClaim) => Promise<Decided<TextTypes>>;
  /** Pauses a broadcast: the month of its business, or the wallet, is used up. */
  readonly halt: (halt: Halt) => Promise<void>;
  /** No broadcast of a number goes on before then. */
  readonly holdBulk: (hold: { readonly sender: string; readonly until: Date }) => Promise<void>;
  /** Of a broadcast: the carrier has it. */
  readonly accepted: (taken: Taken) => Promise<void>;
  /** Back to waiting. */
  readonly wait: (wait: TextWait) => Promise<void>;
  /** Runs a request to the carrier when it is its turn: no more than `concurrency` are under way. `first`: before those that wait. */
  readonly inTurn: InTurn;
}

const none =
  <T>(write: (all: readonly T[]) => Promise<unknown>) =>
  async (all: readonly T[]) => {
    await write(all);
    return all.map(() => undefined);
  };

function shareWrites(dependencies: DeliverDependencies): Delivery {
  const { db, commands, presence, clock, settings } = dependencies;
  // When a joint statement's own outcome is open and it is made again, what is `sending` already is refused, and
  // looked up: never sent twice.
  const mark = (texts: readonly Sending[]) =>
    markCounted<Sending, Marked>(dependencies, texts, (some) => markSending(db, presence.holder, some, clock.now()));
  const askAt = () => new Date(clock.now().getTime() + settings.askAfterMs);
  return {
    ...dependencies,
    inTurn: turns(settings.concurrency),
    sending: batcher(mark),
    sendingTo: batcher(mark),
    done: batcher(
      none<Ended>((ended) =>
        settle(
          db,
          ended.map(({ id: messageId, providerMessageId = null, note = null }) => ({
            messageId,
            providerMessageId,
            note,
          })),
        ),
      ),
    ),
    decide: batcher(commands.decideRecipients, { lanes: 2 }),
    halt: batcher(
      none<Halt>(async (halts) => {
        const each = new Map(halts.map((halt) => [halt.claim.broadcastId, halt]));
        for (const { claim, by, note } of each.values()) await commands.halt(claim, by, note);
      }),
    ),
    holdBulk: batcher(
      none<{ readonly sender: string; readonly until: Date }>(async (holds) => {
        for (const [sender, until] of new Map(holds.map(({ sender, until }) => [sender, until])))
          await holdBulk(db, sender, until);
      }),
    ),
    accepted: batcher(
      none<Taken>((taken) =>
        accept(
          db,
          taken.map((one) => ({ ...one, askAt: askAt() })),
        ),
      ),
      { gather: () => clock.sleep(25) },
    ),
    wait: batcher(none<TextWait>((waits) => putBack(db, presence.holder, waits, clock.now()))),
  };
}

/**
 * Takes one claimed message through its last check, the committed `sending`, the request, and the record of how it
 * ended. Never throws: what can't be recorded stays `sending`, and is looked up once this process is gone.
 */
export function createDelivery(dependencies: DeliverDependencies): (claim: TextClaim) => Promise<void> {
  const delivery = shareWrites(dependencies);
  const steps = stepsOf(delivery);
  return (claim) =>
    dependencies.tracing.span('deliver text', { attributes: { 'message.id': claim.id } }, async () => {
      try {
        await deliver(steps, claim);
      } catch (error) {
        await putBackAfter(error, delivery, claim);
      }
    });
}

/** What keeps a text from going out once it was decided that it may. */
type HeldBackText = Exclude<Marked, 'mine' | 'taken-over'> | 'insufficient-funds' | 'being-filled' | 'day-full';
/** How long a text waits for a wallet that is being filled, in ms. */
const fillingMs = 15_000;
export const noFundsNote = 'The wallet doesn’t have enough funds. Add funds, then resume it.';

/** What a text asks T-Mobile's day for. */
const askerOf = ({ purpose }: Text['queued'], { broadcastId }: TextClaim): Asker =>
  !holds('unregistered', { channel: 'text', purpose }) ? 'owed'
  : broadcastId === null ? 'urgent'
  : 'bulk';

/** The last look, and when it was taken: by a clock that does not stand still. */
type Text = ToSend<TextTypes> & { readonly lookedAt: number };

/**
 * A text of its own was said before it comes here, and how it ended is said at once. Of a broadcast's recipient nothing
 * has been said yet: `sending` is committed first, with their place, then what is sent is said, and only then the carrier
 * is asked. Its answer is kept in the outbox alone; how it ended is told by a callback, which is the second event.
 */
function stepsOf(delivery: Delivery): Steps<TextClaim, Text, SmsCarrier, HeldBackText> {
  const { commands, carrierFor, presence, settings, statusCallback, cut, clock, slices, dayShares } = delivery;
  const isRecipient = ({ broadcastId }: TextClaim) => broadcastId !== null;
  const end = ({ id }: TextClaim, note: string | null) => delivery.done({ id, note });
  const wait = (claim: TextClaim, how: Partial<TextWait>) => delivery.wait({ dueAt: clock.now(), ...how, claim });
  const mayAsk = () => presence.alive() && !cut.aborted;
  return {
    async decide(claim) {
      const lookedAt = clock.elapsed();
      return { ...(await (isRecipient(claim) ? delivery.decide(claim) : commands.decide(claim))), lookedAt };
    },
    end,
    wait,
    prepare: async (claim) => carrierFor(claim),
    // What is made ready of a broadcast waits for its turn when the carrier is to be asked.
    inTurn: (claim, work) => (isRecipient(claim) ? work() : delivery.inTurn(work, 'first')),
    mayAsk,
    async place(claim, { reach, queued, content: { charge } }) {
      const { segments, mms } = quantityOf(queued);
      const share =
        claim.limits == null ? null : await dayShares.take(claim.limits, segments + mms, askerOf(queued, claim));
      if (share?.kind === 'full') return 'day-full';
      const keepsNothing = () => {
        if (share?.kind === 'taken') share.giveBack();
      };
      const paid =
        slices !== null && claim.hasWallet === true ? await slices.pay(claim, useOfText(queued, charge)) : null;
      if (paid?.kind === 'refused') keepsNothing();
      if (paid?.kind === 'refused') return paid.isFilling ? 'being-filled' : 'insufficient-funds';
      const holdId = paid?.kind === 'paid' ? paid.holdId : undefined;
      const place = await (isRecipient(claim) ? delivery.sendingTo : delivery.sending)({
        claim,
        reach,
        charge,
        holdId,
      });
      if (place !== 'mine') keepsNothing();
      if (place !== 'mine' && paid?.kind === 'paid') paid.giveBack();
      return place;
    },
    async heldBack(claim, why, { content: { charge } }) {
      if (why === 'day-full') {
        const until = nextTmobileDay(clock.now());
        if (isRecipient(claim)) await delivery.holdBulk({ sender: claim.sender, until });
        else await commands.record(claim, { kind: 'held', reason: why, until: until.toISOString(), errorCode: null });
        return wait(claim, { dueAt: until, deferred: true, note: why });
      }
      // A recharge is on its way: it takes seconds.
      if (why === 'being-filled') return wait(claim, { dueAt: new Date(clock.now().getTime() + fillingMs), note: why });
      if ((why === 'over-limit' || why === 'insufficient-funds') && isRecipient(claim)) {
        // All that come after it are over it as well: they are kept for when there is room again.
        const note = why === 'over-limit' ? overLimitNote(charge.most!) : noFundsNote;
        await delivery.halt({ claim, by: why, note });
        return wait(claim, { state: 'parked', note: 'paused' });
      }
      await commands.withhold(claim, why);
      await end(claim, why);
    },
    say: async (claim, { fresh, queued }) => !fresh || (await commands.say(claim, queued)),
    async ask(claim, { queued, fresh, lookedAt }, carrier) {
      const { id: messageId } = claim;
      const request = {
        messageId,
        from: queued.from,
        to: queued.to,
        body: queued.body,
        mediaUrls: queued.media.map(({ url }) => url),
        statusCallback: statusCallback(messageId),
        validitySeconds: settings.validitySeconds,
      };
      // The carrier may have become slow while it waited for its turn: then there is another last look.
      const isOld = () => clock.elapsed() - lookedAt > settings.lastLookMs;
      const outcome =
        isRecipient(claim) ?
          await delivery.inTurn(async () => (!mayAsk() || isOld() ? null : send(delivery, carrier, request)))
        : await send(delivery, carrier, request);
      if (outcome === null) {
        // It has been said, and has not left: that is said too. By who may be dead nothing is said.
        if (presence.alive())
          await commands.record(claim, { kind: 'held', reason: 'retry', until: clock.now().toISOString() });
        return wait(claim, { keepsPlace: true });
      }
      await persistently(delivery, claim, () =>
        settleOutcome(delivery, claim, outcome, {
          async taken(providerMessageId) {
            // That the carrier took a broadcast's is no event, unless something else had been said of it: an event for
            // each of a million.
            if (isRecipient(claim)) await delivery.accepted({ messageId, providerMessageId });
            if (!fresh) await commands.record(claim, { kind: 'accepted', provider: carrier.name, providerMessageId });
            if (!isRecipient(claim)) await delivery.done({ id: messageId, providerMessageId });
          },
          again: (how) => again(delivery, claim, how),
        }),
      );
    },
  };
}

/** So often a text that the carrier slows down is tried before all that came after it. */
const maxKept = 3;

/** It certainly has not left, and is tried again; one of its own unless the carrier could not take it for too long. */
async function again(delivery: Delivery, claim: TextClaim, { dueAt, reason, code, note }: Again): Promise<void> {
  const { commands, settings, clock } = delivery;
  const isOwn = claim.broadcastId === null;
  if (isOwn && reason === 'retry' && clock.now().getTime() - claim.queuedAt.getTime() > settings.giveUpAfterMs) {
    const words = 'The carrier could not be reached for too long.';
    await commands.record(claim, { kind: 'failed', errorCode: code, reason: words });
    return delivery.done({ id: claim.id, note });
  }
  // Of a broadcast's that is said the first time alone.
  if (isOwn || claim.delays === 0)
    await commands.record(claim, { kind: 'held', reason, until: dueAt.toISOString(), errorCode: code });
  // Its number waits, so it keeps its place before those behind it; unless it is this one that the carrier never takes.
  const keepsPlace = !isOwn && reason === 'rate-limited' && claim.delays < maxKept;
  await delivery.wait({ claim, dueAt, note, keepsPlace, delayed: true });
}

/** Nothing has gone out: `sending` was not committed, or its own outcome is open, and then the dead-process rule clears it up. */
async function putBackAfter(error: unknown, delivery: Delivery, claim: TextClaim): Promise<void> {
  const { db, presence, clock, log, settings } = delivery;
  const failed = !isOutage(error);
  const dueAt = failed ? retryAt(claim.faults + 1, clock.now(), settings.faults) : clock.now();
  // Where others may have taken it over, putting it back does nothing, and it is theirs to give up.
  if (dueAt === null && presence.alive()) return giveUp(error, delivery, claim);
  log.warn({ err: error, message: claim.id, faults: claim.faults }, 'a message could not be sent now');
  const wait = { claim, dueAt: dueAt ?? clock.now(), delayed: failed, failed, note: 'could not be decided' };
  await persistently(delivery, claim, () => putBack(db, presence.holder, [wait], clock.now()));
}

/** It has failed by our own fault so often that it ends, so that whoever waits for it goes on. */
async function giveUp(error: unknown, delivery: Delivery, claim: TextClaim): Promise<void> {
  delivery.log.error({ gaveUp: 'text', message: claim.id, err: error }, 'a text failed for good by our own fault');
  await persistently(delivery, claim, async () => {
    await endAsFailed(delivery.commands, claim);
    await delivery.done({ id: claim.id, note: ourFault });
  });
}

/** What is known must be written down: tried again through outages, for as long as this process lives. */
async function persistently(
  { clock, cut, log }: Delivery,
  claim: TextClaim,
  write: () => Promise<void>,
): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await write();
    } catch (error) {
      if (cut.aborted || (!isOutage(error) && attempts >= 5)) {
        log.error({ err: error, message: claim.id }, 'an outcome could not be recorded; it will be looked up');
        return;
      }
      await clock.sleep(backoff(attempts, 50, 2_000), cut);
    }
  }
}

/** What the carrier says of a request. Of one that broke nobody knows anything: it is looked up. */
const send = ({ tracing, cut }: Delivery, carrier: SmsCarrier, request: OutgoingSms): Promise<SendOutcome> =>
  tracing.span('send text', { kind: 'client', attributes: { provider: carrier.name } }, async (span) => {
    const outcome = await carrier
      .send(request, cut)
      .catch((error: unknown): SendOutcome => ({ kind: 'unknown', detail: `the request broke: ${String(error)}` }));
    const code = outcome.kind === 'rejected' ? outcome.errorCode : null;
    span.note({ outcome: outcome.kind, 'provider.code': code });
    return outcome;
  });
