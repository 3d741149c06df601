import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabase } from '../../../adapters/database/pool.ts';
import { endJob, type JobStage, keepJob, Overtaken, putBack, takeJob } from '../../../workers/uploads/jobs.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog as log } from '../../support/quiet.ts';

it('a process that is overtaken leaves alone what was asked for since, though its row is a new one', async () => {
  const database = await createTestDatabase();
  const { db, close } = createDatabase({ connectionString: database.connectionString, log });
  try {
    const [uploadId, businessId] = [randomUUID(), randomUUID()];
    const at = (second: number) => new Date(Date.UTC(2027, 4, 4, 12, 0, second));
    const ask = (stage: JobStage, position: number, second: number) =>
      sql`insert into ops.upload_jobs (upload_id, business_id, stage, position, due_at)
        values (${uploadId}, ${businessId}, ${stage}, ${position}, ${at(second)})`.execute(db);
    const now = async () => (await sql`select * from ops.upload_jobs`.execute(db)).rows;

    await ask('rehearse', 1, 0);
    const slow = (await takeJob(db, at(0)))!;
    // It says nothing for longer than a claim lasts: another does the work, and the next thing is asked for.
    const other = (await takeJob(db, at(20)))!;
    expect([slow.token, other.token]).toEqual([1, 2]);
    await endJob(db, other);
    await ask('import', 2, 21);
    const asked = await now();
    const next = (await takeJob(db, at(21)))!;
    expect(next).toMatchObject({ stage: 'import', token: slow.token });

    const taken = await now();
    await expect(keepJob(db, slow, 5, at(22))).rejects.toThrow(Overtaken);
    await putBack(db, slow, at(60), 3);
    await endJob(db, slow);
    expect(await now()).toEqual(taken);
    expect(asked).toHaveLength(1);

    await keepJob(db, next, 5, at(23));
    await endJob(db, next);
    expect(await now()).toEqual([]);
  } finally {
    await close();
    await database.drop();
  }
});
