import { sql } from 'kysely';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { webhookEndpointModel, webhookEndpointTable } from '../tables/webhooks.ts';

const t = tablesIn(webhookEndpointModel);
const columns = webhookEndpointTable.select(
  'w',
  'id',
  'url',
  'description',
  'types',
  'version',
  'createdBy',
  'createdAt',
  'rotatedAt',
  'previousUntil',
  'state',
  'stateAt',
);
type Row = SelectedOf<typeof columns>;
export type WebhookEndpointView = Dated<Row>;

export const webhookQueries = {
  /** The newest first. */
  webhookEndpoints: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly WebhookEndpointView[]> => {
      const rows = await db.ask(sql<Row>`select ${columns} from ${t(webhookEndpointTable)} w
        where w.business_id = ${businessId} and w.deleted_at is null order by w.created_at desc, w.id limit 200`);
      return rows.map(dated);
    },
  }),
  webhookEndpoint: query({
    reads: 'business',
    run: async (db, businessId: string, endpointId: string): Promise<WebhookEndpointView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${t(webhookEndpointTable)} w
        where w.business_id = ${businessId} and w.id = ${endpointId} and w.deleted_at is null`);
      return row === undefined ? null : dated(row);
    },
  }),
};
