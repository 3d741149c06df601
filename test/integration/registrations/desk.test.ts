import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A2pRequest, A2pRequestRecord } from '../../../api/contract/registrations-a2p.ts';
import { Broadcast } from '../../../domain/broadcasts/broadcast.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { BroadcastId, BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventually } from '../../support/eventually.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { holdBroadcast } from '../../../main/demo/held-broadcast.ts';
import { id } from '../../../main/demo/names.ts';
import { brand, campaign } from './forms.ts';

/** The operator's half of A2P registration, over HTTP and against the carrier's stand-in. */
let world: ProvidersWorld;
let admin: { readonly token: string; readonly userId: string };
beforeAll(async () => {
  world = await createProvidersWorld();
  admin = await world.addUser('Admin', null, null);
});
afterAll(() => world.close());

const list = async (query: string) =>
  (await world.call<{ data: A2pRequest[]; meta: { total: number } }>(admin.token, 'GET', `/admin/a2p${query}`)).body;
const look = async (id: string) =>
  (await world.call<{ data: A2pRequestRecord }>(admin.token, 'GET', `/admin/a2p/${id}`)).body.data;

async function addRequest(name: string, number: string, ein: string) {
  const tenant = await world.addAgency(name);
  const { token } = tenant.business;
  expect((await world.call(token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  const submitted = await world.call<{ data: { id: string } }>(token, 'POST', '/businesses/a2p/brand', {
    ...brand,
    ein,
    legal_name: `Shop of ${name} LLC`,
  });
  expect(submitted.status).toBe(200);
  const { id } = submitted.body.data;
  const businessId = BusinessId.parse(tenant.businessId);
  const sid = async (part: 'brand' | 'campaign') => {
    const events = await world.store.read(streams.registrations(businessId));
    return events.findLast(({ data }) => data['part'] === part && data['step'] === part)?.data['reference'] as string;
  };
  const put = (body: object, as = admin.token) =>
    world.call<{ errors: Record<string, string[]> }>(as, 'PUT', `/admin/a2p/${id}`, body);
  /** Why its number may not send, as operators, its agency and the business itself read it. */
  const reasons = async () =>
    Promise.all(
      (
        [
          [admin.token, `/businesses/${tenant.businessId}`],
          [tenant.agency.token, `/businesses/${tenant.businessId}`],
          [token, '/businesses/a2p/request'],
        ] as const
      ).map(
        async ([as, path]) =>
          (await world.call<{ data: Pick<A2pRequestRecord, 'blocked'> }>(as, 'GET', path)).body.data.blocked,
      ),
    );
  const until = (is: (given: A2pRequestRecord) => boolean) => eventually(() => look(id), is);
  return { ...tenant, id, businessId, token, sid, put, until, reasons };
}

test('operators see where each request stands and with whom it waits, from the brand to the number', async () => {
  const { registrations } = world.sandbox;
  const shop = await addRequest('Queue', '+14155550160', '12-3456760');
  const waits = await shop.until(({ status }) => status === 'in-review');
  // The desk, the business's record and its own screen give one reason.
  expect(waits.blocked).toEqual({
    text: 'The brand of this business isn’t verified by the carriers yet.',
    cure: 'Wait for the carriers. You don’t need to do anything.',
  });
  expect(await shop.reasons()).toEqual([waits.blocked, waits.blocked, waits.blocked]);
  // As the demo shows it: what its time has come for waits for the brand, with that reason.
  const of = { agencyId: shop.agencyId, businessId: shop.businessId, ownerId: shop.business.userId };
  await holdBroadcast(world.commands, world.store, { ...of, uniqueId: 'queue', name: 'Shop of Queue' });
  const held = stateOf(
    Broadcast,
    await world.store.read(streams.broadcast(BroadcastId.parse(id('broadcast', 'queue', 'spring-bouquets')))),
  );
  expect(held).toMatchObject({
    status: 'paused',
    paused: { by: 'unregistered', note: expect.stringContaining('brand of this business isn’t verified') },
  });
  const [row] = (await list('?search=shop of queue&waiting_for=carrier')).data;
  expect(row).toMatchObject({ id: shop.id, stage: 'brand', waiting_for: 'carrier', attempts: 1, assignee: null });
  expect(row?.reason).toEqual({ text: 'The carrier is reviewing the brand.', cure: null, code: null, more: 0 });
  expect((await list('?search=123456760&status=in-review')).data.map(({ id }) => id)).toEqual([shop.id]);
  expect((await list('?search=shop of queue&waiting_for=business')).meta.total).toBe(0);

  registrations.decide(await shop.sid('brand'), null);
  expect(await shop.until(({ stage }) => stage === 'campaign')).toMatchObject({
    status: 'open',
    waiting_for: 'business',
    blocked: { text: 'No campaign of this business is verified by the carriers yet.', cure: 'Submit a campaign.' },
  });
  await world.call(shop.token, 'POST', '/businesses/a2p/campaign', {
    ...campaign,
    description: 'The Shop of Queue sends offers and order updates to customers who opted in.',
    samples: campaign.samples.map((sample) => sample.replace('North', 'Queue')),
    opt_in_message: campaign.opt_in_message.replace('North', 'Queue'),
  });
  await shop.until(({ stage, status }) => stage === 'campaign' && status === 'in-review');
  registrations.decide(await shop.sid('campaign'), 30909);
  const { reason } = await shop.until(({ stage, status }) => stage === 'campaign' && status === 'refused');
  expect(reason).toMatchObject({ code: '30909', text: 'It’s not clear how people opt in.', more: 0 });
  registrations.decide(await shop.sid('campaign'), null);
  expect(await shop.until(({ stage }) => stage === 'numbers')).toMatchObject({ status: 'pending', attempts: 2 });
  const sender = registrations.list('sender').find(({ fields }) => fields['phone_number'] === '+14155550160')!;
  registrations.decide(sender.sid, 30898);
  expect(await shop.until(({ status }) => status === 'failed')).toMatchObject({
    waiting_for: 'business',
    reason: { code: '30898', text: 'The EIN is registered with too many brands.' },
  });
  registrations.decide(sender.sid, null);
  const done = await shop.until(({ stage }) => stage === 'done');
  expect(done).toMatchObject({ status: 'registered', waiting_for: 'no-one', campaigns: [{ att_class: 'C' }] });
  expect(done.reason).toBeNull();
  expect([done.blocked, ...(await shop.reasons())]).toEqual([null, null, null, null]);
  expect((await list('?waiting_for=no-one')).data.map(({ id }) => id)).toContain(shop.id);
});

test('they assign, note, correct on behalf with their name and ask now; no one else does', async () => {
  const { registrations } = world.sandbox;
  const shop = await addRequest('Desk', '+14155550161', '12-3456761');
  await shop.until(({ status }) => status === 'in-review');
  registrations.decide(await shop.sid('brand'), 30795);
  const refused = await shop.until(({ status }) => status === 'refused');
  const [row] = (await list('?search=shop of desk&waiting_for=business')).data;
  expect(row?.reason).toMatchObject({
    text: 'The EIN doesn’t match the legal name.',
    cure: 'Copy both from the IRS letter (CP 575 or 147C).',
    code: '30795',
  });
  expect(refused).toMatchObject({
    waiting_for: 'business',
    reason: row?.reason,
    blocked: { cure: 'Copy both from the IRS letter (CP 575 or 147C).' },
  });
  expect(await shop.reasons()).toEqual([refused.blocked, refused.blocked, refused.blocked]);
  expect((await shop.put({ assignee_id: shop.business.userId })).body.errors).toHaveProperty('assignee_id');
  expect((await shop.put({ assignee_id: admin.userId, note: 'Name is on the EIN letter.' })).status).toBe(200);
  expect((await shop.put({ note: ' ' })).status).toBe(422);
  expect((await shop.put({ note: 'x' }, shop.agency.token)).status).toBe(403);
  expect((await shop.put({ note: 'x' }, shop.token)).status).toBe(403);
  const wrong = { ...brand, legal_name: 'Shop of Desk Inc.', ein: '111111111' };
  expect((await shop.put({ brand: wrong })).body.errors).toHaveProperty('ein');

  const corrected = { ...brand, legal_name: 'Shop of Desk Inc.', ein: '12-3456761' };
  expect((await shop.put({ brand: corrected })).status).toBe(200);
  await shop.until(({ brand: one }) => one?.state === 'in-review' && one.attempt === 2);
  registrations.decide(await shop.sid('brand'), null);
  expect((await shop.put({ check: true })).status).toBe(200);
  const found = await shop.until(({ brand: one }) => one?.state === 'verified');
  expect(found).toMatchObject({
    assignee: { id: admin.userId, name: 'Ada Min' },
    notes: [{ text: 'Name is on the EIN letter.', by: 'Ada Min' }],
    attempts: 2,
  });
  expect(found.history.find(({ attempt }) => attempt === 2)).toMatchObject({
    by: 'Ada Min',
    changes: [{ field: 'legal_name', was: 'Shop of Desk LLC', now: 'Shop of Desk Inc.' }],
  });
  // The correction is of the same record, so there is one for each of the two businesses.
  expect(registrations.list('brand')).toHaveLength(2);
  // The business does not hear what operators note, and its trail does not show it.
  const own = await world.call(shop.token, 'GET', '/businesses/a2p/request');
  expect(JSON.stringify(own.body)).not.toContain('EIN letter');
  expect((await list(`?assignee=${admin.userId}`)).data.map(({ id }) => id)).toEqual([shop.id]);
});

test('a request that waits too long is escalated once for each submission, and not when it was decided', async () => {
  const { registrations } = world.sandbox;
  const shop = await addRequest('Late', '+14155550162', '12-3456762');
  const { id: requestId, businessId } = shop;
  const escalate = (attempt: number, part: 'brand' | 'campaign' = 'brand', partId = requestId) =>
    world.commands.registrations.escalateA2p(world.system(), { requestId, businessId, part, partId, attempt });
  const escalated = async () =>
    (await world.store.read(streams.registrationCase(requestId))).map(({ data }) => data['attempt']);
  const told = async () =>
    (
      await world.call<{ data: { title: string; link: string | null }[] }>(admin.token, 'GET', '/notifications')
    ).body.data.filter(({ link }) => link === `/admin/settings/a2p/${requestId}/edit`);
  await shop.until(({ status }) => status === 'in-review');
  await escalate(1);
  await escalate(1);
  await escalate(2);
  const late = await shop.until(({ escalated_at: at }) => at !== null);
  expect(late.waiting_for).toBe('carrier');
  expect(await eventually(told, ({ length }) => length > 0)).toHaveLength(1);
  expect((await list('?escalated=1')).data.map(({ id }) => id)).toEqual([requestId]);

  registrations.decide(await shop.sid('brand'), 30795);
  await shop.until(({ status }) => status === 'refused');
  await shop.put({ brand: { ...brand, legal_name: 'Shop of Late Inc.', ein: '12-3456762' } });
  expect(await shop.until(({ attempts }) => attempts === 2)).toMatchObject({ escalated_at: null });
  registrations.decide(await shop.sid('brand'), null);
  await shop.until(({ status }) => status === 'open');
  await escalate(2);
  expect(await escalated()).toEqual([1]);

  const submitted = await world.call<{ data: { id: string } }>(shop.token, 'POST', '/businesses/a2p/campaign', {
    ...campaign,
    description: 'The Shop of Late sends offers and order updates to customers who opted in.',
    samples: campaign.samples.map((sample) => sample.replace('North', 'Late')),
    opt_in_message: campaign.opt_in_message.replace('North', 'Late'),
  });
  await shop.until(({ status }) => status === 'in-review');
  await escalate(1, 'campaign', submitted.body.data.id);
  expect(await escalated()).toEqual([1, 3]);
  await shop.until(({ escalated_at: at, attempts }) => at !== null && attempts === 3);
  expect(await eventually(told, ({ length }) => length > 1)).toHaveLength(2);
});
