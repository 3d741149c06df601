/** Runs the projections in a process that can be killed. Told the connection string; says `running`. */
import pino from 'pino';
import { createLocalBus } from '../../../adapters/bus/index.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import { createProjectionRunner, projectors } from '../../../projections/index.ts';

process.once('message', async ({ connectionString }: { connectionString: string }) => {
  const log = pino({ level: 'silent' });
  const bus = createLocalBus({ log });
  const store = createPostgresEventStore({ connectionString, bus, log });
  await createProjectionRunner({ store, connectionString, bus, projectors, log, limits: { batch: 7 } }).start();
  process.send!('running');
});
process.once('disconnect', () => process.exit(0));
