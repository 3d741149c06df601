/**
 * A process of the workers role, for tests that kill it. Says `ready` when it is loaded, starts when it is told `go`; SIGTERM drains.
 * Configured by SPINE, a JSON text.
 */
import pino from 'pino';
import { openSpine } from '../../support/spine.ts';

const { connectionString, config } = JSON.parse(process.env['SPINE'] ?? '{}') as {
  connectionString: string;
  config: {
    publicUrl: string;
    baseUrl: string;
    timeoutMs: number;
    segmentsPerSecond: number;
    leaseMs: number;
    sender: object;
    broadcasts?: object;
  };
};
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
const spine = await openSpine(connectionString, { log });
const { segmentsPerSecond, ...rest } = config;
const workers = spine.workers({
  ...rest,
  sender: { ...config.sender, rateFor: () => ({ segmentsPerSecond, burst: segmentsPerSecond }) },
});
await import('twilio');
process.stdout.write('ready\n');
process.stdin.once('data', () => void workers.start());
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void workers
    .stop()
    .then(() => spine.close())
    .then(() => process.exit(0));
});
