import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { storedAgency } from './fields.ts';

const { details, features, billing } = storedAgency;

/**
 * An agency's contact and its address are about people: their key is the agency's, so that they go with it.
 * Version 1 knew no more than a name and an address, which it kept in the clear: such an agency pays no fee.
 */
export const AgencyCreated = event(
  'AgencyCreated',
  2,
  z.object({
    agencyId: AgencyId,
    name: details.name,
    email: details.email,
    ...z
      .object({ ...details, ...features, ...billing, ownerId: UserId })
      .omit({ name: true, email: true, supportEmail: true })
      .partial().shape,
  }),
  { subject: 'agencyId' },
);
/** Only what changed is there. */
export const AgencyDetailsChanged = event(
  'AgencyDetailsChanged',
  1,
  z.object({ agencyId: AgencyId, ...z.object(details).partial().shape }),
  { subject: 'agencyId' },
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
/** A broadcast of one of its businesses to more recipients waits for its approval; null: none does. */
export const AgencyApprovalLimitChanged = event(
  'AgencyApprovalLimitChanged',
  1,
  z.object({ agencyId: AgencyId, recipients: z.number().int().min(0).nullable() }),
);
export const AgencyOnboardingCompleted = event('AgencyOnboardingCompleted', 1, z.object({ agencyId: AgencyId }));
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
  AgencyApprovalLimitChanged,
  AgencyOnboardingCompleted,
  AgencyOnboardingRestarted,
  AgencySampleAccountAdded,
  AgencyArchived,
  AgencyRestored,
] as const;
export type AgencyEvent = EventOf<(typeof agencyEvents)[number]>;
