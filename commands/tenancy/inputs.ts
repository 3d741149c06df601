import { IANAZone } from 'luxon';
import { z } from 'zod';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { Email, NewPassword } from '../identity/inputs.ts';
import { Line, Text } from '../inputs.ts';

const optional = (what: string, longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `${what} can have at most ${longest} characters.`)
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .pipe(Text.nullable());
const LastName = z.string().trim().max(100, 'The last name can have at most 100 characters.').pipe(Text);
const Timezone = z.string().refine((zone) => IANAZone.isValidZone(zone), 'This is not a known time zone.');
const allowance = z.number().int().min(0).max(100_000_000);
const limit = (what: string) =>
  z.number().int().max(100_000_000).positive(`${what} must be more than nothing, or left out for no limit.`).nullable();
const revision = z.number().int().min(0);

const agencyFields = {
  name: Line('The name', 120),
  email: Email,
  firstName: Line('The first name', 100),
  lastName: LastName,
  phone: optional('The phone number', 40),
  website: optional('The website', 200),
  timezone: Timezone,
  isTemplate: z.boolean(),
  isActiveLivechat: z.boolean(),
  isActiveLoop: z.boolean(),
};
const agencyBilling = { freeFee: z.boolean(), freeNumbers: allowance, freeMessages: allowance, freeCalls: allowance };
export const AgencyIdOnly = z.object({ agencyId: AgencyId });
export const NewAgency = z.object({
  agencyId: AgencyId,
  ownerId: UserId,
  password: NewPassword.nullable(),
  ...agencyFields,
  ...agencyBilling,
});
export const EditAgency = z.object({ agencyId: AgencyId, revision, ...agencyFields });
export const EditAgencySettings = z.object({
  agencyId: AgencyId,
  revision,
  name: agencyFields.name,
  phone: agencyFields.phone,
  website: agencyFields.website,
  timezone: Timezone,
  supportEmail: Email.nullable(),
});
export const AgencyBilling = z.object({ agencyId: AgencyId, revision: revision.nullable(), ...agencyBilling });
export const AgencyNew = z.object({ agencyId: AgencyId, isNew: z.boolean() });
export const NewSample = z.object({ agencyId: AgencyId, businessId: BusinessId, ownerId: UserId });

const format = {
  currency: z.enum(['USD', 'EUR', 'GBP', 'ZAR'], 'Choose one of the currencies USD, EUR, GBP and ZAR.'),
  timezone: Timezone,
  dateFormat: z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD'], 'This date format is not known.'),
};
const limits = { monthlyMessages: limit('The limit of messages'), contactLimit: limit('The limit of contacts') };
const businessFields = {
  name: Line('The name', 120),
  email: Email,
  firstName: Line('The first name', 100),
  lastName: LastName,
  ...format,
  ...limits,
  isEnabledLivechat: z.boolean(),
  isActiveLivechat: z.boolean(),
  isEnabledLoop: z.boolean(),
  isActiveLoop: z.boolean(),
  isActiveMms: z.boolean(),
  isTemplate: z.boolean(),
  templateContent: z.string().max(20_000, 'The resources can have at most 20,000 characters.').pipe(Text).nullable(),
};
export const BusinessIdOnly = z.object({ businessId: BusinessId });
export const NewBusiness = z.object({
  businessId: BusinessId,
  ownerId: UserId,
  agencyId: AgencyId.nullable(),
  uniqueId: z.string().max(200).nullable(),
  password: NewPassword.nullable(),
  ...businessFields,
});
export const EditBusiness = z.object({ businessId: BusinessId, revision, ...businessFields });
export const EditBusinessSettings = z.object({
  businessId: BusinessId,
  revision,
  name: businessFields.name,
  ...format,
  logo: optional('The logo', 500).optional(),
});
export const BusinessBilling = z.object({
  businessId: BusinessId,
  revision: revision.nullable(),
  ...limits,
  freeFee: z.boolean().optional(),
  useBandwidth: z.boolean().optional(),
});
export const SetContactInfo = z.object({
  businessId: BusinessId,
  revision,
  phone: optional('The phone number', 40),
  email: Email.nullable(),
  website: optional('The website', 200),
  address: optional('The address', 200),
  city: optional('The city', 100),
  state: optional('The state', 100),
  postalCode: optional('The postal code', 20),
  country: optional('The country', 60),
});
export const SetBroadcasters = z.object({
  businessId: BusinessId,
  revision,
  broadcasters: z
    .array(
      z.object({
        name: Line('The name', 100),
        phone: z.string().max(30, 'The phone number can have at most 30 characters.'),
      }),
    )
    .max(20, 'There can be at most 20 broadcasters.'),
});
const LegalPage = z.object({
  content: z.string().max(50_000, 'A page can have at most 50,000 characters.').pipe(Text),
  link: optional('A link', 500),
});
export const SetLegalPages = z.object({
  businessId: BusinessId,
  revision,
  pages: z.object({ privacy: LegalPage, terms: LegalPage }),
});
export const SetActive = z.object({ businessId: BusinessId, active: z.boolean().optional() });
export const Duplicate = z.object({
  sourceId: BusinessId,
  businessId: BusinessId,
  ownerId: UserId,
  name: businessFields.name,
  email: Email,
  firstName: optional('The first name', 100),
  lastName: optional('The last name', 100),
  uniqueId: z.string().max(200).nullable(),
});
