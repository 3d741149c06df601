import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId } from '../kernel/ids.ts';
import { E164, Keyword, Media } from '../sms/values.ts';

/** A campaign (the API calls it a coupon): who texts its keyword opts in and gets its reply. */
export const CampaignCreated = event('CampaignCreated', 1,
  z.object({
    campaignId: CampaignId, businessId: BusinessId, name: z.string().min(1).max(120),
    type: z.enum(['landing', 'loop', 'vote', 'popup', 'cms', 'goto', 'api', 'fb', 'text']),
    number: E164, keyword: Keyword,
    /** The reply's text; merge fields such as {{first_name|there}} are filled in when it is sent. */
    reply: z.string().max(1600), replyMedia: z.array(Media),
  }));

export const campaignEvents = [CampaignCreated] as const;
export type CampaignEvent = EventOf<(typeof campaignEvents)[number]>;
