/** `node adapters/stock/draw.ts`: draws the bundled pictures into web/public/stock. With names: only those. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawings } from './drawings/index.ts';
import { height, width } from './drawings/pen.ts';

const folder = fileURLToPath(new URL('../../web/public/stock/', import.meta.url));
mkdirSync(folder, { recursive: true });
const wanted = new Set(process.argv.slice(2));
let bytes = 0;
for (const { name, svg } of drawings) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  const document =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `${svg()}</svg>`;
  const picture = await sharp(Buffer.from(document)).webp({ quality: 78, effort: 6 }).toBuffer();
  writeFileSync(`${folder}${name}.webp`, picture);
  bytes += picture.length;
}
console.log(`${Math.round(bytes / 1024)} KB in ${folder}`);
