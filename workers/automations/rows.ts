/**
 * What is written to many rows of `ops.automation_runs` at once. Several processes and the feeds write the same rows: all of
 * them lock theirs by their ids, one after the other upwards, before anything is written, so that none waits for another
 * that waits for it. A transaction does so once.
 */
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import type { RunEvaluation } from '../../commands/automations/evaluate-runs.ts';
import type { Database } from '../engine/worker.ts';
import { runs } from './tables.ts';
import type { Turn } from './turns.ts';

const named = (runIds: readonly string[]) => sql`r.run_id = any(${runIds}::uuid[]) and r.state <> 'ended'`;

/** Where a run stands after a look. */
export interface RunState {
  readonly turn: Pick<Turn, 'runId' | 'woken'>;
  readonly looked: RunEvaluation;
  readonly awaits: string | null;
}

/** Where they stand now. What happened meanwhile wins: such a run is looked at again at once. */
export async function writeStanding(db: Database, stands: readonly RunState[], now: Date): Promise<void> {
  const rows = stands.map(({ turn, looked, awaits }) => {
    const waitsForNothing = looked.state === 'acting' && awaits === null;
    return {
      runId: turn.runId,
      woken: turn.woken,
      awaits,
      looked,
      state: looked.state === 'none' ? 'ended' : looked.state,
      dueAt: looked.state === 'due' || waitsForNothing ? now.toISOString() : dueAfter(looked.until, now),
    };
  });
  const of = <T>(field: (row: (typeof rows)[number]) => T): T[] => rows.map(field);
  const runIds = of(({ runId }) => runId);
  await sql`${prepared}update ops.automation_runs r set state = x.state, version = x.version, node = x.node, visit = x.visit,
      awaits = x.awaits, listens = string_to_array(x.listens, ','), held_until = '-infinity', failures = 0,
      due_at = case when r.woken = x.woken or x.state = 'ended' then x.due_at else r.due_at end,
      ended_at = case when x.state = 'ended' then ${now}::timestamptz end
    from ${runs.locked(named(runIds))} own join unnest(${runIds}::uuid[], ${of(({ woken }) => woken)}::int[],
      ${of(({ state }) => state)}::text[], ${of(({ looked }) => looked.version)}::int[], ${of(({ looked }) => looked.node)}::uuid[],
      ${of(({ looked }) => looked.visit)}::int[], ${of(({ awaits }) => awaits)}::text[],
      ${of(({ looked }) => looked.listens.join(','))}::text[], ${of(({ dueAt }) => dueAt)}::timestamptz[])
      x (run_id, woken, state, version, node, visit, awaits, listens, due_at) using (run_id)
    where r.run_id = own.run_id and r.state <> 'ended'`.execute(db);
}

/** Who waits longer than it said is looked at once more a moment later: texts that arrived in time may not have been told. */
const dueAfter = (until: string | null, now: Date): string =>
  until === null ? 'infinity' : new Date(Math.max(Date.parse(until), now.getTime() + 250)).toISOString();

/** RunEvaluation at again a moment later: what they ask is behind. */
export async function putOff(db: Database, runIds: readonly string[], now: Date): Promise<void> {
  await sql`update ops.automation_runs r set held_until = '-infinity', due_at = ${new Date(now.getTime() + 1_000)}::timestamptz
    from ${runs.locked(named(runIds))} own where r.run_id = own.run_id and r.state <> 'ended'`.execute(db);
}

interface Acting {
  readonly turn: Pick<Turn, 'runId' | 'contactId'>;
  readonly looked: Pick<RunEvaluation, 'channel'>;
  readonly effectId: string;
}
/** Before anything is done: whose outcome comes in is found by this, however soon it comes. */
export async function awaitOutcomes(db: Database, acting: readonly Acting[], now: Date): Promise<void> {
  const sent = acting.filter(({ looked }) => looked.channel !== null);
  if (sent.length === 0) return;
  const runIds = sent.map(({ turn }) => turn.runId);
  await sql`${prepared}with written as (
      insert into ops.automation_effects (effect_id, run_id, contact_id, channel, at)
      select e, r, c, k, ${now}::timestamptz from unnest(${sent.map(({ effectId }) => effectId)}::uuid[], ${runIds}::uuid[],
        ${sent.map(({ turn }) => turn.contactId)}::uuid[], ${sent.map(({ looked }) => looked.channel)}::text[]) x (e, r, c, k)
      order by e on conflict do nothing)
    update ops.automation_runs r set awaits = x.awaits
    from ${runs.locked(named(runIds))} own join unnest(${runIds}::uuid[],
      ${sent.map(({ looked, effectId }) => `${looked.channel === 'mail' ? 'mail' : 'message'}-${effectId}`)}::text[])
      x (run_id, awaits) using (run_id)
    where r.run_id = own.run_id`.execute(db);
}

/** Has the runs that wait for these texts and emails looked at. Answers whether there were any. */
export async function wakeAwaiting(db: Database, effectIds: readonly string[], now: Date): Promise<boolean> {
  const waiting = sql`r.run_id in (select run_id from ops.automation_effects where effect_id = any(${effectIds}::uuid[]))
    and r.state <> 'ended' and r.awaits = any(${effectIds.flatMap((id) => [`message-${id}`, `mail-${id}`])}::text[])`;
  return (await wakeLocked(db, waiting, now)) > 0n;
}

/** Has runs looked at. */
export async function wake(db: Database, runIds: readonly string[], now: Date): Promise<void> {
  if (runIds.length > 0) await wakeLocked(db, named(runIds), now);
}

const wakeLocked = async (db: Database, those: RawBuilder<unknown>, now: Date): Promise<bigint> =>
  (
    await sql`${prepared}update ops.automation_runs r set due_at = least(r.due_at, ${now}::timestamptz), woken = r.woken + 1
      from ${runs.locked(those)} own where r.run_id = own.run_id`.execute(db)
  ).numAffectedRows ?? 0n;

/** What a page of the log says of runs. */
export interface News {
  /** What happened to contacts: who listens for it is woken; of all kinds (null) everybody. */
  readonly happened: readonly (readonly [contactId: string, kind: string | null])[];
  /** To be looked at, by their ids. */
  readonly woken: readonly string[];
  readonly ended: readonly { readonly runId: string; readonly at: string }[];
}
export const noNews: News = { happened: [], woken: [], ended: [] };
export const joined = (all: readonly News[]): News => ({
  happened: all.flatMap(({ happened }) => happened),
  woken: all.flatMap(({ woken }) => woken),
  ended: all.flatMap(({ ended }) => ended),
});

/** Wakes and ends what a page of the log is about, in the transaction of its feed: locked together, whatever is written then. */
export async function writeNews(trx: Database, { happened, woken, ended }: News, now: Date): Promise<void> {
  if (happened.length + woken.length + ended.length === 0) return;
  const [over, at] = [ended.map(({ runId }) => runId), ended.map((one) => one.at)];
  const { rows } = await sql<{ run_id: string }>`select r.run_id from ops.automation_runs r where r.run_id in (
      select unnest(${[...woken, ...over]}::uuid[])
      union all
      select l.run_id from unnest(${happened.map(([contactId]) => contactId)}::uuid[], ${happened.map(([, kind]) => kind)}::text[])
        x (contact_id, kind) join ops.automation_runs l on l.contact_id = x.contact_id and l.state <> 'ended'
          and (x.kind is null or x.kind = any(l.listens)))
    and r.state <> 'ended' order by r.run_id for update`.execute(trx);
  const isOver = new Set(over);
  await wake(
    trx,
    rows.map(({ run_id }) => run_id).filter((id) => !isOver.has(id)),
    now,
  );
  if (over.length === 0) return;
  await sql`update ops.automation_runs r set state = 'ended', due_at = 'infinity', ended_at = x.at, listens = '{}'
    from unnest(${over}::uuid[], ${at}::timestamptz[]) x (run_id, at)
    where r.run_id = x.run_id and r.state <> 'ended'`.execute(trx);
}
