import { sql } from 'kysely';
import type { BulkTarget } from '../../domain/bulk/fields.ts';
import { matches, query, searchPatterns, tablesIn } from '../engine/query.ts';
import { contextFor, type FilterContext, filterSql } from './filter.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';

const contacts = tablesIn(contactModel)(contactTable);

/** The contacts `c` that are meant, as a condition. */
export const targetSql = (target: BulkTarget, context: FilterContext) =>
  target.kind === 'chosen' ?
    sql`c.business_id = ${context.businessId} and c.id = any(${target.contactIds}::uuid[])`
  : sql`c.business_id = ${context.businessId} and ${sql.join(
      [sql`true`, ...target.filters.map((filter) => filterSql(filter, context))],
      sql` and `,
    )} and ${matches(sql`c.search`, searchPatterns(target.search ?? ''))}
      ${target.except.length === 0 ? sql`` : sql`and c.id <> all(${target.except}::uuid[])`}`;
export const targetFilters = (target: BulkTarget) => (target.kind === 'chosen' ? [] : target.filters);

/** Whom an action on many means. */
export const targetQueries = {
  /** How many an action would touch, and where the newest of them began (null: nobody). As an operator: see `contacts`. */
  countTarget: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      target: BulkTarget,
    ): Promise<{ readonly count: number; readonly upTo: string | null }> => {
      const context = await contextFor(db, businessId, targetFilters(target));
      const [row] = await db.ask(sql<{ count: number; upTo: string | null }>`
        select count(*)::int as count, max(c.position) as "upTo" from ${contacts} c where ${targetSql(target, context)}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** Those whose turn is next, the oldest first. Whoever has left the filter meanwhile is passed over. */
  targetPage: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      target: BulkTarget,
      { after, upTo, limit }: { readonly after: string; readonly upTo: string; readonly limit: number },
    ): Promise<readonly { readonly id: string; readonly position: string }[]> => {
      const context = await contextFor(db, businessId, targetFilters(target));
      return db.ask(sql<{ id: string; position: string }>`select c.id, c.position from ${contacts} c
        where ${targetSql(target, context)} and c.position > ${after}::bigint and c.position <= ${upTo}::bigint
        order by c.position limit ${limit}`);
    },
  }),
};
