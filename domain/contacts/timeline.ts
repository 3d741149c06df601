import type { Actor, EventData } from '../kernel/event.ts';
import type { TimelineKind } from './fields.ts';

/** An event as it was recorded, as far as a timeline looks at it. */
export interface Recorded {
  readonly id: string;
  readonly type: string;
  readonly data: EventData;
  readonly position: bigint;
  readonly metadata: { readonly actor: Actor; readonly occurredAt: string };
}

/** Whose doing it was: the contact's own, somebody's of the business, the carrier's, or what the platform does by itself. */
export type DoneBy = 'contact' | 'person' | 'carrier' | 'platform';
export interface About {
  readonly kind: 'campaign' | 'broadcast' | 'import' | 'conversation';
  readonly id: string;
}
type Detail = string | number | boolean | null;

/** One thing that happened to a contact. Its sentence is the screen's; `details`: what stands in it, null where it was erased. */
export interface Happening {
  readonly what: string;
  readonly by: DoneBy;
  readonly details: Readonly<Record<string, Detail>>;
  readonly about: About | null;
}

/** Which kind each event is of. What is not here is in no timeline: it tells nobody anything, or another event does. */
const kinds: Readonly<Record<string, TimelineKind>> = {
  ContactDiscovered: 'details',
  ContactImported: 'details',
  ContactImportUndone: 'details',
  ContactNameChanged: 'details',
  ContactTagged: 'details',
  ContactDetailsChanged: 'details',
  ContactJoinedCampaign: 'details',
  ContactLeftCampaign: 'details',
  ContactOptedIn: 'consent',
  ContactOptedOut: 'consent',
  ContactOptInRequested: 'consent',
  ContactSubscribedToEmail: 'consent',
  ContactUnsubscribedFromEmail: 'consent',
  ContactSuppressionKept: 'consent',
  ContactOptOutSuspected: 'consent',
  ContactOptOutDismissed: 'consent',
  ContactLimitExceeded: 'consent',
  ContactDataExported: 'privacy',
  ContactBounceCleared: 'mail',
  ContactMerged: 'privacy',
  ContactMarkedUnreachable: 'message',
  ContactEmailBounced: 'mail',
  ContactEmailComplained: 'mail',
  ContactPaused: 'preferences',
  ContactResumed: 'preferences',
  ContactFrequencyChanged: 'preferences',
  ContactTopicsChanged: 'preferences',
  ConversationStarted: 'conversation',
  ConversationOpened: 'conversation',
  ConversationClosed: 'conversation',
  ConversationAssigned: 'conversation',
  ConversationNoteAdded: 'conversation',
  MessageReceived: 'message',
  MessageQueued: 'message',
  MessageSuppressed: 'message',
  CallReceived: 'call',
  EmailQueued: 'mail',
  EmailSuppressed: 'mail',
  PageSubmitted: 'page',
  IntegrationRecordReceived: 'page',
  SubmissionEmailVerified: 'page',
  CouponIssued: 'coupon',
  CouponRedeemed: 'coupon',
  CouponRedemptionUndone: 'coupon',
  CouponExtended: 'coupon',
  CouponRevoked: 'coupon',
  CouponReminderSent: 'coupon',
  VoteCast: 'vote',
  MemberJoined: 'loop',
  MemberActionRecorded: 'loop',
  ReferralRecorded: 'loop',
  RewardUnlocked: 'loop',
  RewardClaimed: 'loop',
  LinkClicked: 'click',
  BroadcastAudienceFrozen: 'broadcast',
};
export const timelineKindOf = (type: string): TimelineKind | null => kinds[type] ?? null;

/** How far a text or an email has come, by the last word on it: `waiting`, `handed-over`, `delivered`, `failed`, … */
const states: Readonly<Record<string, readonly [rank: number, state: string]>> = {
  MessageQueued: [1, 'waiting'],
  EmailQueued: [1, 'waiting'],
  MessageDeferred: [2, 'held'],
  MessageOutcomeUnknown: [2, 'unknown'],
  EmailOutcomeUnknown: [2, 'unknown'],
  MessageAccepted: [3, 'handed-over'],
  EmailAccepted: [3, 'handed-over'],
  MessageSent: [4, 'handed-over'],
  MessageFailed: [5, 'failed'],
  EmailFailed: [5, 'failed'],
  MessageSuppressed: [5, 'suppressed'],
  EmailSuppressed: [5, 'suppressed'],
  MessageDelivered: [6, 'delivered'],
  EmailDelivered: [6, 'delivered'],
  EmailBounced: [7, 'bounced'],
  EmailComplained: [8, 'complained'],
};
interface Fate {
  readonly [name: string]: Detail;
  readonly state: string;
  readonly reason: string | null;
  readonly errorCode: number | null;
}
function fateOf(stream: readonly Recorded[]): Fate {
  let rank = 0;
  let fate: Fate = { state: 'waiting', reason: null, errorCode: null };
  for (const { type, data } of stream) {
    const [at, state] = states[type] ?? [0, ''];
    // Among equals an end stays, and what is revised counts anew: as in the read model of messages.
    if (at < rank || (at === rank && at !== 2)) continue;
    if (at === 0) continue;
    rank = at;
    fate = { state, reason: text(data['reason']), errorCode: number(data['errorCode']) };
  }
  return fate;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const campaign = (data: EventData): About | null => {
  const id = text(data['campaignId']);
  return id === null ? null : { kind: 'campaign', id };
};

/** Done by the contact by what they texted, entered or followed, whatever part of the platform wrote it down. */
const byThemselves = new Set(['keyword', 'start', 'form', 'message', 'unsubscribe-page', 'one-click', 'page', 'popup']);
const ofContact = new Set([
  'MessageReceived',
  'CallReceived',
  'PageSubmitted',
  'SubmissionEmailVerified',
  'VoteCast',
  'LinkClicked',
  'MemberJoined',
  'MemberActionRecorded',
  'ContactOptInRequested',
  'ContactEmailComplained',
  'ContactPaused',
  'ContactResumed',
  'ContactFrequencyChanged',
  'ContactTopicsChanged',
]);

function doneBy({ type, data, metadata: { actor } }: Recorded): DoneBy {
  if (ofContact.has(type)) return 'contact';
  const how = text(data['via']) ?? text(data['source']);
  if (how !== null && byThemselves.has(how) && type.startsWith('Contact')) return 'contact';
  if (type === 'CouponRedeemed' && (data['redeemer'] as { by?: string } | undefined)?.by === 'holder') return 'contact';
  switch (actor.kind) {
    case 'user':
      return 'person';
    case 'carrier':
    case 'provider':
      return 'carrier';
    case 'public':
      return 'contact';
    case 'system':
      return 'platform';
  }
}

/** The address that a link leads to. */
const urlIn = (stream: readonly Recorded[]): string | null =>
  text(stream.find(({ type }) => type === 'LinkCreated')?.data['url']);

/** Names of what was told, without what was told: that stands on the contact. */
const told = ({ contactId: _, businessId: __, ...data }: EventData): string => Object.keys(data).join(',');

/**
 * What an event says to whoever looks at a contact. `stream`: what else was recorded where it stands, for how a text or a
 * email fared and where a link leads. Null: it is told by another event, or to nobody.
 */
export function happeningOf(event: Recorded, stream: readonly Recorded[]): Happening | null {
  const { data } = event;
  const by = doneBy(event);
  const say = (what: string, details: Happening['details'] = {}, about: About | null = campaign(data)): Happening => ({
    what,
    by,
    details,
    about,
  });
  const some = (...names: readonly string[]): Record<string, Detail> =>
    Object.fromEntries(names.map((name) => [name, (data[name] as Detail | undefined) ?? null]));
  const conversation: About = { kind: 'conversation', id: String(data['contactId']) };
  const broadcastOr = (otherwise: About | null): About | null => {
    const id = text(data['broadcastId']);
    return id === null ? otherwise : { kind: 'broadcast', id };
  };
  const proof = data['consent'] as { text?: string | null } | undefined;
  switch (event.type) {
    case 'ContactDiscovered':
      return say('discovered', some('via'));
    case 'ContactImported':
      return say('imported', some('row'), { kind: 'import', id: String(data['uploadId']) });
    case 'ContactImportUndone':
      return say('import-undone', some('texts', 'emails'), { kind: 'import', id: String(data['uploadId']) });
    case 'ContactNameChanged':
      return say('named', { name: [text(data['firstName']), text(data['lastName'])].filter(Boolean).join(' ') });
    case 'ContactTagged':
      return say('tagged', { tags: ((data['tags'] as readonly string[] | null) ?? []).join(', ') });
    case 'ContactDetailsChanged':
      return say('details-given', { fields: told(data) });
    case 'ContactJoinedCampaign':
      return say('joined', some('keyword', 'via'));
    case 'ContactLeftCampaign':
      return say('left');
    case 'ContactOptedIn':
      return say('opted-in', { ...some('source', 'keyword'), words: proof?.text ?? null });
    case 'ContactOptInRequested':
      return say('opt-in-requested', { ...some('keyword'), words: proof?.text ?? null });
    case 'ContactOptedOut':
      return say('opted-out', some('via', 'words', 'reason'));
    case 'ContactSubscribedToEmail':
      return say('subscribed-to-email', { ...some('source', 'email'), words: proof?.text ?? null });
    case 'ContactUnsubscribedFromEmail':
      return say('unsubscribed-from-email', some('via'));
    case 'ContactSuppressionKept':
      return say('suppression-kept', some('texts', 'emails'));
    case 'ContactOptOutSuspected':
      return say('opt-out-suspected');
    case 'ContactOptOutDismissed':
      return say('kept-subscribed', some('via'));
    case 'ContactLimitExceeded':
      return say('above-limit', some('limit'));
    case 'ContactBounceCleared':
      return say('bounce-lifted', some('email'));
    case 'ContactDataExported':
      return say('data-taken');
    case 'ContactMerged':
      return say('merged', some('texts', 'emails'));
    case 'ContactMarkedUnreachable':
      return say('unreachable', some('errorCode'));
    case 'ContactEmailBounced':
      return say('bounced', some('email', 'kind', 'reason'));
    case 'ContactEmailComplained':
      return say('complained', some('email'));
    case 'ContactPaused':
      return say('paused', some('until'));
    case 'ContactResumed':
      return say('pause-ended');
    case 'ContactFrequencyChanged':
      return say('frequency-chosen', some('frequency'));
    case 'ContactTopicsChanged':
      return say('topics-chosen', { count: (data['muted'] as readonly string[]).length });
    case 'ConversationStarted':
      return say('conversation-started', {}, conversation);
    case 'ConversationOpened':
      return say('conversation-opened', {}, conversation);
    case 'ConversationClosed':
      return say('conversation-closed', {}, conversation);
    case 'ConversationAssigned':
      return say('conversation-assigned', { assignee: text(data['assigneeId']) }, conversation);
    case 'ConversationNoteAdded':
      return say('note-added', { words: text(data['text']) }, conversation);
    case 'MessageReceived':
      return say('message-received', { words: text(data['body']), ...some('pictures') }, conversation);
    case 'CallReceived':
      return say('called', callIn(stream), conversation);
    case 'MessageQueued':
      return say(
        'message-sent',
        { words: text(data['body']), ...some('purpose'), ...fateOf(stream) },
        broadcastOr(campaign(data) ?? conversation),
      );
    case 'MessageSuppressed':
      return stream.some(({ type }) => type === 'MessageQueued') ? null : (
          say('message-suppressed', some('reason'), null)
        );
    case 'EmailQueued':
      return say(
        'mail-sent',
        { subject: text(data['subject']), ...some('purpose'), ...fateOf(stream) },
        broadcastOr(campaign(data)),
      );
    case 'EmailSuppressed':
      return stream.some(({ type }) => type === 'EmailQueued') ? null : say('mail-suppressed', some('reason'), null);
    case 'PageSubmitted':
      return say('page-submitted', { ...some('pageAddress'), page: text(data['kind']) });
    case 'IntegrationRecordReceived':
      return say('record-received', some('kind', 'source'));
    case 'SubmissionEmailVerified':
      return say('email-verified');
    case 'CouponIssued':
      return say('coupon-issued', { ...some('code', 'because'), title: (data['offer'] as { title: string }).title });
    case 'CouponRedeemed': {
      const { by: where, till } = data['redeemer'] as { by: string; till: string | null };
      return say('coupon-redeemed', { where, till, title: titleIn(stream) });
    }
    case 'CouponRedemptionUndone':
      return say('coupon-undone', { title: titleIn(stream) });
    case 'CouponExtended':
      return say('coupon-extended', { ...some('expiresAt'), title: titleIn(stream) });
    case 'CouponRevoked':
      return say('coupon-revoked', { title: titleIn(stream) });
    case 'CouponReminderSent':
      return say('coupon-reminded', { ...some('days'), title: titleIn(stream) });
    case 'VoteCast':
      return say('voted', { ...some('via'), counts: votes(stream) });
    case 'MemberJoined':
      return say('loop-joined', { invited: data['invitedBy'] !== null });
    case 'MemberActionRecorded':
      return say('loop-acted', some('action'));
    case 'ReferralRecorded':
      return say('loop-referred');
    case 'RewardUnlocked':
      return say('reward-unlocked', some('title', 'points'));
    case 'RewardClaimed':
      return say('reward-claimed');
    case 'LinkClicked': {
      const { kind, id } = data['source'] as { kind: string; id: string };
      return say('clicked', { url: urlIn(stream) }, kind === 'broadcast' ? { kind, id } : null);
    }
    default:
      return null;
  }
}

/** What became of a call: `ringing`, `answered` or `missed`, why, and how many seconds both sides talked. */
function callIn(stream: readonly Recorded[]): Happening['details'] {
  const missed = stream.find(({ type }) => type === 'CallMissed');
  const isAnswered = stream.some(({ type }) => type === 'CallAnswered');
  const talk = stream.find(({ type, data }) => type === 'CallLegEnded' && data['leg'] === 'out');
  return {
    outcome:
      isAnswered ? 'answered'
      : missed === undefined ? 'ringing'
      : 'missed',
    missed: text(missed?.data['reason']),
    seconds: isAnswered ? number(talk?.data['seconds']) : null,
  };
}

const titleIn = (stream: readonly Recorded[]): string | null =>
  (stream.find(({ type }) => type === 'CouponIssued')?.data['offer'] as { title?: string } | undefined)?.title ?? null;

/** Whether somebody of the business has taken the vote out of the count. */
const votes = (stream: readonly Recorded[]): boolean =>
  stream.findLast(({ type }) => type === 'VoteExcluded' || type === 'VoteIncluded')?.type !== 'VoteExcluded';
