import { UserRegistered } from '../../domain/user/events.ts';
import type { Stored } from '../engine/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Projector } from '../engine-types.ts';

type Registered = Stored<typeof UserRegistered>;

const batch = batchOf<Registered>({
  id: ['uuid', ({ data }) => data.userId],
  role: ['text', ({ data }) => data.role],
  agency_id: ['uuid', ({ data }) => data.agencyId],
  business_id: ['uuid', ({ data }) => data.businessId],
  email: ['text', ({ data }) => data.email],
  first_name: ['text', ({ data }) => data.firstName],
  last_name: ['text', ({ data }) => data.lastName],
});

const insert = perSchema((schema) => `insert into ${schema}.users select * from ${batch.from('x')} on conflict (id) do nothing`);

export const users: Projector = {
  name: 'users',
  version: 1,
  handles: typesOf([UserRegistered]),
  create: (schema) => `
    create table ${schema}.users (
      id uuid primary key, role text not null, agency_id uuid, business_id uuid, email text, first_name text, last_name text
    );
    create index users_by_business on ${schema}.users (business_id) where business_id is not null`,
  fold: (events, schema) => {
    const rows = events.filter((event) => is(event, UserRegistered));
    return rows.length === 0 ? [] : [{ text: insert(schema), values: batch.values(rows) }];
  },
};
