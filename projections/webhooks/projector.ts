import * as endpoint from '../../domain/webhooks/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { handlers } from '../engine/handlers.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { webhookEndpointIndexes, webhookEndpointModel, webhookEndpointTable } from '../tables/webhooks.ts';

const upserts = perSchema((schema) => webhookEndpointTable.upsert(schema, 'w'));
const begin = () => webhookEndpointTable.rows();

const table = handlers<ReturnType<typeof begin>>((on) => {
  on(endpoint.WebhookEndpointCreated, ({ data, metadata: { occurredAt: at } }, rows) => {
    const { endpointId: id, since: _, ...written } = data;
    const { businessId, url, description, types, version, createdBy } = written;
    const known = { createdBy, createdAt: at, state: 'on', stateAt: at };
    rows.merge({ id, businessId, url, description, types, version, ...known });
  });
  on(endpoint.WebhookEndpointChanged, ({ data }, rows) => {
    const { endpointId: id, businessId, url, description, types, version } = data;
    rows.merge({ id, businessId, url, description, types, version });
  });
  on(endpoint.WebhookEndpointRotated, ({ data, metadata }, rows) => {
    const { endpointId: id, businessId, previousUntil } = data;
    rows.merge({ id, businessId, previousUntil, rotatedAt: metadata.occurredAt });
  });
  on(endpoint.WebhookEndpointDisabled, ({ data, metadata }, rows) => {
    const { endpointId: id, businessId, reason: state } = data;
    rows.merge({ id, businessId, state, stateAt: metadata.occurredAt });
  });
  on(endpoint.WebhookEndpointEnabled, ({ data: { endpointId: id, businessId }, metadata }, rows) => {
    rows.merge({ id, businessId, state: 'on', stateAt: metadata.occurredAt });
  });
  on(endpoint.WebhookEndpointDeleted, ({ data: { endpointId: id, businessId }, metadata }, rows) => {
    rows.merge({ id, businessId, deletedAt: metadata.occurredAt });
  });
});

/** Where programs of a business are sent what happens. */
export const webhookEndpoints: Projector = {
  ...webhookEndpointModel,
  handles: table.types,
  create: createAll(webhookEndpointTable),
  index: webhookEndpointIndexes,
  fold: (events, schema) => {
    const rows = begin();
    for (const event of events) table.handle(event, rows);
    return rows.toStatements(upserts(schema));
  },
};
