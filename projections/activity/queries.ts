import { sql } from 'kysely';
import { type Listed, maxCount, type Named, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { snake } from '../engine/snake.ts';
import type { SelectedOf } from '../engine/table.ts';
import { kinds } from './kinds.ts';
import { activityModel, activityTable, nameTable } from '../tables/activity.ts';

const t = tablesIn(activityModel);
const changing = kinds.filter(({ fields }) => fields === 'changed').map(({ definition }) => definition.type);

const own = activityTable.select(
  'a',
  'id',
  'at',
  'type',
  'details',
  'actorId',
  'impersonatorId',
  'agencyId',
  'businessId',
  'aboutId',
);
/** Who has a part in a line, and whose name is shown. */
const parts = ['actor', 'impersonator', 'agency', 'business', 'about'] as const;
const names = sql.join(parts.map((part) => sql`${sql.ref(`${part}.name`)} as ${sql.ref(part)}`));
const named = sql.join(
  parts.map(
    (part) =>
      sql`left join ${t(nameTable)} ${sql.ref(part)} on ${sql.ref(`${part}.id`)} = ${sql.ref(`a.${snake(`${part}Id`)}`)}`,
  ),
  sql` `,
);
type Row = SelectedOf<typeof own> & { changes: { field: string; was: unknown; now: unknown }[] | null } & {
  readonly [Part in (typeof parts)[number]]: string | null;
};

const nameOf = (id: string | null, name: string | null): Named | null =>
  id === null ? null : { id, name: name ?? '' };

export type ActivityView = ReturnType<typeof toView>;
const toView = (row: Row) => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.type,
  actor: nameOf(row.actorId, row.actor),
  impersonator: nameOf(row.impersonatorId, row.impersonator),
  agency: nameOf(row.agencyId, row.agency),
  business: nameOf(row.businessId, row.business),
  details: {
    ...row.details,
    ...(row.changes === null ? {} : { changes: row.changes }),
    about: nameOf(row.aboutId, row.about),
  },
});

/** Who may see the lines of an activity: null everything (an admin), otherwise one agency's or one business's. */
export interface ActivityScope {
  readonly agencyId: string | null;
  readonly businessId: string | null;
  readonly userId: string | null;
}

export const activityQueries = {
  /** Newest first. Everything of everybody is an operator's. */
  activity: query({
    reads: ({ agencyId, businessId }: ActivityScope, _page: Page) =>
      agencyId !== null ? { agencyId }
      : businessId !== null ? { businessId }
      : 'operator',
    run: async (
      db,
      { agencyId, businessId, userId }: ActivityScope,
      { page, perPage }: Page,
    ): Promise<Listed<ActivityView>> => {
      const conditions = [
        ...(agencyId === null ? [] : [sql`a.agency_id = ${agencyId}`]),
        ...(businessId === null ? [] : [sql`a.business_id = ${businessId}`]),
        ...(userId === null ?
          []
        : [sql`(a.about_id = ${userId} or a.actor_id = ${userId} or a.impersonator_id = ${userId})`]),
      ];
      const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
      const [[counted], rows] = await Promise.all([
        db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(activityTable)} a where ${where} limit ${maxCount}) counted`),
        // What a field was before is what the trail last said of it, for the few rows of the page.
        db.ask(sql<Row>`
          select ${own}, c.changes, ${names}
          from (
            select * from ${t(activityTable)} a where ${where}
            order by a.position desc limit ${perPage} offset ${offsetOf(page, perPage)}
          ) a left join lateral (
              select jsonb_agg(
                jsonb_build_object('field', f.key, 'was', before.value, 'now', f.value) order by f.key
              ) as changes
              from jsonb_each(a.fields) f left join lateral (
                select b.fields -> f.key as value from ${t(activityTable)} b
                where b.about_id = a.about_id and b.position < a.position and b.fields ? f.key
                order by b.position desc limit 1
              ) before on true
            ) c on a.type = any(${changing})
            ${named}
          order by a.position desc`),
      ]);
      return { data: rows.map(toView), total: counted?.total ?? 0 };
    },
  }),
};
