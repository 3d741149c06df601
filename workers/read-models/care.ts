import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '../engine/outage.ts';
import type { Database } from '../engine/worker.ts';

/** How far a rebuild or a check has come. */
export interface CareProgress {
  readonly phase: string;
  readonly position: bigint;
  readonly head: bigint;
}
/** Rows of a table that are in one of the two only; `keys`: of some of them. */
export interface CareDifference {
  readonly table: string;
  readonly onlyLive: number;
  readonly onlyRebuilt: number;
  readonly keys: readonly string[];
}
/** The read models, as they are looked after. Both work beside the live one. */
export interface ReadModelCare {
  readonly names: readonly string[];
  verify(
    name: string,
    onProgress: (progress: CareProgress) => void,
    signal: AbortSignal,
  ): Promise<readonly CareDifference[]>;
  rebuild(name: string, onProgress: (progress: CareProgress) => void, signal: AbortSignal): Promise<void>;
}

export interface Caring {
  readonly db: Database;
  readonly care: ReadModelCare;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Checks begin between these hours (UTC): a large log goes on the next night, those first that were looked at longest ago. */
const [nightBegins, nightEnds] = [3, 6];
const toldEveryMs = 2_000;
/** A job whose process died so often is given up. */
const mostTries = 3;
const mostTables = 20;
const mostKeys = 5;
/** What jobs tell is kept for so long, in days. */
const keptDays = 90;

/** A read model that is new is checked on the next night, not at once. */
export async function noteReadModels({ db, care, now }: Caring): Promise<void> {
  await sql`insert into ops.read_model_checks (name, known_since)
    select name, ${now()} from unnest(${[...care.names]}::text[]) as name on conflict (name) do nothing`.execute(db);
  await sql`delete from ops.read_model_checks where name <> all(${[...care.names]}::text[])`.execute(db);
  await sql`delete from ops.read_model_jobs
    where finished_at < ${new Date(now().getTime() - keptDays * 86_400_000)}`.execute(db);
}

/** Checks the read model that waits longest, if a night wants it. False: there is none. */
export async function checkNext(parts: Caring, signal: AbortSignal): Promise<boolean> {
  const { db, now } = parts;
  const hour = now().getUTCHours();
  if (hour < nightBegins || hour >= nightEnds) return false;
  const night = new Date(`${now().toISOString().slice(0, 10)}T0${nightBegins}:00:00.000Z`);
  const { rows } = await sql<{ name: string }>`select name from ops.read_model_checks
    where greatest(known_since, checked_at) < ${night}
    order by greatest(known_since, checked_at), name limit 1`.execute(db);
  if (rows[0] === undefined || signal.aborted) return false;
  await check(parts, rows[0].name, () => {}, signal);
  return true;
}

/** Does what was asked for first. False: nothing was. */
export async function runJob(parts: Caring, signal: AbortSignal): Promise<boolean> {
  const { db, care, now, log } = parts;
  const { rows } = await sql<{ id: string; read_model: string; kind: 'rebuild' | 'check'; tries: number }>`
    update ops.read_model_jobs set started_at = ${now()}, tries = tries + 1
    where id = (select id from ops.read_model_jobs where finished_at is null order by requested_at, id limit 1)
    returning id, read_model, kind, tries`.execute(db);
  const [job] = rows;
  if (job === undefined) return false;
  let error: string | null = null;
  let told = -Infinity;
  const onProgress = ({ phase, position, head }: CareProgress): void => {
    const at = performance.now();
    if (at - told < toldEveryMs) return;
    told = at;
    const share = head > 0n ? Number((position * 1_000n) / head) / 1_000 : 1;
    void sql`update ops.read_model_jobs set phase = ${phase}, share = ${share} where id = ${job.id}`
      .execute(db)
      .catch(() => {});
  };
  if (job.tries > mostTries) error = 'It was cut off three times.';
  else if (!care.names.includes(job.read_model)) error = 'There is no such read model any more.';
  else if (job.kind === 'check') error = await check(parts, job.read_model, onProgress, signal);
  else
    try {
      await care.rebuild(job.read_model, onProgress, signal);
    } catch (failure) {
      if (isOutage(failure)) throw failure;
      error = wordsOf(failure);
      log.error({ err: failure, readModel: job.read_model }, 'A read model could not be rebuilt.');
    }
  // Whoever goes on after this process begins it again.
  if (signal.aborted) return false;
  await sql`update ops.read_model_jobs set finished_at = ${now()}, phase = null, share = null, error = ${error}
    where id = ${job.id}`.execute(db);
  return true;
}

/** Compares one with its rebuild, and keeps what differs. Answers why it could not; null: it was compared. */
async function check(
  { db, care, now, log }: Caring,
  name: string,
  onProgress: (progress: CareProgress) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const began = performance.now();
  let error: string | null = null;
  let differences: readonly CareDifference[] = [];
  try {
    differences = await care.verify(name, onProgress, signal);
  } catch (failure) {
    if (signal.aborted) return null;
    // It says nothing of the read model: the same one is checked when the database is back.
    if (isOutage(failure)) throw failure;
    error = wordsOf(failure);
  }
  const kept = differences
    .slice(0, mostTables)
    .map(({ table, onlyLive, onlyRebuilt, keys }) => ({ table, onlyLive, onlyRebuilt, keys: keys.slice(0, mostKeys) }));
  await sql`update ops.read_model_checks set checked_at = ${now()}, error = ${error},
      duration_ms = ${Math.round(performance.now() - began)}, differences = ${JSON.stringify(kept)}::jsonb
    where name = ${name}`.execute(db);
  if (error !== null) log.error({ readModel: name, error }, 'A read model could not be compared with its rebuild.');
  else if (kept.length > 0) log.error({ readModel: name, differences: kept }, 'A read model differs from its rebuild.');
  return error;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
