import { plainLedger } from '../../domain/kernel/money.ts';
import { reportColumns, type ReportName } from '../../domain/reports/fields.ts';
import type { ExportedCall } from '../../projections/reports/calls.ts';
import type { ExportedText } from '../../projections/reports/exported.ts';
import type { BillingDetailRecord } from '../contract/index.ts';
import { missWords, outcomeText } from '../contract/outcome-words.ts';
import { instantColumns, titleOf } from '../contract/report-titles.ts';
import { csvCell, csvLine } from '../kernel/csv.ts';
import { masked } from './masked.ts';

/** The first line of a file. Instants stand on the clocks of the zone that their title names. */
export const headOf = (report: ReportName, zone: string): string =>
  csvLine(
    reportColumns[report].map((name) =>
      instantColumns.has(name) ? `${titleOf(report, name)} (${zone})` : titleOf(report, name),
    ),
  );

type TextColumn = (typeof reportColumns)['mdr-list' | 'sms-list'][number];

/** What stands in a cell as it is: codes, numbers, instants. Words that people wrote go through `csvCell`. */
function textCells(hidesContacts: boolean): Readonly<Record<TextColumn, (row: ExportedText) => string>> {
  const words = (value: string | null | undefined): string =>
    value === null || value === undefined || value === '' ? '' : csvCell(value);
  const known = new Map<string, string>();
  const reasonOf = ({ reason, errorCode }: ExportedText): string => {
    if (reason === null && errorCode === null) return '';
    const key = `${errorCode ?? 0} ${reason ?? ''}`;
    let cell = known.get(key);
    if (cell === undefined) {
      cell = csvCell(outcomeText(reason ?? '', errorCode ?? 0));
      if (known.size < 1_000) known.set(key, cell);
    }
    return cell;
  };
  return {
    at: ({ at }) => at,
    id: ({ id }) => id,
    business: ({ business }) => words(business),
    direction: ({ direction }) => direction,
    channel: ({ channel }) => channel,
    purpose: ({ purpose }) => purpose ?? '',
    number: ({ number }) => words(number),
    phone: ({ phone }) => words(hidesContacts ? masked(phone) : phone),
    carrier: ({ carrier }) => words(carrier),
    carrier_id: ({ carrierMessageId }) => words(carrierMessageId),
    quantity: ({ quantity }) => quantity,
    status: ({ status }) => status,
    error_code: ({ errorCode }) => (errorCode === null ? '' : String(errorCode)),
    reason: reasonOf,
    sent_at: ({ sentAt }) => sentAt ?? '',
    delivered_at: ({ deliveredAt }) => deliveredAt ?? '',
    contact: ({ contact }) => (hidesContacts ? '' : words(contact)),
    body: ({ body }) => (hidesContacts ? '' : words(body)),
    campaign: ({ campaign }) => words(campaign),
    broadcast: ({ broadcast }) => words(broadcast),
    automation: ({ automation }) => words(automation),
  };
}

/** Writes texts as lines of a file, those of one business under its name. `hidesContacts`: it is not for their own. */
export function textLines(
  report: 'mdr-list' | 'sms-list',
  hidesContacts: boolean,
): (rows: readonly ExportedText[], business: string | null) => string {
  const cells = textCells(hidesContacts);
  const shown = reportColumns[report].map((name) => cells[name]);
  return (rows, business) => {
    let text = '';
    for (const one of rows) {
      const row = business === null ? one : { ...one, business };
      for (let nth = 0; nth < shown.length; nth += 1) text += (nth === 0 ? '' : ',') + shown[nth]!(row);
      text += '\r\n';
    }
    return text.toWellFormed();
  };
}

/** Writes calls as lines of a file. `hidesContacts`: it is not for their own. */
export const callLines =
  (hidesContacts: boolean) =>
  (rows: readonly ExportedCall[], business: string | null): string =>
    rows
      .map((row) => {
        const cells: Readonly<Record<(typeof reportColumns)['call-list'][number], string | null>> = {
          at: row.at,
          id: row.id,
          business: business ?? row.business,
          direction: 'in',
          number: row.number,
          phone: hidesContacts ? masked(row.phone) : row.phone,
          contact: hidesContacts ? null : row.contact,
          carrier: row.carrier,
          carrier_id: row.carrierCallId,
          status: row.status,
          reason: row.reason === null ? null : missWords[row.reason],
          seconds: row.seconds,
          minutes: row.minutes,
          texted_back: row.isTextedBack ? 'yes' : 'no',
        };
        return csvLine(reportColumns['call-list'].map((name) => cells[name] ?? ''));
      })
      .join('');

/** Amounts with all their decimals, in the currency of their line. */
export function billingLine(row: BillingDetailRecord): string {
  const amount = (units: number | null): string => (units === null ? '' : plainLedger(units, row.currency));
  return csvLine(
    reportColumns['bdr-list'].map((name) => {
      switch (name) {
        case 'business':
          return row.business.name;
        case 'carrier':
        case 'price':
        case 'resale':
        case 'margin':
          return amount(row[name]);
        default:
          return String(row[name]);
      }
    }),
  );
}
