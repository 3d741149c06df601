import { sql } from 'kysely';
import type { PageKind, StoredSections } from '../../domain/pages/model.ts';
import { query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable, type LegalPage } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { pageModel, pageTable, versionTable } from '../tables/pages.ts';

const businesses = tablesIn(businessModel)(businessTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const pages = tablesIn(pageModel);

/** One way in which people join: a keyword, and the page that is published for it. */
export interface WayIn {
  readonly campaignId: string;
  readonly name: string;
  readonly keyword: string;
  readonly kind: PageKind | null;
  readonly sections: StoredSections | null;
}
export interface WaysIn {
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly name: string;
  readonly uniqueId: string;
  readonly number: string | null;
  readonly state: 'active' | 'inactive' | 'archived';
  readonly privacyPage: LegalPage | null;
  readonly termsPage: LegalPage | null;
  readonly ways: readonly WayIn[];
}

/** Of a business these many ways in are shown, the newest first. */
const most = 50;

export const waysInQueries = {
  /** Every way in of a business, by its unique id: what the public sees of it anyway. Null: there is no such business. */
  waysIn: query({
    reads: 'owner',
    run: async (db, given: { readonly uniqueId: string } | { readonly businessId: string }): Promise<WaysIn | null> => {
      const mine = 'uniqueId' in given ? sql`b.unique_id = ${given.uniqueId}` : sql`b.id = ${given.businessId}`;
      const [business] = await db.ask(sql<Omit<WaysIn, 'ways'>>`
        select b.id as "businessId", b.agency_id as "agencyId", b.name, b.unique_id as "uniqueId", b.number, b.state,
            b.privacy_page as "privacyPage", b.terms_page as "termsPage"
          from ${businesses} b where ${mine} limit 1`);
      if (business === undefined) return null;
      const ways = await db.ask(sql<WayIn>`
        select c.id as "campaignId", c.name, c.keyword, p.kind, v.sections
          from ${campaigns} c
            left join ${pages(pageTable)} p on p.id = c.id and p.live_version is not null
            left join ${pages(versionTable)} v on v.page_id = p.id and v.version = p.live_version
          where c.business_id = ${business.businessId} and c.archived_at is null
          order by c.created_at desc, c.id limit ${most}`);
      return { ...business, ways };
    },
  }),
};
