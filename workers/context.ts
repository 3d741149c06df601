import type { CommandContext } from '../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../domain/kernel/ids.ts';

/** The tenant on whose behalf a worker acts. */
export interface WorkerTenant {
  readonly agencyId: string | null;
  readonly businessId: string;
}

/**
 * The context of a command that a worker issues. Its id derives from (tenant, purpose, cause): issuing it twice causes
 * nothing twice. Whoever hands over a row of its own as the tenant has nothing else of it written into events.
 */
export function workerContext(
  worker: string,
  { agencyId, businessId }: WorkerTenant,
  purpose: string,
  cause: readonly string[],
  links: { correlationId: string; causationId: string | null },
): CommandContext {
  return {
    caller: { role: 'system', actor: { kind: 'system', name: worker }, tenant: { agencyId, businessId } },
    commandId: uuidV5(namespaces.command, businessId, purpose, ...cause),
    ...links,
  };
}
