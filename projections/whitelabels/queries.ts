import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { whitelabelList } from '../../domain/whitelabels/list.ts';
import {
  dated,
  type Dated,
  direction,
  type Listed,
  offsetOf,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { brandAgencyTable, whitelabelModel, whitelabelTable } from '../tables/whitelabels.ts';

const t = tablesIn(whitelabelModel);

const own = whitelabelTable.select(
  'w',
  'id',
  'name',
  'logo',
  'logoVariants',
  'favicon',
  'faviconVariants',
  'color',
  'domain',
  'subdomain',
  'pointsHere',
  'ownershipVerified',
  'certificateExpiresAt',
  'checkedAt',
  'problem',
  'ownershipToken',
);
const ofAgency = brandAgencyTable.select('a', 'supportEmail', 'archived');
const columns = sql`${own}, ${ofAgency}, a.name as "agencyName",
  w.points_here is true and w.ownership_verified as "vhostExists", w.certificate_seen as "certificateExists"`;
const from = sql`${t(whitelabelTable)} w join ${t(brandAgencyTable)} a on a.id = w.id`;
type Row = SelectedOf<typeof own> &
  SelectedOf<typeof ofAgency> & {
    agencyName: string;
    /** The domain leads here and its owner has proved it. */
    vhostExists: boolean;
    certificateExists: boolean;
  };
/** All files are paths on whatever host the page was opened on. */
export type WhitelabelView = Dated<Row>;

/** Brands without a domain come last, by their subdomain. */
const orders: Readonly<Record<SortOf<typeof whitelabelList>, RawBuilder<unknown>>> = {
  domain: sql`coalesce(w.domain, chr(1114111) || w.subdomain)`,
  id: sql`w.id`,
  created_at: sql`w.created_at`,
};

export const whitelabelQueries = {
  whitelabel: query({
    reads: 'owner',
    run: async (db, agencyId: string): Promise<WhitelabelView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${from} where w.id = ${agencyId}`);
      return row ? dated(row) : null;
    },
  }),

  /** For operators: only brands that hold something. Searched by domain, subdomain and agency. */
  whitelabels: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof whitelabelList>): Promise<Listed<WhitelabelView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const chosen = sql`coalesce(w.name, w.color, w.logo, w.favicon, w.domain, w.subdomain) is not null`;
      const conditions = [chosen];
      if (given.status !== null) conditions.push(sql`a.archived = ${given.status === 'archived'}`);
      if (patterns.length > 0)
        conditions.push(sql`lower(concat_ws(' ', w.domain, w.subdomain, a.name, w.name)) like any(${patterns})`);
      const where = sql.join(conditions, sql` and `);
      const order = sql`${orders[given.sortBy ?? 'domain']} ${direction(given.sortDesc)} nulls last, w.id`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<Row>`select ${columns} from ${from} where ${where}
          order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  /** The brand of a host name: a custom domain whose owner has proved it, or a subdomain of the platform's. Null: nobody's. */
  whitelabelByHost: query({
    reads: 'owner',
    run: async (
      db,
      { domain, subdomain }: { readonly domain: string; readonly subdomain: string | null },
    ): Promise<WhitelabelView | null> => {
      const host =
        subdomain === null ? sql`w.domain = ${domain} and w.ownership_verified` : sql`w.subdomain = ${subdomain}`;
      const [row] = await db.ask(
        sql<Row>`select ${columns} from ${from} where ${host} and not a.archived order by w.id limit 1`,
      );
      return row ? dated(row) : null;
    },
  }),
};
