import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.ts';

export const secretKey = 'sk_test_contract';
export const publishableKey = 'pk_test_contract';
export const webhookSecret = 'whsec_contract';
export const day = 86_400;

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly next_action: unknown;
  readonly error: { readonly type: string; readonly code: string; readonly decline_code?: string };
}

/** The SDK over the wire against a stand-in; `answers` has the body of every answer as it came. */
export async function stripeWorld(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await startSandbox({ seed: 'stripe', ...options });
  const answers: unknown[] = [];
  const client = (key = secretKey) => {
    const { hostname, port } = new URL(sandbox.url);
    const recording = (async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
      const answer = await fetch(input, init);
      if (answer.ok) answers.push(await answer.clone().json());
      return answer;
    }) as typeof fetch;
    return new Stripe(key, {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(recording),
    });
  };
  const stripe = client();
  return {
    sandbox,
    answers,
    stripe,
    client,
    /** A customer with a card as the default. */
    async customer(card = 'pm_card_visa') {
      const customer = await stripe.customers.create({
        name: 'Bella',
        email: 'bella@example.com',
        metadata: { payer: 'agency:1' },
      });
      const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
      return { customer: customer.id, method: method.id };
    },
    async price(unit_amount = 4_900, interval: 'month' | 'year' | 'day' = 'month') {
      const product = await stripe.products.create({ name: 'Starter' });
      return stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } });
    },
    /** Saves a card as the browser does, with its number. */
    async entered(number: string, customer: string) {
      const intent = await stripe.setupIntents.create({ customer });
      const browser = (path: string, fields: Readonly<Record<string, string>>) =>
        fetch(`${sandbox.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${publishableKey}` },
          body: new URLSearchParams(fields),
        }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Answered }));
      const method = await browser('/v1/payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '2031',
        'card[cvc]': '123',
      });
      if (method.status !== 200) return { intent: intent.id, method: null, ...method };
      const confirmed = await browser(`/v1/setup_intents/${intent.id}/confirm`, {
        payment_method: method.body.id,
        client_secret: intent.client_secret ?? '',
      });
      return { intent: intent.id, method: method.body.id, ...confirmed };
    },
  };
}
export type StripeWorld = Awaited<ReturnType<typeof stripeWorld>>;

/** An application that takes webhooks and keeps them. */
export async function listener(status: () => number = () => 200) {
  const got: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      got.push({ body, signature: String(request.headers['stripe-signature']) });
      reply.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    types: () => got.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
