import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import { type Spreadsheets, TableRefused } from '../../adapters/spreadsheets/port.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { RehearsedRow, RowChanges, RowResult } from '../../commands/uploads/rows.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { type BusinessId, type ContactId, UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { DayWitness } from '../../domain/uploads/days.ts';
import type { Refusal } from '../../domain/uploads/fields.ts';
import { ImportAttested, ImportUndoRequested } from '../../domain/uploads/events.ts';
import { mayOptOut } from '../../domain/uploads/plan.ts';
import { type ExistingUpload, Upload } from '../../domain/uploads/upload.ts';
import { workerContext } from '../context.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff, ourFault, retryAt } from '../engine/retry-policy.ts';
import { backstopMs, type Bell } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';
import { endJob, type Job, keep, keepJob, Overtaken, putBack, takeJob, untilJobsDue } from './jobs.ts';
import { ahead, type Heap, OptedOutSet, optedOutBy, peopleOf } from './rows.ts';
import { type NotedProblem, Tally } from './tally.ts';

/** Where files lie, and what the read models know of a business that its streams do not tell. */
export interface UploadService {
  readonly storage: Storage;
  readonly spreadsheets: Spreadsheets;
  /** Has the process hold less memory from now on, until what it answers with is called. */
  readonly spare?: () => () => void;
}
export interface UploadFigures {
  /** Waits until the contacts that are counted are those of this moment. */
  caughtUp(): Promise<void>;
  /** Of these contacts those who have been written with. */
  written(businessId: string, contactIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The contacts that have one of these addresses. */
  holders(businessId: string, emails: readonly string[]): Promise<readonly ContactId[]>;
}

export interface UploadRun {
  readonly db: Database;
  readonly store: EventStore;
  readonly commands: Pick<Commands, 'uploads' | 'limits'>;
  readonly service: UploadService;
  readonly figures: UploadFigures;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
  /** How often it is looked for work that no one rang for, in ms. */
  readonly pollMs?: number;
  /** How long what failed waits the first time, in ms. Default 500. */
  readonly retryFirstMs?: number;
  /** Rows between two checkpoints. Default 2,000. */
  readonly batch?: number;
}

/** Heaps of one file at once: one is read and decided on while others are on their way into the database. */
const heapsAtOnce = 3;
/** Files at once: a small one does not wait for a large one. */
const lanes = 2;
/** Between looks while a file is due that waits for another of its business, in ms. */
const overtakenMs = 2_000;
/** So often a file is taken without getting further: whoever takes it dies of it. */
const maxAttempts = 25;

/** Does what is due until the signal fires. Any number of processes may run it: each file is one's at a time. */
export async function runUploads(parts: UploadRun, signal: AbortSignal): Promise<void> {
  const { db, bell, clock, log, pollMs = backstopMs } = parts;
  const outage = createOutage(log, 'uploads');
  const lane = (patience: number): Promise<void> => {
    const next = async () => {
      const pause = await untilJobsDue(db, clock.now(), pollMs * patience);
      if (pause > 0) return pause;
      const job = await takeJob(db, clock.now());
      if (job === null) return overtakenMs;
      // Whoever is idle looks for another.
      bell.ring();
      await work(parts, job, signal);
      return 0;
    };
    return pollLoop({ name: 'uploads', work: next, bell, outage, clock, log }, signal);
  };
  // The others are rung for by whoever takes one.
  await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n === 0 ? 1 : 4)));
}

async function work(parts: UploadRun, job: Job, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts;
  try {
    if (job.attempts > maxAttempts) throw new RangeError('This file never got further.');
    const unspare = parts.service.spare?.();
    await new Walk(parts, job, signal).run().finally(unspare);
    if (signal.aborted) await putBack(db, job, clock.now());
    else await endJob(db, job);
  } catch (error) {
    if (error instanceof Overtaken || (error instanceof DomainError && error.code === 'conflict')) return;
    if (signal.aborted) return putBack(db, job, clock.now());
    const told = { err: error, uploadId: job.uploadId, stage: job.stage };
    const { retryFirstMs: firstMs = 500 } = parts;
    // It waits longer each time and goes on where it was; whoever watches sees that it waits.
    if (isOutage(error)) {
      log.warn(told, 'a file of contacts waits for a server that is away');
      return putBack(db, job, new Date(clock.now().getTime() + backoff(job.attempts, firstMs, 60_000)));
    }
    const faults = job.faults + 1;
    const again = retryAt(faults, clock.now(), { firstMs, longestMs: 60_000 });
    if (again !== null) {
      log.warn({ ...told, faults }, 'a file of contacts could not be worked on, trying again');
      return putBack(db, job, again, faults);
    }
    log.error({ ...told, gaveUp: 'upload' }, 'a file of contacts is given up: it failed for good by our own fault');
    await new Walk(parts, job, signal).giveUp();
    await endJob(db, job);
  }
}

/** One job. */
class Walk {
  readonly #parts: UploadRun;
  readonly #job: Job;
  readonly #signal: AbortSignal;
  readonly #uploadId: UploadId;

  constructor(parts: UploadRun, job: Job, signal: AbortSignal) {
    this.#parts = parts;
    this.#job = job;
    this.#signal = signal;
    this.#uploadId = UploadId.parse(job.uploadId);
  }

  async run(): Promise<void> {
    const recorded = await this.#parts.store.read(streams.upload(this.#uploadId));
    const upload = stateOf(Upload, recorded);
    if (upload.stage === 'none') return;
    if (upload.deleted) return this.#forget(upload);
    try {
      switch (this.#job.stage) {
        case 'read':
          return await this.#read(upload, recorded);
        case 'rehearse':
          return await this.#rehearse(upload, recorded);
        case 'import':
          return await this.#import(upload, recorded);
        case 'undo':
          return await this.#undo(upload, recorded);
        case 'forget':
          return;
      }
    } catch (error) {
      if (!(error instanceof TableRefused)) throw error;
      // It goes with the file.
      if (error.left !== null) await keep(this.#parts.db, upload, error.left);
      await this.#fail(upload, recorded, error.fault, error.line);
    }
  }

  /** Tells its owner that it can't be worked on. What was imported until then stays, and can be undone. */
  async giveUp(): Promise<void> {
    const recorded = await this.#parts.store.read(streams.upload(this.#uploadId));
    const upload = stateOf(Upload, recorded);
    if (upload.stage !== 'none' && !upload.deleted) await this.#fail(upload, recorded, ourFault, null);
  }

  async #fail(upload: ExistingUpload, recorded: readonly StoredEvent[], reason: Refusal, line: number | null) {
    const context = this.#context(recorded, 'fail', String(recorded.length));
    const { uploads } = this.#parts.commands;
    if (upload.stage === 'received')
      await uploads.recordRead(context, { uploadId: this.#uploadId, found: { refused: reason, line } });
    else await uploads.fail(context, { uploadId: this.#uploadId, reason });
  }

  /** As the person who asked for it: what a file changed was changed by them. */
  #context(recorded: readonly StoredEvent[], ...purpose: readonly string[]): CommandContext {
    const first = recorded[0]!;
    const asked = recorded.findLast((event) => is(event, ImportAttested) || is(event, ImportUndoRequested)) ?? first;
    const { tenant, correlationId, actor } = asked.metadata;
    const who = { agencyId: tenant.agencyId, businessId: this.#job.businessId };
    const links = { correlationId, causationId: asked.id };
    const context = workerContext('uploads', who, 'upload', [this.#uploadId, ...purpose], links);
    return { ...context, caller: { ...context.caller, actor } };
  }

  async #read(upload: ExistingUpload, recorded: readonly StoredEvent[]): Promise<void> {
    const { service, db, clock } = this.#parts;
    // A large workbook takes its time: whoever looks sees that somebody is at it.
    const over = new AbortController();
    const signal = AbortSignal.any([this.#signal, over.signal]);
    const pulse = (async () => {
      for (;;) {
        await clock.sleep(3_000, signal);
        if (signal.aborted) return;
        await keepJob(db, this.#job, 0, clock.now()).catch((error: unknown) => over.abort(error));
      }
    })();
    try {
      if (upload.storageKey === null) throw new TableRefused('missing');
      const days = new DayWitness();
      const found = await service.spreadsheets.read(upload.storageKey, upload.format, signal, {
        ...(upload.reading === null ? {} : { reading: upload.reading }),
        look: (rows) => {
          for (const { cells } of rows) days.look(cells);
        },
      });
      await this.#parts.commands.uploads.recordRead(this.#context(recorded, 'read', String(recorded.length)), {
        uploadId: this.#uploadId,
        found: { ...found, columns: [...found.columns], days: [...days.evidence], sheets: [...found.sheets] },
      });
    } finally {
      over.abort();
      await pulse;
    }
  }

  /** How many more contacts the business may have; null: any number. */
  async #room(businessId: BusinessId): Promise<number | null> {
    const { commands, figures } = this.#parts;
    if ((await commands.limits.contactRoom(businessId)) === null) return null;
    await figures.caughtUp();
    return commands.limits.contactRoom(businessId);
  }

  /**
   * Whom the file opts out, wherever in it, gathered before its first row is looked at: no other row lets them in. With
   * `record` their numbers and addresses are kept opted out from then on. Null: no row can.
   */
  async #optedOut(
    { businessId, plan, content }: ExistingUpload,
    record: CommandContext | null,
  ): Promise<OptedOutSet | null> {
    const { db, service, commands, figures, clock, batch = 2_000 } = this.#parts;
    if (plan === null || !mayOptOut(plan)) return null;
    const fields = await commands.uploads.customFields(businessId);
    const out = new OptedOutSet();
    const uploadId = this.#uploadId;
    const walk = () => optedOutBy(service.spreadsheets, content!, { plan, fields }, batch);
    let addresses = 0;
    for await (const identities of walk()) {
      if (this.#signal.aborted) return out;
      await keepJob(db, this.#job, 0, clock.now());
      for (const one of identities) out.add(one);
      addresses += identities.filter((one) => 'email' in one).length;
      if (record !== null && identities.length > 0)
        await commands.uploads.optOutIdentities(record, { uploadId, businessId, identities });
    }
    if (record === null || addresses === 0) return out;
    // Who is given one of the addresses from now on hears of it; who had it before is in the read model by then.
    await figures.caughtUp();
    for await (const identities of walk()) {
      if (this.#signal.aborted) return out;
      await keepJob(db, this.#job, 0, clock.now());
      const emails = identities.flatMap((one) => ('email' in one ? [one.email] : []));
      if (emails.length === 0) continue;
      const contactIds = await figures.holders(businessId, emails);
      if (contactIds.length > 0) await commands.uploads.optOutHolders(record, { uploadId, businessId, contactIds });
    }
    return out;
  }

  async *#people(
    upload: ExistingUpload,
    after: { row: number; bytes: number },
    out: OptedOutSet | null = null,
  ): AsyncGenerator<Heap> {
    const { service, commands, batch = 2_000 } = this.#parts;
    const fields = await commands.uploads.customFields(upload.businessId);
    const { plan, content } = upload;
    const rules = { plan: plan!, fields };
    for await (const heap of peopleOf(service.spreadsheets, content!, rules, { after, batch, out })) {
      if (this.#signal.aborted) return;
      yield heap;
    }
  }

  async #rehearse(upload: ExistingUpload, recorded: readonly StoredEvent[]): Promise<void> {
    const { db, commands, clock } = this.#parts;
    if (upload.stage !== 'rehearsing' || upload.plan === null) return;
    const { businessId, plan } = upload;
    await sql`delete from ops.upload_problems where upload_id = ${this.#uploadId} and not imported`.execute(db);
    await sql`delete from ops.upload_changes where upload_id = ${this.#uploadId}`.execute(db);
    const limit = await this.#room(businessId);
    const tally = new Tally();
    let room = limit;
    let changesNoted = 0;
    const out = await this.#optedOut(upload, null);
    for await (const { people, problems, row } of ahead(this.#people(upload, { row: 0, bytes: 0 }, out))) {
      const given = { uploadId: this.#uploadId, businessId, plan, room, people };
      const results = await commands.uploads.rehearseRows(given);
      const all = this.#count(tally, people, results, problems);
      if (room !== null) room -= results.filter(({ kind }) => kind === 'created').length;
      await noteProblems(db, this.#uploadId, all, false);
      const changes = changesIn(people, results).slice(0, maxChanges - changesNoted);
      await noteChanges(db, this.#uploadId, changes);
      changesNoted += changes.length;
      await keepJob(db, this.#job, row, clock.now());
    }
    if (this.#signal.aborted) return;
    await commands.uploads.recordRehearsal(this.#context(recorded, 'rehearsed', String(recorded.length)), {
      uploadId: this.#uploadId,
      counts: tally.counts,
      room: limit,
      findings: tally.findings.map((finding) => ({ ...finding, rows: [...finding.rows] })),
    });
  }

  async #import(upload: ExistingUpload, recorded: readonly StoredEvent[]): Promise<void> {
    const { db, commands, clock } = this.#parts;
    if (upload.stage !== 'importing' || upload.plan === null) return;
    const uploadId = this.#uploadId;
    const { businessId, plan } = upload;
    let limit = upload.began?.room ?? null;
    if (upload.began === null) {
      limit = await this.#room(businessId);
      await commands.uploads.begin(this.#context(recorded, 'begin'), { uploadId, room: limit });
    }
    // What would change has been seen by whoever attested it.
    await sql`delete from ops.upload_changes where upload_id = ${uploadId}`.execute(db);
    // Rows are on their way once all opt-outs are recorded.
    const isUnderWay = upload.imported.row > 0;
    const out = await this.#optedOut(upload, isUnderWay ? null : this.#context(recorded, 'opt-out'));
    if (this.#signal.aborted) return;
    let { created } = upload.imported.counts;
    /** Heaps whose rows may still be on their way, each to be counted behind the one before. */
    const underWay: { readonly work: Promise<unknown>; readonly count: () => Promise<void> }[] = [];
    const downTo = async (most: number): Promise<void> => {
      while (underWay.length > most) {
        await underWay[0]!.count();
        underWay.shift();
      }
    };
    let { row: from } = upload.imported;
    try {
      for await (const { people, problems, row, bytes } of ahead(this.#people(upload, upload.imported, out))) {
        // A limit is of all rows together: then each heap waits for the one before.
        await downTo(limit === null ? heapsAtOnce - 1 : 0);
        await keepJob(db, this.#job, from, clock.now());
        const room = limit === null ? null : Math.max(0, limit - created);
        const here = from;
        const work = commands.uploads.importRows(this.#context(recorded, 'rows', String(here)), {
          uploadId,
          businessId,
          plan,
          room,
          people,
        });
        // Whoever counts it hears of it.
        work.catch(() => {});
        const count = async (): Promise<void> => {
          const { result } = await work;
          const tally = new Tally();
          await noteProblems(db, uploadId, this.#count(tally, people, result, problems), true);
          const { counts } = tally;
          await commands.uploads.advance(this.#context(recorded, 'advance', String(here)), {
            uploadId,
            from: here,
            row,
            bytes,
            counts,
          });
          created += counts.created;
        };
        underWay.push({ work, count });
        from = row;
      }
    } finally {
      // Nothing goes on behind the back of whoever takes this up again.
      await Promise.allSettled(underWay.map(({ work }) => work));
      await downTo(0);
    }
    if (this.#signal.aborted) return;
    await commands.uploads.finish(this.#context(recorded, 'finish'), { uploadId });
  }

  async #undo(upload: ExistingUpload, recorded: readonly StoredEvent[]): Promise<void> {
    const { db, commands, figures, clock } = this.#parts;
    if (upload.stage !== 'undoing' || upload.plan === null) return;
    const uploadId = this.#uploadId;
    const { businessId, imported } = upload;
    let { undone } = upload;
    for await (const { people, row, bytes } of this.#people(upload, undone)) {
      // What came behind the end of the import was never imported.
      if (undone.row >= imported.row) break;
      await keepJob(db, this.#job, undone.row, clock.now());
      const stays = (ids: readonly string[]) => figures.written(businessId, ids);
      const { result } = await commands.uploads.undoRows(this.#context(recorded, 'undo', String(undone.row)), {
        uploadId,
        businessId,
        people,
        stays,
      });
      await commands.uploads.advanceUndo(this.#context(recorded, 'undone', String(undone.row)), {
        uploadId,
        from: undone.row,
        row,
        bytes,
        ...result,
      });
      undone = { row, bytes, ...result };
    }
    if (this.#signal.aborted) return;
    await commands.uploads.endUndo(this.#context(recorded, 'end-undo'), { uploadId });
  }

  /** The files and what was noted of their rows. Bytes that another upload has as well stay. */
  async #forget(upload: ExistingUpload): Promise<void> {
    const { db, service } = this.#parts;
    await sql`delete from ops.upload_problems where upload_id = ${this.#uploadId}`.execute(db);
    await sql`delete from ops.upload_changes where upload_id = ${this.#uploadId}`.execute(db);
    const { rows } = await sql<{ key: string }>`select storage_key as key from ops.upload_files
      where upload_id = ${this.#uploadId}`.execute(db);
    for (const key of new Set([upload.storageKey, upload.content?.key, ...rows.map((row) => row.key)]))
      if (key !== null && key !== undefined) await letGo({ db, storage: service.storage }, this.#uploadId, key);
  }

  #count(
    tally: Tally,
    people: Heap['people'],
    results: readonly RowResult[],
    problems: readonly NotedProblem[],
  ): readonly NotedProblem[] {
    const all = [...problems];
    results.forEach((result, index) => {
      tally.result(result);
      if (result.kind === 'over-limit' || result.kind === 'erased')
        all.push({ row: people[index]!.row, column: -1, problem: result.kind, value: null });
    });
    for (const problem of all) tally.problem(problem);
    return all;
  }
}

/** A file that an upload does not need any more. Bytes that another one has as well stay. */
export async function letGo(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  uploadId: string,
  key: string,
): Promise<void> {
  await sql`delete from ops.upload_files where upload_id = ${uploadId} and storage_key = ${key}`.execute(db);
  const { rows } = await sql`select 1 from ops.upload_files where storage_key = ${key} limit 1`.execute(db);
  if (rows.length === 0) await storage.delete(key);
}

/** Kept for the file of what went wrong. Noted twice is noted once. */
export async function noteProblems(
  db: Database,
  uploadId: string,
  problems: readonly NotedProblem[],
  imported: boolean,
): Promise<void> {
  if (problems.length === 0) return;
  await sql`insert into ops.upload_problems (upload_id, imported, row, column_index, problem, value)
    select ${uploadId}, ${imported}, p.* from unnest(
      ${problems.map(({ row }) => row)}::int[], ${problems.map(({ column }) => column)}::int[],
      ${problems.map(({ problem }) => problem)}::text[], ${problems.map(({ value }) => storable(value))}::text[]
    ) p on conflict do nothing`.execute(db);
}

/** So many rows that would change contacts are kept to be shown, with what was there and what would be. */
const maxChanges = 200;
type NotedChange = { readonly row: number } & RowChanges;
const changesIn = (people: Heap['people'], results: readonly RehearsedRow[]): readonly NotedChange[] =>
  results.flatMap(({ changes }, index) =>
    changes === undefined || changes.values.length === 0 ? [] : [{ row: people[index]!.row, ...changes }],
  );
async function noteChanges(db: Database, uploadId: string, changes: readonly NotedChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`insert into ops.upload_changes (upload_id, row, contact_id, changes)
    select ${uploadId}, c.* from unnest(
      ${changes.map(({ row }) => row)}::int[], ${changes.map(({ contactId }) => contactId)}::uuid[],
      ${changes.map(({ name, values }) => storable(JSON.stringify({ name, values })))}::jsonb[]
    ) c on conflict do nothing`.execute(db);
}

/** Postgres keeps no zeros in texts. */
const storable = (value: string | null): string | null => value?.replaceAll('\u0000', '�').toWellFormed() ?? null;
