/**
 * A process that carries out one command that charges, for tests that kill it in the middle. Says `ready` when it is
 * loaded, and begins when it is told `go`. Configured by PAYER, a JSON text.
 */
import { createInterface } from 'node:readline';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { openComposition } from '../../support/composition.ts';

export interface PayerProcess {
  readonly connectionString: string;
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly now: string;
  /** Of the catalogue: a capability and one of its commands. */
  readonly command: readonly [string, string];
  readonly context: CommandContext;
  readonly given: object;
}

const { connectionString, baseUrl, secretKey, now, command, context, given } = JSON.parse(
  process.env['PAYER'] ?? '{}',
) as PayerProcess;
const payments = createPayments({ secretKey, baseUrl, webhookSecret: null, mode: 'sandbox' });
const at = new Date(now);
const clock = {
  now: () => at,
  elapsed: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const { commands } = await openComposition(connectionString, { world: { payments }, clock });
type Run = (context: CommandContext, given: object) => Promise<unknown>;
const run = (commands as unknown as Record<string, Record<string, Run>>)[command[0]]![command[1]]!;
process.stdout.write('ready\n');
createInterface(process.stdin).on('line', () => void run(context, given));
