import type { CarrierCall } from '../sms/carrier-call.ts';

/**
 * What a provider says of an account that somebody wants to use. `refused`: the provider answered that the credentials
 * are wrong (or may not do what is needed).
 */
export type Verification =
  | { readonly kind: 'verified'; readonly trial: boolean }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type ProviderName = 'twilio' | 'bandwidth' | 'sendgrid' | 'mailgun' | 'ses';

/** Asks a provider whether an account works, over the wire, before it is kept. Never throws. */
export interface ProviderVerifier {
  verify(provider: ProviderName, credentials: Readonly<Record<string, string>>): Promise<Verification>;
}

export interface NumberOffer {
  readonly number: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly sms: boolean;
  readonly mms: boolean;
  readonly voice: boolean;
  readonly isTollFree: boolean;
}
export interface TwilioAccount {
  readonly carrier?: 'twilio';
  readonly accountSid: string;
  readonly authToken: string;
}
export interface BandwidthAccount {
  readonly carrier: 'bandwidth';
  readonly accountId: string;
  readonly applicationId: string;
  readonly username: string;
  readonly password: string;
  /** What Bandwidth signs in with when it calls us, as its application names it. */
  readonly callbackUsername: string;
  readonly callbackPassword: string;
}
/** An account at a carrier. Where none is named it is Twilio. */
export type CarrierAccount = TwilioAccount | BandwidthAccount;

/**
 * The numbers of a carrier's account, and calls to them. Throws `NumberRefused` with the carrier's words,
 * `NumbersUnavailable` when it can't be asked.
 */
export interface NumberInventory {
  search(
    account: CarrierAccount,
    query: {
      readonly country: 'US' | 'CA';
      readonly type: 'local' | 'tollfree';
      readonly areaCode: string | null;
      readonly state: string | null;
      readonly contains: string | null;
    },
  ): Promise<readonly NumberOffer[]>;
  /** Buys it, with texts going to `smsUrl`. Buying what the account holds already is no error. */
  buy(
    account: CarrierAccount,
    number: string,
    smsUrl: string,
  ): Promise<{ readonly providerNumberId: string; readonly isTollFree: boolean }>;
  /** Points calls to a number that the account holds here; false: it holds none. At Bandwidth its application says so. */
  connectCalls(account: CarrierAccount, number: string, voiceUrl: string): Promise<boolean>;
  /** A call to a number of the account, by the carrier's id of it; null: the account knows none. `since`: when it came in. */
  call(account: CarrierAccount, id: string, since: Date): Promise<CarrierCall | null>;
  /**
   * Points the texts of a number that the account holds to `smsUrl`; null when the account does not hold it. Bandwidth's
   * SDK knows no numbers: there it is taken at its word.
   */
  adopt(
    account: CarrierAccount,
    number: string,
    smsUrl: string,
  ): Promise<{ readonly providerNumberId: string | null; readonly isTollFree: boolean } | null>;
}

export class NumberRefused extends Error {
  override readonly name = 'NumberRefused';
}
export class NumbersUnavailable extends Error {
  override readonly name = 'NumbersUnavailable';
}
