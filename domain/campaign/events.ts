import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId } from '../kernel/ids.ts';
import { E164, Keyword, Media } from '../sms/values.ts';
import { storedCampaign } from './fields.ts';

const draft = { campaignId: CampaignId, businessId: BusinessId, name: storedCampaign.name, type: storedCampaign.type };
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
export const CampaignKeywordTaken = event(
  'CampaignKeywordTaken',
  1,
  z.object({ campaignId: CampaignId, businessId: BusinessId, number: E164, keyword: Keyword }),
);
/** The business gave its number up: the keyword waits for the next one. */
export const CampaignNumberLost = event(
  'CampaignNumberLost',
  1,
  z.object({ campaignId: CampaignId, businessId: BusinessId, number: E164 }),
);

export const campaignEvents = [
  CampaignCreated,
  CampaignDrafted,
  CampaignActivated,
  CampaignKeywordTaken,
  CampaignNumberLost,
] as const;
export type CampaignEvent = EventOf<(typeof campaignEvents)[number]>;
