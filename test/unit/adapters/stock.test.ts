import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bundledStock } from '../../../adapters/stock/bundled.ts';
import { bundledPictures, bundledSize } from '../../../adapters/stock/pictures.ts';
import { Picture } from '../../../domain/pages/field.ts';

const search = (words: string, page = 1, perPage = 12) => bundledStock.search({ search: words, page, perPage });
const shown = async (words: string) => (await search(words, 1, 50)).data.map(({ url }) => url);

test('every picture that is described has its file, every file is described, and each may be used on a page', async () => {
  const files = readdirSync(new URL('../../../web/public/stock', import.meta.url));
  expect(files.sort()).toEqual(bundledPictures.map(({ name }) => `${name}.webp`).sort());
  for (const { url, ...rest } of (await search('', 1, 100)).data) {
    const file = readFileSync(new URL(`../../../web/public${url}`, import.meta.url));
    expect(await sharp(file).metadata(), url).toMatchObject({ format: 'webp', ...bundledSize });
    expect(file.length, url).toBeLessThan(60_000);
    expect(Picture.parse({ url, ...rest }).alt).not.toBe('');
  }
});

test('a search finds by beginnings of words, what it shows before what it goes with', async () => {
  expect((await shown('pizza')).length).toBe(4);
  expect(await shown('PIZZA  marg')).toEqual(['/stock/pizza-margherita.webp']);
  const dinner = await shown('table');
  expect(dinner).toContain('/stock/shared-table.webp');
  expect((await shown('church'))[0]).toMatch(/stained-glass|sunrise/);
  expect(await shown('pizza swimming')).toEqual([]);
  // Of what goes with summer nothing shows it in its title: the order stays; of coffee the cups come first.
  expect((await shown('coffee'))[0]).toBe('/stock/coffee-morning.webp');
  expect((await shown('sea'))[0]).toBe('/stock/quiet-sea.webp');
});

test('pages of twelve, each picture once', async () => {
  const { total } = await search('');
  const all = await Promise.all(Array.from({ length: Math.ceil(total / 12) }, (_, index) => search('', index + 1)));
  const urls = all.flatMap(({ data }) => data.map(({ url }) => url));
  expect(all[0]!.data.length).toBe(12);
  expect(new Set(urls).size).toBe(total);
  expect((await search('', 99)).data).toEqual([]);
});
