import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import { defaultLoopReply, givesLoopLink } from '../personalization/loop-words.ts';
import { checkTemplate } from '../personalization/text-fields.ts';
import { canonicalKeyword, isReservedKeyword } from '../sms/keywords.ts';
import type { E164, Keyword } from '../sms/values.ts';
import { same } from '../kernel/edit.ts';
import type { BusinessId, CampaignId } from '../kernel/ids.ts';
import {
  CampaignActivated,
  CampaignArchived,
  CampaignCreated,
  CampaignDetailsChanged,
  CampaignDrafted,
  type CampaignEvent,
  CampaignKeywordChanged,
  CampaignKeywordUnavailable,
  CampaignNotificationsChanged,
  CampaignNumberLost,
  CampaignOfferChanged,
  CampaignRestored,
  CampaignSettingsChanged,
} from './events.ts';
import {
  type CampaignNotifications,
  type CampaignSettings,
  initialSettings,
  noNotifications,
  noOffer,
  type Offer,
} from './fields.ts';

export type CampaignData = EventOf<typeof CampaignCreated>['data'];
export type CampaignDraft = EventOf<typeof CampaignDrafted>['data'];
/** What every campaign has besides its keyword. */
interface Terms {
  readonly offer: Offer;
  /** How often a limit of uses was set where there was none: each counts anew, a changed number goes on counting. */
  readonly limits: number;
  readonly notifications: CampaignNotifications;
  readonly settings: CampaignSettings;
}
type Draft = CampaignDraft & Terms;
export type Campaign =
  | { readonly status: 'none' }
  /** It answers nobody. `takenOn`: the number on which its keyword is another campaign's, null while there is no number. */
  | ({ readonly status: 'waiting'; readonly takenOn: E164 | null } & Draft)
  | ({ readonly status: 'active' } & CampaignData & Terms)
  /** Put away. */
  | ({ readonly status: 'archived' } & Draft);
export type ActiveCampaign = Extract<Campaign, { status: 'active' }>;
export type ExistingCampaign = Exclude<Campaign, { status: 'none' }>;

const first: Terms = { offer: noOffer, limits: 0, notifications: noNotifications, settings: initialSettings };

const evolve = (campaign: Campaign, event: CampaignEvent): Campaign => {
  if (event.type === 'CampaignCreated') return { status: 'active', ...first, ...event.data };
  if (event.type === 'CampaignDrafted') return { status: 'waiting', takenOn: null, ...first, ...event.data };
  if (campaign.status === 'none') return campaign;
  switch (event.type) {
    case 'CampaignActivated':
      return campaign.status === 'waiting' ?
          { ...draftOf(campaign), status: 'active', number: event.data.number }
        : campaign;
    case 'CampaignKeywordUnavailable':
      return campaign.status === 'waiting' ? { ...campaign, takenOn: event.data.number } : campaign;
    case 'CampaignNumberLost':
      return campaign.status === 'archived' ? campaign : { ...draftOf(campaign), status: 'waiting', takenOn: null };
    case 'CampaignDetailsChanged': {
      const { name = campaign.name, reply = campaign.reply, replyMedia = campaign.replyMedia } = event.data;
      return { ...campaign, name, reply, replyMedia };
    }
    case 'CampaignOfferChanged': {
      const { offer } = event.data;
      const begins = offer.useLimit !== null && campaign.offer.useLimit === null;
      return { ...campaign, offer, limits: campaign.limits + (begins ? 1 : 0) };
    }
    case 'CampaignNotificationsChanged':
      return { ...campaign, notifications: event.data.notifications ?? noNotifications };
    case 'CampaignSettingsChanged':
      return { ...campaign, settings: event.data.settings };
    case 'CampaignKeywordChanged': {
      const { keyword, number } = event.data;
      const draft = { ...draftOf(campaign), keyword };
      if (campaign.status === 'archived') return { ...draft, status: 'archived' };
      return number === null ? { ...draft, status: 'waiting', takenOn: null } : { ...draft, status: 'active', number };
    }
    case 'CampaignArchived':
      return { ...draftOf(campaign), status: 'archived' };
    case 'CampaignRestored':
      return campaign.status === 'archived' ? { ...campaign, status: 'waiting', takenOn: null } : campaign;
    default:
      return unchanged(campaign, event);
  }
};
export const Campaign: Aggregate<Campaign, CampaignEvent> = { initial: { status: 'none' }, evolve };

const draftOf = (campaign: ExistingCampaign): Draft => {
  const { campaignId, businessId, name, type, keyword, reply, replyMedia } = campaign;
  const { offer, limits, notifications, settings } = campaign;
  const draft = { campaignId, businessId, name, type, keyword, reply, replyMedia };
  return { ...draft, offer, limits, notifications, settings };
};

export function existingCampaign(campaign: Campaign): ExistingCampaign {
  if (campaign.status === 'none') throw new DomainError('not_found', 'This campaign does not exist.');
  return campaign;
}
/** One that can be worked on: an archived one is restored first. */
export function openCampaign(campaign: Campaign): Exclude<ExistingCampaign, { status: 'archived' }> {
  const existing = existingCampaign(campaign);
  if (existing.status === 'archived')
    throw new DomainError('conflict', 'This campaign is archived. Restore it before you change it.');
  return existing;
}
const idsOf = ({ campaignId, businessId }: ExistingCampaign): { campaignId: CampaignId; businessId: BusinessId } => ({
  campaignId,
  businessId,
});

/** The canonical keyword of what somebody typed. Refused when nothing is left, or when it belongs to STOP, START and HELP. */
export function chooseKeyword(text: string): Keyword {
  const keyword = canonicalKeyword(text);
  if (keyword === null) refuse('validation_failed', 'A keyword needs 1 to 40 letters or digits.');
  if (isReservedKeyword(text)) {
    refuse(
      'keyword_reserved',
      `${keyword} is reserved: people text it to stop, start or get help, and it must work for everybody. Choose another keyword.`,
    );
  }
  return keyword;
}

function refuse(code: 'validation_failed' | 'keyword_reserved', message: string): never {
  throw new DomainError(code, message, { keyword: [message] });
}

export function createCampaign(command: CampaignData, campaign: Campaign): readonly CampaignEvent[] {
  checkNew(command, campaign);
  return [CampaignCreated.create(command)];
}

/** A campaign that waits for its business's number. */
export function draftCampaign(command: CampaignDraft, campaign: Campaign): readonly CampaignEvent[] {
  checkNew(command, campaign);
  return [CampaignDrafted.create(command)];
}

function checkNew(command: Pick<CampaignDraft, 'reply' | 'replyMedia' | 'type'>, campaign: Campaign): void {
  if (campaign.status !== 'none') throw new DomainError('conflict', 'This campaign exists already.');
  checkReply(command);
}
/** A text campaign is its reply; a page may go without. */
function checkReply({ type, reply, replyMedia }: Pick<CampaignDraft, 'reply' | 'replyMedia' | 'type'>): void {
  if (type === 'text' && reply.trim() === '' && replyMedia.length === 0)
    refuseField('reply', 'Write the reply that people get.');
  if (type === 'loop' && reply.trim() !== '' && !givesLoopLink(reply))
    refuseField('reply', 'Add {{loop_link}} or {{loop_page}}: members get their link in this text.');
  checkTemplate(reply, 'reply');
}

/** What people get who join. A loop whose business has written nothing still gives its members their link. */
export const replyOf = ({ type, reply }: Pick<CampaignDraft, 'reply' | 'type'>): string =>
  type === 'loop' && reply.trim() === '' ? defaultLoopReply : reply;

function refuseField(field: string, message: string): never {
  throw new DomainError('validation_failed', message, { [field]: [message] });
}

/** What a form may change of a campaign, in groups; null: left as it is. */
export interface CampaignEdit {
  readonly details: Pick<CampaignDraft, 'name' | 'reply' | 'replyMedia'> | null;
  readonly offer: Offer | null;
  readonly notifications: CampaignNotifications | null;
  readonly settings: CampaignSettings | null;
}
export function editCampaign(wanted: CampaignEdit, state: Campaign): readonly CampaignEvent[] {
  const campaign = openCampaign(state);
  const ids = idsOf(campaign);
  const events: CampaignEvent[] = [];
  if (wanted.details !== null) {
    checkReply({ ...wanted.details, type: campaign.type });
    const { name, reply, replyMedia } = wanted.details;
    const different = {
      ...(name === campaign.name ? {} : { name }),
      ...(reply === campaign.reply ? {} : { reply }),
      ...(same(replyMedia, campaign.replyMedia) ? {} : { replyMedia: [...replyMedia] }),
    };
    if (Object.keys(different).length > 0) events.push(CampaignDetailsChanged.create({ ...ids, ...different }));
  }
  if (wanted.offer !== null) {
    const offer = checkOffer(wanted.offer);
    if (!same(offer, campaign.offer)) events.push(CampaignOfferChanged.create({ ...ids, offer }));
  }
  if (wanted.notifications !== null && !same(checkTold(wanted.notifications), campaign.notifications))
    events.push(CampaignNotificationsChanged.create({ ...ids, notifications: wanted.notifications }));
  if (wanted.settings !== null && !same(wanted.settings, campaign.settings))
    events.push(CampaignSettingsChanged.create({ ...ids, settings: wanted.settings }));
  return events;
}

/** What is switched on says something, and to somebody. */
function checkTold(told: CampaignNotifications): CampaignNotifications {
  const { contact, owner } = told;
  if (contact.enabled && contact.subject.trim() === '')
    refuseField('notifications.contact.subject', 'Write a subject.');
  if (contact.enabled && contact.body.trim() === '') refuseField('notifications.contact.body', 'Write the email.');
  checkTemplate(contact.subject, 'notifications.contact.subject');
  checkTemplate(contact.body, 'notifications.contact.body');
  if (owner.enabled && owner.text.trim() === '') refuseField('notifications.owner.text', 'Write the alert.');
  if (owner.enabled && owner.phones.length === 0 && owner.emails.length === 0)
    refuseField('notifications.owner.phones', 'Choose who to alert: a phone number or an email address.');
  return told;
}

/** An offer whose parts fit together. What its kind has no use for is left out of it. */
export function checkOffer(offer: Offer): Offer {
  const { discountType, amount, codeType, dayToExpire, reminders, reminderMessage } = offer;
  const needsAmount = discountType === 'percentage' || discountType === 'money';
  if (needsAmount && amount === null) refuseField('offer.amount', 'Say how much the discount is.');
  if (discountType === 'percentage' && amount !== null && amount > 100)
    refuseField('offer.amount', 'A discount can be at most 100 per cent.');
  if (discountType !== 'none' && offer.title.trim() === '') refuseField('offer.title', 'Say what the offer is.');
  if (codeType === 'static' && discountType !== 'none' && offer.staticCode === null)
    refuseField('offer.staticCode', 'Choose the code that everybody gets.');
  if (reminders.length > 0) {
    if (dayToExpire === null) refuseField('offer.reminders', 'Reminders need a day on which the coupon expires.');
    if (reminders.some((days) => days >= dayToExpire))
      refuseField('offer.reminders', 'A reminder must come after the coupon and before it expires.');
    if (reminderMessage.trim() === '') refuseField('offer.reminderMessage', 'Write the reminder.');
  }
  checkTemplate(reminderMessage, 'offer.reminderMessage');
  return { ...offer, amount: needsAmount ? amount : null, staticCode: codeType === 'static' ? offer.staticCode : null };
}

/** `number`: where the new keyword was claimed, null for a business without one. */
export function changeKeyword(
  { keyword, number }: { readonly keyword: Keyword; readonly number: E164 | null },
  state: Campaign,
): readonly CampaignEvent[] {
  const campaign = openCampaign(state);
  const heldOn = campaign.status === 'active' ? campaign.number : null;
  if (campaign.keyword === keyword && heldOn === number) return [];
  return [CampaignKeywordChanged.create({ ...idsOf(campaign), keyword, number })];
}

export function archiveCampaign(_: unknown, state: Campaign): readonly CampaignEvent[] {
  const campaign = existingCampaign(state);
  return campaign.status === 'archived' ? [] : [CampaignArchived.create(idsOf(campaign))];
}
export function restoreCampaign(_: unknown, state: Campaign): readonly CampaignEvent[] {
  const campaign = existingCampaign(state);
  return campaign.status === 'archived' ? [CampaignRestored.create(idsOf(campaign))] : [];
}

/** Its keyword has been claimed on the number, or (`claimed` false) is another campaign's there. */
export function meetNumber(
  command: { readonly number: E164; readonly claimed: boolean },
  campaign: Campaign,
): readonly CampaignEvent[] {
  if (campaign.status !== 'waiting') return [];
  const { campaignId, businessId, keyword, takenOn } = campaign;
  const met = { campaignId, businessId, number: command.number, keyword };
  if (command.claimed) return [CampaignActivated.create(met)];
  return takenOn === command.number ? [] : [CampaignKeywordUnavailable.create(met)];
}

/** The number is the business's no longer. */
export function loseNumber(command: { readonly number: E164 }, campaign: Campaign): readonly CampaignEvent[] {
  const held =
    campaign.status === 'active' ? campaign.number
    : campaign.status === 'waiting' ? campaign.takenOn
    : null;
  if (campaign.status === 'none' || held !== command.number) return [];
  return [CampaignNumberLost.create({ ...idsOf(campaign), number: command.number })];
}
