import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, as it is made. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Above it an archive or a file in it needs another format (ZIP64), which is not made here. */
const most = 0xffff_ffff;
/** 1980-01-01, the first day that there is: what is in it has no date of its own. */
const date = 0x0021;
/** Sizes stand behind the content (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808;
const deflated = 8;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly compressed: number;
  readonly offset: number;
}

/**
 * An archive that is made while it is read (APPNOTE.TXT 6.3.10 of PKWARE): nothing of it is held but the list of its
 * files, and it goes no faster than whoever takes it. Throws beyond 4 GB.
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name: said, content } of entries) {
    const name = Buffer.from(said);
    const start = offset;
    const head = localHeader(name);
    offset += head.length;
    yield head;
    let [crc, size, compressed] = [0, 0, 0];
    const measured = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    };
    for await (const chunk of deflate(measured())) {
      compressed += chunk.length;
      yield chunk;
    }
    const tail = descriptor(crc, compressed, size);
    offset += compressed + tail.length;
    if (size > most || offset > most) throw new RangeError('This is too much for one archive.');
    written.push({ name, crc, size, compressed, offset: start });
    yield tail;
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield Buffer.concat([directory, endOf(written.length, directory.length, offset)]);
}

/** A piece at a time: the next one is not asked for before this one is through. */
async function* deflate(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw({ level: 4 });
  let out: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => out.push(chunk));
  const taken = () => {
    const chunks = out;
    out = [];
    return chunks;
  };
  try {
    for await (const bytes of content) {
      await new Promise<void>((done, failed) => {
        stream.write(bytes, (error) => {
          if (error) failed(error);
          else done();
        });
      });
      yield* taken();
    }
    await new Promise<void>((done, failed) => {
      stream.once('error', failed).once('end', done).end();
    });
    yield* taken();
  } finally {
    stream.destroy();
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor(crc: number, compressed: number, size: number): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(compressed >>> 0, 8);
  tail.writeUInt32LE(size >>> 0, 12);
  return tail;
}

function centralHeader({ name, crc, size, compressed, offset }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(compressed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOf(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
