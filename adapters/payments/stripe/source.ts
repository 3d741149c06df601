import type Stripe from 'stripe';
import { createStripeClient } from './client.ts';
import { ProviderAway, ProviderRefused, type StripeSource } from '../../integrations/port.ts';

/** Products and prices that are offered to choose from. */
const most = 500;

/** The Stripe account of a business, by a restricted key that reads customers, charges, products and prices. */
export function createStripeSource(baseUrl: string | null): StripeSource {
  const clientOf = (secretKey: string) => createStripeClient({ secretKey, baseUrl });
  const asking = async <T>(key: string, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    return work(clientOf(key)).catch((error: unknown): never => {
      throw failureOf(error);
    });
  };
  return {
    grantOf: (key) =>
      asking(key, async (stripe) => {
        const { id } = await stripe.accounts.retrieveCurrent();
        // What it is needed for is tried at once, so that a key without the right is told now.
        const one = { limit: 1 };
        await Promise.all([stripe.customers.list(one), stripe.charges.list(one), stripe.products.list(one)]);
        return { account: id, credentials: { accessToken: key, refreshToken: null, expiresAt: null } };
      }),
    refreshed: (credentials) => Promise.resolve(credentials),
    products: ({ credentials }) =>
      asking(credentials.accessToken, async (stripe) =>
        (await stripe.products.list({ active: true, limit: 100 }).autoPagingToArray({ limit: most })).map(
          ({ id, name }) => ({ id, name }),
        ),
      ),
    prices: ({ credentials }, product) =>
      asking(credentials.accessToken, async (stripe) =>
        (await stripe.prices.list({ active: true, product, limit: 100 }).autoPagingToArray({ limit: most })).map(
          ({ id, nickname, unit_amount: amount, currency }) => ({ id, name: nickname ?? '', amount, currency }),
        ),
      ),
    async *records({ credentials }, since) {
      const stripe = clientOf(credentials.accessToken);
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for (let after: string | undefined; ;) {
        const page: Stripe.ApiList<Stripe.Charge> = await stripe.charges
          .list({ created, limit: 100, ...(after === undefined ? {} : { starting_after: after }) })
          .catch((error: unknown): never => {
            throw failureOf(error);
          });
        yield page.data.filter(({ status }) => status === 'succeeded').map(purchaseOf);
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async *people({ credentials }) {
      const stripe = clientOf(credentials.accessToken);
      for (let after: string | undefined; ;) {
        const page: Stripe.ApiList<Stripe.Customer> = await stripe.customers
          .list({ limit: 100, ...(after === undefined ? {} : { starting_after: after }) })
          .catch((error: unknown): never => {
            throw failureOf(error);
          });
        yield page.data.map(({ id, name, email, phone }) => ({
          Name: name ?? '',
          Email: email ?? '',
          Phone: phone ?? '',
          'Stripe ID': id,
        }));
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
  };
}

/** Who paid, as they said at the till. */
const purchaseOf = ({ id, amount, currency, created, billing_details: by, receipt_email }: Stripe.Charge) => ({
  kind: 'purchase' as const,
  source: id,
  part: '',
  consent: null,
  at: new Date(created * 1_000).toISOString(),
  body: { name: by.name ?? '', email: by.email ?? receipt_email ?? '', phone: by.phone ?? '' },
  paid: { amount, currency: currency.toUpperCase() },
});

function failureOf(error: unknown): Error {
  const { type } = error as { readonly type?: string };
  if (type === 'StripeAuthenticationError')
    return new ProviderRefused('access-ended', 'Stripe doesn’t know this key.', { cause: error });
  if (type === 'StripePermissionError')
    return new ProviderRefused('not-allowed', 'The key may not read what is needed.', { cause: error });
  return new ProviderAway('Stripe gave no answer.', { cause: error });
}
