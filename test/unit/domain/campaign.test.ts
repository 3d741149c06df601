import { describe, expect, it } from 'vitest';
import { Campaign, chooseKeyword, createCampaign } from '../../../domain/campaigns/campaign.ts';
import { CampaignCreated } from '../../../domain/campaigns/events.ts';
import { given } from '../../support/given.ts';
import { businessId, campaignId, number, pizza } from './fixtures.ts';

describe('a campaign', () => {
  const campaign = {
    campaignId,
    businessId,
    name: 'Slice',
    type: 'text' as const,
    number,
    keyword: pizza,
    reply: 'Hi {{first_name|there}}',
    replyMedia: [],
  };
  it('is created once, with a reply whose merge fields exist', () => {
    given(Campaign)
      .when((state) => createCampaign(campaign, state))
      .then([CampaignCreated.create(campaign)]);
    given(Campaign, [CampaignCreated.create(campaign)])
      .when((state) => createCampaign(campaign, state))
      .thenRefused('conflict');
    given(Campaign)
      .when((state) => createCampaign({ ...campaign, reply: '{{nickname}}' }, state))
      .thenRefused('validation_failed', /nickname/);
    given(Campaign)
      .when((state) => createCampaign({ ...campaign, reply: ' ' }, state))
      .thenRefused('validation_failed', /reply/);
  });
  it('has a keyword in canonical form', () => {
    expect(chooseKeyword(' pízza! ')).toBe('PIZZA');
  });
});
