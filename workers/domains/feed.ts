import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import {
  CustomDomainChanged,
  CustomDomainRemoved,
  DomainClaimed,
  SubdomainRemoved,
} from '../../domain/whitelabels/events.ts';
import { setTimers, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

/** The timer that looks whether a claimed name is used. */
export const releaseUnusedTimer = 'release-unused-host';
/** Far longer than any command takes, in ms: whoever has claimed a name uses it by then, or never will. */
const graceMs = 10 * 60_000;

/** Keeps the list of domains to look at, and sets a timer for every name that may have been claimed in vain. */
export function domainFeed(): RecordingWorker {
  return {
    kind: 'recording',
    name: 'domains',
    handles: [CustomDomainChanged, CustomDomainRemoved, SubdomainRemoved, DomainClaimed].map(({ type }) => type),
    async record(events, trx) {
      for (const event of events) {
        if (is(event, CustomDomainChanged)) {
          const { agencyId, domain } = event.data;
          await sql`
            insert into ops.domain_checks (agency_id, domain, due_at) values (${agencyId}, ${domain}, ${event.metadata.occurredAt})
            on conflict (agency_id) do update set domain = excluded.domain, due_at = excluded.due_at, failures = 0`.execute(
            trx,
          );
        } else if (is(event, CustomDomainRemoved)) {
          const { agencyId, domain } = event.data;
          await sql`delete from ops.domain_checks where agency_id = ${agencyId} and domain = ${domain}`.execute(trx);
        }
      }
      await setTimers(
        trx,
        events
          .filter((event) => !is(event, CustomDomainChanged))
          .map((event) => ({
            id: uuidV5(namespaces.event, event.id, releaseUnusedTimer),
            kind: releaseUnusedTimer,
            dueAt: new Date(new Date(event.metadata.occurredAt).getTime() + graceMs),
            payload: hostOf(event),
          })),
      );
    },
  };
}

/** The name that an event freed, or claimed for nothing perhaps. */
function hostOf(event: StoredEvent): { agencyId: unknown; host: unknown } {
  if (is(event, CustomDomainRemoved)) return { agencyId: event.data.agencyId, host: event.data.domain };
  if (is(event, SubdomainRemoved)) return { agencyId: event.data.agencyId, host: event.data.subdomain };
  return { agencyId: event.data['agencyId'], host: event.data['host'] };
}

/** Frees a name that its agency does not use: an edit that was cut off between claiming and choosing, or between choosing and freeing. */
export const releaseUnused =
  (commands: Commands): TimerHandler =>
  async ({ id, payload }) => {
    const { agencyId, host } = payload as { agencyId: string; host: string };
    await commands.whitelabels.releaseUnused(
      {
        caller: { role: 'system', actor: { kind: 'system', name: 'domains' }, tenant: { agencyId, businessId: null } },
        commandId: uuidV5(namespaces.command, agencyId, 'release-unused', id),
        correlationId: id,
        causationId: null,
      },
      { agencyId, host },
    );
  };
