import { AgencyId, BusinessId, CampaignId, ContactId, MessageId, UserId } from '../../../domain/kernel/ids.ts';
import { E164, Keyword } from '../../../domain/sms/values.ts';

/** Fixed ids and numbers that the deciders' tests speak about. */
export const agencyId = AgencyId.parse('00000000-0000-4000-8000-0000000000a0');
export const businessId = BusinessId.parse('00000000-0000-4000-8000-0000000000b0');
export const otherBusinessId = BusinessId.parse('00000000-0000-4000-8000-0000000000b1');
export const contactId = ContactId.parse('00000000-0000-4000-8000-0000000000c0');
export const campaignId = CampaignId.parse('00000000-0000-4000-8000-0000000000d0');
export const otherCampaignId = CampaignId.parse('00000000-0000-4000-8000-0000000000d1');
export const messageId = MessageId.parse('00000000-0000-4000-8000-0000000000e0');
export const userId = UserId.parse('00000000-0000-4000-8000-0000000000f0');
export const otherUserId = UserId.parse('00000000-0000-4000-8000-0000000000f1');
export const phone = E164.parse('+12125550123');
export const number = E164.parse('+14155550100');
export const otherNumber = E164.parse('+14155550101');
export const pizza = Keyword.parse('PIZZA');
export const proof = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: 'SM1' };
