import type webPush from 'web-push';
import type { SafeHttp } from '../http/port.ts';
import { RequestFailed, RequestRefused } from '../http/port.ts';
import type { Vault } from '../vault/port.ts';
import type { PushOutcome, WebPush } from './port.ts';

export interface WebPushOptions {
  readonly vault: Vault;
  readonly http: SafeHttp;
  /** Whom a push service can turn to: an https address or `mailto:` (RFC 8292, 2.1). */
  readonly subject: string;
}

const vapidRef = 'push/vapid';
const timeoutMs = 10_000;

/** Pushes with the library's encryption through our own client: endpoints come from browsers, hence from outside. */
export function createWebPush({ vault, http, subject }: WebPushOptions): WebPush {
  let loading: Promise<{ library: typeof webPush; keys: { publicKey: string; privateKey: string } }> | null = null;
  // The library takes a moment to load: not before the first push is asked for.
  const ready = () => {
    loading ??= (async () => {
      const { default: library } = await import('web-push');
      const kept =
        (await vault.get(vapidRef)) ?? (await vault.putIfAbsent(vapidRef, JSON.stringify(library.generateVAPIDKeys())));
      return { library, keys: JSON.parse(kept) as { publicKey: string; privateKey: string } };
    })();
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };

  return {
    publicKey: async () => (await ready()).keys.publicKey,
    accepts: async (endpoint) =>
      URL.parse(endpoint)?.protocol === 'https:' &&
      http.check(endpoint).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RequestRefused || error instanceof RequestFailed) return false;
          throw error;
        },
      ),
    async send({ endpoint, p256dh, auth }, note, { topic, ttlSeconds, signal }) {
      try {
        const { library, keys } = await ready();
        const request = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(note), {
          TTL: ttlSeconds,
          topic,
          urgency: 'high',
          contentEncoding: 'aes128gcm',
          vapidDetails: { subject, ...keys },
        });
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const { status, headers: answer } = await http.request(endpoint, {
          method: 'POST',
          headers,
          body: request.body,
          timeoutMs,
          maxBytes: 16_384,
          ...(signal === undefined ? {} : { signal }),
        });
        return outcomeOf(status, answer['retry-after']);
      } catch (error) {
        if (error instanceof RequestFailed)
          return error.neverSent ?
              { kind: 'later', detail: error.reason, afterMs: null }
            : { kind: 'refused', detail: error.reason };
        if (error instanceof RequestRefused) return { kind: 'gone', detail: 'The address may not be asked.' };
        return { kind: 'refused', detail: error instanceof Error ? error.name : 'unknown failure' };
      }
    },
  };
}

/** RFC 8030, sections 5 and 7.3. */
function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  const detail = `answered ${status}`;
  if (status >= 200 && status < 300) return { kind: 'taken', detail };
  if (status === 404 || status === 410) return { kind: 'gone', detail };
  const seconds = Number(retryAfter);
  if (status === 429 || status >= 500)
    return {
      kind: 'later',
      detail,
      afterMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : null,
    };
  return { kind: 'refused', detail };
}
