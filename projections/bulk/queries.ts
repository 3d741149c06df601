import { sql } from 'kysely';
import type { bulkList } from '../../domain/bulk/list.ts';
import type { ListQuery } from '../../domain/kernel/list.ts';
import { dated, type Dated, direction, type Listed, listed, offsetOf, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { bulkModel, bulkTable } from '../tables/bulk.ts';

const actions = tablesIn(bulkModel)(bulkTable);

const shown = bulkTable.select(
  'b',
  'id',
  'action',
  'reason',
  'userId',
  'count',
  'done',
  'changed',
  'status',
  'startedAt',
  'endedAt',
);
export type BulkView = Dated<SelectedOf<typeof shown>>;

export const bulkQueries = {
  bulkActions: query({
    reads: 'business',
    run: async (db, businessId: string, given: ListQuery<typeof bulkList>): Promise<Listed<BulkView>> => {
      const { page, perPage, sortDesc } = given;
      const where = sql`b.business_id = ${businessId} and b.action is not null`;
      const found = await listed(
        db,
        (total) => sql<SelectedOf<typeof shown>>`select ${shown}, ${total} from ${actions} b where ${where}
          order by b.position ${direction(sortDesc)} limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${actions} b where ${where}`,
      );
      return { ...found, data: found.data.map(dated) };
    },
  }),

  bulkAction: query({
    reads: 'business',
    run: async (db, businessId: string, bulkId: string): Promise<BulkView | null> => {
      const [row] = await db.ask(
        sql<SelectedOf<typeof shown>>`select ${shown} from ${actions} b where b.business_id = ${businessId}
          and b.id = ${bulkId} and b.action is not null`,
      );
      return row ? dated(row) : null;
    },
  }),
};
