import { spelledOut } from '../../domain/contacts/agreed.ts';
import { ContactImported, ContactOptedIn, ContactOptedOut } from '../../domain/contacts/events.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { perSchema } from '../engine/arrays.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import { is, typesOf } from '../engine/events.ts';
import { followingMerges, renamed } from '../engine/merges.ts';
import { snake } from '../engine/snake.ts';
import { batch, createAll, Rows } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  consentDayTable,
  consentRecordTable,
  dashboardIndexes,
  dashboardIndexesAtOnce,
  dashboardModel,
} from '../tables/dashboard.ts';

/** What a batch says. The day is made where it is written. */
const { day: _day, ...columns } = consentRecordTable.columns;
const said = batch(columns);

/** Days count the records that are written with them, in one statement, so that they can't disagree. */
const count = perSchema(
  (schema) => `
  with recorded as (
    insert into ${consentRecordTable.in(schema)} (${Object.keys(columns).map(snake).join(', ')}, day)
    select s.*, (s.at at time zone coalesce(z.timezone, 'UTC'))::date
    from ${said.from('s')} left join ${zoneTable.in(schema)} z using (business_id)
    on conflict do nothing returning business_id, day, status
  )
  ${consentDayTable.upsert(
    schema,
    'd',
    `select business_id, day, count(*) filter (where status = 'optedIn'), count(*) filter (where status = 'optedOut')
      from recorded group by 1, 2`,
  )}`,
);

function recordOf(event: StoredEvent) {
  const isIn = is(event, ContactOptedIn);
  if (!isIn && !is(event, ContactOptedOut)) return null;
  const { contactId, businessId } = event.data;
  const { id: eventId, position } = event;
  const common = { eventId, contactId, businessId, at: event.metadata.occurredAt, position };
  return isIn ?
      {
        ...common,
        status: 'optedIn' as const,
        source: event.data.source,
        keyword: event.data.keyword,
        campaignId: event.data.campaignId,
      }
    : { ...common, status: 'optedOut' as const, source: event.data.via, keyword: null, campaignId: null };
}

const create = createAll(zoneTable, consentDayTable, consentRecordTable);

const counted: Projector = {
  ...dashboardModel,
  byBusiness: true,
  handles: typesOf([...zoneEvents, ContactOptedIn, ContactImported, ContactOptedOut]),
  create: (schema) => `${create(schema)};${dashboardIndexesAtOnce(schema)}`,
  index: dashboardIndexes,
  fold: (events, schema) =>
    betweenZones(events, () => true).flatMap(({ zones, events: part }) => {
      const rows = new Rows(said);
      for (const record of part.flatMap(spelledOut).map(recordOf)) if (record !== null) rows.merge(record);
      return [...zoneStatements(zones, schema), ...rows.toStatements(count(schema))];
    }),
};

/** Consent by days of the business's zone. The days of messages are kept with the messages (projections/livechat). */
export const dashboard: Projector = followingMerges(counted, renamed(consentRecordTable));
