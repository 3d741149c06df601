import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { apartTable, contactModel, contactTable } from '../tables/contacts.ts';

const contacts = tablesIn(contactModel)(contactTable);
const apart = tablesIn(contactModel)(apartTable);

/** Two contacts who may be one person, and what says so: the same address, or the same name and one thing more. */
export interface Suggestion {
  readonly id: string;
  readonly otherId: string;
  readonly because: 'email' | 'name-and-birthday' | 'name-and-company' | 'name-and-channel';
}
/** Names that more people have say nothing. */
const maxNamesakes = 20;

export const duplicateQueries = {
  /**
   * Numbers are written one way, so that the same number is never two contacts. As an operator: equality of lower-case
   * text is not leakproof, so under the tenant's policy the index would not be used (see `contacts`).
   */
  duplicates: query({
    reads: 'operator',
    run: async (db, businessId: string, limit: number): Promise<readonly Suggestion[]> =>
      db.ask(sql<Suggestion>`
        with of as materialized (
          select min(lower(email)) as email, null::text as first_name, null::text as last_name
            from ${contacts} where business_id = ${businessId} and email <> ''
            group by lower(email) having count(*) > 1 order by 1 limit ${limit}
        ), named as materialized (
          select last_name, first_name from ${contacts}
            where business_id = ${businessId} and last_name <> '' and first_name <> ''
            group by last_name, first_name having count(*) between 2 and ${maxNamesakes} limit ${limit * 5}
        ), found as (
          select a.id, b.id as other_id, 1 as rank, 'email' as because, a.position, b.position as other_position
            from of join ${contacts} a on a.business_id = ${businessId} and lower(a.email) = of.email and a.email <> ''
            join ${contacts} b on b.business_id = ${businessId} and lower(b.email) = of.email and b.email <> ''
              and b.position > a.position
          union all
          select a.id, b.id, 2, case when nullif(a.birthday, '') = nullif(b.birthday, '') then 'name-and-birthday'
              when lower(nullif(a.company_name, '')) = lower(nullif(b.company_name, '')) then 'name-and-company'
              else 'name-and-channel' end, a.position, b.position
            from named n
            join ${contacts} a on a.business_id = ${businessId} and a.last_name = n.last_name and a.first_name = n.first_name
            join ${contacts} b on b.business_id = ${businessId} and b.last_name = n.last_name
              and b.first_name = n.first_name and b.position > a.position
            where nullif(a.birthday, '') = nullif(b.birthday, '')
              or lower(nullif(a.company_name, '')) = lower(nullif(b.company_name, ''))
              or (a.phone is null and b.phone is not null) or (b.phone is null and a.phone is not null)
        )
        select id, other_id as "otherId", because from (
          select distinct on (id, other_id) * from found order by id, other_id, rank
        ) once where not exists (select from ${apart} d where d.business_id = ${businessId} and d.dismissed
            and d.one_id = least(once.id, once.other_id) and d.other_id = greatest(once.id, once.other_id))
          order by rank, position, other_position limit ${limit}`),
  }),

  /** Who was said to be two people, the latest first; pairs of which one is no contact any more are left out. */
  toldApart: query({
    reads: 'business',
    run: async (db, businessId: string, limit: number): Promise<readonly Omit<Suggestion, 'because'>[]> =>
      db.ask(sql<Suggestion>`select d.one_id as id, d.other_id as "otherId" from ${apart} d
        join ${contacts} a on a.id = d.one_id and a.business_id = d.business_id
        join ${contacts} b on b.id = d.other_id and b.business_id = d.business_id
        where d.business_id = ${businessId} and d.dismissed order by d.at desc limit ${limit}`),
  }),
};
