import { sql } from 'kysely';
import type { Storage } from '../../adapters/storage/port.ts';
import { is } from '../../domain/kernel/event.ts';
import { IntegrationSyncRequested } from '../../domain/integrations/events.ts';
import { reactions } from '../engine/reactions.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { pollFeed, runPolls } from './polls.ts';
import { runSyncs } from './run.ts';

interface Needs {
  /** Where files of contacts lie; left out: syncs wait. */
  readonly uploads?: { readonly storage: Storage };
}

/** Notes what is to be fetched, in the transaction of the checkpoint. */
const syncFeed = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'integration-syncs',
  handles: [IntegrationSyncRequested.type],
  async record(events, trx) {
    for (const event of events) {
      if (!is(event, IntegrationSyncRequested)) continue;
      const { syncId, integrationId, businessId, requestedBy } = event.data;
      const { agencyId } = event.metadata.tenant;
      await sql`insert into ops.integration_syncs (sync_id, integration_id, business_id, agency_id, requested_by, due_at)
        values (${syncId}::uuid, ${integrationId}::uuid, ${businessId}::uuid, ${agencyId}::uuid, ${requestedBy}::uuid,
          ${event.metadata.occurredAt}::timestamptz) on conflict (sync_id) do nothing`.execute(trx);
    }
  },
  committed: wake,
});

export const integrationReactions = reactions<Needs>('integrations', (services) => {
  const { db, commands, clock, log, bells, wake, uploads } = services;
  const ring = () => wake('integrations');
  const parts = { db, commands, bell: bells.integrations, clock, log };
  const polls = ({ stopping }: { readonly stopping: AbortSignal }) => runPolls(parts, stopping);
  if (uploads === undefined) return { follows: [pollFeed(ring)], loops: [polls] };
  const { storage } = uploads;
  return {
    follows: [syncFeed(ring), pollFeed(ring)],
    loops: [({ stopping }) => runSyncs({ ...parts, storage }, stopping), polls],
  };
});
