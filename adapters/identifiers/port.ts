/** Ids derived from personal data are keyed with a secret of the installation, so that an id gives no number away. */
export interface Identifiers {
  contact(businessId: string, phone: string): string;
  emailHash(address: string): string;
  random(): string;
}
