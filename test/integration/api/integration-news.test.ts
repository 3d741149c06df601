import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { facebookVerifyToken } from '../../../adapters/integrations/facebook.ts';
import { createIntegrations } from '../../../adapters/integrations/index.ts';
import { createStripeClient } from '../../../adapters/payments/stripe/client.ts';
import { createStripeSource } from '../../../adapters/payments/stripe/source.ts';
import type { Integration } from '../../../api/contract/integrations.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import type { Workers } from '../../../workers/index.ts';
import { openDatabase } from '../../support/open-database.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

/** What services tell after an account was connected: leads, registrations, attendance. */
let app: TestApi;
let sandbox: Sandbox;
let shop: Tenant;
let workers: Workers;
const locks = openDatabase();
const secret = 'the secret of the app';
let closeHttp = async () => {};

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'integration news' });
  const http = createSafeHttp({ allow: [new URL(sandbox.url).host] });
  const integrations = createIntegrations({
    db: locks.db,
    http,
    goto: { id: 'sandbox', secret: 'sandbox' },
    facebook: { id: 'sandbox', secret },
    stripe: async (baseUrl) => createStripeSource(baseUrl),
    baseUrl: sandbox.url,
    now: () => new Date(),
  });
  app = await startTestApi({ world: { integrations } });
  shop = await app.addTenant('shop');
  workers = app.workers({ carrierFor: () => accountGone(app.log), config: { publicUrl } });
  await workers.start();
  closeHttp = () => http.close();
}, 300_000);
afterAll(async () => {
  await workers.stop();
  await app.close();
  await closeHttp();
  await sandbox.close();
});

const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> => {
  const answer = await app.call<T>(shop.token, method, path, body as never);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
/** An account that is signed in to, with a campaign that its people enter. */
async function connected(type: 'goto' | 'fb', keyword: string) {
  const begun = await call<{ data: { url: string } }>('POST', '/integrations/sign-in', {
    type,
    name: keyword,
    integration_id: null,
  });
  const at = new URL(begun.data.url);
  at.pathname = at.pathname.replace(/oauth$/, 'allow').replace('authorize', 'allow');
  const answer = await fetch(at, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location')!).searchParams;
  const made = await call<{ data: { id: string } }>('POST', '/integrations', {
    code: back.get('code'),
    state: back.get('state'),
  });
  const campaign = await call<{ data: { id: string } }>('POST', '/campaigns', {
    name: keyword,
    keyword,
    type,
    reply: 'Welcome!',
  });
  await call('PUT', `/integrations/${made.data.id}/intake`, {
    mapping: [],
    campaigns: [{ part: '', campaign_id: campaign.data.id }],
  });
  return { id: made.data.id, campaignId: campaign.data.id };
}
const rowsOf = async <T>(type: string, name: string, value: string) => {
  const { rows } = await app.pool.query<{ data: T }>(
    `select data from es.events where type = $1 and data->>$2 = $3 order by position`,
    [type, name, value],
  );
  return rows.map(({ data }) => data);
};
const pollNow = (id: string) =>
  app.pool.query(`update ops.integration_polls set due_at = now() where integration_id = $1 and due_at < 'infinity'`, [
    id,
  ]);
const post = (payload: string, headers: Record<string, string>) =>
  app.api.inject({ method: 'POST', url: '/webhooks/facebook', headers, payload });

describe('new leads of Facebook', () => {
  it('come by its call once, with the consent of the box that was ticked, and none without', async () => {
    const { facebook } = sandbox.services;
    const { id, campaignId } = await connected('fb', 'LEADS');
    await eventually(
      async () => (await app.pool.query(`select from ops.integration_pages where integration_id = $1`, [id])).rowCount,
      (count) => count === 2,
    );
    expect(facebook.watched().size).toBe(2);
    const form = facebook.forms()[0]!.id;
    const fields = (phone: string) => ({ full_name: 'Ada Lee', phone_number: phone });
    const yes = facebook.fill(form, fields('+12025550171'), true);
    facebook.fill(form, fields('+12025550172'), false);
    facebook.fill(form, fields('+12025550173'));
    const { body, headers } = facebook.notice(yes, form, secret);
    const forged = { ...headers, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    expect((await post(body, forged)).statusCode).toBe(403);
    expect((await post(`${body} `, headers)).statusCode).toBe(403);
    expect((await post(body, headers)).statusCode).toBe(200);
    expect((await post(body, headers)).statusCode).toBe(200);
    await eventually(
      () => rowsOf('IntegrationRecordReceived', 'integrationId', id),
      (found) => found.length === 3,
    );
    const [opted] = await eventually(
      () => rowsOf<{ contactId: string }>('ContactOptedIn', 'campaignId', campaignId),
      (found) => found.length > 0,
    );
    // Told again, and asked again: each lead was here already.
    await post(body, headers);
    await pollNow(id);
    facebook.fill(form, fields('+12025550174'), true);
    await pollNow(id);
    await eventually(
      () => rowsOf('ContactOptedIn', 'campaignId', campaignId),
      (found) => found.length === 2,
    );
    expect(await rowsOf('IntegrationRecordReceived', 'integrationId', id)).toHaveLength(4);
    expect(await rowsOf('PageSubmitted', 'campaignId', campaignId)).toHaveLength(4);
    expect(opted!.contactId).toBe(app.identifiers.contact(shop.businessId, '+12025550171'));
  }, 300_000);

  it('are announced only to an address that Facebook has proved', async () => {
    const ask = (token: string) =>
      app.api.inject({
        url: `/webhooks/facebook?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
      });
    const asked = await ask(facebookVerifyToken(secret));
    expect([asked.statusCode, asked.body]).toEqual([200, '1158201444']);
    expect((await ask('guessed')).statusCode).toBe(403);
  });

  it('stop when Facebook no longer lets us in, and go on where they stopped', async () => {
    const { facebook } = sandbox.services;
    const [row] = (await call<{ data: Integration[] }>('GET', '/integrations/type/fb')).data;
    facebook.tokens.revoke();
    await pollNow(row!.id);
    await eventually(
      () => call<{ data: Integration }>('GET', `/integrations/${row!.id}`),
      ({ data }) => data.status === 'attention',
    );
    expect(await rowsOf('IntegrationRefused', 'integrationId', row!.id)).toHaveLength(1);
  }, 60_000);
});

describe('webinars', () => {
  it('tell who registered, who came and who missed it', async () => {
    const { goto } = sandbox.services;
    const { id } = await connected('goto', 'WEBINAR');
    const [past] = goto.webinars();
    const [came] = goto.registrants(past!.id);
    goto.hold(past!.id, [came!.email]);
    await pollNow(id);
    const kinds = async () =>
      (await rowsOf<{ kind: string }>('IntegrationRecordReceived', 'integrationId', id))
        .map(({ kind }) => kind)
        .toSorted();
    const expected = ['attended', ...Array.from({ length: goto.registrants(past!.id).length - 1 }, () => 'missed')];
    await eventually(kinds, (found) => found.length === expected.length);
    expect(await kinds()).toEqual(expected);
    // No one agrees to anything by coming to a webinar.
    expect(await rowsOf('ContactSubscribedToEmail', 'businessId', shop.businessId)).toHaveLength(0);
  }, 300_000);
});

describe('purchases', () => {
  it('are heard of once, with who paid and how much', async () => {
    const secretKey = 'rk_test_0123456789abcdefghij';
    const { data } = await call<{ data: { id: string } }>('POST', '/integrations', {
      type: 'stripe',
      name: 'Shop',
      api_key: secretKey,
    });
    const shopWith = (key: string) => createStripeClient({ secretKey: key, baseUrl: sandbox.url });
    const stripe = shopWith('sk_test_0123456789abcdefghij');
    const { id: method } = await shopWith('pk_test_0123456789abcdefghij').paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
      billing_details: { name: 'Ada Lee', email: 'ada@buyers.example' },
    });
    const { latest_charge: charge } = await stripe.paymentIntents.create({
      amount: 4_200,
      currency: 'usd',
      confirm: true,
      payment_method: method,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    expect(charge).not.toBeNull();
    const received = () =>
      rowsOf<{ kind: string; paid: unknown }>('IntegrationRecordReceived', 'integrationId', data.id);
    await pollNow(data.id);
    const [record] = await eventually(received, (found) => found.length > 0);
    expect(record).toMatchObject({ kind: 'purchase', paid: { amount: 4_200, currency: 'USD' } });
    await pollNow(data.id);
    await eventually(
      () => app.pool.query(`select from ops.integration_polls where integration_id = $1 and due_at > now()`, [data.id]),
      ({ rowCount }) => rowCount === 1,
    );
    expect(await received()).toHaveLength(1);
  }, 120_000);
});
