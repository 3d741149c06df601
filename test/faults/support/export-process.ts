/**
 * A process that writes reports to files, for tests that kill it. Says `ready` when it is loaded, starts when it is told
 * `go`. Configured by EXPORTS, a JSON text.
 */
import pino from 'pino';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { createReportFiles } from '../../../main/report-files.ts';
import { takeExport } from '../../../workers/exports/jobs.ts';
import { work } from '../../../workers/exports/run.ts';
import { openSpine } from '../../support/spine.ts';

const { connectionString, folder, rowsAPage } = JSON.parse(process.env['EXPORTS'] ?? '{}') as {
  connectionString: string;
  folder: string;
  rowsAPage: number;
};
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
const { db, vault, readModels, commands, clock, raw } = await openSpine(connectionString, { log });
const files = createReportFiles({
  storage: createLocalStorage({ folder }),
  vault,
  readModels,
  commands,
  now: () => clock.now(),
  rowsAPage,
  // The read models are another process's, which has caught up.
  head: async () => String(await raw.head()),
});

async function write(): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const job = await takeExport(db, clock.now());
    if (job === null) await clock.sleep(50, signal);
    else await work({ db, commands, files, clock, log, partBytes: 1 }, job, signal);
  }
}
process.stdout.write('ready\n');
process.stdin.once('data', () => void write());
