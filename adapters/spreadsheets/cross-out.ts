import type { TableRow } from './port.ts';

/** A row of a text, from one byte up to another. */
interface Place {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}
type Which = (rows: readonly TableRow[]) => Promise<ReadonlySet<number>>;

/** Where the rows are that `which` names; also of rows above the first one, which nobody imports. */
export async function placesOf(all: AsyncIterable<readonly TableRow[]>, which: Which): Promise<readonly Place[]> {
  const places: Place[] = [];
  for await (const rows of all) {
    const named = await which(rows);
    for (const { row, from, bytes: to } of rows) if (named.has(row)) places.push({ row, from, to });
  }
  return places;
}

const dash = 0x2d;
const isEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/**
 * The text with these rows crossed out: a dash for each byte, but for the ends of lines around them, so that what
 * follows stays where it was. One row is held at a time.
 */
export async function* crossedOut(
  content: AsyncIterable<Uint8Array>,
  places: readonly Place[],
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let next = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    for (let place = places[next]; place !== undefined && at + held.length >= place.to; place = places[(next += 1)]) {
      const row = held.subarray(Math.max(0, place.from - at), place.to - at);
      let [first, last] = [0, row.length];
      while (first < last && isEnd(row[first])) first += 1;
      while (last > first && isEnd(row[last - 1])) last -= 1;
      row.fill(dash, first, last);
    }
    // What no row begins in that goes on can leave.
    const place = places[next];
    const ready = place === undefined ? held.length : Math.min(held.length, Math.max(0, place.from - at));
    if (ready === 0) continue;
    yield held.subarray(0, ready);
    held = held.subarray(ready);
    at += ready;
  }
  if (held.length > 0) yield held;
}
