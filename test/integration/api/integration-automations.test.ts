import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { createIntegrations } from '../../../adapters/integrations/index.ts';
import { createStripeSource } from '../../../adapters/payments/stripe/source.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import type { Workers } from '../../../workers/index.ts';
import { automationOf } from '../../support/automations.ts';
import { openDatabase } from '../../support/open-database.ts';
import type { Node } from '../../../domain/automations/steps/index.ts';
import { drawn, end, id as step } from '../../unit/domain/automations/make.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

/** What another service tells starts an automation, which registers contacts for a webinar. */
let app: TestApi;
let sandbox: Sandbox;
let shop: Tenant;
let workers: Workers;
const locks = openDatabase();
let closeHttp = async () => {};

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'integration automations' });
  const http = createSafeHttp({ allow: [new URL(sandbox.url).host] });
  const known = { id: 'sandbox', secret: 'sandbox' };
  const integrations = createIntegrations({
    db: locks.db,
    http,
    goto: known,
    facebook: known,
    stripe: async (baseUrl) => createStripeSource(baseUrl),
    baseUrl: sandbox.url,
    now: () => new Date(),
  });
  app = await startTestApi({ world: { integrations } });
  shop = await app.addTenant('shop');
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    config: { publicUrl, automations: { pollMs: 50, daysMs: 3_600_000 } },
  });
  await workers.start();
  closeHttp = () => http.close();
}, 120_000);
afterAll(async () => {
  await workers.stop();
  await app.close();
  await closeHttp();
  await sandbox.close();
});

const call = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
  const answer = await app.call<T>(shop.token, method, path, body as never);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
async function connectedGoto(): Promise<string> {
  const begun = await call<{ data: { url: string } }>('POST', '/integrations/sign-in', {
    type: 'goto',
    name: 'Webinars',
    integration_id: null,
  });
  const at = new URL(begun.data.url);
  at.pathname = '/oauth/allow';
  const answer = await fetch(at, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location')!).searchParams;
  const made = await call<{ data: { id: string } }>('POST', '/integrations', {
    code: back.get('code'),
    state: back.get('state'),
  });
  return made.data.id;
}
const tagged = (name: string): Node => ({
  kind: 'Tag',
  name: null,
  off: false,
  change: 'add',
  tag: name,
  to: { next: step('d'), failed: null },
});

it('registers who came in, once, and goes on by the other way for who has no name', async () => {
  const goto = await connectedGoto();
  const api = await call<{ data: { id: string } }>('POST', '/integrations', { type: 'api', name: 'Shop system' });
  const { data: intake } = await call<{ data: { inbound: { url: string; key: string } } }>(
    'GET',
    `/integrations/${api.data.id}/intake`,
  );
  const webinar = sandbox.services.goto.webinars().at(-1)!.id;
  const on = { kind: 'integration-event' as const, integrationId: api.data.id, event: 'lead' };
  await automationOf({ store: app.store, clock: systemClock }, shop.businessId, {
    ...drawn(
      {
        a: {
          kind: 'GotoRegistration',
          name: null,
          off: false,
          integrationId: goto,
          webinar,
          to: { next: step('b'), failed: step('c') },
        },
        b: tagged('registered'),
        c: tagged('not registered'),
        d: end,
      },
      { triggers: [{ on, filter: everybody }] },
    ),
    start: step('a'),
  });
  const send = async (body: object) => {
    const answer = await app.api.inject({
      method: 'POST',
      url: new URL(intake.inbound.url).pathname,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${intake.inbound.key}` },
      payload: JSON.stringify(body),
    });
    expect(answer.statusCode, answer.body).toBe(202);
  };
  const before = sandbox.services.goto.registrants(webinar).length;
  const ada = { email: 'ada@auto.example', first_name: 'Ada', last_name: 'Lee' };
  await send({ id: '1', ...ada });
  await send({ id: '1', ...ada });
  await send({ id: '2', email: 'nameless@auto.example' });
  const isTagged = (email: string, wanted: string) =>
    eventually(
      () => call<{ data: { tags: string[] }[] }>('GET', `/contacts?search=${encodeURIComponent(email)}`),
      ({ data }) => data[0]?.tags.includes(wanted) === true,
    );
  await isTagged('ada@auto.example', 'registered');
  await isTagged('nameless@auto.example', 'not registered');
  const registrants = sandbox.services.goto.registrants(webinar);
  expect(registrants.length - before).toBe(1);
  expect(registrants.at(-1)).toMatchObject({ email: 'ada@auto.example', firstName: 'Ada', lastName: 'Lee' });
}, 120_000);
