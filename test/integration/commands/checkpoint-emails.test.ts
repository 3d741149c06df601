import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { is } from '../../../domain/kernel/event.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { sendCheckpoints } from '../../../workers/evidence/daily-checkpoints.ts';
import { context, createWorld, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Each piece is tried once, and what goes wrong is an error of the test. */
const aside = {
  attempt: async <T>(_: string, __: object, work: () => Promise<T>) => ({ done: true as const, value: await work() }),
};
const on = (day: string) => {
  world.clock.at = new Date(`${day}T17:00:00Z`);
};
/** As the worker does, by several processes. */
async function workersLook(): Promise<void> {
  await world.evidence.catchUp();
  const look = () => sendCheckpoints({ ...world, aside });
  await Promise.all([look(), look()]);
  await look();
}
async function emailsTo(ownerId: string) {
  const { events } = await world.events.readAll(0n, { limit: 5_000 });
  return events
    .filter((event) => is(event, AccountEmailRequested))
    .map(({ data }) => data)
    .filter(({ kind, userId }) => kind === 'checkpoint' && userId === ownerId);
}

const admin = { ...system, role: 'admin' as const };
/** Opened on November 20. */
async function aShop(email: string) {
  const [businessId, ownerId] = [BusinessId.parse(randomUUID()), randomUUID()];
  on('2026-11-20');
  await world.commands.businesses.create(context(admin), {
    businessId,
    ownerId,
    agencyId: null,
    uniqueId: null,
    password: null,
    name: 'Bella’s Pizza',
    email,
    firstName: 'Bella',
    lastName: 'Russo',
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
    isEnabledLivechat: true,
    isActiveLivechat: true,
    isEnabledLoop: false,
    isActiveLoop: false,
    isActiveMms: false,
    isTemplate: false,
    templateContent: null,
  });
  return { businessId, ownerId };
}

it('an owner is sent one checkpoint a day, of days on which something was recorded', async () => {
  const { businessId, ownerId } = await aShop('bella@shop.test');
  await workersLook();
  expect(await emailsTo(ownerId)).toEqual([]);

  on('2026-11-21');
  await workersLook();
  const [first, ...more] = await emailsTo(ownerId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    email: 'bella@shop.test',
    about: { title: 'Your log checkpoint for 2026-11-20', link: '/business/contacts' },
  });
  const [words, note] = first!.about!.from.split(/\n\n(?=\S+\/log\/)/) as [string, string];
  expect(words).toContain('recorded for Bella’s Pizza up to 2026-11-20');
  // The very checkpoint that packets of that day have: a stranger checks it with the log's public key.
  const kept = await world.evidence.prove(businessId, 'events', []);
  const [origin] = kept!.checkpoint.split('\n');
  expect(note.split('\n')[0]).toBe(origin);
  expect(note).toContain('\n— ');

  // Nothing was recorded on that day but the email itself.
  on('2026-11-22');
  await workersLook();
  on('2026-11-23');
  await workersLook();
  expect(await emailsTo(ownerId)).toHaveLength(1);

  const number = { businessId, number: '+16505550177', providerNumberId: null, isTollFree: false };
  await world.commands.setup.assignNumber(context(system), number);
  await world.commands.businesses.releaseNumber(context(admin), { businessId });
  await workersLook();
  on('2026-11-24');
  await workersLook();
  expect((await emailsTo(ownerId)).map(({ about }) => about!.title)).toEqual([
    'Your log checkpoint for 2026-11-20',
    'Your log checkpoint for 2026-11-23',
  ]);
});

it('an owner who turned them off gets none until they are on again; no one else can', async () => {
  const { businessId, ownerId } = await aShop('off@shop.test');
  const neighbor = await aShop('on@shop.test');
  const account = { kind: 'business' as const, id: businessId };
  const own = { ...system, role: 'business' as const, tenant: { agencyId: null, businessId } };
  const { switchEmails, checkpointEmails } = world.commands.evidence;
  expect(await checkpointEmails(account)).toEqual({ isOn: true });
  const theirs = { ...own, tenant: { agencyId: null, businessId: neighbor.businessId } };
  await expect(switchEmails(context(theirs), { account, isOn: false })).rejects.toMatchObject({ code: 'not_found' });
  const before = (await world.events.readAll(0n, { limit: 5_000 })).events.length;
  for (let again = 0; again < 2; again += 1) await switchEmails(context(own), { account, isOn: false });
  expect((await world.events.readAll(0n, { limit: 5_000 })).events).toHaveLength(before + 1);
  expect(await checkpointEmails(account)).toEqual({ isOn: false });

  await workersLook();
  on('2026-11-21');
  await workersLook();
  expect(await emailsTo(ownerId)).toEqual([]);
  expect(await emailsTo(neighbor.ownerId)).toHaveLength(1);

  await switchEmails(context(own), { account, isOn: true });
  await workersLook();
  expect(await emailsTo(ownerId)).toEqual([]);
  const number = { businessId, number: '+16505550178', providerNumberId: null, isTollFree: false };
  await world.commands.setup.assignNumber(context(system), number);
  await world.commands.businesses.releaseNumber(context(admin), { businessId });
  await workersLook();
  on('2026-11-22');
  await workersLook();
  expect((await emailsTo(ownerId)).map(({ about }) => about!.title)).toEqual(['Your log checkpoint for 2026-11-21']);
});
