import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, CampaignId } from '../kernel/ids.ts';
import { E164, Keyword } from '../sms/values.ts';

export const BusinessCreated = event('BusinessCreated', 1,
  z.object({
    businessId: BusinessId, agencyId: AgencyId.nullable(), name: z.string().min(1).max(120), uniqueId: z.string().regex(/^[a-z0-9-]{3,60}$/),
    currency: z.enum(['USD', 'EUR', 'GBP', 'ZAR']), timezone: z.string(), dateFormat: z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD']),
    /** What the plan allows in a calendar month; null: no limit. */
    monthlyMessages: z.number().int().positive().nullable(), contactLimit: z.number().int().positive().nullable(),
  }));
export const BusinessNumberAssigned = event('BusinessNumberAssigned', 1,
  z.object({ businessId: BusinessId, number: E164, providerNumberId: z.string().nullable(), isTollFree: z.boolean() }));
export const BusinessNumberReleased = event('BusinessNumberReleased', 1, z.object({ businessId: BusinessId, number: E164 }));

/** Claim streams: the stream's name is the claim, created with "must not exist" or after a release. */
export const NumberClaimed = event('NumberClaimed', 1, z.object({ number: E164, businessId: BusinessId, agencyId: AgencyId.nullable() }));
export const NumberReleased = event('NumberReleased', 1, z.object({ number: E164, businessId: BusinessId }));
export const KeywordClaimed = event('KeywordClaimed', 1, z.object({ number: E164, keyword: Keyword, businessId: BusinessId, campaignId: CampaignId }));
export const KeywordReleased = event('KeywordReleased', 1, z.object({ number: E164, keyword: Keyword, businessId: BusinessId, campaignId: CampaignId }));
export const UniqueIdClaimed = event('UniqueIdClaimed', 1, z.object({ uniqueId: z.string(), businessId: BusinessId }));

export const businessEvents = [BusinessCreated, BusinessNumberAssigned, BusinessNumberReleased] as const;
export const claimEvents = [NumberClaimed, NumberReleased, KeywordClaimed, KeywordReleased, UniqueIdClaimed] as const;
export type BusinessEvent = EventOf<(typeof businessEvents)[number]>;
export type ClaimEvent = EventOf<(typeof claimEvents)[number]>;
