import type { SendOutcome } from '../../../adapters/sms/port.ts';
import { plainReason } from '../../../domain/messages/carrier-errors.ts';
import { reactionTo } from './carrier-errors.ts';
import { type Delivery, later } from './delivery.ts';
import { backOffSender, blockSender, type Claim, markUnknown, putBack } from './queue.ts';

/** When a text is tried again that the carrier did not take, and why. */
export interface Again {
  readonly dueAt: Date;
  /** `rate-limited`: the carrier asked for less. */
  readonly reason: 'retry' | 'rate-limited';
  readonly code: number | null;
  readonly note: string;
}

/** What differs between a text of its own and a recipient's. */
interface Endings {
  /** The carrier has it. */
  taken(providerMessageId: string): Promise<void>;
  /** It certainly has not, and may have it later. */
  again(how: Again): Promise<void>;
}

/** Writes down how a request to the carrier ended, and what follows for the message, its sender and the carrier. */
export async function settle(
  delivery: Delivery,
  claim: Claim,
  outcome: SendOutcome,
  { taken, again }: Endings,
): Promise<void> {
  const { db, commands, presence, breaker, settings, clock } = delivery;
  const now = clock.now().getTime();
  switch (outcome.kind) {
    case 'accepted':
      breaker.answered();
      return taken(outcome.providerMessageId);
    case 'rejected':
      return rejected(delivery, claim, outcome.errorCode, outcome.detail, again);
    case 'throttled':
      breaker.answered();
      return slowDown(delivery, claim, new Date(now + outcome.retryAfterMs), null, again);
    case 'unreachable': {
      breaker.failed(now, true);
      const note = `not reached: ${outcome.detail}`;
      return again({ dueAt: later(delivery, claim.delays), reason: 'retry', code: null, note });
    }
    case 'unknown':
      breaker.failed(now, false);
      await markUnknown(db, presence.holder, claim, new Date(now + settings.lookUp.graceMs), outcome.detail);
      await commands.recordUnknown(claim, claim.attempts, outcome.detail);
      return;
    default:
      outcome satisfies never;
  }
}

async function rejected(
  delivery: Delivery,
  claim: Claim,
  code: number | null,
  detail: string,
  again: Endings['again'],
): Promise<void> {
  const { db, commands, breaker, clock, log } = delivery;
  const retry = () => again({ dueAt: later(delivery, claim.delays), reason: 'retry', code, note: plainReason(code) });
  const reaction = reactionTo(code);
  switch (reaction) {
    case 'slow-down':
      breaker.answered();
      return slowDown(delivery, claim, later(delivery, claim.delays), code, again);
    case 'account':
      breaker.failed(clock.now().getTime(), true);
      log.error({ code, detail }, 'the carrier refuses the account: messages wait');
      return retry();
    case 'retry':
      breaker.answered();
      return retry();
    case 'block-sender':
      await blockSender(db, claim.sender, code ?? 0, clock.now());
      log.error({ code, sender: claim.sender }, 'the carrier does not let this number send: its messages wait');
      break;
    // What `suppress` and `unreachable` mean for the contact follows from MessageFailed (verdicts.ts).
    case 'suppress':
    case 'unreachable':
    case 'fail':
      break;
    default:
      reaction satisfies never;
  }
  breaker.answered();
  await commands.recordFailed(claim, claim.attempts, code, plainReason(code));
  await delivery.done({ messageId: claim.messageId, providerMessageId: null, note: detail });
}

/** The carrier asked for less: nothing more from this number until then. */
async function slowDown(
  { db }: Delivery,
  claim: Claim,
  dueAt: Date,
  code: number | null,
  again: Endings['again'],
): Promise<void> {
  await backOffSender(db, claim.sender, dueAt);
  await again({ dueAt, reason: 'rate-limited', code, note: 'the carrier asked to slow down' });
}

/** A text of its own is tried again, unless the carrier could not take it for too long. */
export async function again(
  { db, commands, presence, settings, clock, done }: Delivery,
  claim: Claim,
  { dueAt, reason, code, note }: Again,
): Promise<void> {
  if (reason === 'retry' && clock.now().getTime() - claim.queuedAt.getTime() > settings.giveUpAfterMs) {
    await commands.recordFailed(claim, claim.attempts, code, 'The carrier could not be reached for too long.');
    await done({ messageId: claim.messageId, providerMessageId: null, note });
    return;
  }
  await commands.hold(claim, claim.attempts, reason, dueAt, code);
  await putBack(db, presence.holder, claim, { dueAt, deferred: false, delayed: true, note });
}
