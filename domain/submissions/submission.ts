import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import {
  PageSubmitted,
  SubmissionEmailVerificationRequested,
  SubmissionEmailVerified,
  type SubmissionEvent,
} from './events.ts';
import type { CampaignSettings } from '../campaigns/fields.ts';
import type { z } from 'zod';

type Sent = EventOf<typeof PageSubmitted>['data'];
export type Submission =
  | { readonly status: 'none' }
  | (Sent & {
      readonly status: 'sent';
      readonly emailVerified: boolean;
      /** The emails that asked to prove the address. */
      readonly asked: readonly string[];
    });
export type SentSubmission = Extract<Submission, { status: 'sent' }>;

export const Submission: Aggregate<Submission, SubmissionEvent> = {
  initial: { status: 'none' },
  evolve: (submission, event) => {
    switch (event.type) {
      case 'PageSubmitted':
        return submission.status === 'none' ?
            { ...event.data, status: 'sent', emailVerified: false, asked: [] }
          : submission;
      case 'SubmissionEmailVerificationRequested':
        return submission.status === 'none' ?
            submission
          : { ...submission, asked: [...submission.asked, event.data.mailId] };
      case 'SubmissionEmailVerified':
        return submission.status === 'none' ? submission : { ...submission, emailVerified: true };
      default:
        return unchanged(submission, event);
    }
  },
};

/** Once: sent again (twice pressed, gone back, a second device with the same page) it stays what it was at first. */
export const submit = (
  command: z.input<typeof PageSubmitted.schema>,
  submission: Submission,
): readonly SubmissionEvent[] => (submission.status === 'none' ? [PageSubmitted.create(command)] : []);

/**
 * An entry of a campaign that verifies addresses counts (member, consent, coupon, vote, texts) from when the link in
 * the email was followed. One without an address is of a page that asks for none: there is nothing to prove.
 */
export const awaitsEmail = (
  { email, emailVerified }: Pick<SentSubmission, 'email' | 'emailVerified'>,
  settings: Pick<CampaignSettings, 'verifyEmail'>,
): boolean => settings.verifyEmail && email !== null && !emailVerified;

/** How often the link is sent in all: by us at once, and then when somebody asks for it. */
export const maxAsked = 4;
/** ms: how long the link works, from when it was sent last. */
export const linkLives = 7 * 86_400_000;

/** Another email with the link, named by who asks: pressed twice it is one. Nothing when it is proved, or was asked enough. */
export function askForEmail(
  { mailId }: { readonly mailId: string },
  submission: Submission,
): readonly SubmissionEvent[] {
  if (submission.status === 'none' || submission.emailVerified || submission.email === null) return [];
  if (submission.asked.includes(mailId) || submission.asked.length >= maxAsked) return [];
  const { submissionId, campaignId, businessId, contactId } = submission;
  return [SubmissionEmailVerificationRequested.create({ submissionId, campaignId, businessId, contactId, mailId })];
}

export function verifyEmail(_: unknown, submission: Submission): readonly SubmissionEvent[] {
  if (submission.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
  if (submission.emailVerified) return [];
  const { submissionId, campaignId, businessId, contactId } = submission;
  return [SubmissionEmailVerified.create({ submissionId, campaignId, businessId, contactId })];
}
