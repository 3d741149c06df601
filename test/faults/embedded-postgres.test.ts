import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { isAlive, waitForEnd } from '../../adapters/database/embedded/processes.ts';
import { createPool } from '../../adapters/database/pool.ts';
import { scratchFolder } from '../support/postgres.ts';
import { killsOr } from './support/kills.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let dataDir: string;
const ends: (() => Promise<unknown> | unknown)[] = [];
/** A folder that a server has lived in. */
let used: string;
beforeAll(async () => {
  used = scratchFolder();
  await (await startEmbeddedPostgres({ dataDir: used, log })).stop();
});
afterAll(() => rmSync(used, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = scratchFolder();
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
});
/** Where making the data is not the subject: they are there already. */
const withData = (): void => void execFileSync('cp', ['-a', join(used, 'postgres'), dataDir]);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  ends.push(() => server.stop());
  return server;
}

interface Held {
  readonly pid: number;
  readonly port: number;
  readonly adopted: boolean;
  readonly connectionString: string;
}

/** Another process that uses the server of the folder. */
async function otherProcess(): Promise<Held & { kill(): Promise<void>; leave(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, ['test/support/hold-postgres.ts', dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  ends.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const line = await new Promise<string>((done, fail) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) done(text);
    });
    child.once('exit', () => fail(new Error('The other process ended before it had a server.')));
  });
  return {
    ...(JSON.parse(line) as Held),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    leave: () => {
      child.stdin!.end();
      return exited;
    },
  };
}

async function query<R extends pg.QueryResultRow>(
  server: { readonly connectionString: string },
  text: string,
): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

test('kill -9 of the process that started it: the next start has everything, and stops the server in the end', async () => {
  withData();
  const first = await otherProcess();
  await query(first, 'create table kept as select 42 as answer');
  await first.kill();
  // It uses the server that still runs, or begins anew where that was stopped first.
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(server.port).toBe(first.port);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(isAlive(server.pid())).toBe(false);
  expect(isAlive(first.pid)).toBe(false);
});

test('kill -9 of the only process that uses it: the server ends by itself, and its data are whole', async () => {
  withData();
  const first = await otherProcess();
  await query(first, 'create table kept as select 42 as answer');
  await first.kill();
  expect(await waitForEnd(first.pid, 60_000)).toBe(true);
  expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  const server = await start();
  expect(server.adopted).toBe(false);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('kill -9 of one of two: the server stays for the other, and ends when that one is killed too', async () => {
  withData();
  const [one, other] = [await otherProcess(), await otherProcess()];
  const users = () => readdirSync(join(dataDir, 'postgres', 'users'));
  await one.kill();
  // The dead one is crossed out when it is decided who is left.
  await vi.waitFor(() => expect(users()).toHaveLength(1), { timeout: 60_000 });
  expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(other.pid).toBe(one.pid);
  await other.kill();
  expect(await waitForEnd(one.pid, 60_000)).toBe(true);
});

test('an orphan that does not answer is stopped, and a new server takes its data', async () => {
  withData();
  const first = await otherProcess();
  await query(first, 'create table kept as select 42 as answer');
  await first.kill();
  process.kill(first.pid, 'SIGSTOP');
  const server = await start();
  expect(server.pid()).not.toBe(first.pid);
  expect(isAlive(first.pid)).toBe(false);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('kill -9 of Postgres under load, again and again: every acknowledged row is there, once, and the connections come back by themselves', async () => {
  withData();
  const server = await start();
  const pool = createPool({ connectionString: server.connectionString, log, max: 8 });
  ends.push(() => pool.end());
  await pool.query('create table written (n int primary key)');
  const acknowledged = new Set<number>();
  const open = new Set<number>();
  let next = 0;
  let running = true;
  const writers = Array.from({ length: 8 }, async () => {
    while (running) {
      const n = next++;
      try {
        await pool.query('insert into written values ($1)', [n]);
        acknowledged.add(n);
      } catch {
        open.add(n);
      }
    }
  });
  const back: number[] = [];
  for (let round = 0; round < killsOr(2); round++) {
    const before = acknowledged.size;
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 200), { timeout: 60_000 });
    const killed = server.pid();
    const at = performance.now();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(server.pid()).not.toBe(killed), { timeout: 60_000, interval: 5 });
    const after = acknowledged.size;
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(after), { timeout: 60_000, interval: 5 });
    back.push(Math.round(performance.now() - at));
  }
  running = false;
  await Promise.all(writers);
  console.log(
    `Postgres killed under load: writing again after ${back.join(', ')} ms; ${acknowledged.size} rows acknowledged, ${open.size} open`,
  );
  const rows = new Set((await pool.query<{ n: number }>('select n from written')).rows.map(({ n }) => n));
  expect([...acknowledged].filter((n) => !rows.has(n))).toEqual([]);
  expect([...rows].filter((n) => !acknowledged.has(n) && !open.has(n))).toEqual([]);
});

test('a server that is not our child is started again too, on the same port', async () => {
  withData();
  const first = await otherProcess();
  const server = await start();
  await first.kill();
  const killed = server.pid();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(server.pid()).not.toBe(killed), { timeout: 60_000 });
  await vi.waitFor(() => query(server, 'select 1'), { timeout: 60_000 });
  expect(server.port).toBe(first.port);
});

test('the port of last time is taken: another one is used', async () => {
  withData();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await first.stop();
  const squatter = createServer();
  await new Promise<void>((done) => {
    squatter.listen(first.port, '127.0.0.1', done);
  });
  ends.push(
    () =>
      new Promise((done) => {
        squatter.close(done);
      }),
  );
  const second = await start();
  expect(second.port).not.toBe(first.port);
  expect(second.port).toBeLessThan(32_768);
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('five processes start on one empty folder at once: they share one server, and the last to leave stops it', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => otherProcess()));
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1);
  await Promise.all(all.map((one, n) => query(one, `create table t${n} as select ${n} as n`)));
  const last = all.pop()!;
  for (const one of all) {
    await one.leave();
    expect(await query(last, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  await last.leave();
  expect(await waitForEnd(last.pid, 30_000)).toBe(true);
});

test('a process that was killed does not keep the server running', async () => {
  withData();
  const [one, other] = [await otherProcess(), await otherProcess()];
  await one.kill();
  await other.leave();
  expect(await waitForEnd(other.pid, 30_000)).toBe(true);
});

test('a pid file whose number belongs to somebody else now does not stand in the way', async () => {
  withData();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first, 'create table kept as select 42 as answer');
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  await first.stop();
  writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a first start that died half way, and the lock of a dead process, do not stand in the way', async () => {
  const home = join(dataDir, 'postgres');
  mkdirSync(join(home, 'data.new', 'base'), { recursive: true });
  writeFileSync(join(home, 'lock'), '2147483000 1 dead');
  const server = await start();
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(home, 'data.new'))).toBe(false);
});

test('it wants the secret, waits for the disk, and says nothing of statements in its log', async () => {
  const server = await start();
  const wrong = Object.assign(new URL(server.connectionString), { password: 'wrong' }).href;
  await expect(query({ connectionString: wrong }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  const settings = await query<{ name: string; setting: string }>(
    server,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')",
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
  });
  await query(server, 'create table people (phone text primary key)');
  await query(server, "insert into people values ('+14155550177')");
  await expect(query(server, "insert into people values ('+14155550177')")).rejects.toMatchObject({ code: '23505' });
  await expect(query(server, "select '+14155550177'::uuid")).rejects.toMatchObject({ code: '22P02' });
  expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).not.toContain('4155550177');
});

test('data of a major version that is not installed are refused in words, and left alone', async () => {
  withData();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await first.stop();
  const version = join(dataDir, 'postgres', 'data', 'PG_VERSION');
  writeFileSync(version, '12\n');
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/written by Postgres 12/);
  writeFileSync(version, '18\n');
  await start();
});
