import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import { partContext, wishContext } from '../../api/routes/report-exports.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../support/postgres.ts';
import { createTenant, openSpine, type Spine, system, type Tenant } from '../support/spine.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/** A report's file while the process that writes it is killed again and again: each row once, and one email. */
const kills = killsOr(3);
const texts = 60 * (kills + 1);

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let client: pg.Client;
let child: Child | null = null;
const folder = scratchFolder();
const storage = createLocalStorage({ folder });

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  client = new pg.Client(database.connectionString);
  await client.connect();
  spine = await openSpine(database.connectionString);
  await spine.runner.start();
  tenant = await createTenant(spine, '+14155550190');
  const contact = await tenant.subscriber('+12125550188');
  for (let nth = 0; nth < texts; nth += 1) await tenant.queue(contact, `Text ${nth}`);
  await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 60_000 });
}, 240_000);
afterAll(async () => {
  await child?.kill('SIGKILL');
  await spine.close();
  await client.end();
  await database.drop();
});

interface Row {
  readonly state: string;
  readonly parts: number;
  readonly rows: number;
}

it(`kill -9 of the worker, ${kills} times through a file of ${texts} rows`, async () => {
  const id = randomUUID();
  const userId = randomUUID();
  const person = { email: 'ada@example.test', firstName: 'Ada', lastName: 'Min', password: 'a password of the tests' };
  await spine.commands.users.registerUser(system(), {
    ...person,
    userId,
    role: 'Business',
    agencyId: null,
    businessId: tenant.businessId,
  });
  const session = {
    sessionId: randomUUID(),
    userId,
    role: 'Business',
    agencyId: null,
    businessId: tenant.businessId,
    impersonator: null,
  };
  const day = 86_400_000;
  const on = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    date_range: { from: on(Date.now() - 2 * day), to: on(Date.now() + 2 * day) },
    by: 'began',
    status: [],
  };
  const unset = ['agency_id', 'business_id', 'contact_id', 'campaign_id', 'broadcast_id', 'automation_id', 'number'];
  const others = ['channel', 'direction', 'purpose', 'carrier', 'carrier_id', 'error_code'];
  const narrowed = { ...query, ...Object.fromEntries([...unset, ...others].map((name) => [name, null])) };
  const wish = spine.vault.seal(
    wishContext(id),
    JSON.stringify({ wish: { report: 'sms-list', query: narrowed }, session }),
  );
  await client.query(
    `insert into ops.report_exports (id, user_id, business_id, report, wish, name, asked_at, due_at)
      values ($1, $2, $3, 'sms-list', $4, 'all.csv', now(), now())`,
    [id, userId, tenant.businessId, wish],
  );
  const state = async (): Promise<Row> =>
    (await client.query<Row>(`select state, parts, rows::int as rows from ops.report_exports where id = $1`, [id]))
      .rows[0]!;
  const start = async () => {
    child = await startChild('./export-process.ts', {
      EXPORTS: JSON.stringify({ connectionString: database.connectionString, folder, rowsAPage: 2 }),
    });
    child.go();
  };
  await start();
  for (let kill = 0; kill < kills; kill += 1) {
    const { parts } = await state();
    await eventually(state, (now) => now.parts > parts + 3 * kill);
    await child!.kill('SIGKILL');
    expect((await state()).state).toBe('waiting');
    // The dead one's claim runs out.
    await client.query(`update ops.report_exports set claimed_until = now() where id = $1`, [id]);
    await start();
  }
  expect(await eventually(state, (now) => now.state !== 'waiting')).toMatchObject({ state: 'ready', rows: texts });

  const { rows: parts } = await client.query<{ nth: number; key: string }>(
    `select nth, storage_key as key from ops.report_export_parts where export_id = $1 order by nth`,
    [id],
  );
  expect(parts.map(({ nth }) => nth)).toEqual(parts.map((_, nth) => nth));
  let file = '';
  for (const { nth, key } of parts) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await storage.open(key))!.content) chunks.push(chunk);
    file += spine.vault.unseal(partContext(id, nth), Buffer.concat(chunks));
  }
  const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
  expect(rows.map((row) => row['Text'])).toEqual(Array.from({ length: texts }, (_, nth) => `Text ${nth}`));
  const recorded = await client.query<{ type: string; count: number }>(
    `select type, count(*)::int as count from es.events
      where type in ('ReportExportStarted', 'ReportExportEnded', 'AccountEmailRequested') group by type order by type`,
  );
  expect(recorded.rows).toEqual([
    { type: 'AccountEmailRequested', count: 1 },
    { type: 'ReportExportEnded', count: 1 },
    { type: 'ReportExportStarted', count: 1 },
  ]);
}, 400_000);
