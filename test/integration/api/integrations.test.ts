import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { createIntegrations } from '../../../adapters/integrations/index.ts';
import { createStripeSource } from '../../../adapters/payments/stripe/source.ts';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import type { Integration } from '../../../api/contract/integrations.ts';
import { platformHosts } from '../../../domain/whitelabels/hosts.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import { openDatabase } from '../../support/open-database.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';
import type { Workers } from '../../../workers/index.ts';

let app: TestApi;
let sandbox: Sandbox;
let workers: Workers;
let shop: Tenant;
let other: Tenant;
/** Who may exchange a token: any database will do. */
const locks = openDatabase();
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const stripeKey = 'rk_test_0123456789abcdefghij';
let closeHttp = async () => {};

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'integrations' });
  const http = createSafeHttp({ allow: [new URL(sandbox.url).host] });
  const known = { id: 'sandbox', secret: 'sandbox' };
  const integrations = createIntegrations({
    db: locks.db,
    http,
    goto: known,
    facebook: known,
    stripe: async (baseUrl) => createStripeSource(baseUrl),
    baseUrl: sandbox.url,
    now,
  });
  app = await startTestApi({ now, world: { integrations } });
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    uploads: { storage: app.storage, spreadsheets: createSpreadsheets({ storage: app.storage, limits }) },
    config: { publicUrl },
  });
  await workers.start();
  [shop, other] = [await app.addTenant('shop'), await app.addTenant('other')];
  closeHttp = () => http.close();
}, 120_000);
afterAll(async () => {
  await workers.stop();
  await app.close();
  await closeHttp();
  await sandbox.close();
});

const call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = shop.token) =>
  app.call<T>(token, method, path, body as never);
const stateOf = async (id: string) => (await call<{ data: Integration }>('GET', `/integrations/${id}`)).body.data;

/** Where the service sends the browser back to, after someone allowed it there. */
async function allowed(url: string, more = ''): Promise<URLSearchParams> {
  const at = new URL(url);
  at.pathname = at.pathname.replace(/oauth$/, 'allow').replace('authorize', 'allow');
  const answer = await fetch(`${at.href}${more}`, { redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams;
}
async function signIn(type: 'goto' | 'fb', name: string, integration_id: string | null = null, token = shop.token) {
  const begun = await call<{ data: { url: string } }>(
    'POST',
    '/integrations/sign-in',
    { type, name, integration_id },
    token,
  );
  expect(begun.status).toBe(200);
  const back = await allowed(begun.body.data.url);
  return { code: back.get('code')!, state: back.get('state')! };
}
async function connected(type: 'goto' | 'fb', name: string): Promise<string> {
  const made = await call<{ data: { id: string } }>('POST', '/integrations', await signIn(type, name));
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.data.id;
}
const removeAll = async () => {
  const { body } = await call<{ data: Integration[] }>('GET', '/integrations');
  for (const { id } of body.data) await call('DELETE', `/integrations/${id}`);
};

describe('signing in at a service', () => {
  it('connects the account, lists it, and offers it in forms', async () => {
    const id = await connected('goto', 'Our webinars');
    expect(await stateOf(id)).toMatchObject({ type: 'goto', name: 'Our webinars', status: 'connected' });
    // All of its digits, though there are more than a number holds.
    expect((await stateOf(id)).account).toBe('8439885694023999999');
    const { body: options } = await call('GET', '/integrations/user/select-options?type=goto');
    expect(options).toMatchObject({ data: [{ id, name: 'Our webinars', type: 'goto' }] });
    expect((await call<{ data: unknown[] }>('GET', '/integrations/type/fb')).body.data).toEqual([]);
    const { body } = await call<{ data: { id: string; name: string }[] }>('GET', '/integrations/goto/webinars');
    expect(body.data.map(({ id }) => id)).toEqual(
      sandbox.services.goto
        .webinars()
        .map(({ id }) => id)
        .slice(1),
    );
    await removeAll();
  });

  it('is finished by who began it, once, and in time', async () => {
    const begun = await signIn('goto', 'Mine');
    const foreign = await call<{ code: string }>('POST', '/integrations', begun, other.token);
    expect([foreign.status, foreign.body.code]).toEqual([422, 'token_invalid']);
    const forged = await call('POST', '/integrations', { ...begun, state: `${begun.state.slice(0, -2)}AA` });
    expect(forged.status).toBe(422);
    expect((await call('POST', '/integrations', begun)).status).toBe(200);
    const again = await call<{ code: string }>('POST', '/integrations', begun);
    expect([again.status, again.body.code]).toEqual([422, 'provider_refused']);
    const late = await signIn('goto', 'Late');
    ahead = 31 * 60_000;
    expect((await call('POST', '/integrations', late)).status).toBe(422);
    ahead = 0;
    expect((await call<{ data: unknown[] }>('GET', '/integrations')).body.data).toHaveLength(1);
    await removeAll();
  });

  it('is another account’s own connection, and never takes the place of one', async () => {
    const id = await connected('fb', 'Leads');
    const again = await call('POST', '/integrations', await signIn('fb', 'Leads', id));
    expect(again.body).toMatchObject({ data: { id } });
    expect((await call<{ data: unknown[] }>('GET', '/integrations')).body.data).toHaveLength(1);
    const { body } = await call<{ data: { id: string }[] }>('GET', '/integrations/fb/pages');
    expect(body.data).toHaveLength(2);
    const forms = await call<{ data: unknown[] }>('GET', `/integrations/fb/forms?page_id=${body.data[0]!.id}`);
    expect(forms.body.data).toHaveLength(2);
    await removeAll();
  });
});

describe('a sign-in that began on a brand’s own host', () => {
  it('goes on there from the platform’s, and nowhere that we did not say', async () => {
    const admin = await app.addUser('Admin', null);
    const brand = { name: 'Brand', subdomain: 'sign-in-brand' };
    const named = await app.call(admin, 'PUT', `/whitelabels/${shop.agencyId}`, brand);
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    await app.settled();
    const brandHost = `sign-in-brand.${platformHosts(publicUrl, null).domain}`;
    const own = new URL(publicUrl).host;
    const begin = async (host: string) => {
      const begun = await app.api.inject({
        method: 'POST',
        url: '/api/v1/integrations/sign-in',
        headers: { authorization: `Bearer ${shop.token}`, host },
        payload: { type: 'goto', name: 'Brand', integration_id: null },
      });
      return (await allowed(begun.json<{ data: { url: string } }>().data.url)).get('state')!;
    };
    const onward = async (state: string, host: string) =>
      (await app.api.inject({ url: `/auth/callback?code=1&state=${state}`, headers: { host } })).headers.location;
    const state = await begin(brandHost);
    expect(await onward(state, own)).toBe(`https://${brandHost}/auth/callback?code=1&state=${state}`);
    expect(await onward(state, brandHost)).toBeUndefined();
    expect(await onward(`${state.slice(0, -4)}AAAA`, own)).toBeUndefined();
    // A header may name any host: no one is sent to one that is no brand’s.
    expect(await onward(await begin('evil.example'), own)).toBeUndefined();
  });
});

describe('a token that ends', () => {
  it('is exchanged once, however many ask at the same time', async () => {
    const id = await connected('goto', 'Busy');
    const before = sandbox.services.goto.tokens.refreshes();
    sandbox.services.goto.tokens.end();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('GET', `/integrations/goto/webinars?integration_id=${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(sandbox.services.goto.tokens.refreshes() - before).toBe(1);
    await removeAll();
  });

  it('is exchanged before it ends', async () => {
    const id = await connected('goto', 'Early');
    const before = sandbox.services.goto.tokens.refreshes();
    ahead = 56 * 60_000;
    expect((await call('GET', `/integrations/goto/webinars?integration_id=${id}`)).status).toBe(200);
    ahead = 0;
    expect(sandbox.services.goto.tokens.refreshes() - before).toBe(1);
    await removeAll();
  });

  it('that can’t be exchanged is said of the connection, until someone signs in again', async () => {
    const id = await connected('goto', 'Gone');
    sandbox.services.goto.tokens.revoke();
    const refused = await call<{ code: string; message: string }>(
      'GET',
      `/integrations/goto/webinars?integration_id=${id}`,
    );
    expect([refused.status, refused.body.code]).toEqual([422, 'provider_refused']);
    expect(
      await eventually(
        () => stateOf(id),
        ({ status }) => status === 'attention',
      ),
    ).toMatchObject({ health: 'GoToWebinar no longer lets us in. Sign in there again.' });
    expect((await call('GET', '/integrations/user/select-options')).body).toMatchObject({ data: [] });
    expect((await call('POST', `/integrations/${id}/sync-data`)).status).toBe(409);
    await call('POST', '/integrations', await signIn('goto', 'Gone', id));
    expect((await stateOf(id)).status).toBe('connected');
    expect((await call('GET', `/integrations/goto/webinars?integration_id=${id}`)).status).toBe(200);
    await removeAll();
  });

  it('leaves a connection as it is while the service is away', async () => {
    const id = await connected('goto', 'Away');
    sandbox.services.goto.setAway(true);
    const away = await call<{ code: string }>('GET', `/integrations/goto/webinars?integration_id=${id}`);
    expect([away.status, away.body.code]).toEqual([503, 'provider_unavailable']);
    sandbox.services.goto.setAway(false);
    expect((await stateOf(id)).status).toBe('connected');
    await removeAll();
  });
});

describe('a service with keys', () => {
  it('is connected by a key that works, and by no other', async () => {
    const wrong = await call<{ errors: object }>('POST', '/integrations', {
      type: 'stripe',
      name: 'Shop',
      api_key: 'rk_test_short',
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual(['api_key']);
    const made = await call<{ data: { id: string } }>('POST', '/integrations', {
      type: 'stripe',
      name: 'Shop',
      api_key: stripeKey,
    });
    const { id } = made.body.data;
    expect(await stateOf(id)).toMatchObject({ type: 'stripe', status: 'connected', account: 'acct_1SandboxAccount00' });
    expect((await call('PUT', `/integrations/${id}`, { name: 'The shop' })).status).toBe(200);
    expect((await stateOf(id)).name).toBe('The shop');
    const { rows } = await app.pool.query<{ text: string }>(
      `select data::text || metadata::text as text from es.events where stream = $1`,
      [`integration-${id}`],
    );
    expect(rows.length).toBe(2);
    // The key lies in the vault alone.
    expect(rows.some(({ text }) => text.includes(stripeKey))).toBe(false);
    await removeAll();
  });
});

describe('everyone that a connection knows', () => {
  const fetched = async (id: string) =>
    eventually(
      () => stateOf(id),
      ({ sync }) => sync !== null && sync.status !== 'running',
    );

  it('comes as a file to look at, and no one is imported or opted in by it', async () => {
    const id = await connected('fb', 'Leads');
    const contactsBefore = (await call<{ meta: { total: number } }>('GET', '/contacts')).body.meta.total;
    expect((await call('POST', `/integrations/${id}/sync-data`)).status).toBe(200);
    const { sync } = await fetched(id);
    expect(sync).toMatchObject({ status: 'done', records: sandbox.services.facebook.leads() });
    const upload = await eventually(
      () =>
        call<{ data: { file_name: string; rows: number; columns: string[] } }>(
          'GET',
          `/contacts/uploads/${sync!.upload_id}`,
        ),
      ({ status, body }) => status === 200 && body.data.rows > 0,
    );
    expect(upload.body.data).toMatchObject({ file_name: 'Leads.csv', rows: sync!.records });
    expect((await call<{ meta: { total: number } }>('GET', '/contacts')).body.meta.total).toBe(contactsBefore);
    expect((await call('GET', `/contacts/uploads/${sync!.upload_id}`, undefined, other.token)).status).toBe(404);
    await removeAll();
  });

  it('is fetched once at a time, and not from a connection that is off', async () => {
    const id = await connected('goto', 'Webinars');
    const asked = await Promise.all([1, 2, 3].map(() => call('POST', `/integrations/${id}/sync-data`)));
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await fetched(id)).sync).toMatchObject({ status: 'done', records: 12 });
    await call('POST', `/integrations/${id}/toggle-status`, { is_active: false });
    expect((await stateOf(id)).status).toBe('off');
    expect((await call('POST', `/integrations/${id}/sync-data`)).status).toBe(409);
    await removeAll();
  });

  it('says why there is no file', async () => {
    const id = await connected('fb', 'Ended');
    sandbox.services.facebook.tokens.revoke();
    await call('POST', `/integrations/${id}/sync-data`);
    expect((await fetched(id)).sync).toMatchObject({ status: 'failed', upload_id: null });
    expect((await stateOf(id)).status).toBe('attention');
    await removeAll();
  });
});
