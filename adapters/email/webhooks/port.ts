/** What a provider told of one email. Its own words that change nothing here (queued, opened, deferred) are left out. */
export interface EmailWord {
  /** Our id of the email, which went out with it; null: only the provider's own name for it is there. */
  readonly mailId: string | null;
  readonly providerMessageId: string;
  /** ISO 8601, by the provider's clock. */
  readonly at: string;
  readonly what:
    | { readonly kind: 'delivered' }
    /** `hard`: for good. `reason`: a code or a word of the provider's, never what the other server said. */
    | { readonly kind: 'bounced'; readonly bounce: 'hard' | 'soft'; readonly reason: string }
    | { readonly kind: 'complained' };
}

export interface WebhookRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came: signatures cover it to the byte. */
  readonly body: Buffer;
  readonly now: Date;
}

/**
 * `refused`: not signed by this account, or too old. `once`: the signature covers only this, which may come with one
 * body alone. `confirm`: an address to ask, by which the sender learns that its messages are wanted here.
 */
export type Heard =
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'words'; readonly words: readonly EmailWord[]; readonly once: string | null }
  | { readonly kind: 'confirm'; readonly url: string };

/** How long after it was signed a webhook is heard: providers try again for a day. And how far clocks may differ. */
export const oldestMs = 26 * 3_600_000;
const newestMs = 10 * 60_000;
export const isTimely = (signedAt: number, now: Date): boolean =>
  signedAt > now.getTime() - oldestMs && signedAt < now.getTime() + newestMs;

export const refused = (why: string): Heard => ({ kind: 'refused', why });

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Our id in a Message-ID of ours, `<id@domain>`, or as it is; null: there is none. */
export function emailIdOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const [id = ''] = text.replace(/^</, '').split('@', 1);
  return uuid.test(id) ? id.toLowerCase() : null;
}

/** Seconds since 1970 or ISO 8601; what cannot be read is the instant at which it was heard. */
export function instantOf(said: unknown, now: Date): string {
  const at = new Date(
    typeof said === 'number' ? said * 1000
    : typeof said === 'string' ? said
    : Number.NaN,
  );
  return (Number.isNaN(at.getTime()) ? now : at).toISOString();
}

/** A code such as `5.1.1` or `550`, or a short word of the provider's own; nothing that a stranger's server wrote. */
export function codeOf(...said: readonly unknown[]): string {
  for (const one of said) {
    if (typeof one !== 'string' && typeof one !== 'number') continue;
    const code = /^[\w.-]{1,60}$/.exec(String(one).trim())?.[0];
    if (code !== undefined) return code;
  }
  return 'unknown';
}

/**
 * Whether a bounce says that there is no such mailbox. By its enhanced code (RFC 3463) a full one (5.2.2), a refusal by
 * policy or as spam (5.7) and all of class 4 say nothing about the mailbox, whatever the provider calls them.
 */
export const bounceOf = (code: string, said: 'hard' | 'soft'): 'hard' | 'soft' =>
  /^(5\.2\.2|5\.7\.|4\.)/.test(code) ? 'soft' : said;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
