import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { TableRefused } from '../../adapters/spreadsheets/port.ts';
import { byteOrderMark, csvLine } from '../kernel/csv.ts';
import type { UploadView } from '../../projections/uploads/queries.ts';
import { problemText } from '../contract/upload-problems.ts';
import { notFound } from '../kernel/errors.ts';
import { hourlyTokens, privateFile } from '../kernel/files.ts';
import type { ApiParts } from '../kernel/parts.ts';

/** Of the files of an upload: see `hourlyTokens`. */
export function uploadTokens(world: Parameters<typeof hourlyTokens>[1]) {
  const { make, idOf } = hourlyTokens('upload', world);
  return {
    make(id: string) {
      const { token, expiresAt } = make(id);
      return {
        token,
        file_url: `/files/uploads/${token}/file`,
        problems_url: `/files/uploads/${token}/problems.csv`,
        expires_at: expiresAt,
      };
    },
    idOf,
  };
}

/** Of what is left of a workbook in which somebody was erased, rows are there as CSV. */
const nameOf = ({ fileName, format }: UploadView): string =>
  format === 'csv' ? (fileName ?? 'contacts').replace(/\.xlsx$/i, '.csv') : (fileName ?? 'contacts.xlsx');

/** GET /files/uploads/<token>/…: the file as it came, and what was wrong with its rows. */
export function registerUploadFiles(app: FastifyInstance, parts: ApiParts): void {
  const tokens = uploadTokens(parts);
  const missing = () => notFound('This file does not exist, or its address is no longer good.');
  const uploadOf = async (token: string): Promise<UploadView> => {
    const id = tokens.idOf(token);
    const upload = id === null ? null : await parts.readModels.upload(null, id);
    if (upload === null) throw missing();
    return upload;
  };

  app.get<{ Params: { token: string } }>('/files/uploads/:token/file', async (request, reply) => {
    const upload = await uploadOf(request.params.token);
    // Empty: nothing is left of it.
    const file = upload.storageKey ? await parts.storage.open(upload.storageKey) : null;
    if (file === null) throw missing();
    const name = nameOf(upload);
    return reply.headers(privateFile('application/octet-stream', name)).send(Readable.from(file.content));
  });

  app.get<{ Params: { token: string } }>('/files/uploads/:token/problems.csv', async (request, reply) => {
    const upload = await uploadOf(request.params.token);
    const name = `${(upload.fileName ?? 'contacts').replace(/\.\w+$/, '')} – problems.csv`;
    return reply.headers(privateFile('text/csv; charset=utf-8', name)).send(Readable.from(problems(parts, upload)));
  });
}

/**
 * The rows with something wrong, as they stand in the file and numbered as a spreadsheet does it, each with what it is.
 * Streams: a million may be wrong.
 */
async function* problems({ db, spreadsheets }: ApiParts, upload: UploadView): AsyncGenerator<string> {
  const columns = upload.columns ?? [];
  const { contentKey: key, contentSize, delimiter, id } = upload;
  const header = upload.header ?? 1;
  yield byteOrderMark + csvLine(['Row', 'Problem', ...columns]);
  if (!key || delimiter === null || spreadsheets === undefined) return;
  const imported = upload.done !== null;
  try {
    for await (const rows of spreadsheets.rows({ key, size: Number(contentSize), delimiter, header })) {
      const found = await sql<{ row: number; column_index: number; problem: string }>`
        select row, column_index, problem from ops.upload_problems
        where upload_id = ${id} and imported = ${imported} and row between ${rows[0]!.row} and ${rows.at(-1)!.row}
        order by row, column_index`.execute(db);
      const byRow = new Map<number, string[]>();
      for (const { row, column_index: column, problem } of found.rows) {
        const text = problemText(problem, column < 0 ? null : columns[column] || `Column ${column + 1}`);
        byRow.set(row, [...(byRow.get(row) ?? []), text]);
      }
      let text = '';
      for (const { row, cells } of rows) {
        const wrong = byRow.get(row);
        if (wrong !== undefined) text += csvLine([String(row + header), wrong.join(' '), ...cells]);
      }
      if (text !== '') yield text;
    }
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    yield csvLine(['', 'The file could not be read any further.']);
  }
}
