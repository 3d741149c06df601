import { type ContactEmail, isQueued, type QueuedEmail } from '../emails/contact-email.ts';
import type { EmailSuppressReason } from '../emails/fields.ts';
import type { SuppressReason } from '../messages/fields.ts';
import { isOutgoing, type Message, type OutgoingStatus } from '../messages/message.ts';
import type { BroadcastStatus, EndState, RecipientState } from './fields.ts';

/**
 * How a recipient's own text or email stands; `none`: nothing has been said of it, since until it goes out nothing is.
 * `lost`: nobody knows whether it was taken, and it is not sent again. Of emails alone: `taken`, the provider has it and
 * tells nothing more; `bounced`; `complained`.
 */
export interface Word {
  readonly status: OutgoingStatus | 'none' | 'taken' | 'lost' | 'bounced' | 'complained';
  /** Of a suppressed one. */
  readonly reason: SuppressReason | EmailSuppressReason | null;
}
export const noWord: Word = { status: 'none', reason: null };
export const wordOf = (message: Message): Word =>
  message.status === 'withheld' ? { status: 'suppressed', reason: message.reason }
  : !isOutgoing(message) ? noWord
  : message.status === 'failed' && message.unsure ? { status: 'lost', reason: null }
  : { status: message.status, reason: message.status === 'suppressed' ? (message.reason as SuppressReason) : null };

const ofEmail = {
  queued: 'queued',
  unknown: 'lost',
  suppressed: 'suppressed',
  failed: 'failed',
  accepted: 'taken',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complained',
} as const satisfies Record<QueuedEmail['status'], Word['status']>;
export const wordOfEmail = (email: ContactEmail): Word =>
  email.status === 'withheld' ? { status: 'suppressed', reason: email.reason }
  : !isQueued(email) ? noWord
  : { status: ofEmail[email.status], reason: email.reason ?? null };

/** Whether they may have it: who does gets it again only where somebody chooses them. */
export const mayHaveIt = ({ status }: Word): boolean => status === 'lost';

/**
 * Where a recipient is: what their message says, or, where nothing was ever said of one, what became of the broadcast.
 * The one place for this: read models, what resends to whom, and tests ask here, so that whoever is frozen into an
 * audience is counted once, and all of them add up. A word that comes after the broadcast was stopped (it was on its
 * way) counts more than the stop.
 */
export function recipientState({ status, reason }: Word, broadcast: BroadcastStatus): RecipientState {
  switch (status) {
    case 'none':
      return (
        broadcast === 'stopped' ? 'stopped'
        : broadcast === 'completed' ? 'expired'
        : 'waiting'
      );
    case 'held':
      return 'held';
    case 'queued':
    case 'unknown':
    case 'accepted':
    case 'sent':
      return 'sent';
    case 'failed':
    case 'bounced':
    case 'lost':
      return 'undelivered';
    // Nobody will say more of it: as far as anybody knows it is there.
    case 'taken':
    // Only who has got it can report it.
    case 'complained':
    case 'delivered':
      return 'delivered';
    case 'suppressed':
      return reason === 'stopped' || reason === 'expired' ? reason : 'suppressed';
    default:
      return status satisfies never;
  }
}

export type Sums = Readonly<Record<RecipientState, number>>;
/** No recipient anywhere. */
export const noSums: Sums = {
  waiting: 0,
  held: 0,
  sent: 0,
  delivered: 0,
  undelivered: 0,
  suppressed: 0,
  stopped: 0,
  expired: 0,
};
/** How many recipients are where. They add up to the recipients, always. */
export function sumsOf(states: Iterable<RecipientState>): Sums {
  const sums: Record<RecipientState, number> = { ...noSums };
  for (const state of states) sums[state] += 1;
  return sums;
}

const ends: ReadonlySet<RecipientState> = new Set<EndState>([
  'delivered',
  'undelivered',
  'suppressed',
  'stopped',
  'expired',
]);
export const hasEnded = (state: RecipientState): state is EndState => ends.has(state);
