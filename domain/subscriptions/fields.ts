/** Why a tenant can't send, publish or buy. Closed: each has its words and a way out on the screens. */
export const blockedReasons = [
  /** It never subscribed, or its subscription was canceled. */
  'not-subscribed',
  'trial-ended',
  /** The first payment failed or waits for the cardholder. */
  'payment-incomplete',
  /** A renewal could not be charged: until it is, nothing is sent. */
  'payment-failed',
  'paused',
  /** The agency of the business has not got what it needs. */
  'agency-not-subscribed',
  'no-number',
] as const;
export type BlockedReason = (typeof blockedReasons)[number];
