import type { ConsentOrigin, ConsentStatus, reportColumns, ReportName } from '../../domain/reports/fields.ts';

/** What reports are called, on screens and in files. */
export const reportTitles: Readonly<Record<ReportName, string>> = {
  'mdr-list': 'Message details',
  'sms-list': 'Texts',
  'bdr-list': 'Billing details',
  'call-list': 'Calls',
  'consent-list': 'Opt-ins',
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
  source: 'Source',
  keyword: 'Keyword',
};
export const consentWords: Readonly<Record<ConsentStatus, string>> = { optedIn: 'Opted in', optedOut: 'Opted out' };
/** How a contact opted in or out. */
export const originWords: Readonly<Record<ConsentOrigin, string>> = {
  keyword: 'Keyword',
  start: 'Texted START',
  form: 'Page or popup',
  import: 'Import',
  manual: 'Added by hand',
  demo: 'Demo data',
  message: 'Text message',
  screen: 'Your team',
  carrier: 'Carrier’s opt-out list',
  'unsubscribe-page': 'Unsubscribe page',
};

/** What a column is called in a file. Of billing details a carrier is what it costs. */
export const titleOf = (report: ReportName, column: ReportColumn): string =>
  report === 'bdr-list' && column === 'carrier' ? 'Carrier cost'
  : report === 'bdr-list' && column === 'quantity' ? 'Quantity'
  : columnTitles[column];
export const instantColumns: ReadonlySet<ReportColumn> = new Set(['at', 'sent_at', 'delivered_at']);
