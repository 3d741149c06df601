import { z } from 'zod';

/** Whether someone spoke with the caller. `ringing`: not known yet. */
export const callStatuses = ['ringing', 'answered', 'missed'] as const;
export type CallStatus = (typeof callStatuses)[number];

/**
 * Why no one spoke with a caller: no one picked up in time, the line was busy, the person who picked up did not press 1
 * (or it was a voicemail), the number could not be reached, the caller hung up first, or calls are not forwarded.
 */
export const missReasons = ['no-answer', 'busy', 'declined', 'unreachable', 'hung-up', 'not-forwarded'] as const;
export type MissReason = (typeof missReasons)[number];

/** The two calls that carriers charge for: from the caller to the business's number, and on to where it is forwarded. */
export const callLegs = ['in', 'out'] as const;
export type CallLeg = (typeof callLegs)[number];

/** What the phone shows that a call is forwarded to: the caller's number, or the business's own. */
export const callerIds = ['caller', 'business'] as const;

/** For how many seconds it rings; longer reaches most voicemails. */
export const ringSeconds = { least: 10, most: 60, usual: 20 } as const;
export const longestTextBack = 320;

const rings = `Choose from ${ringSeconds.least} to ${ringSeconds.most} seconds.`;
/** What people may enter. `forwardTo`: as typed; null: calls are not forwarded. `textBack`: null: no text. */
export const callFields = {
  forwardTo: z
    .string()
    .max(40, 'Enter a phone number.')
    .nullable()
    .transform((given) => (given === null || given.trim() === '' ? null : given)),
  callerId: z.enum(callerIds),
  whisper: z.boolean(),
  ringSeconds: z.number(rings).int(rings).min(ringSeconds.least, rings).max(ringSeconds.most, rings),
  textBack: z
    .string()
    .max(longestTextBack, `The text can have at most ${longestTextBack} characters.`)
    .nullable()
    .transform((given) => (given === null || given.trim() === '' ? null : given.trim())),
} as const;

/** Carriers charge for each minute that has begun. */
export const startedMinutes = (seconds: number): number => Math.ceil(seconds / 60);
