import {
  ApiKeyChanged,
  ApiKeyCreated,
  ApiKeyKept,
  ApiKeyRevoked,
  ApiKeyRotated,
} from '../../domain/api-keys/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { handlers } from '../engine/handlers.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { apiKeyIndexes, apiKeyModel, apiKeyTable, apiSecretTable } from '../tables/api-keys.ts';

const upserts = perSchema((schema) => ({
  keys: apiKeyTable.upsert(schema, 'k'),
  secrets: apiSecretTable.upsert(schema, 's'),
}));
const begin = () => ({ keys: apiKeyTable.rows(), secrets: apiSecretTable.rows() });

const table = handlers<ReturnType<typeof begin>>((on) => {
  on(ApiKeyCreated, ({ data, metadata }, { keys, secrets }) => {
    const { keyId: id, businessId, hash, lastFour, createdBy: keeperId, name, scopes, addresses, expiresAt } = data;
    const at = metadata.occurredAt;
    keys.merge({ id, businessId, name, scopes, addresses, expiresAt, lastFour, keeperId, createdAt: at });
    secrets.merge({ hash, keyId: id, businessId });
  });
  on(ApiKeyChanged, ({ data: { keyId: id, businessId, name, scopes, addresses, expiresAt } }, { keys }) => {
    keys.merge({ id, businessId, name, scopes, addresses, expiresAt });
  });
  on(ApiKeyRotated, ({ data, metadata }, { keys, secrets }) => {
    const { keyId: id, businessId, hash, lastFour, previousUntil } = data;
    keys.merge({ id, businessId, lastFour, previousUntil, rotatedAt: metadata.occurredAt });
    secrets.merge({ hash, keyId: id, businessId });
  });
  on(ApiKeyKept, ({ data: { keyId: id, businessId, keptBy: keeperId } }, { keys }) => {
    keys.merge({ id, businessId, keeperId });
  });
  on(ApiKeyRevoked, ({ data: { keyId: id, businessId }, metadata }, { keys }) => {
    keys.merge({ id, businessId, revokedAt: metadata.occurredAt });
  });
});

/** The keys that programs of a business sign in with. */
export const apiKeys: Projector = {
  ...apiKeyModel,
  handles: table.types,
  create: createAll(apiKeyTable, apiSecretTable),
  index: apiKeyIndexes,
  fold: (events, schema) => {
    const rows = begin();
    for (const event of events) table.handle(event, rows);
    const into = upserts(schema);
    return [...rows.keys.toStatements(into.keys), ...rows.secrets.toStatements(into.secrets)];
  },
};
