import type { ContactEvent } from './events.ts';

/** So many emails that came back for now, within so many days, stop an address like one that came back for good. */
export const softBouncesToStop = 3;
const softDays = 30;
const day = 86_400_000;

/** What became of emails to an address. */
interface Mailbox {
  readonly stopped: 'bounced' | 'complained' | null;
  /** When emails came back for now: the newest ones. */
  readonly soft: readonly string[];
}
/** By address, in lower case: one that came back stays stopped also when it was replaced and is entered again. */
export type Mailboxes = ReadonlyMap<string, Mailbox>;
export const noMailboxes: Mailboxes = new Map();

export const addressKey = (email: string): string => email.trim().toLowerCase();

/**
 * Why no email of any kind goes to an address; null: one may. The one place for this, asked at the last moment. A
 * complaint stops it for good, and so does a mailbox that does not exist unless somebody of the business says that it
 * was a mistake.
 */
export const stopOf = (mailboxes: Mailboxes, email: string): 'bounced' | 'complained' | null =>
  mailboxes.get(addressKey(email))?.stopped ?? null;

/** Of two people who are one: whatever stopped an address of either stops it. */
export function mailboxesTogether(own: Mailboxes, other: Mailboxes): Mailboxes {
  const both = new Map(own);
  for (const [address, { stopped, soft }] of other) {
    const { stopped: before, soft: known }: Mailbox = both.get(address) ?? { stopped: null, soft: [] };
    const worse = before === 'complained' || stopped === 'complained' ? 'complained' : (before ?? stopped);
    both.set(address, { stopped: worse, soft: [...new Set([...known, ...soft])].toSorted().slice(-softBouncesToStop) });
  }
  return both;
}

/** The mailboxes after what has happened. */
export function mailboxesAfter(before: Mailboxes, event: ContactEvent): Mailboxes {
  if (event.type === 'ContactMerged')
    return new Map((event.data.mailboxes ?? []).map(({ address, stopped, soft }) => [address, { stopped, soft }]));
  if (event.type === 'ContactBounceCleared') {
    const address = addressKey(event.data.email ?? '');
    const known = before.get(address);
    return known === undefined || known.stopped === 'complained' ?
        before
      : new Map(before).set(address, { stopped: null, soft: [] });
  }
  if (event.type !== 'ContactEmailBounced' && event.type !== 'ContactEmailComplained') return before;
  const { email } = event.data;
  // Erased.
  if (email === null) return before;
  const { stopped, soft }: Mailbox = before.get(addressKey(email)) ?? { stopped: null, soft: [] };
  return new Map(before).set(addressKey(email), after());

  function after(): Mailbox {
    if (event.type === 'ContactEmailComplained') return { stopped: 'complained', soft };
    const { kind, at } = (event as Extract<ContactEvent, { type: 'ContactEmailBounced' }>).data;
    if (kind === 'hard') return { stopped: stopped ?? 'bounced', soft };
    const since = Date.parse(at) - softDays * day;
    const recent = [...soft, at].filter((one) => Date.parse(one) > since).slice(-softBouncesToStop);
    return { stopped: stopped ?? (recent.length >= softBouncesToStop ? 'bounced' : null), soft: recent };
  }
}
