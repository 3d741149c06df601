import { spelledOut } from '../../domain/contacts/agreed.ts';
import { ContactImported, ContactOptedIn, ContactOptedOut } from '../../domain/contacts/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { added } from '../engine/merge-policy.ts';
import { batch, col, createAll, key, Rows } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { Projector } from '../engine-types.ts';
import { consentDayTable, dashboardIndexes, dashboardModel } from '../tables/dashboard.ts';

/** Opt-ins and opt-outs of a quarter of an hour: zones differ by quarters, so this is as fine as days need. */
const quarters = batch({
  businessId: key('uuid'),
  at: key('timestamptz'),
  optIns: col('int', added),
  optOuts: col('int', added),
});

const count = perSchema((schema) =>
  consentDayTable.upsert(
    schema,
    'd',
    `select x.business_id, (x.at at time zone coalesce(z.timezone, 'UTC'))::date, sum(x.opt_ins), sum(x.opt_outs)
      from ${quarters.from('x')} left join ${zoneTable.in(schema)} z using (business_id) group by 1, 2`,
  ),
);

const quarterMs = 15 * 60 * 1000;

/** Consent by days of the business's zone. The days of messages are kept with the messages (projections/livechat). */
export const dashboard: Projector = {
  ...dashboardModel,
  byBusiness: true,
  handles: typesOf([...zoneEvents, ContactOptedIn, ContactImported, ContactOptedOut]),
  create: createAll(zoneTable, consentDayTable),
  index: dashboardIndexes,
  fold: (events, schema) =>
    betweenZones(events, () => true).flatMap(({ zones, events: part }) => {
      const rows = new Rows(quarters);
      for (const event of part.flatMap(spelledOut)) {
        const isIn = is(event, ContactOptedIn);
        if (!isIn && !is(event, ContactOptedOut)) continue;
        const businessId = event.data['businessId'] as string;
        const at = new Date(Math.floor(Date.parse(event.metadata.occurredAt) / quarterMs) * quarterMs).toISOString();
        rows.merge({ businessId, at, ...(isIn ? { optIns: 1 } : { optOuts: 1 }) });
      }
      return [...zoneStatements(zones, schema), ...rows.toStatements(count(schema))];
    }),
};
