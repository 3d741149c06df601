import { AgencyArchived, AgencyRestored } from '../../domain/agency/events.ts';
import { businessDefaults } from '../../domain/business/business.ts';
import {
  BusinessActivated,
  BusinessArchived,
  BusinessBillingChanged,
  BusinessBroadcastersChanged,
  BusinessContactInfoChanged,
  BusinessCreated,
  BusinessDeactivated,
  BusinessDetailsChanged,
  businessEvents,
  BusinessFeaturesChanged,
  BusinessLegalPagesChanged,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  BusinessRestored,
} from '../../domain/business/events.ts';
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
  agency_id: 'uuid',
  owner_id: 'uuid',
  name: 'text',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  unique_id: 'text',
  currency: 'text',
  timezone: 'text',
  date_format: 'text',
  logo: 'text',
  monthly_messages: 'int',
  contact_limit: 'int',
  free_fee: 'boolean',
  use_bandwidth: 'boolean',
  is_enabled_livechat: 'boolean',
  is_active_livechat: 'boolean',
  is_enabled_loop: 'boolean',
  is_active_loop: 'boolean',
  is_active_mms: 'boolean',
  is_template: 'boolean',
  template_content: 'text',
  is_active: 'boolean',
  created_at: 'timestamptz',
  archived_at: 'timestamptz',
  number: 'text',
  is_toll_free: 'boolean',
  contact_phone: 'text',
  contact_email: 'text',
  contact_website: 'text',
  contact_address: 'text',
  contact_city: 'text',
  contact_state: 'text',
  contact_postal_code: 'text',
  contact_country: 'text',
  broadcasters: 'jsonb',
  privacy_page: 'jsonb',
  terms_page: 'jsonb',
};
const names = Object.keys(columns).join(', ');

/** The fields that events hold by the name of their columns. */
const columnsOf = (data: Partial<Record<string, unknown>>): Record<string, unknown> => ({
  name: data['name'],
  email: data['email'],
  first_name: data['firstName'],
  last_name: data['lastName'],
  currency: data['currency'],
  timezone: data['timezone'],
  date_format: data['dateFormat'],
  logo: data['logo'],
  monthly_messages: data['monthlyMessages'],
  contact_limit: data['contactLimit'],
  free_fee: data['freeFee'],
  use_bandwidth: data['useBandwidth'],
  is_enabled_livechat: data['isEnabledLivechat'],
  is_active_livechat: data['isActiveLivechat'],
  is_enabled_loop: data['isEnabledLoop'],
  is_active_loop: data['isActiveLoop'],
  is_active_mms: data['isActiveMms'],
  is_template: data['isTemplate'],
  template_content: data['templateContent'],
});
const infoColumns = (data: Partial<Record<string, unknown>>): Record<string, unknown> => ({
  contact_phone: data['phone'],
  contact_email: data['email'],
  contact_website: data['website'],
  contact_address: data['address'],
  contact_city: data['city'],
  contact_state: data['state'],
  contact_postal_code: data['postalCode'],
  contact_country: data['country'],
});
const atFirst = {
  ...columnsOf(businessDefaults),
  ...infoColumns(businessDefaults.contactInfo),
  broadcasters: [],
  privacy_page: businessDefaults.legalPages.privacy,
  terms_page: businessDefaults.legalPages.terms,
  is_active: true,
  archived_at: null,
  number: null,
  is_toll_free: false,
};
const defined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

interface AgencyState {
  readonly agencyId: string;
  readonly archivedAt: string | null;
}
const agencyBatch = batchOf<AgencyState>({
  agency_id: ['uuid', (row) => row.agencyId],
  archived_at: ['timestamptz', (row) => row.archivedAt],
});

/** The scope of everything in `business_counts`; others are agencies. */
export const everywhere = '00000000-0000-0000-0000-000000000000';

/** Totals of all and of each agency move by the difference between what rows said and say. */
const tally = (schema: string, sides: string): string => `
  insert into ${schema}.business_counts as n
    select s.scope, t.state, sum(t.w)::bigint from (${sides}) t cross join lateral (values ('${everywhere}'::uuid), (t.agency_id)) s(scope) where s.scope is not null group by 1, 2 having sum(t.w) <> 0
  on conflict (scope, state) do update set count = n.count + excluded.count`;

// Days and months are counted in this zone: one that Postgres does not know is taken for UTC.
const upsert = perSchema(
  (schema) => `
  with incoming as materialized ${recordsFrom},
  before as materialized (select b.agency_id, b.state from incoming i join ${schema}.businesses b using (id) where not i.created),
  inserted as (
    insert into ${schema}.businesses (id, position, revision, zone, agency_archived_at, ${names})
      select i.id, i.position, i.revision, coalesce(z.name, 'UTC'), a.archived_at, ${valuesOf(columns)}
        from incoming i left join pg_timezone_names z on z.name = i.p ->> 'timezone' left join ${schema}.agency_states a on a.agency_id = (i.p ->> 'agency_id')::uuid where i.created
    on conflict (id) do nothing returning agency_id, state
  ),
  updated as (
    update ${schema}.businesses b set revision = coalesce(i.revision, b.revision), ${assignmentsOf('b', columns)},
        zone = case when i.p ? 'timezone' then coalesce((select z.name from pg_timezone_names z where z.name = i.p ->> 'timezone'), 'UTC') else b.zone end
      from incoming i where b.id = i.id and not i.created returning b.agency_id, b.state
  )
  ${tally(schema, 'select 1 as w, agency_id, state from inserted union all select 1, agency_id, state from updated union all select -1, agency_id, state from before')}`,
);

const keepAgencies = perSchema(
  (schema) => `
  insert into ${schema}.agency_states select * from ${agencyBatch.from('x')} on conflict (agency_id) do update set archived_at = excluded.archived_at`,
);
/** The businesses of an agency go with it, and come back as they were. */
const followAgencies = perSchema(
  (schema) => `
  with moved as materialized (
    select b.id, b.agency_id, b.state, x.archived_at from ${agencyBatch.from('x')} join ${schema}.businesses b on b.agency_id = x.agency_id where b.agency_archived_at is distinct from x.archived_at
  ),
  after as (update ${schema}.businesses b set agency_archived_at = m.archived_at from moved m where b.id = m.id returning b.agency_id, b.state)
  ${tally(schema, 'select 1 as w, agency_id, state from after union all select -1, agency_id, state from moved')}`,
);

const archived = '(archived_at is not null or agency_archived_at is not null)';

/** The lists of businesses, and each with all its fields. A business of an archived agency counts as archived. */
export const businesses: Projector = {
  name: 'businesses',
  version: 2,
  handles: typesOf([...businessEvents, AgencyArchived, AgencyRestored]),
  empty: { business_counts: 'count = 0' },
  create: (schema) => `
    create table ${schema}.businesses (
      id uuid primary key, position bigint not null, revision int not null, zone text not null, agency_archived_at timestamptz,
      ${definitionsOf(columns, ['name', 'unique_id', 'currency', 'timezone', 'date_format', 'created_at'])},
      status text not null generated always as (case when ${archived} then 'archived' else 'active' end) stored,
      state text not null generated always as (case when ${archived} then 'archived' when is_active then 'active' else 'inactive' end) stored,
      -- what lists sort by and search in: the number by its digits
      sort_name text not null generated always as (lower(name)) stored,
      sort_email text not null generated always as (lower(coalesce(email, ''))) stored,
      search text not null generated always as (lower(name || ' ' || unique_id || ' ' || coalesce(email, '')) || ' ' || coalesce(ltrim(number, '+'), '')) stored
    ) with (fillfactor = 85);
    create table ${schema}.agency_states (agency_id uuid primary key, archived_at timestamptz);
    create table ${schema}.business_counts (scope uuid, state text, count bigint not null, primary key (scope, state)) with (fillfactor = 50)`,
  index: (schema) => `
    create index businesses_newest on ${schema}.businesses (status, position) include (id);
    create index businesses_by_name on ${schema}.businesses (status, sort_name, position) include (id);
    create index businesses_by_email on ${schema}.businesses (status, sort_email, position) include (id);
    create index businesses_of_agency on ${schema}.businesses (agency_id, status, position) include (id);
    create index businesses_of_agency_by_name on ${schema}.businesses (agency_id, status, sort_name, position) include (id);
    create index businesses_of_agency_by_email on ${schema}.businesses (agency_id, status, sort_email, position) include (id);
    create index businesses_templates on ${schema}.businesses (agency_id, sort_name) where is_template;
    create index businesses_search on ${schema}.businesses using gin (agency_id, search gin_trgm_ops)`,
  fold: (events, schema) => {
    const records = new RecordFold();
    const agencies = new Map<string, AgencyState>();
    for (const event of events) {
      if (is(event, AgencyArchived) || is(event, AgencyRestored)) {
        const agencyId = event.data.agencyId!;
        agencies.set(agencyId, {
          agencyId,
          archivedAt: event.type === AgencyArchived.type ? event.metadata.occurredAt : null,
        });
        continue;
      }
      const { businessId } = event.data as { businessId: string };
      const say = (set: Record<string, unknown>): void => records.add(event, businessId, set);
      if (is(event, BusinessCreated)) {
        const { agencyId, uniqueId, ownerId = null, ...data } = event.data;
        records.add(
          event,
          businessId,
          {
            ...atFirst,
            ...defined(columnsOf(data)),
            agency_id: agencyId,
            unique_id: uniqueId,
            owner_id: ownerId,
            created_at: event.metadata.occurredAt,
          },
          { created: true },
        );
      } else if (
        is(event, BusinessDetailsChanged) ||
        is(event, BusinessFeaturesChanged) ||
        is(event, BusinessBillingChanged)
      )
        say(columnsOf(event.data));
      else if (is(event, BusinessContactInfoChanged)) say(infoColumns(event.data));
      else if (is(event, BusinessBroadcastersChanged)) say({ broadcasters: event.data.broadcasters ?? [] });
      else if (is(event, BusinessLegalPagesChanged))
        say({ privacy_page: event.data.privacy ?? undefined, terms_page: event.data.terms ?? undefined });
      else if (is(event, BusinessArchived)) say({ archived_at: event.metadata.occurredAt });
      else if (is(event, BusinessRestored)) say({ archived_at: null });
      else if (is(event, BusinessActivated)) say({ is_active: true });
      else if (is(event, BusinessDeactivated)) say({ is_active: false });
      else if (is(event, BusinessNumberAssigned))
        say({ number: event.data.number, is_toll_free: event.data.isTollFree });
      else if (is(event, BusinessNumberReleased)) say({ number: null, is_toll_free: false });
      else say({});
    }
    const statements: Statement[] = [];
    const states = agencyBatch.values([...agencies.values()]);
    if (agencies.size > 0) statements.push({ text: keepAgencies(schema), values: states });
    if (records.size > 0) statements.push({ text: upsert(schema), values: records.values() });
    if (agencies.size > 0) statements.push({ text: followAgencies(schema), values: states });
    return statements;
  },
};
