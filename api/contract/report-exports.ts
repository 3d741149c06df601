import { z } from 'zod';
import { recordMoments, reportNames } from '../../domain/reports/fields.ts';
import {
  billingFilters,
  billingList,
  callFilters,
  callList,
  consentFilters,
  consentList,
  recordFilters,
  recordList,
} from '../../domain/reports/list.ts';
import { calls } from './calls.ts';
import { Done, IdParams, Instant, Uuid, wholeList } from './common.ts';
import { ExportLink } from './exports.ts';

const count = z.number().int();

/** How far an export is. `expired`: the file was deleted; `withdrawn`: so was it, since someone in it was erased. */
export const reportExportStates = ['waiting', 'ready', 'failed', 'withdrawn', 'expired'] as const;
/** A report as a file. `total`: its rows; null: not counted yet. `rows` of them are written, `bytes` so far. */
export const ReportExport = z.object({
  id: Uuid,
  report: z.enum(reportNames),
  name: z.string().meta({ examples: ['Texts of Bella’s Pizzeria, 2026-11-01 to 2026-11-27.csv'] }),
  state: z.enum(reportExportStates),
  total: count.nullable(),
  rows: count,
  bytes: count,
  asked_at: Instant,
  ended_at: Instant.nullable(),
  /** Until when it can be downloaded. */
  expires_at: Instant.nullable(),
});
export type ReportExport = z.output<typeof ReportExport>;
export const ReportExportReply = z.object({ data: ReportExport });
export const ReportExports = wholeList(ReportExport);

/** Texts as their report is narrowed: see `GET /reports/sms-list`. `prices`: what each costs, for those who are told. */
export const TextExportForm = z
  .object({
    ...recordFilters,
    date_range: recordList.date_range,
    by: z.enum(recordMoments).default('began'),
    prices: z.boolean().default(false),
  })
  .prefault({});
/** Billing details as their report is narrowed: see `GET /reports/bdr-list`. */
export const BillingExportForm = z.object({ ...billingFilters, date_range: billingList.date_range }).prefault({});
/** Calls as their report is narrowed: see `GET /reports/call-list`. */
export const CallExportForm = z.object({ ...callFilters, date_range: callList.date_range }).prefault({});
/** Opt-ins and opt-outs as their report is narrowed: see `GET /reports/consent-list`. */
export const ConsentExportForm = z.object({ ...consentFilters, date_range: consentList.date_range }).prefault({});

export const reportExportCalls = calls('Reports', {
  'POST /reports/mdr-list/exports': {
    id: 'exportMessageDetailRecords',
    who: 'any',
    summary: 'Writes message detail records to a CSV file in the background.',
    body: TextExportForm,
    example: { date_range: '2026-11-01,2026-11-30', direction: 'out', status: 'failed' },
    reply: ReportExportReply,
  },
  'POST /reports/sms-list/exports': {
    id: 'exportTexts',
    who: 'any',
    summary: 'Writes texts to a CSV file in the background.',
    body: TextExportForm,
    example: { date_range: '2026-11-01,2026-11-30', direction: 'out', status: 'failed' },
    reply: ReportExportReply,
  },
  'POST /reports/bdr-list/exports': {
    id: 'exportBillingDetailRecords',
    who: 'any',
    summary: 'Writes billing detail records to a CSV file in the background. An admin names whose they are.',
    body: BillingExportForm,
    reply: ReportExportReply,
  },
  'POST /reports/call-list/exports': {
    id: 'exportCalls',
    who: 'any',
    summary: 'Writes calls to a CSV file in the background.',
    body: CallExportForm,
    example: { date_range: '2026-11-01,2026-11-30', status: 'missed' },
    reply: ReportExportReply,
  },
  'POST /reports/consent-list/exports': {
    id: 'exportConsents',
    who: 'any',
    summary: 'Writes opt-ins and opt-outs to a CSV file in the background.',
    body: ConsentExportForm,
    example: { date_range: '2026-11-01,2026-11-30', status: 'optedOut' },
    reply: ReportExportReply,
  },
  'GET /reports/exports': {
    id: 'listReportExports',
    who: 'any',
    summary: 'The caller’s own exports of reports with their progress, the newest first, at most 50.',
    reply: ReportExports,
  },
  'POST /reports/exports/{id}/file': {
    id: 'linkReportExport',
    who: 'any',
    summary: 'An address for a browser to download the file from, for ten minutes. It answers ranges.',
    params: IdParams,
    reply: ExportLink,
  },
  'DELETE /reports/exports/{id}': {
    id: 'deleteReportExport',
    who: 'any',
    summary: 'Cancels an export, or deletes its file.',
    params: IdParams,
    reply: Done,
  },
});
