import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fonts = join(import.meta.dirname, '../../../adapters/images/fonts');
/** Draws a text in black on white and answers with how many pixels of it are dark, and which. */
const draw = `
  import sharp from 'sharp';
  const [text, weight] = process.argv.slice(1);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#fff"/>' +
    '<text x="10" y="60" font-family="sans-serif" font-size="48" font-weight="' + weight + '">' + text + '</text></svg>';
  const data = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  process.stdout.write(JSON.stringify([...data].map((light, index) => (light < 128 ? index : -1)).filter((one) => one >= 0)));
`;

describe('text in pictures on a system without fonts', () => {
  let folder: string;
  beforeAll(() => {
    // As the product has it, but for the system's own fonts.
    folder = mkdtempSync(join(tmpdir(), 'beckon-fonts-'));
    cpSync(fonts, folder, { recursive: true });
    const file = join(folder, 'fonts.conf');
    const config = readFileSync(file, 'utf8');
    expect(config).toMatch(/<include /);
    writeFileSync(file, config.replace(/<include .*<\/include>/, ''));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const dark = (text: string, weight: number): number[] =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', draw, text, String(weight)], {
        env: { FONTCONFIG_FILE: join(folder, 'fonts.conf') },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as number[];

  it('has glyphs: letters are no empty boxes, and bold is bolder', () => {
    const [wide, narrow, bold] = [dark('WWW', 400), dark('iii', 400), dark('WWW', 700)];
    expect(wide.length).toBeGreaterThan(300);
    expect(narrow.length).toBeGreaterThan(30);
    expect(wide.length).toBeGreaterThan(narrow.length * 1.5);
    expect(bold.length).toBeGreaterThan(wide.length * 1.2);
    expect(dark('Žluťoučký Ελλάδα', 400).length).toBeGreaterThan(300);
  });
});
