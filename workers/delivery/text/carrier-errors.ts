import { sendingCodes } from '../../../domain/registrations/codes.ts';

/**
 * What the sender does about an error of the carrier; what a code means in words is `plainReason` of the domain.
 * - `suppress`: the contact is on the carrier's opt-out list; it is opted out here as well.
 * - `unreachable`: no message can reach this number; nothing more is sent to it.
 * - `retry`: a passing trouble on the way to the phone; tried again later, a few times.
 * - `block-sender`: our number may not send; its other messages wait, the contact has done nothing.
 * - `slow-down`: certainly not taken, because we were too fast.
 * - `day-full`: T-Mobile takes no more of the brand today; its other messages wait for the next day.
 * - `account`: the carrier refuses this account, whatever is sent; messages wait until it is put right.
 * - `fail`: this message has failed, and that is all. Also 30004 and 30007: they count towards a broadcast's health, where broadcasts are.
 */
export type CarrierReaction =
  'suppress' | 'unreachable' | 'retry' | 'block-sender' | 'slow-down' | 'day-full' | 'account' | 'fail';

/**
 * Twilio's dictionary: https://www.twilio.com/docs/api/errors/<code>; reactions by section 12 of the architecture.
 * Any other code: `fail`.
 */
const reactions: ReadonlyMap<number, CarrierReaction> = new Map<number, CarrierReaction>([
  [14107, 'slow-down'], // too many messages in a short time
  [20003, 'account'], // credentials refused
  [20005, 'account'], // account not active
  [20429, 'slow-down'], // too many requests
  [21211, 'unreachable'], // not a valid number
  [21606, 'block-sender'], // the number is not ours, or cannot text
  [21610, 'suppress'], // opted out with the carrier
  [21611, 'slow-down'], // the number's queue at the carrier is full
  [21614, 'unreachable'], // not a mobile number
  [30001, 'retry'], // the carrier's queue overflowed
  [30002, 'account'], // account suspended
  [30003, 'retry'], // handset unreachable
  [30004, 'fail'], // blocked
  [30005, 'unreachable'], // unknown handset
  [30006, 'unreachable'], // landline, or carrier unreachable
  [30007, 'fail'], // filtered as spam
  [30008, 'retry'], // unknown error
  [30022, 'slow-down'], // over the rate of the number's registration
  ...sendingCodes.map(({ code, sender }) => [code, sender] as const), // of registration
  [63038, 'slow-down'], // the account's daily limit
]);

export const reactionTo = (code: number | null): CarrierReaction =>
  code === null ? 'fail' : (reactions.get(code) ?? 'fail');

/** How long after a failed delivery it is tried again, in minutes: as many tries as entries. */
export const resendAfterMinutes: ReadonlyMap<number, readonly number[]> = new Map([
  [30001, [1, 10]],
  [30003, [10, 60]],
  [30008, [10]],
]);
