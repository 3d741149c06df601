import { sql } from 'kysely';
import { ask, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ReadModels, UserView } from '../read-models.ts';
import { users } from './projector.ts';

const t = tablesIn(schemaOf(users));

export const userQueries = (db: ReadDatabase): Pick<ReadModels, 'user' | 'usersOfBusiness'> => ({
  user: async (userId) => {
    const [row] = await ask(db, sql<UserView>`
      select id, role, coalesce(email, '') as email, coalesce(first_name, '') as "firstName", coalesce(last_name, '') as "lastName", agency_id as "agencyId", business_id as "businessId"
      from ${t('users')} where id = ${userId}`);
    return row ?? null;
  },
  usersOfBusiness: async (businessId) => (await ask(db, sql<{ id: string }>`select id from ${t('users')} where business_id = ${businessId} order by id`)).map((row) => row.id),
});
