import { RequestFailed, RequestRefused, type SafeHttp } from '../../adapters/http/port.ts';
import { retryAfterOf } from '../../domain/webhooks/retries.ts';

/** What came of an attempt. `keep`: what of the answer stays in the log. */
export interface Answer {
  readonly kind: 'delivered' | 'failed' | 'gone';
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
  /** How long the receiver asks us to wait; null: it doesn't. */
  readonly waitMs: number | null;
}

/** Standard Webhooks asks for 15 to 30 seconds. For everything together: an answer that comes byte by byte ends here. */
const timeoutMs = 15_000;
/** An answer of more ends the connection. */
const maxBytes = 64 * 1024;
const keptCharacters = 2_000;
/** The receiver, or what stands before it, has too much to do. */
const throttled = new Set([429, 502, 503, 504]);

/** Sends one event. A redirect is not followed: it is an answer that is no success. */
export async function send(
  http: Pick<SafeHttp, 'request'>,
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  now: () => Date,
): Promise<Answer> {
  const { url, headers, body } = request;
  try {
    const answer = await http.request(url, { method: 'POST', headers, body, timeoutMs, maxBytes });
    const { status } = answer;
    // Postgres takes no NUL in text.
    const response = answer.body.toString('utf8').replaceAll('\u0000', '').slice(0, keptCharacters);
    const waitMs = retryAfterOf(answer.headers['retry-after'], now()) ?? (throttled.has(status) ? 60_000 : null);
    const kind =
      status >= 200 && status < 300 ? 'delivered'
      : status === 410 ? 'gone'
      : 'failed';
    return { kind, status, error: null, response, waitMs };
  } catch (error) {
    const nothing = { kind: 'failed', status: null, response: null, waitMs: null } as const;
    if (error instanceof RequestRefused) return { ...nothing, error: 'address-refused' };
    if (error instanceof RequestFailed) return { ...nothing, error: error.reason };
    throw error;
  }
}
