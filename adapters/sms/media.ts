import { RequestFailed, RequestRefused, type SafeHttp } from '../http/port.ts';
import type { MediaFetch, MediaSource } from './port.ts';

export interface CarrierMediaOptions {
  readonly http: SafeHttp;
  /** Of the account that a number of ours belongs to: where the carrier's own API is, and who asks there. */
  readonly signInOf: (
    number: string,
  ) => Promise<{ readonly origin: string; readonly username: string; readonly password: string } | null>;
}

const timeoutMs = 20_000;
const redirects = 3;

/**
 * What is attached to texts that come in (https://www.twilio.com/docs/messaging/api/media-resource,
 * https://dev.bandwidth.com/docs/messaging/media). Its address is on the carrier's API, which may ask for the account's
 * sign-in and lead on to another host; the client drops the sign-in there.
 */
export function createCarrierMedia({ http, signInOf }: CarrierMediaOptions): MediaSource {
  return {
    async fetch({ number, url, maxBytes, signal }): Promise<MediaFetch> {
      const account = await signInOf(number);
      const isOwn = account !== null && URL.parse(url)?.origin === new URL(account.origin).origin;
      const authorization =
        isOwn ? `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}` : null;
      try {
        const { status, body } = await http.request(url, {
          headers: authorization === null ? {} : { authorization },
          timeoutMs,
          redirects,
          maxBytes,
          ...(signal === undefined ? {} : { signal }),
        });
        if (status === 200) return { kind: 'fetched', bytes: body };
        // 404 right after the text came in: the carrier may not have it everywhere yet.
        const passing = status === 404 || status === 401 || status === 408 || status === 429 || status >= 500;
        return passing ? { kind: 'later', detail: `answered ${status}` } : { kind: 'refused', reason: 'not-reachable' };
      } catch (error) {
        if (error instanceof RequestRefused) return { kind: 'refused', reason: 'not-fetched' };
        if (!(error instanceof RequestFailed)) throw error;
        if (error.reason === 'too-large') return { kind: 'refused', reason: 'too-large' };
        if (error.reason === 'too-many-redirects') return { kind: 'refused', reason: 'not-reachable' };
        return { kind: 'later', detail: error.reason };
      }
    },
  };
}
