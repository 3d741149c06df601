import { z } from 'zod';
import { emailAddress, line, optionalLine } from '../../kernel/fields.ts';

/**
 * Registering a business to text from local US numbers (A2P 10DLC): the brand says who it is, a campaign says what it
 * texts, and its numbers join a campaign. Browsers run this file as well.
 */

/** What a business does (specification, section 9). */
export const a2pVerticals = [
  'REAL_ESTATE',
  'HEALTHCARE',
  'ENERGY',
  'ENTERTAINMENT',
  'RETAIL',
  'AGRICULTURE',
  'INSURANCE',
  'EDUCATION',
  'HOSPITALITY',
  'FINANCIAL',
  'GAMBLING',
  'CONSTRUCTION',
  'NGO',
  'MANUFACTURING',
  'GOVERNMENT',
  'TECHNOLOGY',
  'COMMUNICATION',
] as const;
export const A2pVertical = z.enum(a2pVerticals, 'Choose what the business does.');

/**
 * `low-volume`: fewer than 6,000 texts a day, without a secondary vetting. `standard`: more, with one. `sole-proprietor`:
 * a person without an EIN, who answers a code on a mobile phone, with one campaign and one number.
 */
export const A2pBrandKind = z.enum(
  ['low-volume', 'standard', 'sole-proprietor'],
  'Choose how much the business texts.',
);
export type A2pBrandKind = z.output<typeof A2pBrandKind>;
/** The legal form, as the tax authority has it. */
export const A2pLegalForm = z.enum(
  ['llc', 'corporation', 'partnership', 'cooperative', 'non-profit', 'sole-proprietorship'],
  'Choose the legal form.',
);
export type A2pLegalForm = z.output<typeof A2pLegalForm>;
export const A2pCompanyType = z.enum(['private', 'public', 'non-profit', 'government'], 'Choose who owns the company.');
export type A2pCompanyType = z.output<typeof A2pCompanyType>;
export const A2pExchange = z.enum(['NASDAQ', 'NYSE', 'AMEX', 'OTHER'], 'Choose the stock exchange.');
export const A2pPosition = z.enum(
  ['Director', 'GM', 'VP', 'CEO', 'CFO', 'General Counsel', 'Other'],
  'Choose the position.',
);

/** Charged once, when the carrier takes the brand or the campaign. */
export const singleFees = ['brand-low-volume', 'brand-standard', 'brand-sole-proprietor', 'campaign-vetting'] as const;
export type SingleFee = (typeof singleFees)[number];

/** Where a brand or a campaign is. `submitting`: it is being handed to the carrier. */
export const A2pState = z.enum(['submitting', 'in-review', 'refused', 'verified', 'suspended', 'canceled']);
export type A2pState = z.output<typeof A2pState>;
/** Where a number is within its campaign. */
export const A2pNumberState = z.enum(['pending', 'failed', 'registered', 'unregistered']);
export type A2pNumberState = z.output<typeof A2pNumberState>;
export const A2pPart = z.enum(['brand', 'campaign']);
export type A2pPart = z.output<typeof A2pPart>;

/** Nine digits, shown as 12-3456789. */
export const Ein = z.string().regex(/^\d{9}$/);

export const a2pLongest = { prefix: 40, description: 4096, flow: 2048, sample: 1024, answer: 320 } as const;
export const a2pShortest = { text: 40, sample: 20, answer: 20 } as const;
export const a2pSamples = { fewest: 2, most: 5 } as const;
/** A brand is submitted once and resubmitted three times; after that the carrier refuses it (21724). */
export const mostBrandAttempts = 4;

const storedAddress = {
  street: z.string().max(200),
  city: z.string().max(100),
  region: z.string().max(100),
  postalCode: z.string().max(20),
  country: z.enum(['US', 'CA']),
} as const;
const storedRepresentative = {
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  email: z.email(),
  phone: z.string().regex(/^\+\d{8,15}$/),
  title: z.string().max(100),
  position: A2pPosition,
} as const;
/** What events say of a brand, besides the people and the address. */
export const storedBrand = {
  kind: A2pBrandKind,
  legalName: z.string().max(255),
  legalForm: A2pLegalForm,
  companyType: A2pCompanyType,
  vertical: A2pVertical,
  /** Null: a sole proprietor has none. */
  ein: Ein.nullable(),
  website: z.string().max(200),
  stockExchange: A2pExchange.nullable(),
  stockTicker: z.string().max(20).nullable(),
} as const;
export const StoredAddress = z.object(storedAddress);
export const StoredRepresentative = z.object(storedRepresentative);

/** What events say of a campaign. Keywords are in capitals. */
export const storedCampaign = {
  useCase: z.string().regex(/^[A-Z0-9_]{2,50}$/),
  description: z.string().max(a2pLongest.description),
  flow: z.string().max(a2pLongest.flow),
  samples: z.array(z.string().max(a2pLongest.sample)).min(a2pSamples.fewest).max(a2pSamples.most),
  hasLinks: z.boolean(),
  hasPhone: z.boolean(),
  isAgeGated: z.boolean(),
  isLending: z.boolean(),
  optInKeywords: z.array(z.string().max(20)).max(10),
  optInMessage: z.string().max(a2pLongest.answer),
  helpMessage: z.string().max(a2pLongest.answer),
  optOutMessage: z.string().max(a2pLongest.answer),
  privacyUrl: z.string().max(500),
  termsUrl: z.string().max(500),
} as const;
export const StoredBrand = z.object(storedBrand);
export const StoredCampaign = z.object(storedCampaign);
export type A2pCampaignContent = Readonly<z.output<typeof StoredCampaign>>;
export type A2pAddress = Readonly<z.output<typeof StoredAddress>>;
export type A2pRepresentative = Readonly<z.output<typeof StoredRepresentative>>;

/** A carrier's complaint: its code, its words, and the fields that it names. */
export const storedProblem = z.object({
  code: z.string().max(20).nullable(),
  message: z.string().max(2000),
  fields: z.array(z.string().max(100)).max(50),
});
export type A2pProblem = z.output<typeof storedProblem>;

const digits = (typed: string): string => typed.replace(/\D/g, '');
const written = (what: string, shortest: number, longest: number) =>
  line(what, longest).refine(
    (given) => given.length >= shortest,
    `${what} needs at least ${shortest} characters; reviewers refuse less.`,
  );
/** As `written`, with line breaks. */
const paragraphs = (what: string, shortest: number, longest: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing.`)
    .min(shortest, `${what} needs at least ${shortest} characters; reviewers refuse less.`)
    .max(longest, `${what} can have at most ${longest.toLocaleString('en-US')} characters.`)
    .refine((given) => given.isWellFormed(), `${what} holds characters that can’t be kept.`);
const page = (what: string) =>
  line(what, 500).refine((given) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(given), `${what} starts with https://.`);

/** What people may enter of a brand. */
export const brandFields = {
  kind: A2pBrandKind,
  legalName: line('The legal name', 255),
  legalForm: A2pLegalForm,
  companyType: A2pCompanyType,
  vertical: A2pVertical,
  ein: z
    .string()
    .max(20)
    .nullable()
    .transform((typed) => (typed === null || typed.trim() === '' ? null : digits(typed)))
    .refine((given) => given === null || given.length === 9, 'An EIN has nine digits, like 12-3456789.'),
  website: line('The website', 200).refine(
    (given) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(given),
    'Enter the whole address, like https://example.com.',
  ),
  stockExchange: A2pExchange.nullable(),
  stockTicker: optionalLine('The ticker', 10),
  address: z.object({
    street: line('The street', 200),
    city: line('The city', 100),
    region: line('The state', 100),
    postalCode: line('The ZIP code', 20),
    country: z.enum(['US', 'CA'], 'Choose the United States or Canada.'),
  }),
  representative: z.object({
    firstName: line('The first name', 100),
    lastName: line('The last name', 100),
    email: emailAddress,
    phone: z
      .string()
      .max(30)
      .transform((typed) => {
        const given = digits(typed);
        return given.length === 10 ? `+1${given}` : `+${given}`;
      })
      .refine((given) => /^\+\d{8,15}$/.test(given), 'Enter a phone number with its area code.'),
    title: line('The title', 100),
    position: A2pPosition,
  }),
} as const;
export const BrandForm = z.object(brandFields);
export type A2pBrandForm = Readonly<z.output<typeof BrandForm>>;

/** What people may enter of a campaign. */
export const campaignFields = {
  useCase: z.string('Choose a use case.').regex(/^[A-Z0-9_]{2,50}$/, 'Choose a use case.'),
  description: paragraphs('The description', a2pShortest.text, a2pLongest.description),
  flow: paragraphs('How people opt in', a2pShortest.text, a2pLongest.flow),
  samples: z
    .array(paragraphs('A sample', a2pShortest.sample, a2pLongest.sample))
    .min(a2pSamples.fewest, 'Write at least two samples.')
    .max(a2pSamples.most, 'Write at most five samples.'),
  hasLinks: z.boolean(),
  hasPhone: z.boolean(),
  isAgeGated: z.boolean(),
  isLending: z.boolean(),
  optInKeywords: z
    .array(line('A keyword', 20).transform((given) => given.toUpperCase()))
    .max(10, 'Name at most ten keywords.'),
  optInMessage: written('The welcome text', a2pShortest.answer, a2pLongest.answer),
  helpMessage: written('The answer to HELP', a2pShortest.answer, a2pLongest.answer),
  optOutMessage: written('The answer to STOP', a2pShortest.answer, a2pLongest.answer),
  privacyUrl: page('The privacy policy'),
  termsUrl: page('The terms'),
} as const;
export const CampaignForm = z.object(campaignFields);

/** The name that texts begin with, such as `Bella’s Pizza`; null: none. */
export const prefixField = optionalLine('The prefix', a2pLongest.prefix);
