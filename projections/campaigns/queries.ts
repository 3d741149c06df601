import { sql } from 'kysely';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { campaignModel, campaignTable, optInTable } from './table.ts';

const t = tablesIn(campaignModel);
const columns = campaignTable.select('c', 'id', 'name', 'type', 'keyword', 'number', 'takenOn', 'reply', 'createdAt');
type Row = SelectedOf<typeof columns> & { status: 'active' | 'waiting'; optIns: number };
export type CampaignView = Dated<Row>;

export const campaignQueries = {
  /** In the order they were made. */
  campaigns: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly CampaignView[]> => {
      const rows = await db.ask(sql<Row>`
        select ${columns}, case when c.number is null then 'waiting' else 'active' end as status,
          coalesce(o.opt_ins, 0)::int as "optIns"
        from ${t(campaignTable)} c left join ${t(optInTable)} o on o.campaign_id = c.id
        where c.business_id = ${businessId} order by c.position limit 10000`);
      return rows.map(dated);
    },
  }),
};
