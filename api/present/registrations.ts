import type { z } from 'zod';
import {
  type A2pBrand,
  type A2pCampaign,
  type A2pNumber,
  type A2pRegistration,
  stageOf,
} from '../../domain/registrations/a2p/registration.ts';
import type { ContactInfo } from '../../domain/businesses/business.ts';
import { composeCampaign } from '../../domain/registrations/a2p/compose.ts';
import { expectedDays, type FeeName, feeOn } from '../../domain/registrations/a2p/fees.ts';
import { unfundedFee } from '../../domain/registrations/a2p/steps.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import type { WaysIn } from '../../projections/registrations/ways-in.ts';
import { evidencePath, joiningWays, legalUrls } from '../kernel/opt-in-evidence.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { A2pProblem } from '../../domain/registrations/a2p/fields.ts';
import { carrierCode } from '../../domain/registrations/codes.ts';
import type { A2pMoment } from '../../domain/registrations/a2p/timeline.ts';
import type { RegisteredBrandView, RegisteredCampaignView } from '../../projections/registrations/queries.ts';
import type { NumberBlocked } from '../contract/common.ts';
import type {
  A2pBrandReply,
  A2pBrandRow,
  A2pCampaignRow,
  A2pCampaignReply,
  A2pMomentReply,
  A2pNumberReply,
  A2pProposal,
  A2pRequestReply,
  SubmitA2pBrand,
  SubmitA2pCampaign,
} from '../contract/index.ts';

/** Names of fields as the API has them: what is nested in the domain is flat here. */
const names: Readonly<Record<string, string>> = {
  legalName: 'legal_name',
  legalForm: 'legal_form',
  companyType: 'company_type',
  stockExchange: 'stock_exchange',
  stockTicker: 'stock_ticker',
  'address.street': 'street',
  'address.city': 'city',
  'address.region': 'region',
  'address.postalCode': 'postal_code',
  'address.country': 'country',
  'representative.firstName': 'first_name',
  'representative.lastName': 'last_name',
  'representative.email': 'email',
  'representative.phone': 'phone',
  'representative.title': 'title',
  'representative.position': 'position',
  useCase: 'use_case',
  flow: 'message_flow',
  hasLinks: 'has_links',
  hasPhone: 'has_phone',
  isAgeGated: 'age_gated',
  isLending: 'lending',
  optInKeywords: 'opt_in_keywords',
  optInMessage: 'opt_in_message',
  helpMessage: 'help_message',
  optOutMessage: 'opt_out_message',
  privacyUrl: 'privacy_url',
  termsUrl: 'terms_url',
};
export const apiName = (field: string): string => names[field] ?? field;

interface Place {
  readonly prefix: string | null;
  readonly base: string;
  readonly day: string;
  /** Whose wallet pays the single fees; null: they are not charged. */
  readonly feePayer: 'agency' | 'business' | null;
  readonly business: {
    readonly name: string | null;
    readonly email: string | null;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly contactInfo: ContactInfo;
  };
}
const webAddress = (typed: string | null): string =>
  typed === null || typed === '' ? ''
  : /^https?:\/\//.test(typed) ? typed
  : `https://${typed}`;

/** The forms as they can be filled in from what the business has. */
export function presentProposal(
  { prefix, base, day, business, feePayer }: Place,
  ways: WaysIn,
): z.input<typeof A2pProposal>['data'] {
  const { contactInfo: info } = business;
  const evidenceUrl = `${base}${evidencePath(ways.uniqueId)}`;
  const legal = legalUrls(ways, base);
  const campaign = composeCampaign({
    name: ways.name,
    number: ways.number === null ? null : formatPhone(ways.number),
    contact: info.email ?? info.phone ?? webAddress(info.website) ?? evidenceUrl,
    prefix,
    evidenceUrl,
    privacyUrl: legal.privacy ?? `${evidenceUrl}/privacy`,
    termsUrl: legal.terms ?? `${evidenceUrl}/terms`,
    ways: joiningWays(ways, base),
  });
  const fee = (what: FeeName) => feeOn(what, day) ?? 0;
  return {
    brand: {
      legal_name: ways.name,
      website: webAddress(info.website),
      street: info.address ?? '',
      city: info.city ?? '',
      region: info.state ?? '',
      postal_code: info.postalCode ?? '',
      country: info.country === 'CA' ? 'CA' : 'US',
      first_name: business.firstName ?? '',
      last_name: business.lastName ?? '',
      email: info.email ?? business.email ?? '',
      phone: info.phone ?? '',
    },
    campaign: {
      description: campaign.description,
      message_flow: campaign.flow,
      samples: campaign.samples,
      opt_in_keywords: campaign.optInKeywords,
      opt_in_message: campaign.optInMessage,
      help_message: campaign.helpMessage,
      opt_out_message: campaign.optOutMessage,
      privacy_url: campaign.privacyUrl,
      terms_url: campaign.termsUrl,
    },
    evidence_url: evidenceUrl,
    has_privacy: legal.privacy !== null,
    has_terms: legal.terms !== null,
    fee_payer: feePayer ?? 'none',
    fees: {
      brand_low_volume: fee('brand-low-volume'),
      brand_standard: fee('brand-standard'),
      brand_sole_proprietor: fee('brand-sole-proprietor'),
      campaign_vetting: fee('campaign-vetting'),
      campaign_month: fee('campaign-month'),
      campaign_month_low_volume: fee('campaign-month-low-volume'),
      campaign_month_sole_proprietor: fee('campaign-month-sole-proprietor'),
    },
    days: expectedDays,
  };
}

/** The forms of a brand and a campaign as commands take them. */
export const brandFormOf = (body: z.output<typeof SubmitA2pBrand>) => ({
  agreedFee: body.agreed_fee,
  kind: body.kind,
  legalName: body.legal_name,
  legalForm: body.legal_form,
  companyType: body.company_type,
  vertical: body.vertical,
  ein: body.ein,
  website: body.website,
  stockExchange: body.stock_exchange,
  stockTicker: body.stock_ticker,
  address: {
    street: body.street,
    city: body.city,
    region: body.region,
    postalCode: body.postal_code,
    country: body.country,
  },
  representative: {
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    phone: body.phone,
    title: body.title,
    position: body.position,
  },
});
export const campaignFormOf = (body: z.output<typeof SubmitA2pCampaign>) => ({
  agreedFee: body.agreed_fee,
  campaignId: body.campaign_id,
  useCase: body.use_case,
  description: body.description,
  flow: body.message_flow,
  samples: body.samples,
  hasLinks: body.has_links,
  hasPhone: body.has_phone,
  isAgeGated: body.age_gated,
  isLending: body.lending,
  optInKeywords: body.opt_in_keywords,
  optInMessage: body.opt_in_message,
  helpMessage: body.help_message,
  optOutMessage: body.opt_out_message,
  privacyUrl: body.privacy_url,
  termsUrl: body.terms_url,
});

/** What a command refuses by the domain's names of fields is said by those of the API. */
export async function underApiNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = Object.entries(error.fields).map(([name, messages]) => {
      const [first = '', ...rest] = name.split('.');
      const known = apiName(name);
      return [known === name ? [apiName(first), ...rest].join('.') : known, messages] as const;
    });
    throw new DomainError(error.code, error.message, Object.fromEntries(fields));
  }
}

/** Where the carrier names no field, the code does. */
const presentProblem = ({ code, message, fields }: A2pProblem) => {
  const known = carrierCode(code);
  const named = fields.length > 0 ? fields : (known?.fields ?? []);
  return { code, message, cure: known?.cure ?? null, fields: named.map(apiName) };
};
const presentSubmitted = (one: A2pBrand | A2pCampaign) => ({
  id: one.id,
  attempt: one.attempt,
  state: one.state,
  carrier_state: one.raw,
  registry_id: one.externalId,
  changed_at: one.reportedAt,
  problems: one.problems.map(presentProblem),
});

export function presentBrand(brand: A2pBrand): z.input<typeof A2pBrandReply> {
  const { content, identity, score } = brand;
  const { address, representative } = content;
  return {
    ...presentSubmitted(brand),
    kind: content.kind,
    legal_name: content.legalName,
    legal_form: content.legalForm,
    company_type: content.companyType,
    vertical: content.vertical,
    ein: content.ein,
    website: content.website,
    stock_exchange: content.stockExchange,
    stock_ticker: content.stockTicker,
    street: address?.street ?? null,
    city: address?.city ?? null,
    region: address?.region ?? null,
    postal_code: address?.postalCode ?? null,
    country: address?.country ?? null,
    first_name: representative?.firstName ?? null,
    last_name: representative?.lastName ?? null,
    email: representative?.email ?? null,
    phone: representative?.phone ?? null,
    title: representative?.title ?? null,
    position: representative?.position ?? null,
    identity,
    score,
  };
}

export function presentCampaign(campaign: A2pCampaign): z.input<typeof A2pCampaignReply> {
  const { content } = campaign;
  return {
    ...presentSubmitted(campaign),
    brand_id: campaign.brandId,
    use_case: content.useCase,
    description: content.description,
    message_flow: content.flow,
    samples: content.samples,
    has_links: content.hasLinks,
    has_phone: content.hasPhone,
    age_gated: content.isAgeGated,
    lending: content.isLending,
    opt_in_keywords: content.optInKeywords,
    opt_in_message: content.optInMessage,
    help_message: content.helpMessage,
    opt_out_message: content.optOutMessage,
    privacy_url: content.privacyUrl,
    terms_url: content.termsUrl,
    att_class: campaign.attClass,
    att_per_minute: campaign.attPerMinute,
    tmobile_tier: campaign.tmobileTier,
  };
}

export const presentNumber = (one: A2pNumber): z.input<typeof A2pNumberReply> => ({
  number: one.number,
  campaign_id: one.campaignId,
  state: one.state,
  carrier_state: one.raw,
  changed_at: one.reportedAt,
  problems: one.problems.map(presentProblem),
});
export const presentMoment = ({ raw, ...one }: A2pMoment): z.input<typeof A2pMomentReply> => ({
  ...one,
  carrier_state: raw,
  problems: one.problems.map(presentProblem),
  changes: one.changes.map(({ field, was, now }) => ({ field: apiName(field), was, now })),
});

type Json = z.input<typeof A2pRequestReply>['data']['drafts']['brand'];
export function presentRequest({
  registration,
  timeline,
  canRegister,
  blocked,
}: {
  readonly registration: A2pRegistration;
  readonly timeline: readonly A2pMoment[];
  readonly canRegister: boolean;
  readonly blocked: NumberBlocked | null;
}): z.input<typeof A2pRequestReply>['data'] {
  const { prefix, brand, campaigns, numbers, drafts } = registration;
  const lacking = unfundedFee(registration);
  return {
    can_register: canRegister,
    blocked,
    stage: stageOf(registration),
    missing_funds: lacking === undefined ? null : { cents: lacking.cents, payer: lacking.payer.kind },
    prefix,
    brand: brand === null ? null : presentBrand(brand),
    campaigns: [...campaigns.values()].map(presentCampaign),
    numbers: [...numbers.values()].map(presentNumber),
    drafts: { brand: (drafts.brand ?? null) as Json, campaign: (drafts.campaign ?? null) as Json },
    timeline: timeline.map(presentMoment),
  };
}

/** Rows are made by a submission, which says all that is asserted here. */
export const presentBrandRow = (row: RegisteredBrandView): z.input<typeof A2pBrandRow> => ({
  id: row.id,
  legal_name: row.name!,
  ein: row.ein!,
  website: row.website!,
  kind: row.brandKind!,
  state: row.state!,
  attempt: row.attempt!,
  registry_id: row.externalId,
  submitted_at: row.submittedAt!,
  changed_at: row.changedAt!,
});
export const presentCampaignRow = (row: RegisteredCampaignView): z.input<typeof A2pCampaignRow> => ({
  id: row.id,
  brand_id: row.brandId!,
  use_case: row.useCase!,
  description: row.description!,
  state: row.state!,
  attempt: row.attempt!,
  att_class: row.attClass,
  att_per_minute: row.attPerMinute,
  tmobile_tier: row.tmobileTier,
  submitted_at: row.submittedAt!,
  changed_at: row.changedAt!,
});
