import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';

const name = z.string().min(1).max(120);
const person = z.string().max(100);
const allowance = z.number().int().min(0);
/** An agency's contact and its address are about people: their key is the agency's, so that they go with it. */
const details = {
  email: z.email(),
  firstName: person,
  lastName: person,
  phone: z.string().max(40).nullable(),
  website: z.string().max(200).nullable(),
  timezone: z.string().max(60),
};
const features = { isTemplate: z.boolean(), isActiveLivechat: z.boolean(), isActiveLoop: z.boolean() };
/** `freeFee`: it pays no fee. The free allowance of a month: numbers held, segments of text, minutes of calls. */
const billing = { freeFee: z.boolean(), freeNumbers: allowance, freeMessages: allowance, freeCalls: allowance };

/** Version 1 knew no more than a name and an address, which it kept in the clear: such an agency pays no fee. */
export const AgencyCreated = event(
  'AgencyCreated',
  2,
  z.object({
    agencyId: AgencyId,
    name,
    email: details.email,
    ...z
      .object({ ...details, ...features, ...billing, ownerId: UserId })
      .omit({ email: true })
      .partial().shape,
  }),
  { personal: ['email', 'firstName', 'lastName', 'phone'], subject: 'agencyId' },
);
/** Only what changed is there. */
export const AgencyDetailsChanged = event(
  'AgencyDetailsChanged',
  1,
  z.object({
    agencyId: AgencyId,
    ...z.object({ name, ...details, supportEmail: z.email().nullable() }).partial().shape,
  }),
  { personal: ['email', 'firstName', 'lastName', 'phone'], subject: 'agencyId' },
);
export const AgencyFeaturesChanged = event(
  'AgencyFeaturesChanged',
  1,
  z.object({ agencyId: AgencyId, ...z.object(features).partial().shape }),
);
export const AgencyBillingChanged = event(
  'AgencyBillingChanged',
  1,
  z.object({ agencyId: AgencyId, ...z.object(billing).partial().shape }),
);
export const AgencyOnboardingFinished = event('AgencyOnboardingFinished', 1, z.object({ agencyId: AgencyId }));
export const AgencyOnboardingRestarted = event('AgencyOnboardingRestarted', 1, z.object({ agencyId: AgencyId }));
/** The agency's one business to look around in. */
export const AgencySampleAccountAdded = event(
  'AgencySampleAccountAdded',
  1,
  z.object({ agencyId: AgencyId, businessId: BusinessId }),
);
export const AgencyArchived = event('AgencyArchived', 1, z.object({ agencyId: AgencyId }));
export const AgencyRestored = event('AgencyRestored', 1, z.object({ agencyId: AgencyId }));

export const agencyEvents = [
  AgencyCreated,
  AgencyDetailsChanged,
  AgencyFeaturesChanged,
  AgencyBillingChanged,
  AgencyOnboardingFinished,
  AgencyOnboardingRestarted,
  AgencySampleAccountAdded,
  AgencyArchived,
  AgencyRestored,
] as const;
export type AgencyEvent = EventOf<(typeof agencyEvents)[number]>;
