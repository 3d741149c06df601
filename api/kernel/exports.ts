import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../../commands/caller.ts';
import { BulkTarget } from '../../domain/bulk/fields.ts';
import { customFieldList } from '../../domain/custom-field/list.ts';
import { RecipientState } from '../../domain/broadcast/fields.ts';
import { recipientDeeds } from '../../domain/broadcast/list.ts';
import { contactColumns, exportColumn, ExportFormat, fieldOf, recipientColumns } from '../../domain/export/fields.ts';
import { asked } from '../../domain/kernel/list.ts';
import { contactLayout, recipientLayout } from '../present/exports.ts';
import { commandContext } from './context.ts';
import { ApiError, ClientGone, notFound, validationFailed } from './errors.ts';
import { privateFile } from './files.ts';
import type { ApiParts } from './parts.ts';
import { type Cell, clockOf } from './tables/cell.ts';
import { csvFile } from './tables/csv.ts';
import { workbookFile } from './tables/workbook.ts';

/** Which list somebody wants to take along, and as what. */
export const ExportWish = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('contacts'),
    format: ExportFormat,
    /** None: all. */
    columns: z.array(exportColumn),
    target: BulkTarget,
  }),
  z.object({
    list: z.literal('recipients'),
    format: ExportFormat,
    broadcastId: z.uuid(),
    given: z.object({
      search: z.string().nullable(),
      status: RecipientState.nullable(),
      did: z.enum(recipientDeeds).nullable(),
      reason: z.array(z.string()),
    }),
  }),
]);
export type ExportWish = z.output<typeof ExportWish>;

/** A list as it would be now. `pages`: its rows, some at a time; ends when `signal` aborts. */
interface Prepared {
  readonly name: string;
  readonly title: string;
  readonly zone: string;
  readonly count: number;
  readonly ofId: string | null;
  readonly narrowed: boolean;
  /** As they are recorded. */
  readonly columns: readonly string[];
  readonly titles: readonly string[];
  readonly pages: (signal: AbortSignal) => AsyncGenerator<readonly (readonly Cell[])[]>;
}

/** Rows that are read at once. */
const rowsAPage = 1_000;
const mostFields = 1_000;
/** Of one person in an hour. */
const perHour = 240;
const linkMs = 10 * 60_000;

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** For the name of a file on any system: no path, nothing that cannot be seen, not too long. */
const inName = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|]|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
    .slice(0, 80);

/** The list as its own business has it. Throws 404 for anybody else's, 422 for columns that are not there. */
export async function prepareExport(
  { readModels, now }: Pick<ApiParts, 'readModels' | 'now'>,
  businessId: string,
  wish: ExportWish,
  pageSize = rowsAPage,
): Promise<Prepared> {
  const business = await readModels.business(businessId);
  if (business === null) throw notFound();
  const zone = business.timezone;
  const day = clockOf(zone)(now().toISOString()).slice(0, 10);
  if (wish.list === 'recipients') {
    const { broadcastId, given } = wish;
    const [broadcast, found] = await Promise.all([
      readModels.broadcast(businessId, broadcastId),
      readModels.countRecipients(businessId, broadcastId, given),
    ]);
    if (broadcast === null || found === null) throw notFound();
    const layout = recipientLayout(recipientColumns, zone);
    const upTo = found.upTo ?? -1;
    return {
      ...{ name: `Recipients of ${inName(broadcast.name)}, ${day}.${wish.format}`, title: 'Recipients', zone },
      ...{ count: found.count, ofId: broadcastId, columns: recipientColumns, titles: layout.columns },
      narrowed: given.status !== null || given.did !== null || given.reason.length > 0 || (given.search ?? '') !== '',
      async *pages(signal) {
        for (let after = -1; after < upTo;) {
          const page = { after, upTo, limit: pageSize };
          const rows = await readModels.exportedRecipients(businessId, broadcastId, given, page, signal);
          if (rows.length > 0) yield rows.map(layout.row);
          if (rows.length < pageSize) return;
          after = rows.at(-1)!.place;
        }
      },
    };
  }
  const { target } = wish;
  const [fields, { count, upTo }] = await Promise.all([
    readModels.customFields(businessId, asked(customFieldList, { perPage: mostFields })),
    readModels.countTarget(businessId, target),
  ]);
  if (target.kind === 'chosen' && count === 0) throw notFound('These contacts do not exist.');
  const names = new Map(fields.data.map(({ id, name }) => [id, name]));
  const columns =
    wish.columns.length > 0 ?
      [...new Set(wish.columns)]
    : [...contactColumns, ...fields.data.map(({ id }) => `custom:${id}`)];
  const wanted = columns.flatMap((column) => fieldOf(column) ?? []);
  if (wanted.some((id) => !names.has(id))) throw validationFailed({ columns: ['There is no such column.'] });
  const layout = contactLayout(columns, names, zone);
  const narrowed =
    target.kind === 'chosen' || target.filters.length > 0 || (target.search ?? '') !== '' || target.except.length > 0;
  return {
    ...{ name: `Contacts of ${inName(business.name)}, ${day}.${wish.format}`, title: 'Contacts', zone, narrowed },
    ...{ count, ofId: null, columns, titles: layout.columns },
    async *pages(signal) {
      if (upTo === null) return;
      for (let after = '0'; ;) {
        const page = { after, upTo, limit: pageSize };
        const rows = await readModels.exportedContacts(businessId, target, page, wanted, signal);
        if (rows.length > 0) yield rows.map(layout.row);
        if (rows.length < pageSize) return;
        after = rows.at(-1)!.position;
      }
    },
  };
}

/** A file on its way, with what a browser has to know of it. */
export interface ExportedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
}

/**
 * The list as a file. Who takes it is recorded before the first row leaves, and at the end how many did. One that
 * breaks ends the connection: nobody takes half of a list for all of it. `signal` aborts when the client goes away.
 */
export async function openExport(
  parts: ApiParts,
  {
    caller,
    correlationId,
    signal,
  }: { readonly caller: Caller; readonly correlationId: string; readonly signal: AbortSignal },
  wish: ExportWish,
): Promise<ExportedFile> {
  const businessId = caller.tenant.businessId;
  if (businessId === null) throw new ApiError('forbidden', 'You may not do this.');
  if (caller.actor.kind === 'user')
    await parts.rateLimits.take([{ key: `exports:${caller.actor.userId}`, max: perHour, windowMs: 3_600_000 }]);
  const list = await prepareExport(parts, businessId, wish);
  const exportId = randomUUID();
  const { ofId, narrowed, count } = list;
  await parts.commands.exports.begin(commandContext(caller, correlationId), {
    ...{ exportId, list: wish.list, ofId, format: wish.format, columns: [...list.columns], narrowed, count },
  });
  let rows = 0;
  let complete = false;
  const counted = async function* () {
    try {
      for await (const some of list.pages(signal)) {
        rows += some.length;
        yield some;
      }
      complete = true;
    } catch (error) {
      // Nobody is there any more to be told that it broke.
      if (!(error instanceof ClientGone)) throw error;
    }
  };
  const write = wish.format === 'csv' ? csvFile : workbookFile;
  const table = { name: list.name, title: list.title, columns: list.titles, rows: counted(), zone: list.zone };
  const content = Readable.from(write(table), { objectMode: false, highWaterMark: 64 * 1024 });
  content.once('close', () => {
    const ended = { exportId, rows, complete: complete && content.readableEnded };
    parts.commands.exports.end(commandContext(caller, correlationId), ended).catch((error: unknown) => {
      parts.log.warn({ err: error, exportId }, 'the end of an export could not be recorded');
    });
  });
  return {
    // For a proxy that would gather it first.
    headers: { ...privateFile(types[wish.format], list.name), 'x-accel-buffering': 'no' },
    content,
  };
}

const Kept = z.object({ caller: z.custom<Caller>(), wish: ExportWish });
const sealedAs = (id: string): string => `export:${id}`;

/** An address for a browser, which has no header to sign in with when it downloads. */
export async function linkExport(parts: ApiParts, caller: Caller, businessId: string, wish: ExportWish) {
  const { name, count } = await prepareExport(parts, businessId, wish);
  const id = randomUUID();
  const [now, expires] = [parts.now(), new Date(parts.now().getTime() + linkMs)];
  const sealed = parts.vault.seal(sealedAs(id), JSON.stringify({ caller, wish }));
  await sql`delete from ops.exports where expires_at < ${now}`.execute(parts.db);
  await sql`insert into ops.exports (id, wish, expires_at) values (${id}, ${sealed}, ${expires})`.execute(parts.db);
  const url = `/files/exports/${parts.identifiers.token('export', id)}`;
  return { data: { name, rows: count, file_url: url, expires_at: expires.toISOString() } };
}

/** What an address stands for; null: nothing, or nothing any more. */
export async function linkedExport(parts: ApiParts, token: string) {
  const id = parts.identifiers.idOf('export', token);
  if (id === null) return null;
  const { rows } = await sql<{ wish: Buffer }>`select wish from ops.exports
    where id = ${id} and expires_at >= ${parts.now()}`.execute(parts.db);
  return rows[0] === undefined ? null : Kept.parse(JSON.parse(parts.vault.unseal(sealedAs(id), rows[0].wish)));
}
