import type { ReportName } from '../../domain/reports/fields.ts';

/** What reports are called, on screens and in files. */
export const reportTitles: Readonly<Record<ReportName, string>> = {
  'mdr-list': 'Message details',
  'sms-list': 'Texts',
  'bdr-list': 'Billing details',
  'call-list': 'Calls',
};
