import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Inbox } from '../inbox/inbox.ts';

/** A mail as a provider's API takes it, whatever its form. */
export interface ApiMail {
  /** A mailbox: `Name <address>`. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly messageId: string | null;
  /** Who signed in, as the inbox shows it. */
  readonly user: string;
}

/** What the part before the @ of a recipient makes of a mail (a `+tag` behind it does not matter). */
export const magicApiRecipients = [
  { local: 'refused', says: 'Refused for good: HTTP 400' },
  { local: 'busy', says: 'Refused for now: HTTP 429' },
  { local: 'down', says: 'HTTP 500, and nobody knows whether the mail was taken (it was not)' },
  { local: 'lost', says: 'The mail is taken, the connection breaks before the answer' },
  { local: 'bounce', says: 'Accepted, and comes back: there is no such mailbox' },
  { local: 'softbounce', says: 'Accepted, and comes back: the mailbox is full' },
  { local: 'complain', says: 'Delivered, and reported as spam' },
  { local: 'slow', says: 'Taken, but only after a while' },
] as const;
export type Fate = (typeof magicApiRecipients)[number]['local'] | 'delivered';

export function fateOf(to: readonly string[]): Fate {
  const locals = to.map((address) => address.split('@', 1)[0]?.split('+', 1)[0]?.toLowerCase());
  return magicApiRecipients.find(({ local }) => locals.includes(local))?.local ?? 'delivered';
}

/** Puts a mail into the inbox, as MIME, the way it would have gone out. */
export function createDelivery(inbox: Inbox, slowMs: () => number) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail: ApiMail): Promise<void> => {
    const fate = fateOf(mail.to);
    if (fate === 'slow') await pause(slowMs());
    if (fate === 'bounce' || fate === 'softbounce') return;
    const { message, envelope } = await composer.sendMail({
      from: mail.from,
      to: [...mail.to],
      subject: mail.subject,
      ...(mail.text === null ? {} : { text: mail.text }),
      ...(mail.html === null ? {} : { html: mail.html }),
      headers: { ...mail.headers },
      ...(mail.messageId === null ? {} : { messageId: mail.messageId }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await inbox.receive({ from: envelope.from || '', to: envelope.to, user: mail.user, content: message as Buffer });
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
