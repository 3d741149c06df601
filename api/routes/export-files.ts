import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../../commands/kernel/caller.ts';
import { commandContext } from '../kernel/context.ts';
import { ApiError, ClientGone } from '../kernel/errors.ts';
import { ExportWish, prepareExport } from './exported-lists.ts';
import { privateFile } from '../kernel/files.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { csvFile } from '../kernel/tables/csv.ts';
import { workbookFile } from '../kernel/tables/workbook.ts';

/** Of one person in an hour. */
const perHour = 240;
const linkMs = 10 * 60_000;

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

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
    exportId,
    list: wish.list,
    ofId,
    format: wish.format,
    columns: [...list.columns],
    narrowed,
    count,
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
