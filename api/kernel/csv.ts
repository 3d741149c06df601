/**
 * A value as it stands in a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front
 * (OWASP, CSV Injection): = + - @, tab and carriage return. A plain number or phone number in front of which a plus
 * stands is no formula to anybody and stays as it is.
 */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value) && !/^[+-]?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
/** So that spreadsheets know it is UTF-8. */
export const byteOrderMark = '\uFEFF';
