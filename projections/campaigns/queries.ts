import { type RawBuilder, sql } from 'kysely';
import type { campaignList } from '../../domain/campaigns/list.ts';
import type { CampaignType } from '../../domain/campaigns/fields.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { PageKind } from '../../domain/pages/model.ts';
import {
  dated,
  type Dated,
  direction,
  listed,
  type Listed,
  matches,
  offsetOf,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { pageModel, pageTable } from '../tables/pages.ts';
import { campaignModel, campaignTable, optInHourTable, tallyTable } from '../tables/campaigns.ts';

const t = tablesIn(campaignModel);
const pages = tablesIn(pageModel)(pageTable);

const line = campaignTable.select(
  'c',
  'id',
  'name',
  'type',
  'keyword',
  'number',
  'takenOn',
  'reply',
  'offer',
  'settings',
  'createdAt',
  'archivedAt',
  'status',
);
/** Of campaign `c`, tally `o` and page `p`. */
const counted = sql`coalesce(o.members, 0)::int as members, coalesce(o.opt_ins, 0)::int as "optIns",
  p.kind as "pageKind", p.live_version as "liveVersion", coalesce(p.edited, false) as "edited", p.changed_at as "changedAt"`;
const from = sql`${t(campaignTable)} c left join ${t(tallyTable)} o on o.campaign_id = c.id
  left join ${pages} p on p.id = c.id`;
const since = (now: Date): RawBuilder<unknown> => sql`(
  select coalesce(sum(h.opt_ins), 0)::int from ${t(optInHourTable)} h
    where h.campaign_id = c.id and h.hour > ${new Date(now.getTime() - 7 * 86_400_000).toISOString()}::timestamptz
  ) as "optInsWeek"`;
type Line = SelectedOf<typeof line> & {
  type: CampaignType;
  members: number;
  optIns: number;
  /** In the last seven days. */
  optInsWeek: number;
  pageKind: PageKind | null;
  liveVersion: number | null;
  edited: boolean;
  changedAt: Date | null;
};
export type CampaignView = Dated<Line>;

const rest = campaignTable.select('c', 'replyMedia', 'notifications', 'revision');
type Full = Line & SelectedOf<typeof rest> & { pageRevision: number | null };
/** `revision`: of the campaign's stream, what an edit has to start from; `pageRevision` of its page's. */
export type CampaignDetailView = Dated<Full>;

const orders: Readonly<Record<SortOf<typeof campaignList>, RawBuilder<unknown>>> = {
  id: sql`c.position`,
  created_at: sql`c.position`,
  name: sql`c.sort_name`,
  keyword: sql`c.keyword`,
  type: sql`c.type`,
  members: sql`coalesce(o.members, 0)`,
  opt_ins: sql`coalesce(o.opt_ins, 0)`,
};

/** A business has so many campaigns at most in lists that show all of them at once. */
const maxConcurrent = 10_000;

export const campaignQueries = {
  /** All that are not archived, in the order they were made. */
  campaigns: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly CampaignView[]> => {
      const rows = await db.ask(sql<Line>`select ${line}, ${counted}, ${since(db.now())} from ${from}
        where c.business_id = ${businessId} and c.archived_at is null order by c.position limit ${maxConcurrent}`);
      return rows.map(dated);
    },
  }),

  /** One page of them, searched by name, keyword and the digits of the number. */
  campaignList: query({
    reads: 'business',
    run: async (db, businessId: string, given: ListQuery<typeof campaignList>): Promise<Listed<CampaignView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const conditions: RawBuilder<unknown>[] = [sql`c.business_id = ${businessId}`];
      const wanted = given.status ?? 'active';
      if (wanted === 'archived') conditions.push(sql`c.status = 'archived'`);
      else if (wanted === 'live') conditions.push(sql`c.status = 'active'`);
      else if (wanted === 'waiting') conditions.push(sql`c.status = 'waiting'`);
      else conditions.push(sql`c.status <> 'archived'`);
      if (given.type.length > 0) conditions.push(sql`c.type = any(${given.type}::text[])`);
      if (patterns.length > 0)
        conditions.push(sql`(${matches(sql`c.search`, patterns)} or ${matches(sql`c.number`, patterns)})`);
      const where = sql.join(conditions, sql` and `);
      const order = sql`${orders[given.sortBy ?? 'id']} ${direction(given.sortDesc)}, c.position`;
      const found = await listed<Line>(
        db,
        (total) => sql`select ${line}, ${counted}, ${since(db.now())}, ${total} from ${from} where ${where}
          order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}`,
        sql`select count(*)::int from ${t(campaignTable)} c where ${where}`,
      );
      return { data: found.data.map(dated), total: found.total };
    },
  }),

  campaign: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<CampaignDetailView | null> => {
      const [row] = await db.ask(sql<Full>`
        select ${line}, ${counted}, ${since(db.now())}, ${rest}, p.revision as "pageRevision" from ${from}
          where c.business_id = ${businessId} and c.id = ${campaignId}`);
      return row ? dated(row) : null;
    },
  }),
};
