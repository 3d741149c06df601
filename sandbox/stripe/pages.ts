import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../kernel/refusal.ts';
import type { StripeBehaviourChange } from './behaviour.ts';
import { testCards } from './cards.ts';
import { StripeError } from './errors.ts';
import type { StripeStandIn } from './stripe.ts';

/** The pages that Stripe would serve, and the sandbox's own calls about payments. */
export async function stripePages(
  app: FastifyInstance,
  stripe: StripeStandIn,
  { publishableKey, applicationUrl }: { readonly publishableKey: string; readonly applicationUrl: string | null },
): Promise<void> {
  const card = await readFile(new URL('../pages/stripe-card.html', import.meta.url), 'utf8');
  const { core } = stripe;
  const own =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
  const page = (title: string) => card.replaceAll('%TITLE%', title).replaceAll('%KEY%', publishableKey);

  // The card form stands in a frame of the application; whoever it is, it sees nothing but a form.
  app.get('/stripe/elements', (_request, reply) =>
    reply
      .header('content-security-policy', `${own}; frame-ancestors *`)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page('Card')),
  );
  for (const [path, title] of [
    ['/stripe/authenticate/:id', 'Confirm at your bank'],
    ['/stripe/checkout/:id', 'Checkout'],
    ['/stripe/portal/:id', 'Billing'],
    ['/stripe/invoices/:id', 'Invoice'],
    ['/stripe/receipts/:id', 'Receipt'],
  ] as const)
    app.get(path, (_request, reply) =>
      reply
        .header('content-security-policy', `${own}; frame-ancestors ${path.includes('authenticate') ? '*' : "'none'"}`)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page(title)),
    );

  const inWords = (error: unknown): never => {
    if (error instanceof StripeError) throw new Refusal(error.status === 404 ? 404 : 422, error.message);
    throw error;
  };
  const looked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      return inWords(error);
    }
  };

  app.get('/sandbox/stripe/cards', async () => ({
    cards: testCards.map(({ number, brand, says }) => ({ number, brand, says })),
  }));
  const count = 50;
  app.get('/sandbox/stripe/state', async () => {
    stripe.catchUp();
    const newest = <K extends Parameters<typeof core.all>[0]>(kind: K) => core.all(kind).slice(-count).reverse();
    return {
      now: new Date(core.now() * 1000).toISOString(),
      aheadSeconds: stripe.memory.aheadSeconds(),
      endpoint: stripe.endpoint()?.url ?? null,
      applicationUrl,
      behaviour: stripe.behaviour(),
      pendingWebhooks: stripe.courier.pending(),
      customers: newest('customer').map((one) => ({
        ...one,
        cards: core.all('payment_method').filter((method) => method.customer === one.id),
      })),
      subscriptions: newest('subscription'),
      invoices: newest('invoice'),
      payments: newest('payment_intent').map(({ client_secret: _secret, ...one }) => one),
      disputes: newest('dispute'),
      events: newest('event').map(({ id, type, created, data }) => ({ id, type, created, about: data.object['id'] })),
    };
  });
  app.put('/sandbox/stripe/behaviour', async (request) => stripe.configure(request.body as StripeBehaviourChange));
  const Advance = z.strictObject({
    seconds: z
      .number()
      .int()
      .min(1)
      .max(400 * 86_400),
  });
  app.post('/sandbox/stripe/advance', async (request) => ({
    now: new Date(stripe.advance(Advance.parse(request.body).seconds) * 1000).toISOString(),
  }));
  app.post<{ Params: { id: string } }>('/sandbox/stripe/events/:id/redeliver', async (request) => ({
    status: await stripe.courier.post(looked(() => core.get('event', request.params.id))),
  }));
  const Closed = z.strictObject({ status: z.enum(['won', 'lost']) });
  app.post<{ Params: { id: string } }>('/sandbox/stripe/disputes/:id', async (request) =>
    looked(() => stripe.closeDispute(request.params.id, Closed.parse(request.body).status)),
  );

  const Authenticated = z.strictObject({ outcome: z.enum(['succeed', 'fail']), clientSecret: z.string() });
  app.post<{ Params: { id: string } }>('/sandbox/stripe/authenticate/:id', async (request) => {
    const { outcome, clientSecret } = Authenticated.parse(request.body);
    const { id } = request.params;
    return looked(() => {
      const intent = core.get(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
      if (intent.client_secret !== clientSecret) throw new Refusal(404, 'There is no such payment.');
      const { redirect_to_url: to } = (intent.next_action ?? {}) as { redirect_to_url?: { return_url: string } };
      const after = stripe.authenticate(id, outcome);
      return { status: after.status, id, returnUrl: to?.return_url ?? null };
    });
  });

  app.get<{ Params: { id: string } }>('/sandbox/stripe/checkout/:id', async (request) =>
    looked(() => {
      stripe.catchUp();
      const session = core.get('checkout.session', request.params.id);
      const items = core.hidden(session.id).purchase?.items ?? [];
      return {
        status: session.status,
        mode: session.mode,
        currency: session.currency,
        total: session.amount_total,
        email:
          session.customer_email ?? (session.customer === null ? null : core.get('customer', session.customer).email),
        cancelUrl: session.cancel_url,
        items: items.map(({ price, quantity }) => {
          const found = core.get('price', price);
          return {
            name: core.get('product', found.product).name,
            quantity,
            amount: found.unit_amount,
            recurring: found.recurring,
          };
        }),
      };
    }),
  );
  const Buyer = z.strictObject({
    email: z.email('Enter an email address.'),
    name: z.string().max(200),
    paymentMethod: z.string(),
  });
  app.post<{ Params: { id: string } }>('/sandbox/stripe/checkout/:id', async (request) => {
    const { email, name, paymentMethod } = Buyer.parse(request.body);
    return looked(() => {
      const { session, authenticate } = stripe.complete(request.params.id, {
        email,
        name,
        method: core.get('payment_method', paymentMethod),
      });
      const intent = authenticate === null ? null : core.get('payment_intent', authenticate);
      return {
        status: session.status,
        authenticate: intent === null ? null : { id: intent.id, clientSecret: intent.client_secret },
        successUrl: session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null,
      };
    });
  });
  app.get<{ Params: { id: string } }>('/sandbox/stripe/portal/:id', async (request) =>
    looked(() => {
      const customer = core.get('customer', request.params.id);
      return {
        name: customer.name,
        email: customer.email,
        cards: core
          .all('payment_method')
          .filter((one) => one.customer === customer.id)
          .map(
            ({ card: { brand, last4, exp_month: month, exp_year: year } }) =>
              `${brand} •••• ${last4}, ${month}/${year}`,
          ),
        invoices: core
          .all('invoice')
          .filter((one) => one.customer === customer.id && one.status !== 'draft')
          .map(({ id, number, status, total, currency }) => ({ id, number, status, total, currency })),
      };
    }),
  );
  app.get<{ Params: { id: string } }>('/sandbox/stripe/invoices/:id', async (request) =>
    looked(() => {
      const {
        number,
        status,
        total,
        currency,
        amount_remaining: remaining,
        lines,
      } = core.get('invoice', request.params.id);
      return {
        number,
        status,
        total,
        currency,
        remaining,
        lines: lines.data.map(({ description, amount, quantity }) => ({ description, amount, quantity })),
      };
    }),
  );
}
