import { sql } from 'kysely';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { integrationModel, integrationTable } from '../tables/integrations.ts';

const t = tablesIn(integrationModel);
const columns = integrationTable.select(
  'i',
  'id',
  'type',
  'name',
  'account',
  'isOn',
  'connectedBy',
  'createdAt',
  'connectedAt',
  'trouble',
  'troubleAt',
  'sync',
  'syncAt',
  'syncRecords',
  'syncUploadId',
);
type Row = SelectedOf<typeof columns>;
export type IntegrationView = Dated<Row>;

export const integrationQueries = {
  /** What was not removed, the newest first: few, since there is a limit. `type`: null, all. */
  integrations: query({
    reads: 'business',
    run: async (db, businessId: string, type: string | null): Promise<readonly IntegrationView[]> => {
      const rows = await db.ask(sql<Row>`select ${columns} from ${t(integrationTable)} i
        where i.business_id = ${businessId} and i.removed_at is null and (${type}::text is null or i.type = ${type}::text)
        order by i.created_at desc, i.id limit 100`);
      return rows.map(dated);
    },
  }),
  integration: query({
    reads: 'business',
    run: async (db, businessId: string, id: string): Promise<IntegrationView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${t(integrationTable)} i
        where i.business_id = ${businessId} and i.id = ${id} and i.removed_at is null`);
      return row === undefined ? null : dated(row);
    },
  }),
};
