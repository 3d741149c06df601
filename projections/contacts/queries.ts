import { type RawBuilder, sql } from 'kysely';
import { attributeNames, knownIn } from '../../domain/contacts/attributes.ts';
import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { type contactList, filtersOf, writeCursor } from '../../domain/contacts/list.ts';
import type { ListQuery } from '../../domain/kernel/list.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import {
  dated,
  type Dated,
  type Listed,
  matches,
  maxCount,
  query,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { customFieldModel, customFieldTable } from '../tables/custom-fields.ts';
import { contextFor, filterSql, looksElsewhere } from './filter.ts';
import { newest, pageNearby, pageOfContacts } from './pages.ts';
import { pageModel, versionTable } from '../tables/pages.ts';
import { segmentModel, segmentTable } from '../tables/segments.ts';
import {
  answerTable,
  consentTable,
  contactCountTable,
  contactModel,
  contactTable,
  customValueTable,
  membershipTable,
} from '../tables/contacts.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const customFields = tablesIn(customFieldModel)(customFieldTable);
const segments = tablesIn(segmentModel)(segmentTable);
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
/**
 * Whom a filter means that looks into other tables is counted up to here: somebody who is looked up there costs ten times
 * what somebody costs of whose row all is known.
 */
const maxLookedUp = 500;
/**
 * And so is, in a business of so many, whom a search means whose words as many of the newest have: to look all of them up
 * takes ten times as long as to show a page.
 */
const crowd = 100_000;
const among = 20_000;
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
  unreachable: false,
  keywords: [],
  tags: [],
  ...knownIn({}),
  emailStatus: null,
  source: null,
  consents: [],
  memberships: [],
  answers: [],
  custom: {},
  revision: 0,
} as const;

const details = contactTable.select('c', 'source', ...attributeNames, 'revision');

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

/** A page of contacts. `isExact`: false: there are more than `total`. `next`, `prev`: where the pages beside it begin. */
export type ContactPage = Listed<ContactView> & {
  readonly isExact: boolean;
  readonly next: string | null;
  readonly prev: string | null;
};

/**
 * How many are in a segment whose members are kept as its filter is now; null: they are not, or there are so few
 * contacts that it is asked itself and shows at once what has just happened.
 */
async function keptSegment(db: ReadDatabase, businessId: string, id: string): Promise<number | null> {
  const [row] = await db.ask(sql<{ count: number }>`select n.count from ops.segment_counts n
    join ${segments} s on s.id = n.segment_id and s.business_id = n.business_id and s.filter = n.filter
    where n.segment_id = ${id} and n.business_id = ${businessId} and n.filled_at is not null and s.deleted is not true
      and (select sum(a.count) from ${t(contactCountTable)} a
        where a.business_id = n.business_id and a.keyword = '') > ${maxCount}`);
  return row?.count ?? null;
}

const asksCustomValues = ({ groups }: ContactFilter): boolean =>
  groups.some(({ conditions }) => conditions.some(({ field }) => field === 'custom'));

export const contactQueries = {
  /**
   * Words, keywords and tags are looked for as an operator: LIKE and the overlap of arrays are not leakproof, so under a
   * tenant's policy Postgres would not use their indexes (measured among 100,000 contacts of a business: 25 ms instead
   * of 5, and growing with them). Its own `where business_id` is held by tests. A segment as the owner: who is in those
   * of large businesses is kept by a worker beside the read models (workers/contacts/segment-members). Custom fields as
   * the owner too: behind any policy Postgres does not look at what it knows of the values before it takes a LIKE for
   * rare (measured among 500,000 values of which half match: 3,200 ms instead of 23).
   */
  contacts: query({
    reads: (
      businessId: string,
      { search, keywords, tags, filter, segment_id: segment }: ListQuery<typeof contactList>,
    ) =>
      segment !== null || (filter !== null && asksCustomValues(filter)) ? 'owner'
      : (search ?? '').trim() !== '' || keywords.length > 0 || tags.length > 0 || filter !== null ? 'operator'
      : { businessId },
    run: async (db, businessId: string, given: ListQuery<typeof contactList>): Promise<ContactPage> => {
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
      const kept = given.segment_id === null ? null : await keptSegment(db, businessId, given.segment_id);
      if (kept !== null)
        conditions.push(sql`exists (select from ops.segment_members k
          where k.segment_id = ${given.segment_id} and k.contact_id = c.id)`);
      const segment = kept === null ? { segment_id: given.segment_id } : { segment_id: null };
      const narrowed = filtersOf({ ...given, ...segment, status: null, opt_out: null, keywords: [], tags: [] });
      let most = maxCount;
      if (narrowed.length > 0) {
        const context = await contextFor(db, businessId, narrowed);
        if (looksElsewhere(narrowed, context.segments)) most = maxLookedUp;
        conditions.push(...narrowed.map((filter) => filterSql(filter, context)));
      }
      const where = sql.join(conditions, sql` and `);
      // Without a search, and with one keyword or tag at most, or of a segment, the total is a maintained tally; else it is
      // counted, up to a bound unless it is wanted exactly.
      const facets = [...given.keywords, ...given.tags.map((tag) => `#${tag}`)];
      const isOnly = patterns.length === 0 && narrowed.length === 0;
      const isSegment = kept !== null && isOnly && facets.length === 0 && statuses === null;
      const isTallied = kept === null && isOnly && facets.length <= 1;
      const isCut = !isTallied && !isSegment && given.exact !== true;
      const count = async (counting: RawBuilder<{ total: number }>): Promise<number> =>
        (await db.ask(counting))[0]?.total ?? 0;
      const tally = () =>
        count(sql`select coalesce(sum(count), 0)::int as total from ${t(contactCountTable)}
          where business_id = ${businessId} and keyword = ${facets[0] ?? ''}
            ${statuses ? sql`and status = any(${statuses})` : sql``}`);
      const everybody = () =>
        count(sql`select coalesce(sum(count), 0)::int as total from ${t(contactCountTable)}
          where business_id = ${businessId} and keyword = ''`);
      const some = (of: RawBuilder<unknown>) =>
        count(sql`select count(*)::int as total from (select from ${of} limit ${maxLookedUp + 1}) counted`);
      const all = () =>
        count(sql`select count(*)::int as total from (select from ${t(contactTable)} c where ${where}
          ${isCut ? sql`limit ${most + 1}` : sql``}) counted`);
      const page = async () => {
        const meant = { businessId, where, members: kept === null ? null : given.segment_id };
        const isFew = isCut || (isSegment && kept <= maxCount);
        const isSearch = isCut && patterns.length > 0 && most === maxCount;
        const near = isSearch && (await everybody()) >= crowd ? await pageNearby(db, meant, given) : null;
        const isMany = near !== null && (await some(newest(meant, among))) > maxLookedUp;
        if (isMany) most = maxLookedUp;
        const { ids, next, prev, total } =
          isMany ? { ...near, total: most + 1 } : await pageOfContacts(db, meant, given, isFew ? most : null);
        const rows =
          ids.length === 0 ?
            []
          : await db.ask(sql<Shown>`select ${columns} from unnest(${ids}::uuid[]) with ordinality chosen(id, place)
              join ${t(contactTable)} c on c.id = chosen.id and c.business_id = ${businessId} ${conversation}
              order by place`);
        return { rows: rows.map(presentable), next, prev, total };
      };
      const [{ rows, next, prev, total: known }, counted] = await Promise.all([
        page(),
        isCut ? null
        : isSegment ? kept
        : isTallied ? tally()
        : all(),
      ]);
      const total = counted ?? known ?? (await all());
      return {
        data: rows,
        total: isCut ? Math.min(total, most) : total,
        isExact: !isCut || total <= most,
        next: next && writeCursor(next),
        prev: prev && writeCursor(prev),
      };
    },
  }),

  /** The tags that contacts have, the most used first: a tally that is kept, not a count. */
  contactTags: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly { readonly tag: string; readonly count: number }[]> =>
      db.ask(sql<{ tag: string; count: number }>`
        select substr(keyword, 2) as tag, sum(count)::int as count from ${t(contactCountTable)}
          where business_id = ${businessId} and starts_with(keyword, '#')
          group by keyword having sum(count) > 0 order by sum(count) desc, keyword limit 500`),
  }),

  /** Everybody, the oldest first: a page after the position that the page before ended with. */
  allContacts: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<{ readonly data: readonly ContactView[]; readonly total: number; readonly next: string | null }> => {
      const rows = await db.ask(sql<Shown & { position: string; total: number }>`select ${columns}, c.position,
        (select coalesce(sum(a.count), 0)::int from ${t(contactCountTable)} a
          where a.business_id = ${businessId} and a.keyword = '') as total from (
          select * from ${t(contactTable)} c where c.business_id = ${businessId}
            ${after === null ? sql`` : sql`and c.position > ${after}::bigint`} order by c.position limit ${limit}
        ) c ${conversation} order by c.position`);
      return {
        data: rows.map(({ position: _, total: __, ...row }) => presentable(row)),
        total: rows[0]?.total ?? 0,
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
