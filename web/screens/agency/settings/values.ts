import type { z } from 'zod';
import type { Profile } from '../../../../api/contract/profile.ts';
import { AgencySettings } from '../../../../api/contract/agency-own.ts';
import { domainMessage, isCustomUrl, isSubdomain, subdomainMessage } from '../../../../api/contract/whitelabels.ts';
import { dialable, phone as shown } from '../../../format/phone.ts';
import { brandChanges, brandFieldsOf } from '../../tenancy/BrandSections.tsx';
import { t } from './texts.ts';

export type OwnAgency = NonNullable<Profile['agency']>;

export const settingsOf = (agency: OwnAgency) => ({
  name: agency.name,
  support_email: agency.support_email ?? '',
  phone: agency.phone === null ? '' : shown(agency.phone),
  website: agency.website ?? '',
  timezone: agency.timezone,
});
export type SettingsValues = ReturnType<typeof settingsOf>;
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
/** A number is kept as it is dialled, however it was written; what is none stays as it was written. */
const numberOf = (text: string): string | null => dialable(text) ?? orNull(text);
export const settingsBody = ({ name, support_email, phone, website, timezone }: SettingsValues) => ({
  name,
  timezone,
  support_email: orNull(support_email),
  phone: numberOf(phone),
  website: orNull(website),
});

/** The size above which broadcasts wait travels with the settings, too; null: none waits. */
export const sizeOf = (agency: OwnAgency) => ({ ...settingsOf(agency), approval_limit: agency.approval_limit });
export const sizeBody = ({ approval_limit, ...values }: ReturnType<typeof sizeOf>) => ({
  ...settingsBody(values),
  approval_limit,
});

/** The brand's form carries the agency's settings along unchanged: one call saves both, and both are held against what others changed. */
export const brandOf = (agency: OwnAgency) => ({ ...settingsOf(agency), ...brandFieldsOf(agency.whitelabel) });
export type BrandValues = ReturnType<typeof brandOf>;
/** Only what was changed here: of the brand nobody's work is written over that was not touched. */
export const brandBody = (values: BrandValues, begin: BrandValues) => ({
  ...settingsBody(values),
  brand: brandChanges(values, begin),
});
export const brandNames = {
  'brand.name': 'brand_name',
  'brand.color': 'color',
  'brand.custom_domain': 'custom_domain',
  'brand.subdomain': 'subdomain',
};

/** The contract with the rules of domains (specification, section 5), so that the form says them before the server does. */
export const BrandSettings = AgencySettings.superRefine(({ brand }, context) => {
  const wrong = (field: string, message: string) => {
    context.addIssue({ code: 'custom', path: ['brand', field], message });
  };
  if (brand?.custom_domain && !isCustomUrl(brand.custom_domain)) wrong('custom_domain', domainMessage);
  if (brand?.subdomain && !isSubdomain(brand.subdomain)) wrong('subdomain', subdomainMessage);
}) satisfies z.ZodType;

export const settingsLabels: Readonly<Record<string, string>> = {
  name: t('field.agencyName'),
  support_email: t('field.supportEmail'),
  phone: t('field.phone'),
  website: t('field.website'),
  timezone: t('field.timezone'),
  approval_limit: t('agencySettings.approvalLimit'),
  brand_name: t('brand.name'),
  color: t('brand.color'),
  custom_domain: t('brand.domain'),
  subdomain: t('brand.subdomain'),
};
