import type { Contact } from './contact.ts';
import { ContactEmailBounced, ContactEmailComplained, type ContactEvent } from './events.ts';
import { unsubscribeFromEmail } from './unsubscribe.ts';

/** So many mails that came back for now, within so many days, stop an address like one that came back for good. */
export const softBouncesToStop = 3;
const softDays = 30;
const day = 86_400_000;

/** What became of mails to an address. */
interface Mailbox {
  readonly stopped: 'bounced' | 'complained' | null;
  /** When mails came back for now: the newest ones. */
  readonly soft: readonly string[];
}
/** By address, in lower case: one that came back stays stopped also when it was replaced and is entered again. */
export type Mailboxes = ReadonlyMap<string, Mailbox>;
export const noMailboxes: Mailboxes = new Map();

const keyOf = (email: string): string => email.trim().toLowerCase();

/**
 * Why no mail of any kind goes to an address; null: one may. The one place for this, asked at the last moment. A
 * complaint and a mailbox that does not exist stop it for good: only another address is written to again.
 */
export const mailStop = (contact: Contact, email: string): 'bounced' | 'complained' | null =>
  contact.status === 'none' ? null : (contact.mailboxes.get(keyOf(email))?.stopped ?? null);

/** The mailboxes after what has happened. */
export function mailboxesAfter(before: Mailboxes, event: ContactEvent): Mailboxes {
  if (event.type !== 'ContactEmailBounced' && event.type !== 'ContactEmailComplained') return before;
  const { email } = event.data;
  // Erased.
  if (email === null) return before;
  const { stopped, soft }: Mailbox = before.get(keyOf(email)) ?? { stopped: null, soft: [] };
  return new Map(before).set(keyOf(email), after());

  function after(): Mailbox {
    if (event.type === 'ContactEmailComplained') return { stopped: 'complained', soft };
    const { kind, at } = (event as Extract<ContactEvent, { type: 'ContactEmailBounced' }>).data;
    if (kind === 'hard') return { stopped: stopped ?? 'bounced', soft };
    const since = Date.parse(at) - softDays * day;
    const recent = [...soft, at].filter((one) => Date.parse(one) > since).slice(-softBouncesToStop);
    return { stopped: stopped ?? (recent.length >= softBouncesToStop ? 'bounced' : null), soft: recent };
  }
}

export interface MailTrouble {
  readonly email: string;
  readonly mailId: string;
  readonly at: string;
  readonly what:
    | { readonly kind: 'bounced'; readonly bounce: 'hard' | 'soft'; readonly reason: string }
    | { readonly kind: 'complained' };
}

/**
 * A mail came back, or was reported as spam. What stops the contact's own address ends its consent to e-mails too: who
 * gives another one is asked anew.
 */
export function recordMailTrouble({ email, mailId, at, what }: MailTrouble, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none') return [];
  const { contactId, businessId } = contact;
  const ids = { contactId, businessId, email, mailId, at };
  const trouble =
    what.kind === 'complained' ?
      ContactEmailComplained.create(ids)
    : ContactEmailBounced.create({ ...ids, kind: what.bounce, reason: what.reason });
  const isOwn = contact.details.email !== null && keyOf(contact.details.email) === keyOf(email);
  const mailboxes = mailboxesAfter(contact.mailboxes, trouble as ContactEvent);
  const ends = isOwn && mailStop({ ...contact, mailboxes }, email) !== null;
  const via = what.kind === 'complained' ? 'complaint' : 'bounce';
  return [trouble as ContactEvent, ...(ends ? unsubscribeFromEmail({ via, mailId }, contact) : [])];
}
