/** What a payer's wallet is to come to, as those remember who told of it: kept apart from the product. */
export interface Book {
  /** Units of what was granted and corrected, by what names it; booked once or, where nobody answered, not at all. */
  readonly named: Map<string, number>;
  /** How many texts were said to have gone out by a hold, at most. */
  readonly usage: Map<string, number>;
  /** Funds that somebody wanted to add, by the command; `isDone`: they were told that it was done. */
  readonly adding: Map<string, { readonly cents: number; readonly isDone: boolean }>;
  /** Subscriptions that somebody was told they have. */
  readonly subscribed: Set<string>;
}
export const emptyBook = (): Book => ({ named: new Map(), usage: new Map(), adding: new Map(), subscribed: new Set() });

/** An order as its buyer knows it. `told`: how it stood when they were last told; null: nobody answered. */
export interface OrderBook {
  readonly orderId: string;
  readonly email: string;
  readonly page: number;
  told: string | null;
}
/** What someone knows who signs in. */
export interface SignInBook {
  /** Of apps that were added, by their factor's id. */
  readonly secrets: Map<string, string>;
  codes: readonly string[];
  /** Sessions that were said to have begun, and to have ended. */
  readonly begun: Set<string>;
  readonly ended: Set<string>;
}
export const emptySignInBook = (): SignInBook => ({
  secrets: new Map(),
  codes: [],
  begun: new Set(),
  ended: new Set(),
});
