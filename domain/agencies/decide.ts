import type { z } from 'zod';
import { changed, type Optional } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId, BusinessId } from '../kernel/ids.ts';
import type { Agency, AgencyFields, ExistingAgency } from './agency.ts';
import {
  AgencyApprovalLimitChanged,
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  type AgencyEvent,
  AgencyFeaturesChanged,
  AgencyOnboardingCompleted,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from './events.ts';
import { storedAgency } from './fields.ts';

/** An agency is created once; its id belongs to it. */
export function createAgency(command: z.input<typeof AgencyCreated.schema>, agency: Agency): readonly AgencyEvent[] {
  if (agency.status !== 'none') throw new DomainError('conflict', 'This agency exists already.');
  return [AgencyCreated.create(command)];
}

/** What is the same already is no news. */
export function editAgency(wanted: Optional<AgencyFields>, agency: Agency): readonly AgencyEvent[] {
  const now = existing(agency);
  const { agencyId } = now;
  const details = changed(wanted, now, storedAgency.details);
  const features = changed(wanted, now, storedAgency.features);
  const billing = changed(wanted, now, storedAgency.billing);
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
    command.isNew ? AgencyOnboardingRestarted.create({ agencyId }) : AgencyOnboardingCompleted.create({ agencyId }),
  ];
}

export function chooseApprovalLimit(
  command: { readonly recipients: number | null },
  agency: Agency,
): readonly AgencyEvent[] {
  const { agencyId, approvalLimit } = existing(agency);
  if (approvalLimit === command.recipients) return [];
  return [AgencyApprovalLimitChanged.create({ agencyId, recipients: command.recipients })];
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
