/**
 * A process of the workers role, for tests that kill it. Says `ready` when it is loaded, starts when it is told `go`; SIGTERM drains.
 * `ahead 60000` on its input: its clock goes so many milliseconds before the machine's. Configured by SPINE, a JSON text.
 */
import { createInterface } from 'node:readline';
import pino from 'pino';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { createEmailService } from '../../../main/email.ts';
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
    automations?: object;
    /** Sends emails into the sandbox's inbox, and calls other systems at these addresses of this machine. */
    reaches?: readonly string[];
  };
};
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
let aheadMs = Number(process.env['AHEAD'] ?? 0);
const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
const spine = await openSpine(connectionString, { log, clock });
const { segmentsPerSecond, reaches, ...rest } = config;
const emailParts = { publicUrl: rest.publicUrl, platformDomain: 'localhost', smtpUrl: null, mailFrom: null };
const workers = spine.workers({
  ...rest,
  ...(reaches === undefined ?
    {}
  : {
      mail: createEmailService({ ...spine, config: emailParts, sandboxUrl: rest.baseUrl, name: 'Beckon' }),
      http: createSafeHttp({ allow: [...reaches] }),
    }),
  sender: { ...config.sender, rateFor: () => ({ segmentsPerSecond, burst: segmentsPerSecond }) },
});
await import('twilio');
process.stdout.write('ready\n');
createInterface(process.stdin).on('line', (line) => {
  if (line === 'go') void workers.start();
  else if (line.startsWith('ahead ')) aheadMs = Number(line.slice('ahead '.length));
});
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void workers
    .stop()
    .then(() => spine.close())
    .then(() => process.exit(0));
});
