import pg from 'pg';
import { expect, test } from 'vitest';
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
