/** Files, in one hour: hours since 1970. */
export type FilePurpose = 'upload' | 'contact-data' | 'evidence';
type HourlyPurpose = `${FilePurpose}-${number}`;
/** What a token is for. One made for one purpose means nothing for another. */
export type TokenPurpose =
  | 'form'
  | 'thanks'
  | 'coupon'
  /** The link that a member shares: whoever has it can come by it, and do nothing else. */
  | 'member'
  /** A member's own page, which is theirs alone. */
  | 'member-page'
  | 'share'
  /** The secret of an address that other systems call. */
  | 'hook'
  | 'unsubscribe'
  | 'verify-email'
  | 'till'
  /** Of someone who orders: with it they pay, and are signed in. */
  | 'order'
  | HourlyPurpose
  /** A list that is about to be taken along. */
  | 'export'
  /** To look at a popup's draft on a live site, in one week: weeks since 1970. */
  | `popup-preview-${number}`;

/** Ids derived from personal data are keyed with a secret of the installation, so that an id gives no number away. */
export interface Identifiers {
  /** The keyed id of a number as a business knows it, which is that of the first contact known by it. */
  contact(businessId: string, phone: string): string;
  /** Of a contact who gave an address and no number. */
  contactByEmail(businessId: string, address: string): string;
  /**
   * The nth (from 0) contact of a number or an address: who was erased does not come back under the same id. Which one
   * it is now, `contactOf` of commands/directory/contact-directory.ts knows.
   */
  successor(identityId: string, generation: number): string;
  emailHash(address: string): string;
  random(): string;
  /**
   * An id as it stands in a public address: 32 characters that nobody can make without the installation's secret. The
   * same id gives the same token every time.
   */
  token(purpose: TokenPurpose, id: string): string;
  /** The id in a token; null for one that was made for something else, somewhere else, or by somebody else. */
  idOf(purpose: TokenPurpose, token: string): string | null;
  /**
   * The end of a short link: twelve letters and digits that name a link and for whom it is (null: nobody). They are a
   * permutation under the installation's secret: one of them says nothing about any other, and one that was made up
   * names a link and a person that there are about once in a billion times.
   */
  linkCode(link: number, contactId: string | null): string;
  /** What a code names. `contact`: the first ten hexadecimal digits of the contact's id; null: nobody. Null: no code. */
  linkOf(code: string): { readonly link: number; readonly contact: string | null } | null;
  /** Tells apart what must not be read: the same words give the same 32 hexadecimal digits, and nobody can try words. */
  digest(
    purpose: 'link' | 'link-visitor' | 'listed' | 'automation-webhook' | 'webhook-endpoint',
    ...words: readonly string[]
  ): string;
  /** What is shown at a counter: ten letters and digits that can not be mistaken for one another, `7K2MQ-XN4RT`. */
  couponCode(couponId: string): string;
  /** What a broadcaster answers with before a broadcast goes out: four digits. */
  broadcastCode(broadcastId: string): string;
  /** What is typed on a device to make it a till, for the next one after `paired`; of the same letters. */
  tillCode(tillId: string, paired: number): string;
}
