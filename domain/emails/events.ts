import { z } from 'zod';
import { AutomationOrigin } from '../kernel/origin.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { AgencyId, BroadcastId, BusinessId, CampaignId, ContactId, UserId } from '../kernel/ids.ts';
import { BounceKind, EmailPurpose, EmailSuppressReason, storedEmail, storedPart } from './fields.ts';

/** What people are told about their account's security, besides changes of password and address. */
export const securityNews = [
  'new-sign-in',
  'authenticator-added',
  'passkey-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-codes-renewed',
  'recovery-code-used',
] as const;

/**
 * An email of the product itself to one of its users (not marketing), or one that a user sends to one address, or one
 * about money to a billing contact, who stands in `userId`: in the
 * stream `accountMail-<mail id>`. `tokenRef`
 * names the secret of its link in the vault, null when it has none; it is deleted once the email has left. `agencyId`
 * decides whose brand and whose email provider it goes out with.
 */
export const AccountEmailRequested = event(
  'AccountEmailRequested',
  2,
  z.object({
    mailId: z.uuid(),
    userId: UserId,
    agencyId: AgencyId.nullable(),
    kind: z.enum([
      'password-reset',
      'invitation',
      'password-changed',
      'email-changed',
      'shared-page',
      'usage-alert',
      'billing',
      'bill',
      'report',
      'checkpoint',
      ...securityNews,
    ]),
    email: personal(z.email()),
    tokenRef: z.string().nullable(),
    expiresAt: z.string().nullable(),
    /** What a user shares (`shared-page`), or what is told in words (`usage-alert`, `billing`, `report`, `checkpoint`); null: nothing. */
    about: z.object({ title: z.string(), link: z.string(), from: z.string() }).nullable().default(null),
    /** Of a `bill`: whose, and of which month. */
    bill: z.object({ businessId: BusinessId, month: z.string().regex(/^\d{4}-\d{2}$/) }).optional(),
  }),
  { subject: 'userId' },
);
export const AccountEmailSent = event(
  'AccountEmailSent',
  1,
  z.object({ mailId: z.uuid(), userId: UserId, provider: z.string(), providerMessageId: z.string() }),
);
export const AccountEmailFailed = event(
  'AccountEmailFailed',
  1,
  z.object({ mailId: z.uuid(), userId: UserId, provider: z.string(), reason: z.string() }),
);

export const accountEmailEvents = [AccountEmailRequested, AccountEmailSent, AccountEmailFailed] as const;
export type AccountEmailEvent = EventOf<(typeof accountEmailEvents)[number]>;

/**
 * An email of a business, in the stream `mail-<mail id>`: to a contact, or (`owner-alert`, `test`) to one of its own
 * people, whose `contactId` derives from their address and who need be no contact.
 */
const ids = { mailId: z.uuid(), businessId: BusinessId, contactId: ContactId };

/**
 * Somebody wants this said. Nothing has left the house yet. Either `body`: plain paragraphs, merge fields filled in; or
 * `content`: a designed email, from which with its version the very email can be made again (decision 29).
 */
export const EmailQueued = event(
  'EmailQueued',
  4,
  z.object({
    ...ids,
    purpose: EmailPurpose,
    /** What it is about; null: the business as a whole. */
    campaignId: CampaignId.nullable(),
    to: storedEmail.address,
    subject: storedEmail.subject,
    body: storedEmail.body.nullable(),
    button: storedEmail.button.nullable(),
    content: storedEmail.content.nullable(),
    /** Whom an email to somebody of the business tells of; see MessageQueued. */
    aboutId: ContactId.nullable().default(null),
    /** Of a broadcast's: which, and the variant (0 is A). Said right before it goes out; the others before they wait. */
    broadcastId: BroadcastId.nullable().default(null),
    variant: z.number().int().min(0).max(3).nullable().default(null),
    /** See MessageQueued. */
    automation: AutomationOrigin.nullable().default(null),
  }),
  { subject: 'contactId', unless: 'aboutId' },
);
/** The broadcast for which `EmailQueued` was said; left out: it was for none, or nothing was said. */
const queuedFor = BroadcastId.optional();
/** The provider took it and named it. Of a broadcast: and will say nothing more, as far as we know. */
export const EmailAccepted = event(
  'EmailAccepted',
  2,
  z.object({ ...ids, provider: z.string(), providerMessageId: z.string(), queuedFor }),
);
/** End state: it did not arrive, for plain reasons. */
export const EmailFailed = event(
  'EmailFailed',
  2,
  z.object({ ...ids, provider: z.string(), reason: z.string(), queuedFor }),
);
/** End state: we decided at the last moment not to send it. Of a broadcast it may be the only event. */
export const EmailSuppressed = event(
  'EmailSuppressed',
  2,
  z.object({ ...ids, reason: EmailSuppressReason, queuedFor }),
);
/** End state unless the provider says more: it may or may not have been taken, and is not sent a second time. */
export const EmailOutcomeUnknown = event(
  'EmailOutcomeUnknown',
  1,
  z.object({ ...ids, provider: z.string(), detail: z.string() }),
);

/** The recipient's server took it. `at`: by the provider's clock. */
const heard = { ...ids, provider: z.string(), at: z.iso.datetime() };
export const EmailDelivered = event('EmailDelivered', 1, z.object(heard));
/**
 * It came back. `hard`: there is no such mailbox, and never will be; `soft`: not now (full, too large, refused as spam),
 * and the provider has given up. `reason`: the provider's code, such as `5.1.1`, no words of the other server: they may
 * name the person.
 */
export const EmailBounced = event(
  'EmailBounced',
  1,
  z.object({ ...heard, kind: BounceKind, reason: z.string().max(100) }),
);
/** The recipient has reported it as spam. */
export const EmailComplained = event('EmailComplained', 1, z.object(heard));

/**
 * A design as it was compiled, in the stream `mailVersion-<version id>`: once, whoever it goes to, and never changed, so
 * that what was sent can be shown as it was also when the compiler has become another one. The id is made of business
 * and `hash` (SHA-256 of the rest, in hexadecimal).
 */
export const EmailVersionCreated = event(
  'EmailVersionCreated',
  1,
  z.object({
    versionId: z.uuid(),
    businessId: BusinessId,
    hash: z.string(),
    subject: z.array(storedPart),
    html: z.array(storedPart),
    text: z.array(storedPart),
  }),
);
export const emailVersionEvents = [EmailVersionCreated] as const;
export type EmailVersionEvent = EventOf<(typeof emailVersionEvents)[number]>;

/** A test of an email was sent, in the stream `mailTests-<business id>`: its number stands in its subject. */
export const EmailTestSent = event(
  'EmailTestSent',
  1,
  z.object({ businessId: BusinessId, mailId: z.uuid(), number: z.number().int().min(1) }),
);
export const emailTestEvents = [EmailTestSent] as const;
export type EmailTestEvent = EventOf<(typeof emailTestEvents)[number]>;

export const contactEmailEvents = [
  EmailQueued,
  EmailAccepted,
  EmailFailed,
  EmailSuppressed,
  EmailOutcomeUnknown,
  EmailDelivered,
  EmailBounced,
  EmailComplained,
] as const;
export type ContactEmailEvent = EventOf<(typeof contactEmailEvents)[number]>;
export const emailEvents = [
  ...accountEmailEvents,
  ...contactEmailEvents,
  ...emailVersionEvents,
  ...emailTestEvents,
] as const;
