import { byteOrderMark, csvLine } from '../csv.ts';
import { clockOf, type TableFile } from './cell.ts';

/** A table as CSV with a byte order mark: what would be a formula is none (see csv.ts). */
export async function* csvFile({ columns, rows, zone }: TableFile): AsyncGenerator<Buffer> {
  const clock = clockOf(zone);
  yield Buffer.from(byteOrderMark + csvLine(columns));
  for await (const some of rows) {
    let text = '';
    for (const row of some)
      text += csvLine(
        row.map((cell) =>
          cell === null ? ''
          : typeof cell === 'object' ? clock(cell.at)
          : String(cell),
        ),
      );
    if (text !== '') yield Buffer.from(text.toWellFormed());
  }
}
