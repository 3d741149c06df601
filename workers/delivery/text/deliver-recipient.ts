import type { SendOutcome } from '../../../adapters/sms/port.ts';
import { overLimitNote } from '../../../domain/delivery/allowance.ts';
import { plainReason } from '../../../domain/message/carrier-errors.ts';
import { reactionTo } from './carrier-errors.ts';
import { asked, type Delivery, later } from './delivery.ts';
import { backOffSender, blockSender, markUnknown } from './queue.ts';
import type { RecipientClaim } from './recipients.ts';

/**
 * Takes a recipient of a broadcast from the claim to the carrier's answer. Other than with a message of its own nothing
 * has been said of it yet, so `sending` is committed first, with the recipient's place; then what is sent is said, as
 * the first event of the message, and only then the carrier is asked. A process that dies before that event has asked
 * for nothing. The answer is kept in the outbox alone; how it ended is told by a callback, which is the second event.
 */
export async function deliverRecipient(delivery: Delivery, claim: RecipientClaim): Promise<void> {
  const { messageId } = claim;
  const lookedAt = delivery.clock.elapsed();
  const decision = await delivery.decide(claim);
  switch (decision.kind) {
    case 'done':
      return delivery.done({ messageId, providerMessageId: null });
    case 'suppressed':
      return delivery.done({ messageId, providerMessageId: null, note: decision.reason });
    case 'over':
      return delivery.done({ messageId, providerMessageId: null, note: decision.why });
    case 'park':
      return wait(delivery, claim, { state: 'parked', note: 'paused' });
    case 'hold':
      return wait(delivery, claim, { dueAt: new Date(decision.until), deferred: true, note: 'quiet-hours' });
    case 'send':
      return send(delivery, claim, decision, lookedAt);
    default:
      decision satisfies never;
  }
}

const wait = (delivery: Delivery, claim: RecipientClaim, how: Partial<Parameters<Delivery['wait']>[0]>) =>
  delivery.wait({
    claim,
    state: 'pending',
    dueAt: delivery.clock.now(),
    deferred: false,
    delayed: false,
    note: null,
    keepsPlace: false,
    ...how,
  });

type Sending = Extract<Awaited<ReturnType<Delivery['decide']>>, { kind: 'send' }>;

async function send(delivery: Delivery, claim: RecipientClaim, decision: Sending, lookedAt: number): Promise<void> {
  const { commands, carrierFor, presence, settings, statusCallback, cut, clock } = delivery;
  const { text, fresh, reach, charge } = decision;
  const { messageId } = claim;
  const carrier = await carrierFor(claim);
  const mayNot = () => !presence.alive() || cut.aborted;
  // Others may take this process for dead: nothing may go out. Where they have taken it over, this does nothing.
  if (mayNot()) return wait(delivery, claim, {});
  const place = await delivery.sendingTo({ claim, reach, charge });
  if (place === 'taken-over') return;
  if (place === 'over-limit') {
    // All that come after it are over it as well: they are kept for when there is room again.
    await delivery.halt({ claim, by: 'over-limit', note: overLimitNote(charge.most!) });
    return wait(delivery, claim, { state: 'parked', note: 'paused' });
  }
  if (place !== 'mine') {
    await commands.withhold(claim, place);
    return delivery.done({ messageId, providerMessageId: null, note: place });
  }
  if (fresh && !(await commands.queueRecipient(claim, claim.attempts, text))) return wait(delivery, claim, {});
  const request = {
    from: text.from,
    to: text.to,
    body: text.body,
    mediaUrls: text.media.map(({ url }) => url),
    statusCallback: statusCallback(messageId),
    validitySeconds: settings.validitySeconds,
  };
  // The carrier may have become slow while it waited for its turn: then there is another last look.
  const isOld = () => clock.elapsed() - lookedAt > settings.lastLookMs;
  const outcome = await delivery.inTurn(async () => (mayNot() || isOld() ? null : asked(carrier.send(request, cut))));
  if (outcome === null) {
    // It has been said, and has not left: that is said too. By who may be dead nothing is said.
    if (presence.alive()) await commands.hold(claim, claim.attempts, 'retry', clock.now(), null);
    return wait(delivery, claim, { keepsPlace: true });
  }
  await delivery.persistently(claim, () => record(delivery, claim, outcome, { fresh, provider: carrier.name }));
}

/**
 * Writes down how the request ended. That the carrier took it is no event, unless something else had been said of it: an
 * event for each of a million. The first time that it has to wait is one: it has not left.
 */
async function record(
  delivery: Delivery,
  claim: RecipientClaim,
  outcome: SendOutcome,
  { fresh, provider }: { readonly fresh: boolean; readonly provider: string },
): Promise<void> {
  const { db, commands, presence, breaker, settings, clock } = delivery;
  const now = clock.now().getTime();
  switch (outcome.kind) {
    case 'accepted':
      breaker.answered();
      await delivery.accepted({ messageId: claim.messageId, providerMessageId: outcome.providerMessageId });
      if (!fresh) await commands.recordAccepted(claim, provider, outcome.providerMessageId);
      return;
    case 'rejected':
      return rejected(delivery, claim, outcome.errorCode, outcome.detail);
    case 'throttled': {
      breaker.answered();
      const dueAt = new Date(now + outcome.retryAfterMs);
      return slowDown(delivery, claim, dueAt);
    }
    case 'unreachable':
      breaker.failed(now, true);
      return delay(delivery, claim, { dueAt: later(delivery, claim.delays), note: 'not reached' });
    case 'unknown':
      breaker.failed(now, false);
      await markUnknown(db, presence.holder, claim, new Date(now + settings.lookUp.graceMs), outcome.detail);
      await commands.recordUnknown(claim, claim.attempts, outcome.detail);
      return;
    default:
      outcome satisfies never;
  }
}

async function slowDown(delivery: Delivery, claim: RecipientClaim, dueAt: Date): Promise<void> {
  await backOffSender(delivery.db, claim.sender, dueAt);
  // Its number waits, so it keeps its place before those behind it; unless it is this one that the carrier never takes.
  const keepsPlace = claim.delays < mostKept;
  await delay(delivery, claim, { dueAt, keepsPlace, note: 'the carrier asked to slow down' }, 'rate-limited');
}
/** So often a text that the carrier slows down is tried before all that came after it. */
const mostKept = 3;

/** It is tried again. That is said the first time. */
async function delay(
  delivery: Delivery,
  claim: RecipientClaim,
  how: { readonly dueAt: Date; readonly note: string; readonly keepsPlace?: boolean },
  reason: 'retry' | 'rate-limited' = 'retry',
  code: number | null = null,
): Promise<void> {
  if (claim.delays === 0) await delivery.commands.hold(claim, claim.attempts, reason, how.dueAt, code);
  await wait(delivery, claim, { ...how, delayed: true });
}

async function rejected(delivery: Delivery, claim: RecipientClaim, code: number | null, detail: string): Promise<void> {
  const { db, commands, breaker, clock, log } = delivery;
  const dueAt = later(delivery, claim.delays);
  switch (reactionTo(code)) {
    case 'slow-down':
      breaker.answered();
      return slowDown(delivery, claim, dueAt);
    case 'account':
      breaker.failed(clock.now().getTime(), true);
      log.error({ code, detail }, 'the carrier refuses the account: messages wait');
      return delay(delivery, claim, { dueAt, note: plainReason(code) }, 'retry', code);
    case 'retry':
      breaker.answered();
      return delay(delivery, claim, { dueAt, note: plainReason(code) }, 'retry', code);
    case 'block-sender':
      await blockSender(db, claim.sender, code ?? 0, clock.now());
      log.error({ code, sender: claim.sender }, 'the carrier does not let this number send: its messages wait');
      break;
    default:
      break;
  }
  breaker.answered();
  await commands.recordFailed(claim, claim.attempts, code, plainReason(code));
  await delivery.done({ messageId: claim.messageId, providerMessageId: null, note: detail });
}
