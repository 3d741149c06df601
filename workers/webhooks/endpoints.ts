import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { is } from '../../domain/kernel/event.ts';
import * as endpoint from '../../domain/webhooks/events.ts';
import type { OpsTransaction, RecordingWorker } from '../engine/worker.ts';

/** Notes what people decide about endpoints, in the transaction of the checkpoint. */
export const endpointFeed = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'webhook-endpoints',
  handles: [...endpoint.webhookEndpointEvents.map(({ type }) => type), ContactErased.type],
  async record(events, trx) {
    for (const event of events) await note(event, trx);
  },
  committed: wake,
});

async function note(event: StoredEvent, trx: OpsTransaction): Promise<void> {
  const at = event.metadata.occurredAt;
  if (is(event, endpoint.WebhookEndpointCreated)) {
    const { endpointId, businessId, url, types, version, since } = event.data;
    const position = since === null ? event.position.toString() : null;
    await sql`insert into ops.webhook_endpoints
        (endpoint_id, business_id, agency_id, url, types, version, position, since, next_due_at)
      values (${endpointId}::uuid, ${businessId}::uuid, ${event.metadata.tenant.agencyId}::uuid, ${url}, ${types}::text[],
        ${version}, ${position}::bigint, ${since}::timestamptz, ${at}::timestamptz)
      on conflict (endpoint_id) do nothing`.execute(trx);
  } else if (is(event, endpoint.WebhookEndpointChanged)) {
    const { endpointId, url, types, version } = event.data;
    await sql`update ops.webhook_endpoints set url = ${url}, types = ${types}::text[], version = ${version}, failures = 0,
      next_due_at = ${at}::timestamptz where endpoint_id = ${endpointId}::uuid`.execute(trx);
  } else if (is(event, endpoint.WebhookEndpointRotated)) {
    const { endpointId, generation, previousUntil } = event.data;
    await sql`update ops.webhook_endpoints set generation = ${generation}, previous_until = ${previousUntil}::timestamptz
      where endpoint_id = ${endpointId}::uuid`.execute(trx);
  } else if (is(event, endpoint.WebhookEndpointDisabled)) {
    await sql`update ops.webhook_endpoints set is_on = false where endpoint_id = ${event.data.endpointId}::uuid`.execute(
      trx,
    );
  } else if (is(event, endpoint.WebhookEndpointEnabled)) {
    // It begins as if nothing had failed; what waits is due.
    const { endpointId } = event.data;
    await sql`update ops.webhook_endpoints set is_on = true, failures = 0, failing_since = null, spells = 0, spell_at = null,
      next_due_at = ${at}::timestamptz where endpoint_id = ${endpointId}::uuid`.execute(trx);
    await sql`update ops.webhook_deliveries set due_at = ${at}::timestamptz
      where endpoint_id = ${endpointId}::uuid and status = 'pending'`.execute(trx);
  } else if (is(event, endpoint.WebhookEndpointReplayed)) {
    const { endpointId, since } = event.data;
    await sql`update ops.webhook_endpoints set position = null, since = ${since}::timestamptz, next_due_at = ${at}::timestamptz
      where endpoint_id = ${endpointId}::uuid`.execute(trx);
  } else if (is(event, endpoint.WebhookRedeliveryRequested)) {
    const { endpointId, eventId } = event.data;
    await sql`update ops.webhook_deliveries set status = 'pending', attempts = 0, due_at = ${at}::timestamptz, ended_at = null
      where endpoint_id = ${endpointId}::uuid and event_id = ${eventId}::uuid`.execute(trx);
    await wakeUp(endpointId, at, trx);
  } else if (is(event, endpoint.WebhookTestRequested)) {
    const { endpointId, testId, businessId } = event.data;
    // It has a place of its own, so that it waits for nothing and nothing waits for it.
    await sql`insert into ops.webhook_deliveries
        (endpoint_id, event_id, business_id, position, type, stream, revision, order_key, due_at, created_at)
      values (${endpointId}::uuid, ${testId}::uuid, ${businessId}::uuid, ${event.position.toString()}::bigint, ${event.type},
        ${event.stream}, ${event.revision}, ${`test-${testId}`}, ${at}::timestamptz, ${at}::timestamptz)
      on conflict (endpoint_id, event_id) do nothing`.execute(trx);
    await wakeUp(endpointId, at, trx);
  } else if (is(event, endpoint.WebhookEndpointDeleted)) {
    const { endpointId } = event.data;
    for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_endpoints'])
      await sql`delete from ${sql.table(`ops.${table}`)} where endpoint_id = ${endpointId}::uuid`.execute(trx);
  } else if (is(event, ContactErased)) {
    const { contactId } = event.data;
    // Receivers repeat in their answers what they were sent.
    await sql`update ops.webhook_attempts set response = null where contact_id = ${contactId}::uuid`.execute(trx);
    await sql`update ops.webhook_deliveries set status = 'skipped', ended_at = ${at}::timestamptz
      where contact_id = ${contactId}::uuid and status = 'pending' and type <> ${ContactErased.type}`.execute(trx);
  }
}

const wakeUp = (endpointId: string, at: string, trx: OpsTransaction) =>
  sql`update ops.webhook_endpoints set next_due_at = least(next_due_at, ${at}::timestamptz)
    where endpoint_id = ${endpointId}::uuid`.execute(trx);
