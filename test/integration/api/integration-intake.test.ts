import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import type { IntegrationIntake } from '../../../api/contract/integrations.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let workers: Workers;
let shop: Tenant;
let other: Tenant;

beforeAll(async () => {
  app = await startTestApi({});
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    uploads: { storage: app.storage, spreadsheets: createSpreadsheets({ storage: app.storage, limits }) },
    config: { publicUrl },
  });
  await workers.start();
  [shop, other] = [await app.addTenant('shop'), await app.addTenant('other')];
}, 120_000);
afterAll(async () => {
  await workers.stop();
  await app.close();
});

const call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = shop.token) =>
  app.call<T>(token, method, path, body as never);
const intakeOf = async (id: string) => (await call<IntegrationIntake>('GET', `/integrations/${id}/intake`)).body.data;
interface Inbound {
  readonly id: string;
  readonly path: string;
  readonly key: string;
  readonly campaignId: string;
}
let nth = 0;
/** An integration of a type, with a campaign that its people enter. */
async function inbound(type: 'api' | 'cms', keyword: string): Promise<Inbound> {
  const made = await call<{ data: { id: string } }>('POST', '/integrations', { type, name: `Inbound ${++nth}` });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { id } = made.body.data;
  const campaign = await call<{ data: { id: string } }>('POST', '/campaigns', {
    name: keyword,
    keyword,
    type,
    reply: 'Welcome!',
  });
  expect(campaign.status, JSON.stringify(campaign.body)).toBe(200);
  const campaignId = campaign.body.data.id;
  const chosen = await call('PUT', `/integrations/${id}/intake`, {
    mapping: [],
    campaigns: [{ part: '', campaign_id: campaignId }],
  });
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
  const { inbound: given } = await intakeOf(id);
  return { id, path: new URL(given!.url).pathname, key: given!.key, campaignId };
}
const send = async ({ path, key }: Pick<Inbound, 'path' | 'key'>, body: object) => {
  const answer = await app.api.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json<{ status: string; left_out: string[]; code: string }>() };
};
const eventsOf = async (type: string, where = '') => {
  const { rows } = await app.pool.query<{ data: Record<string, unknown> }>(
    `select data from es.events where type = $1 ${where} order by position`,
    [type],
  );
  return rows.map(({ data }) => data);
};
const agreed = {
  consent: true,
  consent_text: 'I agree to get texts and emails from the shop.',
  page_url: 'https://shop.example/join?who=ada',
};

describe('a contact that another system sends', () => {
  it('enters the campaign and is opted in under the words that came with it', async () => {
    const to = await inbound('api', 'APIONE');
    const sent = await send(to, {
      id: 'r1',
      phone: '+14155550141',
      email: 'ada@in.example',
      first_name: 'Ada',
      ...agreed,
    });
    expect(sent).toMatchObject({ status: 202, body: { status: 'received', left_out: [] } });
    await eventually(
      () => eventsOf('ContactOptedIn', `and data->>'campaignId' = '${to.campaignId}'`),
      (found) => found.length === 1,
    );
    const [submitted] = await eventsOf('PageSubmitted', `and data->>'campaignId' = '${to.campaignId}'`);
    expect(submitted).toMatchObject({
      pageAddress: 'https://shop.example/join',
      consent: { text: agreed.consent_text, ticked: true, texts: true, emails: true },
      record: { integrationId: to.id },
    });
    expect((await intakeOf(to.id)).calls[0]).toMatchObject({ outcome: 'received', message: null });
  });

  it('counts once, however often it is sent', async () => {
    const to = await inbound('api', 'APITWO');
    const body = { id: 'same', phone: '+14155550142', ...agreed };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(to, body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    // Another body under the same id changes nothing.
    expect((await send(to, { ...body, phone: '+14155550149' })).body.status).toBe('repeated');
    expect(await eventsOf('IntegrationRecordReceived', `and data->>'integrationId' = '${to.id}'`)).toHaveLength(1);
    expect(await eventsOf('PageSubmitted', `and data->>'campaignId' = '${to.campaignId}'`)).toHaveLength(1);
  });

  it.each([
    ['the words', { ...agreed, consent_text: '' }, 'consent_text is missing'],
    ['the page', { ...agreed, page_url: 'javascript:alert(1)' }, 'page_url is missing'],
    ['a yes', { ...agreed, consent: false }, null],
  ])('gets no texts without %s', async (_, given, why) => {
    const to = await inbound('api', `APINO${nth}`);
    const sent = await send(to, { id: randomUUID(), phone: `+141555502${10 + nth}`, ...given });
    expect(sent.status).toBe(202);
    if (why !== null) expect(sent.body.left_out.join(' ')).toContain(why);
    await eventually(
      () => eventsOf('ContactJoinedCampaign', `and data->>'campaignId' = '${to.campaignId}'`),
      (found) => found.length === 1,
    );
    expect(await eventsOf('ContactOptedIn', `and data->>'campaignId' = '${to.campaignId}'`)).toEqual([]);
  });

  it('is refused with a wrong key, another integration’s key, a key from before, and while it is off', async () => {
    const [to, another] = [await inbound('api', 'APIFOUR'), await inbound('api', 'APIFIVE')];
    const body = { phone: '+14155550143', ...agreed };
    for (const key of ['', 'wrong-key-of-someone', another.key])
      expect((await send({ ...to, key }, body)).status).toBe(403);
    const next = await call<{ data: { key: string } }>('POST', `/integrations/${to.id}/key`);
    expect((await send(to, body)).status).toBe(403);
    const now = { ...to, key: next.body.data.key };
    await call('POST', `/integrations/${to.id}/toggle-status`, { is_active: false });
    expect((await send(now, body)).status).toBe(409);
    expect(await eventsOf('IntegrationRecordReceived', `and data->>'integrationId' = '${to.id}'`)).toEqual([]);
    await call('POST', `/integrations/${to.id}/toggle-status`, { is_active: true });
    expect((await send(now, body)).status).toBe(202);
    await call('DELETE', `/integrations/${to.id}`);
    expect((await send(now, body)).status).toBe(403);
  });

  it('is read where its fields are mapped, and writes by the rule of each', async () => {
    const to = await inbound('api', 'APISIX');
    const field = (path: string, name: string, rule: string) => ({ path, to: { of: 'contact', name }, rule });
    const mapping = [
      field('person.mobile', 'phone', 'overwrite'),
      field('person.first', 'first_name', 'fill'),
      field('person.last', 'last_name', 'overwrite'),
      field('person.firm', 'company_name', 'never'),
    ];
    const campaigns = [{ part: '', campaign_id: to.campaignId }];
    const bad = await call('PUT', `/integrations/${to.id}/intake`, { mapping: mapping.slice(1), campaigns });
    expect(bad.status).toBe(422);
    expect((await call('PUT', `/integrations/${to.id}/intake`, { mapping, campaigns })).status).toBe(200);
    const person = (first: string, last: string) => ({ mobile: '+14155550144', first, last, firm: 'Acme' });
    await send(to, { id: 'a', person: person('Bo', 'Ruiz') });
    await send(to, { id: 'b', person: person('Bob', 'Ruis') });
    const { body } = await eventually(
      () => call<{ data: Record<string, unknown>[] }>('GET', '/contacts?search=4155550144'),
      ({ body }) => body.data[0]?.['last_name'] === 'Ruis',
    );
    expect(body.data[0]).toMatchObject({ first_name: 'Bo', last_name: 'Ruis' });
    expect(body.data[0]!['company_name'] ?? null).toBe(null);
  });

  it('enters campaigns of its own type and business alone', async () => {
    const to = await inbound('api', 'APISEVEN');
    const cms = await inbound('cms', 'CMSONE');
    const wrong = await call('PUT', `/integrations/${to.id}/intake`, {
      mapping: [],
      campaigns: [{ part: '', campaign_id: cms.campaignId }],
    });
    expect(wrong.status).toBe(422);
    const foreign = await call<{ data: { id: string } }>(
      'POST',
      '/integrations',
      { type: 'api', name: 'X' },
      other.token,
    );
    const stolen = await call(
      'PUT',
      `/integrations/${foreign.body.data.id}/intake`,
      { mapping: [], campaigns: [{ part: '', campaign_id: to.campaignId }] },
      other.token,
    );
    expect(stolen.status).toBe(404);
  });
});

describe('a form of the business’s own site', () => {
  it('is sent by the script’s plain form call, with the visitor’s address as proof', async () => {
    const to = await inbound('cms', 'CMSTWO');
    const { inbound: given } = await intakeOf(to.id);
    expect(given!.snippet).toContain(given!.url);
    expect(given!.plugin.startsWith('<?php')).toBe(true);
    const answer = await app.api.inject({
      method: 'POST',
      url: `${to.path}?secret=${encodeURIComponent(to.key)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      payload: new URLSearchParams({ ...agreed, consent: 'on', id: 'f1', phone: '(415) 555-0145' }).toString(),
    });
    expect(answer.statusCode, answer.body).toBe(202);
    await eventually(
      () => eventsOf('ContactOptedIn', `and data->>'campaignId' = '${to.campaignId}'`),
      (found) => found.length === 1,
    );
  });
});

describe('the limit of integrations', () => {
  it('holds for many at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 26 }, (_, at) =>
        call('POST', '/integrations', { type: 'api', name: `Number ${at}` }, other.token),
      ),
    );
    // One was made above.
    expect(made.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(7);
  });
});
