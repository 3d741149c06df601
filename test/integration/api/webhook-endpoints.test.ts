import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { ContactDiscovered, ContactTagged } from '../../../domain/contacts/events.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { BusinessId, ContactId, UserId, WebhookEndpointId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { WebhookEndpointCreated } from '../../../domain/webhooks/events.ts';
import { latestPayloadVersion } from '../../../domain/webhooks/fields.ts';
import { openReceiver, type Receiver } from '../../support/receiver.ts';
import { said } from '../../support/said.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
let receiver: Receiver;
let workers: Workers;
let ahead = 0;
const http = createSafeHttp({ allow: ['127.0.0.1'] });
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  app = await startTestApi({ now: () => new Date(Date.now() + ahead) });
  harbor = await app.addTenant('harbor');
  workers = app.workers({
    http,
    config: { publicUrl: 'http://localhost' },
    carrierFor: () => Promise.reject(new Error('none')),
  });
  await workers.start();
}, 400_000);
afterAll(async () => {
  await workers.stop();
  await http.close();
  await app.close();
});
let tenants = 0;
beforeEach(async () => {
  receiver = await openReceiver();
  bella = await app.addTenant(`bella${(tenants += 1)}`);
});
afterEach(async () => {
  for (const { id } of await endpoints()) await act('DELETE', `/webhook-endpoints/${id}`);
  await receiver.close();
});

interface Endpoint {
  readonly id: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly failures: number;
  readonly pending: number;
}
interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
}
const act = <T = Record<string, unknown>>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  token = bella.token,
) => app.call<T>(token, method, path, body);
const get = async <T>(path: string, token = bella.token) => (await app.call<T>(token, 'GET', path)).body;
const endpoints = async (token = bella.token) => (await get<{ data: Endpoint[] }>('/webhook-endpoints', token)).data;
const endpointOf = async (id: string) => (await endpoints()).find((one) => one.id === id)!;
const deliveries = async (id: string) =>
  (await get<{ data: Delivery[] }>(`/webhook-endpoints/${id}/deliveries?per_page=100`)).data;
const create = async (more: Record<string, unknown> = {}, token = bella.token) => {
  const made = await act<{ data: { id: string; secret: string } }>(
    'POST',
    '/webhook-endpoints',
    { url: receiver.url, ...more },
    token,
  );
  expect(made.status).toBe(200);
  return made.body.data;
};
const newContact = () => ContactId.parse(randomUUID());
const revisions = new Map<string, number>();
/** What happens to a contact, said by the log. */
async function happens(tenant: Tenant, contactId: string, tags: readonly string[], at?: string): Promise<string> {
  const of = { businessId: BusinessId.parse(tenant.businessId), contactId: ContactId.parse(contactId) };
  const isNew = !revisions.has(contactId);
  const events = [
    ...(isNew ? [ContactDiscovered.create({ ...of, phone: '+12025550123', email: null, via: 'manual' })] : []),
    ContactTagged.create({ ...of, tags: [...tags] }),
  ];
  const stored = said(events, { agencyId: tenant.agencyId || null, businessId: tenant.businessId }, at);
  await app.store.append(streams.contact(of.contactId), 'any', stored);
  revisions.set(contactId, 1);
  return stored.at(-1)!.id;
}
const tagsOf = (contactId: string) =>
  receiver.received
    .filter(({ event }) => event.type === 'contact.tagged' && event.data['contact_id'] === contactId)
    .map(({ event }) => (event.data['tags'] as string[])[0]);
interface Notice {
  readonly title: string;
  readonly content: string;
  readonly link: string | null;
}
const notices = async () => (await get<{ data: Notice[] }>('/notifications?per_page=100')).data;
/** In the app. */
async function toldOnce(endpointId: string, why: RegExp): Promise<void> {
  const link = `/business/settings/webhook-endpoints/${endpointId}`;
  const told = await eventually(
    async () => (await notices()).filter((one) => one.link === link),
    (all) => all.length > 0,
  );
  expect(told).toHaveLength(1);
  expect(told[0]!.content).toMatch(why);
}
const receivedAll = (count: number) =>
  eventually(
    () => receiver.received,
    (all) => all.length >= count,
  );

it('sends what happens from now on, signed as the library of Standard Webhooks checks it', async () => {
  const contactId = newContact();
  await happens(bella, contactId, ['before']);
  const { secret } = await create();
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  const eventId = await happens(bella, contactId, ['after']);
  const [one] = await receivedAll(1);
  expect(new Webhook(secret).verify(one!.body, { ...one!.headers })).toMatchObject({
    type: 'contact.tagged',
    data: { contact_id: contactId, tags: ['after'] },
  });
  expect(one!.id).toBe(eventId);
  expect(() => new Webhook(secret).verify(`${one!.body} `, { ...one!.headers })).toThrow();
  expect(tagsOf(contactId)).toEqual(['after']);
});

it('sends nothing of another tenant, and shows them none of its endpoints', async () => {
  const { id } = await create();
  await happens(harbor, newContact(), ['theirs']);
  const contactId = newContact();
  await happens(bella, contactId, ['ours']);
  await eventually(
    () => tagsOf(contactId),
    (all) => all.length === 1,
  );
  expect(receiver.received.map(({ event }) => event.data['contact_id'])).toEqual([contactId, contactId]);
  expect(await endpoints(harbor.token)).toEqual([]);
  for (const path of ['', '/deliveries', '/events'])
    expect((await app.call(harbor.token, 'GET', `/webhook-endpoints/${id}${path}`)).status).toBe(404);
});

it('sends what happened from a date on, of the chosen types, and again when it is replayed, under the same IDs', async () => {
  const contactId = newContact();
  await happens(bella, contactId, ['old'], '2026-01-01T00:00:00.000Z');
  await happens(bella, contactId, ['newer'], '2026-03-01T00:00:00.000Z');
  const { id } = await create({ since: '2026-02-01T00:00:00.000Z', types: ['contact.tagged'] });
  await eventually(
    () => tagsOf(contactId),
    (all) => all.length === 1,
  );
  expect(tagsOf(contactId)).toEqual(['newer']);
  await act('POST', `/webhook-endpoints/${id}/replay`, { since: '2025-12-01T00:00:00.000Z' });
  await eventually(
    () => tagsOf(contactId),
    (all) => all.length === 3,
  );
  expect(tagsOf(contactId)).toEqual(['newer', 'old', 'newer']);
  expect(receiver.received[2]!.id).toBe(receiver.received[0]!.id);
  expect(receiver.received.every(({ event }) => event.type === 'contact.tagged')).toBe(true);
});

it('keeps the order of each contact while one waits for another try, and does not hold up the others', async () => {
  const [slow, quick] = [newContact(), newContact()];
  let down = true;
  receiver.answer = ({ event }, response) => {
    response.statusCode = down && event.data['contact_id'] === slow ? 500 : 200;
    response.end('done');
  };
  const { id } = await create({ types: ['contact.tagged'] });
  for (const tag of ['1', '2', '3']) {
    await happens(bella, slow, [tag]);
    await happens(bella, quick, [tag]);
  }
  await eventually(
    () => tagsOf(quick),
    (all) => all.length === 3,
  );
  expect(tagsOf(quick)).toEqual(['1', '2', '3']);
  expect(new Set(tagsOf(slow))).toEqual(new Set(['1']));
  down = false;
  // It may have been tried twice by now, on a machine that is busy.
  ahead += hour;
  await eventually(
    () => tagsOf(slow),
    (all) => all.includes('3'),
  );
  expect([...new Set(tagsOf(slow))]).toEqual(['1', '2', '3']);
  const states = await eventually(
    () => deliveries(id),
    (all) => all.every(({ status }) => status === 'delivered'),
  );
  expect(states).toHaveLength(6);
});

it('waits as long as Retry-After says', async () => {
  receiver.answer = (_, response) => {
    response.writeHead(429, { 'retry-after': '3600' });
    response.end();
  };
  const { id } = await create({ types: ['contact.tagged'] });
  await happens(bella, newContact(), ['x']);
  await eventually(
    () => deliveries(id),
    ([one]) => one?.attempts === 1,
  );
  receiver.answer = (_, response) => response.end();
  ahead += 50 * minute;
  await happens(bella, newContact(), ['y']);
  const { data } = await get<{ data: { due_at: string }[] }>(`/webhook-endpoints/${id}/deliveries?status=pending`);
  expect(receiver.received).toHaveLength(1);
  expect(data.length).toBeGreaterThan(0);
  ahead += 20 * minute;
  await eventually(
    () => deliveries(id),
    (all) => all.length === 2 && all.every(({ status }) => status === 'delivered'),
  );
});

it('waits a minute for a receiver that has too much to do, and keeps the beginning of its answer', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 503;
    response.end(`\u0000busy ${'x'.repeat(5_000)}`);
  };
  const { id } = await create({ types: ['contact.tagged'] });
  const eventId = await happens(bella, newContact(), ['x']);
  await eventually(
    () => deliveries(id),
    ([one]) => one?.attempts === 1,
  );
  const path = `/webhook-endpoints/${id}/deliveries`;
  const [waiting] = (await get<{ data: { due_at: string }[] }>(`${path}?status=pending`)).data;
  const { data } = await get<{ data: { attempts_made: { at: string; response: string }[] } }>(`${path}/${eventId}`);
  const [tried] = data.attempts_made;
  expect(tried!.response).toBe(`busy ${'x'.repeat(1_995)}`);
  expect(Date.parse(waiting!.due_at) - Date.parse(tried!.at)).toBeGreaterThanOrEqual(minute);
});

it('asks little of a receiver that is away, and sends everything once it is back', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const { id } = await create({ types: ['contact.tagged'] });
  // What happens while it is off is due all at once.
  await act('POST', `/webhook-endpoints/${id}/toggle-status`, { is_on: false });
  const people = Array.from({ length: 60 }, newContact);
  for (const contactId of people) await happens(bella, contactId, ['x']);
  await act('POST', `/webhook-endpoints/${id}/toggle-status`, { is_on: true });
  const failures = async (least: number) =>
    (
      await eventually(
        () => endpointOf(id),
        (one) => one.failures >= least,
      )
    ).failures;
  await failures(1);
  // So long that it would be asked again and again, did it not rest.
  await new Promise((done) => setTimeout(done, 1_500));
  const rounds = await failures(1);
  expect(rounds).toBeLessThan(10);
  // Sixteen at once, no more begin once sixteen have failed, and then it is asked one at a time.
  const asked = receiver.received.length;
  expect(asked).toBeGreaterThanOrEqual(16);
  expect(asked).toBeLessThan(32 + 10);
  ahead += 6 * minute;
  await failures(rounds + 1);
  expect(receiver.received.length - asked).toBeLessThan(10);
  receiver.answer = (_, response) => response.end();
  ahead += 10 * minute;
  const all = await eventually(
    () => deliveries(id),
    (found) => found.length === 60 && found.every(({ status }) => status === 'delivered'),
  );
  expect(new Set(all.map(({ id: eventId }) => eventId)).size).toBe(60);
  expect(await endpointOf(id)).toMatchObject({ failures: 0, pending: 0 });
});

it('is turned off by 410, and goes on where it was once it is on again', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 410;
    response.end();
  };
  const { id } = await create({ types: ['contact.tagged'] });
  const contactId = newContact();
  await happens(bella, contactId, ['gone']);
  const off = await eventually(
    () => endpointOf(id),
    ({ status }) => status === 'disabled',
  );
  expect(off.disabled_reason).toBe('gone');
  await toldOnce(id, /410/);
  receiver.answer = (_, response) => response.end();
  await happens(bella, contactId, ['while off']);
  await act('POST', `/webhook-endpoints/${id}/toggle-status`, { is_on: true });
  await eventually(
    () => tagsOf(contactId),
    (all) => all.includes('while off'),
  );
  expect(tagsOf(contactId)).toEqual(['gone', 'gone', 'while off']);
});

it('is turned off after five days of failures and not before', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const { id } = await create({ types: ['contact.tagged'] });
  await happens(bella, newContact(), ['x']);
  let before = 0;
  for (let day = 0; day < 9; day++) {
    await eventually(
      () => receiver.received.length,
      (count) => count > before,
    );
    await eventually(
      () => endpointOf(id),
      ({ failures }) => failures > day,
    );
    before = receiver.received.length;
    if (day < 8) {
      expect((await endpointOf(id)).status).toBe('enabled');
      await happens(bella, newContact(), [String(day)]);
      ahead += 15.1 * hour;
      bella = { ...bella, token: await app.signIn(bella.email) };
    }
  }
  const off = await eventually(
    () => endpointOf(id),
    ({ status }) => status === 'disabled',
  );
  expect(off.disabled_reason).toBe('failing');
  await toldOnce(id, /five days/);
});

it('tells the owner by email, once, of an endpoint that is off', async () => {
  const admin = await app.addUser('Admin', null);
  const person = { email: `olga-${tenants}@example.test`, first_name: 'Olga', last_name: 'Owner' };
  const made = await app.call<{ data: { id: string } }>(admin, 'POST', '/businesses', {
    ...person,
    name: 'Owned',
    timezone: 'America/New_York',
  });
  const owned = { ...bella, businessId: made.body.data.id, agencyId: '' };
  receiver.answer = (_, response) => {
    response.statusCode = 410;
    response.end();
  };
  const of = { businessId: BusinessId.parse(owned.businessId), endpointId: WebhookEndpointId.parse(randomUUID()) };
  const endpoint = { url: receiver.url, description: '', types: [], version: latestPayloadVersion };
  const created = WebhookEndpointCreated.create({
    ...of,
    createdBy: UserId.parse(randomUUID()),
    ...endpoint,
    since: null,
  });
  const events = said([created], { agencyId: null, businessId: owned.businessId });
  await app.store.append(streams.webhookEndpoint(of.endpointId), 'noStream', events);
  await eventually(
    async () =>
      (await app.pool.query(`select from ops.webhook_endpoints where endpoint_id = $1`, [of.endpointId])).rowCount,
    (count) => count === 1,
  );
  await happens(owned, newContact(), ['x']);
  const emails = async () => {
    const { rows } = await app.pool.query<{ about: { title: string; from: string; link: string } }>(
      `select r.data->'about' as about from es.events r join es.events b on b.type = 'BusinessCreated'
        and b.data->>'businessId' = $1 and r.data->>'userId' = b.data->>'ownerId'
        where r.type = $2 and r.data->'about'->>'link' is not null`,
      [owned.businessId, AccountEmailRequested.type],
    );
    return rows.map(({ about }) => about);
  };
  const told = await eventually(emails, (all) => all.length > 0);
  expect(told).toEqual([
    {
      title: `Webhooks to ${new URL(receiver.url).host} are off`,
      from: expect.stringMatching(/410.*Nothing is lost/s) as string,
      link: `/business/settings/webhook-endpoints/${of.endpointId}`,
    },
  ]);
  const [off] = (await app.store.read(streams.webhookEndpoint(of.endpointId))).slice(-1);
  await app.commands.notifications.webhookOff(app.system(), { ...of, reason: 'gone', eventId: off!.id });
  expect(await emails()).toHaveLength(1);
});

it('tells no one of an endpoint that a person turned off', async () => {
  const [{ id }, { id: other }] = [await create(), await create({ types: ['contact.tagged'] })];
  await act('POST', `/webhook-endpoints/${id}/toggle-status`, { is_on: false });
  receiver.answer = (_, response) => {
    response.statusCode = 410;
    response.end();
  };
  await happens(bella, newContact(), ['x']);
  // What comes later has been told, so what came before was passed over.
  await toldOnce(other, /410/);
  expect((await notices()).filter(({ link }) => link?.endsWith(id))).toEqual([]);
});

it('lets a business have twenty endpoints, and one more once one is deleted', async () => {
  const made = [];
  for (let nth = 0; nth < 20; nth++) made.push(await create({ types: ['vote.cast'] }));
  expect((await act('POST', '/webhook-endpoints', { url: receiver.url })).status).toBe(409);
  await act('DELETE', `/webhook-endpoints/${made[0]!.id}`);
  expect((await act('POST', '/webhook-endpoints', { url: receiver.url })).status).toBe(200);
});

it('signs with both secrets while one follows the other', async () => {
  const { id, secret } = await create({ types: ['contact.tagged'] });
  const rotated = await act<{ data: { secret: string } }>('POST', `/webhook-endpoints/${id}/rotate`, {
    overlap_hours: 2,
  });
  const next = rotated.body.data.secret;
  expect(next).not.toBe(secret);
  const verified = (which: string, nth: number) => {
    const { body, headers } = receiver.received[nth]!;
    // The library takes times of five minutes: ours may be ahead.
    const shifted = new Webhook(which);
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    return headers['webhook-signature']!.split(' ').includes(shifted.sign(headers['webhook-id']!, at, body));
  };
  await eventually(
    async () => {
      await happens(bella, newContact(), ['x']);
      return receiver.received.at(-1)?.headers['webhook-signature']?.split(' ').length;
    },
    (signatures) => signatures === 2,
  );
  const nth = receiver.received.findIndex(({ headers }) => headers['webhook-signature']!.split(' ').length === 2);
  expect([verified(secret, nth), verified(next, nth)]).toEqual([true, true]);
  ahead += 3 * hour;
  const contactId = newContact();
  await happens(bella, contactId, ['later']);
  await eventually(
    () => tagsOf(contactId),
    (all) => all.length === 1,
  );
  const last = receiver.received.findIndex(({ event }) => event.data['contact_id'] === contactId);
  expect([verified(secret, last), verified(next, last)]).toEqual([false, true]);
});

it('sends a test event, which is about no one and leaves the place in the log where it was', async () => {
  const { id, secret } = await create();
  const { body } = await act<{ data: { id: string } }>('POST', `/webhook-endpoints/${id}/test`);
  const [one] = await receivedAll(1);
  expect(one!.event).toMatchObject({ type: 'test', data: { test: true } });
  expect(one!.id).toBe(body.data.id);
  expect(secret).not.toBe('');
  const shown = await eventually(
    () =>
      get<{ data: { attempts_made: { response: string }[] } }>(`/webhook-endpoints/${id}/deliveries/${body.data.id}`),
    ({ data }) => data.attempts_made.length === 1,
  );
  expect(shown.data).toMatchObject({
    status: 'delivered',
    event: { type: 'test' },
    attempts_made: [{ status: 200, response: 'ok' }],
  });
});

it('sends one event again when it is asked to', async () => {
  const { id } = await create({ types: ['contact.tagged'] });
  const contactId = newContact();
  const eventId = await happens(bella, contactId, ['x']);
  await eventually(
    () => deliveries(id),
    ([one]) => one?.status === 'delivered',
  );
  expect((await act('POST', `/webhook-endpoints/${id}/deliveries/${eventId}/redeliver`)).status).toBe(200);
  await receivedAll(2);
  expect(receiver.received.map((one) => one.id)).toEqual([eventId, eventId]);
  expect((await act('POST', `/webhook-endpoints/${id}/deliveries/${randomUUID()}/redeliver`)).status).toBe(404);
});

it('does not rest over what is asked for while it decides to rest', async () => {
  const { id } = await create({ types: ['contact.tagged'] });
  const eventId = await happens(bella, newContact(), ['x']);
  await eventually(
    () => deliveries(id),
    ([one]) => one?.status === 'delivered',
  );
  await eventually(
    () =>
      sql<{ isResting: boolean }>`select next_due_at = 'infinity' as "isResting" from ops.webhook_endpoints
      where endpoint_id = ${id}::uuid`.execute(app.db),
    ({ rows }) => rows[0]?.isResting === true,
  );
  // It looks once more in an hour, finds nothing, and wants to rest.
  await sql`update ops.webhook_endpoints set next_due_at = ${new Date(Date.now() + ahead + hour)}::timestamptz
    where endpoint_id = ${id}::uuid`.execute(app.db);
  await app.db.transaction().execute(async (trx) => {
    await sql`select from ops.webhook_endpoints where endpoint_id = ${id}::uuid for update`.execute(trx);
    ahead += 2 * hour;
    await eventually(
      () =>
        sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%update ops.webhook_endpoints set next_due_at%'`.execute(app.db),
      ({ rows }) => rows[0]!.waiting > 0,
    );
    await sql`update ops.webhook_deliveries set status = 'pending', due_at = now() where event_id = ${eventId}::uuid`.execute(
      trx,
    );
    await sql`update ops.webhook_endpoints set next_due_at = now() where endpoint_id = ${id}::uuid`.execute(trx);
  });
  await receivedAll(2);
});

it('hears of what happens next once the only event that it failed to take is gone', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const { id } = await create({ types: ['contact.tagged'] });
  await happens(bella, newContact(), ['x']);
  await eventually(
    () => endpointOf(id),
    ({ failures }) => failures > 0,
  );
  receiver.answer = (_, response) => response.end();
  // As the erasure of its contact leaves it.
  await sql`delete from ops.webhook_deliveries where endpoint_id = ${id}::uuid`.execute(app.db);
  ahead += hour;
  await eventually(
    () =>
      sql<{ isResting: boolean }>`select next_due_at = 'infinity' as "isResting" from ops.webhook_endpoints
      where endpoint_id = ${id}::uuid`.execute(app.db),
    ({ rows }) => rows[0]?.isResting === true,
  );
  const next = await happens(bella, newContact(), ['y']);
  await eventually(
    () => receiver.received,
    (all) => all.some((one) => one.id === next),
  );
});

it('sends nothing more of someone who was erased, and forgets what receivers answered about them', async () => {
  const contactId = newContact();
  receiver.answer = (_, response) => response.end(`hello ${contactId}`);
  const { id } = await create({ types: ['contact.tagged', 'contact.erased'] });
  const eventId = await happens(bella, contactId, ['vip']);
  const detail = () =>
    get<{ data: { event: unknown; attempts_made: { response: string | null }[] } }>(
      `/webhook-endpoints/${id}/deliveries/${eventId}`,
    );
  await eventually(detail, ({ data }) => data.attempts_made[0]?.response === `hello ${contactId}`);
  const of = { businessId: BusinessId.parse(bella.businessId), contactId };
  await app.store.append(
    streams.contact(contactId),
    'any',
    said([ContactErased.create({ ...of, identities: [] })], { businessId: bella.businessId }),
  );
  await app.subjectKeys.destroy(contactId);
  await eventually(detail, ({ data }) => data.attempts_made[0]?.response === null);
  await act('POST', `/webhook-endpoints/${id}/replay`, { since: '2020-01-01T00:00:00.000Z' });
  await eventually(
    () => receiver.received.filter(({ event }) => event.type === 'contact.erased').length,
    (count) => count >= 1,
  );
  expect(tagsOf(contactId)).toEqual(['vip']);
  const page = await eventually(
    () => get<{ data: { type: string }[] }>(`/webhook-endpoints/${id}/events`),
    ({ data }) => data.length > 0,
  );
  expect(page.data.map(({ type }) => type)).toEqual(['contact.erased']);
});

it('refuses redirects, cuts off answers without end, and asks no private address', async () => {
  const elsewhere = await openReceiver();
  const answers: Record<string, Receiver['answer']> = {
    redirect: (_, response) => {
      response.writeHead(307, { location: elsewhere.url });
      response.end();
    },
    gigabytes: (_, response) => {
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => void (response.destroyed || response.write(piece, () => setImmediate(more)));
      more();
    },
  };
  const { id } = await create({ types: ['contact.tagged'] });
  for (const [name, expected] of [
    ['redirect', { last_status: 307 }],
    ['gigabytes', { last_error: 'too-large' }],
  ] as const) {
    receiver.answer = answers[name]!;
    const eventId = await happens(bella, newContact(), [name]);
    const one = await eventually(
      async () => {
        ahead += 10_000;
        return (await deliveries(id)).find((delivery) => delivery.id === eventId);
      },
      (delivery) => (delivery?.attempts ?? 0) > 0,
    );
    expect(one).toMatchObject({ status: 'pending', ...expected });
  }
  expect(elsewhere.received).toEqual([]);
  await elsewhere.close();
  const secondOne = await create({ url: 'https://169.254.169.254/latest/meta-data', types: ['contact.tagged'] });
  const eventId = await happens(bella, newContact(), ['private']);
  const refused = await eventually(
    async () => (await deliveries(secondOne.id)).find((delivery) => delivery.id === eventId),
    (delivery) => (delivery?.attempts ?? 0) > 0,
  );
  expect(refused).toMatchObject({ last_error: 'address-refused' });
});

it('can be asked in place of sending, page by page, and says what it would have sent', async () => {
  const { id } = await create({ types: ['contact.tagged'], url: 'https://example.com/hooks' });
  const contactId = newContact();
  for (const tag of ['1', '2', '3']) await happens(bella, contactId, [tag]);
  interface Page {
    readonly data: { readonly id: string; readonly data: { readonly tags: string[] } }[];
    readonly meta: { readonly next_cursor: string; readonly has_more: boolean };
  }
  const first = await eventually(
    () => get<Page>(`/webhook-endpoints/${id}/events?limit=2`),
    ({ data, meta }) => data.length === 2 && meta.has_more,
  );
  expect(first.data.map(({ data }) => data.tags[0])).toEqual(['1', '2']);
  expect(first.meta.has_more).toBe(true);
  const next = await get<Page>(`/webhook-endpoints/${id}/events?limit=2&cursor=${first.meta.next_cursor}`);
  expect(next.data.map(({ data }) => data.tags[0])).toEqual(['3']);
  expect(next.meta.has_more).toBe(false);
  const preview = await get<{ data: { total: number; counts: { type: string; count: number }[] } }>(
    '/webhook-preview?since=2020-01-01T00:00:00.000Z&types=contact.tagged',
  );
  expect(preview.data).toMatchObject({ total: 3, counts: [{ type: 'contact.tagged', count: 3 }] });
  expect((await app.call(bella.token, 'GET', `/webhook-endpoints/${id}/events?cursor=nonsense`)).status).toBe(422);
});
