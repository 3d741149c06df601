import type { CommandContext } from '../../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';

/** Ids of a demo are the same in every installation and at every start. */
export const id = (...name: string[]): string => uuidV5(namespaces.demo, ...name);

/** Bella's popup, for the sandbox's shop to show. */
export const popupOfBellas = id('campaign', 'bellas-pizzeria', 'first-visit');

/** The demo's own hand; `purpose` names what it does, for ever. */
export function context(...purpose: string[]): CommandContext {
  return {
    caller: { role: 'system', actor: { kind: 'system', name: 'demo' }, tenant: { agencyId: null, businessId: null } },
    commandId: uuidV5(namespaces.command, 'demo', ...purpose),
    correlationId: id('seed'),
    causationId: null,
  };
}
