import { sql } from 'kysely';
import { entriesOf, type Reachable } from '../../domain/blocklists/entry.ts';
import type { EntryKind, ListKind } from '../../domain/blocklists/fields.ts';
import type { listingList } from '../../domain/blocklists/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import {
  dated,
  direction,
  type Listed,
  listed,
  matches,
  maxCount,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { blocklistModel, listingCountTable, listingTable } from '../tables/blocklists.ts';

const t = tablesIn(blocklistModel);
const columns = listingTable.select('e', 'id', 'kind', 'value', 'note', 'createdAt');

export interface ListingView {
  readonly id: string;
  readonly kind: EntryKind;
  readonly value: string;
  readonly note: string | null;
  readonly createdAt: string;
}
/** Which entry puts somebody on a list; null: none. */
export type ListingsOf = Readonly<Record<ListKind, { readonly kind: EntryKind; readonly value: string } | null>>;

const orders: Orders<SortOf<typeof listingList>, { position: 0; value: 0 }> = {
  id: ['position'],
  created_at: ['position'],
  value: ['value'],
};

export const blocklistQueries = {
  listings: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      list: ListKind,
      { page, perPage, search, sortBy, sortDesc, kind }: ListQuery<typeof listingList>,
    ): Promise<Listed<ListingView>> => {
      const patterns = searchPatterns(search ?? '');
      const where = sql`e.business_id = ${businessId} and e.list = ${list} and not e.gone
        and ${kind === null ? sql`true` : sql`e.kind = ${kind}`} and ${matches(sql`e.search`, patterns)}`;
      const total =
        patterns.length === 0 ?
          sql`select coalesce(sum(n.count), 0)::int from ${t(listingCountTable)} n
            where n.business_id = ${businessId} and n.list = ${list} and n.kind = ${kind ?? ''}`
        : sql`select count(*)::int from (select from ${t(listingTable)} e where ${where} limit ${maxCount}) found`;
      const found = await listed(
        db,
        (counted) => sql<Record<string, unknown>>`select ${columns}, ${counted} from ${t(listingTable)} e where ${where}
          order by ${orderBy('e', orders[sortBy ?? 'id'], sortDesc)}, e.position ${direction(sortDesc)}
          limit ${perPage} offset ${offsetOf(page, perPage)}`,
        total,
      );
      return { ...found, data: found.data.map(dated) as unknown as ListingView[] };
    },
  }),

  /** What puts somebody on the lists, the closest first: number, address, domain. Shown beside them; not decided by. */
  listingsOf: query({
    reads: 'business',
    run: async (db, businessId: string, person: Reachable): Promise<ListingsOf> => {
      const entries = entriesOf(person);
      if (entries.length === 0) return { black: null, white: null };
      const rows = await db.ask(sql<{ list: ListKind; kind: EntryKind; value: string }>`
        select e.list, e.kind, e.value from ${t(listingTable)} e
        where e.business_id = ${businessId} and e.list in ('black', 'white') and not e.gone
          and e.value = any(${entries.map(({ value }) => value)}::text[])`);
      const found = (list: ListKind) =>
        entries.flatMap(
          (entry) =>
            rows.find((row) => row.list === list && row.kind === entry.kind && row.value === entry.value) ?? [],
        )[0];
      const shown = (list: ListKind) => {
        const row = found(list);
        return row === undefined ? null : { kind: row.kind, value: row.value };
      };
      return { black: shown('black'), white: shown('white') };
    },
  }),
};
