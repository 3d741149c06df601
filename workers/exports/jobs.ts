import { sql } from 'kysely';
import { untilDue } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';

/** A report that is to be written to a file. */
export interface Job {
  readonly id: string;
  readonly user_id: string;
  readonly agency_id: string | null;
  readonly business_id: string | null;
  readonly report: string;
  readonly wish: Buffer;
  readonly token: number;
  /** How often it was taken since it last got further, this time included. */
  readonly attempts: number;
  readonly faults: number;
  /** How far the file has come: see the migration. */
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
  readonly place: string | null;
  readonly up_to: string | null;
  readonly total: number | null;
}

/** Another process has the job, or it is not wanted any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** A job is another's after this, unless the process that took it says that it is at work. */
const claimMs = 15_000;
const claimedUntil = (now: Date): Date => new Date(now.getTime() + claimMs);
const still = ({ id, token }: Job) => sql`id = ${id} and state = 'waiting' and token = ${token}`;

/** How long no export is due, in ms: 0, one is; `longestMs` at most. */
export async function untilExportsDue(db: Database, now: Date, longestMs: number): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(greatest(due_at, claimed_until)) as next from ops.report_exports where state = 'waiting'`.execute(db);
  return untilDue(rows[0]!.next, now, longestMs);
}

/** Takes an export of the person who has waited longest for a file or a turn. */
export async function takeExport(db: Database, now: Date): Promise<Job | null> {
  const { rows } = await sql<Job>`
    update ops.report_exports set claimed_until = ${claimedUntil(now)}, attempts = attempts + 1, token = token + 1
    where id = (select e.id from ops.report_exports e
        where e.state = 'waiting' and e.due_at <= ${now} and (e.claimed_until is null or e.claimed_until <= ${now})
        order by (select max(greatest(o.ended_at, o.turn_ended_at)) from ops.report_exports o where o.user_id = e.user_id)
          nulls first, e.due_at, e.id
        limit 1 for update of e skip locked)
    returning id, user_id, agency_id, business_id, report, wish, token, attempts, faults, rows::float8 as rows,
      bytes::float8 as bytes, parts, place, up_to::text as up_to, total::float8 as total`.execute(db);
  return rows[0] ?? null;
}

/** Notes how many rows there will be, when that is first known. Throws `Overtaken`. */
export const countExport = (db: Database, job: Job, total: number, upTo: string): Promise<void> =>
  change(db, job, sql`total = ${total}, up_to = ${upTo}::bigint`);

/** Says that a job is still worked on. Throws `Overtaken`. */
export const keepExport = (db: Database, job: Job, now: Date): Promise<void> =>
  change(db, job, sql`claimed_until = ${claimedUntil(now)}`);

/** A part is whole: the next one begins behind it. Throws `Overtaken`. */
export const advanceExport = (
  db: Database,
  job: Job,
  { rows, bytes, place }: { readonly rows: number; readonly bytes: number; readonly place: string },
  now: Date,
): Promise<void> =>
  change(
    db,
    job,
    sql`rows = rows + ${rows}, bytes = bytes + ${bytes}, parts = parts + 1, place = ${place}, attempts = 0, faults = 0,
      claimed_until = ${claimedUntil(now)}`,
  );

/** It is over. Throws `Overtaken`. */
export const endExport = (
  db: Database,
  job: Job,
  ended: { readonly state: 'ready' | 'failed'; readonly reason: string | null; readonly expiresAt: Date },
  now: Date,
): Promise<void> =>
  change(
    db,
    job,
    sql`state = ${ended.state}, reason = ${ended.reason}, ended_at = ${now}, expires_at = ${ended.expiresAt}`,
  );

/** Whether someone else's export could be written now. */
export async function othersWait(db: Database, { user_id: userId }: Job, now: Date): Promise<boolean> {
  const { rows } = await sql`select from ops.report_exports where state = 'waiting' and due_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now}) and user_id <> ${userId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Its turn is over: it goes on behind its last whole part when the others have had theirs. Throws `Overtaken`. */
export const endTurn = (db: Database, job: Job, now: Date): Promise<void> =>
  change(db, job, sql`claimed_until = null, due_at = ${now}, turn_ended_at = ${now}, attempts = 0`);

/** To be tried again at `due`. `faults`: so many by now; left out: it counts as not taken. */
export const putBack = (db: Database, job: Job, due: Date, faults?: number): Promise<void> =>
  change(
    db,
    job,
    sql`claimed_until = null, due_at = ${due}, ${
      faults === undefined ? sql`attempts = greatest(attempts - 1, 0)` : sql`faults = ${faults}`
    }`,
  ).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) throw error;
  });

async function change(db: Database, job: Job, set: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql`update ops.report_exports set ${set} where ${still(job)} returning 1`.execute(db);
  if (rows.length === 0) throw new Overtaken('This export is worked on by another process, or was withdrawn.');
}
