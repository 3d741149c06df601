import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import { checkTemplate } from '../sms/merge-fields.ts';
import { canonicalKeyword, isReservedKeyword } from '../sms/keywords.ts';
import type { Keyword } from '../sms/values.ts';
import { CampaignCreated, type CampaignEvent } from './events.ts';

export type CampaignData = EventOf<typeof CampaignCreated>['data'];
export type Campaign = { readonly status: 'none' } | ({ readonly status: 'active' } & CampaignData);
export type ActiveCampaign = Extract<Campaign, { status: 'active' }>;

const evolve = (campaign: Campaign, event: CampaignEvent): Campaign => {
  switch (event.type) {
    case 'CampaignCreated': return { status: 'active', ...event.data };
    default: return unchanged(campaign, event.type satisfies never);
  }
};
export const Campaign: Aggregate<Campaign, CampaignEvent> = { initial: { status: 'none' }, evolve };

/** The canonical keyword of what somebody typed. Refused when nothing is left, or when it belongs to STOP, START and HELP. */
export function chooseKeyword(text: string): Keyword {
  const keyword = canonicalKeyword(text);
  if (keyword === null) refuse('validation_failed', 'A keyword needs 1 to 40 letters or digits.');
  if (isReservedKeyword(text)) {
    refuse('keyword_reserved', `${keyword} is reserved: people text it to stop, start or get help, and it must work for everybody. Choose another keyword.`);
  }
  return keyword;
}

function refuse(code: 'validation_failed' | 'keyword_reserved', message: string): never {
  throw new DomainError(code, message, { keyword: [message] });
}

export function createCampaign(command: CampaignData, campaign: Campaign): readonly CampaignEvent[] {
  if (campaign.status !== 'none') throw new DomainError('conflict', 'This campaign exists already.');
  if (command.reply.trim() === '' && command.replyMedia.length === 0) {
    throw new DomainError('validation_failed', 'Write the reply that people get.', { reply: ['Write the reply that people get.'] });
  }
  checkTemplate(command.reply, 'reply');
  return [CampaignCreated.create(command)];
}
