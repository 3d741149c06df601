import { RequestFailed, RequestRefused, type SafeHttp } from '../../adapters/http/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';

/** What reviewers have to find on a page; null: what it shows is theirs to judge. */
const pages = {
  privacyUrl: { name: 'The privacy policy', word: /privacy/i },
  termsUrl: { name: 'The terms page', word: /\bterms\b|conditions/i },
  optInImageUrls: { name: 'The proof of opt-in', word: null },
} as const;
type Field = keyof typeof pages;

/** A page with less text than this is drawn by a script, so that its words can't be looked for. */
const leastText = 300;
/** Answers that a page gives to programs and not to people. */
const keepsOut = new Set([401, 403, 405, 406, 429]);

/**
 * Refuses a campaign or a toll-free verification whose privacy policy, terms or proof of opt-in reviewers could not open,
 * or that say something else. Without `http` nothing is asked. A page that keeps programs out says nothing about itself.
 */
export async function checkPages(
  http: SafeHttp | undefined,
  addresses: Readonly<Record<'privacyUrl' | 'termsUrl', string>> & { readonly optInImageUrls?: readonly string[] },
): Promise<void> {
  if (http === undefined) return;
  const fields: Record<string, string[]> = {};
  await Promise.all(
    (Object.keys(pages) as Field[]).flatMap((field) =>
      [addresses[field] ?? []].flat().map(async (address) => {
        const problem = await problemOf(http, address, pages[field]);
        if (problem !== null) fields[field] = [problem];
      }),
    ),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw new DomainError('validation_failed', first[0]!, fields);
}

async function problemOf(
  http: SafeHttp,
  address: string,
  { name, word }: (typeof pages)[Field],
): Promise<string | null> {
  try {
    const { status, body } = await http.request(address, { timeoutMs: 8_000, redirects: 5, maxBytes: 4_000_000 });
    if (keepsOut.has(status)) return null;
    if (status < 200 || status > 299)
      return `${name} answers with an error (${status}). Reviewers open it, so make it public first.`;
    if (word === null) return null;
    const text = body
      .toString('utf8')
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    if (text.length < leastText || word.test(text)) return null;
    return `${name} doesn’t seem to be at this address. Enter the page that reviewers should read.`;
  } catch (error) {
    if (error instanceof RequestFailed && error.reason === 'too-large') return null;
    if (error instanceof RequestRefused || error instanceof RequestFailed)
      return `${name} can’t be opened. Reviewers open it, so make it public first.`;
    throw error;
  }
}
