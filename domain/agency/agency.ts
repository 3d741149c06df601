import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { present } from '../kernel/edit.ts';
import type { AgencyEvent } from './events.ts';

/** What an agency is besides being there. Personal fields of an erased agency read as null. */
export interface AgencyRecord {
  readonly name: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly website: string | null;
  readonly timezone: string;
  readonly supportEmail: string | null;
  readonly isTemplate: boolean;
  readonly isActiveLivechat: boolean;
  readonly isActiveLoop: boolean;
  readonly freeFee: boolean;
  readonly freeNumbers: number;
  readonly freeMessages: number;
  readonly freeCalls: number;
}
export type Agency =
  | { readonly status: 'none' }
  | (AgencyRecord & {
      readonly status: 'active' | 'archived';
      readonly agencyId: AgencyId;
      readonly ownerId: UserId | null;
      /** Nobody has finished its first steps. */
      readonly isNew: boolean;
      readonly sampleBusinessId: BusinessId | null;
    });
export type ExistingAgency = Exclude<Agency, { status: 'none' }>;

/** What an agency had before it was said. */
export const agencyDefaults = {
  email: '',
  firstName: '',
  lastName: '',
  phone: null,
  website: null,
  timezone: 'America/New_York',
  supportEmail: null,
  isTemplate: false,
  isActiveLivechat: false,
  isActiveLoop: false,
  freeFee: true,
  freeNumbers: 0,
  freeMessages: 0,
  freeCalls: 0,
} as const;

const evolve = (agency: Agency, event: AgencyEvent): Agency => {
  if (event.type === 'AgencyCreated') {
    const { ownerId = null, ...created } = event.data;
    return { ...agencyDefaults, ...present(created), status: 'active', ownerId, isNew: true, sampleBusinessId: null };
  }
  if (agency.status === 'none') return agency;
  switch (event.type) {
    case 'AgencyDetailsChanged':
    case 'AgencyFeaturesChanged':
    case 'AgencyBillingChanged':
      return { ...agency, ...present(event.data) };
    case 'AgencyOnboardingFinished':
      return { ...agency, isNew: false };
    case 'AgencyOnboardingRestarted':
      return { ...agency, isNew: true };
    case 'AgencySampleAccountAdded':
      return { ...agency, sampleBusinessId: event.data.businessId };
    case 'AgencyArchived':
      return { ...agency, status: 'archived' };
    case 'AgencyRestored':
      return { ...agency, status: 'active' };
    default:
      return unchanged(agency, event);
  }
};
export const Agency: Aggregate<Agency, AgencyEvent> = { initial: { status: 'none' }, evolve };
