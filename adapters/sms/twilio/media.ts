import { RequestFailed, RequestRefused, type SafeHttp } from '../../http/port.ts';
import type { MediaFetch, MediaSource } from '../port.ts';

export interface TwilioMediaOptions {
  readonly http: SafeHttp;
  /** The account that a number of ours belongs to. */
  readonly accountOf: (number: string) => Promise<{ readonly accountSid: string; readonly authToken: string } | null>;
  /** Where the carrier's own API is, in place of https://api.twilio.com: the sandbox. */
  readonly baseUrl: string | null;
}

const carrierOrigin = 'https://api.twilio.com';
const timeoutMs = 20_000;
const redirects = 3;

/**
 * What is attached to texts that come in (https://www.twilio.com/docs/messaging/api/media-resource). Its address is on
 * the carrier's API, which may ask for the account's sign-in and leads on to another host; the client drops the sign-in
 * there.
 */
export function createTwilioMedia({ http, accountOf, baseUrl }: TwilioMediaOptions): MediaSource {
  const ownOrigin = new URL(baseUrl ?? carrierOrigin).origin;
  return {
    async fetch({ number, url, maxBytes, signal }): Promise<MediaFetch> {
      const origin = URL.parse(url)?.origin ?? null;
      const account = origin === ownOrigin ? await accountOf(number) : null;
      const authorization =
        account === null ? null : (
          `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
        );
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
