import { sql } from 'kysely';
import { ask, iso, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { CampaignView, ReadModels } from '../read-models.ts';
import { campaigns } from './projector.ts';

const t = tablesIn(schemaOf(campaigns));

export const campaignQueries = (db: ReadDatabase): Pick<ReadModels, 'campaigns'> => ({
  /** In the order they were made. */
  campaigns: async (businessId) => {
    const rows = await ask(
      db,
      sql<Omit<CampaignView, 'createdAt'> & { createdAt: Date }>`
      select c.id, c.name, c.type, c.keyword, c.number, case when c.number is null then 'waiting' else 'active' end as status, c.taken_on as "takenOn", c.reply, c.created_at as "createdAt", coalesce(o.opt_ins, 0)::int as "optIns"
      from ${t('campaigns')} c left join ${t('opt_ins')} o on o.campaign_id = c.id where c.business_id = ${businessId} order by c.position limit 10000`,
    );
    return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt) }));
  },
});
