/**
 * Appends to a Postgres event store until done, and writes the ids of each acknowledged append on a line of its own.
 * Run by tests, as a process of its own.
 */
import { createPostgresEventStore } from '../../../../adapters/event-store/postgres/store.ts';
import { EventStoreUnavailable } from '../../../../adapters/event-store/port.ts';
import { events } from './events.ts';

const { type, lanes, appends, name } = JSON.parse(process.env['WORK']!) as {
  type: string;
  lanes: number;
  appends: number;
  name: string;
};
const store = createPostgresEventStore({
  connectionString: process.env['CONNECTION']!,
  log: { debug() {}, warn() {} },
});

await Promise.all(
  Array.from({ length: lanes }, async (_, lane) => {
    for (let n = 0; n < appends; n += 1) {
      const batch = events(1 + ((lane + n) % 3), () => ({ type, data: { lane, n, size: 1 + ((lane + n) % 3) } }));
      for (;;) {
        try {
          await store.append(n % 3 === 0 ? `writers-${type}-${n}` : `writers-${type}-${name}-${lane}`, 'any', batch);
          break;
        } catch (error) {
          if (!(error instanceof EventStoreUnavailable)) throw error;
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
        }
      }
      process.stdout.write(`${batch.map((one) => one.id).join(' ')}\n`);
    }
  }),
);
await store.close();
