import {
  ContactDiscovered,
  ContactMarkedUnreachable,
  ContactNamed,
  ContactOptedIn,
  ContactOptedOut,
  ContactTagged,
  contactEvents,
} from '../../domain/contact/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { actorName, is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { consentTable, contactCountTable, contactIndexes, contactModel, contactTable } from './table.ts';

/** Tallies by status, of all (keyword '') and of each keyword, move by the difference between what rows said and say. */
const upsertContacts = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${contactTable.from('said')}),
  before as materialized (
    select c.business_id, c.current, c.keywords from incoming join ${contactTable.in(schema)} c using (id)
  ),
  after as (
    ${contactTable.upsert(schema, 'c', 'select * from incoming')}
    returning c.business_id, c.current, c.keywords
  )
  ${contactCountTable.upsert(
    schema,
    'n',
    `select business_id, k.keyword, current, sum(w)::bigint
      from (select 1 as w, business_id, current, keywords from after union all select -1, * from before) both_sides
        cross join lateral (select '' as keyword union all select unnest(keywords)) k
      group by 1, 2, 3 having sum(w) <> 0`,
  )}`,
);

const insertConsents = perSchema((schema) => consentTable.upsert(schema, 'c'));

/** The people of a business, whether they may be written to, and what proves it. */
export const contacts: Projector = {
  ...contactModel,
  byBusiness: true,
  handles: typesOf(contactEvents),
  empty: { contact_counts: 'count = 0' },
  create: createAll(contactTable, consentTable, contactCountTable),
  index: contactIndexes,
  fold: (events, schema) => {
    const people = contactTable.rows();
    const consents = consentTable.rows();
    for (const event of events) {
      const { contactId, businessId } = event.data as { contactId: string; businessId: string };
      const { id: eventId, position } = event;
      const at = event.metadata.occurredAt;
      const contact = { id: contactId, businessId, createdAt: at, position };
      const consent = { eventId, contactId, businessId, position, at, actor: actorName(event) };
      if (is(event, ContactDiscovered)) people.say({ ...contact, phone: event.data.phone });
      else if (is(event, ContactOptedIn)) {
        const { phone, keyword, source, consent: proof, ipAddress } = event.data;
        people.say({ ...contact, phone, status: 'subscribed', keywords: keyword === null ? [] : [keyword] });
        consents.say({
          ...consent,
          kind: 'optedIn',
          how: source!,
          keyword,
          words: proof?.text ?? null,
          providerMessageId: proof?.providerMessageId ?? null,
          ipAddress,
          proof,
        });
      } else if (is(event, ContactOptedOut)) {
        const { via, words, providerMessageId } = event.data;
        people.say({ ...contact, status: 'optedOut' });
        consents.say({
          ...consent,
          kind: 'optedOut',
          how: via!,
          keyword: null,
          words,
          providerMessageId,
          ipAddress: null,
          proof: null,
        });
      } else if (is(event, ContactNamed)) {
        const { firstName, lastName } = event.data;
        people.say({ ...contact, namedAt: position, firstName, lastName });
      } else if (is(event, ContactTagged)) people.say({ ...contact, tagsChosen: event.data.tags ?? [] });
      else if (is(event, ContactMarkedUnreachable)) people.say({ ...contact, unreachable: true });
      else people.say(contact);
    }
    return [people.into(upsertContacts(schema)), consents.into(insertConsents(schema))].flat();
  },
  announce: (events) =>
    events.map((event) => {
      const said: LiveAnnouncement = {
        type: 'conversation-changed',
        contactId: event.data['contactId'] as string,
        position: event.position.toString(),
      };
      return { businessId: event.data['businessId'] as string, event: said };
    }),
};
