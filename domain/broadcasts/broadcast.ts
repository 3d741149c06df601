import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BroadcastId, BusinessId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type { BroadcastAudienceEvent, BroadcastDrafted, BroadcastEvent, BroadcastStarted } from './events.ts';
import type { BroadcastStatus, LeftOut, PausedBy, Setup } from './fields.ts';

/** Its run: who is meant at `position` of the log, from which number, until when. */
export interface Run {
  readonly position: string;
  /** Null: an email's. */
  readonly sender: E164 | null;
  readonly expiresAt: string;
  /** Of each variant, the numbers of the addresses that become short ones. */
  readonly links: EventOf<typeof BroadcastStarted>['data']['links'];
  /** Of each variant of an email, what is sent. */
  readonly versions: readonly string[];
}
/** How many are written to, and how many are not, by reason. `waiting`: of the recipients, for the winner of the test. */
export interface AudienceSize {
  readonly recipients: number;
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
  readonly waiting: number;
}

export interface ExistingBroadcast {
  readonly status: BroadcastStatus;
  readonly broadcastId: BroadcastId;
  readonly businessId: BusinessId;
  readonly setup: Setup;
  readonly from: EventOf<typeof BroadcastDrafted>['data']['from'];
  /** When it is to begin, or was to; null: nobody has said. */
  readonly startAt: string | null;
  /** Of each variant of an email, as it was when it was scheduled. */
  readonly versions: readonly string[];
  /** Up to how many recipients the agency lets go out, as it is set up now; null: it has not said. */
  readonly approved: number | null;
  /** What the agency said when it turned it down. */
  readonly rejection: string | null;
  /** Null: it has not begun. */
  readonly run: Run | null;
  /** Null: its audience is not, or not wholly, frozen. */
  readonly audience: AudienceSize | null;
  readonly paused: { readonly by: PausedBy; readonly note: string } | null;
  /**
   * It stood still for how emails fare, and somebody who had read why let it go on: how the business's other emails fare
   * stops it no more, what comes of itself does.
   */
  readonly knowingly: boolean;
  /** The variant that those who waited get; null: not chosen. */
  readonly winner: number | null;
  /** Gone from the lists; of one that ran its report stays. */
  readonly deleted: boolean;
}
export type Broadcast = { readonly status: 'none' } | ExistingBroadcast;

const evolve = (broadcast: Broadcast, event: BroadcastEvent): Broadcast => {
  if (event.type === 'BroadcastDrafted') {
    if (broadcast.status !== 'none') return broadcast;
    const { broadcastId, businessId, setup, from } = event.data;
    return {
      status: 'draft',
      broadcastId,
      businessId,
      setup,
      from,
      startAt: null,
      versions: [],
      approved: null,
      rejection: null,
      run: null,
      audience: null,
      paused: null,
      knowingly: false,
      winner: null,
      deleted: false,
    };
  }
  if (broadcast.status === 'none') return broadcast;
  switch (event.type) {
    // Whose phone it came from is for people to read, and decides nothing.
    case 'BroadcastConfirmedByText':
      return broadcast;
    case 'BroadcastChanged':
      return { ...broadcast, setup: { ...broadcast.setup, ...defined(event.data.changes) }, approved: null };
    case 'BroadcastScheduled':
      return { ...broadcast, status: 'scheduled', ...planned(event.data), rejection: null };
    case 'BroadcastUnscheduled':
      return { ...broadcast, status: 'draft', startAt: null };
    case 'BroadcastApprovalRequested':
      return { ...broadcast, status: 'approval', ...planned(event.data) };
    case 'BroadcastApproved':
      return { ...broadcast, status: 'draft', approved: event.data.recipients, rejection: null };
    case 'BroadcastRejected':
      return { ...broadcast, status: 'draft', startAt: null, approved: null, rejection: event.data.note };
    case 'BroadcastStarted': {
      const { position, sender, expiresAt, links, versions } = event.data;
      return { ...broadcast, status: 'running', run: { position, sender, expiresAt, links, versions } };
    }
    case 'BroadcastAudienceCompleted': {
      const { recipients, leftOut, waiting } = event.data;
      return { ...broadcast, audience: { recipients, leftOut, waiting } };
    }
    case 'BroadcastWinnerChosen':
      return { ...broadcast, winner: event.data.variant };
    case 'BroadcastPaused':
      return { ...broadcast, status: 'paused', paused: { by: event.data.by, note: event.data.note } };
    case 'BroadcastResumed': {
      const by = broadcast.paused?.by;
      const knowingly = broadcast.knowingly || by === 'bounces' || by === 'complaints';
      return { ...broadcast, status: broadcast.run === null ? 'scheduled' : 'running', paused: null, knowingly };
    }
    case 'BroadcastStopped':
      return { ...broadcast, status: 'stopped', paused: null };
    case 'BroadcastCompleted':
      return { ...broadcast, status: 'completed' };
    case 'BroadcastDeleted':
      return { ...broadcast, deleted: true };
    default:
      return unchanged(broadcast, event);
  }
};
export const Broadcast: Aggregate<Broadcast, BroadcastEvent> = { initial: { status: 'none' }, evolve };

const planned = ({ startAt, versions }: { readonly startAt: string; readonly versions: readonly string[] }) => ({
  startAt,
  versions,
});
const defined = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>;
  };

/** How far the audience is frozen. */
export interface Freezing extends AudienceSize {
  /** The part that comes next. */
  readonly chunk: number;
  /** Where it begins; null: at the beginning, or, where `complete`, nowhere. */
  readonly next: string | null;
  readonly complete: boolean;
}
const nobody: Freezing = { chunk: 0, next: null, complete: false, recipients: 0, leftOut: {}, waiting: 0 };

/** Of the stream of its audience. */
export const Freezing: Aggregate<Freezing, BroadcastAudienceEvent> = {
  initial: nobody,
  evolve: (frozen, { data }) => ({
    chunk: data.chunk + 1,
    next: data.next,
    complete: data.next === null,
    recipients: frozen.recipients + data.recipients.length,
    leftOut: tally(frozen.leftOut, data.leftOut),
    waiting: frozen.waiting + (data.variants?.filter((variant) => variant === -1).length ?? 0),
  }),
};

function tally(
  before: AudienceSize['leftOut'],
  more: readonly { readonly reason: LeftOut }[],
): AudienceSize['leftOut'] {
  if (more.length === 0) return before;
  const counts: Partial<Record<LeftOut, number>> = { ...before };
  for (const { reason } of more) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
