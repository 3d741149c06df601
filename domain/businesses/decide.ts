import type { z } from 'zod';
import type { ExistingAgency } from '../agencies/agency.ts';
import { checkGrants, withinGrants } from './grants.ts';
import { changed, held, type Optional, same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type {
  Broadcaster,
  Business,
  BusinessFields,
  ContactInfo,
  DailyLimits,
  ExistingBusiness,
  LegalPages,
} from './business.ts';
import { businessDefaults } from './business.ts';
import {
  BusinessActivated,
  BusinessArchived,
  BusinessBillingChanged,
  BusinessBroadcastersChanged,
  BusinessContactInfoChanged,
  BusinessCreated,
  BusinessDailyLimitsChanged,
  BusinessDeactivated,
  BusinessDetailsChanged,
  BusinessDuplicated,
  type BusinessEvent,
  BusinessFeaturesChanged,
  BusinessLegalPagesChanged,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  BusinessRestored,
} from './events.ts';
import { storedBusiness } from './fields.ts';

/** `giver`: the agency that makes it, which gives what it has; null: an operator. */
export function createBusiness(
  command: z.input<typeof BusinessCreated.schema>,
  business: Business,
  giver: ExistingAgency | null = null,
): readonly BusinessEvent[] {
  if (business.status !== 'none') throw new DomainError('conflict', 'This business exists already.');
  if (giver !== null) checkGrants(giver, command);
  return [BusinessCreated.create(command)];
}

export function existing(business: Business): ExistingBusiness {
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  return business;
}

/** What is the same already is no news. `giver`: the agency that edits it, which newly gives what it has; null: somebody else. */
export function editBusiness(
  wanted: Optional<BusinessFields>,
  business: Business,
  giver: ExistingAgency | null = null,
): readonly BusinessEvent[] {
  const now = existing(business);
  const { businessId } = now;
  const details = changed(wanted, now, storedBusiness.details);
  const features = changed(wanted, now, storedBusiness.features);
  const billing = changed(wanted, now, storedBusiness.billing);
  if (giver !== null) checkGrants(giver, { ...features, ...billing });
  return [
    ...(details ? [BusinessDetailsChanged.create({ businessId, ...details })] : []),
    ...(features ? [BusinessFeaturesChanged.create({ businessId, ...features })] : []),
    ...(billing ? [BusinessBillingChanged.create({ businessId, ...billing })] : []),
  ];
}

export function setContactInfo(command: ContactInfo, business: Business): readonly BusinessEvent[] {
  const { businessId, contactInfo } = existing(business);
  const news = changed(command, contactInfo, storedBusiness.contactInfo);
  return news ? [BusinessContactInfoChanged.create({ businessId, ...news })] : [];
}

export function setBroadcasters(command: readonly Broadcaster[], business: Business): readonly BusinessEvent[] {
  const { businessId, broadcasters } = existing(business);
  return same(command, broadcasters) ?
      []
    : [BusinessBroadcastersChanged.create({ businessId, broadcasters: [...command] })];
}

export function setLegalPages(command: LegalPages, business: Business): readonly BusinessEvent[] {
  const { businessId, legalPages } = existing(business);
  const news = changed(command, legalPages, { privacy: true, terms: true });
  return news ? [BusinessLegalPagesChanged.create({ businessId, ...news })] : [];
}

export function chooseDailyLimits(command: DailyLimits, business: Business): readonly BusinessEvent[] {
  const { businessId, dailyLimits } = existing(business);
  const { texts, mails } = command;
  return same({ texts, mails }, dailyLimits) ? [] : [BusinessDailyLimitsChanged.create({ businessId, texts, mails })];
}

export function archiveBusiness(business: Business): readonly BusinessEvent[] {
  const { businessId, status } = existing(business);
  return status === 'archived' ? [] : [BusinessArchived.create({ businessId })];
}

export function restoreBusiness(business: Business): readonly BusinessEvent[] {
  const { businessId, status } = existing(business);
  return status === 'active' ? [] : [BusinessRestored.create({ businessId })];
}

/** `active` left out: the other way round from now. */
export function setBusinessActive(
  command: { readonly active?: boolean | undefined },
  business: Business,
): readonly BusinessEvent[] {
  const { businessId, isActive } = existing(business);
  const wanted = command.active ?? !isActive;
  if (wanted === isActive) return [];
  return [wanted ? BusinessActivated.create({ businessId }) : BusinessDeactivated.create({ businessId })];
}

/**
 * A copy of a business's settings under another name: features, limits, formats, logo, legal pages, contact details. Never its contacts,
 * its number, the people it broadcasts with, or that it is a template. What only an operator gives (no fee, the platform's carrier)
 * comes along only when an operator copies; when an agency does (`giver`), what it does not have stays behind as well.
 */
export function duplicateBusiness(
  command: {
    readonly created: Pick<
      z.input<typeof BusinessCreated.schema>,
      'businessId' | 'agencyId' | 'name' | 'uniqueId' | 'email' | 'firstName' | 'lastName' | 'ownerId'
    >;
    readonly giver: ExistingAgency | null;
  },
  source: ExistingBusiness,
  business: Business,
): readonly BusinessEvent[] {
  const { giver } = command;
  const { currency, timezone, dateFormat, logo } = source;
  const pattern = { ...held(source, storedBusiness.features), ...held(source, storedBusiness.billing) };
  const given = giver === null ? pattern : { ...withinGrants(giver, pattern), freeFee: false, useBandwidth: false };
  const created = createBusiness(
    { ...command.created, currency, timezone, dateFormat, ...given, isTemplate: false },
    business,
  );
  const businessId = command.created.businessId as BusinessId;
  const { dailyLimits } = businessDefaults;
  const copy = { ...source, businessId, logo: null, legalPages: emptyPages, contactInfo: emptyInfo, dailyLimits };
  return [
    ...created,
    BusinessDuplicated.create({ businessId, sourceId: source.businessId }),
    ...editBusiness({ logo }, copy),
    ...setContactInfo(source.contactInfo, copy),
    ...setLegalPages(source.legalPages, copy),
    ...chooseDailyLimits(source.dailyLimits, copy),
  ];
}
const emptyPages: LegalPages = { privacy: { content: '', link: null }, terms: { content: '', link: null } };
const emptyInfo: ContactInfo = {
  phone: null,
  email: null,
  website: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
};

/** A business texts with one number at a time. */
export function assignNumber(
  command: { readonly number: E164; readonly providerNumberId: string | null; readonly isTollFree: boolean },
  business: Business,
): readonly BusinessEvent[] {
  const { businessId, number } = existing(business);
  if (number === command.number) return [];
  if (number !== null) {
    const message = 'This business has a number already. Release it before you assign another.';
    throw new DomainError('conflict', message, { number: [message] });
  }
  return [BusinessNumberAssigned.create({ businessId, ...command })];
}

export function releaseNumber(command: { readonly number: E164 }, business: Business): readonly BusinessEvent[] {
  if (business.status === 'none' || business.number !== command.number) return [];
  return [BusinessNumberReleased.create({ businessId: business.businessId, number: command.number })];
}
