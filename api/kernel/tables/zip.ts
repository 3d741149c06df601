import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive, as it is made. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** An archive that is made while it is read: one file after the other, and no faster than its reader takes it. */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const made = archive.outputStream as Readable;
  let source: Readable | undefined;
  const add = async (): Promise<void> => {
    for await (const { name, content } of entries) {
      if (made.destroyed) return;
      source = Readable.from(content, { objectMode: false });
      archive.addReadStream(source, name, { compressionLevel: 4 });
      await finished(source);
    }
    archive.end();
  };
  add().catch((error: unknown) => made.destroy(error as Error));
  try {
    yield* made as AsyncIterable<Buffer>;
  } finally {
    // A reader that leaves ends what the archive is made of.
    source?.destroy();
  }
}
