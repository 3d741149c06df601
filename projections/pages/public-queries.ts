import { sql } from 'kysely';
import type { CampaignSettings, CampaignType, Offer } from '../../domain/campaigns/fields.ts';
import type { PageKind, StoredSections } from '../../domain/pages/model.ts';
import { businessModel, businessTable, type LegalPage } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { query, tablesIn } from '../engine/query.ts';
import { loopMemberTable, loopModel } from '../tables/loops.ts';
import { pageModel, pageTable, type RunningTest, versionTable } from '../tables/pages.ts';

const t = tablesIn(pageModel);
const campaigns = tablesIn(campaignModel)(campaignTable);
const members = tablesIn(loopModel)(loopMemberTable);
const businesses = tablesIn(businessModel)(businessTable);

/** A page as its visitors get it, with everything that decides whether they do. */
export interface PublicPageView {
  readonly campaignId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly kind: PageKind;
  readonly type: CampaignType;
  /** What is live now; null: nothing is published. */
  readonly liveVersion: number | null;
  /** The version that was asked for; null: there is no such. */
  readonly version: number | null;
  readonly hash: string | null;
  readonly sections: StoredSections | null;
  /** Two versions that are being compared, null: none. */
  readonly test: RunningTest | null;
  readonly settings: CampaignSettings;
  readonly archived: boolean;
  readonly offer: Offer;
  readonly businessName: string;
  readonly uniqueId: string;
  /** Of the business, IANA: its days, and the schedule of its popups. */
  readonly timezone: string;
  /** Archived, or switched off: then its pages are closed. */
  readonly businessState: 'active' | 'inactive' | 'archived';
  readonly privacyPage: LegalPage | null;
  readonly termsPage: LegalPage | null;
}

export const publicPageQueries = {
  /** One row by its key, for visitors, who belong to nobody. `version` null: what is live. */
  publicPage: query({
    reads: 'owner',
    run: async (
      db,
      { campaignId, version }: { readonly campaignId: string; readonly version: number | null },
    ): Promise<PublicPageView | null> => {
      const [row] = await db.ask(sql<PublicPageView>`
        select p.id as "campaignId", p.business_id as "businessId", b.agency_id as "agencyId", p.kind, c.type,
            p.live_version as "liveVersion", v.version, v.hash, v.sections, p.test,
            c.settings, c.archived_at is not null as archived, c.offer, b.name as "businessName",
            b.unique_id as "uniqueId", b.timezone,
            b.state as "businessState", b.privacy_page as "privacyPage", b.terms_page as "termsPage"
          from ${t(pageTable)} p join ${campaigns} c on c.id = p.id join ${businesses} b on b.id = p.business_id
            left join ${t(versionTable)} v
              on v.page_id = p.id and v.version = coalesce(${version}::int, p.live_version)
          where p.id = ${campaignId}`);
      return row ?? null;
    },
  }),

  /** As which member a contact is in a loop. */
  loopMemberOf: query({
    reads: 'owner',
    run: async (db, given: { readonly campaignId: string; readonly contactId: string }): Promise<string | null> => {
      const [row] = await db.ask(sql<{ memberId: string }>`select member_id as "memberId" from ${members}
        where campaign_id = ${given.campaignId} and contact_id = ${given.contactId} limit 1`);
      return row?.memberId ?? null;
    },
  }),
};
