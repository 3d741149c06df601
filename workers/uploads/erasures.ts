import { sql } from 'kysely';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { TableRow } from '../../adapters/spreadsheets/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, type UploadId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Country } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { isAtWork } from '../../domain/uploads/decide.ts';
import { type ExistingUpload, Upload } from '../../domain/uploads/upload.ts';
import { identitiesIn } from '../../domain/uploads/values.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { keep } from './jobs.ts';
import { letGo, type UploadService } from './run.ts';

export const redactTimer = 'redact-uploads';
/** Erasures of one business within this time are looked for together, in ms: a file is read once for all of them. */
const togetherMs = 5_000;
/** Until a file that is worked on is looked at again. */
const againMs = 10_000;

interface Payload {
  readonly businessId: string;
  readonly agencyId: string | null;
}
const timerOf = (payload: Payload, dueAt: number): Timer => ({
  id: uuidV5(namespaces.command, redactTimer, payload.businessId, String(dueAt)),
  kind: redactTimer,
  dueAt: new Date(dueAt),
  payload: { ...payload },
});

/** Who was erased is to be in no file that came before. */
export const uploadErasures = ({ now }: { readonly now: () => Date }): RecordingWorker => ({
  kind: 'recording',
  name: 'upload-erasures',
  handles: [ContactErased.type],
  async record(events, trx) {
    const dueAt = Math.ceil(now().getTime() / togetherMs) * togetherMs;
    for (const event of events) {
      if (!is(event, ContactErased)) continue;
      const { businessId, identities } = event.data;
      for (const { identityId } of identities)
        await sql`insert into ops.upload_erasures (business_id, identity_id, position)
          values (${businessId}, ${identityId}, ${event.position.toString()}) on conflict do nothing`.execute(trx);
      await setTimers(trx, [timerOf({ businessId, agencyId: event.metadata.tenant.agencyId }, dueAt)]);
    }
  },
});

interface Parts {
  readonly db: Database;
  readonly store: EventStore;
  readonly commands: Pick<Commands, 'uploads'>;
  readonly service: UploadService;
  readonly now: () => Date;
}
interface Erased {
  readonly identity_id: string;
  readonly position: string;
}

/** Crosses out of the files of a business who was erased. Files that are worked on are looked at when that is over. */
export const redactUploads =
  (parts: Parts): TimerHandler =>
  async ({ payload }) => {
    const given = payload as Payload;
    const { db, store, now } = parts;
    const { businessId } = given;
    const { rows: erased } = await sql<Erased>`select identity_id, position from ops.upload_erasures
      where business_id = ${businessId}`.execute(db);
    if (erased.length === 0) return;
    let wait = false;
    for (const uploadId of await uploadsOf(parts, businessId)) {
      const recorded = await store.read(streams.upload(uploadId));
      const upload = stateOf(Upload, recorded);
      if (upload.stage === 'none' || upload.deleted) continue;
      const received = recorded[0]!.position;
      const gone = new Set(erased.filter(({ position }) => BigInt(position) > received).map((one) => one.identity_id));
      if (gone.size > 0 && isAtWork(upload)) wait = true;
      else if (gone.size > 0) wait = !(await redact(parts, given, upload, gone)) || wait;
    }
    if (wait) return setTimers(db, [timerOf(given, now().getTime() + againMs)]);
    await sql`delete from ops.upload_erasures where business_id = ${businessId}
      and (identity_id, position) in (
        select * from unnest(${erased.map((one) => one.identity_id)}::uuid[],
          ${erased.map(({ position }) => position)}::bigint[]))`.execute(db);
  };

/** Of whom a file is that came before files said so is found out once. */
async function uploadsOf({ db, store }: Parts, businessId: string): Promise<readonly UploadId[]> {
  const unknown = await sql<{ id: UploadId }>`select distinct upload_id as id from ops.upload_files
    where business_id is null`.execute(db);
  for (const { id } of unknown.rows) {
    const upload = stateOf(Upload, await store.read(streams.upload(id)));
    if (upload.stage !== 'none')
      await sql`update ops.upload_files set business_id = ${upload.businessId} where upload_id = ${id}`.execute(db);
  }
  const { rows } = await sql<{ id: UploadId }>`select distinct upload_id as id from ops.upload_files
    where business_id = ${businessId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** False: it is worked on after all. */
async function redact(
  parts: Parts,
  given: Payload,
  upload: ExistingUpload,
  gone: ReadonlySet<string>,
): Promise<boolean> {
  const { db, commands, service } = parts;
  const { uploadId, content, storageKey } = upload;
  const from = content?.key ?? storageKey;
  if (from === null) return true;
  const country = (upload.plan?.country ?? (await commands.uploads.frame(given.businessId)).country) as Country;
  // What nobody could read can not be looked through either: nothing of it stays.
  const left =
    content === null ?
      { key: null, rows: [] }
    : await service.spreadsheets.crossOut(content, (rows) => whose(parts, given.businessId, rows, country, gone));
  if (left !== null) {
    const context = workerContext('uploads', given, 'redact', [uploadId, from, left.key ?? ''], {
      correlationId: uploadId,
      causationId: null,
    });
    if (left.key !== null) await keep(db, { uploadId, businessId: given.businessId }, left.key);
    try {
      await commands.uploads.redact(context, { uploadId, from, contentKey: left.key, rows: left.rows.length });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'conflict') return false;
      if (error instanceof DomainError && error.code === 'not_found') return true;
      throw error;
    }
    await sql`update ops.upload_problems set value = null
      where upload_id = ${uploadId} and row = any(${[...left.rows]}::int[])`.execute(db);
    await sql`delete from ops.upload_changes
      where upload_id = ${uploadId} and row = any(${[...left.rows]}::int[])`.execute(db);
  }
  // What it was before, also where an earlier try was cut off here.
  const now = stateOf(Upload, await parts.store.read(streams.upload(uploadId)));
  if (now.stage === 'none' || now.deleted) return true;
  const { rows } = await sql<{ key: string }>`select storage_key as key from ops.upload_files
    where upload_id = ${uploadId}`.execute(db);
  for (const { key } of rows)
    if (key !== now.storageKey && key !== now.content?.key)
      await letGo({ db, storage: service.storage }, uploadId, key);
  return true;
}

/** The rows in which a number or an address of somebody stands who was erased, in whichever column. */
async function whose(
  { commands }: Parts,
  businessId: string,
  rows: readonly TableRow[],
  country: Country,
  gone: ReadonlySet<string>,
): Promise<ReadonlySet<number>> {
  const found: { readonly row: number; readonly value: { phone: string } | { email: string } }[] = [];
  for (const { row, cells } of rows)
    for (const cell of cells) for (const value of identitiesIn(cell, country)) found.push({ row, value });
  const ids = await commands.uploads.identitiesOf(
    businessId,
    found.map(({ value }) => value),
  );
  return new Set(found.filter((_, at) => gone.has(ids[at]!)).map(({ row }) => row));
}
