import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { present } from '../kernel/edit.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type { BusinessCreated, BusinessEvent } from './events.ts';

type Created = EventOf<typeof BusinessCreated>['data'];
export interface ContactInfo {
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
}
export interface Broadcaster {
  readonly name: string;
  readonly phone: string;
}
export interface LegalPage {
  readonly content: string;
  readonly link: string | null;
}
export interface LegalPages {
  readonly privacy: LegalPage;
  readonly terms: LegalPage;
}

export interface BusinessDetails {
  readonly name: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly currency: Created['currency'];
  readonly timezone: string;
  readonly dateFormat: Created['dateFormat'];
  readonly logo: string | null;
}
export interface BusinessFeatures {
  readonly isEnabledLivechat: boolean;
  readonly isActiveLivechat: boolean;
  readonly isEnabledLoop: boolean;
  readonly isActiveLoop: boolean;
  readonly isActiveMms: boolean;
  readonly isTemplate: boolean;
  readonly templateContent: string | null;
}
export interface BusinessBilling {
  readonly monthlyMessages: number | null;
  readonly contactLimit: number | null;
  readonly freeFee: boolean;
  readonly useBandwidth: boolean;
}

export type Business =
  | { readonly status: 'none' }
  | (BusinessDetails &
      BusinessFeatures &
      BusinessBilling & {
        readonly status: 'active' | 'archived';
        /** Switched off by its operator; kept while it is archived. */
        readonly isActive: boolean;
        readonly businessId: BusinessId;
        readonly agencyId: AgencyId | null;
        readonly ownerId: UserId | null;
        readonly uniqueId: string;
        readonly contactInfo: ContactInfo;
        readonly broadcasters: readonly Broadcaster[];
        readonly legalPages: LegalPages;
        /** The number it texts with, null while it has none; and the one it had before. */
        readonly number: E164 | null;
        readonly formerNumber: E164 | null;
      });
export type ExistingBusiness = Exclude<Business, { status: 'none' }>;

const noPage: LegalPage = { content: '', link: null };
/** What a business had before it was said. */
export const businessDefaults = {
  email: '',
  firstName: '',
  lastName: '',
  logo: null,
  isEnabledLivechat: true,
  isActiveLivechat: true,
  isEnabledLoop: false,
  isActiveLoop: false,
  isActiveMms: false,
  isTemplate: false,
  templateContent: null,
  freeFee: true,
  useBandwidth: false,
  contactInfo: {
    phone: null,
    email: null,
    website: null,
    address: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
  },
  broadcasters: [] as readonly Broadcaster[],
  legalPages: { privacy: noPage, terms: noPage },
} as const;

const evolve = (business: Business, event: BusinessEvent): Business => {
  if (event.type === 'BusinessCreated') {
    const { ownerId = null, ...created } = event.data;
    return {
      ...businessDefaults,
      ...present(created),
      ownerId,
      status: 'active',
      isActive: true,
      number: null,
      formerNumber: null,
    };
  }
  if (business.status === 'none') return business;
  switch (event.type) {
    case 'BusinessDetailsChanged':
    case 'BusinessFeaturesChanged':
    case 'BusinessBillingChanged':
      return { ...business, ...present(event.data) };
    case 'BusinessContactInfoChanged': {
      const { businessId: _, ...info } = event.data;
      return { ...business, contactInfo: { ...business.contactInfo, ...present(info) } };
    }
    // Null once the business's personal data is erased.
    case 'BusinessBroadcastersChanged':
      return { ...business, broadcasters: (event.data.broadcasters as readonly Broadcaster[] | null) ?? [] };
    case 'BusinessLegalPagesChanged': {
      const { businessId: _, ...pages } = event.data;
      return { ...business, legalPages: { ...business.legalPages, ...present(pages) } };
    }
    case 'BusinessArchived':
      return { ...business, status: 'archived' };
    case 'BusinessRestored':
      return { ...business, status: 'active' };
    case 'BusinessActivated':
      return { ...business, isActive: true };
    case 'BusinessDeactivated':
      return { ...business, isActive: false };
    case 'BusinessDuplicated':
      return business;
    case 'BusinessNumberAssigned':
      return { ...business, number: event.data.number };
    case 'BusinessNumberReleased':
      return business.number === event.data.number ?
          { ...business, number: null, formerNumber: event.data.number }
        : business;
    default:
      return unchanged(business, event);
  }
};
export const Business: Aggregate<Business, BusinessEvent> = { initial: { status: 'none' }, evolve };
