/** Runs the projections in a process that can be killed. Told the connection string; says `running`. */
import pino from 'pino';
import { createLocalBus } from '../../../adapters/bus/index.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import { createProjectionRunner, projectors } from '../../../projections/index.ts';

process.once('message', (told: { connectionString: string }) => void run(told.connectionString));
process.once('disconnect', () => process.exit(0));

async function run(connectionString: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const bus = createLocalBus({ log });
  const store = createPostgresEventStore({ connectionString, bus, log });
  await createProjectionRunner({ store, connectionString, bus, projectors, log, limits: { batch: 7 } }).start();
  process.send!('running');
}
