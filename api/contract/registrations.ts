import { z } from 'zod';
import {
  A2pBrandKind,
  A2pCompanyType,
  A2pExchange,
  A2pLegalForm,
  A2pNumberState,
  A2pPart,
  A2pPosition,
  A2pState,
  A2pVertical,
  brandFields,
  campaignFields,
} from '../../domain/registrations/a2p/fields.ts';
import { calls } from './calls.ts';
import { Created, Done, Instant, NumberBlocked, Success, Uuid, wholeList } from './common.ts';

/**
 * What the carrier complains of, and which field of the form changes it. `code`: the carrier's; null: it gave none.
 * `cure`: what to do; null: the code is not known here.
 */
export const RegistrationProblem = z.object({
  code: z
    .string()
    .nullable()
    .meta({ examples: ['30795'] }),
  message: z.string().meta({ examples: ['The EIN does not match the legal name.'] }),
  cure: z
    .string()
    .nullable()
    .meta({ examples: ['Copy both from the IRS letter (CP 575 or 147C).'] }),
  fields: z.array(z.string()).meta({ examples: [['legal_name']] }),
});
const submitted = {
  id: Uuid,
  /** 1 is the first submission; later ones correct it. */
  attempt: z.number().int(),
  state: A2pState,
  /** The carrier's own word; null: it has said none yet. */
  carrier_state: z
    .string()
    .nullable()
    .meta({ examples: ['APPROVED'] }),
  /** In the carriers’ registry; null: none yet. */
  registry_id: z
    .string()
    .nullable()
    .meta({ examples: ['BXF2Q7K'] }),
  changed_at: Instant.nullable(),
  problems: z.array(RegistrationProblem),
} as const;
/** Contact and address are null once they were erased. */
export const A2pBrandReply = z.object({
  ...submitted,
  kind: A2pBrandKind,
  legal_name: z.string().meta({ examples: ['Bella’s Pizza LLC'] }),
  legal_form: A2pLegalForm,
  company_type: A2pCompanyType,
  vertical: A2pVertical,
  /** Null: a sole proprietor has none. */
  ein: z
    .string()
    .nullable()
    .meta({ examples: ['123456789'] }),
  website: z.string().meta({ examples: ['https://bellas.example'] }),
  stock_exchange: A2pExchange.nullable(),
  stock_ticker: z
    .string()
    .nullable()
    .meta({ examples: ['BELA'] }),
  street: z
    .string()
    .nullable()
    .meta({ examples: ['1 Main Street'] }),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postal_code: z.string().nullable(),
  country: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  title: z
    .string()
    .nullable()
    .meta({ examples: ['Owner'] }),
  position: A2pPosition.nullable(),
  /** How the registry knows the business, as `VERIFIED`. */
  identity: z
    .string()
    .nullable()
    .meta({ examples: ['VERIFIED'] }),
  score: z.number().int().nullable(),
});
/** AT&T’s class and texts a minute, and T-Mobile’s tier; null: not known yet. */
const tier = {
  att_class: z
    .string()
    .nullable()
    .meta({ examples: ['E'] }),
  att_per_minute: z.number().int().nullable(),
  tmobile_tier: z
    .string()
    .nullable()
    .meta({ examples: ['LOW'] }),
};
export const A2pCampaignReply = z.object({
  ...submitted,
  brand_id: Uuid,
  use_case: z.string().meta({ examples: ['MIXED'] }),
  description: z.string(),
  message_flow: z.string().meta({ examples: ['People text PIZZA to +1 415 555 0100. Msg & data rates may apply.'] }),
  samples: z.array(z.string()).meta({ examples: [['Bella’s Pizza: Two for one today. Reply STOP to opt out.']] }),
  has_links: z.boolean(),
  has_phone: z.boolean(),
  age_gated: z.boolean(),
  lending: z.boolean(),
  opt_in_keywords: z.array(z.string()).meta({ examples: [['PIZZA']] }),
  opt_in_message: z.string().meta({ examples: ['Bella’s Pizza: Welcome! Reply STOP to opt out.'] }),
  help_message: z.string().meta({ examples: ['Bella’s Pizza: Call 415-555-0100 for help. Reply STOP to opt out.'] }),
  opt_out_message: z.string().meta({ examples: ['Bella’s Pizza: You are unsubscribed and get no more texts.'] }),
  privacy_url: z.string().meta({ examples: ['https://bellas.example/privacy'] }),
  terms_url: z.string().meta({ examples: ['https://bellas.example/terms'] }),
  ...tier,
});
export const A2pNumberReply = z.object({
  number: z.string(),
  campaign_id: Uuid,
  state: A2pNumberState,
  carrier_state: z.string().meta({ examples: ['pending'] }),
  changed_at: Instant,
  problems: z.array(RegistrationProblem),
});
/** `changes`: what differs from the attempt before. */
export const A2pMomentReply = z.object({
  at: Instant,
  by: Uuid.nullable(),
  what: z.enum(['brand', 'campaign', 'number', 'prefix']),
  id: z.string().nullable(),
  state: z.string().meta({ examples: ['in-review'] }),
  carrier_state: z
    .string()
    .nullable()
    .meta({ examples: ['PENDING'] }),
  attempt: z.number().int().nullable(),
  /** A fee in US cents. */
  fee: z.number().int().nullable(),
  problems: z.array(RegistrationProblem),
  changes: z.array(
    z.object({ field: z.string().meta({ examples: ['legal_name'] }), was: z.unknown(), now: z.unknown() }),
  ),
});
/** A form as it was typed so far, by its fields; null: there is none. */
const Draft = z
  .record(
    z.string().max(40),
    z.union([z.string().max(5000), z.boolean(), z.null(), z.array(z.string().max(2000)).max(10)]),
  )
  .meta({ examples: [{ legal_name: 'Bella’s Pizza LLC' }] });
export const A2pRequestReply = z.object({
  data: z.object({
    /** What is to be done next. */
    /** Whether there is a carrier account to register with. */
    can_register: z.boolean(),
    /** Null: the carriers take texts of the number. */
    blocked: NumberBlocked.nullable(),
    stage: z.enum(['brand', 'campaign', 'numbers', 'done']),
    /** The fee in US cents that the payer’s wallet lacks, so that nothing is submitted; null: none. */
    missing_funds: z.object({ cents: z.int(), payer: z.enum(['agency', 'business']) }).nullable(),
    prefix: z
      .string()
      .nullable()
      .meta({ examples: ['Bella’s Pizza'] }),
    brand: A2pBrandReply.nullable(),
    campaigns: z.array(A2pCampaignReply),
    numbers: z.array(A2pNumberReply),
    drafts: z.object({ brand: Draft.nullable(), campaign: Draft.nullable() }),
    /** The oldest first. */
    timeline: z.array(A2pMomentReply),
  }),
});
/** A brand as a list of them says it. */
export const A2pBrandRow = z.object({
  id: Uuid,
  legal_name: z.string().meta({ examples: ['Bella’s Pizza LLC'] }),
  ein: z.string().meta({ examples: ['123456789'] }),
  website: z.string().meta({ examples: ['https://bellas.example'] }),
  kind: A2pBrandKind,
  state: A2pState,
  attempt: z.number().int(),
  registry_id: z
    .string()
    .nullable()
    .meta({ examples: ['BXF2Q7K'] }),
  submitted_at: Instant,
  changed_at: Instant,
});
export const A2pBrandByEin = z.object({ data: A2pBrandRow });
export const A2pCampaignRow = z.object({
  id: Uuid,
  brand_id: Uuid,
  use_case: z.string().meta({ examples: ['MIXED'] }),
  description: z.string(),
  state: A2pState,
  attempt: z.number().int(),
  ...tier,
  submitted_at: Instant,
  changed_at: Instant,
});
export const A2pCampaignRows = wholeList(A2pCampaignRow);
/** What the carrier lets a brand text about. `needs_more`: it looks at it by hand. */
export const A2pUseCases = z.object({
  data: z.array(
    z.object({
      code: z.string().meta({ examples: ['MIXED'] }),
      name: z.string().meta({ examples: ['Mixed'] }),
      description: z.string(),
      needs_more: z.boolean(),
    }),
  ),
});
/** In US cents: the fee that the person agrees to. Left out where none is charged. */
const agreed_fee = z
  .int()
  .min(0)
  .nullable()
  .default(null)
  .meta({ examples: [450] });
export const SubmitA2pBrand = z.object({
  agreed_fee,
  kind: brandFields.kind,
  legal_name: brandFields.legalName.meta({ examples: ['Bella’s Pizza LLC'] }),
  legal_form: brandFields.legalForm,
  company_type: brandFields.companyType,
  vertical: brandFields.vertical,
  ein: z
    .string()
    .regex(/^\s*(\d{2}[-\s]?\d{7}\s*)?$/, 'An EIN has nine digits, like 12-3456789.')
    .nullable()
    .meta({ examples: ['12-3456789'] })
    .default(null),
  website: brandFields.website.meta({ examples: ['https://bellas.example'] }),
  stock_exchange: brandFields.stockExchange.default(null),
  stock_ticker: z
    .string()
    .trim()
    .max(10, 'A ticker has at most 10 characters.')
    .nullable()
    .meta({ examples: ['BELA'] })
    .default(null),
  street: brandFields.address.shape.street.meta({ examples: ['1 Main Street'] }),
  city: brandFields.address.shape.city,
  region: brandFields.address.shape.region.meta({ examples: ['TX'] }),
  postal_code: brandFields.address.shape.postalCode,
  country: brandFields.address.shape.country,
  first_name: brandFields.representative.shape.firstName,
  last_name: brandFields.representative.shape.lastName,
  email: brandFields.representative.shape.email,
  phone: z.string().min(1, 'Enter a phone number with its area code.').max(30),
  title: brandFields.representative.shape.title.meta({ examples: ['Owner'] }),
  position: brandFields.representative.shape.position,
});
export const SubmitA2pCampaign = z.object({
  agreed_fee,
  /** The refused campaign that this edits; null: a new one. */
  campaign_id: Uuid.nullable().default(null),
  use_case: campaignFields.useCase.meta({ examples: ['MIXED'] }),
  description: campaignFields.description.meta({
    examples: ['Bella’s Pizza sends offers and order updates to customers who opted in by text.'],
  }),
  message_flow: campaignFields.flow.meta({
    examples: ['People text PIZZA to +1 415 555 0100. Msg & data rates may apply.'],
  }),
  samples: campaignFields.samples.meta({
    examples: [['Bella’s Pizza: Two for one today. Reply STOP to opt out.', 'Bella’s Pizza: Your order is ready.']],
  }),
  has_links: z.boolean(),
  has_phone: z.boolean(),
  age_gated: z.boolean(),
  lending: z.boolean(),
  opt_in_keywords: z
    .array(z.string().trim().min(1).max(20))
    .max(10)
    .meta({ examples: [['PIZZA']] }),
  opt_in_message: campaignFields.optInMessage.meta({ examples: ['Bella’s Pizza: Welcome! Reply STOP to opt out.'] }),
  help_message: campaignFields.helpMessage.meta({
    examples: ['Bella’s Pizza: Call 415-555-0100 for help. Reply STOP to opt out.'],
  }),
  opt_out_message: campaignFields.optOutMessage.meta({
    examples: ['Bella’s Pizza: You are unsubscribed and get no more texts.'],
  }),
  privacy_url: campaignFields.privacyUrl.meta({ examples: ['https://bellas.example/privacy'] }),
  terms_url: campaignFields.termsUrl.meta({ examples: ['https://bellas.example/terms'] }),
});
/** In US cents; days as they usually go. */
export const A2pFees = z.object({
  brand_low_volume: z.number().int(),
  brand_standard: z.number().int(),
  brand_sole_proprietor: z.number().int(),
  campaign_vetting: z.number().int(),
  campaign_month: z.number().int(),
  campaign_month_low_volume: z.number().int(),
  campaign_month_sole_proprietor: z.number().int(),
});
const Days = z.object({ from: z.number().int(), to: z.number().int() });
/**
 * What the product knows already: of a brand what the business says of itself, of a campaign what follows from its
 * keywords, pages, popups and their consent texts. Null: not known.
 */
export const A2pProposal = z.object({
  data: z.object({
    brand: z.object({
      legal_name: z.string().meta({ examples: ['Bella’s Pizza'] }),
      website: z.string().meta({ examples: ['https://bellas.example'] }),
      street: z.string().meta({ examples: ['1 Main Street'] }),
      city: z.string(),
      region: z.string().meta({ examples: ['TX'] }),
      postal_code: z.string(),
      country: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
    campaign: z.object({
      description: z.string(),
      message_flow: z.string().meta({ examples: ['People text PIZZA to (415) 555-0100.'] }),
      samples: z.array(z.string()).meta({ examples: [['Bella’s Pizza: Two for one. Reply STOP to opt out.']] }),
      opt_in_keywords: z.array(z.string()).meta({ examples: [['PIZZA']] }),
      opt_in_message: z.string().meta({ examples: ['Bella’s Pizza: Welcome!'] }),
      help_message: z.string().meta({ examples: ['Bella’s Pizza: Call 415-555-0100.'] }),
      opt_out_message: z.string().meta({ examples: ['Bella’s Pizza: You are unsubscribed.'] }),
      privacy_url: z.string().meta({ examples: ['https://bellas.example/privacy'] }),
      terms_url: z.string().meta({ examples: ['https://bellas.example/terms'] }),
    }),
    /** The public page that shows every way in. */
    evidence_url: z.string().meta({ examples: ['https://bellas.example/pages/opt-in/bellas'] }),
    /** Whether the business has a privacy policy and terms; reviewers open both. */
    has_privacy: z.boolean(),
    has_terms: z.boolean(),
    /** Whose wallet is charged the brand's fee and the review of the campaign. `none`: they are not charged. */
    fee_payer: z.enum(['business', 'agency', 'none']),
    fees: A2pFees,
    days: z.object({ brand: Days, campaign: Days, numbers: Days }),
  }),
});
export const ResendA2pCode = z.object({ id: Uuid });
export const CancelA2p = z.object({ part: A2pPart, id: Uuid });
export const SaveA2pDraft = z.object({
  part: A2pPart,
  /** Null: discard it. */
  content: Draft.nullable(),
});
export const ChangeA2pPrefix = z.object({
  /** Null or empty: none. */
  prefix: z
    .string()
    .nullable()
    .meta({ examples: ['Bella’s Pizza'] }),
});

const EinParams = z.object({
  ein: z
    .string()
    .regex(/^\d{2}-?\d{7}$/, 'An EIN has nine digits, like 12-3456789.')
    .transform((given) => given.replace('-', ''))
    .meta({ examples: ['12-3456789'] }),
});
const BrandParams = z.object({ brandId: Uuid });

/** How a business asks the carriers to let it text from local numbers. */
export const registrationCalls = calls('Registration', {
  'GET /businesses/a2p/request': {
    id: 'getA2pRequest',
    who: ['Business'],
    summary: 'Where the registration of the business for local numbers is, and all that happened to it.',
    reply: A2pRequestReply,
  },
  'GET /businesses/a2p/brand-by-ein/{ein}': {
    id: 'getA2pBrandByEin',
    who: ['Business'],
    summary: 'The brand that the business submitted with an EIN.',
    params: EinParams,
    reply: A2pBrandByEin,
  },
  'GET /businesses/a2p/campaigns-by-brand/{brandId}': {
    id: 'listA2pCampaigns',
    who: ['Business'],
    summary: 'The campaigns of a brand of the business.',
    params: BrandParams,
    reply: A2pCampaignRows,
  },
  'GET /businesses/a2p/proposal': {
    id: 'getA2pProposal',
    who: ['Business'],
    summary: 'Forms of the registration filled in from what the business has, with fees and usual times.',
    reply: A2pProposal,
  },
  'GET /businesses/a2p/use-cases': {
    id: 'listA2pUseCases',
    who: ['Business'],
    summary: 'What the carrier lets the verified brand text about.',
    reply: A2pUseCases,
  },
  'POST /businesses/a2p/brand': {
    id: 'submitA2pBrand',
    who: ['Business'],
    summary: 'Submit the brand of the business, or correct one that was refused.',
    body: SubmitA2pBrand,
    reply: Created,
  },
  'POST /businesses/a2p/campaign': {
    id: 'submitA2pCampaign',
    who: ['Business'],
    summary: 'Submit a campaign of the verified brand, or edit one that was refused.',
    body: SubmitA2pCampaign,
    reply: Created,
  },
  'POST /businesses/a2p/code': {
    id: 'resendA2pCode',
    who: ['Business'],
    summary: 'Have the carrier text the code again to the mobile phone of a sole proprietor.',
    body: ResendA2pCode,
    reply: Success,
  },
  'POST /businesses/a2p/cancel': {
    id: 'cancelA2p',
    who: ['Business'],
    summary: 'Give up a brand or a campaign that was refused, or that the carrier does not have yet.',
    body: CancelA2p,
    reply: Success,
  },
  'POST /businesses/a2p/draft': {
    id: 'saveA2pDraft',
    who: ['Business'],
    summary: 'Keep a form of the registration as it was typed so far.',
    body: SaveA2pDraft,
    reply: Done,
  },
  'POST /businesses/a2p/prefix': {
    id: 'changeA2pPrefix',
    who: ['Business'],
    summary: 'Choose the name that the texts of the business begin with.',
    body: ChangeA2pPrefix,
    reply: Success,
  },
});
