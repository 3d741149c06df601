/**
 * Live chat of one business with a million conversations: what its lists, its counts and the choice of who takes the
 * next one read, in pages of Postgres, against bare SQL for the same answer on the same tables with the same indexes,
 * behind the same wall. A statement that scans one of the large tables misses, however fast it was.
 */
import pg from 'pg';
import { pino } from 'pino';
import type { CompiledQuery } from 'kysely';
import { createDatabase } from '../../adapters/database/pool.ts';
import { contacts } from '../../projections/contacts/projector.ts';
import { conversations } from '../../projections/livechat/projector.ts';
import { nobody } from '../../projections/tables/livechat.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { createReaders, createReadModels, type Readers } from '../../projections/index.ts';
import type { Scope } from '../../projections/engine/scoped-readers.ts';
import { users } from '../../projections/users/projector.ts';
import { openComposition } from '../support/composition.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';

const target = 1.5;
const rounds = 7;
const businessId = '7d3f0f7e-0000-4000-8000-000000000001';
const person = (n: number): string => `7d3f0f7e-0000-4000-9000-00000000000${n}`;
const [talks, people, team] = [conversations, contacts, users].map(schemaOf) as [string, string, string];

/** Five people share them; one in two is closed, one in four waits for an answer, one in a hundred for too long. */
const contents = (count: number): readonly string[] => [
  `insert into ${team}.users (id, role, business_id, email, first_name, last_name, push_notifications, color_scheme,
      created_at, position)
    select ('7d3f0f7e-0000-4000-9000-00000000000' || n)::uuid, 'Business', '${businessId}', n || '@example.test', 'Some',
      'Body ' || n, true, 'auto', now(), n from generate_series(1, 5) n`,
  `insert into ${people}.contacts (id, business_id, phone, status, first_name, last_name, keywords_since, created_at, position, revision)
    select md5('c' || n)::uuid, '${businessId}', '+1415' || lpad(n::text, 7, '0'), 'subscribed', 'Ada' || n % 900,
      'Lovelace ' || n % 4000, '{}', now(), n, 1 from generate_series(1, ${count}) n`,
  `insert into ${talks}.messages (id, business_id, contact_id, kind, direction, body, media_ended, purpose, at, position,
      sorted, sorted_at, status, rank, history)
    select md5('m' || n)::uuid, '${businessId}', md5('c' || n)::uuid, 'message',
      case when n % 4 = 0 then 'in' else 'out' end, 'Is a table free at eight on word' || n % 5000 || '?', '[]',
      case when n % 4 = 0 then null else 'livechat' end, now() - make_interval(secs => (${count} - n) * 3), n,
      case when n % 4 = 0 then 'people' end, case when n % 4 = 0 then n end,
      case when n % 4 = 0 then 'received' when n % 1001 = 1 then 'failed' else 'delivered' end, 1, '[]'
    from generate_series(1, ${count}) n`,
  `insert into ${talks}.conversations (contact_id, business_id, phone, listed, closed, closed_to, received, last_words,
      last_answer, last_answer_id, fell_at, done_at, assignee_id, assigned_at, waiting_since, due_at,
      last_message_id, last_message_at, position)
    select md5('c' || n)::uuid, '${businessId}', '+1415' || lpad(n::text, 7, '0'), true, n % 4 in (1, 3),
      case when n % 4 in (1, 3) then n end, case when n % 4 = 0 then 1 else 0 end, case when n % 4 = 0 then n end,
      case when n % 4 > 0 then n end, case when n % 4 > 0 then md5('m' || n)::uuid end,
      case when n % 4 > 0 and n % 1001 = 1 then n end, case when n % 4 in (1, 3) then n end,
      case when n % 6 > 0 then ('7d3f0f7e-0000-4000-9000-00000000000' || n % 6)::uuid end, n,
      case when n % 4 = 0 then now() - make_interval(secs => (${count} - n) * 3) end,
      case when n % 4 = 0 then now() + case when n % 100 = 0 then -1 else 1 end * make_interval(secs => (${count} - n) * 3 + 60) end,
      md5('m' || n)::uuid, now() - make_interval(secs => (${count} - n) * 3), n
    from generate_series(1, ${count}) n`,
  `insert into ${talks}.conversation_counts (business_id, open, closed, needs_reply, failed, unread_messages)
    select business_id, count(*) filter (where state = 'open'), count(*) filter (where state = 'closed'),
      count(*) filter (where needs_reply), count(*) filter (where failed), coalesce(sum(unread), 0) from ${talks}.conversations group by 1`,
  `insert into ${talks}.conversation_owners (business_id, owner_id, open, closed, needs_reply, failed)
    select business_id, coalesce(assignee_id, '${nobody}'), count(*) filter (where state = 'open'),
      count(*) filter (where state = 'closed'), count(*) filter (where needs_reply), count(*) filter (where failed)
    from ${talks}.conversations group by 1, 2`,
  `insert into ${talks}.turns (business_id, user_id, given_at)
    select '${businessId}', ('7d3f0f7e-0000-4000-9000-00000000000' || n)::uuid, n from generate_series(1, 5) n`,
  `insert into ${talks}.reply_times (business_id, minutes, chosen_at) values ('${businessId}', 15, '2020-01-01')`,
];

interface Asked {
  readonly scope: Scope;
  readonly query: Pick<CompiledQuery, 'sql' | 'parameters'>;
}
interface Part {
  readonly name: string;
  readonly ask: (models: ReturnType<typeof createReadModels>) => Promise<unknown>;
  /** What a script would ask for the same answer, one after another. */
  readonly bare: readonly string[];
}

const shown = (where: string, order: string): string => `select v.contact_id, v.state, v.unread, v.position, v.due_at,
    c.first_name, c.last_name, c.phone, c.current, u.first_name, m.body, m.direction, m.at, m.status
  from (select * from ${talks}.conversations where business_id = '${businessId}' and ${where} order by ${order} limit 30) v
  left join ${people}.contacts c on c.id = v.contact_id left join ${talks}.messages m on m.id = v.last_message_id
  left join ${team}.users u on u.id = v.assignee_id`;
const due = `needs_reply and due_at is not null and due_at <= now()`;
const tallies = (of: string, owned = 'true'): readonly string[] => [
  `select * from ${talks}.${of}`,
  `select count(*) from (select from ${talks}.conversations where business_id = '${businessId}' and ${due} and ${owned}
    limit 10000) due`,
];
const ofAll = tallies(`conversation_counts where business_id = '${businessId}'`);
const ofOne = (owner: string, owned: string) =>
  tallies(`conversation_owners where business_id = '${businessId}' and owner_id = '${owner}'`, owned);

function parts(): readonly Part[] {
  const page = { page: 1, perPage: 30, search: null } as const;
  const list = (more: object) => (models: ReturnType<typeof createReadModels>) =>
    models.conversations(businessId, { ...page, filter: 'all', ...more });
  const me = person(3);
  return [
    { name: 'all open', ask: list({}), bare: [shown(`state = 'open'`, 'position desc'), ...ofAll] },
    {
      name: 'longest wait first',
      ask: list({ filter: 'needs_reply', sort: 'waiting' }),
      bare: [shown('needs_reply', 'waiting_since, contact_id'), ...ofAll],
    },
    { name: 'overdue', ask: list({ filter: 'overdue' }), bare: [shown(due, 'due_at, contact_id'), ...ofAll] },
    {
      name: 'mine, longest wait first',
      ask: list({ filter: 'needs_reply', sort: 'waiting', owner: me }),
      bare: [
        shown(`needs_reply and assignee_id = '${me}'`, 'waiting_since, contact_id'),
        ...ofOne(me, `assignee_id = '${me}'`),
      ],
    },
    {
      name: 'overdue ones of mine',
      ask: list({ filter: 'overdue', owner: me }),
      bare: [shown(`${due} and assignee_id = '${me}'`, 'due_at, contact_id'), ...ofOne(me, `assignee_id = '${me}'`)],
    },
    {
      name: 'unassigned',
      ask: list({ owner: nobody }),
      bare: [
        shown(`state = 'open' and listed and assignee_id is null`, 'position desc'),
        ...ofOne(nobody, 'assignee_id is null'),
      ],
    },
    { name: 'failed', ask: list({ filter: 'failed' }), bare: [shown('failed', 'position desc'), ...ofAll] },
    {
      name: 'search by a word',
      ask: list({ search: 'word77' }),
      bare: [
        shown(
          `state = 'open' and contact_id in (select contact_id from ${talks}.messages where business_id = '${businessId}'
            and to_tsvector('simple'::regconfig, coalesce(body, '')) @@ to_tsquery('simple', '''word77'':*')
            union select id from ${people}.contacts where business_id = '${businessId}' and search like '%word77%')`,
          'position desc',
        ),
        ...ofAll,
      ],
    },
    {
      name: 'who takes the next one',
      ask: (models) => models.chatLoads(businessId),
      bare: [
        `select * from ${talks}.conversation_owners where business_id = '${businessId}'`,
        `select * from ${talks}.turns where business_id = '${businessId}'`,
      ],
    },
    {
      name: 'who became overdue within the last minutes',
      ask: (models) => models.overdueSince({ dueAt: new Date(Date.now() - 300_000), contactId: nobody }, 200),
      bare: [
        `select v.* from ${talks}.conversations v where needs_reply
          and due_at is not null and due_at <= now() and due_at > now() - interval '5 minutes'
          and due_at > (select chosen_at from ${talks}.reply_times r where r.business_id = v.business_id)
          order by due_at, contact_id limit 200`,
      ],
    },
  ];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
const scansIn = (plan: Plan): readonly string[] => [
  ...((
    plan['Node Type'] === 'Seq Scan' && ['conversations', 'messages', 'contacts'].includes(plan['Relation Name'] ?? '')
  ) ?
    [plan['Relation Name']!]
  : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
];

/** Straight into the tables, without their indexes, which come back afterwards. */
async function fill(sql: pg.Client, count: number): Promise<void> {
  const schemas = [talks, people, team];
  const { rows: indexes } = await sql.query<{ name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and not i.indisprimary`,
    [schemas],
  );
  for (const { name } of indexes) await sql.query(`drop index ${name}`);
  await sql.query(`set maintenance_work_mem = '512MB'`);
  for (const statement of contents(count)) await sql.query(statement);
  for (const { definition } of indexes) await sql.query(definition);
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
    [schemas],
  );
  for (const { name } of tables) await sql.query(`vacuum analyze ${name}`);
}

export async function run({ conversations: count = 100_000 }: { readonly conversations?: number } = {}): Promise<
  BenchResult[]
> {
  const log = pino({ level: 'silent' });
  const postgres = await benchPostgres();
  const { connectionString } = postgres;
  const sql = new pg.Client({ connectionString });
  const { db, close } = createDatabase({ connectionString, log, max: 2 });
  const { pool, close: closeReading } = createDatabase({ connectionString, log, max: 4, pipeline: true });
  try {
    const composed = await openComposition(connectionString, { log });
    await composed.runner.start();
    await composed.runner.waitFor(await composed.raw.head(), { timeoutMs: 60_000 });
    await composed.close();
    await sql.connect();
    const began = performance.now();
    await fill(sql, count);
    const filling = (performance.now() - began) / 1000;

    const readers = createReaders(pool);
    const heard: Asked[] = [];
    const listening: Readers = {
      run: (scope, query, signal) => {
        heard.push({ scope, query });
        return readers.run(scope, query, signal);
      },
    };
    const models = createReadModels(db, () => new Date(), listening);

    /** Pages that a statement reads, and the tables that it scans. */
    async function pagesOf({ scope, query }: Asked): Promise<{ pages: number; scans: readonly string[] }> {
      const explained = { ...query, sql: `explain (analyze, buffers, format json) ${query.sql}` } as CompiledQuery;
      const [row] = await readers.run<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(scope, explained);
      const plan = row!['QUERY PLAN'][0].Plan;
      return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], scans: scansIn(plan) };
    }
    const sumOf = async (asked: readonly Asked[]) => {
      const all = [];
      for (const one of asked) all.push(await pagesOf(one));
      return { pages: all.reduce((sum, { pages }) => sum + pages, 0), scans: all.flatMap(({ scans }) => scans) };
    };
    const fastest = async (ask: () => Promise<unknown>) => {
      let best = Infinity;
      for (let round = 0; round < rounds; round += 1) {
        const at = performance.now();
        await ask();
        best = Math.min(best, performance.now() - at);
      }
      return best;
    };

    const results: BenchResult[] = [];
    for (const { name, ask, bare } of parts()) {
      heard.length = 0;
      await ask(models);
      const asked = [...heard];
      const theirs = bare.map((text): Asked => ({ scope: 'operator', query: { sql: text, parameters: [] } }));
      const [ours, floor] = [await sumOf(asked), await sumOf(theirs)];
      const ms = await fastest(() => ask(models));
      const bareMs = await fastest(async () => {
        for (const text of bare) await sql.query(text);
      });
      const ratio = ours.pages / floor.pages;
      results.push({
        name: `inbox of ${count.toLocaleString('en-US')}: ${name}`,
        ratio,
        target: { atMost: target },
        unit: 'pages',
        measured: ours.pages,
        baseline: floor.pages,
        pass: ratio <= target && ours.scans.length === 0,
        detail:
          `${asked.length} statements, ${ours.scans.length === 0 ? 'no scan' : `scans ${ours.scans.join(', ')}`}; ` +
          `${ms.toFixed(1)} ms against ${bareMs.toFixed(1)} at best of ${rounds}. Filled in ${filling.toFixed(0)} s.`,
      });
    }
    return results;
  } finally {
    await sql.end();
    await close();
    await closeReading();
    await postgres.remove();
  }
}
