import { z } from 'zod';
import { recipientList } from '../../domain/broadcasts/list.ts';
import { contactList } from '../../domain/contacts/list.ts';
import { redemptionList } from '../../domain/coupons/list.ts';
import { exportColumn, ExportFormat, maxColumns } from '../../domain/exports/fields.ts';
import { anyOf } from '../../domain/kernel/list.ts';
import { forMany } from './bulk.ts';
import { calls } from './calls.ts';
import { IdParams, Instant } from './common.ts';
import { Search } from './lists.ts';

const format = ExportFormat.default('csv');
const columns = z
  .array(exportColumn)
  .max(maxColumns)
  .meta({ examples: [['first_name', 'phone']] });
/** Which columns in an address, with commas; left out: all of them. */
const columnsInAddress = anyOf.pipe(columns);

/** Contacts as the list is narrowed: see `GET /contacts`. */
export const ContactExportParams = z.object({
  format,
  columns: columnsInAddress,
  search: Search,
  ...contactList.filters,
});
export const ContactExportForm = forMany({ format, columns: columns.default([]) });

export const RecipientExportParams = z.object({ format, search: Search, ...recipientList.filters });
export const RecipientExportForm = z
  .object({
    format,
    search: z.string().trim().max(200).nullable().default(null),
    status: recipientList.filters.status,
    did: recipientList.filters.did,
    reason: z.array(z.string().max(100)).max(50).default([]),
    time_range: recipientList.filters.time_range,
    moment: recipientList.filters.moment,
  })
  .prefault({});

/** Coupons as the list is narrowed: see `GET /redemptions`. */
export const RedemptionExportParams = z.object({ format, search: Search, ...redemptionList.filters });
export const RedemptionExportForm = RedemptionExportParams.prefault({});
export const BallotExportParams = z.object({ format });
export const MessageExportParams = z.object({ format });
export const MessageExportForm = MessageExportParams.prefault({});
export const BallotExportForm = BallotExportParams.prefault({});
export const SubmissionExportParams = z.object({ format });
export const SubmissionExportForm = SubmissionExportParams.prefault({});

/** Where a browser finds the file, for ten minutes: the address is the sign-in. */
export const ExportLink = z.object({
  data: z.object({
    name: z.string().meta({ examples: ['Contacts of Bella’s Pizzeria, 2026-11-22.csv'] }),
    rows: z.number().int(),
    file_url: z.string().meta({ examples: ['/files/exports/…'] }),
    expires_at: Instant,
  }),
});

const id = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const file = {
  reply: z.any(),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const;

export const exportCalls = calls('Exports', {
  'GET /contacts/export': {
    id: 'exportContacts',
    who: ['Business'],
    summary:
      'The contacts as a file (format: csv or xlsx), narrowed as the list is; columns with commas, default: all.',
    query: ContactExportParams,
    ...file,
  },
  'POST /contacts/export': {
    id: 'linkContactExport',
    who: ['Business'],
    summary: 'An address for a browser to take contacts along from: those of contact_ids, or all that filters match.',
    body: ContactExportForm,
    example: { contact_ids: [id], format: 'xlsx', columns: ['first_name', 'phone', 'tags'] },
    reply: ExportLink,
  },
  'GET /broadcasts/{id}/recipients/export': {
    id: 'exportRecipients',
    who: ['Business'],
    summary: 'The recipients of a broadcast as a file: what became of each, why, when, and what they did.',
    params: IdParams,
    query: RecipientExportParams,
    ...file,
  },
  'POST /broadcasts/{id}/recipients/export': {
    id: 'linkRecipientExport',
    who: ['Business'],
    summary: 'An address for a browser to take the recipients of a broadcast along from.',
    params: IdParams,
    body: RecipientExportForm,
    reply: ExportLink,
  },
  'GET /redemptions/export': {
    id: 'exportRedemptions',
    who: ['Business'],
    summary: 'The coupons that people hold and have used as a file, narrowed as the list is.',
    query: RedemptionExportParams,
    ...file,
  },
  'POST /redemptions/export': {
    id: 'linkRedemptionExport',
    who: ['Business'],
    summary: 'An address for a browser to take coupons along from: those that the filters of the list match.',
    body: RedemptionExportForm,
    reply: ExportLink,
  },
  'GET /livechat/{id}/export': {
    id: 'exportMessages',
    who: ['Business'],
    summary: 'The texts of a conversation as a file, the oldest first. Internal notes are not among them.',
    params: IdParams,
    query: MessageExportParams,
    ...file,
  },
  'POST /livechat/{id}/export': {
    id: 'linkMessageExport',
    who: ['Business'],
    summary: 'An address for a browser to take the texts of a conversation along from.',
    params: IdParams,
    body: MessageExportForm,
    reply: ExportLink,
  },
  'GET /landings/{id}/ballots/export': {
    id: 'exportBallots',
    who: ['Business'],
    summary: 'Who voted for what as a file, with what was taken out of the count.',
    params: IdParams,
    query: BallotExportParams,
    ...file,
  },
  'POST /landings/{id}/ballots/export': {
    id: 'linkBallotExport',
    who: ['Business'],
    summary: 'An address for a browser to take the votes of a page along from.',
    params: IdParams,
    body: BallotExportForm,
    reply: ExportLink,
  },
  'GET /landings/{id}/submissions/export': {
    id: 'exportSubmissions',
    who: ['Business'],
    summary: 'What people have sent by the form of a page as a file, with their answers to its own questions.',
    params: IdParams,
    query: SubmissionExportParams,
    ...file,
  },
  'POST /landings/{id}/submissions/export': {
    id: 'linkSubmissionExport',
    who: ['Business'],
    summary: 'An address for a browser to take the entries of a page along from.',
    params: IdParams,
    body: SubmissionExportForm,
    reply: ExportLink,
  },
});
