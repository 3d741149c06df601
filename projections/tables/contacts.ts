import {
  attributeOf,
  type AttributeName,
  attributeNames,
  attributesOf,
  eachAttribute,
} from '../../domain/contacts/attributes.ts';
import type { ConsentProof } from '../../domain/contacts/events.ts';
import { added, appendedSince, first, highest, latest, newest, newestWith } from '../engine/merge-policy.ts';
import { snake } from '../engine/snake.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

export type ContactStatus = 'subscribed' | 'optedOut' | 'unknown';

const { email, ...besideEmail } = eachAttribute(() => maybe('text', newest));
/** Whether the search looks into it. */
export const isSearched = (name: AttributeName): boolean => attributeOf(name).searched === true;

/** The people of a business, and whether they may be written to. */
export const contactTable = table(
  'contacts',
  {
    id: key('uuid'),
    businessId: col('uuid'),
    /** Another than at first only by a merge, or by an opt-in from another number after one. */
    phone: maybe('text', newest),
    /** `unknown`: what they had agreed to came by an import that was undone. */
    status: maybe('text', newest).of<'subscribed' | 'optedOut' | 'unknown'>(),
    /** When it last agreed to texts. */
    optedInAt: maybe('timestamptz', newest),
    /** Null: nobody has said. An opt-in or a merge can say that it is not, any more. */
    unreachableSaid: maybe('boolean', newest),
    /** The position at which the names were said; they may be null then too. */
    namedAt: maybe('bigint', newest),
    firstName: maybe('text', newestWith('namedAt')),
    lastName: maybe('text', newestWith('namedAt')),
    /** Here and in what is known besides: null where nobody has said, empty where it was taken away. */
    email,
    /** Whether emails may be sent, null: nobody has said. */
    emailStatus: maybe('text', newest).of<'subscribed' | 'unsubscribed'>(),
    /** They want nothing before this instant; a pause that was ended is long over. */
    pausedUntil: maybe('timestamptz', newest),
    /** Whether a text of theirs looks like an opt-out and waits for someone to look at it, and which. Null: never. */
    suspectedSaid: maybe('boolean', newest),
    suspectedIn: maybe('uuid', newestWith('suspectedSaid')),
    /** How there came to be a contact: the `via` of its discovery. */
    source: maybe('text', first),
    /** The upload that brought them; null: they were there before, or came by another way. */
    uploadId: maybe('uuid', first),
    ...besideEmail,
    /** All keywords when somebody of the business last took one away, null: never; and those that came since. */
    keywordsKept: maybe('text[]', newest),
    keywordsSince: col('text[]', appendedSince('keywordsKept')),
    tagsChosen: maybe('text[]', newest),
    createdAt: col('timestamptz'),
    position: col('bigint'),
    /** Of the contact's own stream: what its form was opened on. */
    revision: col('int', highest),
    unreachable: made('boolean', `coalesce(unreachable_said, false)`),
    suspected: made('boolean', `coalesce(suspected_said, false)`),
    current: made('text', `coalesce(status, 'unknown')`).of<ContactStatus>(),
    keywords: made('text[]', `coalesce(keywords_kept, '{}') || keywords_since`),
    tags: made('text[]', `coalesce(tags_chosen, '{}')`),
    /** What the list is ordered by: who has no name comes last. */
    sortName: made(
      'text',
      `coalesce(nullif(btrim(lower(coalesce(last_name, '') || ' ' || coalesce(first_name, ''))), ''), chr(1114109))`,
    ),
    /** What a search looks in: names and attributes (`searched`) in lower case, then the digits of the number. */
    search: made(
      'text',
      `lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')
        ${attributeNames
          .filter(isSearched)
          .map((name) => `|| coalesce(' ' || ${snake(name)}, '')`)
          .join(' ')}) || ' ' || coalesce(ltrim(phone, '+'), '')`,
    ),
  },
  { fillfactor: 85 },
);

/** What proves that somebody may be written to, or may not: as it was recorded, never changed. */
export const consentTable = table('consents', {
  eventId: key('uuid'),
  contactId: col('uuid'),
  businessId: col('uuid'),
  position: col('bigint'),
  channel: col('text').of<'text' | 'email'>(),
  /** `requested`: agreed on a page that asks again by text; no consent until the answer comes. */
  kind: col('text').of<'optedIn' | 'optedOut' | 'requested' | 'withdrawn'>(),
  at: col('timestamptz'),
  how: col('text'),
  keyword: maybe('text'),
  campaignId: maybe('uuid'),
  words: maybe('text'),
  providerMessageId: maybe('text'),
  ipAddress: maybe('text'),
  actor: col('text'),
  proof: maybe('jsonb').of<Partial<ConsentProof>>(),
});

/** The campaigns that somebody is a member of: by their keyword, their page or by hand, whatever they agreed to. */
export const membershipTable = table('memberships', {
  contactId: key('uuid'),
  campaignId: key('uuid'),
  businessId: col('uuid'),
  joinedAt: col('timestamptz'),
  keyword: maybe('text', first),
  via: col('text'),
  /** Somebody of the business took it out. */
  takenOut: col('boolean', latest),
});

/** What somebody last answered to a page's own question. The words of the question stand in that version of the page. */
export const answerTable = table('answers', {
  contactId: key('uuid'),
  campaignId: key('uuid'),
  questionId: key('text'),
  businessId: col('uuid'),
  pageVersion: col('int', latest),
  at: col('timestamptz', latest),
  answer: col('text', latest),
});

/** What a contact has in a custom field, or answered to a page's question; empty: taken away. */
export const customValueTable = table('custom_values', {
  contactId: key('uuid'),
  fieldId: key('text'),
  businessId: col('uuid'),
  value: col('text', latest),
});

/** Two contacts who look like one person: whether somebody has said that they are two. `oneId` is before `otherId`. */
export const apartTable = table('told_apart', {
  oneId: key('uuid'),
  otherId: key('uuid'),
  businessId: col('uuid'),
  dismissed: col('boolean', latest),
  at: col('timestamptz', latest),
});

/** How many contacts a business has by status: of all (keyword ''), of each keyword, and of each tag (`#` before it). */
export const contactCountTable = table(
  'contact_counts',
  { businessId: key('uuid'), keyword: key('text'), status: key('text'), count: col('bigint', added) },
  { fillfactor: 50 },
);

/** SQL behind FROM: what a contact with `keywords` and `tags` counts as, each once, in the column `keyword`. */
export const countedAs = `cross join lateral (
    select '' as keyword union all select distinct unnest(keywords) union all select distinct '#' || unnest(tags)) k`;
/** The columns that `countedAs` and a tally need. */
export const countedBy = (alias: string): string =>
  ['business_id', 'current', 'keywords', 'tags'].map((name) => `${alias}${name}`).join(', ');

/** Attributes that are looked up by the whole of them, in upper or lower case. */
export const wholeIndexed: ReadonlySet<AttributeName> = new Set(['email', 'companyName']);
const byWhole = (schema: string, name: AttributeName, where: string): string =>
  `create index contacts_by_${snake(name)} on ${schema}.contacts (business_id, ${snake(name)}) where ${where};`;
export const contactIndexes = (schema: string): string => `
  create index contacts_newest on ${schema}.contacts (business_id, position);
  create index contacts_by_status on ${schema}.contacts (business_id, current, position);
  create index contacts_by_name on ${schema}.contacts (business_id, sort_name, position);
  create index contacts_by_phone on ${schema}.contacts (business_id, coalesce(phone, '~'), position);
  create index contacts_search on ${schema}.contacts using gin (business_id, search gin_trgm_ops);
  create index contacts_keywords on ${schema}.contacts using gin (business_id, keywords);
  create index contacts_tags on ${schema}.contacts using gin (business_id, tags);
  ${[...wholeIndexed]
    .map(
      (name) =>
        `create index contacts_by_${snake(name)} on ${schema}.contacts (business_id, lower(${snake(name)})) where ${snake(name)} <> '';`,
    )
    .join(' ')}
  ${attributesOf('choice')
    .map((name) => byWhole(schema, name, `${snake(name)} <> ''`))
    .join(' ')}
  create index contacts_by_source on ${schema}.contacts (business_id, source);
  create index contacts_unreachable on ${schema}.contacts (business_id, position) where unreachable;
  create index contacts_unsubscribed on ${schema}.contacts (business_id, position) where email_status = 'unsubscribed';
  ${attributesOf('day-of-year')
    .map((name) => byWhole(schema, name, `${snake(name)} is not null`))
    .join(' ')}
  create index contacts_of_upload on ${schema}.contacts (business_id, upload_id, position) where upload_id is not null;
  create index contacts_created on ${schema}.contacts (business_id, created_at);
  create index contacts_suspected on ${schema}.contacts (business_id, id) where suspected;
  create index memberships_of_campaign on ${schema}.memberships (campaign_id, contact_id);
  create index told_apart_of_business on ${schema}.told_apart (business_id, at) where dismissed;
  create index custom_values_by_value on ${schema}.custom_values (business_id, field_id, (left(lower(value), 60)));
  create index custom_values_search on ${schema}.custom_values using gin (business_id, field_id, lower(value) gin_trgm_ops)`;
/** What somebody agreed to is looked up while the tables are being filled, when they are erased. */
export const contactIndexesAtOnce = (schema: string): string =>
  `create index consents_by_contact on ${schema}.consents (contact_id, position)`;

/** Where they live. Raise the version when a table or a fold changes. */
export const contactModel = { name: 'contacts', version: 17 } as const;
