import type { z } from 'zod';
import { changed } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId, BusinessId } from '../kernel/ids.ts';
import type { Agency, AgencyRecord, ExistingAgency } from './agency.ts';
import {
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  type AgencyEvent,
  AgencyFeaturesChanged,
  AgencyOnboardingFinished,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from './events.ts';

/** An agency is created once; its id belongs to it. */
export function createAgency(command: z.input<typeof AgencyCreated.schema>, agency: Agency): readonly AgencyEvent[] {
  if (agency.status !== 'none') throw new DomainError('conflict', 'This agency exists already.');
  return [AgencyCreated.create(command)];
}

type Details = Pick<
  AgencyRecord,
  'name' | 'email' | 'firstName' | 'lastName' | 'phone' | 'website' | 'timezone' | 'supportEmail'
>;
type Features = Pick<AgencyRecord, 'isTemplate' | 'isActiveLivechat' | 'isActiveLoop'>;
type Billing = Pick<AgencyRecord, 'freeFee' | 'freeNumbers' | 'freeMessages' | 'freeCalls'>;

/** What is the same already is no news. */
export function editAgency(
  command: {
    readonly details?: Partial<Details>;
    readonly features?: Partial<Features>;
    readonly billing?: Partial<Billing>;
  },
  agency: Agency,
): readonly AgencyEvent[] {
  const { agencyId } = existing(agency);
  const now = existing(agency);
  const details = changed(command.details ?? {}, now);
  const features = changed(command.features ?? {}, now);
  const billing = changed(command.billing ?? {}, now);
  return [
    ...(details ? [AgencyDetailsChanged.create({ agencyId, ...details })] : []),
    ...(features ? [AgencyFeaturesChanged.create({ agencyId, ...features })] : []),
    ...(billing ? [AgencyBillingChanged.create({ agencyId, ...billing })] : []),
  ];
}

export function setAgencyNew(command: { readonly isNew: boolean }, agency: Agency): readonly AgencyEvent[] {
  const { agencyId, isNew } = existing(agency);
  if (isNew === command.isNew) return [];
  return [
    command.isNew ? AgencyOnboardingRestarted.create({ agencyId }) : AgencyOnboardingFinished.create({ agencyId }),
  ];
}

/** One for each agency, for good: also when it has been archived since. */
export function addSampleAccount(command: { readonly businessId: BusinessId }, agency: Agency): readonly AgencyEvent[] {
  const { agencyId, sampleBusinessId } = working(agency);
  if (sampleBusinessId === command.businessId) return [];
  if (sampleBusinessId !== null)
    throw new DomainError(
      'conflict',
      'Your agency has its demo account already. You find it in the list of businesses.',
    );
  return [AgencySampleAccountAdded.create({ agencyId, businessId: command.businessId })];
}

export function archiveAgency(agency: Agency): readonly AgencyEvent[] {
  const { agencyId, status } = existing(agency);
  return status === 'archived' ? [] : [AgencyArchived.create({ agencyId })];
}

export function restoreAgency(agency: Agency): readonly AgencyEvent[] {
  const { agencyId, status } = existing(agency);
  return status === 'active' ? [] : [AgencyRestored.create({ agencyId })];
}

export function existing(agency: Agency): ExistingAgency {
  if (agency.status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
  return agency;
}

/** An archived agency takes nothing new in. */
export function working(agency: Agency, field = 'agency_id'): ExistingAgency & { readonly agencyId: AgencyId } {
  const now = existing(agency);
  const message = 'This agency is archived. Restore it first.';
  if (now.status === 'archived') throw new DomainError('conflict', message, { [field]: [message] });
  return now;
}
