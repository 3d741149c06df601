import { z } from 'zod';
import { UploadId } from '../../domain/kernel/ids.ts';
import {
  advanceImport,
  advanceUndo as decideUndoAdvanced,
  beginImport,
  failImport,
  finishImport,
  finishUndo,
  recordRead as decideRead,
  recordRehearsal as decideRehearsed,
  redactUpload,
} from '../../domain/uploads/decide.ts';
import { delimiters, Refusal, storedCounts, storedDayEvidence, storedFinding } from '../../domain/uploads/fields.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import type { UploadEvent } from '../../domain/uploads/events.ts';
import { decision, question } from '../kernel/command.ts';
import { emailIdentity, phoneIdentity } from '../directory/contact-directory.ts';
import { ownUpload } from './own-upload.ts';

/** What the worker that reads, rehearses, imports and undoes has to say of a file. */
const record = <S extends z.ZodType<{ readonly uploadId: UploadId }>>(
  input: S,
  decide: (given: z.output<S>, upload: Upload) => readonly UploadEvent[],
) => decision({ input, by: ['system'], aggregate: Upload, at: ownUpload, decide });

const upload = { uploadId: UploadId };
const natural = z.number().int().nonnegative();
const key = z.string().regex(/^[0-9a-f]{64}$/);
const found = z.union([
  z.object({
    key,
    size: natural,
    encoding: z.string(),
    delimiter: z.enum(delimiters),
    header: natural,
    columns: z.array(z.string()),
    rows: natural,
    days: z.array(storedDayEvidence),
    sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), empty: z.boolean() })),
    sheet: z.string().nullable(),
    hiddenRows: natural,
    strayBytes: natural,
  }),
  z.object({ refused: Refusal, line: natural.nullable() }),
]);
export const recordRead = record(z.object({ ...upload, found }), (given, state) => decideRead(given.found, state));

export const recordRehearsal = record(
  z.object({ ...upload, counts: storedCounts, room: natural.nullable(), findings: z.array(storedFinding) }),
  (given, state) => decideRehearsed({ counts: given.counts, room: given.room, findings: given.findings }, state),
);
export const begin = record(z.object({ ...upload, room: natural.nullable() }), ({ room }, state) =>
  beginImport(room, state),
);
const place = { from: natural, row: natural, bytes: natural };
export const advance = record(z.object({ ...upload, ...place, counts: storedCounts }), (given, state) =>
  advanceImport(given, state),
);
export const finish = record(z.object(upload), (_, state) => finishImport(state));
export const fail = record(z.object({ ...upload, reason: Refusal }), ({ reason }, state) => failImport(reason, state));
export const advanceUndo = record(
  z.object({ ...upload, ...place, removed: natural, restored: natural, left: natural }),
  ({ uploadId: _, ...given }, state) => decideUndoAdvanced(given, state),
);
export const endUndo = record(z.object(upload), (_, state) => finishUndo(state));

/** People in it were erased: this is left of the file. */
export const redact = record(
  z.object({ ...upload, from: key, contentKey: key.nullable(), rows: natural }),
  (given, state) => redactUpload(given, state),
);
/** The keyed ids of numbers and addresses of a business, in the same order: by them whoever was erased is known. */
export const identitiesOf = question(
  async (world, businessId: string, values: readonly ({ phone: string } | { email: string })[]) =>
    values.map((one) =>
      'phone' in one ? phoneIdentity(world, businessId, one.phone) : emailIdentity(world, businessId, one.email),
    ),
);
