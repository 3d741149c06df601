import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { type Held, present } from '../kernel/edit.ts';
import type { Erasable } from '../kernel/event.ts';
import type { PersonalKeys } from '../kernel/personal.ts';
import type { AgencyEvent } from './events.ts';
import type { storedAgency } from './fields.ts';

type Fields = typeof storedAgency;
export type AgencyDetails = Erasable<Held<Fields['details']>, PersonalKeys<Fields['details']>>;
export type AgencyFeatures = Held<Fields['features']>;
export type AgencyBilling = Held<Fields['billing']>;
/** What of an agency can be edited. */
export type AgencyFields = Held<Fields['details'] & Fields['features'] & Fields['billing']>;
/** What an agency is besides being there. */
export type AgencyRecord = AgencyDetails & AgencyFeatures & AgencyBilling;
export type Agency =
  | { readonly status: 'none' }
  | (AgencyRecord & {
      readonly status: 'active' | 'archived';
      readonly agencyId: AgencyId;
      readonly ownerId: UserId | null;
      /** Nobody has finished its first steps. */
      readonly isNew: boolean;
      readonly sampleBusinessId: BusinessId | null;
      /** A broadcast to more recipients waits for its approval; null: none does. */
      readonly approvalLimit: number | null;
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
    const none = { isNew: true, sampleBusinessId: null, approvalLimit: null } as const;
    return { ...agencyDefaults, ...present(created), status: 'active', ownerId, ...none };
  }
  if (agency.status === 'none') return agency;
  switch (event.type) {
    case 'AgencyDetailsChanged':
    case 'AgencyFeaturesChanged':
    case 'AgencyBillingChanged':
      return { ...agency, ...present(event.data) };
    case 'AgencyApprovalLimitChanged':
      return { ...agency, approvalLimit: event.data.recipients };
    case 'AgencyOnboardingCompleted':
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
