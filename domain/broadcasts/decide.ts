import { DomainError } from '../kernel/errors.ts';
import { changed } from '../kernel/edit.ts';
import type { BroadcastId, BusinessId, ContactId } from '../kernel/ids.ts';
import { checkPictures } from '../messages/pictures.ts';
import { countSegments } from '../sms/segments.ts';
import type { E164 } from '../sms/values.ts';
import type { AudienceSize, Broadcast, ExistingBroadcast, Run } from './broadcast.ts';
import { checkContent } from './check.ts';
import {
  BroadcastApprovalRequested,
  BroadcastAudienceCompleted,
  BroadcastChanged,
  BroadcastCompleted,
  BroadcastDeleted,
  BroadcastDrafted,
  type BroadcastEvent,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastScheduled,
  BroadcastStarted,
  BroadcastStopped,
  BroadcastConfirmedByText,
  BroadcastUnscheduled,
  BroadcastWinnerChosen,
} from './events.ts';
import { type PausedBy, type Setup, storedBroadcast } from './fields.ts';
import type { EmailTrouble } from './health.ts';
import type { EmailFigures } from '../emails/health.ts';

/** One that is there. Throws `not_found`, also for one that was deleted before it ran. */
export function existing(broadcast: Broadcast): ExistingBroadcast {
  if (broadcast.status === 'none' || (broadcast.deleted && broadcast.run === null))
    throw new DomainError('not_found', 'This broadcast does not exist.');
  return broadcast;
}
const idsOf = ({ broadcastId, businessId }: ExistingBroadcast) => ({ broadcastId, businessId });
const refuse = (message: string): never => {
  throw new DomainError('conflict', message);
};

export function draft(
  command: {
    readonly broadcastId: BroadcastId;
    readonly businessId: BusinessId;
    readonly setup: Setup;
    readonly from: ExistingBroadcast['from'];
  },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  if (broadcast.status !== 'none') return refuse('This broadcast exists already.');
  return [BroadcastDrafted.create(command)];
}

/** One that a broadcaster confirmed from their phone. It is made once. */
export function draftTexted(
  {
    texter,
    ...command
  }: Parameters<typeof draft>[0] & {
    readonly texter: { readonly contactId: ContactId; readonly name: string; readonly phone: E164 };
  },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  if (broadcast.status !== 'none') return [];
  const { broadcastId, businessId } = command;
  return [BroadcastDrafted.create(command), BroadcastConfirmedByText.create({ broadcastId, businessId, ...texter })];
}

/** The next of one that goes out again and again: at its time, as that one was. It is made once. */
export function repeat(
  {
    startAt,
    versions,
    ...command
  }: Parameters<typeof draft>[0] & { readonly startAt: string; readonly versions: readonly string[] },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  if (broadcast.status !== 'none') return [];
  const { broadcastId, businessId } = command;
  return [
    BroadcastDrafted.create(command),
    BroadcastScheduled.create({ broadcastId, businessId, startAt, versions: [...versions] }),
  ];
}

/** Only a draft: what is scheduled is taken off first, so that nobody changes what is about to go out. */
export function change(wanted: Partial<Setup>, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  const changes = changed(wanted, now.setup, storedBroadcast);
  if (changes === null) return [];
  if (now.status !== 'draft')
    return refuse(
      now.status === 'scheduled' || now.status === 'approval' ?
        'This broadcast is scheduled. Take it off the schedule to change it.'
      : 'This broadcast has gone out. Duplicate it to change it.',
    );
  return [BroadcastChanged.create({ ...idsOf(now), changes })];
}

/** What a broadcast is held against before it may go out. */
export interface BroadcastProgress {
  /** The number of the business; null: it has none. */
  readonly number: E164 | null;
  readonly works: boolean;
  /** Whether it is known where the business is: every email to many says so (CAN-SPAM, 15 U.S.C. 7704(a)(5)). */
  readonly hasAddress: boolean;
  /** Above how many recipients the agency asks to be asked; null: never. */
  readonly approvalLimit: number | null;
  /** Whether it may send pictures. */
  readonly pictures: boolean;
  /** The merge fields that the business has of its own. */
  readonly customFields: readonly string[];
  /** How many would be written to as it stands; null: nobody has counted. */
  readonly recipients: number | null;
  /** Why its recipients can't be given the coupon that it names; null: they can, or it names none. */
  readonly couponProblem: string | null;
  /** Segments that may still be sent this month; null: no limit. */
  readonly credit: number | null;
}

/** It is to go out at `startAt`, an instant. Above the agency's size it waits for approval. `versions`: of an email. */
export function schedule(
  {
    startAt,
    now,
    standing,
    versions,
  }: {
    readonly startAt: string;
    readonly now: Date;
    readonly standing: BroadcastProgress;
    readonly versions: readonly string[];
  },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  const current = existing(broadcast);
  if (current.status === 'scheduled' && current.startAt === startAt) return [];
  if (current.status !== 'draft' && current.status !== 'scheduled')
    return refuse(
      current.status === 'approval' ?
        'This broadcast waits for approval already.'
      : 'This broadcast has gone out. Duplicate it to send it again.',
    );
  checkContent(current.setup, standing.customFields);
  checkStanding(current, standing);
  const at = new Date(Math.max(Date.parse(startAt), now.getTime())).toISOString();
  const plan = { startAt: at, versions: [...versions] };
  return askOr(current, standing, plan, [BroadcastScheduled.create({ ...idsOf(current), ...plan })]);
}

function askOr(
  current: ExistingBroadcast,
  { approvalLimit: limit, recipients }: BroadcastProgress,
  plan: { readonly startAt: string; readonly versions: string[] },
  otherwise: readonly BroadcastEvent[],
): readonly BroadcastEvent[] {
  if (limit === null || recipients === null || recipients <= Math.max(limit, current.approved ?? 0)) return otherwise;
  return [BroadcastApprovalRequested.create({ ...idsOf(current), recipients, limit, ...plan })];
}

function checkStanding(
  { setup }: ExistingBroadcast,
  { number, works, hasAddress, pictures, recipients, couponProblem, credit }: BroadcastProgress,
): void {
  const problem = (field: string, message: string): never => {
    throw new DomainError('validation_failed', message, { [field]: [message] });
  };
  if (!works) throw new DomainError('account_inactive', 'This business is switched off and sends nothing.');
  if (setup.type !== 'email' && number === null)
    problem('type', 'This business has no number to text from. Set one up first.');
  if (setup.type === 'email' && !hasAddress)
    problem('type', 'Every email must say where the business is. Enter its address in the settings first.');
  for (const [index, content] of setup.contents.entries())
    if (content.kind === 'text') checkPictures(content, { isActiveMms: pictures }, `contents.${index}.media`);
  if (couponProblem !== null) problem('campaign_id', couponProblem);
  if (recipients === 0) problem('audience', 'No one would get this broadcast. Choose who it’s for.');
  if (credit !== null && recipients !== null && recipients > credit)
    problem(
      'audience',
      `This month’s credit has ${credit.toLocaleString('en-US')} messages left, which is not enough.`,
    );
}

export function unschedule(_: unknown, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (now.status === 'draft') return [];
  if (now.status !== 'scheduled' && now.status !== 'approval')
    return refuse('This broadcast has begun. Stop it instead.');
  return [BroadcastUnscheduled.create(idsOf(now))];
}

/** Its time has come: what it is to be is looked at once more. What stands in its way pauses it. */
export function start(
  {
    now,
    position,
    standing,
    links,
    versions,
    trouble,
    refusal = null,
    unpaid = null,
    unregistered = null,
  }: {
    readonly now: Date;
    readonly position: bigint;
    readonly standing: BroadcastProgress;
    readonly links: Run['links'];
    /** Of an email, with its links. */
    readonly versions: readonly string[];
    /** How the emails of the business fare, where that keeps it from sending more; null: nothing does. */
    readonly trouble: EmailTrouble | null;
    /** Why its audience can't be asked for; null: it can. */
    readonly refusal?: string | null;
    /** What has to be paid first, in words; null: nothing. */
    readonly unpaid?: string | null;
    /** What of its number's registration is missing, in words; null: nothing, or it is an email. */
    readonly unregistered?: string | null;
  },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  if (broadcast.status !== 'scheduled' || broadcast.startAt === null || broadcast.deleted) return [];
  if (Date.parse(broadcast.startAt) > now.getTime()) return [];
  const ids = idsOf(broadcast);
  if (unpaid !== null) return [BroadcastPaused.create({ ...ids, by: 'unpaid', note: unpaid })];
  if (unregistered !== null) return [BroadcastPaused.create({ ...ids, by: 'unregistered', note: unregistered })];
  if (refusal !== null) return [BroadcastPaused.create({ ...ids, by: 'audience', note: refusal })];
  try {
    checkContent(broadcast.setup, standing.customFields);
    checkStanding({ ...broadcast }, { ...standing, recipients: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [BroadcastPaused.create({ ...ids, by: 'sender-blocked', note: error.message })];
  }
  if (trouble !== null && broadcast.setup.type === 'email' && !broadcast.knowingly)
    return [BroadcastPaused.create({ ...ids, ...trouble })];
  const sender = broadcast.setup.type === 'email' ? null : standing.number;
  const expiresAt = new Date(now.getTime() + broadcast.setup.validHours * 3_600_000).toISOString();
  const plan = { startAt: broadcast.startAt, versions: [...broadcast.versions] };
  return askOr(broadcast, standing, plan, [
    BroadcastStarted.create({
      ...ids,
      position: position.toString(),
      sender,
      segments: longest(broadcast),
      expiresAt,
      links: [...links],
      versions: [...versions],
    }),
  ]);
}

/** Segments of the longest variant. */
const longest = ({ setup }: ExistingBroadcast): number =>
  Math.max(1, ...setup.contents.map((content) => (content.kind === 'text' ? countSegments(content.body).segments : 1)));

export function completeAudience(size: AudienceSize, broadcast: Broadcast): readonly BroadcastEvent[] {
  if (broadcast.status === 'none' || broadcast.run === null || broadcast.audience !== null) return [];
  return [BroadcastAudienceCompleted.create({ ...idsOf(broadcast), ...size })];
}

export function chooseWinner(
  command: {
    readonly variant: number;
    readonly honest: boolean;
    readonly figures: readonly { readonly sent: number; readonly did: number }[];
  },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  if (broadcast.status === 'none' || broadcast.winner !== null || broadcast.setup.test === null) return [];
  if (broadcast.status === 'stopped' || broadcast.status === 'completed') return [];
  return [BroadcastWinnerChosen.create({ ...idsOf(broadcast), ...command, figures: [...command.figures] })];
}

export function pause(
  { by, note }: { readonly by: PausedBy; readonly note: string },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (now.status === 'paused') return [];
  // What fails by our own fault may do so before it has begun.
  const canPause = now.status === 'running' || (now.status === 'scheduled' && by === 'our-fault');
  if (!canPause) return by === 'person' ? refuse('Only a broadcast that goes out can be paused.') : [];
  return [BroadcastPaused.create({ ...idsOf(now), by, note })];
}

/** What isn't paid for stands still, and goes on when it is. `unpaid`: what has to be paid, in words; null: nothing. */
export function followPayment(unpaid: string | null, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (unpaid !== null) return pause({ by: 'unpaid', note: unpaid }, now);
  return now.status === 'paused' && now.paused?.by === 'unpaid' ? [BroadcastResumed.create(idsOf(now))] : [];
}

/**
 * What carriers would refuse stands still, and goes on once its number is registered. `unregistered`: what is missing, in
 * words; null: nothing. One whose hours have passed before it began is left to people: nobody wants last week's text.
 */
export function followRegistration(
  { unregistered, now: at }: { readonly unregistered: string | null; readonly now: Date },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (now.setup.type === 'email') return [];
  if (unregistered !== null) return pause({ by: 'unregistered', note: unregistered }, now);
  if (now.status !== 'paused' || now.paused?.by !== 'unregistered') return [];
  const { run, setup, startAt } = now;
  const isOver = run === null && startAt !== null && Date.parse(startAt) + setup.validHours * 3_600_000 <= at.getTime();
  return isOver ? [] : [BroadcastResumed.create(idsOf(now))];
}

/** All of a business's emails to many stand still; but what somebody let go on knowingly goes on. */
export function holdEmails(trouble: EmailTrouble, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  return now.setup.type !== 'email' || now.knowingly ? [] : pause(trouble, now);
}

/** How the emails of the business fared for whoever resumes, as far as they looked; and how they fare now, if that is known. */
export interface Resume {
  readonly seen: Pick<EmailFigures, 'bounced' | 'complained'> | null;
  readonly figures: EmailFigures | null;
}

/** What stood still since too many emails come back goes on for who has seen how many alone. */
export function resume({ seen, figures }: Resume, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (now.status === 'running') return [];
  if (now.status !== 'paused') return refuse('This broadcast is not paused.');
  const { by } = now.paused ?? {};
  if (by === 'bounces' || by === 'complaints') {
    if (seen === null)
      return refuse('Too many emails of this business come back or are reported. Look at its report, then resume it.');
    if (figures !== null && (figures.bounced > seen.bounced || figures.complained > seen.complained))
      return refuse('More emails came back or were reported since you looked. Look at the figures again.');
  }
  return [BroadcastResumed.create(idsOf(now))];
}

/** For good. */
export function stop(_: unknown, broadcast: Broadcast): readonly BroadcastEvent[] {
  const now = existing(broadcast);
  if (now.status === 'stopped') return [];
  if (now.status !== 'running' && now.status !== 'paused')
    return refuse('Only a broadcast that goes out can be stopped.');
  return [BroadcastStopped.create(idsOf(now))];
}

/** Everybody has reached an end. One that was stopped stays stopped. */
export function complete(_: unknown, broadcast: Broadcast): readonly BroadcastEvent[] {
  if (broadcast.status !== 'running' && broadcast.status !== 'paused') return [];
  if (broadcast.audience === null) return [];
  return [BroadcastCompleted.create(idsOf(broadcast))];
}

export function remove(_: unknown, broadcast: Broadcast): readonly BroadcastEvent[] {
  if (broadcast.status !== 'none' && broadcast.deleted) return [];
  const now = existing(broadcast);
  if (now.status === 'running' || now.status === 'paused') return refuse('Stop this broadcast before you delete it.');
  return [BroadcastDeleted.create(idsOf(now))];
}
