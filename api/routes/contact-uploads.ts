import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { TableRefused } from '../../adapters/spreadsheets/port.ts';
import { FileTooLarge } from '../../adapters/storage/port.ts';
import { attestation } from '../../domain/contacts/attestation.ts';
import { sourceNames } from '../../domain/contacts/import-sources.ts';
import { type Counts, limits, type PlannedColumn, usual } from '../../domain/uploads/fields.ts';
import { dayOrderOf, ownDayOrder } from '../../domain/uploads/days.ts';
import { guessColumns, remember } from '../../domain/uploads/guess.ts';
import { recognize } from '../../domain/uploads/sources.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { UploadView } from '../../projections/uploads/queries.ts';
import { contactUploadCalls } from '../contract/index.ts';
import type { UploadChange, UploadFinding } from '../contract/contact-uploads.ts';
import { ApiError, notFound, validationFailed } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { findUnstorableText } from '../kernel/text.ts';
import { presentCounts, presentUpload } from '../present/uploads.ts';
import { uploadTokens } from './upload-files.ts';

const shown = ['uploads'];
/** Of one person in an hour. */
const perHour = 60;
/** Rows whose values are looked at and shown. */
const sampled = 50;

type OfOne = Call<{ id: string }>;
/** Whose files somebody sees: an admin everybody's (null). */
const ownerOf = (call: Call): string | null => (call.session.role === 'Admin' ? null : call.businessId);

async function found(call: OfOne): Promise<UploadView> {
  const upload = await call.parts.readModels.upload(ownerOf(call), call.params.id);
  if (upload === null) throw notFound('This upload does not exist.');
  return upload;
}

/** The file is kept as it streams in; what it is, the worker finds out. Answers with the id of the upload. */
async function receive(call: Call, businessOf: (fields: Readonly<Record<string, string>>) => string) {
  const { request, parts, session } = call;
  if (!request.isMultipart()) throw new ApiError('unsupported_content_type', 'Send the file as a form with one file.');
  await parts.rateLimits.take([{ key: `uploads:${session.userId}`, max: perHour, windowMs: 3_600_000 }]);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let kept: { fileName: string; key: string; size: number; format: 'csv' | 'xlsx' } | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: limits.fileBytes, files: 1, fields: 5, parts: 6, fieldSize: 200, fieldNameSize: 100 },
    })) {
      if (part.type === 'file') {
        let head = Buffer.alloc(0);
        const content = (async function* () {
          for await (const chunk of part.file as AsyncIterable<Buffer>) {
            if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)]);
            yield chunk;
          }
        })();
        const { key, size } = await parts.storage.put(content, limits.fileBytes);
        if (part.file.truncated) throw new FileTooLarge('cut off');
        const format = head.subarray(0, 4).toString('hex') === '504b0304' ? 'xlsx' : 'csv';
        kept = { fileName: nameOf(part.filename), key, size, format };
      } else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new ApiError('payload_too_large', 'This file is too large: at most 200 MB can be imported at once.');
    if (error instanceof Error && ('statusCode' in error || 'code' in error)) throw error;
    throw new ApiError('malformed_request', 'The form could not be read.');
  }
  if (kept === null) throw validationFailed({ file: ['Choose a file.'] });
  const unstorable = findUnstorableText({ ...fields, file: kept.fileName }, '');
  if (unstorable !== null)
    throw validationFailed({ [unstorable]: ['This text holds characters that cannot be stored.'] });
  const context = call.context();
  const uploadId = uuidV5(namespaces.command, context.commandId, 'upload');
  const { fileName, key: storageKey, size, format } = kept;
  const { position } = await parts.commands.uploads.receive(context, {
    uploadId,
    businessId: businessOf(fields),
    fileName,
    size,
    storageKey,
    format,
  });
  await call.settled(position, shown);
  return { success: true as const, message: `${fileName} was uploaded.`, data: { id: uploadId } };
}

/** Without a path and what can't be shown. */
const nameOf = (name: string | undefined): string =>
  (name ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(-200) || 'contacts.csv';

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const businessField = ({ business_id: id }: Readonly<Record<string, string>>): string => {
  if (id === undefined || !isUuid.test(id)) throw validationFailed({ business_id: ['Choose a business.'] });
  return id.toLowerCase();
};

/** How far a rehearsal has come: the worker notes it, and no event tells of it. */
async function working(db: Kysely<unknown>, id: string): Promise<number> {
  const { rows } = await sql<{ done: number }>`select done from ops.upload_jobs where upload_id = ${id}`.execute(db);
  return rows[0]?.done ?? 0;
}

/** The values that the findings of a rehearsal name. */
async function exampleValues(db: Kysely<unknown>, id: string, rows: readonly number[]) {
  const found = await sql<{ row: number; column_index: number; problem: string; value: string | null }>`
    select row, column_index, problem, value from ops.upload_problems
    where upload_id = ${id} and not imported and row = any(${[...rows]}::int[])`.execute(db);
  return new Map(found.rows.map((one) => [`${one.row} ${one.column_index} ${one.problem}`, one.value]));
}

const lookedAt = 8;
/** The first rows with their values, and those at the top as they stand there. */
async function firstRows(call: OfOne, view: UploadView) {
  const { contentKey: key, contentSize, delimiter } = view;
  const { spreadsheets } = call.parts;
  const none = { samples: [], top: [] };
  if (!key || delimiter === null || spreadsheets === undefined) return none;
  const table = { key, size: Number(contentSize), delimiter, header: view.header ?? 1 };
  try {
    const top = await spreadsheets.first(table, Math.max(lookedAt, Math.min(table.header + 3, 2 * lookedAt)));
    for await (const rows of spreadsheets.rows(table, { batch: sampled }))
      return { samples: rows.map(({ cells }) => cells), top };
    return { samples: [], top };
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
  }
  return none;
}

/** What rows would change, as the rehearsal noted it. */
async function changesOf(db: Kysely<unknown>, id: string, header: number): Promise<UploadChange[]> {
  const { rows } = await sql<{
    row: number;
    contactId: string;
    changes: Pick<UploadChange, 'values'> & { name: string };
  }>`select row, contact_id as "contactId", changes from ops.upload_changes where upload_id = ${id} order by row`.execute(
    db,
  );
  return rows.map(({ row, contactId, changes: { name, values } }) => ({
    row: row + header,
    contact: { id: contactId, name },
    values,
  }));
}

async function detail(call: OfOne) {
  const { parts } = call;
  const view = await found(call);
  const { commands, readModels, db } = parts;
  // A plan was for the file as it was read then.
  const plan = view.stage === 'received' || view.stage === 'read' || view.stage === 'refused' ? null : view.plan;
  const [frame, last, { samples, top }, done] = await Promise.all([
    commands.uploads.frame(view.businessId),
    plan === null ? readModels.lastPlan(view.businessId, view.id) : null,
    firstRows(call, view),
    view.stage === 'rehearsing' ? working(db, view.id) : 0,
  ]);
  const names = view.columns ?? [];
  const recognized = recognize(names, view.fileName ?? '');
  // What was chosen for another file counts for one of the same system, and for one of none.
  const remembered =
    last === null || (last.plan.source ?? null) !== (recognized?.source ?? null) ?
      new Map<string, PlannedColumn>()
    : remember(last.columns, last.plan.columns);
  const chosen =
    plan?.columns ??
    (recognized !== null && remembered.size === 0 ?
      recognized.columns
    : guessColumns(names, samples, frame.fields, remembered));
  const { report, facts } = view;
  const header = view.header ?? 1;
  const isShown = report !== null && plan !== null && view.stage !== 'rehearsing';
  const country = plan?.country ?? last?.plan.country ?? frame.country;
  const ownOrder = ownDayOrder({ dateFormat: frame.dateFormat, country });
  const daysOf = (index: number) => {
    const { order, isSure } = dayOrderOf(
      facts?.days.find(({ column }) => column === index),
      ownOrder,
    );
    return { days: chosen[index]?.days ?? order, days_sure: isSure };
  };
  const values =
    isShown ?
      await exampleValues(
        db,
        view.id,
        report.findings.flatMap(({ rows }) => rows),
      )
    : new Map();
  return {
    data: {
      ...presentUpload(view, done),
      columns: names.map((name, index) => ({
        name,
        target: chosen[index]?.target ?? null,
        policy: chosen[index]?.policy ?? usual,
        ...daysOf(index),
        samples: samples
          .map((row) => (row[index] ?? '').trim())
          .filter((value) => value !== '')
          .slice(0, 3)
          .map((value) => value.slice(0, 80)),
      })),
      country,
      reading:
        facts === null || view.stage === 'received' || view.stage === 'refused' ?
          null
        : {
            delimiter: view.format === 'xlsx' ? null : view.delimiter,
            header,
            sheet: facts.sheet,
            sheets: facts.sheets.map((one) => ({ ...one })),
            first: top.map(({ row, cells }) => ({
              row: row + header,
              cells: cells.slice(0, 30).map((cell) => cell.trim().slice(0, 60)),
            })),
            hidden_rows: facts.hiddenRows,
            stray_bytes: facts.strayBytes,
          },
      tags: [...(plan?.tags ?? [])],
      campaign_ids: plan?.campaigns.map(({ campaignId }) => campaignId) ?? [],
      recognized:
        recognized === null ? null : (
          { source: recognized.source, name: sourceNames[recognized.source], known: recognized.known }
        ),
      sha256: (view.storageKey ?? '') === '' ? null : view.storageKey,
      consent: plan?.consent ?? recognized?.consent ?? { texts: false, emails: false },
      suppress: plan?.suppress ?? { texts: false, emails: false },
      report:
        isShown ?
          {
            counts: presentCounts(report.counts as Counts),
            room: report.room,
            findings: report.findings.map(({ column, problem, count, rows }): UploadFinding => ({
              column,
              problem,
              count,
              examples: rows.map((row) => ({
                row: row + header,
                value: (values.get(`${row} ${column ?? -1} ${problem}`) as string | null | undefined) ?? null,
              })),
            })),
            changes: await changesOf(db, view.id, header),
          }
        : null,
      statement:
        plan !== null && view.stage === 'rehearsed' ? attestation(frame.businessName, plan.consent, plan) : null,
      custom_fields: [...frame.fields].flatMap(([id, { name, kind, deleted }]) =>
        deleted ? [] : [{ id, name, kind }],
      ),
    },
  };
}

type Listing = z.output<NonNullable<(typeof contactUploadCalls)['GET /uploads']['query']>>;
async function listed(call: Call<unknown, Listing>) {
  const query = listQuery(call.query);
  const owner = ownerOf(call);
  return listReply(await call.parts.readModels.uploads(owner, query), query, (view) => presentUpload(view));
}

const remove = async (call: OfOne) => {
  const { position } = await call.parts.commands.uploads.delete(call.context(), { uploadId: call.params.id });
  await call.settled(position, shown);
  return { success: true as const, message: 'The file is gone. The contacts stay.' };
};
const token = async (call: OfOne) => ({ data: uploadTokens(call.parts).make((await found(call)).id) });

export const contactUploadRoutes = [
  route(contactUploadCalls['POST /contacts/import'], (call) => receive(call, () => call.businessId)),
  route(contactUploadCalls['GET /contacts/uploads'], (call: Call<unknown, Listing>) => listed(call)),
  route(contactUploadCalls['GET /contacts/uploads/{id}'], detail),
  route(contactUploadCalls['DELETE /contacts/uploads/{id}'], remove),
  route(contactUploadCalls['GET /contacts/uploads/{id}/token'], token),

  route(contactUploadCalls['PUT /uploads/{id}/plan'], async (call) => {
    const { columns, country, tags, campaign_ids: campaignIds, consent, suppress } = call.body;
    const { position } = await call.parts.commands.uploads.plan(call.context(), {
      uploadId: call.params.id,
      columns,
      country,
      tags,
      campaignIds,
      consent,
      suppress,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'All rows are being looked at.' };
  }),
  route(contactUploadCalls['PUT /uploads/{id}/reading'], async (call) => {
    const { position } = await call.parts.commands.uploads.chooseReading(call.context(), {
      uploadId: call.params.id,
      ...call.body,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The file is being read again.' };
  }),
  route(contactUploadCalls['POST /uploads/{id}/start'], async (call) => {
    const { position } = await call.parts.commands.uploads.attest(call.context(), {
      uploadId: call.params.id,
      statement: call.body.statement,
      ipAddress: call.ip,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The import has begun.' };
  }),
  route(contactUploadCalls['POST /uploads/{id}/undo'], async (call) => {
    const { position } = await call.parts.commands.uploads.undo(call.context(), { uploadId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: 'The import is being undone.' };
  }),

  route(contactUploadCalls['GET /uploads'], (call: Call<unknown, Listing>) => listed(call)),
  route(contactUploadCalls['POST /uploads'], (call) => receive(call, businessField)),
  route(contactUploadCalls['GET /uploads/{id}'], detail),
  route(contactUploadCalls['DELETE /uploads/{id}'], remove),
  route(contactUploadCalls['GET /uploads/{id}/token'], token),
];
