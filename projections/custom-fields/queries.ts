import { sql } from 'kysely';
import type { customFieldList } from '../../domain/custom-fields/list.ts';
import type { FieldKind } from '../../domain/custom-fields/fields.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import {
  dated,
  direction,
  type Listed,
  listed,
  matches,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { customFieldModel, customFieldTable } from '../tables/custom-fields.ts';

const fields = tablesIn(customFieldModel)(customFieldTable);
const columns = customFieldTable.select('f', 'id', 'key', 'kind', 'name', 'choices', 'createdAt');

/** A custom field, as it is now. */
export interface CustomFieldView {
  readonly id: string;
  readonly key: string;
  readonly kind: FieldKind;
  readonly name: string;
  readonly choices: readonly string[];
  readonly createdAt: string;
}

const orders: Orders<SortOf<typeof customFieldList>, { position: 0; name: 0; kind: 0 }> = {
  id: ['position'],
  created_at: ['position'],
  name: ['name'],
  kind: ['kind', 'name'],
};

export const customFieldQueries = {
  /** What a business's custom fields are called in merge fields and by other programs, the oldest first. */
  customFieldKeys: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ key: string }>`select f.key from ${fields} f
        where f.business_id = ${businessId} and f.key is not null and f.deleted is not true order by f.position`);
      return rows.map(({ key }) => key);
    },
  }),

  customFields: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { page, perPage, search, sortBy, sortDesc }: ListQuery<typeof customFieldList>,
    ): Promise<Listed<CustomFieldView>> => {
      const where = sql`f.business_id = ${businessId} and f.key is not null and f.deleted is not true
        and ${matches(sql`lower(f.name)`, searchPatterns(search ?? ''))}`;
      const found = await listed(
        db,
        (total) => sql<Record<string, unknown>>`select ${columns}, ${total} from ${fields} f where ${where}
          order by ${orderBy('f', orders[sortBy ?? 'id'], sortDesc)}, f.position ${direction(sortDesc)}
          limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${fields} f where ${where}`,
      );
      return { ...found, data: found.data.map(dated) as unknown as CustomFieldView[] };
    },
  }),
};
