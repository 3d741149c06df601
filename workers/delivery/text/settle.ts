import type { Logger } from 'pino';
import type { SendOutcome } from '../../../adapters/sms/port.ts';
import { plainReason } from '../../../domain/messages/carrier-errors.ts';
import { reactionTo } from './carrier-errors.ts';
import { backoff } from '../../engine/retry-policy.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Breaker } from '../../engine/breaker.ts';
import type { Presence } from '../../engine/presence.ts';
import type { Database } from '../../engine/worker.ts';
import type { TextCommands } from './commands.ts';
import type { SenderSettings } from './settings.ts';
import { backOffSender, blockSender, markUnknown, type TextClaim } from './queue.ts';

interface SettleDependencies {
  readonly db: Database;
  readonly commands: TextCommands;
  readonly presence: Presence;
  readonly breaker: Breaker;
  readonly settings: SenderSettings;
  readonly clock: Clock;
  readonly log: Logger;
  /** Nothing is left to do for it. */
  readonly done: (ended: { readonly id: string; readonly note: string }) => Promise<void>;
}

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
export async function settleOutcome(
  delivery: SettleDependencies,
  claim: TextClaim,
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
      await commands.record(claim, { kind: 'unknown', detail: outcome.detail });
      return;
    default:
      outcome satisfies never;
  }
}

async function rejected(
  delivery: SettleDependencies,
  claim: TextClaim,
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
    case 'day-full':
    case 'fail':
      break;
    default:
      reaction satisfies never;
  }
  breaker.answered();
  await commands.record(claim, { kind: 'failed', errorCode: code, reason: plainReason(code) });
  await delivery.done({ id: claim.id, note: detail });
}

/** The carrier asked for less: nothing more from this number until then. */
async function slowDown(
  { db }: SettleDependencies,
  claim: TextClaim,
  dueAt: Date,
  code: number | null,
  again: Endings['again'],
): Promise<void> {
  await backOffSender(db, claim.sender, dueAt);
  await again({ dueAt, reason: 'rate-limited', code, note: 'the carrier asked to slow down' });
}

/** When it is tried again after so many delays. */
const later = ({ clock, settings }: SettleDependencies, delays: number): Date =>
  new Date(clock.now().getTime() + backoff(delays, settings.retryFirstMs, settings.retryLongestMs));
