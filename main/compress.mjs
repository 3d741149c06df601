/**
 * Writes `.br` and `.gz` beside every file of a folder that shrinks, as small as they get: once at the build, in place
 * of at every request.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Fonts and pictures are compressed in themselves; the page is made for each host. */
const shrinking = new Set(['.css', '.js', '.json', '.map', '.svg', '.txt', '.webmanifest']);
/** Bytes: below it fits one packet anyway. */
const smallest = 1_000;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && shrinking.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const variants = [`${file}.br`, `${file}.gz`];
      const { size, mtimeMs } = statSync(file);
      if (variants.every((variant) => existsSync(variant) && statSync(variant).mtimeMs >= mtimeMs)) return;
      for (const variant of variants) rmSync(variant, { force: true });
      if (size < smallest) return;
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size };
      const [br, gzipped] = await Promise.all([brotli(bytes, { params }), gz(bytes, { level: 9 })]);
      writeFileSync(variants[0], br);
      writeFileSync(variants[1], gzipped);
    }),
  );
}
