import {
  CampaignActivated,
  CampaignCreated,
  CampaignDrafted,
  campaignEvents,
  CampaignKeywordTaken,
  CampaignNumberLost,
} from '../../domain/campaign/events.ts';
import { ContactOptedIn } from '../../domain/contact/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { campaignIndexesAtOnce, campaignModel, campaignTable, optInTable } from './table.ts';

const insert = perSchema(
  (schema) => `
  insert into ${campaignTable.in(schema)} (id, position, ${changingNames(campaignTable)})
    select i.id, i.position, ${changingValues(campaignTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${campaignTable.in(schema)} c set ${changes(campaignTable, 'c')}
    from ${recordsFrom} where c.id = i.id and not i.created`,
);
const count = perSchema((schema) => optInTable.upsert(schema, 'o'));

const create = createAll(campaignTable, optInTable);

export const campaigns: Projector = {
  ...campaignModel,
  handles: typesOf([...campaignEvents, ContactOptedIn]),
  create: (schema) => `${create(schema)};${campaignIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const records = new RecordFold(campaignTable);
    const counts = optInTable.rows();
    for (const event of events) {
      if (is(event, ContactOptedIn)) {
        const { campaignId } = event.data;
        if (campaignId !== null) counts.say({ campaignId, optIns: 1 });
        continue;
      }
      const { campaignId } = event.data as { campaignId: string };
      if (is(event, CampaignCreated) || is(event, CampaignDrafted)) {
        const { businessId, name, type, keyword, reply } = event.data;
        const number = is(event, CampaignCreated) ? event.data.number : null;
        const createdAt = event.metadata.occurredAt;
        records.say(
          event,
          campaignId,
          {
            businessId: businessId!,
            name: name!,
            type: type!,
            keyword: keyword!,
            number,
            takenOn: null,
            reply: reply!,
            createdAt,
          },
          { created: true },
        );
      } else if (is(event, CampaignActivated))
        records.say(event, campaignId, { number: event.data.number, takenOn: null });
      else if (is(event, CampaignKeywordTaken)) records.say(event, campaignId, { takenOn: event.data.number });
      else if (is(event, CampaignNumberLost)) records.say(event, campaignId, { number: null, takenOn: null });
    }
    return [...records.into(insert(schema), update(schema)), ...counts.into(count(schema))];
  },
};
