import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, CampaignId, UserId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { E164, Keyword } from '../sms/values.ts';
import { storedBusiness } from './fields.ts';

const { details, features, billing } = storedBusiness;

/** Version 1 knew no owner and no features: such a business pays no fee and has live chat. */
export const BusinessCreated = event(
  'BusinessCreated',
  2,
  z.object({
    businessId: BusinessId,
    agencyId: AgencyId.nullable(),
    name: details.name,
    uniqueId: storedBusiness.uniqueId,
    currency: details.currency,
    timezone: details.timezone,
    dateFormat: details.dateFormat,
    monthlyMessages: billing.monthlyMessages,
    contactLimit: billing.contactLimit,
    ...z
      .object({
        email: details.email,
        firstName: details.firstName,
        lastName: details.lastName,
        ...features,
        freeFee: billing.freeFee,
        useBandwidth: billing.useBandwidth,
        ownerId: UserId,
      })
      .partial().shape,
  }),
  { subject: 'businessId' },
);
/** Only what changed is there. So with all changes below that have many fields. */
export const BusinessDetailsChanged = event(
  'BusinessDetailsChanged',
  1,
  z.object({ businessId: BusinessId, ...z.object(details).partial().shape }),
  { subject: 'businessId' },
);
export const BusinessFeaturesChanged = event(
  'BusinessFeaturesChanged',
  1,
  z.object({ businessId: BusinessId, ...z.object(features).partial().shape }),
);
export const BusinessBillingChanged = event(
  'BusinessBillingChanged',
  1,
  z.object({ businessId: BusinessId, ...z.object(billing).partial().shape }),
);
export const BusinessContactInfoChanged = event(
  'BusinessContactInfoChanged',
  1,
  z.object({ businessId: BusinessId, ...z.object(storedBusiness.contactInfo).partial().shape }),
  { subject: 'businessId' },
);
/** All of them, in the order they are shown. */
export const BusinessBroadcastersChanged = event(
  'BusinessBroadcastersChanged',
  1,
  z.object({ businessId: BusinessId, broadcasters: personal(z.array(storedBusiness.broadcaster)) }),
  { subject: 'businessId' },
);
const { legalPage } = storedBusiness;
export const BusinessLegalPagesChanged = event(
  'BusinessLegalPagesChanged',
  1,
  z.object({ businessId: BusinessId, ...z.object({ privacy: legalPage, terms: legalPage }).partial().shape }),
);
/** How many texts and emails that nobody asked for may reach one person in a day; null: any number. */
export const BusinessDailyLimitsChanged = event(
  'BusinessDailyLimitsChanged',
  1,
  z.object({ businessId: BusinessId, ...storedBusiness.dailyLimits }),
);
export const BusinessArchived = event('BusinessArchived', 1, z.object({ businessId: BusinessId }));
export const BusinessRestored = event('BusinessRestored', 1, z.object({ businessId: BusinessId }));
export const BusinessActivated = event('BusinessActivated', 1, z.object({ businessId: BusinessId }));
export const BusinessDeactivated = event('BusinessDeactivated', 1, z.object({ businessId: BusinessId }));
/** In the stream of the copy, right after what it was created with. */
export const BusinessDuplicated = event(
  'BusinessDuplicated',
  1,
  z.object({ businessId: BusinessId, sourceId: BusinessId }),
);
export const BusinessNumberAssigned = event(
  'BusinessNumberAssigned',
  1,
  z.object({ businessId: BusinessId, number: E164, providerNumberId: z.string().nullable(), isTollFree: z.boolean() }),
);
export const BusinessNumberReleased = event(
  'BusinessNumberReleased',
  1,
  z.object({ businessId: BusinessId, number: E164 }),
);

/** Claim streams: the stream's name is the claim, created with "must not exist" or after a release. */
/**
 * `heldBy`: the carrier account that holds the number: whose, and which one (its masked SID). Left out, as in all of
 * the beginning: the installation's own.
 */
export const NumberClaimed = event(
  'NumberClaimed',
  1,
  z.object({
    number: E164,
    businessId: BusinessId,
    agencyId: AgencyId.nullable(),
    heldBy: z
      .object({
        owner: z.enum(['platform', 'agency', 'business']),
        account: z.string(),
        /** Left out: Twilio. */
        carrier: z.literal('bandwidth').optional(),
      })
      .optional(),
  }),
);
export const NumberReleased = event('NumberReleased', 1, z.object({ number: E164, businessId: BusinessId }));
export const KeywordClaimed = event(
  'KeywordClaimed',
  1,
  z.object({ number: E164, keyword: Keyword, businessId: BusinessId, campaignId: CampaignId }),
);
export const KeywordReleased = event(
  'KeywordReleased',
  1,
  z.object({ number: E164, keyword: Keyword, businessId: BusinessId, campaignId: CampaignId }),
);
export const UniqueIdClaimed = event('UniqueIdClaimed', 1, z.object({ uniqueId: z.string(), businessId: BusinessId }));
/** In a stream beside the business: which campaigns are its own, so that a command finds them. */
export const BusinessCampaignAdded = event(
  'BusinessCampaignAdded',
  1,
  z.object({ businessId: BusinessId, campaignId: CampaignId }),
);

export const businessEvents = [
  BusinessCreated,
  BusinessDetailsChanged,
  BusinessFeaturesChanged,
  BusinessBillingChanged,
  BusinessContactInfoChanged,
  BusinessBroadcastersChanged,
  BusinessLegalPagesChanged,
  BusinessDailyLimitsChanged,
  BusinessArchived,
  BusinessRestored,
  BusinessActivated,
  BusinessDeactivated,
  BusinessDuplicated,
  BusinessNumberAssigned,
  BusinessNumberReleased,
] as const;
export const claimEvents = [
  NumberClaimed,
  NumberReleased,
  KeywordClaimed,
  KeywordReleased,
  UniqueIdClaimed,
  BusinessCampaignAdded,
] as const;
export type BusinessEvent = EventOf<(typeof businessEvents)[number]>;
