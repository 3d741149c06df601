import type { BrandReport, CampaignReport, Report } from '../../domain/registrations/a2p/decide.ts';
import type {
  A2pCompanyType,
  A2pLegalForm,
  A2pNumberState,
  A2pProblem,
  A2pState,
} from '../../domain/registrations/a2p/fields.ts';

/** Twilio's three vocabularies (REST, events, registry) as ours. The raw word is kept beside. */

const brandStates: Readonly<Record<string, A2pState>> = {
  pending: 'in-review',
  in_review: 'in-review',
  approved: 'verified',
  registered: 'in-review',
  failed: 'refused',
  registration_failed: 'refused',
  suspended: 'suspended',
  deletion_pending: 'suspended',
  deletion_failed: 'suspended',
  deleted: 'canceled',
};
const campaignStates: Readonly<Record<string, A2pState>> = {
  pending: 'in-review',
  in_progress: 'in-review',
  verified: 'verified',
  approved: 'verified',
  success: 'verified',
  failed: 'refused',
  failure: 'refused',
  suspended: 'suspended',
  deleted: 'canceled',
};
const numberStates: Readonly<Record<string, A2pNumberState>> = {
  pending: 'pending',
  pending_registration: 'pending',
  registered: 'registered',
  successful: 'registered',
  success: 'registered',
  failure: 'failed',
  failed: 'failed',
  pending_deregistration: 'unregistered',
  unregistered: 'unregistered',
};

/** A word that nobody documented is a review that goes on. */
const lookUp = <S>(table: Readonly<Record<string, S>>, word: string, otherwise: S): S =>
  Object.hasOwn(table, word.toLowerCase()) ? table[word.toLowerCase()]! : otherwise;

export const numberStateOf = (word: string): A2pNumberState => lookUp(numberStates, word, 'pending');
export const campaignStateOf = (word: string): A2pState => lookUp(campaignStates, word, 'in-review');
/** A brand is through when the registry has verified who it is. */
export function brandStateOf(word: string, identity: string | null): A2pState {
  const state = lookUp(brandStates, word, 'in-review');
  if (state !== 'in-review' && state !== 'verified') return state;
  const who = identity?.toLowerCase() ?? '';
  if (who === 'unverified' && word.toLowerCase() === 'registered') return 'refused';
  if (who === 'verified' || who === 'vetted_verified' || who === 'vetting_failed')
    return word.toLowerCase() === 'registered' ? 'verified' : state;
  return state;
}

/** Twilio's names of fields as ours. */
const fieldNames: Readonly<Record<string, string>> = {
  business_name: 'legalName',
  business_type: 'legalForm',
  business_industry: 'vertical',
  business_registration_number: 'ein',
  business_registration_identifier: 'ein',
  website_url: 'website',
  company_type: 'companyType',
  stock_exchange: 'stockExchange',
  stock_ticker: 'stockTicker',
  address_sids: 'address.street',
  street: 'address.street',
  city: 'address.city',
  region: 'address.region',
  postal_code: 'address.postalCode',
  iso_country: 'address.country',
  first_name: 'representative.firstName',
  last_name: 'representative.lastName',
  email: 'representative.email',
  phone_number: 'representative.phone',
  mobile_phone_number: 'representative.phone',
  brand_name: 'legalName',
  business_title: 'representative.title',
  job_position: 'representative.position',
  brand_type: 'kind',
  description: 'description',
  message_flow: 'flow',
  message_samples: 'samples',
  us_app_to_person_usecase: 'useCase',
  opt_in_keywords: 'optInKeywords',
  opt_in_message: 'optInMessage',
  opt_out_message: 'optOutMessage',
  help_message: 'helpMessage',
  privacy_policy_url: 'privacyUrl',
  terms_and_conditions_url: 'termsUrl',
  age_gated: 'isAgeGated',
  direct_lending: 'isLending',
  has_embedded_links: 'hasLinks',
  has_embedded_phone: 'hasPhone',
};
export const fieldOf = (name: string): string | null => fieldNames[name.toLowerCase()] ?? null;

/** An error in any of the three shapes that Twilio has for it. */
export function problemOf(error: Readonly<Record<string, unknown>>): A2pProblem {
  const text = (...names: readonly string[]): string | null => {
    const value = names.map((name) => error[name]).find((one) => one !== undefined && one !== null && one !== '');
    return value === undefined ? null : String(value as string | number).slice(0, 2_000);
  };
  const fields = (error['fields'] ?? error['registrationerrorfields'] ?? []) as readonly unknown[];
  return {
    code: text('code', 'error_code', 'errorcode', 'errorCode', 'registrationerrorcode')?.slice(0, 20) ?? null,
    message:
      text('description', 'errordescription', 'registrationerrordescription', 'message') ??
      'The carrier gave no reason.',
    fields: (Array.isArray(fields) ? fields : []).flatMap((one) => fieldOf(String(one)) ?? []).slice(0, 50),
  };
}
const noReason: A2pProblem = { code: null, message: 'The carrier gave no reason.', fields: [] };
/** A refusal always has a reason, even if it is that none was given. */
export function problemsOf(errors: unknown, state: A2pState | A2pNumberState): readonly A2pProblem[] {
  const all = Array.isArray(errors) ? errors.filter((one) => typeof one === 'object' && one !== null) : [];
  const found = all.slice(0, 50).map((one) => problemOf(one as Record<string, unknown>));
  return found.length === 0 && (state === 'refused' || state === 'failed') ? [noReason] : found;
}

const seconds = (at: Date | string | number): string =>
  new Date(Math.floor(new Date(at).getTime() / 1000) * 1000).toISOString();
const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
};
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 60) : null;

export function brandReport(given: {
  readonly word: string;
  readonly identity: string | null;
  readonly externalId: unknown;
  readonly score: unknown;
  readonly errors: unknown;
  readonly at: Date | string | number;
}): BrandReport {
  const state = brandStateOf(given.word, given.identity);
  const score = whole(given.score);
  return {
    state,
    raw: given.word.slice(0, 60),
    problems: problemsOf(given.errors, state),
    reportedAt: seconds(given.at),
    externalId: textOf(given.externalId),
    identity: textOf(given.identity),
    score: score !== null && score <= 100 ? score : null,
  };
}

interface RateLimits {
  readonly att?: { readonly mps?: unknown; readonly msg_class?: unknown };
  readonly tmobile?: { readonly brand_tier?: unknown };
}
export function campaignReport(given: {
  readonly word: string;
  readonly externalId: unknown;
  readonly limits: unknown;
  readonly errors: unknown;
  readonly at: Date | string | number;
}): CampaignReport {
  const state = campaignStateOf(given.word);
  const limits = (given.limits ?? {}) as RateLimits;
  return {
    state,
    raw: given.word.slice(0, 60),
    problems: problemsOf(given.errors, state),
    reportedAt: seconds(given.at),
    externalId: textOf(given.externalId),
    attClass: textOf(limits.att?.msg_class)?.slice(0, 10) ?? null,
    attPerMinute: whole(limits.att?.mps),
    tmobileTier: textOf(limits.tmobile?.brand_tier)?.slice(0, 30) ?? null,
  };
}
export function numberReport(given: {
  readonly word: string;
  readonly reason: unknown;
  readonly at: Date | string | number;
}): Report<A2pNumberState> {
  const state = numberStateOf(given.word);
  const reason = typeof given.reason === 'string' && given.reason !== '' ? given.reason.slice(0, 2_000) : null;
  const code = /(\d{5})\D*$/.exec(reason ?? '')?.[1] ?? null;
  return {
    state,
    raw: given.word.slice(0, 60),
    problems: reason === null ? problemsOf([], state) : [{ code, message: reason, fields: [] }],
    reportedAt: seconds(given.at),
  };
}

export const businessTypes: Readonly<Record<A2pLegalForm, string>> = {
  llc: 'Limited Liability Corporation',
  corporation: 'Corporation',
  partnership: 'Partnership',
  cooperative: 'Co-operative',
  'non-profit': 'Non-profit Corporation',
  'sole-proprietorship': 'Sole Proprietorship',
};
export const companyTypes: Readonly<Record<A2pCompanyType, string>> = {
  private: 'private',
  public: 'public',
  'non-profit': 'non-profit',
  government: 'government',
};
/** Of section 9's verticals, those that Twilio calls otherwise. */
export const industries: Readonly<Record<string, string>> = {
  ENTERTAINMENT: 'MEDIA',
  GAMBLING: 'ONLINE',
  CONSTRUCTION: 'ENGINEERING',
  NGO: 'NOT_FOR_PROFIT',
  COMMUNICATION: 'TELECOMMUNICATIONS',
};
