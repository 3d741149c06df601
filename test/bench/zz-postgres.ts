import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../migrations/index.ts';
export { processorTimeOf } from './support/postgres.ts';
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const withClient = async <T>(cs: string, work: (c: pg.Client) => Promise<T>) => { const c = new pg.Client({ connectionString: cs }); await c.connect(); try { return await work(c); } finally { await c.end(); } };
export async function benchPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  chmodSync(dataDir, 0o711);
  let server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
  if (process.env['STATS']) {
    await withClient(server.connectionString, async (c) => { await c.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`); await c.query(`alter system set pg_stat_statements.track_planning = on`); await c.query(`alter system set pg_stat_statements.track = '${process.env['TRACK'] ?? 'top'}'`); });
    await server.stop();
    server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
    await withClient(server.connectionString, (c) => c.query('create extension pg_stat_statements'));
  }
  await migrate(server.connectionString);
  const pid = await withClient(server.connectionString, async (c) => Number(readFileSync(join((await c.query('show data_directory')).rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]));
  return { connectionString: server.connectionString, processId: pid, remove: async () => { await server.stop(); rmSync(dataDir, { recursive: true, force: true }); } };
}
export const resetStats = (cs: string) => process.env['STATS'] ? withClient(cs, (c) => c.query('select pg_stat_statements_reset()')) : null;
export async function showStats(cs: string, contacts: number) {
  if (!process.env['STATS']) return;
  const rows = await withClient(cs, async (c) => (await c.query(`select calls::float8, plans::float8, total_exec_time as ms, total_plan_time as plan, rows::float8, wal_bytes::float8 as wal, regexp_replace(query, '\\s+', ' ', 'g') as q from pg_stat_statements order by total_exec_time desc`)).rows);
  const all = rows.reduce((s, r) => s + r.ms, 0), calls = rows.reduce((s, r) => s + r.calls, 0);
  console.log(`ALL ${calls} calls, ${(calls/contacts).toFixed(2)} a contact; ${all.toFixed(0)} ms, ${(all*1000/contacts).toFixed(0)} us a contact; planning ${(rows.reduce((s, r) => s + r.plan, 0)*1000/contacts).toFixed(0)}`);
  for (const r of rows.slice(0, 70)) console.log(`${(r.ms*1000/contacts).toFixed(0).padStart(5)} us/c ${String(r.calls).padStart(6)} calls ${(r.ms/r.calls).toFixed(2).padStart(7)} ms/call plan ${(r.plan*1000/contacts).toFixed(0).padStart(4)} us/c ${r.plans} ${(r.rows/r.calls).toFixed(1).padStart(6)} rows ${(r.wal/contacts).toFixed(0).padStart(5)} walB/c | ${r.q.slice(0, 150)}`);
  const t = await withClient(cs, async (c) => (await c.query(`select schemaname || '.' || relname as t, seq_scan::float8 as s, seq_tup_read::float8 as r, idx_scan::float8 i, idx_tup_fetch::float8 as f, n_tup_ins::float8 as ins, n_tup_upd::float8 as upd, n_tup_hot_upd::float8 as hot, n_tup_del::float8 as del from pg_stat_user_tables order by seq_tup_read + coalesce(idx_tup_fetch,0) desc limit 25`)).rows);
  for (const r of t) console.log(`TABLE ${r.t} seq ${r.s} read ${(r.r/contacts).toFixed(1)}/c idx ${r.i} fetch ${(r.f/contacts).toFixed(1)}/c ins ${(r.ins/contacts).toFixed(1)} upd ${(r.upd/contacts).toFixed(1)} hot ${(r.hot/contacts).toFixed(1)} del ${(r.del/contacts).toFixed(1)}`);
  console.log('BY CALLS');
  for (const r of rows.toSorted((a,b)=>b.calls-a.calls).slice(0, 45)) console.log(`${String(r.calls).padStart(6)} calls ${(r.ms*1000/contacts).toFixed(0).padStart(5)} us/c | ${r.q.slice(0, 150)}`);
}
