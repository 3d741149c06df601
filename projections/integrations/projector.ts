import {
  IntegrationConnected,
  IntegrationReconnected,
  IntegrationRefused,
  IntegrationRemoved,
  IntegrationRenamed,
  IntegrationSwitchedOff,
  IntegrationSwitchedOn,
  IntegrationSyncCompleted,
  IntegrationSyncFailed,
  IntegrationSyncProgressed,
  IntegrationSyncRequested,
} from '../../domain/integrations/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { handlers } from '../engine/handlers.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { integrationIndexes, integrationModel, integrationTable } from '../tables/integrations.ts';

const upserts = perSchema((schema) => integrationTable.upsert(schema, 'i'));
const begin = () => integrationTable.rows();
const noFile = { syncUploadId: null };

const table = handlers<ReturnType<typeof begin>>((on) => {
  on(IntegrationConnected, ({ data, metadata: { occurredAt: at } }, rows) => {
    const { integrationId: id, businessId, type, name, account, connectedBy } = data;
    const known = { trouble: 'none', troubleAt: at, isOn: true, createdAt: at, connectedAt: at };
    rows.merge({ id, businessId, type, name, account, connectedBy, ...known });
  });
  on(IntegrationRenamed, ({ data: { integrationId: id, businessId, name } }, rows) => {
    rows.merge({ id, businessId, name });
  });
  on(IntegrationReconnected, ({ data, metadata: { occurredAt: at } }, rows) => {
    const { integrationId: id, businessId, account, connectedBy } = data;
    rows.merge({ id, businessId, account, connectedBy, connectedAt: at, trouble: 'none', troubleAt: at });
  });
  on(IntegrationSwitchedOff, ({ data: { integrationId: id, businessId } }, rows) => {
    rows.merge({ id, businessId, isOn: false });
  });
  on(IntegrationSwitchedOn, ({ data: { integrationId: id, businessId } }, rows) => {
    rows.merge({ id, businessId, isOn: true });
  });
  on(IntegrationRefused, ({ data: { integrationId: id, businessId, trouble }, metadata }, rows) => {
    rows.merge({ id, businessId, trouble, troubleAt: metadata.occurredAt });
  });
  on(IntegrationRemoved, ({ data: { integrationId: id, businessId }, metadata }, rows) => {
    rows.merge({ id, businessId, removedAt: metadata.occurredAt });
  });
  on(IntegrationSyncRequested, ({ data: { integrationId: id, businessId }, metadata }, rows) => {
    rows.merge({ id, businessId, sync: 'running', syncAt: metadata.occurredAt, syncRecords: 0, ...noFile });
  });
  on(IntegrationSyncProgressed, ({ data: { integrationId: id, businessId, records }, metadata }, rows) => {
    rows.merge({ id, businessId, sync: 'running', syncAt: metadata.occurredAt, syncRecords: records, ...noFile });
  });
  on(IntegrationSyncCompleted, ({ data, metadata }, rows) => {
    const { integrationId: id, businessId, records, uploadId: syncUploadId } = data;
    rows.merge({ id, businessId, sync: 'done', syncAt: metadata.occurredAt, syncRecords: records, syncUploadId });
  });
  on(IntegrationSyncFailed, ({ data: { integrationId: id, businessId, reason }, metadata }, rows) => {
    rows.merge({ id, businessId, sync: reason, syncAt: metadata.occurredAt, syncRecords: null, ...noFile });
  });
});

/** What a business has connected. */
export const integrations: Projector = {
  ...integrationModel,
  handles: table.types,
  create: createAll(integrationTable),
  index: integrationIndexes,
  fold: (events, schema) => {
    const rows = begin();
    for (const event of events) table.handle(event, rows);
    return rows.toStatements(upserts(schema));
  },
};
