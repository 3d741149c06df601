import type { CommandContext } from '../commands/caller.ts';
import { namespaces, uuidV5 } from '../domain/kernel/ids.ts';

/** The tenant on whose behalf a worker acts. */
export interface WorkerTenant {
  readonly agencyId: string | null;
  readonly businessId: string;
}

/** The context of a command that a worker issues. Its id derives from (tenant, purpose, cause): issuing it twice causes nothing twice. */
export function workerContext(
  worker: string,
  tenant: WorkerTenant,
  purpose: string,
  cause: readonly string[],
  links: { correlationId: string; causationId: string | null },
): CommandContext {
  return {
    caller: { role: 'system', actor: { kind: 'system', name: worker }, tenant },
    commandId: uuidV5(namespaces.command, tenant.businessId, purpose, ...cause),
    ...links,
  };
}
