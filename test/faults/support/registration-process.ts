/**
 * A process that goes on with the registration of one business, for tests that kill it while the carrier answers. Says
 * `ready` when it is loaded, and begins when it is told `go`. Configured by REGISTRATION, a JSON text.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import type { TwilioAccount } from '../../../adapters/providers/port.ts';
import { context, system } from '../../support/callers.ts';
import { openComposition } from '../../support/composition.ts';

export interface RegistrationProcess {
  readonly connectionString: string;
  readonly baseUrl: string;
  readonly installation: TwilioAccount;
  readonly inboundSmsUrl: string;
  readonly businessId: string;
}

const { connectionString, baseUrl, installation, inboundSmsUrl, businessId } = JSON.parse(
  process.env['REGISTRATION'] ?? '{}',
) as RegistrationProcess;
const { commands } = await openComposition(connectionString, {
  world: { registrations: createRegistrations({ baseUrl, paceMs: 0 }), platformCarrier: installation, inboundSmsUrl },
});
async function goOn(): Promise<void> {
  const { result } = await commands.registrations.advanceA2p(context(system, randomUUID()), { businessId });
  if (result.again === 'now') await goOn();
}
process.stdout.write('ready\n');
createInterface(process.stdin).on('line', () => void goOn());
