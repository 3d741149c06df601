/** A business that has a past, and who works for it. */
export interface Shop {
  readonly businessId: string;
  readonly agencyId: string;
  readonly uniqueId: string;
  readonly number: string;
  readonly timezone: string;
  readonly keyword: string;
  /** Of its owner, and of who works with them. */
  readonly ownerId: string;
  readonly colleagueId: string;
}

/** How a text of the business ends: at the phone, refused with one of the carrier's codes, or on its way for now. */
export type Ending = 'delivered' | 'sent' | { readonly errorCode: number };
