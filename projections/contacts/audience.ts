import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '../../domain/broadcast/fields.ts';
import { query, tablesIn } from '../engine/query.ts';
import type { RowOf } from '../engine/table.ts';
import { contactModel, contactTable } from './table.ts';

const t = tablesIn(contactModel);
const keywords = (values: readonly string[]) => sql`${values}::text[]`;

/** Who is meant, as a condition on a contact `c`; not who of them may be written to. */
const meant = (businessId: string, audience: Audience): RawBuilder<unknown> => {
  const conditions = [sql`c.business_id = ${businessId}::uuid`];
  const any: RawBuilder<unknown>[] = [];
  if (audience.keywords.length > 0) any.push(sql`c.keywords && ${keywords(audience.keywords)}`);
  if (audience.contactIds.length > 0) any.push(sql`c.id = any(${audience.contactIds}::uuid[])`);
  if (any.length > 0) conditions.push(sql`(${sql.join(any, sql` or `)})`);
  if (audience.exceptKeywords.length > 0) conditions.push(sql`not c.keywords && ${keywords(audience.exceptKeywords)}`);
  return sql.join(conditions, sql` and `);
};

/** Somebody who is meant, and what is known of whether they may be written to. */
export interface AudienceMember {
  readonly id: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: RowOf<typeof contactTable>['current'];
  readonly emailStatus: RowOf<typeof contactTable>['emailStatus'];
  readonly unreachable: boolean;
  readonly position: string;
}

export const audienceQueries = {
  /** How many an audience means. */
  countAudience: query({
    reads: 'business',
    run: async (db, businessId: string, audience: Audience) => {
      const [row] = await db.ask(
        sql<{
          count: number;
        }>`select count(*)::int as count from ${t(contactTable)} c where ${meant(businessId, audience)}`,
      );
      return row!.count;
    },
  }),
  /** The next of an audience after a position, oldest first. */
  audiencePage: query({
    reads: 'business',
    run: async (db, businessId: string, audience: Audience, after: string | null, limit: number) =>
      db.ask(sql<AudienceMember>`
        select c.id, c.phone, c.email, c.current as status, c.email_status as "emailStatus", c.unreachable,
          c.position::text as position
        from ${t(contactTable)} c
        where ${meant(businessId, audience)} and c.position > ${after ?? '0'}::bigint
        order by c.position limit ${limit}`),
  }),
};
