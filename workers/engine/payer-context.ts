import type { CommandContext } from '../../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type Payer, payerKey } from '../../domain/payments/payer.ts';

/** A command that a worker issues for a payer. Its id derives from what it is for: issued twice it causes nothing twice. */
export function payerContext(
  worker: string,
  payer: Payer,
  purpose: string,
  cause: readonly string[],
  causationId: string | null = null,
): CommandContext {
  const commandId = uuidV5(namespaces.command, payerKey(payer), purpose, ...cause);
  return {
    caller: {
      role: 'system',
      actor: { kind: 'system', name: worker },
      tenant: {
        agencyId: payer.kind === 'agency' ? payer.id : null,
        businessId: payer.kind === 'business' ? payer.id : null,
      },
    },
    commandId,
    correlationId: commandId,
    causationId,
  };
}
