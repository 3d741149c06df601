import type { UploadView } from '../../projections/uploads/queries.ts';
import type { Counts, Stage } from '../../domain/uploads/fields.ts';
import type { ContactUpload, UploadCounts } from '../contract/contact-uploads.ts';

export const presentCounts = (counts: Counts): UploadCounts => ({
  created: counts.created,
  changed: counts.changed,
  unchanged: counts.unchanged,
  refused: counts.refused,
  duplicates: counts.duplicates,
  over_limit: counts.overLimit,
  kept_out: counts.keptOut,
  texts: counts.texts,
  emails: counts.emails,
  values_left: counts.valuesLeft,
  opted_out: counts.optedOut ?? 0,
});

/** What was refused once may have been read since. */
const isGood = (stage: Stage): boolean => goodStages.includes(stage);
const goodStages: readonly Stage[] = ['received', 'read', 'rehearsing', 'rehearsed', 'importing', 'finished'];

/** `working`: rows that the work under way has come by, where it does not say so by events. */
export function presentUpload(view: UploadView, working = 0): ContactUpload {
  const stage = view.stage ?? 'received';
  const undoing = stage === 'undoing' || stage === 'undone';
  return {
    id: view.id,
    business_id: view.businessId,
    business_name: view.businessName,
    file_name: view.fileName ?? '',
    format: view.format ?? 'csv',
    size: Number(view.size ?? 0),
    stage,
    rows: view.rows,
    done:
      undoing ? Math.min(view.undoneRows ?? 0, view.rows ?? Infinity)
      : stage === 'rehearsing' ? working
        // Rows without a value have a number, and count as none.
      : Math.min(view.done ?? 0, view.rows ?? Infinity),
    counts: presentCounts(view),
    refusal: view.refusal === null || isGood(stage) ? null : { reason: view.refusal, line: view.refusedLine },
    attested:
      view.statement === null || view.attestedAt === null ?
        null
      : { statement: view.statement, by: view.attestedName, at: view.attestedAt, ip_address: view.attestedFrom },
    undone: undoing ? { removed: view.removed, restored: view.restored, left: view.leftAlone } : null,
    created_at: view.createdAt,
    finished_at: view.finishedAt,
  };
}
