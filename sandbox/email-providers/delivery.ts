import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Inbox } from '../inbox/inbox.ts';

/** An email as a provider's API takes it, whatever its form. */
export interface ApiEmail {
  /** A mailbox: `Name <address>`. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly messageId: string | null;
  /** `content`: in base64. Left out: none. */
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: string }[];
  /** Who signed in, as the inbox shows it. */
  readonly user: string;
}

/** What the part before the @ of a recipient makes of an email (a `+tag` behind it does not matter). */
export const magicApiRecipients = [
  { local: 'refused', says: 'Refused for good: HTTP 400' },
  { local: 'busy', says: 'Refused for now: HTTP 429' },
  { local: 'down', says: 'HTTP 500, and nobody knows whether the email was taken (it was not)' },
  { local: 'lost', says: 'The email is taken, the connection breaks before the answer' },
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

/** Puts an email into the inbox, as MIME, the way it would have gone out. */
export function createDelivery(inbox: Inbox, slowMs: () => number) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (email: ApiEmail): Promise<void> => {
    const fate = fateOf(email.to);
    if (fate === 'slow') await pause(slowMs());
    if (fate === 'bounce' || fate === 'softbounce') return;
    const { message, envelope } = await composer.sendMail({
      from: email.from,
      to: [...email.to],
      subject: email.subject,
      ...(email.text === null ? {} : { text: email.text }),
      ...(email.html === null ? {} : { html: email.html }),
      headers: { ...email.headers },
      ...(email.messageId === null ? {} : { messageId: email.messageId }),
      attachments: (email.attachments ?? []).map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content,
        encoding: 'base64',
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await inbox.receive({ from: envelope.from || '', to: envelope.to, user: email.user, content: message as Buffer });
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
