import { plainLedger } from '../../domain/kernel/money.ts';
import { columnsOf, reportColumns, type ReportName } from '../../domain/reports/fields.ts';
import type { ExportedCall } from '../../projections/reports/calls.ts';
import type { ExportedConsent } from '../../projections/reports/consents.ts';
import type { BillingDetailRecord } from '../contract/index.ts';
import { missWords, outcomeTexts } from '../contract/outcome-words.ts';
import { consentWords, instantColumns, originWords, titleOf } from '../contract/report-titles.ts';
import { csvCell, csvLine } from '../kernel/csv.ts';
import { masked } from './masked.ts';

/** The first line of a file. Instants stand on the clocks of the zone that their title names. */
export const headOf = (report: ReportName, zone: string, { prices = false } = {}): string =>
  csvLine(
    columnsOf(report, prices).map((name) =>
      instantColumns.has(name) ? `${titleOf(report, name)} (${zone})` : titleOf(report, name),
    ),
  );

/** Why texts went as they did, as cells of a file. */
export const reasonCells: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...outcomeTexts, unsaid: outcomeTexts['reason.unsaid']! }).map(([key, words]) => [
    key,
    csvCell(words),
  ]),
);

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

/** Writes opt-ins and opt-outs as lines of a file. `hidesContacts`: it is not for their own. */
export const consentLines =
  (hidesContacts: boolean) =>
  (rows: readonly ExportedConsent[], business: string | null): string =>
    rows
      .map((row) => {
        const cells: Readonly<Record<(typeof reportColumns)['consent-list'][number], string | null>> = {
          at: row.at,
          id: row.id,
          business: business ?? row.business,
          phone: hidesContacts ? masked(row.phone) : row.phone,
          contact: hidesContacts ? null : row.contact,
          status: consentWords[row.status],
          source: originWords[row.source],
          keyword: row.keyword,
          campaign: row.campaign,
        };
        return csvLine(reportColumns['consent-list'].map((name) => cells[name] ?? ''));
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
        case 'channel':
          return row.fee ?? row.channel;
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
