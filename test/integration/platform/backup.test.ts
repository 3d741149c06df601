import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BackupRefused, restoreBackup, type Target, verifyBackup, writeBackup } from '../../../main/backup.ts';
import { migrate, migrationNames } from '../../../migrations/index.ts';
import { systemContext as system } from '../../support/callers.ts';
import { type Opened, openComposition } from '../../support/composition.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

/** Everything in one file and back, over real databases: as it was at one moment, or not at all. */
let source: TestDatabase;
let world: Opened;
let folder: string;
let dataDir: string;
let file: string;
const drops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  source = await createTestDatabase();
  world = await openComposition(source.connectionString, {});
  folder = mkdtempSync(join(tmpdir(), 'beckon-backup-'));
  dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'media', 'ab'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true });
  writeFileSync(join(dataDir, 'secret-key'), 'the key', { mode: 0o600 });
  writeFileSync(join(dataDir, 'media', 'ab', 'picture'), Buffer.alloc(3_000_000, 7));
  writeFileSync(join(dataDir, 'media', 'empty'), '');
  writeFileSync(join(dataDir, 'postgres', 'data', 'not-kept'), 'x');
  for (let shops = 0; shops < 5; shops += 1) await addShop();
  await world.pool.query('insert into ops.vault (ref, sealed) values ($1, $2), ($3, $4)', [
    ...['odd \t tab, \n line,\r \\N \\. "quoted" 🌮', Buffer.from([0, 1, 255, 92, 10])],
    ...['', Buffer.alloc(0)],
  ]);
});
beforeEach(() => {
  file = join(folder, `${randomUUID()}.backup`);
});
afterAll(async () => {
  await world.close();
  await source.drop();
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true, force: true });
});

const addShop = () =>
  world.commands.setup.createBusiness(system(), {
    businessId: randomUUID(),
    agencyId: null,
    name: 'Tacos "El Niño" \\ 🌮',
    uniqueId: `shop-${randomUUID().slice(0, 8)}`,
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });

async function asked<R extends pg.QueryResultRow>(connectionString: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
/** All rows of all tables of `es` and `ops`, but of those that a restore begins anew. */
async function contentOf(connectionString: string): Promise<Record<string, string | null>> {
  const tables = await asked<{ name: string }>(
    connectionString,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('es', 'ops')
      and tablename not in ('projection_checkpoints', 'leases', 'kysely_migration', 'kysely_migration_lock', 'write_probe')`,
  );
  const all: Record<string, string | null> = {};
  for (const { name } of tables)
    all[name] = (
      await asked<{ rows: string | null }>(
        connectionString,
        `select string_agg(t::text, E'\n' order by t::text) as rows from ${name} t`,
      )
    )[0]!.rows;
  return all;
}
async function target(name: string): Promise<Target & { readonly connectionString: string }> {
  const empty = await createTestDatabase({ migrated: false });
  drops.push(() => empty.drop());
  return {
    dataDir: join(folder, name),
    connectionString: empty.connectionString,
    open: async () => ({ connectionString: empty.connectionString, close: async () => {} }),
    migrate,
    knownMigrations: migrationNames,
  };
}
const now = new Date('2026-03-01T09:00:00Z');
const back = () => writeBackup({ connectionString: source.connectionString, dataDir }, file, now);

test('everything comes back as it was, row for row and file for file, and the log goes on', async () => {
  const told = await back();
  expect(told).toMatchObject({ madeAt: now.toISOString(), files: 3 });
  expect(statSync(file).mode & 0o077).toBe(0);
  const to = await target('whole');
  await restoreBackup(file, to);
  expect(await contentOf(to.connectionString)).toEqual(await contentOf(source.connectionString));
  expect(readFileSync(join(to.dataDir, 'secret-key'), 'utf8')).toBe('the key');
  expect(statSync(join(to.dataDir, 'secret-key')).mode & 0o077).toBe(0);
  expect(readFileSync(join(to.dataDir, 'media', 'ab', 'picture')).equals(Buffer.alloc(3_000_000, 7))).toBe(true);
  expect(readdirSync(to.dataDir).sort()).toEqual(['media', 'secret-key']);
  // It is a system that goes on: with the same keys it reads what was personal, and appends.
  const restored = await openComposition(to.connectionString, {});
  const before = await restored.raw.head();
  await restored.commands.setup.createAgency(system(), {
    agencyId: randomUUID(),
    name: 'Later',
    email: 'later@example.com',
  });
  expect(await restored.raw.head()).toBeGreaterThan(before);
  await restored.close();
});

test('while others write, it is of one moment: the log has no gap, and nothing of ops is ahead of it', async () => {
  let writing = true;
  const writers = Array.from({ length: 3 }, async () => {
    while (writing) await addShop();
  });
  const told = await back();
  writing = false;
  await Promise.all(writers);
  const to = await target('busy');
  await restoreBackup(file, to);
  const [row] = await asked<{ count: string; last: string; keys: string; subjects: string }>(
    to.connectionString,
    `select count(*)::text as count, max(position)::text as last from es.events`,
  );
  expect(row).toMatchObject({ count: told.events.toString(), last: told.events.toString() });
  expect(await world.raw.head()).toBeGreaterThan(told.events);
});

test.each<[string, (path: string) => void]>([
  ['cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['cut off at its last byte', (path) => truncateSync(path, statSync(path).size - 1)],
  [
    'changed in the middle',
    (path) => {
      const bytes = readFileSync(path);
      bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
      chmodSync(path, 0o600);
      writeFileSync(path, bytes);
    },
  ],
  ['followed by something else', (path) => appendFileSync(path, 'x')],
  ['no backup at all', (path) => writeFileSync(path, 'Dear diary')],
  ['empty', (path) => truncateSync(path, 0)],
])('a file that is %s is refused, and nothing is left of the attempt', async (_name, spoil) => {
  await back();
  expect(await verifyBackup(file)).toMatchObject({ files: 3 });
  spoil(file);
  await expect(verifyBackup(file)).rejects.toThrow(BackupRefused);
  const to = await target(`spoiled-${randomUUID()}`);
  await expect(restoreBackup(file, to)).rejects.toThrow(BackupRefused);
  expect(existsSync(to.dataDir)).toBe(false);
  expect(await asked(to.connectionString, `select 1 from pg_tables where schemaname in ('es', 'ops')`)).toEqual([]);
});

test('it replaces nothing: no folder with something in it, no database, no backup; cut off it is begun again', async () => {
  await back();
  await expect(back()).rejects.toThrow(/exists/);
  await expect(restoreBackup(file, { ...(await target('x')), dataDir })).rejects.toThrow(/isn't empty/);
  const full = { ...(await target('full')), open: async () => ({ ...source, close: async () => {} }) };
  await expect(restoreBackup(file, full)).rejects.toThrow(/database isn’t empty/);
  expect(existsSync(full.dataDir)).toBe(false);
  // The attempt left a folder that says that it is not complete: the next one begins anew there.
  expect(readdirSync(`${full.dataDir}.restoring`)).toContain('not-complete');
  const again = { ...(await target('full')), dataDir: full.dataDir };
  mkdirSync(full.dataDir);
  await restoreBackup(file, again);
  expect(readdirSync(full.dataDir).sort()).toEqual(['media', 'secret-key']);
  // Somebody's own folder of that name is not ours to empty.
  const own = await target('own');
  mkdirSync(`${own.dataDir}.restoring`);
  writeFileSync(join(`${own.dataDir}.restoring`, 'thesis.txt'), 'x');
  await expect(restoreBackup(file, own)).rejects.toThrow(/in the way/);
});

test('a backup of a later release is refused; one of an earlier release is brought up to date', async () => {
  await back();
  const older = { ...(await target('older')), knownMigrations: migrationNames.slice(0, -1) };
  await expect(restoreBackup(file, older)).rejects.toThrow(/later release/);
  const early = await createTestDatabase({ migrated: false });
  drops.push(() => early.drop());
  await migrate(early.connectionString, '0062_upload_faults');
  await asked(early.connectionString, `insert into ops.vault (ref, sealed) values ('old', '\\x01')`);
  const old = join(folder, 'old.backup');
  await writeBackup({ connectionString: early.connectionString, dataDir: join(folder, 'nothing') }, old, now);
  const to = await target('newer');
  await restoreBackup(old, to);
  expect(await asked(to.connectionString, 'select ref from ops.vault')).toEqual([{ ref: 'old' }]);
  expect(await migrate(to.connectionString)).toEqual([]);
});
