import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BroadcastId, type ContactId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { broadcastNow } from '../../support/broadcasts.ts';
import {
  designFor,
  giveAddress,
  emailBroadcast,
  subscribeByEmail,
  untilEmailed,
} from '../../support/email-broadcasts.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';
import { broadcasts } from '../../support/outbox.ts';

/** What holds for emails to many as for texts: again and again, by leave, not too often, and later to who was left out. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
let designId: string;
let ann: ContactId;
let tenants = 0;
const me = () => context(tenant.business.caller);
const [annAt, bobAt] = [() => `ann@t${tenants}.test`, () => `bob@t${tenants}.test`];
beforeAll(async () => {
  world = await createProvidersWorld({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, noProviderMs: 50 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.addAgency(`North${(tenants += 1)}`);
  await giveAddress(world, tenant.businessId);
  designId = await designFor(world, tenant.businessId);
  ann = (await subscribeByEmail(world, tenant.businessId, [annAt(), bobAt()]))[0]!;
});

const send = (subject: string, setup = {}) =>
  emailBroadcast(world, tenant.businessId, [subject], designId, setup, tenant.business.caller);
/** The oldest first. */
const subjectsTo = async (to: string) =>
  (await world.sandbox.inbox.messages({ to })).map(({ subject }) => subject).reverse();

test('one that goes out again and again has its next one, once, with the email that was scheduled', async () => {
  const day = 86_400_000;
  const lastWeek = new Date(Date.now() - 8 * day);
  const past = world.commandsWith({ now: () => lastWeek }).broadcasts;
  const at = new Date(lastWeek.getTime() + 3_600_000).toISOString().slice(0, 16);
  const schedule = { kind: 'recurring', at, zone: 'UTC', every: 'week', until: null } as const;
  const id = BroadcastId.parse(randomUUID());
  await past.create(me(), {
    broadcastId: id,
    name: 'Weekly',
    type: 'email',
    windowHours: null,
    schedule,
    contents: [{ kind: 'mail', subject: 'This week', preheader: null, designId }],
  });
  await past.schedule(me(), { broadcastId: id, recipients: null });
  await world.commands.emailTemplates.delete(me(), { templateId: designId as never });
  expect((await untilEmailed(world, id)).sums).toMatchObject({ delivered: 2 });

  // What was missed since is not sent afterwards; asked for twice, there is one.
  const nextId = BroadcastId.parse(uuidV5(namespaces.broadcast, id, 'next'));
  const system = () => world.system({ agencyId: tenant.agencyId, businessId: tenant.businessId });
  await world.commands.broadcasts.repeat(system(), { broadcastId: id });
  const [first, next] = [await broadcastNow(world.store, id), await broadcastNow(world.store, nextId)];
  expect(next).toMatchObject({ status: 'scheduled', from: { broadcastId: id, as: 'occurrence' } });
  expect(Date.parse(next.startAt!)).toBeGreaterThan(Date.now());
  expect((Date.parse(next.startAt!) - Date.parse(first.startAt!)) % (7 * day)).toBe(0);
  expect(await subjectsTo(annAt())).toEqual(['This week']);

  const then = world.commandsWith({ now: () => new Date(next.startAt!) }).broadcasts;
  const position = await world.store.head();
  await then.start(system(), { broadcastId: nextId, position, recipients: 2, trouble: null });
  // Its time is in days by the worker's clock.
  await expect
    .poll(() => broadcasts.change(world.db, { dueAt: sql`now()` }, { id: nextId, phase: 'freezing' }))
    .toBe(1);
  expect((await untilEmailed(world, nextId)).sums).toMatchObject({ delivered: 2 });
  expect(await subjectsTo(annAt())).toEqual(['This week', 'This week']);
});

test('above the size of the agency it waits for its leave, and goes to each once when that comes', async () => {
  const { token } = tenant.agency;
  const { body } = await world.call<{ agency: { revision: number; name: string } }>(token, 'GET', '/profile');
  const { revision, name } = body.agency;
  await world.call(token, 'PUT', '/agencies/edit-settings', { name, revision, approval_limit: 1 });
  const ask = async (subject: string) => {
    const id = BroadcastId.parse(randomUUID());
    await world.commands.broadcasts.create(me(), {
      broadcastId: id,
      name: subject,
      type: 'email',
      windowHours: null,
      contents: [{ kind: 'mail', subject, preheader: null, designId }],
    });
    await world.commands.broadcasts.schedule(me(), { broadcastId: id, recipients: 2 });
    expect((await broadcastNow(world.store, id)).status).toBe('approval');
    return id;
  };
  const agency = () => context(tenant.agency.caller);
  const [refused, approved] = [await ask('No'), await ask('Yes')];
  await world.commands.broadcasts.reject(agency(), { broadcastId: refused, note: 'Not like this.' });
  for (let press = 0; press < 2; press += 1)
    await world.commands.broadcasts.approve(agency(), { broadcastId: approved });
  // Until it begins nothing of it is left to do.
  await expect.poll(async () => (await broadcastNow(world.store, approved)).status).toBe('completed');
  expect((await untilEmailed(world, approved)).sums).toMatchObject({ delivered: 2 });
  expect((await broadcastNow(world.store, refused)).status).toBe('draft');
  for (const to of [annAt(), bobAt()]) expect(await subjectsTo(to)).toEqual(['Yes']);

  // One that nobody had counted is held back when its time has come, and not before somebody has looked does it go.
  const uncounted = await send('Uncounted');
  await expect.poll(async () => (await broadcastNow(world.store, uncounted)).status).toBe('approval');
  expect(await subjectsTo(annAt())).toEqual(['Yes']);
});

test('who wants one a week at most gets one a week, and everybody else each', async () => {
  const choose = (frequency: 'weekly' | 'all') =>
    world.commands.contacts.updatePreferences(me(), { contactId: ann, mailId: null, frequency });
  await choose('weekly');
  expect((await untilEmailed(world, await send('One'))).sums).toMatchObject({ delivered: 2 });
  const second = await untilEmailed(world, await send('Two'));
  expect(second.states.get(ann)).toEqual({ status: 'withheld', reason: 'too-often' });
  expect(second.sums).toMatchObject({ delivered: 1, suppressed: 1 });
  await choose('all');
  expect((await untilEmailed(world, await send('Three'))).sums).toMatchObject({ delivered: 2 });
  expect(await subjectsTo(annAt())).toEqual(['One', 'Three']);
  expect(await subjectsTo(bobAt())).toEqual(['One', 'Two', 'Three']);
});

test('who was left out since they had just been written to is written to later, and nobody who has it', async () => {
  await untilEmailed(world, await send('One'));
  const [cay] = await subscribeByEmail(world, tenant.businessId, [`cay@t${tenants}.test`]);
  const second = await send('Two', { windowHours: 16 });
  const report = await untilEmailed(world, second);
  expect(report.recipients).toEqual([cay]);
  expect(report.leftOut.map(({ reason }) => reason)).toEqual(['too-often', 'too-often']);
  const later = async (name: string) => {
    const broadcastId = BroadcastId.parse(randomUUID());
    await world.commands.broadcasts.sendToSkipped(me(), { broadcastId, of: second, name });
    await world.commands.broadcasts.schedule(me(), { broadcastId, recipients: null });
    return untilEmailed(world, broadcastId);
  };
  // Too soon: the window is what it was.
  const soon = await later('Too soon');
  expect([soon.recipients, soon.leftOut.map(({ reason }) => reason)]).toEqual([[], ['too-often', 'too-often']]);
  await sql`update ops.reached set at = at - interval '17 hours'
    where business_id = ${tenant.businessId}::uuid`.execute(world.db);
  expect((await later('Later')).sums).toMatchObject({ delivered: 2 });
  for (const to of [annAt(), bobAt()]) expect(await subjectsTo(to)).toEqual(['One', 'Two']);
  expect(await subjectsTo(`cay@t${tenants}.test`)).toEqual(['Two']);
});
