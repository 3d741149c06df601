/**
 * What the carrier's error codes mean to us (Twilio's error and warning dictionary). Codes that aren't here fail the message and say nothing
 * of the contact or the sender.
 */
export type CarrierErrorMeaning =
  /** The person has opted out at the carrier: mirror it. */
  | 'opted-out'
  /** No text can reach this number. */
  | 'unreachable'
  /** Passing: worth another try, a bounded number of times. */
  | 'passing'
  /** Counts towards the health of a broadcast. */
  | 'filtered'
  /** The sender must be put in order, the contact is fine. */
  | 'sender-blocked'
  /** Too fast. */
  | 'slow-down'
  | 'other';

const meanings: ReadonlyMap<number, { readonly meaning: CarrierErrorMeaning; readonly reason: string }> = new Map([
  [21610, { meaning: 'opted-out', reason: 'The person has opted out with the carrier.' }],
  [21211, { meaning: 'unreachable', reason: 'The number is not valid.' }],
  [21614, { meaning: 'unreachable', reason: 'The number is not a mobile number.' }],
  [30005, { meaning: 'unreachable', reason: 'The number is unknown or no longer in service.' }],
  [30006, { meaning: 'unreachable', reason: 'The number is a landline, or its carrier cannot be reached.' }],
  [30003, { meaning: 'passing', reason: 'The phone is switched off or out of reach.' }],
  [30008, { meaning: 'passing', reason: 'The carrier gave no reason.' }],
  [30004, { meaning: 'filtered', reason: 'The message was blocked.' }],
  [30007, { meaning: 'filtered', reason: 'The carrier filtered the message as unwanted.' }],
  [30032, { meaning: 'sender-blocked', reason: 'The toll-free number is not verified.' }],
  [30034, { meaning: 'sender-blocked', reason: 'The number is not registered for business texting (A2P 10DLC).' }],
  [20429, { meaning: 'slow-down', reason: 'The carrier asked to send more slowly.' }],
]);

export const meaningOf = (errorCode: number | null): CarrierErrorMeaning => (errorCode === null ? 'other' : (meanings.get(errorCode)?.meaning ?? 'other'));

/** The reason in plain words. */
export const plainReason = (errorCode: number | null): string =>
  errorCode === null ? 'The carrier could not deliver the message.' : (meanings.get(errorCode)?.reason ?? `The carrier could not deliver the message (error ${errorCode}).`);
