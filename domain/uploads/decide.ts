import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, UploadId, UserId } from '../kernel/ids.ts';
import { attestation } from '../contacts/attestation.ts';
import {
  ImportProgressed,
  ImportAttested,
  ImportStarted,
  ImportFailed,
  ImportCompleted,
  ImportMapped,
  ImportPreviewed,
  ImportUndoProgressed,
  ImportUndone,
  ImportUndoRequested,
  UploadDeleted,
  type UploadEvent,
  UploadParsed,
  UploadOptionsChanged,
  UploadReceived,
  UploadRedacted,
  UploadRejected,
} from './events.ts';
import { type Counts, customIdOf, type Finding, type Reading, type Refusal } from './fields.ts';
import { isSuppressionList, type Plan } from './plan.ts';
import { repeatable } from './sources.ts';
import type { ExistingUpload, Reached, Undone, Upload, UploadContent } from './upload.ts';

export interface ReceiveUpload {
  readonly uploadId: UploadId;
  readonly businessId: BusinessId;
  readonly fileName: string;
  readonly size: number;
  readonly storageKey: string;
  readonly format: 'csv' | 'xlsx';
}
export const receiveUpload = (given: ReceiveUpload, upload: Upload): readonly UploadEvent[] =>
  upload.stage === 'none' ? [UploadReceived.create(given)] : [];

/** Whatever is deleted is not there for anybody but the worker that finds it so. */
export function existing(upload: Upload): ExistingUpload {
  if (upload.stage === 'none' || upload.deleted) throw new DomainError('not_found', 'This upload does not exist.');
  return upload;
}
const of = ({ uploadId, businessId }: ExistingUpload) => ({ uploadId, businessId });

const refuse = (field: string, message: string): never => {
  throw new DomainError('validation_failed', message, { [field]: [message] });
};

interface ReadContent extends UploadContent {
  readonly encoding: string;
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly empty: boolean }[];
  readonly sheet: string | null;
  readonly hiddenRows: number;
  readonly strayBytes: number;
}
/** What came of reading the file. Told twice, the first counts. */
export function recordRead(
  found: ReadContent | { readonly refused: Refusal; readonly line: number | null },
  upload: Upload,
): readonly UploadEvent[] {
  if (upload.stage !== 'received' || upload.deleted) return [];
  if ('refused' in found) return [UploadRejected.create({ ...of(upload), reason: found.refused, line: found.line })];
  const { key: contentKey, size: contentSize, columns, days, sheets, ...told } = found;
  return [
    UploadParsed.create({
      ...of(upload),
      contentKey,
      contentSize,
      ...told,
      columns: [...columns],
      days: [...days],
      sheets: [...sheets],
    }),
  ];
}

/** Has it read again. What was chosen for its columns goes: they may be others then. */
export function chooseReading(reading: Reading, upload: Upload): readonly UploadEvent[] {
  const { stage, storageKey, format } = existing(upload);
  if (stage !== 'read' && stage !== 'refused' && stage !== 'rehearsed')
    throw new DomainError('conflict', 'This file can’t be read differently now. Upload it again.');
  if (storageKey === null) throw new DomainError('conflict', 'The file is gone. Upload it again.');
  if (reading.sheet !== null && format !== 'xlsx') refuse('sheet', 'This file has no sheets.');
  if (reading.delimiter !== null && format !== 'csv') refuse('delimiter', 'A workbook has no separator.');
  return [UploadOptionsChanged.create({ ...of(upload as ExistingUpload), reading })];
}

/** What its columns mean. Can be said anew until the import has begun. */
export function planImport(plan: Plan, upload: Upload): readonly UploadEvent[] {
  const { stage, content } = existing(upload);
  if (stage !== 'read' && stage !== 'rehearsing' && stage !== 'rehearsed')
    throw new DomainError('conflict', 'This file can no longer be changed. Upload it again to import it differently.');
  if (plan.columns.length !== content!.columns.length)
    refuse('columns', 'This is not what the columns of this file are. Open it again.');
  const targets = plan.columns.flatMap(({ target }) => (target === null ? [] : [target]));
  const twice = targets.find((target, index) => !repeatable.has(target) && targets.indexOf(target) !== index);
  if (twice !== undefined) refuse('columns', 'Two columns are for the same field. Leave one of them out.');
  if (targets.includes('name') && (targets.includes('first_name') || targets.includes('last_name')))
    refuse('columns', 'The name comes from one column or from two, not from both.');
  if (!targets.includes('phone') && !targets.includes('email'))
    refuse('columns', 'Say which column holds the phone number or the email address.');
  if (plan.consent.texts && !targets.includes('phone'))
    refuse('consent', 'Consent to texts needs a column of phone numbers.');
  if (plan.consent.emails && !targets.includes('email'))
    refuse('consent', 'Consent to emails needs a column of email addresses.');
  const { suppress = { texts: false, emails: false } } = plan;
  if (suppress.texts && !targets.includes('phone'))
    refuse('suppress', 'Choose the column with the phone numbers to opt out.');
  if (suppress.emails && !targets.includes('email'))
    refuse('suppress', 'Choose the column with the email addresses to opt out.');
  if (isSuppressionList(plan) && (plan.consent.texts || plan.consent.emails))
    refuse('consent', 'A suppression list only opts people out. Clear what they agreed to.');
  return [ImportMapped.create({ ...of(upload as ExistingUpload), plan })];
}
/** The custom fields that a plan asks for. */
export const customFieldsOf = (plan: Plan): readonly string[] =>
  plan.columns.flatMap(({ target }) => {
    const id = target === null ? null : customIdOf(target);
    return id === null ? [] : [id];
  });

/** A rehearsal of another plan than the one that is there now is no news. */
export const recordRehearsal = (
  found: { readonly counts: Counts; readonly room: number | null; readonly findings: readonly Finding[] },
  upload: Upload,
): readonly UploadEvent[] =>
  upload.stage === 'rehearsing' && !upload.deleted ?
    [
      ImportPreviewed.create({
        ...of(upload),
        ...found,
        findings: found.findings.slice(0, 500).map((one) => ({ ...one, rows: [...one.rows] })),
      }),
    ]
  : [];

/** Begins the import. The words that were shown have to be those that the plan asks for. */
export function attestImport(
  given: {
    readonly statement: string;
    readonly attestedBy: UserId;
    readonly ipAddress: string | null;
    readonly business: string;
  },
  upload: Upload,
): readonly UploadEvent[] {
  const { stage, plan } = existing(upload);
  if (stage === 'importing' || stage === 'finished') return [];
  if (stage !== 'rehearsed' || plan === null)
    throw new DomainError('conflict', 'Look at what would happen first: the rehearsal is not over.');
  if (given.statement !== attestation(given.business, plan.consent, plan))
    refuse('statement', 'What was agreed to is not what is asked now. Read it again.');
  const { attestedBy, statement, ipAddress } = given;
  return [
    ImportAttested.create({ ...of(upload as ExistingUpload), attestedBy, statement, consent: plan.consent, ipAddress }),
  ];
}

export const beginImport = (room: number | null, upload: Upload): readonly UploadEvent[] =>
  upload.stage === 'importing' && upload.began === null ? [ImportStarted.create({ ...of(upload), room })] : [];

/** Behind `from` and nowhere else: of two who work on one file, one goes on. */
function checkPlace(from: number, reached: Reached): void {
  if (reached.row !== from) throw new DomainError('conflict', 'Someone else is further along with this file.');
}

export function advanceImport(
  { from, row, bytes, counts }: Reached & { readonly from: number; readonly counts: Counts },
  upload: Upload,
): readonly UploadEvent[] {
  if (upload.stage !== 'importing') return [];
  checkPlace(from, upload.imported);
  return [ImportProgressed.create({ ...of(upload), row, bytes, counts })];
}
export const finishImport = (upload: Upload): readonly UploadEvent[] =>
  upload.stage === 'importing' ? [ImportCompleted.create({ ...of(upload), counts: upload.imported.counts })] : [];
/** Of a walk over the rows, to rehearse or to import: the file is not what it was. */
export const failImport = (reason: Refusal, upload: Upload): readonly UploadEvent[] =>
  upload.stage === 'importing' || upload.stage === 'rehearsing' || upload.stage === 'undoing' ?
    [ImportFailed.create({ ...of(upload), reason })]
  : [];

/** Takes back what an import did, whether it came to its end or not. */
export function requestUndo(upload: Upload): readonly UploadEvent[] {
  const { stage, storageKey } = existing(upload);
  if (stage === 'undoing' || stage === 'undone') return [];
  if (storageKey === null)
    throw new DomainError('conflict', 'The file is gone, so its import can not be undone any more.');
  if (stage !== 'finished' && !(stage === 'failed' && upload.stage !== 'none' && upload.imported.row > 0))
    throw new DomainError('conflict', 'There is nothing to undo yet: this import has not come to its end.');
  return [ImportUndoRequested.create(of(upload as ExistingUpload))];
}
export function advanceUndo(
  { from, ...done }: Reached & Undone & { readonly from: number },
  upload: Upload,
): readonly UploadEvent[] {
  if (upload.stage !== 'undoing') return [];
  checkPlace(from, upload.undone);
  return [ImportUndoProgressed.create({ ...of(upload), ...done })];
}
export const finishUndo = (upload: Upload): readonly UploadEvent[] => {
  if (upload.stage !== 'undoing') return [];
  const { removed, restored, left } = upload.undone;
  return [ImportUndone.create({ ...of(upload), removed, restored, left })];
};

/** While it is worked on, its file stays what it is. */
export const isAtWork = ({ stage }: Pick<ExistingUpload, 'stage'>): boolean =>
  stage === 'received' || stage === 'rehearsing' || stage === 'importing' || stage === 'undoing';

/** Of `from`, and of nothing that has taken its place. */
export function redactUpload(
  { from, contentKey, rows }: { readonly from: string; readonly contentKey: string | null; readonly rows: number },
  upload: Upload,
): readonly UploadEvent[] {
  if (upload.stage === 'none' || upload.deleted || upload.storageKey === contentKey) return [];
  if (isAtWork(upload) || (upload.content?.key ?? upload.storageKey) !== from)
    throw new DomainError('conflict', 'This file is worked on.');
  return [UploadRedacted.create({ ...of(upload), contentKey, rows })];
}

/** Not while it is worked on. */
export function deleteUpload(upload: Upload): readonly UploadEvent[] {
  if (upload.stage === 'none') throw new DomainError('not_found', 'This upload does not exist.');
  if (upload.deleted) return [];
  if (upload.stage === 'importing' || upload.stage === 'undoing')
    throw new DomainError('conflict', 'This import is still under way. It can be deleted when it has come to its end.');
  return [UploadDeleted.create(of(upload))];
}
