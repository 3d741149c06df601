import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import { platformTenant, type Tenant } from '../../domain/kernel/event.ts';
import type { Session } from './sessions.ts';

const correlationPattern = /^[\w.:-]{1,64}$/;

/** The caller's own correlation id when it sends a sane one, otherwise the request's id. */
export function correlationIdOf(request: FastifyRequest): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && correlationPattern.test(given) ? given : request.id;
}

const roles = { Admin: 'admin', Agency: 'agency', Business: 'business' } as const;

/** While somebody acts as another, every event names both: the acting person and who is really at the keyboard. */
export function callerOf(session: Session): Caller {
  return {
    role: roles[session.role],
    actor: {
      kind: 'user',
      userId: session.userId,
      impersonatorId: session.impersonator?.userId ?? null,
      ...(session.apiKey === undefined ? {} : { apiKeyId: session.apiKey.id }),
    },
    tenant: { agencyId: session.agencyId, businessId: session.businessId },
  };
}

/** Somebody who is not signed in. `name` says at which door. */
export const publicCaller = (name: string): Caller => ({
  role: 'public',
  actor: { kind: 'public', name },
  tenant: platformTenant,
});

/** `tenant`: the owner of the account that signed. */
export const carrierCaller = (name: string, tenant: Tenant): Caller => ({
  role: 'carrier',
  actor: { kind: 'carrier', name },
  tenant,
});

export const commandContext = (
  caller: Caller,
  correlationId: string,
  commandId: string = randomUUID(),
): CommandContext => ({ caller, commandId, correlationId, causationId: null });
