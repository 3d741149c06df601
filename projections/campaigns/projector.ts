import { CampaignCreated } from '../../domain/campaign/events.ts';
import { ContactOptedIn } from '../../domain/contact/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

type Created = Stored<typeof CampaignCreated>;

const created = batchOf<Created>({
  id: ['uuid', ({ data }) => data.campaignId],
  business_id: ['uuid', ({ data }) => data.businessId],
  name: ['text', ({ data }) => data.name],
  type: ['text', ({ data }) => data.type],
  keyword: ['text', ({ data }) => data.keyword],
  number: ['text', ({ data }) => data.number],
  reply: ['text', ({ data }) => data.reply],
  created_at: ['timestamptz', (event) => event.metadata.occurredAt],
  position: ['bigint', (event) => event.position],
});
const optIns = batchOf<readonly [campaignId: string, count: number]>({
  campaign_id: ['uuid', ([campaignId]) => campaignId],
  opt_ins: ['int', ([, count]) => count],
});

const insert = perSchema((schema) => `insert into ${schema}.campaigns select * from ${created.from('x')} on conflict (id) do nothing`);
const count = perSchema((schema) => `
  insert into ${schema}.opt_ins as o select * from ${optIns.from('x')} on conflict (campaign_id) do update set opt_ins = o.opt_ins + excluded.opt_ins`);

export const campaigns: Projector = {
  name: 'campaigns',
  version: 1,
  handles: typesOf([CampaignCreated, ContactOptedIn]),
  create: (schema) => `
    create table ${schema}.campaigns (
      id uuid primary key, business_id uuid not null, name text not null, type text not null, keyword text not null, number text not null, reply text not null,
      created_at timestamptz not null, position bigint not null
    );
    create index campaigns_by_business on ${schema}.campaigns (business_id, position);
    create table ${schema}.opt_ins (campaign_id uuid primary key, opt_ins bigint not null) with (fillfactor = 50)`,
  fold: (events, schema) => {
    const first = new Map<string, Created>();
    const counts = new Map<string, number>();
    for (const event of events) {
      if (is(event, CampaignCreated)) { if (!first.has(event.data.campaignId!)) first.set(event.data.campaignId!, event); }
      else if (is(event, ContactOptedIn) && event.data.campaignId !== null) counts.set(event.data.campaignId, (counts.get(event.data.campaignId) ?? 0) + 1);
    }
    const statements: Statement[] = [];
    if (first.size > 0) statements.push({ text: insert(schema), values: created.values([...first.values()]) });
    if (counts.size > 0) statements.push({ text: count(schema), values: optIns.values([...counts]) });
    return statements;
  },
};
