import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { snippetModel, snippetTable } from '../tables/snippets.ts';

const snippets = tablesIn(snippetModel)(snippetTable);

export const snippetQueries = {
  /** All of a business, by name: there are few, and they are searched while somebody types. */
  snippets: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(sql<{ id: string; name: string; body: string }>`select s.id, s.name, s.body from ${snippets} s
        where s.business_id = ${businessId} and s.name is not null and s.deleted is not true order by s.name, s.id`),
  }),
};
