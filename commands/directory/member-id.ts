import { type CampaignId, type ContactId, MemberId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';

/** One contact is one member of a loop, however often they enter. */
export const memberIdOf = (campaignId: CampaignId, contactId: ContactId): MemberId =>
  MemberId.parse(uuidV5(namespaces.member, campaignId, contactId));
