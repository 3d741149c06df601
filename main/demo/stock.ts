import { bundledPictures, bundledSize } from '../../adapters/stock/pictures.ts';

/** A bundled picture as a page has it. A name that does not exist is a mistake. */
export function stock(
  name: string,
  { focusX = 50, focusY = 50 }: { readonly focusX?: number; readonly focusY?: number },
) {
  const found = bundledPictures.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no bundled picture ${name}.`);
  return { url: `/stock/${name}.webp`, ...bundledSize, alt: found.alt, focusX, focusY };
}
