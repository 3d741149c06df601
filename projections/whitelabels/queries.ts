import { type RawBuilder, sql } from 'kysely';
import { ask, isoOrNull, offsetOf, type ReadDatabase, searchPatterns, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ReadModels, WhitelabelView } from '../read-models.ts';
import { whitelabels } from './projector.ts';

const t = tablesIn(schemaOf(whitelabels));

type Row = Omit<WhitelabelView, 'certificateExpiresAt' | 'checkedAt'> & {
  readonly certificateExpiresAt: Date | null;
  readonly checkedAt: Date | null;
};
const view = (row: Row): WhitelabelView => ({
  ...row,
  certificateExpiresAt: isoOrNull(row.certificateExpiresAt),
  checkedAt: isoOrNull(row.checkedAt),
});

const columns = sql`
  w.id, a.name as "agencyName", w.name, w.logo, w.logo_variants as "logoVariants", w.favicon, w.favicon_variants as "faviconVariants", w.color, w.domain, w.subdomain, w.points_here as "pointsHere",
  w.points_here is true and w.ownership_verified as "vhostExists", w.certificate_seen as "certificateExists", w.ownership_verified as "ownershipVerified",
  w.certificate_expires_at as "certificateExpiresAt", w.checked_at as "checkedAt", w.problem, w.ownership_token as "ownershipToken", a.support_email as "supportEmail", a.archived`;
const from = sql`${t('whitelabels')} w join ${t('agencies')} a on a.id = w.id`;

/** By its name in the API. Brands without a domain come last, by their subdomain. */
const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  domain: sql`coalesce(w.domain, chr(1114111) || w.subdomain)`,
  id: sql`w.id`,
  created_at: sql`w.created_at`,
};

export const whitelabelQueries = (
  db: ReadDatabase,
): Pick<ReadModels, 'whitelabel' | 'whitelabels' | 'whitelabelByHost'> => ({
  whitelabel: async (agencyId) => {
    const [row] = await ask(db, sql<Row>`select ${columns} from ${from} where w.id = ${agencyId}`);
    return row === undefined ? null : view(row);
  },

  /** Only brands that hold something. */
  whitelabels: async ({ page, perPage, search, sortBy, sortDesc }) => {
    const patterns = search === null ? [] : searchPatterns(search);
    const chosen = sql`coalesce(w.name, w.color, w.logo, w.favicon, w.domain, w.subdomain) is not null`;
    const where =
      patterns.length === 0 ?
        chosen
      : sql`${chosen} and lower(concat_ws(' ', w.domain, w.subdomain, a.name, w.name)) like any(${patterns})`;
    const order = orders[sortBy ?? 'domain'] ?? orders['domain']!;
    const [rows, [counted]] = await Promise.all([
      ask(
        db,
        sql<Row>`select ${columns} from ${from} where ${where} order by ${order} ${sortDesc ? sql`desc` : sql`asc`} nulls last, w.id limit ${perPage} offset ${offsetOf(page, perPage)}`,
      ),
      ask(db, sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`),
    ]);
    return { data: rows.map(view), total: counted?.total ?? 0 };
  },

  whitelabelByHost: async ({ domain, subdomain }) => {
    const host =
      subdomain === null ? sql`w.domain = ${domain} and w.ownership_verified` : sql`w.subdomain = ${subdomain}`;
    const [row] = await ask(
      db,
      sql<Row>`select ${columns} from ${from} where ${host} and not a.archived order by w.id limit 1`,
    );
    return row === undefined ? null : view(row);
  },
});
