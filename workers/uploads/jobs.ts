import { sql } from 'kysely';
import { is } from '../../domain/kernel/event.ts';
import {
  ImportAttested,
  ImportMapped,
  ImportUndoRequested,
  UploadDeleted,
  UploadParsed,
  UploadOptionsChanged,
  UploadReceived,
  UploadRedacted,
} from '../../domain/uploads/events.ts';
import { untilDue } from '../engine/wait.ts';
import type { Database, OpsTransaction, RecordingWorker } from '../engine/worker.ts';

export type JobStage = 'read' | 'rehearse' | 'import' | 'undo' | 'forget';
export interface Job {
  readonly uploadId: string;
  readonly businessId: string;
  readonly stage: JobStage;
  /** Of the event that asked for it. A row that ended and was made again counts its tokens from the start. */
  readonly position: string;
  readonly token: number;
  /** How often it was taken since it last got further, this time included. */
  readonly attempts: number;
  /** How often it failed by our own fault since then. */
  readonly faults: number;
}

const asks: Readonly<Record<string, JobStage>> = {
  [UploadReceived.type]: 'read',
  [UploadOptionsChanged.type]: 'read',
  [ImportMapped.type]: 'rehearse',
  [ImportAttested.type]: 'import',
  [ImportUndoRequested.type]: 'undo',
  [UploadDeleted.type]: 'forget',
};

/** Notes what is to be done with files, in the transaction of the checkpoint. What is asked last counts. */
export function uploadFeed({ now, wake }: { readonly now: () => Date; readonly wake: () => void }): RecordingWorker {
  return {
    kind: 'recording',
    name: 'uploads',
    handles: [...Object.keys(asks), UploadParsed.type, UploadRedacted.type],
    async record(events, trx) {
      for (const event of events) {
        if (is(event, UploadReceived)) await keep(trx, event.data, event.data.storageKey);
        if (is(event, UploadParsed)) await keep(trx, event.data, event.data.contentKey);
        if (is(event, UploadRedacted) && event.data.contentKey !== null)
          await keep(trx, event.data, event.data.contentKey);
        if (
          !is(event, UploadReceived) &&
          !is(event, UploadOptionsChanged) &&
          !is(event, ImportMapped) &&
          !is(event, ImportAttested) &&
          !is(event, ImportUndoRequested) &&
          !is(event, UploadDeleted)
        )
          continue;
        const { uploadId, businessId } = event.data;
        await sql`insert into ops.upload_jobs as j (upload_id, business_id, stage, position, due_at)
          values (${uploadId}, ${businessId}, ${asks[event.type]}, ${event.position.toString()}, ${now()})
          on conflict (upload_id) do update set stage = excluded.stage, position = excluded.position,
            due_at = excluded.due_at, claimed_until = null, token = j.token + 1, attempts = 0, faults = 0, done = 0
          where j.position < excluded.position`.execute(trx);
      }
    },
    committed: wake,
  };
}

type Of = { readonly uploadId: string; readonly businessId: string };
/** A file lies in the storage for an upload. */
export const keep = (trx: OpsTransaction | Database, { uploadId, businessId }: Of, key: string) =>
  sql`insert into ops.upload_files (upload_id, storage_key, business_id) values (${uploadId}, ${key}, ${businessId})
    on conflict do nothing`.execute(trx);

/** A job that a process has taken is another's after this, unless it says that it is at work. */
const claimMs = 15_000;
const claimedUntil = (now: Date): Date => new Date(now.getTime() + claimMs);
/** Claims wait for each other: of one business one file is imported at a time, so that its limit holds. */
const claimLock = 4_851_021;

/** How long no file is due, in ms: 0, one is; `longestMs` at most. */
export async function untilJobsDue(db: Database, now: Date, longestMs: number): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(greatest(due_at, claimed_until)) as next from ops.upload_jobs`.execute(db);
  return untilDue(rows[0]!.next, now, longestMs);
}

export async function takeJob(db: Database, now: Date): Promise<Job | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(trx);
    const { rows } = await sql<Job>`
      update ops.upload_jobs set claimed_until = ${claimedUntil(now)}, attempts = attempts + 1, token = token + 1
      where upload_id = (
        select j.upload_id from ops.upload_jobs j
        where j.due_at <= ${now} and (j.claimed_until is null or j.claimed_until <= ${now})
          and (j.stage not in ('import', 'undo') or not exists (
            select from ops.upload_jobs o where o.business_id = j.business_id and o.upload_id <> j.upload_id
              and o.stage in ('import', 'undo') and o.claimed_until > ${now}))
        order by j.due_at limit 1)
      returning upload_id as "uploadId", business_id as "businessId", stage, position::text, token, attempts, faults`.execute(
      trx,
    );
    return rows[0] ?? null;
  });
}

/** The row of a job, as long as no one else has taken it and nothing else was asked for since. */
const still = ({ uploadId, position, token }: Job) =>
  sql`upload_id = ${uploadId} and position = ${position}::bigint and token = ${token}`;

/** Somebody else has the job by now, or something else is to be done with the file. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Says that a job is still worked on, and how far it has come. Throws `Overtaken`. */
export async function keepJob(db: Database, job: Job, done: number, now: Date): Promise<void> {
  const { rows } = await sql`update ops.upload_jobs set claimed_until = ${claimedUntil(now)}, done = ${done},
      attempts = case when done < ${done} then 0 else attempts end, faults = case when done < ${done} then 0 else faults end
    where ${still(job)} returning 1`.execute(db);
  if (rows.length === 0) throw new Overtaken('This file is being processed elsewhere.');
}
export async function endJob(db: Database, job: Job): Promise<void> {
  await sql`delete from ops.upload_jobs where ${still(job)}`.execute(db);
}
/** To be tried again at `due`. `faults`: so many by now; left out: nobody is at fault, and it counts as not taken. */
export async function putBack(db: Database, job: Job, due: Date, faults?: number): Promise<void> {
  const counted =
    faults === undefined ?
      sql`attempts = greatest(attempts - 1, 0)`
    : sql`faults = greatest(faults, ${faults}::smallint)`;
  await sql`update ops.upload_jobs set claimed_until = null, due_at = ${due}, ${counted}
    where ${still(job)}`.execute(db);
}
