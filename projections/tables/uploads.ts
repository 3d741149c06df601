import {
  type CountName,
  countNames,
  type DayEvidence,
  type Finding,
  type Refusal,
  type Stage,
} from '../../domain/uploads/fields.ts';
import type { Plan } from '../../domain/uploads/plan.ts';
import type { Delimiter } from '../../domain/uploads/upload.ts';
import { added, first, highest, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const uploadModel = { name: 'uploads', version: 4 } as const;

/** What a file holds beside its rows. */
export interface FileFacts {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly empty: boolean }[];
  readonly sheet: string | null;
  readonly hiddenRows: number;
  readonly strayBytes: number;
  readonly days: readonly DayEvidence[];
}

/** What a rehearsal found. */
export interface RehearsalReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly room: number | null;
  readonly findings: readonly Finding[];
}

const counted = col('int', added);
const counts = Object.fromEntries(countNames.map((name) => [name, counted])) as Record<CountName, typeof counted>;

/** Files of contacts: what they hold, who attested what, and what they came to. */
export const uploadTable = table('uploads', {
  id: key('uuid'),
  businessId: col('uuid'),
  stage: maybe('text', newest).of<Stage>(),
  fileName: maybe('text', first),
  format: maybe('text', newest).of<'csv' | 'xlsx'>(),
  size: maybe('bigint', first),
  /** Empty: nothing is left of the file. */
  storageKey: maybe('text', newest),
  contentKey: maybe('text', newest),
  contentSize: maybe('bigint', newest),
  encoding: maybe('text', newest),
  delimiter: maybe('text', newest).of<Delimiter>(),
  /** The row in which the names of the columns stand; 0: in none. */
  header: maybe('int', newest),
  columns: maybe('text[]', newest),
  rows: maybe('int', newest),
  /** What was found in it besides. */
  facts: maybe('jsonb', newest).of<FileFacts>(),
  refusal: maybe('text', newest).of<Refusal>(),
  refusedLine: maybe('int', newestWith('refusal')),
  plan: maybe('jsonb', newest).of<Plan>(),
  report: maybe('jsonb', newest).of<RehearsalReport>(),
  /** The words that were agreed to, by whom, when and from where. */
  statement: maybe('text', first),
  attestedBy: maybe('uuid', first),
  attestedAt: maybe('timestamptz', first),
  attestedFrom: maybe('text', first),
  /** Rows that have been imported, and what they came to. */
  done: maybe('int', highest),
  ...counts,
  finishedAt: maybe('timestamptz', first),
  /** Rows that an undo has come by. */
  undoneRows: maybe('int', highest),
  removed: col('int', added),
  restored: col('int', added),
  leftAlone: col('int', added),
  undoneAt: maybe('timestamptz', first),
  deleted: maybe('boolean', newest),
  uploadedBy: maybe('text', first),
  createdAt: col('timestamptz'),
  position: col('bigint'),
});

export const uploadIndexes = (schema: string): string => `
  create index uploads_of_business on ${schema}.uploads (business_id, position);
  create index uploads_newest on ${schema}.uploads (position)`;
