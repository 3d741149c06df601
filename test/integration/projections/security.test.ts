import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '../../../adapters/database/pool.ts';
import { contactList } from '../../../domain/contacts/list.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { createReaders, createReadModels, projectors } from '../../../projections/index.ts';
import { contacts } from '../../../projections/contacts/projector.ts';
import { conversations } from '../../../projections/livechat/projector.ts';
import { within } from '../../../projections/engine/query.ts';
import {
  createSlowReaders,
  type ReadLimits,
  type Readers,
  type Scope,
} from '../../../projections/engine/scoped-readers.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';
import { openShop } from './stories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let pool: pg.Pool;
let db: Kysely<unknown>;
let close: () => Promise<void>;
beforeEach(async () => {
  world = await createWorld();
  pool = createPool({ connectionString: world.connectionString, log: quietLog, max: 3, pipeline: true });
  ({ db, close } = createDatabase({ connectionString: world.connectionString, log: quietLog }));
});
afterEach(async () => {
  await pool.end();
  await close();
  await world.close();
});

const people = `${schemaOf(contacts)}.contacts`;
const page = { page: 1, perPage: 10, search: null, sortBy: null, sortDesc: true, status: null };

/** Two businesses with a contact, a text and a notification each. */
async function twoShops() {
  const shops = [await openShop(world), await openShop(world)] as const;
  for (const shop of shops) {
    const person = shop.contact();
    await person.does(person.discovered());
    await person.texts('hello');
    await person.does(person.notified('message').event);
  }
  await world.runner().start();
  expect(await world.runner().waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  return shops;
}

const kinds: readonly (readonly [string, (limits?: ReadLimits) => Readers])[] = [
  ['in one write', (limits?: ReadLimits) => createReaders(pool, limits)],
  ['step by step', (limits?: ReadLimits) => createSlowReaders(db, limits)],
];

describe.each(kinds)('a query that forgets whose rows it wants, %s', (_name, makeReaders) => {
  const rows = (scope: Scope, text: string) =>
    within(db, makeReaders(), scope).ask(sql<{ business_id: string }>`${sql.raw(text)}`);

  it('sees the tenant’s and no others, in every table of a business', async () => {
    const [mine, theirs] = await twoShops();
    const tables = await world.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
        where table_schema = any($1) and column_name = 'business_id' order by 1`,
      [projectors.map(schemaOf)],
    );
    expect(tables.length).toBeGreaterThan(12);
    let seen = 0;
    for (const { name } of tables) {
      const found = await rows({ businessId: mine.businessId }, `select business_id from ${name}`);
      expect(
        found.filter((row) => row.business_id !== mine.businessId),
        name,
      ).toEqual([]);
      const all = (await world.query<{ business_id: string }>(`select business_id from ${name}`)).map(
        (row) => row.business_id,
      );
      expect(found.length, name).toBe(all.filter((id) => id === mine.businessId).length);
      if (all.includes(theirs.businessId)) seen += 1;
    }
    expect(seen).toBeGreaterThan(5);
  });

  it('sees nothing of anybody when the tenant has none, and everything as an operator', async () => {
    await twoShops();
    const contacts = `select business_id from ${people}`;
    expect(await rows({ businessId: randomUUID() }, contacts)).toEqual([]);
    expect(await rows({ agencyId: randomUUID() }, contacts)).toEqual([]);
    expect(await rows('operator', contacts)).toHaveLength(2);
  });

  it('is cut off when it takes too long, and keeps no connection from the next', async () => {
    const [mine] = await twoShops();
    const readers = makeReaders({ tenant: 100, operator: 200 });
    for (const scope of [{ businessId: mine.businessId }, 'operator'] as const) {
      const slow = Array.from({ length: 6 }, () => within(db, readers, scope).ask(sql`select pg_sleep(600)`));
      for (const one of await Promise.allSettled(slow))
        expect(one).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
      expect(await within(db, readers, scope).ask(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    }
  });

  it('writes nothing, whoever asks', async () => {
    const [mine] = await twoShops();
    for (const scope of [{ businessId: mine.businessId }, 'operator'] as const) {
      for (const text of [
        `delete from ${people} returning business_id`,
        `update ${people} set phone = null returning business_id`,
      ]) {
        await expect(rows(scope, text)).rejects.toThrow(/permission denied|read-only transaction/);
      }
      // Not even where the transaction would let it.
      await expect(
        world.query(
          `begin; set local role ${scope === 'operator' ? 'beckon_operator' : 'beckon_reader'}; delete from ${people}`,
        ),
      ).rejects.toThrow('permission denied');
      await world.query('rollback');
    }
    expect(await world.query(`select 1 from ${people} where phone is not null`)).toHaveLength(2);
  });

  it('leaves nothing of its tenant to who comes next on the connection, also after it failed', async () => {
    const [mine] = await twoShops();
    await rows({ businessId: mine.businessId }, `select business_id from ${people}`);
    await expect(rows({ businessId: mine.businessId }, 'select 1 / 0 as business_id')).rejects.toThrow(
      'division by zero',
    );
    for (const query of [
      pool.query.bind(pool),
      async (text: string) => sql<{ tenant: string | null; role: string }>`${sql.raw(text)}`.execute(db),
    ]) {
      const {
        rows: [left],
      } = (await query(
        `select nullif(current_setting('beckon.business_id', true), '') as tenant, current_user = session_user as own`,
      )) as { rows: { tenant: string | null; own: boolean }[] };
      expect(left).toEqual({ tenant: null, own: true });
    }
    expect(await rows({ businessId: mine.businessId }, `select business_id from ${people}`)).toHaveLength(1);
    await expect(
      rows({ businessId: `${mine.businessId}'; set role postgres; --` }, 'select 1 as business_id'),
    ).rejects.toThrow('named by its id');
  });

  it('stops in the server when who asked has gone', async () => {
    await twoShops();
    const gone = new AbortController();
    const asked = within(db, makeReaders(), 'operator').ask(sql`select pg_sleep(30)`, gone.signal);
    const refused = expect(asked).rejects.toThrow('gone');
    await expect
      .poll(
        async () =>
          (
            await world.query(
              `select 1 from pg_stat_activity where query like 'select pg_sleep(30)%' and state = 'active'`,
            )
          ).length,
      )
      .toBe(1);
    gone.abort(new Error('gone'));
    await refused;
    await expect
      .poll(
        async () =>
          (
            await world.query(
              `select 1 from pg_stat_activity where query like 'select pg_sleep(30)%' and state = 'active'`,
            )
          ).length,
      )
      .toBe(0);
  });
});

it('without a tenant named, the reading role sees nothing', async () => {
  await twoShops();
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  try {
    await client.query('begin; set local role beckon_reader');
    expect((await client.query(`select * from ${people}`)).rows).toEqual([]);
    expect((await client.query(`select * from ${schemaOf(conversations)}.messages`)).rows).toEqual([]);
  } finally {
    await client.end();
  }
});

it('every list of a business goes through the wall: a where that was lost shows nothing of others', async () => {
  const [mine] = await twoShops();
  const scopes: unknown[] = [];
  const readers = createReaders(pool);
  const models = createReadModels(db, () => new Date('2026-11-20T12:00:00Z'), {
    run: (scope, query, signal) => {
      scopes.push(scope);
      return readers.run(scope, query, signal);
    },
  });
  const { businessId } = mine;
  const user = { userId: mine.userId, role: 'Business' as const, agencyId: null, businessId };
  const [contact] = (await models.contacts(businessId, asked(contactList))).data;
  expect(contact).toBeDefined();
  await models.contact(businessId, contact!.id);
  await models.conversations(businessId, { filter: 'all', search: null, page: 1, perPage: 10 });
  await models.conversation(businessId, contact!.id);
  expect((await models.messages(businessId, contact!.id, { before: null, limit: 10 })).data).toHaveLength(1);
  await models.campaigns(businessId);
  await models.dashboard(businessId, { from: '2026-11-01', to: '2026-11-20' });
  expect(await models.unread(businessId)).toBe(1);
  expect(await models.receivedSince(businessId, '0', 10)).toHaveLength(1);
  expect(await models.notifications(user, page)).toMatchObject({ total: 1, unread: 1 });
  expect(await models.notificationsUnread(user)).toBe(1);
  await models.activity({ agencyId: null, businessId, userId: null }, page);
  expect(scopes.length).toBeGreaterThan(15);
  expect(scopes.every((scope) => JSON.stringify(scope) === JSON.stringify({ businessId }))).toBe(true);
  // Searches are the named exception: their own where holds.
  expect((await models.contacts(businessId, asked(contactList, { search: '+1650' }))).data).toHaveLength(1);
});

it('where the user of the database may not make roles, it says so once and reads all the same', async () => {
  // The read models are to be its own.
  await world.close();
  world = await createWorld(await createTestDatabase());
  const name = `plain_${randomUUID().slice(0, 8)}`;
  const database = new URL(world.connectionString).pathname.slice(1);
  await world.query(`create role ${name} login password 'plain'`);
  try {
    await world.query(`grant create, connect, temporary on database ${database} to ${name}`);
    await world.query(`grant usage on schema es, ops, public to ${name}`);
    await world.query(`grant all on all tables in schema es, ops to ${name}`);
    await world.query(`grant all on all sequences in schema es, ops to ${name}`);
    const url = new URL(world.connectionString);
    url.username = name;
    url.password = 'plain';
    const shop = await openShop(world);
    const person = shop.contact();
    await person.does(person.discovered());
    const lines: string[] = [];
    const log = pino(
      { level: 'warn' },
      {
        write: (line: string) => {
          lines.push(line);
        },
      },
    );
    const { createProjectionRunner } = await import('../../../projections/index.ts');
    const runner = createProjectionRunner({
      store: world.store,
      connectionString: url.href,
      bus: world.bus,
      projectors,
      log,
    });
    const plain = createPool({ connectionString: url.href, log: quietLog, max: 2, pipeline: true });
    const { db: own, close: closeOwn } = createDatabase({ connectionString: url.href, log: quietLog });
    try {
      await runner.start();
      expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
      const models = createReadModels(own, undefined, createReaders(plain));
      expect((await models.contacts(shop.businessId, asked(contactList))).total).toBe(1);
      expect(lines.filter((line) => line.includes('row-level security'))).toHaveLength(1);
    } finally {
      await runner.stop();
      await plain.end();
      await closeOwn();
    }
  } finally {
    await world.query(`drop owned by ${name} cascade`);
    await world.query(`drop role ${name}`);
  }
});
