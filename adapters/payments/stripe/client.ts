import Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  /** Where Stripe's API is; null: Stripe's own address. */
  readonly baseUrl?: string | null;
  /** How long one request may take; default 20,000. */
  readonly timeoutMs?: number;
  /** For the sandbox: each request counts as made then, as if it lay in the past. Left out: now. */
  readonly at?: () => Date;
  /** What carries requests instead of the network; of what fails, the SDK then repeats only a connection that was reset. */
  readonly httpClient?: NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient'];
}

/** Stripe's SDK. It repeats what failed on the way with the same idempotency key, so nothing happens twice. */
export function createStripeClient({
  secretKey,
  baseUrl = null,
  timeoutMs = 20_000,
  at: then,
  httpClient = then === undefined ? undefined : Stripe.createFetchHttpClient(fetchAt(then)),
}: StripeOptions): Stripe {
  const at = baseUrl === null ? null : new URL(baseUrl);
  return new Stripe(secretKey, {
    ...(httpClient === undefined ? { maxNetworkRetries: 1 } : { maxNetworkRetries: 0, httpClient }),
    timeout: timeoutMs,
    telemetry: false,
    ...(at === null ?
      {}
    : {
        host: at.hostname,
        port:
          at.port === '' ?
            at.protocol === 'https:' ?
              443
            : 80
          : Number(at.port),
        protocol: at.protocol === 'https:' ? 'https' : 'http',
      }),
  });
}

/** Says when a request counts as made, which only the sandbox's stand-in understands. */
const fetchAt =
  (then: () => Date): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('sandbox-time', String(Math.floor(then().getTime() / 1000)));
    // eslint-disable-next-line no-restricted-globals -- the sandbox of this installation
    return fetch(input, { ...init, headers });
  };
