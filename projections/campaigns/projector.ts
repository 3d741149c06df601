import {
  CampaignActivated,
  CampaignCreated,
  CampaignDrafted,
  campaignEvents,
  CampaignKeywordTaken,
  CampaignNumberLost,
} from '../../domain/campaign/events.ts';
import { ContactOptedIn } from '../../domain/contact/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { assignmentsOf, type RecordColumns, RecordFold, recordsFrom, valuesOf } from '../engine/records.ts';
import type { Projector, Statement } from '../engine-types.ts';

/** `number`: the one its keyword is on, null while it waits. `taken_on`: the number on which the keyword is another campaign's. */
const columns: RecordColumns = {
  business_id: 'uuid',
  name: 'text',
  type: 'text',
  keyword: 'text',
  number: 'text',
  taken_on: 'text',
  reply: 'text',
  created_at: 'timestamptz',
};
const names = Object.keys(columns).join(', ');

const optIns = batchOf<readonly [campaignId: string, count: number]>({
  campaign_id: ['uuid', ([campaignId]) => campaignId],
  opt_ins: ['int', ([, count]) => count],
});

const insert = perSchema(
  (schema) => `
  insert into ${schema}.campaigns (id, position, ${names}) select i.id, i.position, ${valuesOf(columns)} from ${recordsFrom} i where i.created on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) =>
    `update ${schema}.campaigns c set ${assignmentsOf('c', columns)} from ${recordsFrom} i where c.id = i.id and not i.created`,
);
const count = perSchema(
  (schema) => `
  insert into ${schema}.opt_ins as o select * from ${optIns.from('x')} on conflict (campaign_id) do update set opt_ins = o.opt_ins + excluded.opt_ins`,
);

export const campaigns: Projector = {
  name: 'campaigns',
  version: 2,
  handles: typesOf([...campaignEvents, ContactOptedIn]),
  create: (schema) => `
    create table ${schema}.campaigns (
      id uuid primary key, position bigint not null, business_id uuid not null, name text not null, type text not null, keyword text not null, number text, taken_on text, reply text not null,
      created_at timestamptz not null
    );
    create index campaigns_by_business on ${schema}.campaigns (business_id, position);
    create table ${schema}.opt_ins (campaign_id uuid primary key, opt_ins bigint not null) with (fillfactor = 50)`,
  fold: (events, schema) => {
    const records = new RecordFold();
    const counts = new Map<string, number>();
    for (const event of events) {
      if (is(event, ContactOptedIn)) {
        const { campaignId } = event.data;
        if (campaignId !== null) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
        continue;
      }
      const { campaignId } = event.data as { campaignId: string };
      if (is(event, CampaignCreated) || is(event, CampaignDrafted)) {
        const { businessId, name, type, keyword, reply } = event.data;
        const number = is(event, CampaignCreated) ? event.data.number : null;
        records.add(
          event,
          campaignId,
          {
            business_id: businessId,
            name,
            type,
            keyword,
            number,
            taken_on: null,
            reply,
            created_at: event.metadata.occurredAt,
          },
          { created: true },
        );
      } else if (is(event, CampaignActivated))
        records.add(event, campaignId, { number: event.data.number, taken_on: null });
      else if (is(event, CampaignKeywordTaken)) records.add(event, campaignId, { taken_on: event.data.number });
      else if (is(event, CampaignNumberLost)) records.add(event, campaignId, { number: null, taken_on: null });
    }
    const statements: Statement[] = [];
    if (records.size > 0) {
      const values = records.values();
      statements.push({ text: insert(schema), values }, { text: update(schema), values });
    }
    if (counts.size > 0) statements.push({ text: count(schema), values: optIns.values([...counts]) });
    return statements;
  },
};
