/**
 * Arrays in Postgres' binary wire format (`array_send` in src/backend/utils/adt/arrayfuncs.c), one dimension, no nulls.
 * The driver sends a Buffer as it is. Against the text form this saves escaping every quote of every JSON document,
 * which was most of the work of an append.
 */
const oids = { bool: 16, int2: 21, int4: 23, text: 25, json: 114, uuid: 2950 } as const;

export const booleans = (values: readonly boolean[]) =>
  fixed(oids.bool, 1, values, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at));
export const smallInts = (values: readonly number[]) =>
  fixed(oids.int2, 2, values, (buffer, value, at) => buffer.writeInt16BE(value, at));
export const ints = (values: readonly number[]) =>
  fixed(oids.int4, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at));
export const uuids = (values: readonly string[]) =>
  fixed(oids.uuid, 16, values, (buffer, value, at) => buffer.write(value.replaceAll('-', ''), at, 16, 'hex'));
export const texts = (values: readonly string[]) => strings(oids.text, values);
export const jsons = (values: readonly string[]) => strings(oids.json, values);

const headerLength = 20;

function header(buffer: Buffer, oid: number, length: number): void {
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(0, 4); // no nulls
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16); // lower bound
}

function fixed<T>(
  oid: number,
  size: number,
  values: readonly T[],
  write: (buffer: Buffer, value: T, at: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(headerLength + values.length * (4 + size));
  header(buffer, oid, values.length);
  let at = headerLength;
  for (const value of values) {
    buffer.writeInt32BE(size, at);
    write(buffer, value, at + 4);
    at += 4 + size;
  }
  return buffer;
}

function strings(oid: number, values: readonly string[]): Buffer {
  // UTF-8 takes at most three bytes per UTF-16 unit: room for the worst case, cut to what was used.
  let room = headerLength;
  for (const value of values) room += 4 + value.length * 3;
  const buffer = Buffer.allocUnsafe(room);
  header(buffer, oid, values.length);
  let at = headerLength;
  for (const value of values) {
    const written = buffer.write(value, at + 4, 'utf8');
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  return buffer.subarray(0, at);
}
