import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SystemHealthReply } from '../../../api/contract/system.ts';
import type { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import { startTestApi, type TestApi } from './support.ts';

let app: TestApi;
let admin: string;
beforeAll(async () => {
  app = await startTestApi();
  admin = await app.addUser('Admin', null);
});
afterAll(() => app.close());

type Health = z.output<typeof SystemHealthReply>['data'];
const health = async () => (await app.call<{ data: Health }>(admin, 'GET', '/system/health')).body.data;
const ask = (name: string, action: string) => app.call(admin, 'POST', `/system/read-models/${name}`, { action });

it('a read model is paused and resumed, with who asked; a rebuild waits once', async () => {
  expect((await ask('agencies', 'pause')).status).toBe(200);
  const paused = await health();
  expect(paused.read_models.find(({ name }) => name === 'agencies')).toMatchObject({
    state: 'paused',
    is_ok: false,
    detail: 'Paused by an operator.',
    check: null,
  });
  expect((await ask('agencies', 'resume')).status).toBe(200);
  for (let times = 0; times < 2; times += 1) expect((await ask('agencies', 'rebuild')).status).toBe(200);
  const { facts, read_models: readModels } = await health();
  expect(readModels.find(({ name }) => name === 'agencies')?.is_ok).toBe(true);
  expect(facts!.jobs.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'rebuild waiting',
    'resume done',
    'pause done',
  ]);
  for (const { requested_by: by } of facts!.jobs) expect(by).toEqual(expect.any(String));
});

it('one that does not exist, and a wish that is none, change nothing', async () => {
  expect((await ask('forgotten', 'rebuild')).status).toBe(404);
  expect((await ask('agencies', 'drop')).status).toBe(422);
  expect((await health()).facts!.jobs).toHaveLength(3);
});

it('refused webhooks are counted for each provider, with the last reason', async () => {
  for (let times = 0; times < 3; times += 1)
    await app.api.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' });
  await app.api.inject({
    method: 'POST',
    url: '/webhooks/twilio/inbound',
    payload: 'To=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const told = await eventually(
    async () => (await health()).facts!.webhooks,
    (webhooks) => webhooks.length === 2,
  );
  const of = (name: string) => told.find(({ provider }) => provider === name);
  expect(of('stripe')).toMatchObject({ refused: 3, last_reason: 'Payments are off.' });
  expect(of('twilio')).toMatchObject({ refused: 1, last_reason: 'It is not signed.' });
});
