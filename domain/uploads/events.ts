import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { ipAddress } from '../kernel/personal.ts';
import { BusinessId, UploadId, UserId } from '../kernel/ids.ts';
import { Refusal, storedCounts, storedDayEvidence, storedFinding, storedReading } from './fields.ts';
import { storedPlan } from './plan.ts';

const upload = { uploadId: UploadId, businessId: BusinessId };
const storageKey = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** A file came in and is kept under the hash of its content: what is imported later is this and nothing else. */
export const UploadReceived = event(
  'UploadReceived',
  1,
  z.object({ ...upload, fileName: z.string().max(200), size: count, storageKey, format: z.enum(['csv', 'xlsx']) }),
);

/** What it holds: `contentKey` is the same as UTF-8 text with separated values, which may be the file itself. */
export const UploadParsed = event(
  'UploadParsed',
  1,
  z.object({
    ...upload,
    contentKey: storageKey,
    contentSize: count,
    encoding: z.string().max(20),
    delimiter: z.enum([',', ';', '\t', '|']),
    columns: z.array(z.string().max(200)),
    rows: count,
    /** The row in which the names of the columns stand, as a spreadsheet counts it; 0: in none. Left out: the first. */
    header: count.optional(),
    /** Of a workbook: its sheets, and which of them it is. */
    sheets: z.array(z.object({ name: z.string().max(100), hidden: z.boolean(), empty: z.boolean() })).optional(),
    sheet: z.string().max(100).nullable().optional(),
    /** Rows that nobody sees in the workbook, and bytes that belong to no letter. */
    hiddenRows: count.optional(),
    strayBytes: count.optional(),
    /** What the days in its columns tell about their order. */
    days: z.array(storedDayEvidence).optional(),
  }),
);
/** Somebody said how it is to be read: it is read again by that. */
export const UploadOptionsChanged = event('UploadOptionsChanged', 1, z.object({ ...upload, reading: storedReading }));
/** It can't be read; `line` of the file, where that is known. */
export const UploadRejected = event(
  'UploadRejected',
  1,
  z.object({ ...upload, reason: Refusal, line: z.number().int().positive().nullable() }),
);

/** Somebody said what its columns mean and what is to become of them: from now on it is rehearsed. */
export const ImportMapped = event('ImportMapped', 1, z.object({ ...upload, plan: storedPlan }));
/** What would happen, by all rows. `room`: how many more contacts the business may have, null: any number. */
export const ImportPreviewed = event(
  'ImportPreviewed',
  1,
  z.object({ ...upload, counts: storedCounts, room: count.nullable(), findings: z.array(storedFinding).max(500) }),
);

/**
 * Somebody said in these exact words that the people of the file have agreed, or that nothing is claimed of that, and
 * that it is to be imported. Who and when: the metadata. It outlives the file and the people.
 */
export const ImportAttested = event(
  'ImportAttested',
  1,
  z.object({
    ...upload,
    attestedBy: UserId,
    statement: z.string().max(2_000),
    consent: z.object({ texts: z.boolean(), emails: z.boolean() }),
    ipAddress,
  }),
  { subject: 'attestedBy' },
);

/** Work has begun. `room`: how many contacts may be made. */
export const ImportStarted = event('ImportStarted', 1, z.object({ ...upload, room: count.nullable() }));
/** The import has come so far: whoever goes on, goes on behind this. `row`: the last one done; `bytes`: where it ends. */
export const ImportProgressed = event(
  'ImportProgressed',
  1,
  z.object({ ...upload, row: count, bytes: count, counts: storedCounts }),
);
export const ImportCompleted = event('ImportCompleted', 1, z.object({ ...upload, counts: storedCounts }));
/** It can't go on; what was imported until then stays, and can be undone. */
export const ImportFailed = event('ImportFailed', 1, z.object({ ...upload, reason: Refusal }));

export const ImportUndoRequested = event('ImportUndoRequested', 1, z.object(upload));
/** `removed`: contacts that are gone, `restored`: those that are as they were, `left`: those with nothing to undo. */
const undone = { removed: count, restored: count, left: count };
export const ImportUndoProgressed = event(
  'ImportUndoProgressed',
  1,
  z.object({ ...upload, row: count, bytes: count, ...undone }),
);
export const ImportUndone = event('ImportUndone', 1, z.object({ ...upload, ...undone }));

/**
 * People in it were erased, so that what the file said of them is gone: `contentKey` is what is left, the same with
 * their rows crossed out, and takes the place of the file as it came; null: nothing is left. Rows keep their numbers.
 */
export const UploadRedacted = event(
  'UploadRedacted',
  1,
  z.object({ ...upload, contentKey: storageKey.nullable(), rows: count }),
);
/** The file is gone. What it did, and who attested what, stays. */
export const UploadDeleted = event('UploadDeleted', 1, z.object(upload));

export const uploadEvents = [
  UploadReceived,
  UploadParsed,
  UploadOptionsChanged,
  UploadRejected,
  ImportMapped,
  ImportPreviewed,
  ImportAttested,
  ImportStarted,
  ImportProgressed,
  ImportCompleted,
  ImportFailed,
  ImportUndoRequested,
  ImportUndoProgressed,
  ImportUndone,
  UploadRedacted,
  UploadDeleted,
] as const;
export type UploadEvent = EventOf<(typeof uploadEvents)[number]>;
