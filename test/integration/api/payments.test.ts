import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

const webhookSecret = 'whsec_api';
let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
/** A business of no agency, one of an agency, and another of no agency. */
let bella: Tenant;
let harbor: Tenant;
let other: Tenant;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'api' });
  payments = createPayments({ secretKey: 'sk_test_api1', baseUrl: sandbox.url, webhookSecret, mode: 'sandbox' });
  app = await startTestApi({
    world: { payments },
    paymentEvents: payments.events,
    config: { cardForm: { publishableKey: 'pk_test_api1', sandboxUrl: sandbox.url } },
  });
  bella = await app.addTenant('bella', { agencyId: null });
  harbor = await app.addTenant('harbor');
  other = await app.addTenant('other', { agencyId: null });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

interface Method {
  readonly id: string;
  readonly last4: string;
  readonly is_default: boolean;
  readonly state: string;
}
const cards = async ({ token }: Tenant) => (await app.call(token, 'GET', '/payment-methods')).body.data as Method[];
/** What the screen does: asks for a secret, saves the card at the provider, and tells us its id. */
async function addCard({ token }: Tenant, number = '4242424242424242') {
  const secret = await app.call<{ data: { client_secret: string; publishable_key: string } }>(
    token,
    'GET',
    '/payment-methods/secret',
  );
  const { client_secret: clientSecret, publishable_key: key } = secret.body.data;
  const post = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await (
      await fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams(fields),
      })
    ).json()) as { id: string };
  const method = await post('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
  });
  await post(`/v1/setup_intents/${clientSecret.split('_secret_')[0]!}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
  return app.call(token, 'POST', '/payment-methods', { payment_method: method.id });
}
const sign = (body: string, at = Date.now()) => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')}`;
};
const tell = (body: string, signature: string | undefined = sign(body)) =>
  app.api.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    payload: body,
    headers: { 'content-type': 'application/json', ...(signature === '' ? {} : { 'stripe-signature': signature }) },
  });

describe('payment methods', () => {
  it('are added, listed, made the default and removed', async () => {
    const added = await addCard(bella);
    expect(added).toMatchObject({ status: 200, body: { success: true } });
    await addCard(bella, '5555555555554444');
    const [first, second] = await cards(bella);
    expect(first).toMatchObject({ last4: '4242', is_default: true, state: 'valid' });
    const away = () => app.call(bella.token, 'DELETE', `/payment-methods/${first!.id}`);
    expect(await away()).toMatchObject({ status: 409, body: { code: 'in_use' } });
    await app.call(bella.token, 'PUT', `/payment-methods/${second!.id}/default`);
    expect((await away()).status).toBe(200);
    expect(await cards(bella)).toMatchObject([{ last4: '4444', is_default: true }]);
  });

  it('of another tenant are not there, and a business of an agency has none', async () => {
    const [mine] = await cards(bella);
    for (const tenant of [other, harbor]) {
      const wishes = [
        app.call(tenant.token, 'POST', '/payment-methods', { payment_method: mine!.id }),
        app.call(tenant.token, 'PUT', `/payment-methods/${mine!.id}/default`),
        app.call(tenant.token, 'DELETE', `/payment-methods/${mine!.id}`),
      ];
      expect((await Promise.all(wishes)).map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await app.call(harbor.token, 'GET', '/payment-methods/secret')).status).toBe(404);
    expect((await app.call(bella.token, 'POST', '/payment-methods', { payment_method: 'nonsense' })).status).toBe(422);
  });
});

describe('what Stripe tells', () => {
  it('is looked up and written, twice and in any order the same', async () => {
    const [mine] = await cards(bella);
    await payments.methods.detach(mine!.id, 'elsewhere');
    const events = sandbox.stripe.events().slice(-4).reverse();
    for (const event of [...events, ...events]) expect((await tell(JSON.stringify(event))).statusCode).toBe(200);
    expect(await cards(bella)).toEqual([]);
  });

  it('is refused when it is unsigned, changed, ten minutes old or ten minutes in the future', async () => {
    const body = JSON.stringify(sandbox.stripe.events().at(-1));
    const answers = [
      await tell(body, ''),
      await tell(body, sign(`${body} `)),
      await tell(body, sign(body, Date.now() - 600_000)),
      await tell(body, sign(body, Date.now() + 600_000)),
      await tell('', sign('')),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  });

  it('is told again when the provider is away', async () => {
    const body = JSON.stringify(sandbox.stripe.events().findLast(({ type }) => type === 'customer.updated'));
    const again = body.replace(/"evt_\w+"/, '"evt_again"');
    sandbox.stripe.configure({ away: 'reset' });
    try {
      expect((await tell(again)).statusCode).toBe(503);
    } finally {
      sandbox.stripe.configure({ away: 'no' });
    }
    expect((await tell(again)).statusCode).toBe(200);
  });
});
