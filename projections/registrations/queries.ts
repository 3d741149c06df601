import { sql } from 'kysely';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { referenceTable, registeredCampaignTable, registrationModel, requestTable } from '../tables/registrations.ts';

const t = tablesIn(registrationModel);
const brandColumns = requestTable.select(
  'r',
  'id',
  'businessId',
  'name',
  'ein',
  'website',
  'brandKind',
  'state',
  'raw',
  'attempt',
  'externalId',
  'submittedAt',
  'changedAt',
);
const campaignColumns = registeredCampaignTable.select(
  'c',
  'id',
  'brandId',
  'useCase',
  'description',
  'state',
  'raw',
  'attempt',
  'externalId',
  'attClass',
  'attPerMinute',
  'tmobileTier',
  'submittedAt',
  'changedAt',
);
type BrandRow = SelectedOf<typeof brandColumns>;
type CampaignRow = SelectedOf<typeof campaignColumns>;
export type RegisteredBrandView = Dated<BrandRow>;
export type RegisteredCampaignView = Dated<CampaignRow>;

export const registrationQueries = {
  /** Whose brand or service the carrier means; null: nobody’s here. The carrier names no tenant. */
  registrationOf: query({
    reads: 'operator',
    run: async (db, reference: string): Promise<string | null> => {
      const [row] = await db.ask(sql<{ businessId: string }>`select f.business_id as "businessId"
        from ${t(referenceTable)} f where f.reference = ${reference}`);
      return row?.businessId ?? null;
    },
  }),
  /** The newest brand with this EIN that the business submitted. */
  brandByEin: query({
    reads: 'business',
    run: async (db, businessId: string, ein: string): Promise<RegisteredBrandView | null> => {
      const [row] = await db.ask(sql<BrandRow>`select ${brandColumns} from ${t(requestTable)} r
        where r.business_id = ${businessId} and r.ein = ${ein} and r.kind = 'a2p'
        order by r.state = 'canceled', r.position desc limit 1`);
      return row === undefined ? null : dated(row);
    },
  }),
  /** Whether the business has such a brand, with the campaigns of it; null: it has not. */
  campaignsByBrand: query({
    reads: 'business',
    run: async (db, businessId: string, brandId: string): Promise<readonly RegisteredCampaignView[] | null> => {
      const [brand] = await db.ask(sql<{ id: string }>`select r.id from ${t(requestTable)} r
        where r.business_id = ${businessId} and r.id = ${brandId}`);
      if (brand === undefined) return null;
      const rows = await db.ask(sql<CampaignRow>`select ${campaignColumns} from ${t(registeredCampaignTable)} c
        where c.business_id = ${businessId} and c.brand_id = ${brandId} order by c.submitted_at, c.id`);
      return rows.map(dated);
    },
  }),
};
