import { sendingCodes } from '../registrations/codes.ts';

/**
 * What went wrong by the carrier's error code (Twilio's error and warning dictionary), for people. What follows from
 * a code is decided by workers/delivery/text.
 */
const reasons: ReadonlyMap<number, string> = new Map<number, string>([
  [21610, 'The person has opted out with the carrier.'],
  [21211, 'The number is not valid.'],
  [21614, 'The number is not a mobile number.'],
  [30003, 'The phone is switched off or out of reach.'],
  [30004, 'The message was blocked.'],
  [30005, 'The number is unknown or no longer in service.'],
  [30006, 'The number is a landline, or its carrier cannot be reached.'],
  [30007, 'The carrier filtered the message as unwanted.'],
  [30008, 'The carrier gave no reason.'],
  ...sendingCodes.map(({ code, text }) => [code, text] as const),
]);

/** What is to be done about a number that the carrier does not let send. */
const remedies: ReadonlyMap<number, string> = new Map([
  [30032, 'Your toll-free number is not verified yet, so carriers refuse its texts. Finish its verification'],
  [30034, 'Your number is not registered for business texting (A2P 10DLC), so carriers refuse its texts. Register it'],
  [
    21606,
    'The carrier says that your number can’t send texts. Ask for another number, or for this one to be set right',
  ],
]);
const anyRemedy = 'The carrier does not let your number send texts. Ask for it to be set right';

/** Why a broadcast from such a number is paused, and what brings it on. */
export const blockedSenderNote = (errorCode: number): string =>
  `${remedies.get(errorCode) ?? anyRemedy}, then resume: who has not been written to yet is kept.`;

export const plainReason = (errorCode: number | null): string =>
  errorCode === null ?
    'The carrier could not deliver the message.'
  : (reasons.get(errorCode) ?? `The carrier could not deliver the message (error ${errorCode}).`);
