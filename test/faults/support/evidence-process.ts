/** Takes the log into its trees again and again. Run by tests, as a process of its own. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/postgres/store.ts';
import { createEvidence } from '../../../adapters/evidence/index.ts';
import { createSubjectKeys, createVault } from '../../../adapters/vault/index.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const [connectionString, secretKey] = [process.env['CONNECTION']!, process.env['SECRET']!];
const { db } = createDatabase({ connectionString, log, max: 3 });
const evidence = createEvidence({
  db,
  raw: createPostgresEventStore({ connectionString, log }),
  vault: createVault({ db, secretKey }),
  subjectKeys: createSubjectKeys({ db, secretKey }),
  now: () => new Date('2026-03-03T12:00:00Z'),
  name: 'beckon.example',
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (;;) {
  await evidence.catchUp();
  await sleep(20);
}
