/** Rebuilds all read models in a process of its own, so that its memory is its own. Answers with the time and the memory before and at the peak. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { createLocalBus } from '../../../adapters/bus/index.ts';
import { withCodec } from '../../../adapters/event-store/codec/index.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import { createSubjectKeys } from '../../../adapters/vault/index.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { createProjectionRunner, projectors } from '../../../projections/index.ts';

process.once('message', (given: { connectionString: string; secretKey: string }) => void rebuild(given));

async function rebuild({
  connectionString,
  secretKey,
}: {
  connectionString: string;
  secretKey: string;
}): Promise<void> {
  const log = pino({ level: 'warn' });
  const bus = createLocalBus({ log });
  const pool = new pg.Pool({ connectionString, max: 4 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const raw = createPostgresEventStore({ connectionString, bus, log });
  const store = withCodec(raw, { subjectKeys: createSubjectKeys({ db, secretKey }), catalogue: eventCatalogue });
  const runner = createProjectionRunner({ store, connectionString, bus, projectors, log });
  const before = process.memoryUsage().rss;
  const phases: Record<string, number> = {};
  const began = performance.now();
  const cpu = process.cpuUsage();
  await runner.rebuild(
    projectors.map((one) => one.name),
    ({ phase }) => {
      phases[phase] ??= performance.now() - began;
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  process.send!({
    seconds,
    before,
    peak: process.resourceUsage().maxRSS * 1024,
    cpuSeconds: (used.user + used.system) / 1e6,
    phases,
  });
  await runner.stop();
  await store.close();
  await db.destroy();
  process.disconnect();
}
