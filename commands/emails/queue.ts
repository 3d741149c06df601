import { ContactEmail, queueEmail, type QueueEmail } from '../../domain/emails/contact-email.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Queues an email of a business, named by what it is for: there already means done already. */
export const queueEmailTo = (work: UnitOfWork, email: QueueEmail) =>
  work.change({
    stream: streams.email(email.mailId),
    aggregate: ContactEmail,
    decide: (state) => queueEmail(email, state),
  });
