import { randomUUID } from 'node:crypto';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import { platformTenant, type Tenant } from '../../domain/kernel/event.ts';

/** A command of this caller's, with an id of its own unless one is given. */
export const context = (caller: Caller, commandId: string = randomUUID()): CommandContext => ({
  caller,
  commandId,
  correlationId: randomUUID(),
  causationId: null,
});

export const systemOf = (tenant: Tenant): Caller => ({
  role: 'system',
  actor: { kind: 'system', name: 'test' },
  tenant,
});
export const system = systemOf(platformTenant);
export const carrier: Caller = { role: 'carrier', actor: { kind: 'carrier', name: 'twilio' }, tenant: platformTenant };
/** Somebody who works at a business. */
export const personOf = (businessId: string, agencyId: string | null, userId: string = randomUUID()): Caller => ({
  role: 'business',
  actor: { kind: 'user', userId, impersonatorId: null },
  tenant: { agencyId, businessId },
});

/** What the product's own hands do, on behalf of a tenant where one is named. */
export const systemContext = (tenant: Tenant = platformTenant): CommandContext => context(systemOf(tenant));
