/**
 * Reports over many texts of 200 businesses: what a page with its totals and groups takes against bare SQL for the same
 * answer on the same tables, and how fast a report is written to a file against COPY of the same columns.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import { wishContext } from '../../api/routes/report-exports.ts';
import { createDatabase } from '../../adapters/database/pool.ts';
import { createReportFiles } from '../../main/report-files.ts';
import { businesses } from '../../projections/businesses/projector.ts';
import { contacts } from '../../projections/contacts/projector.ts';
import { conversations } from '../../projections/livechat/projector.ts';
import { createReaders } from '../../projections/index.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import type { RecordsAsked, RecordScope } from '../../projections/reports/records.ts';
import { recordDimensions } from '../../projections/tables/livechat.ts';
import { takeExport } from '../../workers/exports/jobs.ts';
import { work } from '../../workers/exports/run.ts';
import { openComposition } from '../support/composition.ts';
import { quietLog } from '../support/quiet.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';

const tenants = 200;
const asks = 60;
const pageTarget = 1.5;
const mostMs = 50;
const exportTarget = 0.5;
const mostMegabytes = 150;
const [shops, people, talks] = [businesses, contacts, conversations].map(schemaOf) as [string, string, string];
const businessId = (n: number): string => `7d3f0f7e-0000-4000-8000-${String(n).padStart(12, '0')}`;
const days = { from: '2026-09-01', to: '2026-11-29' };

const contents = (count: number): readonly string[] => [
  `insert into ${people}.contacts (id, business_id, phone, status, first_name, last_name, keywords_since, created_at, position, revision)
    select md5('c' || n)::uuid, ('7d3f0f7e-0000-4000-8000-' || lpad((n % ${tenants})::text, 12, '0'))::uuid,
      '+1415' || lpad(n::text, 7, '0'), 'subscribed', 'Ada' || n % 900, 'Lovelace ' || n % 4000, '{}', now(), n, 1
    from generate_series(1, ${Math.ceil(count / 20)}) n`,
  `insert into ${talks}.messages (id, business_id, contact_id, kind, direction, body, media_ended, purpose, segments, at, position,
      status, rank, history, number, carrier, carrier_message_id, channel, quantity, day, sent_day, delivered_day, failed_day,
      sent_at, delivered_at, error_code, reason)
    select md5('m' || n)::uuid, ('7d3f0f7e-0000-4000-8000-' || lpad((n % ${tenants})::text, 12, '0'))::uuid,
      md5('c' || (n % ${Math.ceil(count / 20)} + 1))::uuid, 'message', 'out', 'Two for one today, until ' || n % 12 || ' o’clock',
      '[]', 'broadcast', 1, d.at, n, s.status, 3, '[]', '+1415555' || lpad((n % ${tenants})::text, 4, '0'), 'twilio',
      'SM' || md5(n::text), 'sms', 1, d.at::date, d.at::date, case when s.status = 'delivered' then d.at::date end,
      case when s.status = 'failed' then d.at::date end, d.at, case when s.status = 'delivered' then d.at end,
      case when s.status = 'failed' then 30003 end, case when s.status = 'failed' then 'failed' end
    from generate_series(1, ${count}) n
      cross join lateral (select timestamptz '2026-09-01 12:00Z' + make_interval(days => (n::bigint * 90 / (${count} + 1))::int) as at) d
      cross join lateral (select case when n % 50 = 0 then 'failed' else 'delivered' end as status) s`,
  `insert into ${talks}.record_days (id, ${recordDimensions.join(', ')}, count, quantity)
    select gen_random_uuid(), ${recordDimensions.join(', ')}, count(*), sum(quantity) from ${talks}.messages
    group by ${recordDimensions.join(', ')}`,
];

const none = {
  agency_id: null,
  business_id: null,
  contact_id: null,
  campaign_id: null,
  broadcast_id: null,
  automation_id: null,
  number: null,
  channel: null,
  direction: null,
  purpose: null,
  carrier: null,
  carrier_id: null,
  status: [],
  error_code: null,
} as const;

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!;
async function timed(once: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < asks; n += 1) {
    const start = performance.now();
    await once();
    times.push(performance.now() - start);
  }
  return p99(times);
}

export async function run({ messages }: { readonly messages: number }): Promise<readonly BenchResult[]> {
  const postgres = await benchPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'beckon-bench-files-'));
  const { connectionString } = postgres;
  // As the product reads: behind the wall, in one round trip.
  const reading = createDatabase({ connectionString, log: quietLog, max: 10, pipeline: true });
  const composed = await openComposition(connectionString, { readers: createReaders(reading.pool) });
  const pool = new pg.Pool({ connectionString, max: 8 });
  try {
    await composed.runner.start();
    await composed.runner.waitFor(await composed.raw.head(), { timeoutMs: 60_000 });
    for (const statement of contents(messages)) await pool.query(statement);
    await pool.query(`vacuum analyze ${talks}.messages`);
    await pool.query(`analyze ${talks}.record_days`);
    await pool.query(`analyze ${people}.contacts`);
    const results: BenchResult[] = [];
    const { readModels } = composed;
    const bareOf = (where: string): readonly string[] => [
      `select m.*, c.phone, c.first_name, b.name from (select * from ${talks}.messages m where kind = 'message' and ${where}
         and day between '${days.from}' and '${days.to}' order by day desc, position desc limit 26) m
       left join ${people}.contacts c on c.id = m.contact_id left join ${shops}.businesses b on b.id = m.business_id`,
      `select sum(count), sum(quantity), sum(count) filter (where status = 'delivered') from ${talks}.record_days m
       where ${where} and day between '${days.from}' and '${days.to}'`,
      `select day, sum(count), sum(count) filter (where status = 'delivered') from ${talks}.record_days m
       where ${where} and day between '${days.from}' and '${days.to}' group by day order by day`,
    ];
    const page = async (name: string, scope: RecordScope, status: 'failed' | null, where: string) => {
      const asked: RecordsAsked = { days, by: 'began', filters: { ...none, status: status === null ? [] : [status] } };
      const ours = () =>
        Promise.all([
          readModels.records(scope, asked, { after: null, limit: 26, desc: true }),
          readModels.recordSums(scope, asked, 'day'),
        ]);
      const bare = () => Promise.all(bareOf(where).map((statement) => pool.query(statement)));
      await ours();
      await bare();
      const [measured, baseline] = [await timed(ours), await timed(bare)];
      const ratio = measured / baseline;
      results.push({
        name: `${name}, p99 of a page with totals and days`,
        ratio,
        target: { atMost: pageTarget },
        unit: 'ms',
        measured,
        baseline,
        pass: ratio <= pageTarget && measured <= mostMs,
        detail: `${messages.toLocaleString('en-US')} texts of ${tenants} businesses; at most ${mostMs} ms`,
      });
    };
    const own = { businessId: businessId(7), agencyId: null };
    await page('a business', own, null, `business_id = '${businessId(7)}'`);
    await page('a business, failed alone', own, 'failed', `business_id = '${businessId(7)}' and status = 'failed'`);
    await page('all tenants', { businessId: null, agencyId: null }, null, 'true');
    await page('all tenants, failed alone', { businessId: null, agencyId: null }, 'failed', "status = 'failed'");
    results.push(...(await exported(composed, pool, folder, messages)));
    return results;
  } finally {
    await pool.end();
    await composed.close();
    await reading.close();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All message details as a file, against COPY of the same columns to one. */
async function exported(
  { db, vault, readModels, commands, clock, log, raw }: Awaited<ReturnType<typeof openComposition>>,
  pool: pg.Pool,
  folder: string,
  messages: number,
): Promise<readonly BenchResult[]> {
  const copy = async (): Promise<number> => {
    const start = performance.now();
    const { rows } = await pool.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
    const place = join(rows[0]!.directory, 'copied.csv');
    await pool.query(`copy (select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), m.id, b.name, m.direction, m.channel,
        m.purpose, m.number, '•••• ' || right(c.phone, 4), m.carrier, m.carrier_message_id, m.quantity, m.status, m.error_code,
        m.reason, to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
        to_char(m.delivered_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
      from ${talks}.messages m left join ${people}.contacts c on c.id = m.contact_id
        left join ${shops}.businesses b on b.id = m.business_id
      where m.kind = 'message' and m.day between '${days.from}' and '${days.to}' order by m.day, m.position)
      to '${place}' (format csv)`);
    return performance.now() - start;
  };
  await copy();
  const copied = await copy();

  const session = {
    sessionId: randomUUID(),
    userId: randomUUID(),
    role: 'Admin',
    agencyId: null,
    businessId: null,
    impersonator: null,
  };
  const [id, at] = [randomUUID(), clock.now()];
  const query = { ...none, date_range: days, by: 'began' };
  const wish = vault.seal(wishContext(id), JSON.stringify({ wish: { report: 'mdr-list', query }, session }));
  await sql`insert into ops.report_exports (id, user_id, report, wish, name, asked_at, due_at)
    values (${id}, ${session.userId}, 'mdr-list', ${wish}, 'all.csv', ${at}, ${at})`.execute(db);
  const storage = createLocalStorage({ folder });
  const files = createReportFiles({
    storage,
    vault,
    readModels,
    commands,
    now: () => clock.now(),
    // The rows were written by hand: the log ends before them.
    head: async () => String(await raw.head().then((head) => head + BigInt(messages) + 1n)),
  });
  const job = (await takeExport(db, clock.now()))!;
  let most = 0;
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const start = performance.now();
  await work({ db, commands, files, clock, log }, job, new AbortController().signal);
  const took = performance.now() - start;
  clearInterval(watch);
  const { rows } = await sql<{ state: string; rows: number; bytes: number; parts: number }>`
    select state, rows::int, bytes::float8 as bytes, parts from ops.report_exports where id = ${id}`.execute(db);
  const [done] = rows;
  if (done?.state !== 'ready' || done.rows !== messages)
    throw new Error(`The export ended as ${JSON.stringify(done)}.`);
  const [measured, baseline] = [(messages * 1000) / took, (messages * 1000) / copied];
  const megabytes = (most - before) / 2 ** 20;
  return [
    {
      name: 'a report written to a file, against COPY',
      ratio: measured / baseline,
      target: { atLeast: exportTarget },
      unit: 'rows/s',
      measured,
      baseline,
      pass: measured / baseline >= exportTarget,
      detail: `${messages.toLocaleString('en-US')} rows, ${(done.bytes / 1e6).toFixed(0)} MB in ${done.parts} parts`,
    },
    {
      name: 'more resident while it is written',
      ratio: megabytes / mostMegabytes,
      target: { atMost: 1 },
      unit: 'MB',
      measured: megabytes,
      baseline: mostMegabytes,
      pass: megabytes <= mostMegabytes,
      detail: 'of the process that writes it',
    },
  ];
}
