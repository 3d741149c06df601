import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { automationHookModel, automationHookTable } from '../tables/automation-hooks.ts';

const hooks = tablesIn(automationHookModel)(automationHookTable);
interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly mapped: boolean;
  readonly madeAt: Date;
}

export const automationHookQueries = {
  /** All of a business, the newest first: there are few. */
  automationHooks: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(sql<Row>`select h.id, nullif(h.name, '') as name, h.mapped is true as mapped, h.made_at as "madeAt"
        from ${hooks} h where h.business_id = ${businessId} and h.deleted is not true and h.made_at is not null
        order by h.made_at desc, h.id limit 500`),
  }),
};
