import type { Payments } from './port.ts';
import type { StripePaymentsOptions } from './stripe/payments.ts';

type Methods = Record<string, (...given: readonly unknown[]) => unknown>;

/** Payments through Stripe. The SDK is loaded by the first who asks for something: no start waits for it. */
export function createPayments(options: StripePaymentsOptions): Payments {
  let loading: Promise<Payments> | null = null;
  const load = (): Promise<Payments> =>
    (loading ??= import('./stripe/payments.ts').then(({ createStripePayments }) => createStripePayments(options)));
  const part = <P extends Exclude<keyof Payments, 'mode'>>(name: P): Payments[P] =>
    new Proxy(
      {},
      {
        get:
          (_target, method: string) =>
          async (...given: readonly unknown[]) =>
            ((await load())[name] as unknown as Methods)[method]!(...given),
      },
    ) as Payments[P];
  const events = part('events');
  return {
    mode: options.mode,
    customers: part('customers'),
    methods: part('methods'),
    catalog: part('catalog'),
    subscriptions: part('subscriptions'),
    invoices: part('invoices'),
    checkout: part('checkout'),
    charges: part('charges'),
    events: {
      read: (...given) => events.read(...given),
      async *since(instant) {
        yield* (await load()).events.since(instant);
      },
    },
  };
}
