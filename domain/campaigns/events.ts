import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { BusinessId, CampaignId } from '../kernel/ids.ts';
import { E164, Keyword, Media } from '../sms/values.ts';
import { storedCampaign } from './fields.ts';

const campaign = { campaignId: CampaignId, businessId: BusinessId };
const draft = { ...campaign, name: storedCampaign.name, type: storedCampaign.type };
const reply = { reply: storedCampaign.reply, replyMedia: z.array(Media) };

/** A campaign (the API calls it a coupon): who texts its keyword opts in and gets its reply. */
export const CampaignCreated = event(
  'CampaignCreated',
  1,
  z.object({ ...draft, number: E164, keyword: Keyword, ...reply }),
);
/** A campaign of a business without a number: its keyword waits for one. */
export const CampaignDrafted = event('CampaignDrafted', 1, z.object({ ...draft, keyword: Keyword, ...reply }));
/** The business has a number and the keyword is its own there. */
export const CampaignActivated = event(
  'CampaignActivated',
  1,
  z.object({ campaignId: CampaignId, businessId: BusinessId, number: E164, keyword: Keyword }),
);
/** The business has a number, but there the keyword is another campaign's: it goes on waiting. */
export const CampaignKeywordUnavailable = event(
  'CampaignKeywordUnavailable',
  1,
  z.object({ campaignId: CampaignId, businessId: BusinessId, number: E164, keyword: Keyword }),
);
/** The business gave its number up: the keyword waits for the next one. */
export const CampaignNumberLost = event(
  'CampaignNumberLost',
  1,
  z.object({ campaignId: CampaignId, businessId: BusinessId, number: E164 }),
);

/** It is called something else, or answers something else. Only what changed is there; so with the two below. */
export const CampaignDetailsChanged = event(
  'CampaignDetailsChanged',
  1,
  z.object({ ...campaign, name: storedCampaign.name.optional(), ...z.object(reply).partial().shape }),
);
/** What it gives from now on; coupons that are out keep what they were issued with. */
export const CampaignOfferChanged = event(
  'CampaignOfferChanged',
  1,
  z.object({ ...campaign, offer: storedCampaign.offer }),
);
/** Who is told of a new member, and what. The numbers and addresses are of people of the business. */
export const CampaignNotificationsChanged = event(
  'CampaignNotificationsChanged',
  1,
  z.object({ ...campaign, notifications: personal(storedCampaign.notifications) }),
  { subject: 'businessId' },
);
export const CampaignSettingsChanged = event(
  'CampaignSettingsChanged',
  1,
  z.object({ ...campaign, settings: storedCampaign.settings }),
);
/** It has another keyword. `number`: where that was claimed, null while it waits for one. The former is free again. */
export const CampaignKeywordChanged = event(
  'CampaignKeywordChanged',
  1,
  z.object({ ...campaign, keyword: Keyword, number: E164.nullable() }),
);
/** Put away: its keyword is free, its pages say that it has ended. Its coupons stay good. */
export const CampaignArchived = event('CampaignArchived', 1, z.object(campaign));
/** Taken back: like a new one it waits for its keyword. */
export const CampaignRestored = event('CampaignRestored', 1, z.object(campaign));

export const campaignEvents = [
  CampaignCreated,
  CampaignDrafted,
  CampaignActivated,
  CampaignKeywordUnavailable,
  CampaignNumberLost,
  CampaignDetailsChanged,
  CampaignOfferChanged,
  CampaignNotificationsChanged,
  CampaignSettingsChanged,
  CampaignKeywordChanged,
  CampaignArchived,
  CampaignRestored,
] as const;
export type CampaignEvent = EventOf<(typeof campaignEvents)[number]>;
