import { AgencyArchived, AgencyRestored } from '../../domain/agencies/events.ts';
import { businessDefaults } from '../../domain/businesses/business.ts';
import {
  BusinessActivated,
  BusinessArchived,
  BusinessBillingChanged,
  BusinessBroadcastersChanged,
  BusinessContactInfoChanged,
  BusinessCreated,
  BusinessDeactivated,
  BusinessDailyLimitsChanged,
  BusinessDetailsChanged,
  businessEvents,
  BusinessFeaturesChanged,
  BusinessLegalPagesChanged,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  BusinessRestored,
} from '../../domain/businesses/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import {
  changedZone,
  changes,
  changingNames,
  changingValues,
  fieldsIn,
  RecordFold,
  recordsFrom,
} from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  agencyStateTable,
  businessCountTable,
  businessFields,
  businessIndexes,
  businessModel,
  businessTable,
  everywhere,
} from '../tables/businesses.ts';

type Info = Partial<Record<keyof typeof businessDefaults.contactInfo, string | null | undefined>>;
const infoOf = (data: Info) => ({
  contactPhone: data.phone,
  contactEmail: data.email,
  contactWebsite: data.website,
  contactAddress: data.address,
  contactCity: data.city,
  contactState: data.state,
  contactPostalCode: data.postalCode,
  contactCountry: data.country,
});
const atFirst = {
  ...fieldsIn(businessFields, businessDefaults),
  ...infoOf(businessDefaults.contactInfo),
  broadcasters: [],
  privacyPage: businessDefaults.legalPages.privacy,
  termsPage: businessDefaults.legalPages.terms,
  dailyTexts: businessDefaults.dailyLimits.texts,
  dailyMails: businessDefaults.dailyLimits.mails,
  isActive: true,
  archivedAt: null,
  number: null,
  isTollFree: false,
};

/** Totals of all and of each agency move by the difference between what rows said and say. */
const tally = (schema: string, sides: string): string =>
  businessCountTable.upsert(
    schema,
    'n',
    `select s.scope, t.state, sum(t.w)::bigint
      from (${sides}) t cross join lateral (values ('${everywhere}'::uuid), (t.agency_id)) s(scope)
      where s.scope is not null group by 1, 2 having sum(t.w) <> 0`,
  );

const upsert = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${recordsFrom}),
  before as materialized (
    select b.agency_id, b.state from incoming i join ${businessTable.in(schema)} b using (id) where not i.created
  ),
  inserted as (
    insert into ${businessTable.in(schema)}
        (id, position, revision, zone, agency_archived_at, ${changingNames(businessTable)})
      select i.id, i.position, i.revision, coalesce(z.name, 'UTC'), a.archived_at, ${changingValues(businessTable)}
        from incoming i left join pg_timezone_names z on z.name = i.p ->> 'timezone'
          left join ${agencyStateTable.in(schema)} a on a.agency_id = (i.p ->> 'agency_id')::uuid where i.created
    on conflict (id) do nothing returning agency_id, state
  ),
  updated as (
    update ${businessTable.in(schema)} b set revision = coalesce(i.revision, b.revision), ${changes(businessTable, 'b')},
        zone = ${changedZone('b')}
      from incoming i where b.id = i.id and not i.created returning b.agency_id, b.state
  )
  ${tally(
    schema,
    `select 1 as w, agency_id, state from inserted union all select 1, agency_id, state from updated
      union all select -1, agency_id, state from before`,
  )}`,
);

const keepAgencies = perSchema((schema) => agencyStateTable.upsert(schema, 'a'));
/** The businesses of an agency go with it, and come back as they were. */
const followAgencies = perSchema(
  (schema) => `
  with moved as materialized (
    select b.id, b.agency_id, b.state, x.archived_at
      from ${agencyStateTable.from('x')} join ${businessTable.in(schema)} b on b.agency_id = x.agency_id
      where b.agency_archived_at is distinct from x.archived_at
  ),
  after as (
    update ${businessTable.in(schema)} b set agency_archived_at = m.archived_at
      from moved m where b.id = m.id returning b.agency_id, b.state
  )
  ${tally(schema, 'select 1 as w, agency_id, state from after union all select -1, agency_id, state from moved')}`,
);

/** The lists of businesses, and each with all its fields. A business of an archived agency counts as archived. */
export const businesses: Projector = {
  ...businessModel,
  handles: typesOf([...businessEvents, AgencyArchived, AgencyRestored]),
  empty: { business_counts: 'count = 0' },
  create: createAll(businessTable, agencyStateTable, businessCountTable),
  index: businessIndexes,
  fold: (events, schema) => {
    const records = new RecordFold(businessTable);
    const agencies = agencyStateTable.rows();
    for (const event of events) {
      if (is(event, AgencyArchived) || is(event, AgencyRestored)) {
        agencies.merge({
          agencyId: event.data.agencyId!,
          archivedAt: event.type === AgencyArchived.type ? event.metadata.occurredAt : null,
        });
        continue;
      }
      const { businessId } = event.data as { businessId: string };
      const say = (change: Parameters<typeof records.say>[2]): void => records.say(event, businessId, change);
      if (is(event, BusinessCreated)) {
        const { agencyId, uniqueId, ownerId = null, ...data } = event.data;
        records.say(
          event,
          businessId,
          {
            ...atFirst,
            ...fieldsIn(businessFields, data),
            agencyId,
            uniqueId: uniqueId!,
            ownerId,
            createdAt: event.metadata.occurredAt,
          },
          { created: true },
        );
      } else if (
        is(event, BusinessDetailsChanged) ||
        is(event, BusinessFeaturesChanged) ||
        is(event, BusinessBillingChanged)
      )
        say(fieldsIn(businessFields, event.data));
      else if (is(event, BusinessContactInfoChanged)) say(infoOf(event.data));
      else if (is(event, BusinessBroadcastersChanged)) say({ broadcasters: event.data.broadcasters ?? [] });
      else if (is(event, BusinessLegalPagesChanged))
        say({ privacyPage: event.data.privacy ?? undefined, termsPage: event.data.terms ?? undefined });
      else if (is(event, BusinessDailyLimitsChanged))
        say({ dailyTexts: event.data.texts, dailyMails: event.data.mails });
      else if (is(event, BusinessArchived)) say({ archivedAt: event.metadata.occurredAt });
      else if (is(event, BusinessRestored)) say({ archivedAt: null });
      else if (is(event, BusinessActivated)) say({ isActive: true });
      else if (is(event, BusinessDeactivated)) say({ isActive: false });
      else if (is(event, BusinessNumberAssigned))
        say({ number: event.data.number, isTollFree: event.data.isTollFree! });
      else if (is(event, BusinessNumberReleased)) say({ number: null, isTollFree: false });
      else say({});
    }
    return [
      ...agencies.toStatements(keepAgencies(schema)),
      ...records.into(upsert(schema)),
      ...agencies.toStatements(followAgencies(schema)),
    ];
  },
};
