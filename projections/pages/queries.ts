import { sql } from 'kysely';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import type { CampaignSettings } from '../../domain/campaigns/fields.ts';
import type { PageKind, StoredSections } from '../../domain/pages/model.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import { historyTable, pageModel, pageTable, versionTable } from '../tables/pages.ts';

const t = tablesIn(pageModel);
const campaigns = tablesIn(campaignModel)(campaignTable);
const users = tablesIn(userModel)(userTable);

const page = pageTable.select('p', 'id', 'kind', 'template', 'draft', 'liveVersion', 'edited', 'changedAt', 'revision');
const version = versionTable.select('v', 'version', 'hash', 'sections');
const act = historyTable.select('h', 'act', 'version', 'at');
type Version = SelectedOf<typeof version>;
type Act = SelectedOf<typeof act> & { byName: string | null };

export type PageActView = Dated<Act>;
/** The draft as it is stored, and what happened to it, newest first. */
export type PageView = Dated<SelectedOf<typeof page>> & { live: Version | null; history: readonly PageActView[] };
export type PageVersionView = Version & { kind: PageKind };

/** What a visitor of a campaign's address gets, and what decides whether they get it. */
export interface LivePageView {
  campaignId: string;
  businessId: string;
  name: string;
  keyword: string;
  kind: PageKind;
  /** Null: nothing is published. */
  version: number | null;
  hash: string | null;
  sections: StoredSections | null;
  settings: CampaignSettings;
  archived: boolean;
}

/** As many steps as the history shows. */
const maxActs = 200;

export const pageQueries = {
  page: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<PageView | null> => {
      const mine = sql`p.id = ${campaignId} and p.business_id = ${businessId}`;
      const [[row], [live], acts] = await Promise.all([
        db.ask(sql<SelectedOf<typeof page>>`select ${page} from ${t(pageTable)} p where ${mine}`),
        db.ask(sql<Version>`select ${version} from ${t(pageTable)} p
          join ${t(versionTable)} v on v.page_id = p.id and v.version = p.live_version where ${mine}`),
        // Who did it may be an operator, whom the business's own reader does not see: then nobody is named.
        db.ask(sql<Act>`select ${act},
            nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') as "byName"
          from ${t(historyTable)} h left join ${users} u on u.id = h.by
          where h.page_id = ${campaignId} and h.business_id = ${businessId} order by h.revision desc limit ${maxActs}`),
      ]);
      return row ? { ...dated(row), live: live ?? null, history: acts.map(dated) } : null;
    },
  }),

  pageVersion: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      given: { readonly campaignId: string; readonly version: number },
    ): Promise<PageVersionView | null> => {
      const [row] = await db.ask(sql<PageVersionView>`select ${version}, p.kind from ${t(versionTable)} v
        join ${t(pageTable)} p on p.id = v.page_id
        where v.page_id = ${given.campaignId} and v.version = ${given.version} and v.business_id = ${businessId}`);
      return row ?? null;
    },
  }),

  /** For visitors, who belong to nobody: one row by its key. */
  livePage: query({
    reads: 'owner',
    run: async (db, campaignId: string): Promise<LivePageView | null> => {
      const [row] = await db.ask(sql<LivePageView>`
        select p.id as "campaignId", p.business_id as "businessId", c.name, c.keyword, p.kind, v.version, v.hash,
            v.sections, c.settings, c.archived_at is not null as archived
          from ${t(pageTable)} p join ${campaigns} c on c.id = p.id
            left join ${t(versionTable)} v on v.page_id = p.id and v.version = p.live_version
          where p.id = ${campaignId}`);
      return row ?? null;
    },
  }),
};
