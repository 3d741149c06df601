import { z } from 'zod';
import { storedWhole } from '../contacts/fields.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { ipAddress, personal } from '../kernel/personal.ts';
import { BusinessId, CampaignId, ContactId, IntegrationId, SubmissionId } from '../kernel/ids.ts';
import { GivenConsent } from '../pages/consent.ts';
import { PageKind } from '../pages/model.ts';
import { E164 } from '../sms/values.ts';

/** From where somebody came, in words of the address (utm_…) and the referring host; nothing that names a person. */
export const Source = z.object({
  source: z.string().max(100).nullable(),
  medium: z.string().max(100).nullable(),
  campaign: z.string().max(100).nullable(),
  referrer: z.string().max(200).nullable(),
});
export type Source = z.output<typeof Source>;
export const Device = z.enum(['phone', 'tablet', 'desktop', 'unknown']);
export type Device = z.output<typeof Device>;

/**
 * Somebody sent a page's form: what they entered, which version of the page they saw, and what they agreed to. All
 * that follows (contact, consent, coupon, vote, texts) is caused by this one event.
 */
export const PageSubmitted = event(
  'PageSubmitted',
  1,
  z.object({
    submissionId: SubmissionId,
    campaignId: CampaignId,
    businessId: BusinessId,
    contactId: ContactId,
    kind: PageKind,
    pageVersion: z.number().int().min(1),
    pageHash: z.string(),
    name: personal(z.string().max(200).nullable()),
    phone: personal(E164.nullable()),
    /** `custom`: answers to the page's own questions, by the question's id. */
    ...storedWhole,
    /** Ids of the options voted for; null where nothing is voted on. */
    choices: z.array(z.string()).nullable(),
    /** Null: the page asked for no consent. */
    consent: GivenConsent.nullable(),
    /** A popup asks for the address in a step of its own, under words of its own; null: it was not given there. */
    emailConsent: GivenConsent.nullable().default(null),
    /** The page of somebody's own site on which a popup was sent, without what follows a `?`; null: on ours. */
    pageAddress: z.string().max(300).nullable().default(null),
    ipAddress,
    device: Device,
    from: Source,
    /** The token of the member whose link was followed; null: nobody's. */
    referral: z.string().max(60).nullable(),
    /** The record of an integration that it came by; null: someone sent our own form. */
    record: z.object({ integrationId: IntegrationId, recordId: z.uuid() }).nullable().default(null),
  }),
  { subject: 'contactId' },
);
/** An email with the link that proves the address was asked for. */
export const SubmissionEmailVerificationRequested = event(
  'SubmissionEmailVerificationRequested',
  1,
  z.object({
    submissionId: SubmissionId,
    campaignId: CampaignId,
    businessId: BusinessId,
    contactId: ContactId,
    mailId: z.uuid(),
  }),
);
/** The address given on a page was proved by the link in the email. */
export const SubmissionEmailVerified = event(
  'SubmissionEmailVerified',
  1,
  z.object({ submissionId: SubmissionId, campaignId: CampaignId, businessId: BusinessId, contactId: ContactId }),
);
export const submissionEvents = [PageSubmitted, SubmissionEmailVerificationRequested, SubmissionEmailVerified] as const;
export type SubmissionEvent = EventOf<(typeof submissionEvents)[number]>;
