import { sql } from 'kysely';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { apiKeyModel, apiKeyTable, apiSecretTable } from '../tables/api-keys.ts';

const t = tablesIn(apiKeyModel);
const columns = apiKeyTable.select(
  'k',
  'id',
  'name',
  'scopes',
  'addresses',
  'expiresAt',
  'lastFour',
  'keeperId',
  'createdAt',
  'rotatedAt',
  'previousUntil',
  'revokedAt',
);
type Row = SelectedOf<typeof columns>;
export type ApiKeyView = Dated<Row>;

/** Working keys are fewer; of those that were revoked the newest are shown. */
const listedAtMost = 200;

export const apiKeyQueries = {
  /** Those that work first, then the newest first. */
  apiKeys: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly ApiKeyView[]> => {
      const rows = await db.ask(sql<Row>`select ${columns} from ${t(apiKeyTable)} k where k.business_id = ${businessId}
        order by k.revoked_at is not null, k.created_at desc, k.id limit ${listedAtMost}`);
      return rows.map(dated);
    },
  }),
  apiKey: query({
    reads: 'business',
    run: async (db, businessId: string, keyId: string): Promise<ApiKeyView | null> => {
      const [row] = await db.ask(
        sql<Row>`select ${columns} from ${t(apiKeyTable)} k where k.business_id = ${businessId} and k.id = ${keyId}`,
      );
      return row === undefined ? null : dated(row);
    },
  }),
  /** Which key a secret is or was of. Whether it works, its stream says. */
  apiKeyOfSecret: query({
    reads: 'owner',
    run: async (db, hash: string): Promise<string | null> => {
      const [row] = await db.ask(
        sql<{ keyId: string }>`select s.key_id as "keyId" from ${t(apiSecretTable)} s where s.hash = ${hash}`,
      );
      return row?.keyId ?? null;
    },
  }),
};
