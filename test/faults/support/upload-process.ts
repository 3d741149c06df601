/**
 * A process that imports files of contacts and reacts to texts, for tests that kill it. Says `ready` when it is loaded,
 * starts when it is told `go`. Configured by UPLOADS, a JSON text.
 */
import pino from 'pino';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { openSpine } from '../../support/spine.ts';

const { connectionString, folder, batch } = JSON.parse(process.env['UPLOADS'] ?? '{}') as {
  connectionString: string;
  folder: string;
  batch: number;
};
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
const spine = await openSpine(connectionString, { log });
const storage = createLocalStorage({ folder });
const workers = spine.workers({
  publicUrl: 'https://app.example.test',
  baseUrl: 'http://127.0.0.1:9',
  leaseMs: 1_000,
  uploads: { pollMs: 50, batch },
  files: { storage, spreadsheets: createSpreadsheets({ storage, limits }) },
});
process.stdout.write('ready\n');
process.stdin.once('data', () => void workers.start());
