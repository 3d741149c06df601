import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { agencyDefaults } from '../../domain/agency/agency.ts';
import {
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  AgencyFeaturesChanged,
  agencyEvents,
  AgencyOnboardingFinished,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from '../../domain/agency/events.ts';
import { BusinessArchived, BusinessCreated, BusinessRestored } from '../../domain/business/events.ts';
import { CustomDomainChosen, CustomDomainRemoved } from '../../domain/whitelabel/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import {
  assignmentsOf,
  definitionsOf,
  type RecordColumns,
  RecordFold,
  recordsFrom,
  valuesOf,
} from '../engine/records.ts';
import type { Projector, Statement } from '../engine-types.ts';

const columns: RecordColumns = {
  name: 'text',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  phone: 'text',
  website: 'text',
  timezone: 'text',
  support_email: 'text',
  is_template: 'boolean',
  is_active_livechat: 'boolean',
  is_active_loop: 'boolean',
  free_fee: 'boolean',
  free_numbers: 'int',
  free_messages: 'int',
  free_calls: 'int',
  is_new: 'boolean',
  sample_business_id: 'uuid',
  owner_id: 'uuid',
  created_at: 'timestamptz',
  archived_at: 'timestamptz',
  domain: 'text',
};
const names = Object.keys(columns).join(', ');

/** The fields that events hold by the name of their columns. */
const columnsOf = (data: Partial<Record<string, unknown>>): Record<string, unknown> => ({
  name: data['name'],
  email: data['email'],
  first_name: data['firstName'],
  last_name: data['lastName'],
  phone: data['phone'],
  website: data['website'],
  timezone: data['timezone'],
  support_email: data['supportEmail'],
  is_template: data['isTemplate'],
  is_active_livechat: data['isActiveLivechat'],
  is_active_loop: data['isActiveLoop'],
  free_fee: data['freeFee'],
  free_numbers: data['freeNumbers'],
  free_messages: data['freeMessages'],
  free_calls: data['freeCalls'],
});
const atFirst = {
  ...columnsOf(agencyDefaults),
  is_new: true,
  sample_business_id: null,
  archived_at: null,
  domain: null,
};
const defined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

interface Members {
  readonly agencyId: string;
  count: number;
}
const memberBatch = batchOf<Members>({
  agency_id: ['uuid', (row) => row.agencyId],
  count: ['int', (row) => row.count],
});

/** Totals by status move by the difference between what rows said and say. A zone that Postgres does not know is taken for UTC. */
const upsert = perSchema(
  (schema) => `
  with incoming as materialized ${recordsFrom},
  before as materialized (select a.status from incoming i join ${schema}.agencies a using (id) where not i.created),
  inserted as (
    insert into ${schema}.agencies (id, position, revision, zone, businesses_count, ${names})
      select i.id, i.position, i.revision, coalesce(z.name, 'UTC'), 0, ${valuesOf(columns)}
        from incoming i left join pg_timezone_names z on z.name = i.p ->> 'timezone' where i.created
    on conflict (id) do nothing returning status
  ),
  updated as (
    update ${schema}.agencies a set revision = coalesce(i.revision, a.revision), ${assignmentsOf('a', columns)},
        zone = case when i.p ? 'timezone' then coalesce((select z.name from pg_timezone_names z where z.name = i.p ->> 'timezone'), 'UTC') else a.zone end
      from incoming i where a.id = i.id and not i.created returning a.status
  )
  insert into ${schema}.agency_counts as n
    select status, sum(w)::bigint from (select 1 as w, status from inserted union all select 1, status from updated union all select -1, status from before) both_sides group by status having sum(w) <> 0
  on conflict (status) do update set count = n.count + excluded.count`,
);
const count = perSchema(
  (schema) => `
  update ${schema}.agencies a set businesses_count = a.businesses_count + x.count from ${memberBatch.from('x')} where a.id = x.agency_id`,
);

/** The operator's list of agencies, and each with all its fields. `businesses_count`: those that are not archived. */
export const agencies: Projector = {
  name: 'agencies',
  version: 1,
  handles: typesOf([
    ...agencyEvents,
    BusinessCreated,
    BusinessArchived,
    BusinessRestored,
    CustomDomainChosen,
    CustomDomainRemoved,
  ]),
  empty: { agency_counts: 'count = 0' },
  create: (schema) => `
    create table ${schema}.agencies (
      id uuid primary key, position bigint not null, revision int not null, zone text not null, businesses_count int not null, ${definitionsOf(columns, ['name', 'timezone', 'created_at'])},
      status text not null generated always as (case when archived_at is null then 'active' else 'archived' end) stored,
      -- what lists sort by and search in
      sort_name text not null generated always as (lower(name)) stored,
      sort_email text not null generated always as (lower(coalesce(email, ''))) stored,
      search text not null generated always as (lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(domain, ''))) stored
    ) with (fillfactor = 85);
    create table ${schema}.agency_counts (status text primary key, count bigint not null) with (fillfactor = 50)`,
  index: (schema) => `
    create index agencies_newest on ${schema}.agencies (status, position) include (id);
    create index agencies_by_name on ${schema}.agencies (status, sort_name, position) include (id);
    create index agencies_by_email on ${schema}.agencies (status, sort_email, position) include (id);
    create index agencies_by_businesses on ${schema}.agencies (status, businesses_count, position) include (id);
    create index agencies_search on ${schema}.agencies using gin (search gin_trgm_ops)`,
  fold: (events, schema) => {
    const records = new RecordFold();
    const members = new Map<string, Members>();
    for (const event of events) {
      const { agencyId } = event.data as { agencyId: string };
      if (is(event, AgencyCreated)) {
        const { ownerId = null, ...data } = event.data;
        records.add(
          event,
          agencyId,
          { ...atFirst, ...defined(columnsOf(data)), owner_id: ownerId, created_at: event.metadata.occurredAt },
          { created: true },
        );
      } else if (is(event, AgencyDetailsChanged) || is(event, AgencyFeaturesChanged) || is(event, AgencyBillingChanged))
        records.add(event, agencyId, columnsOf(event.data));
      else if (is(event, AgencyOnboardingFinished)) records.add(event, agencyId, { is_new: false });
      else if (is(event, AgencyOnboardingRestarted)) records.add(event, agencyId, { is_new: true });
      else if (is(event, AgencySampleAccountAdded))
        records.add(event, agencyId, { sample_business_id: event.data.businessId });
      else if (is(event, AgencyArchived)) records.add(event, agencyId, { archived_at: event.metadata.occurredAt });
      else if (is(event, AgencyRestored)) records.add(event, agencyId, { archived_at: null });
      else if (is(event, CustomDomainChosen))
        records.add(event, agencyId, { domain: event.data.domain }, { own: false });
      else if (is(event, CustomDomainRemoved)) records.add(event, agencyId, { domain: null }, { own: false });
      else if (is(event, BusinessCreated)) move(members, event.data.agencyId, 1);
      else move(members, event.metadata.tenant.agencyId, movesOf(event));
    }
    const statements: Statement[] = [];
    if (records.size > 0) statements.push({ text: upsert(schema), values: records.values() });
    const moved = [...members.values()].filter((row) => row.count !== 0);
    if (moved.length > 0) statements.push({ text: count(schema), values: memberBatch.values(moved) });
    return statements;
  },
};

const movesOf = (event: StoredEvent): number =>
  event.type === BusinessArchived.type ? -1
  : event.type === BusinessRestored.type ? 1
  : 0;

function move(members: Map<string, Members>, agencyId: string | null, by: number): void {
  if (agencyId === null) return;
  const row = members.get(agencyId);
  if (row) row.count += by;
  else members.set(agencyId, { agencyId, count: by });
}
