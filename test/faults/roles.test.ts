import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeredAfterKillMs, client, type RoleProcess, startRole } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { freePorts } from '../support/ports.ts';
import { findNatsServer, type NatsServer, natsServer } from '../support/nats.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/**
 * Several processes instead of one: an API, two of projections, two of workers, over one Postgres and NATS. Each may
 * die, and NATS may be away; texts are answered once, and screens catch up.
 */
const program = findNatsServer();
if (program === null)
  console.log('roles: did not run: nats-server is not on this machine (Debian: apt-get install nats-server).');

const number = '+14155550100';
const password = 'correct-horse-battery';

describe.skipIf(program === null)('in roles', () => {
  let database: TestDatabase;
  let nats: NatsServer;
  let folder: string;
  let ports: number[];
  const running = new Map<string, RoleProcess>();
  let app: ReturnType<typeof client>;

  const start = async (name: string, role: string, port: number) => {
    const process = await startRole({
      ROLE: role,
      PORT: String(port),
      SANDBOX_PORT: String(ports[5]),
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.connectionString,
      NATS_URL: nats.url,
      SECRET_KEY: 'a-secret-that-all-processes-share-0123456789',
      DEMO: 'on',
      DEMO_PASSWORD: password,
      SANDBOX: 'on',
    });
    running.set(name, process);
  };
  /** How often a phone was answered, once every answer that is coming has come. */
  const answers = (from: string, atLeast: number) =>
    eventually(
      async () => (await app.phone(from)).filter((message) => message.from === number).map((message) => message.body),
      (bodies) => bodies.length >= atLeast,
      answeredAfterKillMs,
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'beckon-roles-'));
    database = await createTestDatabase({ migrated: false });
    nats = await natsServer(program!);
    ports = await freePorts(6);
    app = client({ url: `http://127.0.0.1:${ports[0]}`, sandboxUrl: `http://127.0.0.1:${ports[5]}`, password });
    // Read models first: the API's answers wait for them.
    await start('projections-1', 'projections', ports[1]!);
    await start('workers-1', 'workers', ports[3]!);
    await start('api', 'api', ports[0]!);
    await Promise.all([start('projections-2', 'projections', ports[2]!), start('workers-2', 'workers', ports[4]!)]);
  });
  afterAll(async () => {
    await Promise.all([...running.values()].map((process) => process.stop()));
    await nats?.kill();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a keyword is answered with: the campaign's reply and the confirmation of the opt-in, in one text. */
  const usual = 1;

  test('a text is answered, and is on the screen', async () => {
    await app.signIn('business@demo.test');
    await app.text('+14155553000', number, 'PIZZA');
    expect(await answers('+14155553000', usual)).toHaveLength(usual);
    const found = await eventually(
      async () => (await app.call<{ meta: { total: number } }>('GET', '/livechat?search=5553000')).meta.total,
      (total) => total === 1,
    );
    expect(found).toBe(1);
  });

  test('with NATS gone texts are answered and screens catch up, and again when it is back, empty', async () => {
    await nats.kill();
    await app.text('+14155553001', number, 'PIZZA');
    expect(await answers('+14155553001', usual)).toHaveLength(usual);
    await eventually(
      async () => (await app.call<{ meta: { total: number } }>('GET', '/livechat?search=5553001')).meta.total,
      (total) => total === 1,
    );
    await nats.start();
    await app.text('+14155553002', number, 'PIZZA');
    expect(await answers('+14155553002', usual)).toHaveLength(usual);
  });

  test('dead workers and dead projections are replaced by the ones that live, in the middle of a burst', async () => {
    const phones = Array.from({ length: 40 }, (_, index) => `+1415554${String(2000 + index)}`);
    const burst = Promise.all(phones.map((from) => app.text(from, number, 'PIZZA')));
    await running.get('workers-1')!.kill();
    await running.get('projections-1')!.kill();
    await burst;
    for (const from of phones) expect(await answers(from, usual), from).toHaveLength(usual);
    const total = await eventually(
      async () => (await app.call<{ meta: { total: number } }>('GET', '/livechat?search=1415554')).meta.total,
      (count) => count === phones.length,
    );
    expect(total).toBe(phones.length);
  }, 600_000);

  test('SIGTERM ends each with 0', async () => {
    for (const name of ['workers-2', 'projections-2', 'api']) {
      const process = running.get(name)!;
      expect(await process.stop(), `${name}: ${process.output()}`).toBe(0);
    }
  });
});
