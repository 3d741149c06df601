import {
  CampaignActivated,
  CampaignArchived,
  CampaignCreated,
  CampaignDetailsChanged,
  CampaignDrafted,
  campaignEvents,
  CampaignKeywordChanged,
  CampaignKeywordUnavailable,
  CampaignNotificationsChanged,
  CampaignNumberLost,
  CampaignOfferChanged,
  CampaignRestored,
  CampaignSettingsChanged,
} from '../../domain/campaigns/events.ts';
import { initialSettings, noNotifications, noOffer } from '../../domain/campaigns/fields.ts';
import { spelledOut } from '../../domain/contacts/agreed.ts';
import {
  ContactImported,
  ContactImportUndone,
  ContactJoinedCampaign,
  ContactLeftCampaign,
  ContactOptedIn,
  ContactSubscribedToEmail,
} from '../../domain/contacts/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector, Statement } from '../engine-types.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  campaignIndexesAtOnce,
  campaignModel,
  campaignTable,
  memberTable,
  optInHourTable,
  tallyTable,
} from '../tables/campaigns.ts';

const insert = perSchema(
  (schema) => `
  insert into ${campaignTable.in(schema)} (id, position, revision, ${changingNames(campaignTable)})
    select i.id, i.position, i.revision, ${changingValues(campaignTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${campaignTable.in(schema)} c set revision = coalesce(i.revision, c.revision), ${changes(campaignTable, 'c')}
    from ${recordsFrom} where c.id = i.id and not i.created`,
);
/** The tally moves with the members that are new. */
const join = perSchema(
  (schema) => `
  with fresh as (
    insert into ${memberTable.in(schema)} (${memberTable.names})
      select * from ${memberTable.from('m')} on conflict (campaign_id, contact_id) do nothing
    returning campaign_id, business_id
  )
  ${tallyTable.upsert(schema, 't', 'select campaign_id, (array_agg(business_id))[1], count(*), 0 from fresh group by campaign_id')}`,
);
/** Members ($1) of campaigns ($2) who are none any more: taken out, or brought by an import that was undone. */
const leave = perSchema(
  (schema) => `
  with lost as (
    delete from ${memberTable.in(schema)} m using unnest($1::uuid[], $2::uuid[]) l(contact_id, campaign_id)
      where m.contact_id = l.contact_id and m.campaign_id = l.campaign_id
    returning m.campaign_id, m.business_id
  )
  ${tallyTable.upsert(schema, 't', 'select campaign_id, (array_agg(business_id))[1], -count(*), 0 from lost group by campaign_id')}`,
);

/** Who comes and who goes, in the order in which it happened. */
class Members {
  readonly #schema: string;
  readonly #statements: Statement[] = [];
  #joined = memberTable.rows();
  #left: { readonly contactId: string; readonly campaignId: string }[] = [];
  constructor(schema: string) {
    this.#schema = schema;
  }
  join(row: Parameters<ReturnType<typeof memberTable.rows>['merge']>[0]): void {
    if (this.#left.length > 0) this.#flush();
    this.#joined.merge(row);
  }
  leave(contactId: string, campaignId: string): void {
    this.#left.push({ contactId, campaignId });
  }
  #flush(): void {
    this.#statements.push(...this.#joined.toStatements(join(this.#schema)));
    this.#joined = memberTable.rows();
    const ids = [this.#left.map(({ contactId }) => contactId), this.#left.map(({ campaignId }) => campaignId)];
    if (this.#left.length > 0)
      this.#statements.push({ text: leave(this.#schema), values: ids.map((some) => `{${some.join(',')}}`) });
    this.#left = [];
  }
  statements(): readonly Statement[] {
    this.#flush();
    return this.#statements;
  }
}
const tally = perSchema((schema) => tallyTable.upsert(schema, 't'));
const byHour = perSchema((schema) => optInHourTable.upsert(schema, 'h'));

const create = createAll(campaignTable, memberTable, tallyTable, optInHourTable);

const hourMs = 3_600_000;
const hourOf = (instant: string): string => new Date(Math.floor(Date.parse(instant) / hourMs) * hourMs).toISOString();

const atFirst = {
  takenOn: null,
  archivedAt: null,
  offer: noOffer,
  notifications: noNotifications,
  settings: initialSettings,
};

/** What an event changes of a campaign that is there. */
function changeOf(event: StoredEvent): Change<typeof campaignTable.columns> {
  if (is(event, CampaignActivated)) return { number: event.data.number, takenOn: null };
  if (is(event, CampaignKeywordUnavailable)) return { takenOn: event.data.number };
  if (is(event, CampaignNumberLost)) return { number: null, takenOn: null };
  if (is(event, CampaignDetailsChanged)) {
    const { name, reply, replyMedia } = event.data;
    return { name, reply, replyMedia };
  }
  if (is(event, CampaignOfferChanged)) return { offer: event.data.offer };
  if (is(event, CampaignNotificationsChanged)) return { notifications: event.data.notifications ?? noNotifications };
  if (is(event, CampaignSettingsChanged)) return { settings: event.data.settings };
  if (is(event, CampaignKeywordChanged)) {
    const { keyword, number } = event.data;
    return { keyword, number, takenOn: null };
  }
  if (is(event, CampaignArchived)) return { archivedAt: event.metadata.occurredAt, number: null, takenOn: null };
  if (is(event, CampaignRestored)) return { archivedAt: null, number: null, takenOn: null };
  return {};
}

/** The campaigns of a business with everything that their forms show, and who has joined them. */
export const campaigns: Projector = {
  ...campaignModel,
  handles: typesOf([
    ...campaignEvents,
    ...[ContactOptedIn, ContactJoinedCampaign, ContactLeftCampaign, ContactImported, ContactImportUndone],
  ]),
  create: (schema) => `${create(schema)};${campaignIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const records = new RecordFold(campaignTable);
    const [members, tallies, hours] = [new Members(schema), tallyTable.rows(), optInHourTable.rows()];
    for (const event of events.flatMap(spelledOut)) {
      if (is(event, ContactSubscribedToEmail)) continue;
      if (is(event, ContactImported)) {
        const { contactId, businessId, joined = [] } = event.data;
        for (const { campaignId } of joined)
          members.join({ campaignId, contactId, businessId, joinedAt: event.metadata.occurredAt });
        continue;
      }
      if (is(event, ContactImportUndone)) {
        for (const { campaignId } of event.data.left) members.leave(event.data.contactId, campaignId);
        continue;
      }
      if (is(event, ContactLeftCampaign)) {
        members.leave(event.data.contactId, event.data.campaignId);
        continue;
      }
      if (is(event, ContactOptedIn) || is(event, ContactJoinedCampaign)) {
        const { campaignId, contactId, businessId } = event.data as {
          campaignId: string | null;
          contactId: string;
          businessId: string;
        };
        if (campaignId === null) continue;
        members.join({ campaignId, contactId, businessId, joinedAt: event.metadata.occurredAt });
        if (event.type !== ContactOptedIn.type) continue;
        tallies.merge({ campaignId, businessId, optIns: 1 });
        hours.merge({ campaignId, businessId, hour: hourOf(event.metadata.occurredAt), optIns: 1 });
        continue;
      }
      const { campaignId } = event.data as { campaignId: string };
      if (is(event, CampaignCreated) || is(event, CampaignDrafted)) {
        const { businessId, name, type, keyword, reply, replyMedia } = event.data;
        const number = is(event, CampaignCreated) ? event.data.number : null;
        const createdAt = event.metadata.occurredAt;
        const made = { businessId, name, type, keyword, number, reply, replyMedia, createdAt };
        records.say(
          event,
          campaignId,
          { ...atFirst, ...(made as Change<typeof campaignTable.columns>) },
          { created: true },
        );
      } else records.say(event, campaignId, changeOf(event));
    }
    return [
      ...records.into(insert(schema), update(schema)),
      ...members.statements(),
      ...tallies.toStatements(tally(schema)),
      ...hours.toStatements(byHour(schema)),
    ];
  },
};
