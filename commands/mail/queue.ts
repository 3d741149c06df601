import { ContactMail, queueMail, type QueueMail } from '../../domain/mail/contact-mail.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Queues a mail of a business, named by what it is for: there already means done already. */
export const queueMailTo = (work: UnitOfWork, mail: QueueMail) =>
  work.change({ stream: streams.mail(mail.mailId), aggregate: ContactMail, decide: (state) => queueMail(mail, state) });
