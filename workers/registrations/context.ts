import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';

/** What a timer of this room acts as; the same timer is the same command. */
export const systemContext = (name: string, cause: string, correlationId: string) =>
  ({
    caller: { role: 'system', actor: { kind: 'system', name }, tenant: platformTenant },
    commandId: uuidV5(namespaces.command, cause, name),
    correlationId,
    causationId: null,
  }) as const;
