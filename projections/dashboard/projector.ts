import { ContactOptedIn, ContactOptedOut } from '../../domain/contact/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { typesOf } from '../engine/events.ts';
import { betweenZones, createZones, zoneEvents, zoneStatements } from '../engine/zones.ts';
import type { Projector, Statement } from '../engine-types.ts';

/** Opt-ins and opt-outs of a quarter of an hour: zones differ by quarters, so this is as fine as days need. */
interface Quarter {
  readonly businessId: string;
  readonly at: string;
  optIns: number;
  optOuts: number;
}

const batch = batchOf<Quarter>({
  business_id: ['uuid', (row) => row.businessId],
  at: ['timestamptz', (row) => row.at],
  opt_ins: ['int', (row) => row.optIns],
  opt_outs: ['int', (row) => row.optOuts],
});

const count = perSchema(
  (schema) => `
  insert into ${schema}.consent_days as d
    select x.business_id, (x.at at time zone coalesce(z.timezone, 'UTC'))::date, sum(x.opt_ins), sum(x.opt_outs)
      from ${batch.from('x')} left join ${schema}.zones z using (business_id) group by 1, 2
  on conflict (business_id, day) do update set opt_ins = d.opt_ins + excluded.opt_ins, opt_outs = d.opt_outs + excluded.opt_outs`,
);

const quarterMs = 15 * 60 * 1000;

/** Consent by days of the business's zone. The days of messages are kept with the messages (projections/messages). */
export const dashboard: Projector = {
  name: 'dashboard',
  version: 2,
  handles: typesOf([...zoneEvents, ContactOptedIn, ContactOptedOut]),
  create: (schema) => `
    ${createZones(schema)};
    create table ${schema}.consent_days (business_id uuid, day date, opt_ins bigint not null, opt_outs bigint not null, primary key (business_id, day)) with (fillfactor = 50)`,
  fold: (events, schema) =>
    betweenZones(events, () => true).flatMap(({ zones, events: part }) => {
      const quarters = new Map<string, Quarter>();
      for (const event of part) {
        const businessId = event.data['businessId'] as string;
        const at = new Date(Math.floor(Date.parse(event.metadata.occurredAt) / quarterMs) * quarterMs).toISOString();
        const key = `${businessId} ${at}`;
        let quarter = quarters.get(key);
        if (!quarter) quarters.set(key, (quarter = { businessId, at, optIns: 0, optOuts: 0 }));
        if (event.type === ContactOptedIn.type) quarter.optIns += 1;
        else quarter.optOuts += 1;
      }
      const statements: Statement[] = zoneStatements(zones, schema);
      if (quarters.size > 0) statements.push({ text: count(schema), values: batch.values([...quarters.values()]) });
      return statements;
    }),
};
