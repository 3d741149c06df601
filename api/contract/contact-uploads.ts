import { z } from 'zod';
import {
  countNames,
  limits,
  ownTargets,
  DayOrder,
  delimiters,
  planFields,
  policies,
  Problem,
  readingFields,
  Refusal,
  stages,
} from '../../domain/uploads/fields.ts';
import { importSources } from '../../domain/contacts/import-sources.ts';
import { fieldKinds } from '../../domain/custom-fields/fields.ts';
import { uploadList } from '../../domain/uploads/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Success } from './common.ts';
import { listParams } from './lists.ts';

export { countNames, delimiters, limits as uploadLimits, ownTargets, policies };

const Count = z.number().int();
export const UploadStage = z.enum(stages);
export type UploadStage = z.output<typeof UploadStage>;
/** How many rows came to what; `values_left`: single values that could not be read. */
const counts = {
  created: Count,
  changed: Count,
  unchanged: Count,
  refused: Count,
  duplicates: Count,
  over_limit: Count,
  kept_out: Count,
  texts: Count,
  emails: Count,
  values_left: Count,
  /** Rows whose person the file opts out of texts or emails. */
  opted_out: Count,
};
export const UploadCounts = z.object(counts);
export type UploadCounts = z.output<typeof UploadCounts>;

/** A file of contacts. */
export const ContactUpload = z.object({
  id: z.string(),
  business_id: z.string().meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90'] }),
  business_name: z
    .string()
    .meta({ examples: ['Bella’s Pizzeria'] })
    .nullable(),
  file_name: z.string().meta({ examples: ['Guests of spring.csv'] }),
  format: z.enum(['csv', 'xlsx']),
  /** Bytes. */
  size: Count,
  stage: UploadStage,
  rows: Count.nullable(),
  /** Rows that have been worked on in this stage. */
  done: Count,
  counts: UploadCounts,
  /** Why it can't be imported, and in which line. */
  refusal: z.object({ reason: Refusal, line: Count.nullable() }).nullable(),
  /** Who said in which words that it may be imported. */
  attested: z
    .object({
      statement: z.string().meta({ examples: ['Every person in this file has agreed …'] }),
      by: z
        .string()
        .meta({ examples: ['Ada Lee'] })
        .nullable(),
      at: Instant,
      ip_address: z
        .string()
        .meta({ examples: ['203.0.113.7'] })
        .nullable(),
    })
    .nullable(),
  undone: z.object({ removed: Count, restored: Count, left: Count }).nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type ContactUpload = z.output<typeof ContactUpload>;
export const ContactUploadList = list(ContactUpload);

const target = z.string().meta({ examples: ['phone'] });
/** One finding of a rehearsal. Rows are numbered as a spreadsheet does it. */
export const UploadFinding = z.object({
  column: Count.nullable(),
  problem: Problem,
  count: Count,
  examples: z.array(z.object({ row: Count, value: z.string().nullable() })),
});
export type UploadFinding = z.output<typeof UploadFinding>;
/** A contact that a row would change, and how: `field` as a column is for it. */
export const UploadChange = z.object({
  row: Count,
  contact: z.object({ id: z.string(), name: z.string().meta({ examples: ['Grace Liu'] }) }),
  values: z.array(
    z.object({
      field: z.string().meta({ examples: ['first_name'] }),
      from: z.string().meta({ examples: ['Grace'] }),
      to: z.string().meta({ examples: ['Gracie'] }),
    }),
  ),
});
export type UploadChange = z.output<typeof UploadChange>;
/** How the file is read, and its first rows as they stand there. */
export const UploadReading = z.object({
  /** Null: a workbook has none. */
  delimiter: z.enum(delimiters).nullable(),
  /** The row with the names of the columns, counted as a spreadsheet does it; 0: there is none. */
  header: Count,
  sheet: z
    .string()
    .meta({ examples: ['Guests'] })
    .nullable(),
  sheets: z.array(
    z.object({ name: z.string().meta({ examples: ['Guests'] }), hidden: z.boolean(), empty: z.boolean() }),
  ),
  first: z.array(z.object({ row: Count, cells: z.array(z.string()).meta({ examples: [['Ada', '(212) 555-0147']] }) })),
  /** Rows that nobody sees in the workbook. They are imported like the others. */
  hidden_rows: Count,
  /** Bytes that are no letter in the encoding of the file. */
  stray_bytes: Count,
});
/** The system whose export the columns show the file to be. */
export const RecognizedFile = z.object({
  source: z.enum(importSources),
  name: z.string().meta({ examples: ['Klaviyo'] }),
  /** Where its columns are known from: the maker's documentation, files that others published, or an assumption. */
  known: z.enum(['documented', 'observed', 'assumed']),
});
export const ContactUploadDetail = z.object({
  data: ContactUpload.extend({
    /** Null: the columns are of no system that is known here. */
    recognized: RecognizedFile.nullable(),
    /** SHA-256 of the file as it came: consents that it brought name it by the upload. */
    sha256: z
      .string()
      .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })
      .nullable(),
    /** Null: it has not been read. */
    reading: UploadReading.nullable(),
    /** With what was chosen for each, or with what it seems to hold, and the first values. */
    columns: z.array(
      z.object({
        name: z.string().meta({ examples: ['Mobile'] }),
        target: target.nullable(),
        policy: z.enum(policies),
        /** Of days: which of two numbers comes first. `days_sure` false: its values do not tell, or contradict each other. */
        days: DayOrder,
        days_sure: z.boolean(),
        samples: z.array(z.string()).meta({ examples: [['(212) 555-0147']] }),
      }),
    ),
    country: z.string().meta({ examples: ['US'] }),
    tags: z.array(z.string()).meta({ examples: [['spring']] }),
    campaign_ids: z.array(z.string()).meta({ examples: [['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90']] }),
    consent: z.object({ texts: z.boolean(), emails: z.boolean() }),
    /** A suppression list: everyone in it has opted out of these. */
    suppress: z.object({ texts: z.boolean(), emails: z.boolean() }),
    report: z
      .object({
        counts: UploadCounts,
        /** How many more contacts the business may have; null: any number. */
        room: Count.nullable(),
        findings: z.array(UploadFinding),
        /** The first contacts whose values would change. */
        changes: z.array(UploadChange),
      })
      .nullable(),
    /** The words to agree to before it is imported; null: it is not that far. */
    statement: z
      .string()
      .meta({ examples: ['Every person in this file has agreed …'] })
      .nullable(),
    /** Custom fields that a column can be for. */
    custom_fields: z.array(
      z.object({ id: z.string(), name: z.string().meta({ examples: ['Favourite pizza'] }), kind: z.enum(fieldKinds) }),
    ),
  }),
});
export type ContactUploadDetail = z.output<typeof ContactUploadDetail>['data'];

export const PlanUpload = z.object({
  columns: planFields.columns.meta({ examples: [[{ target: 'phone', policy: 'overwrite' }]] }),
  country: planFields.country.meta({ examples: ['US'] }),
  tags: planFields.tags.default([]),
  campaign_ids: planFields.campaignIds.meta({ examples: [['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90']] }).default([]),
  consent: planFields.consent,
  suppress: planFields.suppress,
});
export const ReadUpload = z.object({
  delimiter: readingFields.delimiter.meta({ examples: [';'] }).default(null),
  header: readingFields.header.meta({ examples: [3] }).default(null),
  sheet: readingFields.sheet.meta({ examples: ['Guests'] }).default(null),
});
export const StartUpload = z.object({
  statement: z
    .string()
    .max(2_000)
    .meta({ examples: ['Every person in this file has agreed …'] }),
});
/** Addresses of files, for an hour; null: there is none of it. */
export const UploadToken = z.object({
  data: z.object({
    token: z.string(),
    /** The file as it came. */
    file_url: z.string().meta({ examples: ['/files/uploads/…/file'] }),
    /** The rows that were left out, or of which a value was, each with its reason. */
    problems_url: z.string().meta({ examples: ['/files/uploads/…/problems.csv'] }),
    expires_at: Instant,
  }),
});

const file = { maxBytes: limits.fileBytes };
const start = { statement: 'Every person in this file has agreed …' };

export const contactUploadCalls = calls('Uploads', {
  'POST /contacts/import': {
    id: 'importContacts',
    who: ['Business'],
    summary: 'Upload a file of contacts (CSV or XLSX) as the one file of a form. Nothing is imported by that.',
    file,
    reply: Created,
  },
  'GET /contacts/uploads': {
    id: 'listContactUploads',
    who: ['Business'],
    summary: 'The files of contacts of the business, and what they came to.',
    query: listParams(uploadList),
    reply: ContactUploadList,
  },
  'GET /contacts/uploads/{id}': {
    id: 'getContactUpload',
    who: ['Business'],
    summary: 'A file with its columns, its rehearsal and its result.',
    params: IdParams,
    reply: ContactUploadDetail,
  },
  'DELETE /contacts/uploads/{id}': {
    id: 'deleteContactUpload',
    who: ['Business'],
    summary: 'Delete a file. Its changes stay, and can’t be undone anymore.',
    params: IdParams,
    reply: Success,
  },
  'GET /contacts/uploads/{id}/token': {
    id: 'getContactUploadToken',
    who: ['Business'],
    summary: 'Addresses to download the file and its problems from, for an hour.',
    params: IdParams,
    reply: UploadToken,
  },
  'PUT /uploads/{id}/plan': {
    id: 'planUpload',
    who: ['Admin', 'Business'],
    summary: 'Say what the columns hold, what becomes of them, and who agreed to what. The rehearsal follows.',
    params: IdParams,
    body: PlanUpload,
    reply: Success,
  },
  'PUT /uploads/{id}/reading': {
    id: 'readUpload',
    who: ['Admin', 'Business'],
    summary: 'Say how the file is to be read: separator, row of the column names, sheet. It is read again.',
    params: IdParams,
    body: ReadUpload,
    reply: Success,
  },
  'POST /uploads/{id}/start': {
    id: 'startUpload',
    who: ['Admin', 'Business'],
    summary: 'Import it, under the words that were shown.',
    params: IdParams,
    body: StartUpload,
    example: start,
    reply: Success,
  },
  'POST /uploads/{id}/undo': {
    id: 'undoUpload',
    who: ['Admin', 'Business'],
    summary: 'Take back what the import of a file did.',
    params: IdParams,
    reply: Success,
  },
  'GET /uploads': {
    id: 'listUploads',
    who: ['Admin'],
    summary: 'The files of contacts of all businesses, or of one (business_id).',
    query: listParams(uploadList),
    reply: ContactUploadList,
  },
  'POST /uploads': {
    id: 'createUpload',
    who: ['Admin'],
    summary: 'Upload a file of contacts for a business: a form with the field business_id and one file.',
    file,
    reply: Created,
  },
  'GET /uploads/{id}': {
    id: 'getUpload',
    who: ['Admin'],
    summary: 'A file with its columns, its rehearsal and its result.',
    params: IdParams,
    reply: ContactUploadDetail,
  },
  'DELETE /uploads/{id}': {
    id: 'deleteUpload',
    who: ['Admin'],
    summary: 'Delete a file. Its changes stay, and can’t be undone anymore.',
    params: IdParams,
    reply: Success,
  },
  'GET /uploads/{id}/token': {
    id: 'getUploadToken',
    who: ['Admin'],
    summary: 'Addresses to download the file and its problems from, for an hour.',
    params: IdParams,
    reply: UploadToken,
  },
});
