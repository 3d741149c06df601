/**
 * What a provider says of an account that somebody wants to use. `refused`: the provider answered that the credentials
 * are wrong (or may not do what is needed).
 */
export type Verification =
  | { readonly kind: 'verified'; readonly trial: boolean }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type ProviderName = 'twilio' | 'sendgrid' | 'mailgun' | 'ses';

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
export interface CarrierAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

/** The numbers of a carrier's account. Throws `NumberRefused` with the carrier's words, `NumbersUnavailable` when it can't be asked. */
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
  /** Points the texts of a number that the account holds to `smsUrl`; null when the account does not hold it. */
  adopt(
    account: CarrierAccount,
    number: string,
    smsUrl: string,
  ): Promise<{ readonly providerNumberId: string; readonly isTollFree: boolean } | null>;
}

export class NumberRefused extends Error {
  override readonly name = 'NumberRefused';
}
export class NumbersUnavailable extends Error {
  override readonly name = 'NumbersUnavailable';
}
