import type { z } from 'zod';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { type Held, present } from '../kernel/edit.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type { Erasable } from '../kernel/event.ts';
import type { PersonalKeys } from '../kernel/personal.ts';
import type { BusinessEvent } from './events.ts';
import type { storedBusiness } from './fields.ts';

type Fields = typeof storedBusiness;
export type BusinessDetails = Erasable<Held<Fields['details']>, PersonalKeys<Fields['details']>>;
export type BusinessFeatures = Held<Fields['features']>;
export type BusinessBilling = Held<Fields['billing']>;
export type ContactInfo = Held<Fields['contactInfo']>;
export type Broadcaster = z.output<Fields['broadcaster']>;
export type DailyLimits = Held<Fields['dailyLimits']>;
export type LegalPage = z.output<Fields['legalPage']>;
export interface LegalPages {
  readonly privacy: LegalPage;
  readonly terms: LegalPage;
}
/** What of a business can be edited. */
export type BusinessFields = Held<Fields['details'] & Fields['features'] & Fields['billing']>;
/** What a business is besides being there: the fields of its operator's form. */
export type BusinessRecord = BusinessDetails & BusinessFeatures & BusinessBilling;

export type Business =
  | { readonly status: 'none' }
  | (BusinessRecord & {
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
      readonly dailyLimits: DailyLimits;
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
  dailyLimits: { texts: 3, mails: 3 } as DailyLimits,
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
      return { ...business, broadcasters: event.data.broadcasters ?? [] };
    case 'BusinessLegalPagesChanged': {
      const { businessId: _, ...pages } = event.data;
      return { ...business, legalPages: { ...business.legalPages, ...present(pages) } };
    }
    case 'BusinessDailyLimitsChanged': {
      const { businessId: _, ...dailyLimits } = event.data;
      return { ...business, dailyLimits };
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

/** Who of the business's broadcasters has this phone. */
export const broadcasterAt = ({ broadcasters }: ExistingBusiness, phone: string): Broadcaster | undefined =>
  broadcasters.find((one) => one.phone === phone);
