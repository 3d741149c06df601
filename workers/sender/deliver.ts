import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { SendOutcome, SmsCarrier } from '../../adapters/sms/port.ts';
import { together } from '../../domain/kernel/together.ts';
import { plainReason } from '../../domain/message/carrier-errors.ts';
import type { WorkerTenant } from '../context.ts';
import { isOutage } from '../engine/outage.ts';
import type { Presence } from '../engine/presence.ts';
import { backoff } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';
import type { Breaker } from './breaker.ts';
import { reactionTo } from './carrier-errors.ts';
import type { SenderCommands } from './commands.ts';
import { backOffSender, blockSender, type Claim, markSending, markUnknown, putBack, settle } from './outbox.ts';
import type { SenderSettings } from './settings.ts';

/** The carrier account that holds the number a text goes out from. */
export type CarrierFor = (text: WorkerTenant & { readonly sender: string }) => SmsCarrier | Promise<SmsCarrier>;

export interface DeliverDependencies {
  readonly db: Database;
  readonly commands: SenderCommands;
  readonly carrierFor: CarrierFor;
  readonly presence: Presence;
  readonly breaker: Breaker;
  readonly settings: SenderSettings;
  readonly clock: Clock;
  readonly log: Logger;
  /** `${PUBLIC_URL}/webhooks/twilio/status?m=<message id>` */
  readonly statusCallback: (messageId: string) => string;
  /** Fires when the process stops and the time to drain is over: requests under way become unknown. */
  readonly cut: AbortSignal;
}

/**
 * Takes one claimed message through its last check, the committed `sending`, the request, and the record of how it ended. Never throws: what
 * can't be recorded stays `sending`, and is looked up once this process is gone.
 */
export function createDelivery(dependencies: DeliverDependencies): (claim: Claim) => Promise<void> {
  const { db, commands, carrierFor, presence, breaker, settings, clock, log, statusCallback, cut } = dependencies;
  const now = (): Date => clock.now();
  // When a joint statement's own outcome is open and it is made again, what is `sending` already is refused, and looked up: never sent twice.
  const sending = together(async (claims: readonly Claim[]) => {
    const mine = await markSending(db, presence.holder, claims, now());
    return claims.map((claim) => mine.has(claim.messageId));
  });
  const done = together(
    async (ended: readonly { messageId: string; providerMessageId: string | null; note?: string }[]) => {
      await settle(db, ended);
      return ended.map(() => undefined);
    },
  );
  const later = (delays: number) =>
    new Date(now().getTime() + backoff(delays, settings.retryFirstMs, settings.retryLongestMs));

  const decideAndSend = async (claim: Claim): Promise<void> => {
    const decision = await commands.decide(claim, claim.attempts);
    switch (decision.kind) {
      case 'done':
      case 'suppressed':
        await done({
          messageId: claim.messageId,
          providerMessageId: null,
          ...(decision.kind === 'suppressed' ? { note: decision.reason } : {}),
        });
        return;
      case 'held':
        await putBack(db, presence.holder, claim, {
          dueAt: new Date(decision.until),
          deferred: decision.reason === 'quiet-hours' || decision.reason === 'scheduled',
          delayed: false,
          note: decision.reason,
        });
        return;
      case 'send': {
        const carrier = await carrierFor(claim);
        if (!presence.alive() || cut.aborted) {
          // Others may take this process for dead: nothing may go out. Where they have taken the message over, this does nothing.
          await putBack(db, presence.holder, claim, { dueAt: now(), deferred: false, delayed: false, note: null });
          return;
        }
        if (!(await sending(claim))) return; // somebody else has it
        const outcome = await carrier.send(
          {
            from: decision.from,
            to: decision.to,
            body: decision.body,
            mediaUrls: decision.mediaUrls,
            statusCallback: statusCallback(claim.messageId),
            validitySeconds: settings.validitySeconds,
          },
          cut,
        );
        await persistently(claim, () => record(claim, carrier.name, outcome));
        return;
      }
      default:
        decision satisfies never;
    }
  };

  const record = async (claim: Claim, provider: string, outcome: SendOutcome): Promise<void> => {
    switch (outcome.kind) {
      case 'accepted':
        breaker.answered();
        await commands.accepted(claim, provider, outcome.providerMessageId);
        await done({ messageId: claim.messageId, providerMessageId: outcome.providerMessageId });
        return;
      case 'rejected':
        await recordRejected(claim, outcome.errorCode, outcome.detail);
        return;
      case 'throttled':
        breaker.answered();
        await slowDown(claim, new Date(now().getTime() + outcome.retryAfterMs), null);
        return;
      case 'unreachable':
        breaker.failed(now().getTime(), true);
        await wait(claim, later(claim.delays), null, `not reached: ${outcome.detail}`);
        return;
      case 'unknown':
        breaker.failed(now().getTime(), false);
        await markUnknown(
          db,
          presence.holder,
          claim,
          new Date(now().getTime() + settings.lookUp.graceMs),
          outcome.detail,
        );
        await commands.unknown(claim, claim.attempts, outcome.detail);
        return;
      default:
        outcome satisfies never;
    }
  };

  const recordRejected = async (claim: Claim, code: number | null, detail: string): Promise<void> => {
    const reaction = reactionTo(code);
    switch (reaction) {
      case 'slow-down':
        breaker.answered();
        await slowDown(claim, later(claim.delays), code);
        return;
      case 'account':
        breaker.failed(now().getTime(), true);
        log.error({ code, detail }, 'the carrier refuses the account: messages wait');
        await wait(claim, later(claim.delays), code, plainReason(code));
        return;
      case 'retry':
        breaker.answered();
        await wait(claim, later(claim.delays), code, plainReason(code));
        return;
      case 'block-sender':
        await blockSender(db, claim.sender, code ?? 0, now());
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
    await commands.failed(claim, claim.attempts, code, plainReason(code));
    await done({ messageId: claim.messageId, providerMessageId: null, note: detail });
  };

  const wait = async (claim: Claim, until: Date, code: number | null, note: string) => {
    if (now().getTime() - claim.queuedAt.getTime() > settings.giveUpAfterMs) {
      await commands.failed(claim, claim.attempts, code, 'The carrier could not be reached for too long.');
      await done({ messageId: claim.messageId, providerMessageId: null, note });
      return;
    }
    await commands.hold(claim, claim.attempts, 'retry', until, code);
    await putBack(db, presence.holder, claim, { dueAt: until, deferred: false, delayed: true, note });
  };

  const slowDown = async (claim: Claim, until: Date, code: number | null) => {
    await backOffSender(db, claim.sender, until);
    await commands.hold(claim, claim.attempts, 'rate-limited', until, code);
    await putBack(db, presence.holder, claim, {
      dueAt: until,
      deferred: false,
      delayed: true,
      note: 'the carrier asked to slow down',
    });
  };

  /** What is known must be written down: tried again through outages, for as long as this process lives. */
  const persistently = async (claim: Claim, write: () => Promise<void>): Promise<void> => {
    for (let failures = 0; ; failures++) {
      try {
        return await write();
      } catch (error) {
        if (cut.aborted || (!isOutage(error) && failures >= 5)) {
          log.error({ err: error, message: claim.messageId }, 'an outcome could not be recorded; it will be looked up');
          return;
        }
        await clock.sleep(backoff(failures, 50, 2_000), cut);
      }
    }
  };

  return async (claim) => {
    try {
      await decideAndSend(claim);
    } catch (error) {
      // Nothing has gone out: `sending` was not committed, or markSending's own outcome is open, and then the dead-process rule clears it up.
      log.warn({ err: error, message: claim.messageId }, 'a message could not be sent now');
      const dueAt = isOutage(error) ? now() : later(claim.delays);
      await persistently(claim, () =>
        putBack(db, presence.holder, claim, {
          dueAt,
          deferred: false,
          delayed: !isOutage(error),
          note: 'could not be decided',
        }),
      );
    }
  };
}
