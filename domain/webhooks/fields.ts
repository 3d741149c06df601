import { z } from 'zod';
import { line } from '../kernel/fields.ts';

/**
 * Shapes of what is sent, by the day they were first sent. An endpoint keeps the one that it was made with until someone
 * chooses a later one.
 */
export const payloadVersions = ['2026-11-27'] as const;
export type PayloadVersion = (typeof payloadVersions)[number];
export const latestPayloadVersion: PayloadVersion = payloadVersions[0];

/**
 * What can be sent, by the name that it has outside. Which event each is of, and what is sent of it, stands in
 * domain/publications.
 */
export const publishedNames = [
  'contact.created',
  'contact.imported',
  'contact.name_changed',
  'contact.details_changed',
  'contact.tagged',
  'contact.opted_in',
  'contact.opted_out',
  'contact.email_opted_in',
  'contact.email_opted_out',
  'contact.joined_campaign',
  'contact.left_campaign',
  'contact.unreachable',
  'contact.merged',
  'contact.erased',
  'message.received',
  'message.sent',
  'message.delivered',
  'message.failed',
  'message.skipped',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.failed',
  'link.clicked',
  'coupon.issued',
  'coupon.redeemed',
  'coupon.redemption_undone',
  'coupon.revoked',
  'form.submitted',
  'vote.cast',
  'reward.unlocked',
  'conversation.assigned',
  'conversation.closed',
  'call.received',
  'call.missed',
  'automation.enrolled',
  'automation.ended',
] as const;
export type PublishedName = (typeof publishedNames)[number];

/** So many endpoints can a business have at the same time. */
export const maxWebhookEndpoints = 20;
/** How long the secret before still signs after a rotation, in hours. */
export const secretOverlapHours = { least: 0, usual: 24, most: 168 } as const;

/** Why an endpoint is off: someone switched it off, it answered 410 (gone), or nothing has succeeded for five days. */
export const disabledReasons = ['person', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** What events hold. */
export const storedEndpoint = {
  url: z.string().max(500),
  description: z.string().max(100),
  /** Names of what is sent; empty: everything. */
  types: z.array(z.string().max(60)).max(100),
  version: z.string().max(20),
} as const;

const message = 'Enter an address that begins with https://.';
/** A test or a developer's own machine is asked in the clear; the connection decides whether such an address is allowed. */
const isLoopback = (url: URL): boolean => url.hostname === '127.0.0.1' || url.hostname === 'localhost';

/** What people enter. */
export const endpointFields = {
  url: z
    .string()
    .trim()
    .max(500)
    .refine((text) => {
      const url = URL.parse(text);
      if (url === null || url.username !== '' || url.password !== '') return false;
      return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
    }, message),
  description: line('The description', 100).or(z.literal('')),
  version: z.enum(payloadVersions),
  /** Where it begins: an instant; null: now. */
  since: z.iso.datetime('Enter a date and time.').nullable(),
} as const;

export const secretOverlapField = z
  .number()
  .int()
  .min(secretOverlapHours.least)
  .max(secretOverlapHours.most, `The overlap can be at most ${secretOverlapHours.most} hours.`);
