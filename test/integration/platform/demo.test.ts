import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../main/demo/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';
import { openSpine, type Spine } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  await spine.runner.start();
});
afterAll(async () => {
  await spine.close();
  await database.drop();
});

it('shows an agency at work with its businesses, and what is archived and switched off; cut off it is simply done again', async () => {
  const said: string[] = [];
  const { vault, runner, readModels: models } = spine;
  const seed = async (commandsWith = spine.commandsWith) => {
    const { lines } = await seedDemo({
      ...spine,
      commandsWith,
      password: 'correct horse',
      past: false,
      now: () => new Date(),
      sandbox: null,
      smsUrl: 'http://127.0.0.1',
      accountSid: 'AC1',
      log: quietLog,
    });
    said.push(...lines);
  };
  const cutOff: typeof spine.commandsWith = (world) => {
    const commands = spine.commandsWith(world);
    return { ...commands, setup: { ...commands.setup, createCampaign: () => Promise.reject(new Error('cut off')) } };
  };
  await expect(seed(cutOff)).rejects.toThrow('cut off');
  await seed();
  const head = await spine.store.head();
  await seed();
  expect(await spine.store.head()).toBe(head);
  expect(
    said
      .filter((line) => line.includes('@demo.test'))
      .slice(0, 3)
      .map((line) => line.trim().split(/\s+/)),
  ).toEqual([
    ['Admin', 'admin@demo.test', 'correct', 'horse'],
    ['Agency', 'agency@demo.test', 'correct', 'horse'],
    ['Business', 'business@demo.test', 'correct', 'horse'],
  ]);

  // Where somebody lives already there is no demo, and whoever asked for one is told.
  const state = (await vault.get('demo/state'))!;
  await vault.delete('demo/state');
  await seed();
  expect(await spine.store.head()).toBe(head);
  expect(said.at(-1)).toMatch(/^No demo: /);
  await vault.put('demo/state', state);

  await runner.waitFor(head, { timeoutMs: 10_000 });
  const list = (status: 'active' | 'archived') =>
    ({ page: 1, perPage: 10, search: null, sortBy: 'name', sortDesc: false, status }) as const;
  const rows = async (status: 'active' | 'archived') =>
    (await models.businesses({ agencyId: null, all: true }, list(status))).data.map(
      ({ name, isActive, phoneNumber }) => [name, isActive, phoneNumber],
    );
  expect(await rows('active')).toEqual([
    ["Bella's Pizzeria", true, '+14155550100'],
    ['Harbor Fitness', true, '+14155550101'],
    ['Maple Street Books', false, null],
  ]);
  expect(await rows('archived')).toEqual([
    ['Lakeside Boats', true, null],
    ['Sunset Cinema', true, null],
  ]);
  const [northwind] = (await models.agencies(list('active'))).data;
  expect(await models.agency(northwind!.id)).toMatchObject({
    name: 'Northwind Marketing',
    freeFee: true,
    isNew: false,
    businessesCount: 3,
    usageNumbers: 2,
    email: 'agency@demo.test',
  });
  expect((await models.agencies(list('archived'))).data.map(({ name }) => name)).toEqual(['Lakeside Media']);
  for (const email of ['admin@demo.test', 'agency@demo.test', 'business@demo.test', 'harbor@demo.test']) {
    const { result } = await spine.commands.users.signIn(
      {
        caller: {
          role: 'public',
          actor: { kind: 'public', name: 'test' },
          tenant: { agencyId: null, businessId: null },
        },
        commandId: crypto.randomUUID(),
        correlationId: crypto.randomUUID(),
        causationId: null,
      },
      { email, password: 'correct horse', ipAddress: null, sessionId: crypto.randomUUID() },
    );
    expect(result, email).not.toBeNull();
  }
});
