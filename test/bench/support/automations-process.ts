/**
 * A process of `roles=workers` (and `projections`) for the benches of automations: `AUTOMATIONS` is a JSON text. Its clock
 * goes ahead of the machine's by as many ms as it is sent; asked, it tells its memory. Emails are taken by a provider that
 * answers at once.
 */
import { subjects } from '../../../adapters/bus/port.ts';
import { systemClock } from '../../../adapters/clock/system.ts';
import type { EmailService } from '../../../workers/index.ts';
import { quietLog as log } from '../../support/quiet.ts';
import { openSpine, unlimited } from '../../support/spine.ts';

const { connectionString, baseUrl, publicUrl, projections, standsBy } = JSON.parse(process.env['AUTOMATIONS']!) as {
  readonly connectionString: string;
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly projections: boolean;
  /** It begins when its clock is set. */
  readonly standsBy?: boolean;
};
let ahead = 0;
const spine = await openSpine(connectionString, {
  log,
  clock: { ...systemClock, now: () => new Date(Date.now() + ahead) },
});
if (projections) await spine.runner.start();

let emailed = 0;
const provider = {
  name: 'bench',
  send: () => Promise.resolve({ kind: 'accepted', providerMessageId: `${process.pid}-${(emailed += 1)}` } as const),
  close: () => Promise.resolve(),
};
const email: EmailService = {
  routeFor: () => Promise.resolve({ provider, from: { address: 'news@bench.test', name: null }, tells: false }),
  brandOf: () => Promise.resolve({ name: 'Bench', url: publicUrl, logoUrl: null, color: null, supportEmail: null }),
  vault: { get: () => Promise.reject(new Error('no emails of accounts')) },
};
const workers = spine.workers({
  publicUrl,
  baseUrl,
  timeoutMs: 20_000,
  mail: email,
  sender: { rateFor: unlimited, askAfterMs: 6 * 3_600_000 },
});
let works = standsBy !== true;
if (works) await workers.start();
async function answer(asked: 'tell' | 'collect' | { readonly ahead: number }): Promise<void> {
  if (typeof asked === 'object') {
    ahead = asked.ahead;
    if (!works) await workers.start();
    works = true;
    // Who sleeps until the next one is due knows nothing of a clock that was set ahead.
    spine.bus.publish(subjects.automations, {});
  }
  if (asked === 'collect') (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send!({ rss, inUse: heapUsed + external, emailed });
}
process.on('message', (asked: Parameters<typeof answer>[0]) => void answer(asked));
process.send!({ ready: true });
process.once('SIGTERM', () => process.exit(0));
