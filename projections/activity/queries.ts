import { sql } from 'kysely';
import { ask, iso, mostCounted, offsetOf, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ActivityView, Named, ReadModels } from '../read-models.ts';
import { kinds } from './kinds.ts';
import { activity } from './projector.ts';

const t = tablesIn(schemaOf(activity));
const changing = kinds.filter(({ fields }) => fields === 'changed').map(({ definition }) => definition.type);

interface Row {
  id: string;
  at: Date;
  type: string;
  details: Record<string, unknown>;
  changes: { field: string; was: unknown; now: unknown }[] | null;
  actorId: string | null;
  impersonatorId: string | null;
  agencyId: string | null;
  businessId: string | null;
  aboutId: string | null;
  actor: string | null;
  impersonator: string | null;
  agency: string | null;
  business: string | null;
  about: string | null;
}

const named = (id: string | null, name: string | null): Named | null => (id === null ? null : { id, name: name ?? '' });

export const activityQueries = (db: ReadDatabase): Pick<ReadModels, 'activity'> => ({
  activity: async ({ agencyId, businessId, userId }, { page, perPage }) => {
    const conditions = [
      ...(agencyId === null ? [] : [sql`a.agency_id = ${agencyId}`]),
      ...(businessId === null ? [] : [sql`a.business_id = ${businessId}`]),
      ...(userId === null ?
        []
      : [sql`(a.about_id = ${userId} or a.actor_id = ${userId} or a.impersonator_id = ${userId})`]),
    ];
    const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
    const name = (alias: string, id: string) =>
      sql`left join ${t('names')} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`a.${id}`)}`;
    const [[counted], rows] = await Promise.all([
      ask(
        db,
        sql<{
          total: number;
        }>`select count(*)::int as total from (select from ${t('activity')} a where ${where} limit ${mostCounted}) counted`,
      ),
      // What a field was before is what the trail last said of it, for the few rows of the page.
      ask(
        db,
        sql<Row>`
        select a.id, a.at, a.type, a.details, c.changes, a.actor_id as "actorId", a.impersonator_id as "impersonatorId", a.agency_id as "agencyId", a.business_id as "businessId", a.about_id as "aboutId",
          actor.name as actor, impersonator.name as impersonator, agency.name as agency, business.name as business, about.name as about
        from (select * from ${t('activity')} a where ${where} order by a.position desc limit ${perPage} offset ${offsetOf(page, perPage)}) a
          left join lateral (
            select jsonb_agg(jsonb_build_object('field', f.key, 'was', before.value, 'now', f.value) order by f.key) as changes
            from jsonb_each(a.fields) f left join lateral (
              select b.fields -> f.key as value from ${t('activity')} b where b.about_id = a.about_id and b.position < a.position and b.fields ? f.key order by b.position desc limit 1
            ) before on true
          ) c on a.type = any(${changing})
          ${name('actor', 'actor_id')} ${name('impersonator', 'impersonator_id')} ${name('agency', 'agency_id')} ${name('business', 'business_id')} ${name('about', 'about_id')}
        order by a.position desc`,
      ),
    ]);
    return { data: rows.map(toView), total: counted?.total ?? 0 };
  },
});

const toView = (row: Row): ActivityView => ({
  id: row.id,
  at: iso(row.at),
  type: row.type,
  actor: named(row.actorId, row.actor),
  impersonator: named(row.impersonatorId, row.impersonator),
  agency: named(row.agencyId, row.agency),
  business: named(row.businessId, row.business),
  details: {
    ...row.details,
    ...(row.changes === null ? {} : { changes: row.changes }),
    about: named(row.aboutId, row.about),
  },
});
