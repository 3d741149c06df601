import type { AutomationOrigin } from '../kernel/origin.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BroadcastId, BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import {
  type ContactEmailEvent,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailQueued,
  EmailSuppressed,
} from './events.ts';
import type { BounceKind, EmailPurpose, EmailSuppressReason } from './fields.ts';

type Queued = EventOf<typeof EmailQueued>['data'];

/** One email of a business to somebody. What is personal in it is null once they were erased. */
export type ContactEmail =
  | { readonly status: 'none' }
  /** One of a broadcast that was decided against before anything was said of it. */
  | { readonly status: 'withheld'; readonly reason: EmailSuppressReason }
  | {
      readonly status:
        'queued' | 'unknown' | 'suppressed' | 'failed' | 'accepted' | 'delivered' | 'bounced' | 'complained';
      readonly mail: Queued;
      /** Why it was suppressed. */
      readonly reason?: EmailSuppressReason;
    };
export type QueuedEmail = Exclude<ContactEmail, { readonly status: 'none' | 'withheld' }>;
type Status = QueuedEmail['status'];

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
} as const satisfies Partial<Record<ContactEmailEvent['type'], Status>>;

/** Something was said of it: what it is, and to whom. */
export const isQueued = (email: ContactEmail): email is QueuedEmail =>
  email.status !== 'none' && email.status !== 'withheld';

export const ContactEmail: Aggregate<ContactEmail, ContactEmailEvent> = {
  initial: { status: 'none' },
  evolve: (email, event) => {
    switch (event.type) {
      case 'EmailQueued':
        return email.status === 'none' ? { status: 'queued', mail: event.data } : email;
      case 'EmailSuppressed':
        return (
          email.status === 'none' ? { status: 'withheld', reason: event.data.reason }
          : isQueued(email) && rank.suppressed > rank[email.status] ?
            { ...email, status: 'suppressed', reason: event.data.reason }
          : email
        );
      case 'EmailAccepted':
      case 'EmailFailed':
      case 'EmailOutcomeUnknown':
      case 'EmailDelivered':
      case 'EmailBounced':
      case 'EmailComplained': {
        const status = statusOf[event.type];
        return isQueued(email) && rank[status] > rank[email.status] ? { ...email, status } : email;
      }
      default:
        return unchanged(email, event);
    }
  },
};

export interface QueueEmail {
  readonly mailId: string;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly purpose: EmailPurpose;
  readonly campaignId: CampaignId | null;
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; null: it is a designed email. */
  readonly body: string | null;
  readonly button: { readonly label: string; readonly url: string } | null;
  /** Of a designed email: the version, and what its merge fields are for this person. */
  readonly content?: { readonly versionId: string; readonly values: Readonly<Record<string, string>> } | null;
  /** Whom it tells of, to somebody of the business; left out: of nobody else. */
  readonly aboutId?: ContactId | null;
  /** The step of an automation that it is of; left out: none. */
  readonly automation?: AutomationOrigin | null;
}

/** Says once what is to be sent; the id is the email's, so that asking again changes nothing. */
export function queueEmail(command: QueueEmail, email: ContactEmail): readonly ContactEmailEvent[] {
  if (email.status !== 'none') return [];
  const subject = oneLine(command.subject).slice(0, 200).toWellFormed();
  if (subject === '') throw new DomainError('validation_failed', 'Write a subject.', { subject: ['Write a subject.'] });
  const ofBroadcast = { broadcastId: null, variant: null };
  return [EmailQueued.create({ ...command, ...ofBroadcast, content: command.content ?? null, subject })];
}

/** Nothing in a subject or a name ends a header, or hides what follows. */
export const oneLine = (words: string): string => words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** What came of it: told once. */
export const recordEmailAccepted = (
  taken: { readonly provider: string; readonly providerMessageId: string },
  email: ContactEmail,
): readonly ContactEmailEvent[] => forward(email, 'accepted', (ids) => EmailAccepted.create({ ...ids, ...taken }));
export const recordEmailFailure = (
  failure: { readonly provider: string; readonly reason: string },
  email: ContactEmail,
): readonly ContactEmailEvent[] => forward(email, 'failed', (ids) => EmailFailed.create({ ...ids, ...failure }));
export const recordEmailUnknown = (
  what: { readonly provider: string; readonly detail: string },
  email: ContactEmail,
): readonly ContactEmailEvent[] => forward(email, 'unknown', (ids) => EmailOutcomeUnknown.create({ ...ids, ...what }));
export const suppressEmail = (reason: EmailSuppressReason, email: ContactEmail): readonly ContactEmailEvent[] =>
  email.status === 'queued' ?
    forward(email, 'suppressed', (ids, queued) => EmailSuppressed.create({ ...ids, reason, ...queued }))
  : [];
/** One of a broadcast: of whom nothing was said gets this one event, other than that it is the end of a queued one. */
export const withholdEmail = (
  ids: Ids,
  reason: EmailSuppressReason,
  email: ContactEmail,
): readonly ContactEmailEvent[] =>
  email.status === 'none' ? [EmailSuppressed.create({ ...ids, reason })] : suppressEmail(reason, email);

/** What a provider tells of an email that it has taken. `providerMessageId`: its own name for it. */
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
 * What a provider's webhook says. It only ever moves an email up, so any order, repetition or delay ends in the same
 * state. Whoever speaks of an email has taken it, also where the answer to our request was lost.
 */
export function recordProviderWord(word: ProviderWord, email: ContactEmail): readonly ContactEmailEvent[] {
  const { provider, providerMessageId, at, what } = word;
  // Of a broadcast two events are enough: the outbox knows what the provider called it.
  const ofBroadcast = isQueued(email) && email.mail.broadcastId !== null;
  const taken = ofBroadcast ? [] : recordEmailAccepted({ provider, providerMessageId }, email);
  switch (what.kind) {
    case 'delivered':
      return [...taken, ...forward(email, 'delivered', (ids) => EmailDelivered.create({ ...ids, provider, at }))];
    case 'bounced': {
      const { bounce: kind, reason } = what;
      return [
        ...(what.taken ? taken : []),
        ...forward(email, 'bounced', (ids) => EmailBounced.create({ ...ids, provider, at, kind, reason })),
      ];
    }
    case 'complained':
      return [...taken, ...forward(email, 'complained', (ids) => EmailComplained.create({ ...ids, provider, at }))];
    default:
      return what satisfies never;
  }
}

type Ids = Pick<Queued, 'mailId' | 'businessId' | 'contactId'>;
const forward = (
  email: ContactEmail,
  to: Status,
  create: (ids: Ids, queued: { readonly queuedFor?: BroadcastId }) => ContactEmailEvent,
): readonly ContactEmailEvent[] => {
  if (!isQueued(email) || rank[to] <= rank[email.status]) return [];
  const { mailId, businessId, contactId, broadcastId } = email.mail;
  return [create({ mailId, businessId, contactId }, broadcastId === null ? {} : { queuedFor: broadcastId })];
};
