import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readPidFile, stopServer } from '../../adapters/database/embedded/cluster.ts';
import { isAlive } from '../../adapters/database/embedded/processes.ts';
import { startProxy } from '../contract/event-store/support/proxy.ts';
import { freePort } from '../support/ports.ts';
import { createTestDatabase, scratchFolder } from '../support/postgres.ts';

let dataDir: string;
let port: number;
const ends: (() => Promise<unknown> | unknown)[] = [];
// So that no start says that it builds.
beforeAll(() => promisify(execFile)(process.execPath, ['main/build.mjs']));
beforeEach(async () => {
  dataDir = scratchFolder();
  port = await freePort();
  ends.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    async () => {
      const left = postgres();
      if (left !== null) await stopServer(left);
    },
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const postgres = (): number | null => {
  const data = join(dataDir, 'postgres', 'data');
  const file = existsSync(data) ? readPidFile(data) : null;
  return file && isAlive(file.pid) ? file.pid : null;
};

/** The application as `npm start` runs it, on ports of its own. */
async function launch(environment: Record<string, string> = {}) {
  const sandboxPort = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['main/launch.mjs'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  ends.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  return {
    exited,
    said: () => said,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    signedUp: () =>
      vi.waitFor(
        () => {
          const password = /business@demo\.test\s+(\S+)/.exec(said)?.[1];
          expect(password, said).toBeDefined();
          return password!;
        },
        { timeout: 120_000, interval: 50 },
      ),
  };
}

const signIn = (password: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'business@demo.test', password }),
  });

test('an empty folder becomes a demo that one can sign in to; SIGTERM ends it with 0 and leaves nothing running', async () => {
  const app = await launch();
  // The first moment at which it says so: what it prints is printed, and works.
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status;
  await vi.waitFor(async () => expect(await ready(), app.said()).toBe(200), { timeout: 120_000, interval: 1 });
  await new Promise(setImmediate); // What has come through the pipe by now is heard.
  expect(app.said()).toContain('Sign in (demo)');
  const password = await app.signedUp();
  const signedIn = await signIn(password);
  expect(signedIn.status).toBe(200);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const profile = await fetch(`http://127.0.0.1:${port}/api/v1/profile`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(profile.status).toBe(200);
  expect((await signIn(`${password}x`)).status).toBe(422);
  app.signal('SIGTERM');
  expect(await app.exited).toBe(0);
  expect(postgres()).toBeNull();
});

test('npm start, ended as an operator ends it: npm returns when everything has ended, and the folder can be copied', async () => {
  const npm = spawn('npm', ['start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: dataDir,
      PORT: String(port),
      SANDBOX: 'off',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = new Promise<number | null>((done) => npm.once('exit', done));
  ends.push(() => void npm.kill('SIGKILL'));
  await vi.waitFor(() => expect(said).toContain('answers at'), { timeout: 120_000, interval: 20 });
  expect(postgres()).not.toBeNull();
  npm.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(postgres()).toBeNull();
  expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
});

test('kill -9, in the middle of the first start and after it: the next start goes on, and the demo is complete with one password', async () => {
  const first = await launch();
  await vi.waitFor(() => expect(first.said()).toContain('answers at'), { timeout: 120_000, interval: 1 });
  first.signal('SIGKILL');
  await first.exited;
  const second = await launch();
  const password = await second.signedUp();
  expect((await signIn(password)).status).toBe(200);
  second.signal('SIGKILL');
  await second.exited;
  const third = await launch();
  expect(await third.signedUp()).toBe(password);
  expect((await signIn(password)).status).toBe(200);
  third.signal('SIGTERM');
  expect(await third.exited).toBe(0);
});

test('asked to stop before it has started, it stops', async () => {
  const app = await launch();
  await vi.waitFor(() => expect(postgres()).not.toBeNull(), { timeout: 120_000, interval: 5 });
  app.signal('SIGTERM');
  expect(await app.exited).toBe(0);
  expect(postgres()).toBeNull();
});

test('a database of its own that is away is waited for, with a line at the terminal; then it starts', async () => {
  const database = await createTestDatabase({ migrated: false });
  ends.push(() => database.drop());
  const url = new URL(database.connectionString);
  url.searchParams.delete('host');
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(url.port) });
  ends.push(() => proxy.close());
  url.host = `127.0.0.1:${proxy.port}`;
  proxy.refuse(true);
  const app = await launch({ DATABASE_URL: url.href, DEMO_PASSWORD: 'correct-horse-battery' });
  await vi.waitFor(() => expect(app.said()).toContain("The database at DATABASE_URL can't be reached"), {
    timeout: 120_000,
  });
  proxy.refuse(false);
  await vi.waitFor(() => expect(app.said()).toContain('answers at'), { timeout: 120_000, interval: 20 });
  expect(app.said()).toMatch(/The database at DATABASE_URL is there after \d+ s/);
  await vi.waitFor(() => expect(app.said()).toContain('DEMO=on makes one'), { timeout: 120_000, interval: 20 });
  app.signal('SIGTERM');
  expect(await app.exited).toBe(0);
});

test('a port in use is one clear line and exit code 1, before anything is touched', async () => {
  const squatter = createServer();
  await new Promise<void>((done) => {
    squatter.listen(port, '127.0.0.1', done);
  });
  ends.push(
    () =>
      new Promise((done) => {
        squatter.close(done);
      }),
  );
  const app = await launch();
  expect(await app.exited).toBe(1);
  expect(app.said().trim()).toBe(`Port ${port} is in use: is Beckon running already? Set PORT to another one.`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('another SECRET_KEY than the one the secrets were stored with is refused in words', async () => {
  const app = await launch();
  await app.signedUp();
  app.signal('SIGTERM');
  await app.exited;
  const other = await launch({ SECRET_KEY: 'another key than the one of before, long enough' });
  expect(await other.exited).toBe(1);
  expect(other.said()).toMatch(/SECRET_KEY is not the one/);
  expect(postgres()).toBeNull();
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).not.toContain('another');
});
