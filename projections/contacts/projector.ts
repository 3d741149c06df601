import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  ContactDiscovered,
  ContactMarkedUnreachable,
  ContactNamed,
  ContactOptedIn,
  ContactOptedOut,
  contactEvents,
} from '../../domain/contact/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { batchOf, json, perSchema } from '../engine/arrays.ts';
import { actorName, is, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

/** What a batch says of a contact. Null: nothing. */
interface Patch {
  readonly contactId: string;
  readonly businessId: string;
  readonly createdAt: string;
  readonly position: bigint;
  phone: string | null;
  status: 'subscribed' | 'optedOut' | null;
  unreachable: boolean;
  /** Set when a name was given; the names may be null then too. */
  namedAt: bigint | null;
  firstName: string | null;
  lastName: string | null;
  readonly keywords: Set<string>;
}

const textArray = (values: Iterable<string>): string =>
  `{${[...values].map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const contactBatch = batchOf<Patch>({
  id: ['uuid', (row) => row.contactId],
  business_id: ['uuid', (row) => row.businessId],
  phone: ['text', (row) => row.phone],
  status: ['text', (row) => row.status],
  unreachable: ['bool', (row) => row.unreachable],
  named_at: ['bigint', (row) => row.namedAt],
  first_name: ['text', (row) => row.firstName],
  last_name: ['text', (row) => row.lastName],
  keywords: ['text[]', (row) => (row.keywords.size === 0 ? '{}' : textArray(row.keywords))],
  created_at: ['timestamptz', (row) => row.createdAt],
  position: ['bigint', (row) => row.position],
});

interface Consent {
  readonly event: StoredEvent;
  readonly kind: 'optedIn' | 'optedOut';
  readonly how: string;
  readonly keyword: string | null;
  readonly words: string | null;
  readonly providerMessageId: string | null;
  readonly ipAddress: string | null;
  /** The exact proof, as it was recorded. */
  readonly proof: unknown;
}

const consentBatch = batchOf<Consent>({
  event_id: ['uuid', ({ event }) => event.id],
  contact_id: ['uuid', ({ event }) => event.data['contactId'] as string],
  business_id: ['uuid', ({ event }) => event.data['businessId'] as string],
  position: ['bigint', ({ event }) => event.position],
  kind: ['text', (row) => row.kind],
  at: ['timestamptz', ({ event }) => event.metadata.occurredAt],
  how: ['text', (row) => row.how],
  keyword: ['text', (row) => row.keyword],
  words: ['text', (row) => row.words],
  provider_message_id: ['text', (row) => row.providerMessageId],
  ip_address: ['text', (row) => row.ipAddress],
  actor: ['text', ({ event }) => actorName(event)],
  proof: ['jsonb', (row) => (row.proof === null ? null : json(row.proof))],
});

/** Tallies by status, of all (keyword '') and of each keyword, move by the difference between what rows said and say. */
const upsert = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${contactBatch.from('x')}),
  before as materialized (select c.business_id, c.current, c.keywords from incoming join ${schema}.contacts c using (id)),
  after as (
    insert into ${schema}.contacts as c (id, business_id, phone, status, unreachable, named_at, first_name, last_name, keywords, created_at, position)
      select id, business_id, phone, status, unreachable, named_at, first_name, last_name, keywords::text[], created_at, position from incoming
    on conflict (id) do update set
      phone = coalesce(c.phone, excluded.phone),
      status = coalesce(excluded.status, c.status),
      unreachable = c.unreachable or excluded.unreachable,
      first_name = case when excluded.named_at is null then c.first_name else excluded.first_name end,
      last_name = case when excluded.named_at is null then c.last_name else excluded.last_name end,
      named_at = coalesce(excluded.named_at, c.named_at),
      keywords = c.keywords || array(select k from unnest(excluded.keywords) with ordinality as e(k, o) where k <> all(c.keywords) order by o)
    returning c.business_id, c.current, c.keywords
  )
  insert into ${schema}.contact_counts as n
    select business_id, k.keyword, current, sum(w)::bigint
      from (select 1 as w, business_id, current, keywords from after union all select -1, * from before) both_sides
        cross join lateral (select '' as keyword union all select unnest(keywords)) k
    group by 1, 2, 3 having sum(w) <> 0
  on conflict (business_id, keyword, status) do update set count = n.count + excluded.count`,
);

const insertConsents = perSchema(
  (schema) => `
  insert into ${schema}.consents
    select event_id, contact_id, business_id, position, kind, at, how, keyword, words, provider_message_id, ip_address, actor, proof::jsonb from ${consentBatch.from('x')}
  on conflict (event_id) do nothing`,
);

/** The people of a business, whether they may be written to, and what proves it. */
export const contacts: Projector = {
  name: 'contacts',
  version: 1,
  handles: typesOf(contactEvents),
  empty: { contact_counts: 'count = 0' },
  create: (schema) => `
    create table ${schema}.contacts (
      id          uuid primary key,
      business_id uuid not null,
      phone       text,
      -- null: never said
      status      text,
      unreachable boolean not null,
      named_at    bigint,
      first_name  text,
      last_name   text,
      keywords    text[] not null,
      created_at  timestamptz not null,
      position    bigint not null,
      current     text not null generated always as (coalesce(status, 'unknown')) stored,
      -- what a search looks in: names in lower case, then the digits of the number
      search      text not null generated always as (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) || ' ' || coalesce(ltrim(phone, '+'), '')) stored
    ) with (fillfactor = 85);
    create table ${schema}.consents (
      event_id uuid primary key, contact_id uuid not null, business_id uuid not null, position bigint not null, kind text not null, at timestamptz not null, how text not null,
      keyword text, words text, provider_message_id text, ip_address text, actor text not null, proof jsonb
    );
    create table ${schema}.contact_counts (business_id uuid, keyword text, status text, count bigint not null, primary key (business_id, keyword, status)) with (fillfactor = 50)`,
  index: (schema) => `
    create index contacts_newest on ${schema}.contacts (business_id, position);
    create index contacts_by_status on ${schema}.contacts (business_id, current, position);
    create index contacts_by_name on ${schema}.contacts (business_id, last_name, first_name, position);
    create index contacts_by_phone on ${schema}.contacts (business_id, phone);
    create index contacts_search on ${schema}.contacts using gin (business_id, search gin_trgm_ops);
    create index contacts_keywords on ${schema}.contacts using gin (business_id, keywords);
    create index consents_by_contact on ${schema}.consents (contact_id, position)`,
  fold: (events, schema) => {
    const patches = new Map<string, Patch>();
    const consents = new Map<string, Consent>();
    for (const event of events) {
      const patch = patchOf(patches, event);
      if (is(event, ContactDiscovered)) patch.phone ??= event.data.phone;
      else if (is(event, ContactOptedIn)) {
        patch.phone ??= event.data.phone;
        patch.status = 'subscribed';
        if (event.data.keyword !== null) patch.keywords.add(event.data.keyword);
        consents.set(event.id, {
          event,
          kind: 'optedIn',
          how: event.data.source!,
          keyword: event.data.keyword,
          words: event.data.consent?.text ?? null,
          providerMessageId: event.data.consent?.providerMessageId ?? null,
          ipAddress: event.data.ipAddress,
          proof: event.data.consent,
        });
      } else if (is(event, ContactOptedOut)) {
        patch.status = 'optedOut';
        consents.set(event.id, {
          event,
          kind: 'optedOut',
          how: event.data.via!,
          keyword: null,
          words: event.data.words,
          providerMessageId: event.data.providerMessageId,
          ipAddress: null,
          proof: null,
        });
      } else if (is(event, ContactNamed)) {
        patch.namedAt = event.position;
        patch.firstName = event.data.firstName;
        patch.lastName = event.data.lastName;
      } else if (is(event, ContactMarkedUnreachable)) patch.unreachable = true;
    }
    const statements: Statement[] = [];
    if (patches.size > 0) statements.push({ text: upsert(schema), values: contactBatch.values([...patches.values()]) });
    if (consents.size > 0)
      statements.push({ text: insertConsents(schema), values: consentBatch.values([...consents.values()]) });
    return statements;
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

function patchOf(patches: Map<string, Patch>, event: StoredEvent): Patch {
  const contactId = event.data['contactId'] as string;
  let patch = patches.get(contactId);
  if (!patch) {
    patch = {
      contactId,
      businessId: event.data['businessId'] as string,
      createdAt: event.metadata.occurredAt,
      position: event.position,
      phone: null,
      status: null,
      unreachable: false,
      namedAt: null,
      firstName: null,
      lastName: null,
      keywords: new Set(),
    };
    patches.set(contactId, patch);
  }
  return patch;
}
