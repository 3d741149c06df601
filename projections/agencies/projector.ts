import { agencyDefaults } from '../../domain/agencies/agency.ts';
import {
  AgencyApprovalLimitChanged,
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  AgencyFeaturesChanged,
  agencyEvents,
  AgencyOnboardingCompleted,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from '../../domain/agencies/events.ts';
import { BusinessArchived, BusinessCreated, BusinessRestored } from '../../domain/businesses/events.ts';
import { CustomDomainChanged, CustomDomainRemoved } from '../../domain/whitelabels/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { added } from '../engine/merge-policy.ts';
import {
  changedZone,
  changes,
  changingNames,
  changingValues,
  fieldsIn,
  RecordFold,
  recordsFrom,
} from '../engine/records.ts';
import { batch, col, createAll, key, Rows } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { agencyCountTable, agencyFields, agencyIndexes, agencyModel, agencyTable } from '../tables/agencies.ts';

const atFirst = {
  ...fieldsIn(agencyFields, agencyDefaults),
  isNew: true,
  approvalLimit: null,
  sampleBusinessId: null,
  archivedAt: null,
  domain: null,
};

/** How many more businesses an agency has. */
const memberships = batch({ agencyId: key('uuid'), count: col('int', added) });

/** Totals by status move by the difference between what rows said and say. A zone that Postgres does not know is taken for UTC. */
const upsert = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${recordsFrom}),
  before as materialized (
    select a.status from incoming i join ${agencyTable.in(schema)} a using (id) where not i.created
  ),
  inserted as (
    insert into ${agencyTable.in(schema)} (id, position, revision, zone, businesses_count, ${changingNames(agencyTable)})
      select i.id, i.position, i.revision, coalesce(z.name, 'UTC'), 0, ${changingValues(agencyTable)}
        from incoming i left join pg_timezone_names z on z.name = i.p ->> 'timezone' where i.created
    on conflict (id) do nothing returning status
  ),
  updated as (
    update ${agencyTable.in(schema)} a set revision = coalesce(i.revision, a.revision), ${changes(agencyTable, 'a')},
        zone = ${changedZone('a')}
      from incoming i where a.id = i.id and not i.created returning a.status
  )
  ${agencyCountTable.upsert(
    schema,
    'n',
    `select status, sum(w)::bigint from (
        select 1 as w, status from inserted union all select 1, status from updated
        union all select -1, status from before
      ) both_sides group by status having sum(w) <> 0`,
  )}`,
);
const count = perSchema(
  (schema) => `
  update ${agencyTable.in(schema)} a set businesses_count = a.businesses_count + x.count
    from ${memberships.from('x')} where a.id = x.agency_id`,
);

/** The operator's list of agencies, and each with all its fields. `businesses_count`: those that are not archived. */
export const agencies: Projector = {
  ...agencyModel,
  handles: typesOf([
    ...agencyEvents,
    BusinessCreated,
    BusinessArchived,
    BusinessRestored,
    CustomDomainChanged,
    CustomDomainRemoved,
  ]),
  empty: { agency_counts: 'count = 0' },
  create: createAll(agencyTable, agencyCountTable),
  index: agencyIndexes,
  fold: (events, schema) => {
    const records = new RecordFold(agencyTable);
    const members = new Rows(memberships);
    for (const event of events) {
      const { agencyId } = event.data as { agencyId: string };
      if (is(event, AgencyCreated)) {
        const { ownerId = null, ...data } = event.data;
        records.say(
          event,
          agencyId,
          { ...atFirst, ...fieldsIn(agencyFields, data), ownerId, createdAt: event.metadata.occurredAt },
          { created: true },
        );
      } else if (is(event, AgencyDetailsChanged) || is(event, AgencyFeaturesChanged) || is(event, AgencyBillingChanged))
        records.say(event, agencyId, fieldsIn(agencyFields, event.data));
      else if (is(event, AgencyOnboardingCompleted)) records.say(event, agencyId, { isNew: false });
      else if (is(event, AgencyOnboardingRestarted)) records.say(event, agencyId, { isNew: true });
      else if (is(event, AgencySampleAccountAdded))
        records.say(event, agencyId, { sampleBusinessId: event.data.businessId });
      else if (is(event, AgencyApprovalLimitChanged))
        records.say(event, agencyId, { approvalLimit: event.data.recipients });
      else if (is(event, AgencyArchived)) records.say(event, agencyId, { archivedAt: event.metadata.occurredAt });
      else if (is(event, AgencyRestored)) records.say(event, agencyId, { archivedAt: null });
      else if (is(event, CustomDomainChanged))
        records.say(event, agencyId, { domain: event.data.domain }, { own: false });
      else if (is(event, CustomDomainRemoved)) records.say(event, agencyId, { domain: null }, { own: false });
      else {
        const of = is(event, BusinessCreated) ? event.data.agencyId : event.metadata.tenant.agencyId;
        if (of !== null) members.merge({ agencyId: of, count: event.type === BusinessArchived.type ? -1 : 1 });
      }
    }
    return [...records.into(upsert(schema)), ...members.toStatements(count(schema))];
  },
};
