import {
  ImportProgressed,
  ImportAttested,
  ImportFailed,
  ImportCompleted,
  ImportMapped,
  ImportPreviewed,
  ImportUndoProgressed,
  ImportUndone,
  ImportUndoRequested,
  UploadDeleted,
  uploadEvents,
  UploadParsed,
  UploadOptionsChanged,
  UploadReceived,
  UploadRedacted,
  UploadRejected,
} from '../../domain/uploads/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { actorName, is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { uploadIndexes, uploadModel, uploadTable } from '../tables/uploads.ts';

const upsert = perSchema((schema) => uploadTable.upsert(schema, 'u'));

/** Files of contacts and how their import goes. */
export const uploads: Projector = {
  ...uploadModel,
  byBusiness: true,
  handles: typesOf(uploadEvents),
  create: createAll(uploadTable),
  index: uploadIndexes,
  fold: (events, schema) => {
    const rows = uploadTable.rows();
    for (const event of events) {
      const { uploadId: id, businessId } = event.data as { uploadId: string; businessId: string };
      const at = event.metadata.occurredAt;
      const upload = { id, businessId, createdAt: at, position: event.position };
      if (is(event, UploadReceived)) {
        const { fileName, format, size, storageKey } = event.data;
        rows.merge({ ...upload, stage: 'received', fileName, format, size, storageKey, uploadedBy: actorName(event) });
      } else if (is(event, UploadParsed)) {
        const { contentKey, contentSize, encoding, delimiter, header = 1, columns, rows: count } = event.data;
        const { sheets = [], sheet = null, hiddenRows = 0, strayBytes = 0, days = [] } = event.data;
        rows.merge({
          ...upload,
          stage: 'read',
          contentKey,
          contentSize,
          encoding,
          delimiter,
          header,
          columns,
          rows: count,
          facts: { sheets, sheet, hiddenRows, strayBytes, days },
        });
      } else if (is(event, UploadOptionsChanged)) {
        rows.merge({ ...upload, stage: 'received' });
      } else if (is(event, UploadRejected)) {
        const { reason, line } = event.data;
        rows.merge({ ...upload, stage: 'refused', refusal: reason, refusedLine: line });
      } else if (is(event, ImportMapped)) rows.merge({ ...upload, stage: 'rehearsing', plan: event.data.plan });
      else if (is(event, ImportPreviewed)) {
        const { counts, room, findings } = event.data;
        rows.merge({ ...upload, stage: 'rehearsed', report: { counts, room, findings } });
      } else if (is(event, ImportAttested)) {
        const { statement, attestedBy, ipAddress } = event.data;
        rows.merge({ ...upload, stage: 'importing', statement, attestedBy, attestedAt: at, attestedFrom: ipAddress });
      } else if (is(event, ImportProgressed)) rows.merge({ ...upload, done: event.data.row, ...event.data.counts });
      else if (is(event, ImportCompleted)) rows.merge({ ...upload, stage: 'finished', finishedAt: at });
      else if (is(event, ImportFailed))
        rows.merge({ ...upload, stage: 'failed', refusal: event.data.reason, finishedAt: at });
      else if (is(event, ImportUndoRequested)) rows.merge({ ...upload, stage: 'undoing' });
      else if (is(event, ImportUndoProgressed)) {
        const { row, removed, restored, left } = event.data;
        rows.merge({ ...upload, undoneRows: row, removed, restored, leftAlone: left });
      } else if (is(event, ImportUndone)) rows.merge({ ...upload, stage: 'undone', undoneAt: at });
      else if (is(event, UploadRedacted)) {
        const key = event.data.contentKey ?? '';
        rows.merge({ ...upload, format: 'csv', storageKey: key, contentKey: key });
      } else if (is(event, UploadDeleted)) rows.merge({ ...upload, deleted: true });
    }
    return rows.toStatements(upsert(schema));
  },
  announce: (events) => {
    // Of many steps of one file the last is news.
    const last = new Map(events.map((event) => [event.data['uploadId'] as string, event]));
    return [...last].map(([uploadId, event]) => {
      const event_: LiveAnnouncement = { type: 'upload-changed', uploadId, position: event.position.toString() };
      return { businessId: event.data['businessId'] as string, event: event_ };
    });
  },
};
