/**
 * A process of `roles=workers` (and `projections`) for the bench of automations: `AUTOMATIONS` is a JSON text. It sets its
 * clock ahead by what it is sent, and tells its memory. Mails are taken by a provider that answers at once.
 */
import { systemClock } from '../../../adapters/clock/system.ts';
import type { MailService } from '../../../workers/index.ts';
import { quietLog as log } from '../../support/quiet.ts';
import { openSpine, unlimited } from '../../support/spine.ts';

const { connectionString, baseUrl, publicUrl, projections } = JSON.parse(process.env['AUTOMATIONS']!) as {
  readonly connectionString: string;
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly projections: boolean;
};
let ahead = 0;
const spine = await openSpine(connectionString, {
  log,
  clock: { ...systemClock, now: () => new Date(Date.now() + ahead) },
});
if (projections) await spine.runner.start();

let mails = 0;
const provider = {
  name: 'bench',
  send: () => Promise.resolve({ kind: 'accepted', providerMessageId: `${process.pid}-${(mails += 1)}` } as const),
  close: () => Promise.resolve(),
};
const mail: MailService = {
  routeFor: () => Promise.resolve({ provider, from: { address: 'news@bench.test', name: null }, tells: false }),
  brandOf: () => Promise.resolve({ name: 'Bench', url: publicUrl, logoUrl: null, color: null, supportEmail: null }),
  vault: { get: () => Promise.reject(new Error('no mails of accounts')) },
};
const workers = spine.workers({
  ...{ publicUrl, baseUrl, timeoutMs: 20_000, mail },
  sender: { rateFor: unlimited, askAfterMs: 6 * 3_600_000 },
});
await workers.start();
process.on('message', (asked: 'tell' | 'collect' | { readonly ahead: number }) => {
  if (typeof asked === 'object') ahead += asked.ahead;
  if (asked === 'collect') (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send!({ rss, inUse: heapUsed + external, mails });
});
process.send!({ ready: true });
process.once('SIGTERM', () => process.exit(0));
