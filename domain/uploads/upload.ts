import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, UploadId } from '../kernel/ids.ts';
import type { UploadEvent } from './events.ts';
import {
  type Counts,
  type DayEvidence,
  type delimiters,
  nothingCounted,
  type Reading,
  type Refusal,
  type Stage,
  sumOf,
} from './fields.ts';
import type { Plan } from './plan.ts';

/** What stands between values. */
export type Delimiter = (typeof delimiters)[number];
export interface UploadContent {
  readonly key: string;
  readonly size: number;
  readonly delimiter: Delimiter;
  /** The row in which the names of the columns stand, as a spreadsheet counts it; 0: in none. */
  readonly header: number;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly days: readonly DayEvidence[];
}
export interface Undone {
  readonly removed: number;
  readonly restored: number;
  readonly left: number;
}
/** How far a walk over the rows has come. */
export interface Reached {
  readonly row: number;
  readonly bytes: number;
}

export type Upload =
  | { readonly stage: 'none' }
  | {
      readonly stage: Stage;
      readonly uploadId: UploadId;
      readonly businessId: BusinessId;
      readonly fileName: string;
      /** The file as it came; null: nothing is left of it. */
      readonly storageKey: string | null;
      readonly format: 'csv' | 'xlsx';
      readonly content: UploadContent | null;
      /** As somebody said that it is to be read. */
      readonly reading: Reading | null;
      readonly refusal: Refusal | null;
      readonly plan: Plan | null;
      /** Whoever looks after it attested consent by this plan. */
      readonly attested: { readonly texts: boolean; readonly emails: boolean } | null;
      readonly began: { readonly room: number | null } | null;
      readonly imported: Reached & { readonly counts: Counts };
      readonly undone: Reached & Undone;
      readonly deleted: boolean;
    };
export type ExistingUpload = Exclude<Upload, { stage: 'none' }>;

const evolve = (upload: Upload, event: UploadEvent): Upload => {
  if (event.type === 'UploadReceived') {
    const { uploadId, businessId, fileName, storageKey, format } = event.data;
    return {
      stage: 'received',
      uploadId,
      businessId,
      fileName,
      storageKey,
      format,
      content: null,
      reading: null,
      refusal: null,
      plan: null,
      attested: null,
      began: null,
      deleted: false,
      imported: { row: 0, bytes: 0, counts: nothingCounted },
      undone: { row: 0, bytes: 0, removed: 0, restored: 0, left: 0 },
    };
  }
  if (upload.stage === 'none') return upload;
  switch (event.type) {
    case 'UploadParsed': {
      const { contentKey: key, contentSize: size, delimiter, header = 1, columns, rows, days = [] } = event.data;
      return { ...upload, stage: 'read', content: { key, size, delimiter, header, columns, rows, days } };
    }
    case 'UploadOptionsChanged':
      return { ...upload, stage: 'received', reading: event.data.reading, content: null, refusal: null, plan: null };
    case 'UploadRejected':
      return { ...upload, stage: 'refused', refusal: event.data.reason };
    case 'ImportMapped':
      return { ...upload, stage: 'rehearsing', plan: event.data.plan };
    case 'ImportPreviewed':
      return { ...upload, stage: 'rehearsed' };
    case 'ImportAttested':
      return { ...upload, stage: 'importing', attested: event.data.consent };
    case 'ImportStarted':
      return { ...upload, began: { room: event.data.room } };
    case 'ImportProgressed': {
      const { row, bytes, counts } = event.data;
      return { ...upload, imported: { row, bytes, counts: sumOf(upload.imported.counts, counts) } };
    }
    case 'ImportCompleted':
      return { ...upload, stage: 'finished' };
    case 'ImportFailed':
      return { ...upload, stage: 'failed', refusal: event.data.reason };
    case 'ImportUndoRequested':
      return { ...upload, stage: 'undoing' };
    case 'ImportUndoProgressed': {
      const { row, bytes, removed, restored, left } = event.data;
      const { undone } = upload;
      return {
        ...upload,
        undone: {
          row,
          bytes,
          removed: undone.removed + removed,
          restored: undone.restored + restored,
          left: undone.left + left,
        },
      };
    }
    case 'ImportUndone':
      return { ...upload, stage: 'undone' };
    case 'UploadRedacted': {
      const { contentKey: key } = event.data;
      const content = key === null || upload.content === null ? null : { ...upload.content, key };
      return { ...upload, storageKey: key, format: 'csv', content };
    }
    case 'UploadDeleted':
      return { ...upload, deleted: true };
    default:
      return unchanged(upload, event);
  }
};
export const Upload: Aggregate<Upload, UploadEvent> = { initial: { stage: 'none' }, evolve };
