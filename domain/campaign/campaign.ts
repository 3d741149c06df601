import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import { checkTemplate } from '../sms/merge-fields.ts';
import { canonicalKeyword, isReservedKeyword } from '../sms/keywords.ts';
import type { E164, Keyword } from '../sms/values.ts';
import {
  CampaignActivated,
  CampaignCreated,
  CampaignDrafted,
  type CampaignEvent,
  CampaignKeywordTaken,
  CampaignNumberLost,
} from './events.ts';

export type CampaignData = EventOf<typeof CampaignCreated>['data'];
export type CampaignDraft = EventOf<typeof CampaignDrafted>['data'];
export type Campaign =
  | { readonly status: 'none' }
  /** It answers nobody. `takenOn`: the number on which its keyword is another campaign's, null while there is no number. */
  | ({ readonly status: 'waiting'; readonly takenOn: E164 | null } & CampaignDraft)
  | ({ readonly status: 'active' } & CampaignData);
export type ActiveCampaign = Extract<Campaign, { status: 'active' }>;

const evolve = (campaign: Campaign, event: CampaignEvent): Campaign => {
  switch (event.type) {
    case 'CampaignCreated':
      return { status: 'active', ...event.data };
    case 'CampaignDrafted':
      return { status: 'waiting', takenOn: null, ...event.data };
    case 'CampaignActivated': {
      if (campaign.status !== 'waiting') return campaign;
      const { takenOn: _, ...draft } = campaign;
      return { ...draft, status: 'active', number: event.data.number };
    }
    case 'CampaignKeywordTaken':
      return campaign.status === 'waiting' ? { ...campaign, takenOn: event.data.number } : campaign;
    case 'CampaignNumberLost': {
      if (campaign.status === 'none') return campaign;
      if (campaign.status === 'waiting') return { ...campaign, takenOn: null };
      const { number: _, ...draft } = campaign;
      return { ...draft, status: 'waiting', takenOn: null };
    }
    default:
      return unchanged(campaign, event);
  }
};
export const Campaign: Aggregate<Campaign, CampaignEvent> = { initial: { status: 'none' }, evolve };

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

function checkNew(command: Pick<CampaignDraft, 'reply' | 'replyMedia'>, campaign: Campaign): void {
  if (campaign.status !== 'none') throw new DomainError('conflict', 'This campaign exists already.');
  if (command.reply.trim() === '' && command.replyMedia.length === 0) {
    throw new DomainError('validation_failed', 'Write the reply that people get.', {
      reply: ['Write the reply that people get.'],
    });
  }
  checkTemplate(command.reply, 'reply');
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
  return takenOn === command.number ? [] : [CampaignKeywordTaken.create(met)];
}

/** The number is the business's no longer. */
export function loseNumber(command: { readonly number: E164 }, campaign: Campaign): readonly CampaignEvent[] {
  const held =
    campaign.status === 'active' ? campaign.number
    : campaign.status === 'waiting' ? campaign.takenOn
    : null;
  if (campaign.status === 'none' || held !== command.number) return [];
  return [
    CampaignNumberLost.create({
      campaignId: campaign.campaignId,
      businessId: campaign.businessId,
      number: command.number,
    }),
  ];
}
