/** How a call went, as its carrier says it afterwards. Seconds as the carrier charges them. */
export interface CarrierCall {
  /** How long the caller's own call was; null: it still goes on. */
  readonly seconds: number | null;
  /** The call that it was forwarded by; null: there was none. `connected`: null where the carrier doesn't say. */
  readonly forwarded: {
    readonly to: string;
    readonly result: 'completed' | 'no-answer' | 'busy' | 'unreachable' | 'hung-up';
    readonly connected: boolean | null;
    readonly seconds: number;
  } | null;
}
