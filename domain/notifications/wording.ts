import { fullName } from '../contacts/name.ts';
import { formatPhone } from '../sms/phone.ts';

export interface Worded {
  readonly kind: string;
  readonly title: string;
  readonly content: string | null;
}

/** Whom a notification is about, as they are called today. */
export interface About {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

/**
 * A notification says who it is about as they are called when it is looked at, not as they were known when it was
 * raised: a text by its title, everything else in its words.
 */
export function wording<W extends Worded>(said: W, about: About): W {
  const who = fullName(about) ?? (about.phone && formatPhone(about.phone));
  if (!who) return said;
  if (said.kind === 'message') return { ...said, title: who };
  return { ...said, content: said.content === null || said.content === '' ? who : `${who}: ${said.content}` };
}
