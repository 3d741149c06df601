import { type RawBuilder, sql } from 'kysely';
import type { Buyer } from '../../domain/orders/fields.ts';
import { dated, type Dated, query, type ReadDatabase, tablesIn } from '../engine/query.ts';
import type { RowOf } from '../engine/table.ts';
import { orderModel, orderPageTable } from '../tables/orders.ts';

const t = tablesIn(orderModel);

const columns = sql`p.id, p.buyer, p.plan_id as "planId", p.version, p.terms, p.revision, p.created_at as "createdAt"`;
/** Of a page that is there, all is said. `planId` null: it sells its own product. */
type Row = {
  [N in 'id' | 'buyer' | 'version' | 'terms' | 'revision' | 'createdAt']: NonNullable<RowOf<typeof orderPageTable>[N]>;
} & { planId: string | null };
export type OrderPageView = Dated<Row>;

const found = async (db: ReadDatabase, condition: RawBuilder<unknown>): Promise<readonly OrderPageView[]> => {
  const rows = await db.ask(
    sql<Row>`select ${columns} from ${t(orderPageTable)} p
      where p.deleted_at is null and ${condition} order by p.created_at, p.id`,
  );
  return rows.map(dated);
};
/** The brand of a host: an agency's id, null: the platform's own. */
const onBrand = (brandId: string | null) => sql`(p.terms ->> 'brandId') is not distinct from ${brandId}`;

/** The operator's pages: they belong to no tenant. */
export const orderQueries = {
  /** All of them, the oldest first; there are at most 200. */
  orderPages: query({ reads: 'operator', run: (db) => found(db, sql`true`) }),

  orderPage: query({
    reads: 'operator',
    run: async (db, id: string) => (await found(db, sql`p.id = ${id}`))[0] ?? null,
  }),

  /** What a visitor of a host may see: the open page of this id or address; of another brand's host it is not there. */
  openOrderPage: query({
    reads: 'operator',
    run: async (db, brandId: string | null, idOrSlug: string) =>
      (
        await found(
          db,
          sql`(p.id::text = ${idOrSlug} or p.slug = ${idOrSlug}) and (p.terms ->> 'isOpen')::boolean and ${onBrand(brandId)}`,
        )
      )[0] ?? null,
  }),

  /** The open pages of a host that sell plans to agencies, or to businesses. */
  openPlanPages: query({
    reads: 'operator',
    run: (db, brandId: string | null, buyer: Buyer) =>
      found(
        db,
        sql`p.buyer = ${buyer} and p.plan_id is not null and (p.terms ->> 'isOpen')::boolean and ${onBrand(brandId)}`,
      ),
  }),
};
