/**
 * Why an operator should look at a business: too many of its texts fail, too many contacts opt out, it has no number to
 * send from, or nothing was sent or received in the period.
 */
export const concerns = ['failing', 'opt-outs', 'no-number', 'quiet'] as const;
export type Concern = (typeof concerns)[number];

/** Below so many texts a share says nothing. */
export const minTexts = 20;
/** From this share of texts that failed, and of texts that made someone opt out, it is a concern. */
export const maxFailedShare = 0.1;
export const maxOptOutShare = 0.03;
