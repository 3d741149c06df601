/** The workers and the read model of contacts, as `roles=workers,projections`: `BROADCAST` is a JSON text. Tells its memory. */
import { openSpine, unlimited } from '../../support/spine.ts';
import { quietLog as log } from '../../support/quiet.ts';

const { connectionString, baseUrl, publicUrl, takesPayments } = JSON.parse(process.env['BROADCAST']!) as {
  connectionString: string;
  baseUrl: string;
  publicUrl: string;
  takesPayments: boolean;
};
const spine = await openSpine(connectionString, { log });
await spine.runner.start();
const workers = spine.workers({
  publicUrl,
  baseUrl,
  timeoutMs: 20_000,
  takesPayments,
  sender: { rateFor: unlimited, askAfterMs: 6 * 3_600_000 },
});
await workers.start();
process.on('message', (ask) => {
  if (ask === 'collect') (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send!({ rss, inUse: heapUsed + external });
});
process.send!({ ready: true });
process.once('SIGTERM', () => process.exit(0));
