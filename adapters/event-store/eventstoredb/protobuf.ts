/**
 * The wire format of protocol buffers (protobuf.dev/programming-guides/encoding), as much of it as EventStoreDB's streams use: varints and
 * length-delimited fields. The client's generated code makes an object with an array of fields for every message and
 * takes bytes through base64, which costs more than everything else in reading a log.
 */
export class Message {
  readonly #parts: Buffer[] = [];

  /** A whole number from 0. */
  uint(field: number, value: bigint | number): this {
    this.#parts.push(varint(field << 3), varint(value));
    return this;
  }

  /** A text, bytes or another message. Without one: an empty message, by which a choice is made. */
  put(field: number, value: string | Buffer | Message = ''): this {
    const bytes =
      value instanceof Message ? value.toBuffer()
      : typeof value === 'string' ? Buffer.from(value)
      : value;
    this.#parts.push(varint((field << 3) | 2), varint(bytes.length), bytes);
    return this;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function varint(value: bigint | number): Buffer {
  if (value < 0x80) return Buffer.of(Number(value));
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** Reads the fields of a message in their order: call `next` until it is false, and take the field by what it should be. */
export class Fields {
  /** The number of the field that is there. */
  field = 0;
  readonly #bytes: Buffer;
  readonly #end: number;
  /** Where the next field begins; where the content of this one does. */
  #at: number;
  #start = 0;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#number();
    this.field = tag >> 3;
    const length = (tag & 7) === 2 ? this.#number() : 0;
    this.#start = this.#at;
    switch (tag & 7) {
      case 0:
        while (this.#bytes[this.#at++]! >= 0x80);
        break;
      case 1:
        this.#at += 8;
        break;
      case 2:
        this.#at += length;
        break;
      case 5:
        this.#at += 4;
        break;
      default:
        throw new Error(`A message of the server has a field of the unknown kind ${tag & 7}.`);
    }
    if (this.#at > this.#end) throw new Error('A message of the server ends in the middle of a field.');
    return true;
  }

  message(): Fields {
    return new Fields(this.#bytes, this.#start, this.#at);
  }
  /** Shares the memory of the message. */
  bytes(): Buffer {
    return this.#bytes.subarray(this.#start, this.#at);
  }
  text(): string {
    return this.#bytes.toString('utf8', this.#start, this.#at);
  }
  uint(): bigint {
    // Seven bytes hold 49 bits, which a number holds exactly and more cheaply.
    if (this.#at - this.#start <= 7) {
      let value = 0;
      for (let at = this.#at - 1; at >= this.#start; at -= 1) value = value * 128 + (this.#bytes[at]! & 0x7f);
      return BigInt(value);
    }
    let value = 0n;
    for (let at = this.#at - 1; at >= this.#start; at -= 1) value = (value << 7n) | BigInt(this.#bytes[at]! & 0x7f);
    return value;
  }

  /** A tag or a length: 32 bits. */
  #number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error('A message of the server ends in the middle of a field.');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }
}
