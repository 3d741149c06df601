import pg from 'pg';
import { expect, test } from 'vitest';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { renamedEvents } from '../../../migrations/0075_event_names.ts';
import { migrate } from '../../../migrations/index.ts';
import { createTestDatabase } from '../../support/postgres.ts';

test('ten processes that migrate an empty database at once: one does the work, all succeed, and again there is nothing to do', async () => {
  const { connectionString, drop } = await createTestDatabase({ migrated: false });
  try {
    const ran = await Promise.all(Array.from({ length: 10 }, () => migrate(connectionString)));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect(ran.flat()).toEqual([...ran.flat()].sort());
    expect(await migrate(connectionString)).toEqual([]);
  } finally {
    await drop();
  }
});

test('a test database is migrated, and its own', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()];
  const client = new pg.Client({ connectionString: one.connectionString });
  await client.connect();
  try {
    await client.query("insert into ops.leases (name, holder, token, expires_at) values ('x', 'y', 1, now())");
    const elsewhere = new pg.Client({ connectionString: other.connectionString });
    await elsewhere.connect();
    expect((await elsewhere.query('select 1 from ops.leases')).rowCount).toBe(0);
    await elsewhere.end();
  } finally {
    await client.end();
    await Promise.all([one.drop(), other.drop()]);
  }
});

/** A database as it was before events were renamed, and one query on it. */
async function beforeRenaming(insert: string, values: readonly unknown[] = []) {
  const { connectionString, drop } = await createTestDatabase({ migrated: false });
  await migrate(connectionString, '0072_abandoned_leases');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(insert, [...values]);
  return { connectionString, client, close: async () => (await client.end(), drop()) };
}

test('the events of an earlier version have their names of today, and nothing else of them changes', async () => {
  const former = [...Object.keys(renamedEvents), 'ContactTagged'];
  const { connectionString, client, close } = await beforeRenaming(
    `insert into es.events (position, revision, version, id, stream, type, data, metadata)
     select n, n, 1, gen_random_uuid(), 'stream', type, json_build_object('n', n), '{}'
     from unnest($1::text[]) with ordinality as former (type, n)`,
    [former],
  );
  try {
    await migrate(connectionString);
    const { rows } = await client.query<{ type: string; n: number }>(
      "select type, (data ->> 'n')::int as n from es.events order by position",
    );
    expect(rows).toEqual(former.map((type, index) => ({ type: renamedEvents[type] ?? type, n: index + 1 })));
    expect(rows.filter(({ type }) => !eventCatalogue.has(type))).toEqual([]);
    expect(Object.keys(renamedEvents).filter((type) => eventCatalogue.has(type))).toEqual([]);
  } finally {
    await close();
  }
});

test('an installation whose events are in an EventStoreDB of an earlier version is refused', async () => {
  const { connectionString, close } = await beforeRenaming(
    "insert into ops.projection_checkpoints (schema, projector, version, position, state) values ('x', 'contacts', 1, 7, 'running')",
  );
  try {
    await expect(migrate(connectionString)).rejects.toThrow('EventStoreDB');
  } finally {
    await close();
  }
});
