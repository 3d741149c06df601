import type { SendOutcome } from '../../../adapters/sms/port.ts';
import { plainReason } from '../../../domain/message/carrier-errors.ts';
import { reactionTo } from './carrier-errors.ts';
import { type Delivery, later } from './delivery.ts';
import { backOffSender, blockSender, type Claim, markUnknown, putBack } from './queue.ts';

/** Writes down how a request to the carrier ended, and what follows for the message, its sender and the carrier. */
export async function recordOutcome(
  delivery: Delivery,
  claim: Claim,
  provider: string,
  outcome: SendOutcome,
): Promise<void> {
  const { db, commands, presence, breaker, settings, clock } = delivery;
  switch (outcome.kind) {
    case 'accepted':
      breaker.answered();
      await commands.recordAccepted(claim, provider, outcome.providerMessageId);
      await delivery.done({ messageId: claim.messageId, providerMessageId: outcome.providerMessageId });
      return;
    case 'rejected':
      await recordRejected(delivery, claim, outcome.errorCode, outcome.detail);
      return;
    case 'throttled':
      breaker.answered();
      await slowDown(delivery, claim, new Date(clock.now().getTime() + outcome.retryAfterMs), null);
      return;
    case 'unreachable':
      breaker.failed(clock.now().getTime(), true);
      await wait(delivery, claim, later(delivery, claim.delays), null, `not reached: ${outcome.detail}`);
      return;
    case 'unknown':
      breaker.failed(clock.now().getTime(), false);
      await markUnknown(
        db,
        presence.holder,
        claim,
        new Date(clock.now().getTime() + settings.lookUp.graceMs),
        outcome.detail,
      );
      await commands.recordUnknown(claim, claim.attempts, outcome.detail);
      return;
    default:
      outcome satisfies never;
  }
}

async function recordRejected(delivery: Delivery, claim: Claim, code: number | null, detail: string): Promise<void> {
  const { db, commands, breaker, clock, log, done } = delivery;
  const reaction = reactionTo(code);
  switch (reaction) {
    case 'slow-down':
      breaker.answered();
      await slowDown(delivery, claim, later(delivery, claim.delays), code);
      return;
    case 'account':
      breaker.failed(clock.now().getTime(), true);
      log.error({ code, detail }, 'the carrier refuses the account: messages wait');
      await wait(delivery, claim, later(delivery, claim.delays), code, plainReason(code));
      return;
    case 'retry':
      breaker.answered();
      await wait(delivery, claim, later(delivery, claim.delays), code, plainReason(code));
      return;
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
  await done({ messageId: claim.messageId, providerMessageId: null, note: detail });
}

/** Tries again at `until`, unless it has been tried for too long. */
async function wait(
  { db, commands, presence, settings, clock, done }: Delivery,
  claim: Claim,
  until: Date,
  code: number | null,
  note: string,
): Promise<void> {
  if (clock.now().getTime() - claim.queuedAt.getTime() > settings.giveUpAfterMs) {
    await commands.recordFailed(claim, claim.attempts, code, 'The carrier could not be reached for too long.');
    await done({ messageId: claim.messageId, providerMessageId: null, note });
    return;
  }
  await commands.hold(claim, claim.attempts, 'retry', until, code);
  await putBack(db, presence.holder, claim, { dueAt: until, deferred: false, delayed: true, note });
}

/** The carrier asked for less: nothing more from this number until then. */
async function slowDown(
  { db, commands, presence }: Delivery,
  claim: Claim,
  until: Date,
  code: number | null,
): Promise<void> {
  await backOffSender(db, claim.sender, until);
  await commands.hold(claim, claim.attempts, 'rate-limited', until, code);
  await putBack(db, presence.holder, claim, {
    dueAt: until,
    deferred: false,
    delayed: true,
    note: 'the carrier asked to slow down',
  });
}
