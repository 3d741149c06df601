import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import * as endpoint from '../../domain/webhooks/events.ts';
import { publishedTypes } from '../../domain/publications/publications.ts';
import { perSchema } from '../engine/arrays.ts';
import { is } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  erasedTable,
  publishedIndexes,
  publishedModel,
  publishedTable,
  webhookEndpointIndexes,
  webhookEndpointModel,
  webhookEndpointTable,
} from '../tables/webhooks.ts';

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

const inserts = perSchema((schema) => ({
  events: publishedTable.upsert(schema, 'p'),
  erased: erasedTable.upsert(schema, 'e'),
}));

/** What can be sent of each business, by place in the log. */
export const published: Projector = {
  ...publishedModel,
  byBusiness: true,
  handles: publishedTypes,
  create: createAll(publishedTable, erasedTable),
  index: publishedIndexes,
  fold: (events, schema) => {
    const rows = publishedTable.rows();
    const erased = erasedTable.rows();
    for (const event of events) {
      const { position, id: eventId, type, stream, revision, metadata } = event;
      const { businessId, contactId = null } = event.data as {
        readonly businessId: string;
        readonly contactId?: string | null;
      };
      rows.merge({ businessId, position, eventId, type, stream, revision, contactId, at: metadata.occurredAt });
      if (is(event, ContactErased)) erased.merge({ contactId: event.data.contactId, businessId });
    }
    const into = inserts(schema);
    return [...rows.toStatements(into.events), ...erased.toStatements(into.erased)];
  },
};
