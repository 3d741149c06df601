import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { ReportName } from '../../domain/reports/fields.ts';
import { isOutage } from '../engine/outage.ts';
import { backoff, ourFault, retryAt } from '../engine/retry-policy.ts';
import type { Database } from '../engine/worker.ts';
import {
  advanceExport,
  countExport,
  endExport,
  endTurn,
  type Job,
  keepExport,
  othersWait,
  Overtaken,
  putBack,
} from './jobs.ts';

/** Some rows of a report as they stand in the file, and behind which place the next ones begin. */
export interface WrittenRows {
  readonly text: string;
  readonly rows: number;
  readonly place: string;
}
/** A report as somebody asked for it. Days are both included. */
export interface WrittenReport {
  readonly caller: Caller;
  readonly report: ReportName;
  readonly from: string;
  readonly to: string;
  /** By more than days. */
  readonly narrowed: boolean;
  /** What stands before the first row. */
  readonly head: string;
  /** Where the person who asked finds it: a path of the web application. */
  readonly link: string;
  /** How many rows it has now. */
  count(): Promise<number>;
  /** Rows up to this place of the log; those behind `place`, or all. */
  rows(place: string | null, upTo: string, signal: AbortSignal): AsyncIterable<WrittenRows>;
}
/** Reads reports for files. */
export interface ReportFiles {
  readonly storage: Storage;
  /** Up to where the read models show everything; null: they are behind. */
  head(): Promise<string | null>;
  /** Null: it is not for them any more. */
  open(id: string, wish: Buffer): Promise<WrittenReport | null>;
  /** As it is kept: nothing that leaves the storage says what it holds. */
  seal(id: string, nth: number, text: string): Promise<Buffer>;
}

export interface ExportRun {
  readonly db: Database;
  readonly commands: Pick<Commands, 'exports' | 'notifications'>;
  readonly files: ReportFiles;
  readonly clock: Clock;
  readonly log: Logger;
  /** Bytes of a part, at least. Default 2 MB: that much is in memory, and written again after a kill. */
  readonly partBytes?: number;
  /** How long one is written while another person waits, in ms. Default 10,000: a small file never waits for a large one. */
  readonly turnMs?: number;
}

/** How long a file can be downloaded. */
export const keptMs = 7 * 86_400_000;
/** So often an export is taken without getting further. */
const maxAttempts = 25;
const largestPart = 256 * 1024 * 1024;

export async function work(parts: ExportRun, job: Job, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts;
  const now = (): Date => clock.now();
  try {
    if (job.attempts > maxAttempts)
      throw new RangeError('This export was taken again and again and never got further.');
    await write(parts, job, signal);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (signal.aborted) return putBack(db, job, now());
    if (isOutage(error)) return putBack(db, job, new Date(now().getTime() + backoff(job.attempts, 500, 60_000)));
    const told = { err: error, exportId: job.id, report: job.report };
    const faults = job.faults + 1;
    const again = job.attempts > maxAttempts ? null : retryAt(faults, now(), { firstMs: 500, longestMs: 60_000 });
    if (again !== null) {
      log.warn({ ...told, faults }, 'an export of a report failed, trying again');
      return putBack(db, job, again, faults);
    }
    log.error({ ...told, gaveUp: 'report export' }, 'an export of a report is given up');
    await fail(parts, job, ourFault);
  }
}

async function write(parts: ExportRun, job: Job, signal: AbortSignal): Promise<void> {
  const { db, commands, files, clock, partBytes = 2_000_000, turnMs = 10_000 } = parts;
  const now = (): Date => clock.now();
  const report = await files.open(job.id, job.wish);
  if (report === null) return fail(parts, job, 'not-found');
  const upTo = job.up_to ?? (await files.head());
  if (upTo === null) return putBack(db, job, new Date(now().getTime() + 5_000));
  const total = job.total ?? (await report.count());
  if (job.up_to === null) await countExport(db, job, total, upTo);
  const { from, to, narrowed } = report;
  const whose = { exportId: job.id, userId: job.user_id, agencyId: job.agency_id, businessId: job.business_id };
  await commands.exports.startReport(contextOf(report.caller, job, 'start'), {
    ...whose,
    report: report.report,
    from,
    to,
    narrowed,
    count: total,
  });
  // What a process left behind that died in a part, or before what it had was withdrawn.
  await deleteParts(db, files.storage, job.id, job.parts);

  let { parts: nth, rows: written, place } = job;
  let texts: string[] = nth === 0 ? [report.head] : [];
  let bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  let rows = 0;
  let lookAt = 0;
  const turnEnds = clock.elapsed() + turnMs;
  const flush = async (): Promise<void> => {
    const text = texts.join('');
    const sealed = await files.seal(job.id, nth, text);
    const key = createHash('sha256').update(sealed).digest('hex');
    // Known before it is there, so that a part that no one counts is found and deleted.
    await sql`insert into ops.report_export_parts (export_id, nth, storage_key, bytes)
      values (${job.id}, ${nth}, ${key}, ${bytes})
      on conflict (export_id, nth) do update set storage_key = excluded.storage_key, bytes = excluded.bytes`.execute(
      db,
    );
    await files.storage.put(sealed, largestPart);
    await advanceExport(db, job, { rows, bytes, place: place ?? '' }, now());
    written += rows;
    nth += 1;
    texts = [];
    bytes = 0;
    rows = 0;
  };
  for await (const some of report.rows(place === '' ? null : place, upTo, signal)) {
    if (signal.aborted) return putBack(db, job, now());
    texts.push(some.text);
    bytes += Buffer.byteLength(some.text);
    rows += some.rows;
    place = some.place;
    if (bytes >= partBytes) {
      await flush();
      if (clock.elapsed() >= turnEnds && (await othersWait(db, job, now()))) return endTurn(db, job, now());
    } else if (clock.elapsed() >= lookAt) await keepExport(db, job, now());
    else continue;
    lookAt = clock.elapsed() + 3_000;
  }
  if (signal.aborted) return putBack(db, job, now());
  if (texts.length > 0) await flush();
  const ended = { ...whose, outcome: 'ready', rows: written } as const;
  await commands.exports.endReport(contextOf(report.caller, job, 'ready'), ended);
  // A program looks for itself, and who acts as another finds it on the screen.
  const { actor } = report.caller;
  if (actor.kind === 'user' && actor.impersonatorId === null && actor.apiKeyId === undefined) {
    const { exportId, userId, agencyId } = whose;
    const told = { exportId, userId, agencyId, rows: written, link: report.link };
    await commands.notifications.reportReady(contextOf(report.caller, job, 'told'), told);
  }
  await endExport(db, job, { state: 'ready', reason: null, expiresAt: new Date(now().getTime() + keptMs) }, now());
}

/** The person sees why among their exports. */
async function fail({ db, commands, files, clock }: ExportRun, job: Job, reason: string): Promise<void> {
  const report = await files.open(job.id, job.wish).catch(() => null);
  if (report !== null) {
    const whose = { exportId: job.id, userId: job.user_id, agencyId: job.agency_id, businessId: job.business_id };
    const ended = { ...whose, outcome: 'failed', rows: job.rows } as const;
    await commands.exports.endReport(contextOf(report.caller, job, 'failed'), ended);
  }
  const now = clock.now();
  await endExport(db, job, { state: 'failed', reason, expiresAt: now }, now).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) throw error;
  });
}

const contextOf = (caller: Caller, { id }: Job, purpose: string): CommandContext => ({
  caller,
  commandId: uuidV5(namespaces.command, 'report-export', id, purpose),
  correlationId: id,
  causationId: null,
});

/** Deletes the parts of an export from the `from`th on, with their files. */
export async function deleteParts(db: Database, storage: Storage, exportId: string, from = 0): Promise<void> {
  const { rows } = await sql<{ nth: number; storage_key: string }>`select nth, storage_key from ops.report_export_parts
    where export_id = ${exportId} and nth >= ${from} order by nth`.execute(db);
  for (const { nth, storage_key: key } of rows) {
    await storage.delete(key);
    await sql`delete from ops.report_export_parts where export_id = ${exportId} and nth = ${nth}
      and storage_key = ${key}`.execute(db);
  }
}

/** Deletes files that no one can download any more, and forgets exports that ended before. */
export async function tidyExports(db: Database, storage: Storage, now: Date, endedBefore: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select e.id from ops.report_exports e
    where e.state <> 'waiting' and e.expires_at <= ${now}
      and exists (select from ops.report_export_parts p where p.export_id = e.id)`.execute(db);
  for (const { id } of rows) await deleteParts(db, storage, id);
  await sql`delete from ops.report_exports e where e.state <> 'waiting' and e.ended_at < ${endedBefore}
    and not exists (select from ops.report_export_parts p where p.export_id = e.id)`.execute(db);
}
