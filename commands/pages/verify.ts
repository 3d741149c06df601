import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, SubmissionId, uuidV5 } from '../../domain/kernel/ids.ts';
import { PageSubmitted, SubmissionEmailVerificationRequested } from '../../domain/submissions/events.ts';
import {
  askForEmail as decideAsked,
  linkLives,
  type SentSubmission,
  Submission,
  verifyEmail,
} from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { receivesEmail } from '../../domain/users/password.ts';
import { anybody } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { queueEmailTo } from '../emails/queue.ts';
import { publicAddress } from '../directory/public-address.ts';

/** The email that asks for the nth time (from 0): asked for twice at once it is one. */
export const verificationEmailId = (submissionId: SubmissionId, nth: number): string =>
  uuidV5(namespaces.message, 'verify-email', submissionId, String(nth));

/** Sends the link that proves the address of an entry, unless it is proved or was sent often enough. */
export async function askToProve(
  world: CommandServices,
  work: UnitOfWork,
  submission: SentSubmission,
  business: ExistingBusiness,
  nth = submission.asked.length,
): Promise<boolean> {
  const { submissionId, campaignId, businessId, contactId, email } = submission;
  if (!receivesEmail(email)) return false;
  const mailId = verificationEmailId(submissionId, nth);
  const { events } = await work.change({
    stream: streams.submission(submissionId),
    aggregate: Submission,
    decide: (state) => decideAsked({ mailId }, state),
  });
  if (events.length === 0) return false;
  const link = `/contact/verify/email/${world.identifiers.token('verify-email', submissionId)}`;
  await queueEmailTo(work, {
    mailId,
    businessId,
    contactId,
    campaignId,
    purpose: 'verify-email',
    to: email,
    subject: `Confirm your email address for ${business.name}`,
    body:
      `Someone, most likely you, entered this address on a page of ${business.name}. ` +
      'Open the link to say that it is yours: only then does the entry count.\n\n' +
      'It works for seven days. If it was not you, you need not do anything: nothing more will come.',
    button: { label: 'Confirm my address', url: (await publicAddress(world, business.agencyId)) + link },
  });
  return true;
}

/** Whoever has sent the form asks for the link once more. `nth`: which one it is, as the page said; pressed twice it is one. */
export const askForEmail = command({
  input: z.object({ submissionId: SubmissionId, nth: z.number().int().min(1).max(20) }),
  by: anybody,
  async run({ world, context }, { submissionId, nth }) {
    const { seen, submission } = await load(world, submissionId);
    const business = stateOf(Business, await world.events.read(streams.business(submission.businessId)));
    const work = startUnitOfWork(world, context, {
      tenant: seen[0]!.metadata.tenant,
      commandId: uuidV5(namespaces.command, 'ask-for-email', submissionId, String(nth)),
      causationId: seen[0]!.id,
    });
    const asked = business.status !== 'none' && (await askToProve(world, work, submission, business, nth));
    return work.outcome({ asked });
  },
});

/** Whoever reads the mailbox followed the link in the email: the address is theirs. Once or ten times is the same. */
export const verifyPageEmail = command({
  input: z.object({ submissionId: SubmissionId }),
  by: anybody,
  async run({ world, context }, { submissionId }) {
    const { stream, seen, submission } = await load(world, submissionId);
    if (!submission.emailVerified && world.now().getTime() - sentAt(seen) > linkLives)
      throw new DomainError('token_invalid', 'This link has expired. Ask for a new one.');
    const work = startUnitOfWork(world, context, { tenant: seen[0]!.metadata.tenant, causationId: seen[0]!.id });
    await work.change({ stream, aggregate: Submission, seen, decide: (state) => verifyEmail(undefined, state) });
    return work.outcome({ submissionId });
  },
});

/** When its link was sent last, in ms. */
const sentAt = (seen: readonly StoredEvent[]): number =>
  Date.parse(
    seen.findLast((event) => is(event, SubmissionEmailVerificationRequested) || is(event, PageSubmitted))!.metadata
      .occurredAt,
  );

async function load(world: CommandServices, submissionId: SubmissionId) {
  const stream = streams.submission(submissionId);
  const seen = await world.events.read(stream);
  const submission = stateOf(Submission, seen);
  if (submission.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
  return { stream, seen, submission };
}
