import { type RawBuilder, sql } from 'kysely';
import type { automationList, runList } from '../../domain/automations/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import {
  dated,
  type Dated,
  type Listed,
  listed,
  matches,
  offsetOf,
  orderBy,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import {
  automationCountTable,
  automationModel,
  automationTable,
  automationVersionTable,
  nowhere,
  runTable,
} from '../tables/automations.ts';

const t = tablesIn(automationModel);
const contacts = tablesIn(contactModel)(contactTable);
const users = tablesIn(userModel)(userTable);

const own = automationTable.select(
  'a',
  'id',
  'name',
  'status',
  'originKind',
  'originId',
  'triggers',
  'createdAt',
  'changedAt',
  'version',
  'publishedAt',
  'revision',
);
/** Sums over all versions of `a`. */
const figures = sql`n.entered, n.inside, n.reached, n.failed`;
const sumOf = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum(c.count) filter (where ${condition}), 0)::float8`;
const beside = sql`left join lateral (
    select ${sumOf(sql`c.what = 'entered'`)} as entered, ${sumOf(sql`c.what like 'at:%'`)} as inside,
        ${sumOf(sql`c.what = 'ended:goal'`)} as reached, ${sumOf(sql`c.what = 'ended:failed'`)} as failed
      from ${t(automationCountTable)} c where c.automation_id = a.id and c.business_id = a.business_id
  ) n on true`;
type Row = SelectedOf<typeof own> & {
  readonly entered: number;
  readonly inside: number;
  readonly reached: number;
  readonly failed: number;
};
export type AutomationRowView = Dated<Row>;

const nameOf = (alias: string) =>
  sql`nullif(trim(coalesce(${sql.ref(`${alias}.first_name`)}, '') || ' ' || coalesce(${sql.ref(`${alias}.last_name`)}, '')), '')`;

const orders: Readonly<Record<SortOf<typeof automationList>, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['search', 'position'],
  status: ['status', 'position'],
};

/** A version as the history shows it. `by`: who published it; null: the software, or somebody who was erased. */
const version = automationVersionTable.select('v', 'version', 'publishedAt', 'moves');
type VersionRow = SelectedOf<typeof version> & {
  readonly by: string | null;
  readonly entered: number;
  readonly inside: number;
  readonly reached: number;
};
export type AutomationVersionView = Dated<VersionRow>;

interface CountRow {
  readonly version: number;
  /** Null: the whole. */
  readonly node: string | null;
  readonly what: string;
  readonly count: number;
}

const run = runTable.select(
  'r',
  'id',
  'automationId',
  'contactId',
  'version',
  'entry',
  'trigger',
  'startedAt',
  'state',
  'node',
  'visit',
  'since',
  'until',
  'held',
  'heldUntil',
  'listening',
  'endedAt',
  'reason',
  'note',
);
const person = contactTable.select('p', 'firstName', 'lastName', 'phone', 'email');
type RunRow = SelectedOf<typeof run> & SelectedOf<typeof person> & { readonly automationName: string };
export type RunView = Dated<RunRow>;
const runFrom = sql`from ${t(runTable)} r
  join ${t(automationTable)} a on a.id = r.automation_id and a.business_id = r.business_id
  left join ${contacts} p on p.id = r.contact_id and p.business_id = r.business_id`;
const runOrders: Readonly<Record<SortOf<typeof runList>, readonly string[]>> = {
  id: ['started_at', 'id'],
  started_at: ['started_at', 'id'],
  until: ['until', 'id'],
};

/** The conditions of a list of runs `r`. `automationId` null: of all automations. */
function runConditions(
  businessId: string,
  automationId: string | null,
  given: Pick<ListQuery<typeof runList>, 'search' | 'status' | 'reason' | 'node' | 'contact_id'>,
): RawBuilder<unknown> {
  const conditions = [sql`r.business_id = ${businessId}`];
  if (automationId !== null) conditions.push(sql`r.automation_id = ${automationId}`);
  if (given.status === 'inside') conditions.push(sql`r.state <> 'ended'`);
  else if (given.status !== null) conditions.push(sql`r.state = ${given.status}`);
  if (given.reason !== null) conditions.push(sql`r.reason = ${given.reason}`);
  if (given.node !== null) conditions.push(sql`r.node = ${given.node}`);
  if (given.contact_id !== null) conditions.push(sql`r.contact_id = ${given.contact_id}`);
  const search = (given.search ?? '').trim();
  if (search !== '')
    conditions.push(sql`r.contact_id in (select s.id from ${contacts} s where s.business_id = ${businessId}
      and ${matches(sql`s.search`, searchPatterns(search))})`);
  return sql.join(conditions, sql` and `);
}

const maxCount = 10_000;

/** A step at which somebody is. */
interface InsideRow {
  readonly node: string;
  readonly count: number;
  readonly people: readonly { readonly runId: string; readonly contactId: string }[];
}

export const automationQueries = {
  /** As an operator where something is searched for: LIKE is not leakproof. */
  automations: query({
    reads: (businessId: string, { search }: ListQuery<typeof automationList>) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (
      db,
      businessId: string,
      given: ListQuery<typeof automationList>,
    ): Promise<Listed<AutomationRowView>> => {
      const { page, perPage, sortBy, sortDesc, search, status } = given;
      const conditions = [sql`a.business_id = ${businessId}`, sql`a.deleted_at is null`];
      if (status !== null) conditions.push(sql`a.status = ${status}`);
      conditions.push(matches(sql`a.search`, searchPatterns(search ?? '')));
      const where = sql.join(conditions, sql` and `);
      // Without a word the newest come first.
      const order = orderBy('a', orders[sortBy ?? 'id'], sortDesc);
      const found = await listed(
        db,
        (total) => sql<Row>`select ${own}, ${figures}, ${total} from ${t(automationTable)} a ${beside}
          where ${where} order by ${order} limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${t(automationTable)} a where ${where}`,
      );
      return { ...found, data: found.data.map(dated) };
    },
  }),

  /** Those that people can be brought into today, by name. */
  startableAutomations: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(sql<{ readonly id: string; readonly name: string }>`select a.id, a.name from ${t(automationTable)} a
        where a.business_id = ${businessId} and a.status = 'on' order by a.search, a.id limit 1000`),
  }),

  /** All that are not archived. */
  automationIds: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ id: string }>`select a.id from ${t(automationTable)} a
        where a.business_id = ${businessId} and a.deleted_at is null order by a.id limit 200`);
      return rows.map(({ id }) => id);
    },
  }),

  automation: query({
    reads: 'business',
    run: async (db, businessId: string, id: string): Promise<AutomationRowView | null> => {
      const [row] = await db.ask(sql<Row>`select ${own}, ${figures} from ${t(automationTable)} a ${beside}
        where a.id = ${id} and a.business_id = ${businessId} and a.deleted_at is null`);
      return row ? dated(row) : null;
    },
  }),

  /** The ids of the published ones, for what looks at several at once. */
  publishedAutomations: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(sql<{ readonly id: string; readonly name: string; readonly version: number }>`
        select a.id, a.name, a.version from ${t(automationTable)} a
        where a.business_id = ${businessId} and a.status = 'on' order by a.search, a.id limit 200`),
  }),

  /** All counters of an automation, those of one version where it is said. */
  automationCounts: query({
    reads: 'business',
    run: async (db, businessId: string, id: string, of: number | null): Promise<readonly CountRow[]> =>
      db.ask(sql<CountRow>`select c.version, nullif(c.node, ${nowhere}::uuid) as node, c.what, c.count::float8 as count
        from ${t(automationCountTable)} c where c.business_id = ${businessId} and c.automation_id = ${id}
          and (${of}::int is null or c.version = ${of}::int) and c.count <> 0 order by c.version desc limit 50000`),
  }),

  automationVersions: query({
    reads: 'operator',
    run: async (db, businessId: string, id: string): Promise<readonly AutomationVersionView[]> => {
      const rows = await db.ask(sql<VersionRow>`select ${version}, ${nameOf('u')} as by, n.entered, n.inside, n.reached
        from ${t(automationVersionTable)} v left join ${users} u on u.id = v.published_by
          left join lateral (
            select ${sumOf(sql`c.what = 'entered'`)} as entered, ${sumOf(sql`c.what like 'at:%'`)} as inside,
                ${sumOf(sql`c.what = 'ended:goal'`)} as reached
              from ${t(automationCountTable)} c where c.automation_id = v.automation_id and c.version = v.version
          ) n on true
        where v.automation_id = ${id} and v.business_id = ${businessId} order by v.version desc limit 1000`);
      return rows.map(dated);
    },
  }),

  /** As an operator where something is searched for: LIKE is not leakproof. */
  automationRuns: query({
    reads: (businessId: string, _: string | null, { search }: ListQuery<typeof runList>) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (
      db,
      businessId: string,
      automationId: string | null,
      given: ListQuery<typeof runList>,
    ): Promise<Listed<RunView>> => {
      const { page, perPage, sortBy, sortDesc } = given;
      const where = runConditions(businessId, automationId, given);
      const order = orderBy('r', runOrders[sortBy ?? 'started_at'], sortBy === null || sortDesc);
      const found = await listed(
        db,
        (total) => sql<RunRow>`select ${run}, ${person}, a.name as "automationName", ${total} ${runFrom}
          where ${where} order by ${order} limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from (select from ${t(runTable)} r where ${where} limit ${maxCount}) counted`,
      );
      return { ...found, data: found.data.map(dated) };
    },
  }),

  /** The steps at which most are, how many they are, and of each some of them: those whose time comes first. */
  automationInside: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      automationId: string,
      most: { readonly people: number; readonly steps: number },
    ): Promise<readonly InsideRow[]> =>
      db.ask(sql<InsideRow>`select s.node, s.count, (
            select coalesce(json_agg(json_build_object('runId', r.id, 'contactId', r.contact_id)), '[]') from (
              select o.id, o.contact_id from ${t(runTable)} o where o.automation_id = ${automationId}
                and o.business_id = ${businessId} and o.node = s.node and o.state <> 'ended'
              order by o.until nulls last, o.id limit ${most.people}) r) as people
        from (select c.node, sum(c.count)::float8 as count from ${t(automationCountTable)} c
          where c.automation_id = ${automationId} and c.business_id = ${businessId} and c.what like 'at:%'
            and c.node <> ${nowhere}::uuid
          group by c.node having sum(c.count) > 0 order by 2 desc limit ${most.steps}) s`),
  }),

  /**
   * Everybody who is at a step and came there by `asOf`, by their ids from `after` on; `left`: how many are behind these,
   * counted to ten thousand.
   */
  runsAtStep: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      automationId: string,
      node: string,
      { after, asOf, limit }: { readonly after: string | null; readonly asOf: string; readonly limit: number },
    ) => {
      const there = sql`from ${t(runTable)} r where r.business_id = ${businessId} and r.automation_id = ${automationId}
        and r.node = ${node} and r.state <> 'ended' and r.since <= ${asOf}::timestamptz`;
      const behind = (id: string | null) => sql`(${id}::uuid is null or r.id > ${id}::uuid)`;
      const runs = await db.ask(sql<{ readonly id: string; readonly node: string | null; readonly visit: number }>`
        select r.id, r.node, r.visit ${there} and ${behind(after)} order by r.id limit ${limit}`);
      const last = runs.at(-1);
      if (last === undefined || runs.length < limit) return { runs, left: 0 };
      const [counted] = await db.ask(sql<{ readonly left: number }>`
        select count(*)::int as left from (select ${there} and ${behind(last.id)} limit ${maxCount}) behind`);
      return { runs, left: counted!.left };
    },
  }),

  automationRun: query({
    reads: 'business',
    run: async (db, businessId: string, runId: string): Promise<RunView | null> => {
      const [row] = await db.ask(sql<RunRow>`select ${run}, ${person}, a.name as "automationName" ${runFrom}
        where r.id = ${runId} and r.business_id = ${businessId}`);
      return row ? dated(row) : null;
    },
  }),
};
