/**
 * Appends without end, 16 callers at once, batches of 1 to 4 events, and writes the ids of each acknowledged batch on a
 * line. Run by tests, as a process of its own.
 */
import { randomUUID } from 'node:crypto';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import { EventStoreUnavailable } from '../../../adapters/event-store/port.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';

const store = createPostgresEventStore({
  connectionString: process.env['CONNECTION']!,
  log: { debug() {}, warn() {} },
});
const name = process.env['NAME']!;
let going = true;
process.on('SIGTERM', () => {
  going = false;
});

await Promise.all(
  Array.from({ length: 16 }, async (_, lane) => {
    for (let n = 0; going; n += 1) {
      const size = 1 + ((lane + n) % 4);
      const commandId = randomUUID();
      const metadata = {
        tenant: platformTenant,
        actor: { kind: 'system', name: 'appender' } as const,
        occurredAt: new Date().toISOString(),
        correlationId: commandId,
        causationId: null,
        commandId,
      };
      const batch = Array.from({ length: size }, () => ({
        id: randomUUID(),
        type: 'Appended',
        version: 1,
        data: { size, text: 'x'.repeat(200) },
        metadata,
      }));
      const stream = n % 4 === 0 ? 'appender-shared' : `appender-${name}-${lane}`;
      // The outcome of an append that was cut off is open: the same ids again settle it.
      for (;;) {
        try {
          await store.append(stream, 'any', batch);
          process.stdout.write(`${batch.map((one) => one.id).join(' ')}\n`);
          break;
        } catch (error) {
          if (!(error instanceof EventStoreUnavailable)) throw error;
          await new Promise((resolve) => {
            setTimeout(resolve, 25);
          });
        }
      }
    }
  }),
);
await store.close();
