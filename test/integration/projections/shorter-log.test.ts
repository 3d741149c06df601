import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogEndsEarlier } from '../../../adapters/event-store/port.ts';
import { conversations } from '../../../projections/livechat/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { contacts } from '../../../projections/contacts/projector.ts';
import { projectors } from '../../../projections/index.ts';
import { eventually } from '../../support/eventually.ts';
import { scratchFolder } from '../../support/postgres.ts';
import { openShop } from './stories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

/** Read models at the end of a log that is then put back to an older backup of itself. Returns where it ends. */
async function restoredToBackup(): Promise<bigint> {
  const shop = await openShop(world);
  const person = shop.contact();
  await person.texts('in the backup');
  const backup = await world.store.head();
  await person.texts('lost');
  await person.texts('lost as well');
  const runner = world.runner();
  await runner.start();
  expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  await runner.stop();
  // Checkpoints of those who had nothing to do are written now and then only.
  await world.query(`update ops.projection_checkpoints set position = $1`, [(await world.store.head()).toString()]);
  await world.query(`delete from es.events where position > $1`, [backup.toString()]);
  return backup;
}

const checkpoints = () =>
  world.query<{ position: string; state: string; error: string | null }>(
    'select position::text, state, error from ops.projection_checkpoints',
  );

describe('a log that ends before the checkpoints', () => {
  it('is seen by whoever asks how the read models are, also where none runs', async () => {
    await restoredToBackup();
    const status = await world.runner().status();
    expect(status.map(({ state, ok }) => ({ state, ok }))).toEqual(
      projectors.map(() => ({ state: 'ahead-of-log', ok: false })),
    );
    expect(status[0]!.error).toMatch(/The event log ends at \d+, before \d+.*adopt-log/);
  });

  it('is refused by rebuild and verify, which hold nothing and leave nothing', async () => {
    await restoredToBackup();
    const runner = world.runner();
    await expect(runner.rebuild([conversations.name, contacts.name])).rejects.toThrow(LogEndsEarlier);
    await expect(runner.verify(conversations.name)).rejects.toThrow(LogEndsEarlier);
    await world.query(`set lock_timeout = '2s'; update ops.projection_checkpoints set updated_at = now()`);
    expect(await world.query(`select 1 from pg_namespace where nspname ~ '__(rebuild|verify)$'`)).toEqual([]);
  });

  it('pauses the read models for good: they do not go on when the log has grown past them', async () => {
    const backup = await restoredToBackup();
    const runner = world.runner();
    await runner.start();
    const paused = await eventually(checkpoints, (all) => all.every(({ state }) => state === 'paused'));
    expect(paused.every(({ error }) => error?.includes('adopt-log'))).toBe(true);
    const before = (await checkpoints()).map(({ position }) => position);
    const shop = await openShop(world);
    for (let n = 0; n < 5; n += 1) await shop.contact().texts('new');
    expect(await world.store.head()).toBeGreaterThan(BigInt(before[0]!));
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 500 })).toBe(false);
    expect((await checkpoints()).map(({ position }) => position)).toEqual(before);
    expect((await runner.status()).every(({ ok, state }) => !ok && state === 'paused')).toBe(true);

    // Taken for the right one, under the running application: as if the lost events had never been.
    await runner.rebuild(
      projectors.map((one) => one.name),
      undefined,
      undefined,
      { adoptLog: true },
    );
    await shop.contact().texts('newer');
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    expect((await runner.status()).every(({ ok, state }) => ok && state === 'running')).toBe(true);
    expect(await runner.verify(conversations.name)).toEqual([]);
    const [kept] = await world.query<{ n: number }>(
      `select count(*)::int as n from ${schemaOf(conversations)}.messages where position <= $1`,
      [backup.toString()],
    );
    expect(kept!.n).toBe(1);
  }, 60_000);

  it('is noticed when the log is put back under a running application', async () => {
    const runner = world.runner();
    await runner.start();
    const shop = await openShop(world);
    await shop.contact().texts('one');
    const backup = await world.store.head();
    await shop.contact().texts('two');
    await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 });
    await world.query(`delete from es.events where position > $1`, [backup.toString()]);
    await eventually(
      () => runner.status(),
      (all) => all.find(({ name }) => name === 'conversations')!.state === 'ahead-of-log',
    );
    const all = await eventually(checkpoints, (some) => some.some(({ state }) => state === 'paused'));
    expect(all.some(({ error }) => error?.includes('adopt-log'))).toBe(true);
  });

  it('ends the command with 1 and the reason; adopt-log takes it as it is', async () => {
    const backup = await restoredToBackup();
    await world.query(`insert into ops.worker_checkpoints (name, position) values ('inbound', 1000)`);
    const refused = await projectionsCli('rebuild', '--all');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/The event log ends at \d+, before \d+.*adopt-log/);
    expect((await projectionsCli('verify', conversations.name)).code).toBe(1);
    const listed = await projectionsCli('list');
    expect(listed.stdout).toContain('ahead-of-log');
    expect(listed.stderr).toContain('The worker inbound is ahead of the log');

    const adopted = await projectionsCli('adopt-log');
    expect(adopted.stdout).toContain('inbound');
    expect(adopted.code).toBe(0);
    expect((await checkpoints()).every(({ position }) => BigInt(position) === backup)).toBe(true);
    const [worker] = await world.query<{ position: string }>(`select position::text from ops.worker_checkpoints`);
    expect(worker!.position).toBe(backup.toString());
    expect((await projectionsCli('rebuild', conversations.name)).code).toBe(0);
  }, 90_000);
});

it('refuses a folder that holds nothing instead of making a new system in it', async () => {
  const folder = scratchFolder();
  const child = spawn(process.execPath, ['main/projections-cli.ts', 'list'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  expect(said).toContain(`There is no Beckon data in ${folder}.`);
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});

function projectionsCli(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['main/projections-cli.ts', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: world.connectionString,
      DATA_DIR: scratchFolder(),
      SECRET_KEY: 'a key of this test, as long as it has to be',
    },
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (said[stream] += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}
