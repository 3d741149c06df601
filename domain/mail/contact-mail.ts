import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import {
  type ContactMailEvent,
  MailAccepted,
  MailFailed,
  MailOutcomeUnknown,
  MailQueued,
  MailSuppressed,
} from './events.ts';
import type { MailPurpose, MailSuppressReason } from './fields.ts';

type Queued = EventOf<typeof MailQueued>['data'];

/** One mail of a business to somebody. What is personal in it is null once they were erased. */
export type ContactMail =
  | { readonly status: 'none' }
  | { readonly status: 'queued' | 'unknown' | 'suppressed' | 'failed' | 'accepted'; readonly mail: Queued };
type Status = Exclude<ContactMail['status'], 'none'>;

/** How far it has come. What is heard of it only ever moves it up: late and repeated words change nothing. */
const rank: Readonly<Record<Status, number>> = { queued: 0, unknown: 1, suppressed: 2, failed: 3, accepted: 4 };
const statusOf = {
  MailAccepted: 'accepted',
  MailFailed: 'failed',
  MailSuppressed: 'suppressed',
  MailOutcomeUnknown: 'unknown',
} as const satisfies Partial<Record<ContactMailEvent['type'], Status>>;

export const ContactMail: Aggregate<ContactMail, ContactMailEvent> = {
  initial: { status: 'none' },
  evolve: (mail, event) => {
    switch (event.type) {
      case 'MailQueued':
        return mail.status === 'none' ? { status: 'queued', mail: event.data } : mail;
      case 'MailAccepted':
      case 'MailFailed':
      case 'MailSuppressed':
      case 'MailOutcomeUnknown': {
        const status = statusOf[event.type];
        return mail.status !== 'none' && rank[status] > rank[mail.status] ? { ...mail, status } : mail;
      }
      default:
        return unchanged(mail, event);
    }
  },
};

export interface QueueMail {
  readonly mailId: string;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly purpose: MailPurpose;
  readonly campaignId: CampaignId | null;
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; null: it is a designed mail. */
  readonly body: string | null;
  readonly button: { readonly label: string; readonly url: string } | null;
  /** Of a designed mail: the version, and what its merge fields are for this person. */
  readonly content?: { readonly versionId: string; readonly values: Readonly<Record<string, string>> } | null;
  /** Whom it tells of, to somebody of the business; left out: of nobody else. */
  readonly aboutId?: ContactId | null;
}

/** Says once what is to be sent; the id is the mail's, so that asking again changes nothing. */
export function queueMail(command: QueueMail, mail: ContactMail): readonly ContactMailEvent[] {
  if (mail.status !== 'none') return [];
  const subject = oneLine(command.subject).slice(0, 200).toWellFormed();
  if (subject === '') throw new DomainError('validation_failed', 'Write a subject.', { subject: ['Write a subject.'] });
  return [MailQueued.create({ ...command, content: command.content ?? null, subject })];
}

/** Nothing in a subject or a name ends a header, or hides what follows. */
export const oneLine = (words: string): string => words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** What came of it: told once. */
export const recordMailAccepted = (
  taken: { readonly provider: string; readonly providerMessageId: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'accepted', (ids) => MailAccepted.create({ ...ids, ...taken }));
export const recordMailFailure = (
  failure: { readonly provider: string; readonly reason: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'failed', (ids) => MailFailed.create({ ...ids, ...failure }));
export const recordMailUnknown = (
  what: { readonly provider: string; readonly detail: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'unknown', (ids) => MailOutcomeUnknown.create({ ...ids, ...what }));
export const suppressMail = (reason: MailSuppressReason, mail: ContactMail): readonly ContactMailEvent[] =>
  mail.status === 'queued' ? forward(mail, 'suppressed', (ids) => MailSuppressed.create({ ...ids, reason })) : [];

type Ids = Pick<Queued, 'mailId' | 'businessId' | 'contactId'>;
const forward = (
  mail: ContactMail,
  to: Status,
  create: (ids: Ids) => ContactMailEvent,
): readonly ContactMailEvent[] => {
  if (mail.status === 'none' || rank[to] <= rank[mail.status]) return [];
  const { mailId, businessId, contactId } = mail.mail;
  return [create({ mailId, businessId, contactId })];
};
