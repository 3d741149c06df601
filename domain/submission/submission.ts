import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import { PageSubmitted, SubmissionEmailVerified, type SubmissionEvent } from './events.ts';
import type { z } from 'zod';

type Sent = EventOf<typeof PageSubmitted>['data'];
export type Submission =
  { readonly status: 'none' } | (Sent & { readonly status: 'sent'; readonly emailVerified: boolean });

export const Submission: Aggregate<Submission, SubmissionEvent> = {
  initial: { status: 'none' },
  evolve: (submission, event) => {
    switch (event.type) {
      case 'PageSubmitted':
        return submission.status === 'none' ? { ...event.data, status: 'sent', emailVerified: false } : submission;
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

export function verifyEmail(_: unknown, submission: Submission): readonly SubmissionEvent[] {
  if (submission.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
  if (submission.emailVerified) return [];
  const { submissionId, campaignId, businessId, contactId } = submission;
  return [SubmissionEmailVerified.create({ submissionId, campaignId, businessId, contactId })];
}
