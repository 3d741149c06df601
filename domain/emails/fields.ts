import { z } from 'zod';
import { personal } from '../kernel/personal.ts';

/**
 * Why a business's email is sent. `verify-email`: the link that proves an address. `welcome`: to who has just joined a
 * campaign. `owner-alert` and `test`: to people of the business itself.
 */
export const EmailPurpose = z.enum(['verify-email', 'welcome', 'owner-alert', 'test', 'broadcast', 'automation']);
export type EmailPurpose = z.output<typeof EmailPurpose>;

/**
 * What an email is to the person who gets it. Closed: a new purpose does not compile until it stands here. `bulk`: no one
 * waits for it, so it needs a consent, follows the contact's preferences and lets what people wait for pass. `greeting`:
 * marketing, too, but it follows what the contact has just done.
 */
const kinds = {
  'verify-email': 'asked for',
  welcome: 'greeting',
  'owner-alert': 'to our own',
  test: 'to our own',
  broadcast: 'bulk',
  automation: 'bulk',
} as const satisfies Record<EmailPurpose, 'asked for' | 'greeting' | 'to our own' | 'bulk'>;
export const isBulk = (purpose: EmailPurpose): boolean => kinds[purpose] === 'bulk';
/** These say how to unsubscribe (RFC 8058; CAN-SPAM, 15 U.S.C. 7704(a)(3)), and go to no one who has. */
export const isMarketing = (purpose: EmailPurpose): boolean => isBulk(purpose) || kinds[purpose] === 'greeting';
/**
 * Whether it is sent once more, under the same Message-ID, when nobody knows whether it was taken: where its loss would
 * be worse than finding it twice (decision 23). Marketing never is.
 */
export const isRepeatable = (purpose: EmailPurpose): boolean => !isMarketing(purpose);

/** Why an email was not sent: decided at the last moment. */
export const EmailSuppressReason = z.enum([
  'inactive-business',
  'blocked',
  'unsubscribed',
  'no-consent',
  'paused',
  'topic-off',
  'too-often',
  'bounced',
  'complained',
  // They came above the contact limit.
  'above-limit',
  'daily-limit',
  // Nothing is left to pay for it.
  'insufficient-funds',
  // Of broadcasts alone:
  'no-address',
  'duplicate',
  'missing-value',
  // It could not be made or sent, by our own fault.
  'our-fault',
  'stopped',
  'expired',
]);
export type EmailSuppressReason = z.output<typeof EmailSuppressReason>;

export const BounceKind = z.enum(['hard', 'soft']);
export type BounceKind = z.output<typeof BounceKind>;

/** A piece of a compiled email: words, or a merge field and what it stands in (`MergeTag` of domain/personalization). */
export const storedPart = z.union([
  z.string(),
  z.object({ field: z.string().max(60), fallback: z.string().max(500), as: z.enum(['address', 'query']).optional() }),
]);

/** What events say of an email. */
export const storedEmail = {
  address: personal(z.string().max(254)),
  subject: personal(z.string().max(200)),
  body: personal(z.string().max(20_000)),
  button: personal(z.object({ label: z.string().max(80), url: z.string().max(2_000) })),
  /** A designed email: its version (`mailVersion-<id>`) and what its merge fields are for this one person. */
  content: personal(z.object({ versionId: z.uuid(), values: z.record(z.string().max(60), z.string().max(2_100)) })),
} as const;
