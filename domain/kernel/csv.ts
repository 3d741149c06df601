/** What a spreadsheet takes for the beginning of a formula, also behind spaces and in its full width. */
const begins = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** A number, or the number of a phone: no formula to anybody, and useless with something in front. */
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * A value as it stands in a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front
 * (OWASP, CSV Injection): = + - @, tab and carriage return. A plain number or phone number (+14155550100) stays as it is.
 */
export function csvCell(value: string): string {
  const safe = begins.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
/** So that spreadsheets know it is UTF-8. */
export const byteOrderMark = '\uFEFF';
