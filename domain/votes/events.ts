import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BallotId, BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';

/** A contact voted, once. `choices` are ids of the page's options; `cause`: the submission or the text that said so. */
export const VoteCast = event(
  'VoteCast',
  1,
  z.object({
    ballotId: BallotId,
    campaignId: CampaignId,
    businessId: BusinessId,
    contactId: ContactId,
    choices: z.array(z.string()).min(1),
    via: z.enum(['page', 'text']),
    cause: z.uuid(),
  }),
);
/** Somebody of the business took it out of the count, such as one of many from one device; and put it back. */
export const VoteExcluded = event(
  'VoteExcluded',
  1,
  z.object({ ballotId: BallotId, campaignId: CampaignId, businessId: BusinessId, reason: z.string().max(200) }),
);
export const VoteIncluded = event(
  'VoteIncluded',
  1,
  z.object({ ballotId: BallotId, campaignId: CampaignId, businessId: BusinessId }),
);
export const voteEvents = [VoteCast, VoteExcluded, VoteIncluded] as const;
export type VoteEvent = EventOf<(typeof voteEvents)[number]>;
