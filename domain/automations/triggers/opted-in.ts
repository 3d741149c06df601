import { z } from 'zod';
import { chosen, short } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { alike, any, eventTrigger } from './trigger.ts';

export const optedIn = eventTrigger(
  z.object({ kind: z.literal('opted-in'), keyword: short.nullable(), campaignId: chosen }),
  (wanted, { keyword, campaignId }: { readonly keyword: string; readonly campaignId: string | null }) =>
    (wanted.keyword === null || alike(wanted.keyword, keyword)) && any(wanted.campaignId, campaignId),
)({
  fresh: () => ({ kind: 'opted-in', keyword: null, campaignId: null }),
  check({ keyword, campaignId }, at, { known, say, reference }) {
    const own = campaignId === null ? undefined : known.keywords.get(campaignId);
    if (keyword && own !== undefined && !alike(keyword, own))
      say(
        'invalid',
        `${at}.keyword`,
        `The keyword of this campaign is ${own}, not ${keyword}: one message can’t opt in to both. Clear one of the two.`,
      );
    reference(`${at}.campaignId`, campaignId, known.campaigns, null);
  },
  references: (on, refer) => ({ ...on, campaignId: referred(refer, 'campaign', on.campaignId) }),
});
