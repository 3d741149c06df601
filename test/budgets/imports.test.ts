import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { createSpreadsheets } from '../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import { attestation } from '../../domain/contacts/attestation.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { limits } from '../../domain/uploads/fields.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import type { Tenant } from '../integration/api/support.ts';
import { context, personOf } from '../support/callers.ts';
import { scratchFolder } from '../support/postgres.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

const rows = 100;
const storage = createLocalStorage({ folder: scratchFolder() });
let world: BudgetWorld;
let bella: Tenant;
beforeAll(async () => {
  world = await openBudgetWorld();
  bella = await world.app.addTenant('bella');
  const spreadsheets = createSpreadsheets({ storage, limits });
  await world.startWorkers({ uploads: { storage, spreadsheets, spare: () => () => {} } });
});
afterAll(() => world.close());

const consent = { texts: true, emails: false };
const me = () => context(personOf(bella.businessId, bella.agencyId, bella.userId));
let files = 0;
/** A file of people whom nobody knows yet, up to the moment at which its owner starts the import. */
async function rehearsed(): Promise<UploadId> {
  files += 1;
  const lines = Array.from({ length: rows }, (_, nth) => {
    const number = String(files * 1_000 + nth);
    return `+1212${String(2_000_000 + Number(number))},Guest,No ${number},guest${number}@example.com`;
  });
  const { key, size } = await storage.put(
    Buffer.from(['phone,first,last,email', ...lines].join('\n')),
    limits.fileBytes,
  );
  const uploadId = UploadId.parse(randomUUID());
  const { uploads } = world.app.commands;
  await uploads.receive(me(), {
    uploadId,
    businessId: bella.businessId,
    fileName: 'guests.csv',
    size,
    storageKey: key,
    format: 'csv',
  });
  await until(uploadId, 'read');
  const columns = ['phone', 'first_name', 'last_name', 'email'].map((target) => ({
    target,
    policy: 'overwrite' as const,
  }));
  await uploads.plan(me(), { uploadId, columns, country: 'US', tags: [], campaignIds: [], consent });
  await until(uploadId, 'rehearsed');
  return uploadId;
}
const until = async (uploadId: UploadId, wanted: string) => {
  for (;;) {
    await world.rest();
    const { stage } = stateOf(Upload, await world.app.store.read(streams.upload(uploadId)));
    if (stage === wanted) return;
    if (stage === 'failed' || stage === 'refused') throw new Error(`The import is ${stage}.`);
    await world.pass(1_000);
  }
};

it('import of 100 rows', async () => {
  let uploadId = await rehearsed();
  const counted = await world.count(
    async () => {
      await world.app.commands.uploads.attest(me(), {
        uploadId,
        statement: attestation('bella', consent),
        ipAddress: null,
      });
      // Files are read beside the database: its work is over when nothing of it is left to do.
      do {
        await world.rest();
        await sleep(30);
        await world.rest();
      } while ((await world.rows(`select from ops.upload_jobs where upload_id = '${uploadId}'`)) > 0);
    },
    {
      runs: 2,
      after: async () => {
        uploadId = await rehearsed();
      },
    },
  );
  expectWithin('import of 100 rows', counted);
});
