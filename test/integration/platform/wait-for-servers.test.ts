import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startAgain } from '../../../main/start-again.ts';
import { askPostgres, untilItAnswers } from '../../../main/wait-for-servers.ts';
import { type Proxy, startProxy } from '../../contract/event-store/support/proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  said.length = 0;
  for (const end of ends.splice(0).reverse()) await end();
});

/** A database whose server can be away. */
async function behindProxy(): Promise<{ connectionString: string; proxy: Proxy; database: TestDatabase }> {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  const url = new URL(database.connectionString);
  url.searchParams.delete('host');
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(url.port) });
  ends.push(() => proxy.close());
  url.host = `127.0.0.1:${proxy.port}`;
  return { connectionString: url.href, proxy, database };
}

test('waits for a server that is away, says so once, and says when it is there', async () => {
  const { connectionString, proxy } = await behindProxy();
  proxy.refuse(true);
  let there = false;
  const waiting = untilItAnswers('The database', () => askPostgres(connectionString), {
    say,
    signal: new AbortController().signal,
  }).then(() => (there = true));
  await eventually(
    () => Promise.resolve(said),
    (lines) => lines.length > 0,
  );
  await new Promise((done) => setTimeout(done, 700));
  expect(there).toBe(false);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^The database can't be reached: .+\. Waiting for it; Ctrl-C ends\.$/);
  proxy.refuse(false);
  await waiting;
  expect(said[1]).toMatch(/^The database is there after \d+ s\.$/);
});

test('a server that is there is not spoken of', async () => {
  const { connectionString } = await behindProxy();
  await untilItAnswers('The database', () => askPostgres(connectionString), {
    say,
    signal: new AbortController().signal,
  });
  expect(said).toEqual([]);
});

test('a refusal is no absence, and whoever gives up waits no longer', async () => {
  const { connectionString, proxy } = await behindProxy();
  const wrong = Object.assign(new URL(connectionString), { password: 'wrong' }).href;
  const signal = new AbortController().signal;
  await expect(untilItAnswers('The database', () => askPostgres(wrong), { say, signal })).rejects.toThrow(/password/);
  expect(said).toEqual([]);
  proxy.refuse(true);
  const giveUp = new AbortController();
  const waiting = untilItAnswers('The database', () => askPostgres(connectionString), { say, signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 50);
  await expect(waiting).rejects.toThrow();
});

test('a start that a late answer cut off is begun again, for so long and no longer; whatever else it meets ends it', async () => {
  const { connectionString, proxy } = await behindProxy();
  const signal = new AbortController().signal;
  const warned: string[] = [];
  const log = { warn: (_: object, line: string) => void warned.push(line) } as never;
  let tries = 0;
  const start = async () => {
    tries += 1;
    const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 200 });
    await pool.query('select 1').finally(() => pool.end());
    return 'started';
  };
  proxy.holdFrom(1);
  const starting = startAgain(start, { log, signal });
  await expect.poll(() => warned.length).toBeGreaterThan(1);
  expect(warned[0]).toMatch(/^A server was away or answered too late; starting again, for \d+ s more at most\.$/);
  proxy.holdFrom(null);
  expect(await starting).toBe('started');

  proxy.refuse(true);
  await expect(startAgain(start, { log, signal, withinMs: 0 })).rejects.toThrow();
  proxy.refuse(false);
  tries = 0;
  const missing = async () => {
    tries += 1;
    throw Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  };
  await expect(startAgain(missing, { log, signal })).rejects.toThrow('no such file');
  expect(tries).toBe(1);
});

test('a server that takes the connection and says nothing is waited for as well', async () => {
  const { connectionString, proxy } = await behindProxy();
  proxy.holdFrom(1);
  const signal = new AbortController().signal;
  const waiting = untilItAnswers('The database', () => askPostgres(connectionString), { say, signal });
  await expect.poll(() => said[0]).toMatch(/^The database can't be reached: timeout expired\./);
  proxy.holdFrom(null);
  await waiting;
});
