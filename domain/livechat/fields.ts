import { z } from 'zod';
import { text } from '../kernel/fields.ts';
import { Media, maxTextLength } from '../sms/values.ts';
import { personal } from '../kernel/personal.ts';

const longestNote = 5000;

/** Why a scheduled text waits for somebody to decide. */
export const ScheduleHold = z.enum(['contact-wrote']);
/** Why a scheduled text did not go at its time: they opted out, they are gone, the business has no number. */
export const ScheduleDrop = z.enum(['opted-out', 'gone', 'no-number', 'no-pictures']);
export type ScheduleDrop = z.output<typeof ScheduleDrop>;

/**
 * Why a conversation is whose it is: somebody chose, an automation's step did, it was the turn of whoever has it (or
 * nobody was here to take it), who had it gave it back, or they were removed from the team.
 */
export const AssignedWhy = z.enum(['by-hand', 'automation', 'automatic', 'given-back', 'removed']);
export type AssignedWhy = z.output<typeof AssignedWhy>;

/** As many texts may wait for their time in one conversation. */
export const maxScheduled = 20;
/** A text can be scheduled for so long ahead, in days. */
export const furthestSchedule = 365;

/** What events say of a conversation. */
export const storedConversation = {
  note: personal(z.string().min(1).max(longestNote)),
  body: personal(z.string().max(maxTextLength)),
  media: personal(z.array(Media).max(10)),
} as const;

/** What people may enter, and what they are told otherwise. */
export const conversationFields = {
  note: text.pipe(
    z.string().trim().min(1, 'Write something.').max(longestNote, 'A note can have at most 5,000 characters.'),
  ),
} as const;
