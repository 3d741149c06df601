import { type TableLimits, TableRefused } from './port.ts';

/** The first sheet of a workbook as a table. */
 
export async function* fromWorkbook(
  _content: AsyncIterable<Uint8Array>,
  _limits: TableLimits,
  _signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  throw new TableRefused('workbook-broken');
}
