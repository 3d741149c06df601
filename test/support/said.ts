import { randomUUID } from 'node:crypto';
import type { EventToStore } from '../../adapters/event-store/port.ts';
import type { ConsentProof } from '../../domain/contacts/events.ts';
import { type DomainEvent, type EventMetadata, platformTenant, type Tenant } from '../../domain/kernel/event.ts';

/** What stands beside the events of one command that a test has given in its own name. `at`: ISO; left out: now. */
export const metadataOf = (
  tenant: Partial<Tenant> = platformTenant,
  at: string = new Date().toISOString(),
): EventMetadata => ({
  tenant: { ...platformTenant, ...tenant },
  actor: { kind: 'system', name: 'test' },
  occurredAt: at,
  correlationId: randomUUID(),
  causationId: null,
  commandId: randomUUID(),
});

/** Events of one command, as the store takes them. */
export function said(events: readonly DomainEvent[], tenant?: Partial<Tenant>, at?: string): EventToStore[] {
  const metadata = metadataOf(tenant, at);
  return events.map(({ type, version, data }) => ({ id: randomUUID(), type, version, data, metadata }));
}

/** A consent that nothing proves. */
export const noProof: ConsentProof = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
