import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { is } from '../../../domain/kernel/event.ts';
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

it('an owner is sent one checkpoint a day, of days on which something was recorded', async () => {
  const admin = { ...system, role: 'admin' as const };
  const [businessId, ownerId] = [randomUUID(), randomUUID()];
  on('2026-11-20');
  await world.commands.businesses.create(context(admin), {
    businessId,
    ownerId,
    agencyId: null,
    uniqueId: null,
    password: null,
    name: 'Bella’s Pizza',
    email: 'bella@shop.test',
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
