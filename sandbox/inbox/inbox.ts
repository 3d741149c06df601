import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Journal } from '../store/journal.ts';
import { fileMode, makePrivateFolder } from '../store/private-files.ts';

export type InboxLine = { readonly k: 'mail'; readonly mail: StoredEmail } | { readonly k: 'cleared' };

/** An email's envelope and where it lies. */
export interface StoredEmail {
  readonly id: string;
  readonly receivedAt: number;
  readonly envelopeFrom: string;
  readonly envelopeTo: readonly string[];
  /** Who signed in, if anybody. */
  readonly user: string | null;
  readonly size: number;
}

export interface EmailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly contentId: string | null;
  readonly url: string;
}

export interface Mail {
  readonly id: string;
  readonly receivedAt: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[]; readonly user: string | null };
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly EmailAttachment[];
  /** Bytes. */
  readonly size: number;
}

interface Parsed {
  readonly mail: Mail;
  readonly contents: readonly Uint8Array[];
}

export type Inbox = ReturnType<typeof createInbox>;

/** How many parsed emails stay in memory; the others are read again from their file. */
const parsedLimit = 2_000;

/** The email that came in over SMTP: raw in a file each (or in memory), parsed when asked for. */
export function createInbox(parts: {
  readonly folder: string | null;
  readonly lines: readonly InboxLine[];
  readonly journal: Journal<InboxLine>;
  readonly digits: (...about: readonly (string | number)[]) => string;
  now(): number;
  arrived(email: Mail): void;
}) {
  const stored = new Map<string, StoredEmail>();
  /** Emails on their way to the disk. */
  const coming = new Set<string>();
  const raw = new Map<string, Buffer>();
  const parsed = new Map<string, Promise<Parsed>>();
  for (const line of parts.lines) {
    if (line.k === 'cleared') stored.clear();
    else stored.set(line.mail.id, line.mail);
  }
  const file = (id: string) => join(parts.folder ?? '', `${id}.eml`);

  async function readRaw(id: string): Promise<Buffer | null> {
    if (!stored.has(id)) return null;
    return parts.folder === null ? (raw.get(id) ?? null) : readFile(file(id)).catch(() => null);
  }

  async function parse(mail: StoredEmail): Promise<Parsed> {
    const content = (await readRaw(mail.id)) ?? Buffer.alloc(0);
    const email = await PostalMime.parse(content, { maxNestingDepth: 50 }).catch(() => null);
    return toEmail(mail, email);
  }

  function read(email: StoredEmail): Promise<Parsed> {
    let known = parsed.get(email.id);
    if (known === undefined) {
      known = parse(email);
      parsed.set(email.id, known);
      const oldest = parsed.keys().next().value;
      if (parsed.size > parsedLimit && oldest !== undefined) parsed.delete(oldest);
    }
    return known;
  }

  return {
    /** Keeps an email; it is on disk when this resolves. */
    async receive(email: {
      from: string;
      to: readonly string[];
      user: string | null;
      content: Buffer;
    }): Promise<string> {
      let n = stored.size + coming.size;
      while (stored.has(parts.digits('mail', n)) || coming.has(parts.digits('mail', n))) n += 1;
      const id = parts.digits('mail', n);
      coming.add(id);
      const entry: StoredEmail = {
        id,
        receivedAt: parts.now(),
        envelopeFrom: email.from,
        envelopeTo: email.to,
        user: email.user,
        size: email.content.length,
      };
      try {
        if (parts.folder === null) raw.set(id, email.content);
        else {
          await makePrivateFolder(parts.folder);
          const handle = await open(file(id), 'w', fileMode);
          try {
            await handle.writeFile(email.content);
            await handle.datasync();
          } finally {
            await handle.close();
          }
        }
        // Shown only now: whoever looked before it was written whole would see an empty email for ever.
        stored.set(id, entry);
      } finally {
        coming.delete(id);
      }
      parts.journal.append({ k: 'mail', mail: entry });
      await parts.journal.flush();
      parts.arrived((await read(entry)).mail);
      return id;
    },
    /** Newest first; `to` matches an address of the envelope, whatever its case. */
    async messages({ to, limit = 200 }: { to?: string; limit?: number } = {}): Promise<Mail[]> {
      const wanted = to?.toLowerCase();
      const found: Mail[] = [];
      for (const email of [...stored.values()].reverse()) {
        if (found.length === limit) break;
        if (wanted !== undefined && !email.envelopeTo.some((address) => address.toLowerCase() === wanted)) continue;
        found.push((await read(email)).mail);
      }
      return found;
    },
    async message(id: string): Promise<Mail | null> {
      const email = stored.get(id);
      return email === undefined ? null : (await read(email)).mail;
    },
    raw: readRaw,
    async attachment(id: string, index: number): Promise<{ attachment: EmailAttachment; content: Uint8Array } | null> {
      const email = stored.get(id);
      if (email === undefined) return null;
      const { mail: view, contents } = await read(email);
      const attachment = view.attachments[index];
      const content = contents[index];
      return attachment === undefined || content === undefined ? null : { attachment, content };
    },
    async clear(): Promise<void> {
      const ids = [...stored.keys()];
      stored.clear();
      raw.clear();
      parsed.clear();
      parts.journal.append({ k: 'cleared' });
      await parts.journal.flush();
      if (parts.folder !== null) for (const id of ids) await rm(file(id), { force: true });
    },
    count: () => stored.size,
  };
}

function toEmail(stored: StoredEmail, email: Email | null): Parsed {
  const address = (item: Address | undefined) =>
    item === undefined ? ''
    : item.name ? `${item.name} <${item.address ?? ''}>`
    : (item.address ?? '');
  const contents = (email?.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
  );
  const attachments = (email?.attachments ?? []).map((item, i) => ({
    name: item.filename ?? `attachment-${i + 1}`,
    contentType: item.mimeType,
    size: contents[i]?.byteLength ?? 0,
    contentId: item.contentId?.replace(/^<|>$/g, '') ?? null,
    url: `/inbox/messages/${stored.id}/attachments/${i}`,
  }));
  const mail: Mail = {
    id: stored.id,
    receivedAt: new Date(stored.receivedAt).toISOString(),
    envelope: { from: stored.envelopeFrom, to: stored.envelopeTo, user: stored.user },
    from: address(email?.from) || stored.envelopeFrom,
    to: email?.to?.map(address) ?? stored.envelopeTo,
    subject: email?.subject ?? '',
    text: email?.text ?? '',
    html: email?.html ?? null,
    headers: (email?.headers ?? []).map(({ originalKey, key, value }) => ({ name: originalKey ?? key, value })),
    attachments,
    size: stored.size,
  };
  return { mail, contents };
}
