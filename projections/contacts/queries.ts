import { type RawBuilder, sql } from 'kysely';
import { type contactList, filtersOf } from '../../domain/contact/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { conversationModel, conversationTable } from '../conversations/table.ts';
import {
  dated,
  type Dated,
  inTwoParts,
  type Listed,
  matches,
  mostCounted,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { campaignModel, campaignTable } from '../campaigns/table.ts';
import { customFieldModel, customFieldTable } from '../custom-fields/table.ts';
import { contextFor, filterSql } from './filter.ts';
import { pageModel, versionTable } from '../pages/table.ts';
import {
  answerTable,
  consentTable,
  contactCountTable,
  contactModel,
  contactTable,
  customValueTable,
  membershipTable,
} from './table.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const customFields = tablesIn(customFieldModel)(customFieldTable);
const versions = tablesIn(pageModel)(versionTable);

/** What is shown of a contact `c` and of its conversation `v`, where there is one. */
const own = contactTable.select(
  'c',
  'id',
  'phone',
  'firstName',
  'lastName',
  'email',
  'emailStatus',
  'unreachable',
  'keywords',
  'tags',
  'createdAt',
);
const columns = sql`${own}, c.current as status, v.last_message_at as "lastMessageAt"`;
const conversation = sql`left join ${conversations} v on v.contact_id = c.id and v.business_id = c.business_id`;
type Shown = SelectedOf<typeof own> & { status: RowOf<typeof contactTable>['current']; lastMessageAt: Date | null };
export type ContactView = Dated<Shown>;

/** What was taken away is not there. */
const presentable = <Row extends object>(row: Row): Dated<Row> => {
  const shown = dated(row) as Record<string, unknown>;
  for (const name in shown) if (shown[name] === '') shown[name] = null;
  return shown as Dated<Row>;
};

/** What is shown of somebody of whom nothing has been said yet. */
export const nothingSaid = {
  ...{ unreachable: false, keywords: [], tags: [], email: null, emailStatus: null, source: null },
  ...{ birthday: null, anniversary: null, companyName: null, website: null },
  ...{ consents: [], memberships: [], answers: [], custom: {}, revision: 0 },
} as const;

const details = contactTable.select('c', 'source', 'birthday', 'anniversary', 'companyName', 'website', 'revision');

const consent = consentTable.select(
  'p',
  'eventId',
  'channel',
  'kind',
  'at',
  'how',
  'keyword',
  'words',
  'providerMessageId',
  'ipAddress',
  'proof',
  'actor',
);
type Consent = SelectedOf<typeof consent> & { campaignName: string | null };
/** One line of a contact's consent history, oldest first. */
export type ConsentView = Dated<Consent>;

const membership = membershipTable.select('s', 'campaignId', 'keyword', 'via', 'joinedAt');
type Membership = SelectedOf<typeof membership> & { campaignName: string | null };
export type MembershipView = Dated<Membership>;

const answer = answerTable.select('a', 'questionId', 'answer', 'at', 'campaignId');
type Answer = SelectedOf<typeof answer> & { question: string | null; campaignName: string | null };
/** What somebody has answered. `question`: its words as they were asked, null: that version of the page is not known. */
export type AnswerView = Dated<Answer>;

/** Every order has an index that begins with the business. By the last message: see `byLastMessage`. */
const orders: Orders<Exclude<SortOf<typeof contactList>, 'last_message_at'>, RowOf<typeof contactTable>> = {
  id: ['position'],
  created_at: ['position'],
  phone: ['phone'],
  status: ['current', 'position'],
  first_name: ['lastName', 'firstName', 'position'],
  last_name: ['lastName', 'firstName', 'position'],
  name: ['lastName', 'firstName', 'position'],
};

/** Who has written or been written to is in an index of the conversations; everybody else follows by age, in either direction. */
const byLastMessage = (businessId: string, where: RawBuilder<unknown>, desc: boolean) => [
  {
    id: sql`v.contact_id`,
    from: sql`from ${conversations} v join ${t(contactTable)} c on c.id = v.contact_id and c.business_id = v.business_id
      where v.business_id = ${businessId} and v.last_message_at is not null and ${where}`,
    order: orderBy('v', ['lastMessageAt', 'contactId'], desc),
  },
  {
    id: sql`c.id`,
    from: sql`from ${t(contactTable)} c where ${where} and not exists (
        select from ${conversations} v where v.contact_id = c.id and v.last_message_at is not null
      )`,
    order: orderBy('c', ['position'], true),
  },
];

export const contactQueries = {
  /**
   * Words, keywords and tags are looked for as an operator: LIKE and the overlap of arrays are not leakproof, so under a
   * tenant's policy Postgres would not use their indexes (measured among 100,000 contacts of a business: 25 ms instead
   * of 5, and growing with them). Its own `where business_id` is held by tests.
   */
  contacts: query({
    reads: (
      businessId: string,
      { search, keywords, tags, filter, segment_id: segment }: ListQuery<typeof contactList>,
    ) =>
      (search ?? '').trim() !== '' || keywords.length > 0 || tags.length > 0 || filter !== null || segment !== null ?
        'operator'
      : { businessId },
    run: async (db, businessId: string, given: ListQuery<typeof contactList>): Promise<Listed<ContactView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const statuses =
        given.status !== null && given.status !== 'active' ? [given.status]
        : given.opt_out === true ? ['optedOut']
        : given.opt_out === false ? ['subscribed', 'unknown']
        : null;
      const conditions: RawBuilder<unknown>[] = [sql`c.business_id = ${businessId}`];
      if (statuses) conditions.push(sql`c.current = any(${statuses})`);
      if (given.keywords.length > 0) conditions.push(sql`c.keywords && ${given.keywords}::text[]`);
      if (given.tags.length > 0) conditions.push(sql`c.tags && ${given.tags}::text[]`);
      if (patterns.length > 0) conditions.push(matches(sql`c.search`, patterns));
      const narrowed = filtersOf({ ...given, status: null, opt_out: null, keywords: [], tags: [] });
      if (narrowed.length > 0) {
        const context = await contextFor(db, businessId, narrowed);
        conditions.push(...narrowed.map((filter) => filterSql(filter, context)));
      }
      const where = sql.join(conditions, sql` and `);
      // Without a search, and with one keyword at most, the total is a maintained tally; else it is counted, up to a bound.
      const tallied =
        patterns.length === 0 && narrowed.length === 0 && given.tags.length === 0 && given.keywords.length <= 1;
      const total =
        tallied ?
          sql<{ total: number }>`select coalesce(sum(count), 0)::int as total from ${t(contactCountTable)}
            where business_id = ${businessId} and keyword = ${given.keywords[0] ?? ''}
              ${statuses ? sql`and status = any(${statuses})` : sql``}`
        : sql<{ total: number }>`select count(*)::int as total
            from (select from ${t(contactTable)} c where ${where} limit ${mostCounted}) counted`;
      const page = async () => {
        if (given.sortBy === 'last_message_at') {
          const ids = await inTwoParts(db, byLastMessage(businessId, where, given.sortDesc), given);
          return db.ask(sql<Shown>`select ${columns} from unnest(${ids}::uuid[]) with ordinality chosen(id, place)
            join ${t(contactTable)} c on c.id = chosen.id and c.business_id = ${businessId} ${conversation} order by place`);
        }
        const order = orderBy('c', orders[given.sortBy ?? 'id'] ?? orders.id, given.sortDesc);
        return db.ask(sql<Shown>`select ${columns} from (
            select * from ${t(contactTable)} c where ${where}
            order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) c ${conversation} order by ${order}`);
      };
      const [[counted], rows] = await Promise.all([db.ask(total), page()]);
      return { data: rows.map(presentable), total: counted?.total ?? 0 };
    },
  }),

  /** Everybody, the oldest first: a page after the position that the page before ended with. */
  allContacts: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<{ readonly data: readonly ContactView[]; readonly next: string | null }> => {
      const rows = await db.ask(sql<Shown & { position: string }>`select ${columns}, c.position from (
          select * from ${t(contactTable)} c where c.business_id = ${businessId}
            ${after === null ? sql`` : sql`and c.position > ${after}::bigint`} order by c.position limit ${limit}
        ) c ${conversation} order by c.position`);
      return {
        data: rows.map(({ position: _, ...row }) => presentable(row)),
        next: rows.length < limit ? null : rows.at(-1)!.position,
      };
    },
  }),

  /** These contacts as lists show them, by id; what is not the business's is not there. */
  contactsById: query({
    reads: 'business',
    run: async (db, businessId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ContactView>> => {
      const rows = await db.ask(sql<Shown>`select ${columns} from ${t(contactTable)} c ${conversation}
        where c.id = any(${ids}::uuid[]) and c.business_id = ${businessId}`);
      return new Map(rows.map((row) => [row.id, presentable(row)]));
    },
  }),

  contact: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string): Promise<ContactDetailView | null> => {
      const of = (alias: string) =>
        sql`${sql.ref(`${alias}.contact_id`)} = ${contactId} and ${sql.ref(`${alias}.business_id`)} = ${businessId}`;
      const named = (alias: string) =>
        sql`left join ${campaigns} m on m.id = ${sql.ref(`${alias}.campaign_id`)} and m.business_id = ${businessId}`;
      const [[row], consents, memberships, answers, values] = await Promise.all([
        db.ask(sql<Shown & SelectedOf<typeof details>>`select ${columns}, ${details} from ${t(contactTable)} c
          ${conversation} where c.id = ${contactId} and c.business_id = ${businessId}`),
        db.ask(sql<Consent>`select ${consent}, m.name as "campaignName" from ${t(consentTable)} p ${named('p')}
          where ${of('p')} order by p.position limit 1000`),
        db.ask(sql<Membership>`select ${membership}, m.name as "campaignName" from ${t(membershipTable)} s ${named('s')}
          where ${of('s')} and not s.taken_out order by s.joined_at desc limit 200`),
        db.ask(sql<Answer>`select ${answer}, m.name as "campaignName", (
            select q ->> 'label' from ${versions} w, jsonb_path_query(w.sections, '$.inputs.CustomFields[*]') q
              where w.page_id = a.campaign_id and w.business_id = a.business_id and w.version = a.page_version
                and q ->> 'id' = a.question_id limit 1) as question
          from ${t(answerTable)} a ${named('a')} where ${of('a')} order by a.at desc, a.question_id limit 200`),
        db.ask(sql<{
          fieldId: string;
          value: string;
        }>`select v.field_id as "fieldId", v.value from ${t(customValueTable)} v
          join ${customFields} f on f.id::text = v.field_id and f.business_id = v.business_id and f.deleted is not true
          where ${of('v')} and v.value <> ''`),
      ]);
      return row ?
          {
            ...presentable(row),
            consents: consents.map(dated),
            memberships: memberships.map(dated),
            answers: answers.map(dated),
            custom: Object.fromEntries(values.map(({ fieldId, value }) => [fieldId, value])),
          }
        : null;
    },
  }),

  /** Best first: names that begin with it, then the newest. Nothing typed: the newest. As an operator: see `contacts`. */
  searchContacts: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      search: string,
      limit: number,
      signal?: AbortSignal,
    ): Promise<readonly ContactView[]> => {
      const patterns = searchPatterns(search);
      const begins = patterns[0]?.slice(1) ?? '%';
      const best = sql`order by (c.search like ${begins}) desc, c.position desc`;
      const rows = await db.ask(
        sql<Shown>`select ${columns} from (
          select * from (
            select * from ${t(contactTable)} c where c.business_id = ${businessId} and ${matches(sql`c.search`, patterns)}
            ${patterns.length === 0 ? sql`order by c.position desc limit ${limit}` : sql`limit 1000`}
          ) c ${best} limit ${limit}
        ) c ${conversation} ${best}`,
        signal,
      );
      return rows.map(presentable);
    },
  }),
};

export type ContactDetailView = ContactView &
  Dated<SelectedOf<typeof details>> & {
    consents: readonly ConsentView[];
    memberships: readonly MembershipView[];
    answers: readonly AnswerView[];
    /** By the id of the custom field. */
    custom: Readonly<Record<string, string>>;
  };
