import { sql } from 'kysely';
import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { segmentModel, segmentTable } from '../tables/segments.ts';

const segments = tablesIn(segmentModel)(segmentTable);
const shown = segmentTable.select('s', 'id', 'name', 'filter', 'createdAt');
type Shown = Omit<SelectedOf<typeof shown>, 'name' | 'filter'> & {
  name: string;
  filter: ContactFilter;
  /** How many are in it, and when they were counted; null: not yet. */
  count: number | null;
  countedAt: Date | null;
};
export type SegmentView = Dated<Shown>;

const living = sql`s.name is not null and s.filter is not null and s.deleted is not true`;

export const segmentQueries = {
  /**
   * All segments of a business by name, with their counts. As the owner, with the business said here: the counts are kept
   * by a worker (workers/contacts/segment-members), beside the read models.
   */
  segments: query({
    reads: 'owner',
    run: async (db, businessId: string): Promise<readonly SegmentView[]> => {
      const rows = await db.ask(sql<Shown>`select ${shown}, n.count, n.counted_at as "countedAt"
        from ${segments} s left join ops.segment_counts n on n.segment_id = s.id and n.business_id = s.business_id
          and n.filter = s.filter and n.filled_at is not null
        where s.business_id = ${businessId} and ${living} order by lower(s.name), s.id`);
      return rows.map(dated);
    },
  }),
};
