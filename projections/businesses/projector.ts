import { BusinessCreated, BusinessNumberAssigned, BusinessNumberReleased } from '../../domain/business/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

type Created = Stored<typeof BusinessCreated>;
/** The newest word on a business's number within a batch. `number` null: released. */
interface Numbered { readonly businessId: string; readonly number: string | null; readonly isTollFree: boolean; readonly position: bigint }

const created = batchOf<Created>({
  id: ['uuid', ({ data }) => data.businessId],
  agency_id: ['uuid', ({ data }) => data.agencyId],
  name: ['text', ({ data }) => data.name],
  unique_id: ['text', ({ data }) => data.uniqueId],
  currency: ['text', ({ data }) => data.currency],
  timezone: ['text', ({ data }) => data.timezone],
  date_format: ['text', ({ data }) => data.dateFormat],
  monthly_messages: ['int', ({ data }) => data.monthlyMessages],
  contact_limit: ['int', ({ data }) => data.contactLimit],
});
const numbered = batchOf<Numbered>({
  business_id: ['uuid', (row) => row.businessId],
  number: ['text', (row) => row.number],
  is_toll_free: ['bool', (row) => row.isTollFree],
  position: ['bigint', (row) => row.position],
});

// Days and months are counted in this zone: one that Postgres does not know is taken for UTC.
const insertBusinesses = perSchema((schema) => `
  insert into ${schema}.businesses (id, agency_id, name, unique_id, currency, timezone, zone, date_format, monthly_messages, contact_limit)
    select x.id, x.agency_id, x.name, x.unique_id, x.currency, x.timezone, coalesce(z.name, 'UTC'), x.date_format, x.monthly_messages, x.contact_limit
      from ${created.from('x')} left join pg_timezone_names z on z.name = x.timezone
  on conflict (id) do nothing`);
const upsertNumbers = perSchema((schema) => `
  insert into ${schema}.numbers as n select * from ${numbered.from('x')}
  on conflict (business_id) do update set number = excluded.number, is_toll_free = excluded.is_toll_free, position = excluded.position where n.position < excluded.position`);

export const businesses: Projector = {
  name: 'businesses',
  version: 1,
  handles: typesOf([BusinessCreated, BusinessNumberAssigned, BusinessNumberReleased]),
  create: (schema) => `
    create table ${schema}.businesses (
      id uuid primary key, agency_id uuid, name text not null, unique_id text not null, currency text not null, timezone text not null, zone text not null,
      date_format text not null, monthly_messages int, contact_limit int
    );
    create index businesses_by_agency on ${schema}.businesses (agency_id);
    create table ${schema}.numbers (business_id uuid primary key, number text, is_toll_free boolean not null, position bigint not null)`,
  fold: (events, schema) => {
    const first = new Map<string, Created>();
    const numbers = new Map<string, Numbered>();
    for (const event of events) {
      if (is(event, BusinessCreated)) { if (!first.has(event.data.businessId!)) first.set(event.data.businessId!, event); }
      else if (is(event, BusinessNumberAssigned)) {
        numbers.set(event.data.businessId!, { businessId: event.data.businessId!, number: event.data.number, isTollFree: event.data.isTollFree ?? false, position: event.position });
      } else if (is(event, BusinessNumberReleased)) {
        numbers.set(event.data.businessId!, { businessId: event.data.businessId!, number: null, isTollFree: false, position: event.position });
      }
    }
    const statements: Statement[] = [];
    if (first.size > 0) statements.push({ text: insertBusinesses(schema), values: created.values([...first.values()]) });
    if (numbers.size > 0) statements.push({ text: upsertNumbers(schema), values: numbered.values([...numbers.values()]) });
    return statements;
  },
};
