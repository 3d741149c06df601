import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { conversations } from '../../../projections/livechat/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { projectors } from '../../../projections/index.ts';
import { scratchFolder } from '../../support/postgres.ts';
import { openShop } from './stories.ts';
import { createWorld, type World } from './world.ts';

const copy = `${schemaOf(conversations)}__rebuild`;

/** `npm run projections -- rebuild --all`, as somebody types it. */
const rebuild = (world: World, processes: number): ChildProcess =>
  spawn(process.execPath, ['main/projections-cli.ts', 'rebuild', '--all', '--processes', String(processes)], {
    env: {
      ...process.env,
      DATABASE_URL: world.connectionString,
      DATA_DIR: scratchFolder(),
      SECRET_KEY: 'a key of this test, as long as it has to be',
    },
    stdio: 'ignore',
  });

const connections = async (world: World): Promise<number> => {
  const [row] = await world.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like 'beckon-rebuild%'`,
  );
  return row!.count;
};

it.each([1, 2])(
  'killed half-way, a rebuild by %i leaves the live ones serving, and the next one works',
  { timeout: 400_000 },
  async (processes) => {
    const world = await createWorld();
    const shops = [await openShop(world), await openShop(world)];
    const people = shops.flatMap((shop) => Array.from({ length: 5 }, () => ({ shop, person: shop.contact() })));
    let texts = 0;
    const write = async (): Promise<void> => {
      for (const { person } of people)
        await Promise.all(Array.from({ length: 5 }, () => person.texts(`text ${texts++}`)));
    };
    await write();
    const runner = world.runner();
    await runner.start();
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);

    // Who fills the copy waits for this lock, in the middle of a transaction.
    const blocker = await world.pool.connect();
    const killed = rebuild(world, processes);
    await expect
      .poll(() => world.query(`select from pg_tables where schemaname = $1 and tablename = 'messages'`, [copy]), {
        timeout: 30_000,
      })
      .toHaveLength(1);
    await blocker.query(`begin; lock table ${copy}.messages in share mode`);
    await expect
      .poll(
        () =>
          world.query(
            `select from pg_stat_activity where application_name = 'beckon-rebuild' and wait_event_type = 'Lock'`,
          ),
        { timeout: 30_000 },
      )
      .not.toHaveLength(0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await blocker.query('rollback');
    blocker.release();

    await write();
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
    const unread = await Promise.all(shops.map((shop) => world.models.unread(shop.businessId)));
    expect(unread.reduce((sum, count) => sum + count, 0)).toBe(texts);
    await expect.poll(() => connections(world), { timeout: 30_000, message: 'nobody goes on alone' }).toBe(0);

    const [exitCode] = (await once(rebuild(world, processes), 'exit')) as [number];
    expect(exitCode).toBe(0);
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
    for (const { name } of projectors) expect(await runner.verify(name), name).toEqual([]);
    expect(
      await world.query(`select schema from ops.projection_checkpoints where state <> 'running' or epoch <> 1`),
    ).toEqual([]);
    await world.close();
  },
);
