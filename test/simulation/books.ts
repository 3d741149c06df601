/** What a payer's wallet is to come to, as those remember who told of it: kept apart from the product. */
export interface Book {
  /** Units of what was granted and corrected, by what names it; booked once or, where nobody answered, not at all. */
  readonly named: Map<string, number>;
  /** How many texts were said to have gone out by a hold, at most. */
  readonly usage: Map<string, number>;
  /** Funds that somebody wanted to add, by the command; `isDone`: they were told that it was done. */
  readonly adding: Map<string, { readonly cents: number; readonly isDone: boolean }>;
}
export const emptyBook = (): Book => ({ named: new Map(), usage: new Map(), adding: new Map() });
