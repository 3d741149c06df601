import type { ProviderType, RecordKind, Trouble } from '../../domain/integrations/fields.ts';

/** What an account is asked with; lies in the vault. `expiresAt`: ISO 8601, null: it doesn't end. */
export interface Credentials {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: string | null;
}
/** `account`: the provider's own id of it. */
export interface Grant {
  readonly account: string;
  readonly credentials: Credentials;
}
/** One person as the provider has them: the name of each column, and what stands in it. */
export type Row = Readonly<Record<string, string>>;
/** Something that the provider knows of a person, once. */
export interface SourceRecord {
  readonly kind: RecordKind;
  /** The provider's own id of it. */
  readonly source: string;
  /** Its form, webinar or product; empty: none. */
  readonly part: string;
  /** ISO 8601. */
  readonly at: string;
  readonly body: Row;
  /** What the person agreed to, in the words that were shown; null: nothing. */
  readonly consent: { readonly text: string; readonly ticked: true } | null;
  /** The smallest unit of the currency. */
  readonly paid: { readonly amount: number; readonly currency: string } | null;
}
/** Something to choose from. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}
export interface Webinar extends Choice {
  /** ISO 8601. Null: the provider doesn't say. */
  readonly startsAt: string | null;
}
export interface Price extends Choice {
  /** The smallest unit of the currency; null: it varies. */
  readonly amount: number | null;
  readonly currency: string;
}

/** Signing in at a provider on behalf of a business, by OAuth 2.0. */
export interface SignIn {
  /** Where its owner allows us. `challenge`: of PKCE, S256. */
  authorizeUrl(asked: { readonly redirectUri: string; readonly state: string; readonly challenge: string }): string;
  grantOf(given: { readonly code: string; readonly verifier: string; readonly redirectUri: string }): Promise<Grant>;
}
/** What every provider can. All of it throws `ProviderRefused` or `ProviderAway`. */
export interface Source {
  /** New credentials in exchange for those that end. */
  refreshed(credentials: Credentials): Promise<Credentials>;
  /** Everyone it knows, page by page. */
  people(grant: Grant): AsyncIterable<readonly Row[]>;
  /** What has happened there since, page by page; some of it may have been told before. */
  records(grant: Grant, since: Date): AsyncIterable<readonly SourceRecord[]>;
}
export interface GotoWebinar extends SignIn, Source {
  /** Those that lie ahead, the next first. */
  webinars(grant: Grant): Promise<readonly Webinar[]>;
  /** Who is registered already stays so. */
  register(grant: Grant, webinar: string, person: GotoPerson): Promise<void>;
}
export interface GotoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}
export interface FacebookLeads extends SignIn, Source {
  pages(grant: Grant): Promise<readonly Choice[]>;
  forms(grant: Grant, page: string): Promise<readonly Choice[]>;
  /** Asks to be told of new leads. Answers the pages that will tell. */
  watch(grant: Grant): Promise<readonly string[]>;
  /** The pages that a call says have new leads; null: Facebook didn't send it. `signature`: of the body as it came. */
  noticed(body: Buffer, signature: string): readonly string[] | null;
  /** What Facebook wants back when the address is set up there; null: it isn't Facebook that asks. */
  challenge(asked: { readonly mode: string; readonly token: string; readonly challenge: string }): string | null;
}
export interface StripeSource extends Source {
  grantOf(key: string): Promise<Grant>;
  products(grant: Grant): Promise<readonly Choice[]>;
  prices(grant: Grant, product: string): Promise<readonly Price[]>;
}

/** The services that businesses connect. Null: this installation isn't registered with that one. */
export interface Integrations {
  readonly goto: GotoWebinar | null;
  readonly fb: FacebookLeads | null;
  readonly stripe: StripeSource | null;
  /** Runs one piece of work of a name at a time, whichever process wants it. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
}
export const providerOf = (integrations: Integrations, type: ProviderType): Source | null => integrations[type];

/** The provider doesn't let us in. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly trouble: Trouble;
  constructor(trouble: Trouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
/** It doesn't answer, or not in a way that we know: worth another try. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
