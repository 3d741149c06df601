import type { reportColumns, ReportName } from '../../domain/reports/fields.ts';

/** What reports are called, on screens and in files. */
export const reportTitles: Readonly<Record<ReportName, string>> = {
  'mdr-list': 'Message details',
  'sms-list': 'Texts',
  'bdr-list': 'Billing details',
  'call-list': 'Calls',
};

type ReportColumn = (typeof reportColumns)[ReportName][number];
const columnTitles: Readonly<Record<ReportColumn, string>> = {
  at: 'When',
  id: 'ID',
  business: 'Business',
  direction: 'Direction',
  channel: 'Channel',
  purpose: 'Purpose',
  number: 'Number',
  phone: 'Phone',
  carrier: 'Carrier',
  carrier_id: 'Carrier ID',
  quantity: 'Segments',
  status: 'Status',
  error_code: 'Error code',
  reason: 'Why',
  sent_at: 'Sent',
  delivered_at: 'Delivered',
  contact: 'Contact',
  body: 'Text',
  campaign: 'Campaign',
  broadcast: 'Broadcast',
  automation: 'Automation',
  month: 'Month',
  country: 'Country',
  carrier_class: 'Number type',
  included: 'Included',
  currency: 'Currency',
  price: 'Price',
  resale: 'Resale',
  margin: 'Margin',
  seconds: 'Seconds',
  minutes: 'Minutes',
  texted_back: 'Texted back',
};
/** What a column is called in a file. Of billing details a carrier is what it costs. */
export const titleOf = (report: ReportName, column: ReportColumn): string =>
  report === 'bdr-list' && column === 'carrier' ? 'Carrier cost'
  : report === 'bdr-list' && column === 'quantity' ? 'Quantity'
  : columnTitles[column];
export const instantColumns: ReadonlySet<ReportColumn> = new Set(['at', 'sent_at', 'delivered_at']);
