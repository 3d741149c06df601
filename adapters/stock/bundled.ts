import { bundledPictures, bundledSize } from './pictures.ts';
import type { StockPhotos } from './port.ts';

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
const known = bundledPictures.map(({ name, alt, tags }) => ({
  photo: { url: `/stock/${name}.webp`, ...bundledSize, alt, credit: null },
  title: wordsOf(`${name} ${alt}`),
  words: wordsOf(`${name} ${alt} ${tags}`),
}));

/** The pictures that the product brings: every word begins one of theirs; what they show before what it goes with. */
export const bundledStock: StockPhotos = {
  search({ search, page, perPage }) {
    const asked = wordsOf(search).slice(0, 10);
    const begins = (words: readonly string[]) => (word: string) => words.some((one) => one.startsWith(word));
    const found = known.filter(({ words }) => asked.every(begins(words)));
    const [shown, goesWith] = [
      found.filter(({ title }) => asked.every(begins(title))),
      found.filter(({ title }) => !asked.every(begins(title))),
    ];
    const from = (page - 1) * perPage;
    const data = [...shown, ...goesWith].slice(from, from + perPage).map(({ photo }) => photo);
    return Promise.resolve({ data, total: found.length });
  },
};
