import type { BrandReport, CampaignReport, Report } from '../../domain/registrations/a2p/decide.ts';
import type { A2pCampaignContent, A2pNumberState } from '../../domain/registrations/a2p/fields.ts';
import type { A2pBrandContent } from '../../domain/registrations/a2p/registration.ts';
import type { BrandStep, CampaignStep } from '../../domain/registrations/a2p/steps.ts';
import type { TwilioAccount } from '../providers/port.ts';

type References = Readonly<Record<string, string>>;
/** `id` is ours: it stands in the carrier's names, so that what was made and whose answer was lost is found again. */
export interface BrandWork {
  readonly id: string;
  readonly attempt: number;
  readonly references: References;
  readonly content: A2pBrandContent;
  /** Where the carrier writes to. */
  readonly email: string;
  /** Where it posts what happens to brands, campaigns and numbers. */
  readonly eventsUrl: string;
}
export interface CampaignWork {
  readonly id: string;
  readonly attempt: number;
  readonly references: References;
  readonly content: A2pCampaignContent;
  /** Of the brand. */
  readonly brandReference: string;
}
export interface UseCase {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** The carrier looks at it by hand after it was approved. */
  readonly needsMore: boolean;
}

/** What the carrier told by itself. `reference`: its id of the brand, of the campaign's service, or the number. */
export type RegistrationEvent =
  | { readonly kind: 'brand'; readonly reference: string; readonly report: BrandReport }
  | { readonly kind: 'campaign'; readonly reference: string; readonly report: CampaignReport }
  | { readonly kind: 'number'; readonly reference: string; readonly report: Report<A2pNumberState> };

/**
 * Registers brands, campaigns and numbers with an account of a carrier. Every step may be repeated: what is there
 * already is found and answered again. Throws `RegistrationRefused` with the carrier's code, and
 * `RegistrationUnavailable` when it can't be asked now.
 */
export interface Registrations {
  /** The carrier's id of what the step made; null: it makes nothing. */
  brandStep(account: TwilioAccount, step: BrandStep, work: BrandWork): Promise<string | null>;
  /** Has the code texted once more to the mobile phone of a sole proprietor. */
  resendCode(account: TwilioAccount, brandReference: string): Promise<void>;
  campaignStep(account: TwilioAccount, step: CampaignStep, work: CampaignWork): Promise<string | null>;
  brand(account: TwilioAccount, reference: string): Promise<BrandReport>;
  /** Null: the carrier has no such campaign. */
  campaign(account: TwilioAccount, service: string, reference: string): Promise<CampaignReport | null>;
  /** Null: the account does not hold the number. */
  join(account: TwilioAccount, service: string, number: string): Promise<string | null>;
  /** What a body that the carrier posted tells, by whoever signed it. What is none of it is left out. Asks nobody. */
  read(body: unknown): readonly RegistrationEvent[];
  /** What a brand may text about, as the carrier says. */
  useCases(account: TwilioAccount, service: string, brandReference: string): Promise<readonly UseCase[]>;
}

export class RegistrationRefused extends Error {
  override readonly name = 'RegistrationRefused';
  readonly code: string | null;
  readonly fields: readonly string[];
  constructor(message: string, code: string | null, fields: readonly string[]) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}
export class RegistrationUnavailable extends Error {
  override readonly name = 'RegistrationUnavailable';
}
