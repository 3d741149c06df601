import type { TableRow } from './port.ts';

/** What is a value of a contact wherever it stands, and no name of a column. */
const values: readonly RegExp[] = [
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^(?=(?:\D*\d){7,15}\D*$)\+?[\d\s().\-/]+$/,
  /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[ T].*)?$/,
  /^https?:\/\/\S+$/i,
];
const filled = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;

/**
 * In which of the first rows the names of the columns stand; 0: in none, so that the first one is somebody. A title
 * above them fills fewer columns than they do.
 */
export function guessHeader(rows: readonly TableRow[]): number {
  const widest = Math.max(0, ...rows.slice(0, 20).map(filled));
  const wanted = widest <= 1 ? 1 : Math.max(2, Math.ceil(widest / 2));
  const first = rows.find((row) => filled(row) >= wanted);
  if (first === undefined) return rows[0]?.row ?? 1;
  return first.cells.some((cell) => values.some((value) => value.test(cell.trim()))) ? 0 : first.row;
}

/**
 * The names of the columns, by the row that holds them and the first ones below. What stands behind the last name and
 * has no values is no column; without names all that has values is one.
 */
export function namesOf(names: readonly string[] | null, below: readonly TableRow[]): readonly string[] {
  if (names === null) return Array.from({ length: Math.max(0, ...below.map(({ cells }) => cells.length)) }, () => '');
  const isUsed = (index: number): boolean => below.some(({ cells }) => (cells[index] ?? '').trim() !== '');
  const tidy = names.map((name) => name.trim().slice(0, 200));
  return tidy.slice(0, tidy.findLastIndex((name, index) => name !== '' || isUsed(index)) + 1);
}
