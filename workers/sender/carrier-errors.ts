import { meaningOf } from '../../domain/message/carrier-errors.ts';

/**
 * What the sender does about an error of the carrier; what a code means in words is `plainReason` of the domain.
 * - `suppress`: the contact is on the carrier's opt-out list; it is opted out here as well.
 * - `unreachable`: no message can reach this number; nothing more is sent to it.
 * - `retry`: a passing trouble on the way to the phone; tried again later, a few times.
 * - `block-sender`: our number may not send; its other messages wait, the contact has done nothing.
 * - `slow-down`: certainly not taken, because we were too fast.
 * - `account`: the carrier refuses this account, whatever is sent; messages wait until it is put right.
 * - `fail`: this message has failed, and that is all. Also 30004 and 30007: they count towards a broadcast's health, where broadcasts are.
 */
export type CarrierReaction = 'suppress' | 'unreachable' | 'retry' | 'block-sender' | 'slow-down' | 'account' | 'fail';

/** Errors that concern the account or our pace, not the message. Twilio's dictionary: https://www.twilio.com/docs/api/errors/<code>. */
const aboutUs: ReadonlyMap<number, CarrierReaction> = new Map([
  [14107, 'slow-down'], // too many messages in a short time
  [20003, 'account'], // credentials refused
  [20005, 'account'], // account not active
  [21606, 'block-sender'], // the number is not ours, or cannot text
  [21611, 'slow-down'], // the number's queue at the carrier is full
  [30001, 'retry'], // the carrier's queue overflowed
  [30002, 'account'], // account suspended
  [30022, 'slow-down'], // over the rate of the number's registration
  [63038, 'slow-down'], // the account's daily limit
]);

export function reactionTo(code: number | null): CarrierReaction {
  const known = code === null ? undefined : aboutUs.get(code);
  if (known !== undefined) return known;
  const meaning = meaningOf(code);
  switch (meaning) {
    case 'opted-out': return 'suppress';
    case 'unreachable': return 'unreachable';
    case 'passing': return 'retry';
    case 'sender-blocked': return 'block-sender';
    case 'slow-down': return 'slow-down';
    case 'filtered':
    case 'other': return 'fail';
    default: return meaning satisfies never;
  }
}

/** How long after a failed delivery it is tried again, in minutes: as many tries as entries. */
export const resendAfterMinutes: ReadonlyMap<number, readonly number[]> = new Map([
  [30001, [1, 10]],
  [30003, [10, 60]],
  [30008, [10]],
]);
