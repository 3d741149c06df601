import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { projectors } from '../../../projections/index.ts';
import { startTestPostgres } from '../../support/postgres.ts';
import { openShop } from './stories.ts';
import { createWorld } from './world.ts';

async function runElsewhere(connectionString: string): Promise<ChildProcess> {
  const child = fork(new URL('./runner-process.ts', import.meta.url), { stdio: 'ignore', execArgv: [] });
  child.send({ connectionString });
  await once(child, 'message');
  return child;
}

it('killed at any moment, the read models come out as from a clean rebuild', { timeout: 120_000 }, async () => {
  const world = await createWorld();
  const shop = await openShop(world);
  const people = Array.from({ length: 5 }, () => shop.contact());
  let texts = 0;
  for (let round = 0; round < 6; round++) {
    for (const person of people) {
      await Promise.all(Array.from({ length: 6 }, () => person.texts(`text ${texts++}`)));
      await person.does(person.optedIn());
    }
    const child = await runElsewhere(world.connectionString);
    const writing = Promise.all(
      people.flatMap((person) => Array.from({ length: 10 }, () => person.texts(`text ${texts++}`))),
    );
    await new Promise((resolve) => setTimeout(resolve, round * 12));
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), writing]);
  }
  const runner = world.runner();
  await runner.start();
  expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
  expect(await world.models.unread(shop.businessId)).toBe(texts);
  for (const projector of projectors) expect(await runner.verify(projector.name), projector.name).toEqual([]);
  await world.close();
});

it(
  'goes on by itself when the database was killed and has come back, with exact counts',
  { timeout: 120_000 },
  async () => {
    const server = await startTestPostgres();
    const world = await createWorld({ connectionString: server.connectionString, drop: async () => {} });
    const shop = await openShop(world);
    const ann = shop.contact();
    const runner = world.runner();
    await runner.start();
    let texts = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++, texts++) await ann.texts(`text ${texts}`);
      const pid = server.pid();
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => server.pid() !== pid && server.isUp(), { timeout: 30_000 }).toBe(true);
      await expect
        .poll(
          async () => {
            try {
              await ann.texts(`text ${texts}`);
              texts += 1;
              return true;
            } catch {
              return false;
            }
          },
          { timeout: 30_000 },
        )
        .toBe(true);
    }
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
    expect((await runner.status()).filter((one) => !one.ok)).toEqual([]);
    const [counted] = await world.query<{ count: number }>(
      `select count(*)::int as count from es.events where type = 'MessageReceived'`,
    );
    expect(await world.models.unread(shop.businessId)).toBe(counted!.count);
    expect(counted!.count).toBeGreaterThanOrEqual(texts);
    for (const projector of projectors) expect(await runner.verify(projector.name), projector.name).toEqual([]);
    await world.close();
    await server.remove();
  },
);
