import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { subjects } from '../../adapters/bus/port.ts';
import { ExportId } from '../../domain/kernel/ids.ts';
import type { reportNames, TextReportName } from '../../domain/reports/fields.ts';
import { type ReportExport, reportExportCalls, type TextExportForm } from '../contract/report-exports.ts';
import { reportTitles } from '../contract/report-titles.ts';
import { callerOf, commandContext } from '../kernel/context.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { privateFile } from '../kernel/files.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Days } from '../../projections/engine/query.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { fileName } from './exported-lists.ts';
import { openReport, type ReportWish } from './report-export-rows.ts';
import { seesPrices } from './report-prices.ts';

/** So many of one person may wait. */
const maxWaiting = 50;
const maxListed = 50;
const linkMs = 10 * 60_000;

interface Row {
  readonly id: string;
  readonly report: (typeof reportNames)[number];
  readonly name: string;
  readonly state: ReportExport['state'];
  readonly total: number | null;
  readonly rows: number;
  readonly bytes: number;
  readonly asked_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at: Date | null;
}
const columns = sql`id, report, name, state, total::float8 as total, rows::float8 as rows, bytes::float8 as bytes,
  asked_at, ended_at, expires_at`;
/**
 * A person's own, as who they were at work: acting as another, or for another business, they see others. A key sees
 * what it asked for itself, since the person who answers for it may see more than it does.
 */
const own = ({ userId, agencyId, businessId, apiKey }: Session) =>
  sql`user_id = ${userId} and agency_id is not distinct from ${agencyId}::uuid
    and business_id is not distinct from ${businessId}::uuid
    and (${apiKey === undefined} or api_key_id = ${apiKey?.id ?? null}::uuid)`;

const present = ({ asked_at: asked, ended_at: ended, expires_at: expires, ...row }: Row, now: Date): ReportExport => ({
  ...row,
  state: row.state === 'ready' && expires !== null && expires <= now ? 'expired' : row.state,
  asked_at: asked.toISOString(),
  ended_at: ended?.toISOString() ?? null,
  expires_at: row.state === 'ready' ? (expires?.toISOString() ?? null) : null,
});

/** What is kept is sealed for its export. */
export const wishContext = (id: string): string => `report-export:${id}`;
export const partContext = (id: string, nth: number): string => `report-export:${id}:${nth}`;

/** A report that someone wants as a file. `whose`: of which business; null: of all that they see. */
export interface AskedReport {
  readonly id: string;
  readonly session: Session;
  readonly wish: ReportWish;
  readonly whose: string | null;
  readonly days: Days;
  readonly now: Date;
}
/** Keeps it for the worker. Null: too many of theirs wait, or it was kept before. */
export async function keepReport(
  { db, vault }: Pick<ApiParts, 'db'> & { readonly vault: Pick<ApiParts['vault'], 'seal'> },
  { id, session, wish, whose, days, now }: AskedReport,
): Promise<Row | null> {
  const period = days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  const title = [reportTitles[wish.report], ...(whose === null ? [] : ['of', fileName(whose)])].join(' ');
  const sealed = vault.seal(wishContext(id), JSON.stringify({ wish, session }));
  const { rows } = await sql<Row>`
    insert into ops.report_exports (id, user_id, agency_id, business_id, api_key_id, report, wish, name, asked_at, due_at)
    select ${id}, ${session.userId}, ${session.agencyId}, ${session.businessId}, ${session.apiKey?.id ?? null},
      ${wish.report}, ${sealed},
      ${`${title}, ${period}.csv`}, ${now}, ${now}
    where (select count(*) from ops.report_exports where ${own(session)} and state = 'waiting') < ${maxWaiting}
    on conflict (id) do nothing returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

async function ask({ parts, session }: Pick<Call, 'parts' | 'session'>, wish: ReportWish) {
  const { whose, days } = await openReport(parts, session, wish);
  const now = parts.now();
  const kept = await keepReport(parts, { id: randomUUID(), session, wish, whose, days, now });
  if (kept === null)
    throw new ApiError('conflict', 'Fifty of your exports are waiting. Wait for them, or cancel some.');
  parts.bus.publish(subjects.exports, {});
  return { data: present(kept, now) };
}

/** Prices are for those who may see them now; the file of others has no such columns. */
async function askTexts(call: Call<unknown, unknown, z.output<typeof TextExportForm>>, report: TextReportName) {
  const prices = call.body.prices && (await seesPrices(call));
  return ask(call, { report, query: { ...call.body, prices } });
}

export const reportExportRoutes = [
  route(reportExportCalls['POST /reports/mdr-list/exports'], (call) => askTexts(call, 'mdr-list')),
  route(reportExportCalls['POST /reports/sms-list/exports'], (call) => askTexts(call, 'sms-list')),
  route(reportExportCalls['POST /reports/bdr-list/exports'], (call) =>
    ask(call, { report: 'bdr-list', query: call.body }),
  ),
  route(reportExportCalls['POST /reports/call-list/exports'], (call) =>
    ask(call, { report: 'call-list', query: call.body }),
  ),

  route(reportExportCalls['POST /reports/consent-list/exports'], (call) =>
    ask(call, { report: 'consent-list', query: call.body }),
  ),

  route(reportExportCalls['GET /reports/exports'], async ({ parts, session }) => {
    const { rows } = await sql<Row>`select ${columns} from ops.report_exports
      where ${own(session)} and not (state = 'withdrawn' and reason is null)
      order by asked_at desc, id limit ${maxListed}`.execute(parts.db);
    return { data: rows.map((row) => present(row, parts.now())), meta: { total: rows.length } };
  }),

  route(reportExportCalls['POST /reports/exports/{id}/file'], async ({ parts, params, session }) => {
    const now = parts.now();
    const { rows } = await sql<Row>`select ${columns} from ops.report_exports
      where ${own(session)} and id = ${params.id} and state = 'ready' and expires_at > ${now}`.execute(parts.db);
    const [found] = rows;
    if (found === undefined) throw notFound('This file does not exist, or was deleted.');
    const linkId = randomUUID();
    const expires = new Date(Math.min(now.getTime() + linkMs, found.expires_at!.getTime()));
    const sealed = parts.vault.seal(`export:${linkId}`, JSON.stringify({ reportExport: found.id }));
    await sql`insert into ops.exports (id, wish, expires_at) values (${linkId}, ${sealed}, ${expires})`.execute(
      parts.db,
    );
    const url = `/files/reports/${parts.identifiers.token('export', linkId)}`;
    return { data: { name: found.name, rows: found.rows, file_url: url, expires_at: expires.toISOString() } };
  }),

  route(reportExportCalls['DELETE /reports/exports/{id}'], async (call) => {
    const { parts, params, session } = call;
    const now = parts.now();
    const { rows } = await sql<Row>`update ops.report_exports
      set state = 'withdrawn', token = token + 1, ended_at = coalesce(ended_at, ${now}), expires_at = ${now}
      where ${own(session)} and id = ${params.id} and state <> 'withdrawn' returning ${columns}`.execute(parts.db);
    const [found] = rows;
    if (found === undefined) throw notFound('This export does not exist.');
    await parts.commands.exports.endReport(commandContext(callerOf(session), call.context().correlationId), {
      exportId: ExportId.parse(found.id),
      userId: session.userId,
      agencyId: session.agencyId,
      businessId: session.businessId,
      outcome: 'withdrawn',
      rows: found.rows,
    });
    return { success: true as const };
  }),
];

/** GET /files/reports/<token>: the file, or a range of its bytes (RFC 9110, 14), so that a download goes on where it broke. */
export function registerReportFiles(app: FastifyInstance, parts: ApiParts): void {
  const missing = () => notFound('This file does not exist, or its address is no longer good.');
  app.get<{ Params: { token: string } }>('/files/reports/:token', async (request, reply) => {
    const linkId = parts.identifiers.idOf('export', request.params.token);
    if (linkId === null) throw missing();
    const now = parts.now();
    const { rows: links } = await sql<{ wish: Buffer }>`select wish from ops.exports
      where id = ${linkId} and expires_at >= ${now}`.execute(parts.db);
    if (links[0] === undefined) throw missing();
    const { reportExport: id } = JSON.parse(parts.vault.unseal(`export:${linkId}`, links[0].wish)) as {
      readonly reportExport?: string;
    };
    if (id === undefined) throw missing();
    const { rows: found } = await sql<{ name: string; nth: number; key: string; bytes: number }>`
      select e.name, p.nth, p.storage_key as key, p.bytes
      from ops.report_exports e join ops.report_export_parts p on p.export_id = e.id and p.nth < e.parts
      where e.id = ${id} and e.state = 'ready' and e.expires_at > ${now} order by p.nth`.execute(parts.db);
    const [first] = found;
    if (first === undefined) throw missing();
    const size = found.reduce((sum, { bytes }) => sum + bytes, 0);
    const range = rangeOf(request.headers.range, size);
    reply.headers({
      ...privateFile('text/csv; charset=utf-8', first.name),
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
      'x-accel-buffering': 'no',
    });
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { from, to } = range ?? { from: 0, to: size - 1 };
    if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
    reply.header('content-length', to - from + 1);
    return reply.send(Readable.from(content(parts, id, found, { from, to }), { objectMode: false }));
  });
}

/** Bytes from `from` to `to`, both included. One part is in memory at a time. */
async function* content(
  { storage, vault }: Pick<ApiParts, 'storage' | 'vault'>,
  id: string,
  found: readonly { readonly nth: number; readonly key: string; readonly bytes: number }[],
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer> {
  let begin = 0;
  for (const { nth, key, bytes } of found) {
    const [first, last] = [Math.max(from - begin, 0), Math.min(to - begin, bytes - 1)];
    begin += bytes;
    if (first > last) continue;
    const file = await storage.open(key);
    if (file === null) throw new Error('A part of an export is missing.');
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.content) chunks.push(chunk);
    yield Buffer.from(vault.unseal(partContext(id, nth), Buffer.concat(chunks))).subarray(first, last + 1);
  }
}

/** One range of bytes; null: all of it. What is no such range is as if it were not there (RFC 9110, 14.2). */
function rangeOf(
  header: string | undefined,
  size: number,
): { readonly from: number; readonly to: number } | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (from >= size) return 'unsatisfiable';
  return from > to ? null : { from, to };
}
