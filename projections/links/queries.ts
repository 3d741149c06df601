import { sql } from 'kysely';
import type { ScannerReason } from '../../domain/links/fields.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import { clickTable, linkModel, linkTable, scanTable } from '../tables/links.ts';

const t = tablesIn(linkModel);
const contacts = tablesIn(contactModel)(contactTable);

/** What a link brought. `clickers`: people; `clicks`: their visits, also again; `scanned`: visits of programs, in no other number. */
interface LinkSums {
  readonly clickers: number;
  readonly clicks: number;
  readonly scanned: number;
}
export interface LinkView extends LinkSums {
  readonly number: number;
  readonly url: string;
  /** Of a comparison; 0 is A, and what is not compared. */
  readonly variant: number;
}
export interface SourceClicks {
  /** The links of a message in their order, each of its variants for itself. Those that nobody sees are left out. */
  readonly links: readonly LinkView[];
  /** People who followed at least one link, each counted once. */
  readonly clickers: number;
  readonly byVariant: readonly { readonly variant: number; readonly clickers: number }[];
  readonly scanners: readonly { readonly reason: ScannerReason; readonly count: number }[];
}
interface Click {
  readonly number: number;
  readonly url: string;
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly clickedAt: Date;
}

export const linkQueries = {
  /** What the links of a message brought (a broadcast's, an automation's). */
  clicksOf: query({
    reads: 'business',
    run: async (db, businessId: string, sourceId: string): Promise<SourceClicks> => {
      const [links, people, scanners] = await Promise.all([
        db.ask(sql<LinkView>`
          select l.number, l.url, l.variant, l.clickers::int as clickers, greatest(l.clicks, l.clickers)::int as clicks,
            l.scanned::int as scanned
          from ${t(linkTable)} l
          where l.business_id = ${businessId} and l.source_id = ${sourceId} and l.url is not null and not l.trap
          order by l.variant, l.nth`),
        db.ask(sql<{ variant: number | null; clickers: number }>`
          select k.variant, count(distinct k.contact_id)::int as clickers from ${t(clickTable)} k
          where k.business_id = ${businessId} and k.source_id = ${sourceId}
          group by grouping sets ((k.variant), ()) order by k.variant`),
        db.ask(sql<{ reason: ScannerReason; count: number }>`
          select s.reason, sum(s.count)::int as count from ${t(linkTable)} l join ${t(scanTable)} s using (number)
          where l.business_id = ${businessId} and l.source_id = ${sourceId} group by 1 order by 2 desc, 1`),
      ]);
      return {
        links,
        clickers: people.find(({ variant }) => variant === null)?.clickers ?? 0,
        byVariant: people.flatMap(({ variant, clickers }) => (variant === null ? [] : [{ variant, clickers }])),
        scanners,
      };
    },
  }),

  /** First clicks over time, in steps of so many minutes from the first on; empty steps are left out. */
  clicksOverTime: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { sourceId, minutes }: { readonly sourceId: string; readonly minutes: number },
    ): Promise<readonly { readonly at: string; readonly clicks: number }[]> =>
      (
        await db.ask(sql<{ at: Date; clicks: number }>`
          select date_bin(make_interval(mins => ${minutes}::int), k.clicked_at, '2020-01-01Z'::timestamptz) as at,
            count(*)::int as clicks
          from ${t(clickTable)} k where k.business_id = ${businessId} and k.source_id = ${sourceId}
          group by 1 order by 1 limit 2000`)
      ).map(dated),
  }),

  /** Which links somebody has followed, the newest first. */
  clicksOfContact: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string, most: number): Promise<readonly Dated<Click>[]> =>
      (
        await db.ask(sql<Click>`
          select k.number, l.url, k.source_kind as "sourceKind", k.source_id as "sourceId", k.clicked_at as "clickedAt"
          from ${t(clickTable)} k join ${t(linkTable)} l using (number)
          where k.business_id = ${businessId} and k.person_id = ${contactId}
          order by k.clicked_at desc limit ${most}`)
      ).map(dated),
  }),

  /** The contact of a short link, by the first ten digits of their id; null: nobody, or it can't be told of two. */
  contactOfLink: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      digits: string,
    ): Promise<{ readonly known: boolean; readonly contactId: string | null }> => {
      const begin = `${digits.slice(0, 8)}-${digits.slice(8)}`;
      const rows = await db.ask(sql<{ id: string }>`
        select c.id from ${contacts} c
        where c.id between ${`${begin}00-0000-0000-000000000000`}::uuid and ${`${begin}ff-ffff-ffff-ffffffffffff`}::uuid
          and c.business_id = ${businessId} limit 2`);
      return { known: rows.length > 0, contactId: rows.length === 1 ? rows[0]!.id : null };
    },
  }),
};
