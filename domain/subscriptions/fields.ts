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

/** When a subscription moves to another version of its plan: with the next renewal, or now with the difference charged. */
export const moveWhens = ['renewal', 'now'] as const;
export type MoveWhen = (typeof moveWhens)[number];
/** Why a subscription was not moved. Closed: each has its words on the screen. */
export const moveSkips = [
  /** The tenant is gone, or its agency pays by now. */
  'gone',
  /** It ended, or the payer chose another plan since. */
  'changed',
  'canceling',
  'unpaid',
  'paused',
  /** A change of plan waits until the cardholder has confirmed its payment. */
  'unconfirmed',
  /** A month can't become a year without being charged at once. */
  'other-period',
  /** The plan was changed again, or is no longer for sale. */
  'plan-changed',
  'declined',
  'refused',
] as const;
export type MoveSkip = (typeof moveSkips)[number];
