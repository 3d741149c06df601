import { z } from 'zod';
import { emailAddress, line, optionalLine, paragraphs, timezone } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

const longest = {
  name: 120,
  person: 100,
  templateContent: 20_000,
  logo: 500,
  phone: 40,
  website: 200,
  address: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  country: 60,
  broadcasterPhone: 30,
  page: 50_000,
  link: 500,
} as const;
const person = z.string().max(longest.person);
const maxDaily = 20;
const currency = z.enum(['USD', 'EUR', 'GBP', 'ZAR'], 'Choose one of the currencies USD, EUR, GBP and ZAR.');
const dateFormat = z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD'], 'This date format is not known.');
/** Null: no limit. */
const limit = z.number().int().positive().nullable();
const written = (most: number) => z.string().max(most).nullable();
const flags = {
  isEnabledLivechat: z.boolean(),
  isActiveLivechat: z.boolean(),
  isEnabledLoop: z.boolean(),
  isActiveLoop: z.boolean(),
  isActiveMms: z.boolean(),
  isTemplate: z.boolean(),
} as const;

/** What events say of a business, in the groups that change together. */
export const storedBusiness = {
  details: {
    name: z.string().min(1).max(longest.name),
    /** Who stands for it and how to reach them. */
    email: personal(z.email()),
    firstName: personal(person),
    lastName: personal(person),
    currency,
    timezone: z.string(),
    dateFormat,
    logo: z.string().max(longest.logo).nullable(),
  },
  features: { ...flags, templateContent: z.string().max(longest.templateContent).nullable() },
  /**
   * `monthlyMessages`: segments in a calendar month. `freeFee`: it pays none. `useBandwidth`: its numbers are
   * Bandwidth's, and it may be used without one; texts wait for it.
   */
  billing: { monthlyMessages: limit, contactLimit: limit, freeFee: z.boolean(), useBandwidth: z.boolean() },
  contactInfo: {
    phone: personal(written(longest.phone)),
    email: personal(written(254)),
    website: written(longest.website),
    address: personal(written(longest.address)),
    city: written(longest.city),
    state: written(longest.state),
    postalCode: written(longest.postalCode),
    country: written(longest.country),
  },
  /** How many texts and emails nobody asked for may reach one person in a day; null: any number. */
  dailyLimits: {
    texts: z.number().int().min(1).max(maxDaily).nullable(),
    mails: z.number().int().min(1).max(maxDaily).nullable(),
  },
  uniqueId: z.string().regex(/^[a-z0-9-]{3,60}$/),
  broadcaster: z.object({ name: person, phone: z.string().max(longest.broadcasterPhone) }),
  legalPage: z.object({ content: z.string().max(longest.page), link: z.string().max(longest.link).nullable() }),
} as const;

const enteredLimit = (what: string) =>
  z.number().int().max(100_000_000).positive(`${what} must be more than nothing, or left out for no limit.`).nullable();
const daily = (what: string) => {
  const message = `Choose from 1 to ${maxDaily} ${what}, or no limit.`;
  return z.number(message).int(message).min(1, message).max(maxDaily, message).nullable();
};
/** What people may enter, and what they are told otherwise. */
export const businessFields = {
  details: {
    name: line('The name', longest.name),
    email: emailAddress,
    firstName: line('The first name', longest.person),
    lastName: optionalLine('The last name', longest.person).transform((name) => name ?? ''),
    currency,
    timezone,
    dateFormat,
    logo: optionalLine('The logo', longest.logo),
  },
  features: { ...flags, templateContent: paragraphs('The resources', longest.templateContent).nullable() },
  billing: {
    monthlyMessages: enteredLimit('The limit of messages'),
    contactLimit: enteredLimit('The limit of contacts'),
    freeFee: z.boolean(),
    useBandwidth: z.boolean(),
  },
  contactInfo: {
    phone: optionalLine('The phone number', longest.phone),
    email: emailAddress.nullable(),
    website: optionalLine('The website', longest.website),
    address: optionalLine('The address', longest.address),
    city: optionalLine('The city', longest.city),
    state: optionalLine('The state', longest.state),
    postalCode: optionalLine('The postal code', longest.postalCode),
    country: optionalLine('The country', longest.country),
  },
  dailyLimits: { texts: daily('texts'), mails: daily('e-mails') },
  /** As typed: what makes it a unique id is said by `chooseUniqueId`. */
  uniqueId: z.string().max(200),
  broadcasters: z
    .array(
      z.object({
        name: line('The name', longest.person),
        phone: z
          .string()
          .max(longest.broadcasterPhone, `The phone number can have at most ${longest.broadcasterPhone} characters.`),
      }),
    )
    .max(20, 'There can be at most 20 broadcasters.')
    .readonly(),
  legalPage: z.object({ content: paragraphs('A page', longest.page), link: optionalLine('A link', longest.link) }),
} as const;

/** What the specification calls otherwise. All other fields have one name, there in snake case. */
export const businessFieldNames = { monthlyMessages: 'no_messages', contactLimit: 'no_contacts' } as const;
