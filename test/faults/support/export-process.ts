/**
 * A process that writes reports to files, for tests that kill it. Says `ready` when it is loaded, starts when it is told
 * `go`. Configured by EXPORTS, a JSON text.
 */
import pino from 'pino';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { createReportFiles } from '../../../main/report-files.ts';
import { openSpine } from '../../support/spine.ts';

const { connectionString, folder, rowsAPage } = JSON.parse(process.env['EXPORTS'] ?? '{}') as {
  connectionString: string;
  folder: string;
  rowsAPage: number;
};
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
const spine = await openSpine(connectionString, { log });
const { vault, readModels, commands, clock, raw } = spine;
const workers = spine.workers({
  publicUrl: 'https://app.example.test',
  baseUrl: 'http://127.0.0.1:9',
  leaseMs: 1_000,
  exports: { pollMs: 50, partBytes: 1 },
  reportFiles: createReportFiles({
    storage: createLocalStorage({ folder }),
    vault,
    readModels,
    commands,
    now: () => clock.now(),
    rowsAPage,
    // The read models are another process's, which has caught up.
    head: async () => String(await raw.head()),
  }),
});
process.stdout.write('ready\n');
process.stdin.once('data', () => void workers.start());
