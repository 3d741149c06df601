import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { Upload } from '../../../domain/uploads/upload.ts';
import { context, personOf } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, scratchFolder } from '../../support/postgres.ts';
import { createTenant, openSpine } from '../../support/spine.ts';

it('a file that breaks whoever reads it is tried eight times, then its owner is told; others are not kept waiting', async () => {
  const database = await createTestDatabase({ readModels: true });
  const said: string[] = [];
  const log = pino({
    level: 'error',
    hooks: { logMethod: ([about]) => void said.push(String((about as { gaveUp?: string }).gaveUp)) },
  });
  const spine = await openSpine(database.connectionString, { log });
  const storage = createLocalStorage({ folder: scratchFolder() });
  const real = createSpreadsheets({ storage, limits });
  const { key: bad, size } = await storage.put(Buffer.from('Phone\n+12125556900\n'), limits.fileBytes);
  const { key: good } = await storage.put(Buffer.from('Phone\n+12125556901\n'), limits.fileBytes);
  let times = 0;
  const spreadsheets: typeof real = {
    ...real,
    read: (key, format, signal) => {
      if (key !== bad) return real.read(key, format, signal);
      times += 1;
      throw new RangeError('Invalid array length');
    },
  };
  const workers = spine.workers({
    publicUrl: 'https://app.example.test',
    baseUrl: 'http://127.0.0.1:9',
    uploads: { pollMs: 50, batch: 50, retryFirstMs: 5 },
    files: { storage, spreadsheets },
  });
  try {
    const { businessId } = await createTenant(spine, '+14155550190');
    await spine.runner.start();
    await workers.start();
    const stageOf = async (key: string) => {
      const uploadId = randomUUID();
      await spine.commands.uploads.receive(context(personOf(businessId, null)), {
        uploadId,
        businessId,
        fileName: 'guests.csv',
        size,
        storageKey: key,
        format: 'csv',
      });
      return () => spine.store.read(streams.upload(uploadId as never)).then((events) => stateOf(Upload, events));
    };
    const [broken, fine] = [await stageOf(bad), await stageOf(good)];
    expect(await eventually(broken, ({ stage }) => stage === 'refused')).toMatchObject({ refusal: 'our-fault' });
    expect(await eventually(fine, ({ stage }) => stage === 'read')).toMatchObject({ stage: 'read' });
    expect(times).toBe(8);
    expect(said).toEqual(['upload']);
    await eventually(
      () => spine.pool.query('select from ops.upload_jobs'),
      ({ rowCount }) => rowCount === 0,
    );
  } finally {
    await workers.stop();
    await spine.close();
    await database.drop();
  }
});
