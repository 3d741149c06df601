import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../../adapters/database/pool.ts';
import { createIdentifiers } from '../../../adapters/identifiers/index.ts';
import { createSubjectKeys, createVault, SealBroken } from '../../../adapters/vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const secretKey = 'a key of the installation, for tests only';
let made: TestDatabase;
let database: Database<unknown>;
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ connectionString: made.connectionString, log: { warn: () => {} }, max: 10 });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await sql`truncate ops.vault, ops.subject_keys`.execute(database.db);
});

/** As another process has it: nothing shared but the database. */
const vault = (key = secretKey) => createVault({ db: database.db, secretKey: key });
const keys = (options: { cacheMs?: number; cacheSize?: number; clock?: () => number } = {}) =>
  createSubjectKeys({ db: database.db, secretKey, ...options });

test('a secret comes back, is replaced, and is gone when deleted', async () => {
  await vault().put('carrier/1', 'tök€n');
  expect(await vault().get('carrier/1')).toBe('tök€n');
  await vault().put('carrier/1', 'other');
  expect(await vault().get('carrier/1')).toBe('other');
  await vault().delete('carrier/1');
  expect(await vault().get('carrier/1')).toBeNull();
});

test('what is stored shows nothing of the secret and never looks the same twice', async () => {
  await vault().put('a', 'hunter2hunter2');
  await vault().put('b', 'hunter2hunter2');
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from ops.vault`.execute(database.db);
  expect(rows.some(({ sealed }) => sealed.includes('hunter2'))).toBe(false);
  expect(rows[0]!.sealed.equals(rows[1]!.sealed)).toBe(false);
});

test('it does not open with another key, under another ref, or altered', async () => {
  await vault().put('a', 'secret');
  await expect(vault('another key of another installation').get('a')).rejects.toThrow(SealBroken);
  await sql`insert into ops.vault (ref, sealed) select 'b', sealed from ops.vault where ref = 'a'`.execute(database.db);
  await expect(vault().get('b')).rejects.toThrow(SealBroken);
  await sql`update ops.vault set sealed = set_byte(sealed, length(sealed) - 1, (get_byte(sealed, length(sealed) - 1) + 1) % 256)
      where ref = 'a'`.execute(database.db);
  await expect(vault().get('a')).rejects.toThrow(SealBroken);
});

test('of twenty that put where nothing is, all get the same secret', async () => {
  const got = await Promise.all(Array.from({ length: 20 }, (_, n) => vault().putIfAbsent('pepper', `secret ${n}`)));
  expect(new Set(got).size).toBe(1);
  expect(await vault().get('pepper')).toBe(got[0]);
});

test('identifiers are the same in every process that starts, also at the same moment, and differ by business', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => createIdentifiers({ vault: vault() })));
  expect(new Set(all.map((one) => one.contact('b1', '+14155550100'))).size).toBe(1);
  expect(new Set(all.map((one) => one.emailHash('a@b.test'))).size).toBe(1);
  const [one] = all;
  expect(one!.contact('b1', '+14155550100')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(one!.contact('b2', '+14155550100')).not.toBe(one!.contact('b1', '+14155550100'));
  expect(one!.emailHash(' Ann@Example.TEST ')).toBe(one!.emailHash('ann@example.test'));
  await sql`truncate ops.vault`.execute(database.db);
  const elsewhere = await createIdentifiers({ vault: vault() });
  expect(elsewhere.contact('b1', '+14155550100')).not.toBe(one!.contact('b1', '+14155550100'));
  expect(elsewhere.emailHash('a@b.test')).not.toBe(one!.emailHash('a@b.test'));
});

test("a person's key is made once and is the same for everybody; there is none for whom nobody has written", async () => {
  const [written] = await Promise.all([keys().forWriting(['p', 'q'])]);
  expect(written.get('p')!.symmetricKeySize).toBe(32);
  expect(written.get('p')!.equals(written.get('q')!)).toBe(false);
  const read = await keys().forReading(['p', 'q', 'nobody']);
  expect(read.get('p')!.equals(written.get('p')!)).toBe(true);
  expect(read.get('nobody')).toBeNull();
});

test('twenty that make keys for overlapping people at once, in any order, agree and never block each other', async () => {
  const people = Array.from({ length: 50 }, (_, n) => `person ${n}`);
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => keys().forWriting(n % 2 ? [...people].reverse() : people)),
  );
  for (const person of people)
    expect(new Set(all.map((found) => found.get(person)!.export().toString('hex'))).size).toBe(1);
});

test('a destroyed key stays destroyed: for writing too, and where none had been made', async () => {
  const mine = keys();
  await mine.forWriting(['p']);
  await mine.destroy('p');
  await mine.destroy('never seen');
  for (const some of [mine, keys()]) {
    for (const subject of ['p', 'never seen']) {
      expect((await some.forWriting([subject])).get(subject)).toBeNull();
      expect((await some.forReading([subject])).get(subject)).toBeNull();
    }
  }
  const { rows } = await sql<{ wrapped: Buffer | null }>`select wrapped from ops.subject_keys`.execute(database.db);
  expect(rows.map(({ wrapped }) => wrapped)).toEqual([null, null]);
});

test('another process stops reading somebody erased when its cache has run out', async () => {
  let time = 0;
  const other = keys({ cacheMs: 10_000, clock: () => time });
  await other.forWriting(['p']);
  await keys().destroy('p');
  time = 9_999;
  expect((await other.forReading(['p'])).get('p')).not.toBeNull();
  time = 10_000;
  expect((await other.forReading(['p'])).get('p')).toBeNull();
  expect((await other.forWriting(['p'])).get('p')).toBeNull();
});

test('a batch is one query, what is cached none, and the cache is bounded', async () => {
  let queries = 0;
  const counting = createDatabase({ connectionString: made.connectionString, log: { warn: () => {} }, max: 1 });
  counting.pool.on('acquire', () => {
    queries++;
  });
  const some = createSubjectKeys({ db: counting.db, secretKey, cacheSize: 10 });
  await some.forWriting(Array.from({ length: 1000 }, (_, n) => `p${n}`));
  expect(queries).toBe(1);
  await some.forWriting(['p999']);
  expect(queries).toBe(1);
  await some.forReading(Array.from({ length: 1000 }, (_, n) => `p${n}`)); // All but the last ten of them in sorted order are gone.
  expect(queries).toBe(2);
  await counting.close();
});

test("a key taken from another person's row does not open", async () => {
  await keys().forWriting(['p', 'q']);
  await sql`update ops.subject_keys set wrapped = (select wrapped from ops.subject_keys where subject = 'q') where subject = 'p'`.execute(
    database.db,
  );
  await expect(keys().forReading(['p'])).rejects.toThrow(SealBroken);
});
