import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { SendOutcome, SmsCarrier } from '../../../adapters/sms/port.ts';
import { batcher } from '../../../domain/kernel/batcher.ts';
import type { WorkerTenant } from '../../context.ts';
import type { Presence } from '../../engine/presence.ts';
import { backoff } from '../../engine/retry-policy.ts';
import { type InTurn, turns } from '../../engine/turns.ts';
import type { Database } from '../../engine/worker.ts';
import { markCounted, type UsageReader } from './allowance.ts';
import type { Breaker } from '../../engine/breaker.ts';
import type { Halting, SenderCommands } from './commands.ts';
import { accept, type Claim, type Marked, markSending, type Sending, settle } from './queue.ts';
import {
  decideRecipients,
  putRecipientsBack,
  type RecipientClaim,
  type RecipientDecision,
  type Wait,
} from './recipients.ts';
import type { SenderSettings } from './settings.ts';

/** The carrier account that holds the number a text goes out from. */
export type CarrierFor = (text: WorkerTenant & { readonly sender: string }) => SmsCarrier | Promise<SmsCarrier>;

export interface DeliverDependencies {
  readonly db: Database;
  readonly commands: SenderCommands;
  readonly carrierFor: CarrierFor;
  readonly usage: UsageReader;
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

/** What all deliveries of a process share. */
export interface Delivery extends DeliverDependencies {
  /** Commits `sending`. */
  readonly sending: (text: Sending) => Promise<Marked>;
  /** Nothing is left to do for it. */
  readonly done: (ended: Ended) => Promise<void>;
  /** Of a broadcast: the last look at a recipient, together with others. */
  readonly decide: (claim: RecipientClaim) => Promise<RecipientDecision>;
  /** The same of a broadcast: nobody's text waits for a heap of these. */
  readonly sendingTo: (text: Sending) => Promise<Marked>;
  /** Of a broadcast: pauses it, and says why. */
  readonly halt: (halt: Halt) => Promise<void>;
  /** Of a broadcast: the carrier has it. */
  readonly accepted: (taken: { readonly messageId: string; readonly providerMessageId: string }) => Promise<void>;
  /** Of a broadcast: back to waiting. */
  readonly wait: (wait: Wait) => Promise<void>;
  /** Runs a request to the carrier when it is its turn: no more than `concurrency` are under way. `first`: before those that wait. */
  readonly inTurn: InTurn;
  /** Writes down what is known, through outages, for as long as this process lives. */
  readonly persistently: (claim: Claim, write: () => Promise<void>) => Promise<void>;
}

interface Halt {
  readonly claim: RecipientClaim;
  readonly by: Halting;
  readonly note: string;
}

interface Ended {
  readonly messageId: string;
  readonly providerMessageId: string | null;
  readonly note?: string | null;
}

/** What many deliveries write at once goes in one statement. */
export function shareWrites(dependencies: DeliverDependencies): Omit<Delivery, 'persistently'> {
  const { db, presence, clock } = dependencies;
  // When a joint statement's own outcome is open and it is made again, what is `sending` already is refused, and
  // looked up: never sent twice.
  const mark = (texts: readonly Sending[]) =>
    markCounted<Sending, Marked>(dependencies, texts, (asked) => markSending(db, presence.holder, asked, clock.now()));
  return {
    ...dependencies,
    inTurn: turns(dependencies.settings.concurrency),
    sending: batcher(mark),
    done: batcher(async (ended: readonly Ended[]) => {
      await settle(db, ended);
      return ended.map(() => undefined);
    }),
    decide: batcher((claims: readonly RecipientClaim[]) => decideRecipients(dependencies.commands, claims), {
      lanes: 2,
    }),
    sendingTo: batcher(mark),
    halt: batcher(async (halts: readonly Halt[]) => {
      const each = new Map(halts.map((halt) => [halt.claim.broadcast.broadcastId, halt]));
      for (const { claim, by, note } of each.values()) await dependencies.commands.halt(claim, by, note);
      return halts.map(() => undefined);
    }),
    accepted: batcher(
      async (taken: readonly { readonly messageId: string; readonly providerMessageId: string }[]) => {
        const askAt = new Date(clock.now().getTime() + dependencies.settings.askAfterMs);
        await accept(
          db,
          taken.map((one) => ({ ...one, askAt })),
        );
        return taken.map(() => undefined);
      },
      { gather: () => clock.sleep(25) },
    ),
    wait: batcher(async (waits: readonly Wait[]) => {
      await putRecipientsBack(db, presence.holder, waits);
      return waits.map(() => undefined);
    }),
  };
}

/** When it is tried again after so many delays. */
export const later = ({ clock, settings }: Pick<Delivery, 'clock' | 'settings'>, delays: number): Date =>
  new Date(clock.now().getTime() + backoff(delays, settings.retryFirstMs, settings.retryLongestMs));

/** What the carrier says of a request. Of one that broke nobody knows anything: it is looked up. */
export const asked = (request: Promise<SendOutcome>): Promise<SendOutcome> =>
  request.catch((error: unknown) => ({ kind: 'unknown', detail: `the request broke: ${String(error)}` }));
