import { z } from 'zod';
import { text } from '../kernel/fields.ts';
import { Media } from '../sms/values.ts';

/** Where the carrier says that a message is. */
export const CarrierStatus = z.enum(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed']);
export type CarrierStatus = z.output<typeof CarrierStatus>;

/**
 * Which rule dealt with a text: what it said about being texted, a question for help, a campaign's keyword, or a
 * broadcaster who sends from their phone.
 */
export const AnsweringRule = z.enum(['opt-out', 'opt-in', 'help', 'keyword', 'broadcaster']);
export type AnsweringRule = z.output<typeof AnsweringRule>;

/** Why a message waits. */
export const HoldReason = z.enum(['quiet-hours', 'retry', 'rate-limited', 'unpaid', 'unregistered', 'day-full']);
export type HoldReason = z.output<typeof HoldReason>;

/** Why a message was not sent: decided at the last moment. */
export const SuppressReason = z.enum([
  'opted-out',
  'unreachable',
  'no-consent',
  // A text of theirs looks like an opt-out, and no one has looked at it yet.
  'looks-opted-out',
  // They came above the contact limit.
  'above-limit',
  'blocked',
  'over-limit',
  'insufficient-funds',
  'sender-blocked',
  'inactive-business',
  'paused',
  'topic-off',
  'too-often',
  'duplicate',
  // As many of automations and broadcasts as a person may have in a day; another automation's text for the same cause.
  'daily-limit',
  'same-cause',
  'missing-value',
  // It could not be made or sent, by our own fault.
  'our-fault',
  'stopped',
  'expired',
]);
export type SuppressReason = z.output<typeof SuppressReason>;

/** Why something that was attached to a text is not shown. */
export const MediaRefusal = z.enum(['not-a-picture', 'too-large', 'not-reachable', 'not-fetched']);
export type MediaRefusal = z.output<typeof MediaRefusal>;

/** What people may enter or a carrier hands over, and what they are told otherwise. */
const medium = z.object({ url: text, contentType: text.nullable() }).pipe(Media);
export const messageFields = {
  body: text,
  /** As many as a carrier attaches. */
  received: z.array(medium).readonly(),
  media: z.array(medium).max(10, 'A message can have at most 10 pictures.').readonly(),
} as const;
