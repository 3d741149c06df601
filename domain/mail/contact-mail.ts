import type { AutomationOrigin } from '../kernel/origin.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BroadcastId, BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import {
  type ContactMailEvent,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailQueued,
  EmailSuppressed,
} from './events.ts';
import type { BounceKind, MailPurpose, MailSuppressReason } from './fields.ts';

type Queued = EventOf<typeof EmailQueued>['data'];

/** One mail of a business to somebody. What is personal in it is null once they were erased. */
export type ContactMail =
  | { readonly status: 'none' }
  /** One of a broadcast that was decided against before anything was said of it. */
  | { readonly status: 'withheld'; readonly reason: MailSuppressReason }
  | {
      readonly status:
        'queued' | 'unknown' | 'suppressed' | 'failed' | 'accepted' | 'delivered' | 'bounced' | 'complained';
      readonly mail: Queued;
      /** Why it was suppressed. */
      readonly reason?: MailSuppressReason;
    };
export type QueuedMail = Exclude<ContactMail, { readonly status: 'none' | 'withheld' }>;
type Status = QueuedMail['status'];

/** How far it has come. What is heard of it only ever moves it up: late and repeated words change nothing. */
const rank: Readonly<Record<Status, number>> = {
  queued: 0,
  unknown: 1,
  suppressed: 2,
  failed: 3,
  accepted: 4,
  delivered: 5,
  bounced: 6,
  complained: 7,
};
const statusOf = {
  EmailAccepted: 'accepted',
  EmailFailed: 'failed',
  EmailOutcomeUnknown: 'unknown',
  EmailDelivered: 'delivered',
  EmailBounced: 'bounced',
  EmailComplained: 'complained',
} as const satisfies Partial<Record<ContactMailEvent['type'], Status>>;

/** Something was said of it: what it is, and to whom. */
export const isQueued = (mail: ContactMail): mail is QueuedMail => mail.status !== 'none' && mail.status !== 'withheld';

export const ContactMail: Aggregate<ContactMail, ContactMailEvent> = {
  initial: { status: 'none' },
  evolve: (mail, event) => {
    switch (event.type) {
      case 'EmailQueued':
        return mail.status === 'none' ? { status: 'queued', mail: event.data } : mail;
      case 'EmailSuppressed':
        return (
          mail.status === 'none' ? { status: 'withheld', reason: event.data.reason }
          : isQueued(mail) && rank.suppressed > rank[mail.status] ?
            { ...mail, status: 'suppressed', reason: event.data.reason }
          : mail
        );
      case 'EmailAccepted':
      case 'EmailFailed':
      case 'EmailOutcomeUnknown':
      case 'EmailDelivered':
      case 'EmailBounced':
      case 'EmailComplained': {
        const status = statusOf[event.type];
        return isQueued(mail) && rank[status] > rank[mail.status] ? { ...mail, status } : mail;
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
  /** The step of an automation that it is of; left out: none. */
  readonly automation?: AutomationOrigin | null;
}

/** Says once what is to be sent; the id is the mail's, so that asking again changes nothing. */
export function queueMail(command: QueueMail, mail: ContactMail): readonly ContactMailEvent[] {
  if (mail.status !== 'none') return [];
  const subject = oneLine(command.subject).slice(0, 200).toWellFormed();
  if (subject === '') throw new DomainError('validation_failed', 'Write a subject.', { subject: ['Write a subject.'] });
  const ofBroadcast = { broadcastId: null, variant: null };
  return [EmailQueued.create({ ...command, ...ofBroadcast, content: command.content ?? null, subject })];
}

/** Nothing in a subject or a name ends a header, or hides what follows. */
export const oneLine = (words: string): string => words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** What came of it: told once. */
export const recordMailAccepted = (
  taken: { readonly provider: string; readonly providerMessageId: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'accepted', (ids) => EmailAccepted.create({ ...ids, ...taken }));
export const recordMailFailure = (
  failure: { readonly provider: string; readonly reason: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'failed', (ids) => EmailFailed.create({ ...ids, ...failure }));
export const recordMailUnknown = (
  what: { readonly provider: string; readonly detail: string },
  mail: ContactMail,
): readonly ContactMailEvent[] => forward(mail, 'unknown', (ids) => EmailOutcomeUnknown.create({ ...ids, ...what }));
export const suppressMail = (reason: MailSuppressReason, mail: ContactMail): readonly ContactMailEvent[] =>
  mail.status === 'queued' ?
    forward(mail, 'suppressed', (ids, queued) => EmailSuppressed.create({ ...ids, reason, ...queued }))
  : [];
/** One of a broadcast: of whom nothing was said gets this one event, other than that it is the end of a queued one. */
export const withholdMail = (ids: Ids, reason: MailSuppressReason, mail: ContactMail): readonly ContactMailEvent[] =>
  mail.status === 'none' ? [EmailSuppressed.create({ ...ids, reason })] : suppressMail(reason, mail);

/** What a provider tells of a mail that it has taken. `providerMessageId`: its own name for it. */
export interface ProviderWord {
  readonly provider: string;
  readonly providerMessageId: string;
  /** By the provider's clock. */
  readonly at: string;
  readonly what:
    | { readonly kind: 'delivered' }
    /** `taken`: it was taken first, and came back later; otherwise it was refused at once. */
    | { readonly kind: 'bounced'; readonly bounce: BounceKind; readonly reason: string; readonly taken: boolean }
    | { readonly kind: 'complained' };
}

/**
 * What a provider's webhook says. It only ever moves a mail up, so any order, repetition or delay ends in the same
 * state. Whoever speaks of a mail has taken it, also where the answer to our request was lost.
 */
export function recordProviderWord(word: ProviderWord, mail: ContactMail): readonly ContactMailEvent[] {
  const { provider, providerMessageId, at, what } = word;
  // Of a broadcast two events are enough: the outbox knows what the provider called it.
  const ofBroadcast = isQueued(mail) && mail.mail.broadcastId !== null;
  const taken = ofBroadcast ? [] : recordMailAccepted({ provider, providerMessageId }, mail);
  switch (what.kind) {
    case 'delivered':
      return [...taken, ...forward(mail, 'delivered', (ids) => EmailDelivered.create({ ...ids, provider, at }))];
    case 'bounced': {
      const { bounce: kind, reason } = what;
      return [
        ...(what.taken ? taken : []),
        ...forward(mail, 'bounced', (ids) => EmailBounced.create({ ...ids, provider, at, kind, reason })),
      ];
    }
    case 'complained':
      return [...taken, ...forward(mail, 'complained', (ids) => EmailComplained.create({ ...ids, provider, at }))];
    default:
      return what satisfies never;
  }
}

type Ids = Pick<Queued, 'mailId' | 'businessId' | 'contactId'>;
const forward = (
  mail: ContactMail,
  to: Status,
  create: (ids: Ids, queued: { readonly queuedFor?: BroadcastId }) => ContactMailEvent,
): readonly ContactMailEvent[] => {
  if (!isQueued(mail) || rank[to] <= rank[mail.status]) return [];
  const { mailId, businessId, contactId, broadcastId } = mail.mail;
  return [create({ mailId, businessId, contactId }, broadcastId === null ? {} : { queuedFor: broadcastId })];
};
