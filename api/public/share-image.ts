import type { Images, SafeImage } from '../../adapters/images/port.ts';
import { escaped } from '../kernel/brand-page.ts';
import { type Found, sectionsOf } from './found.ts';

const [width, height] = [1_200, 630];
/** Pictures that are kept: of each version of a page one. */
const maxKept = 100;
const kept = new Map<string, Promise<SafeImage>>();

/** Lines of about so many letters; what does not fit ends in an ellipsis. */
export function lines(text: string, letters: number, most: number): readonly string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const result: string[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const cut = word.length > letters ? `${word.slice(0, letters - 1)}…` : word;
    if (last !== undefined && last.length + 1 + cut.length <= letters) result[result.length - 1] = `${last} ${cut}`;
    else result.push(cut);
  }
  return result.length <= most ? result : [...result.slice(0, most - 1), `${result[most - 1]}…`];
}

/** What networks show of a page that is shared: drawn from its own words and colours, by us, as a picture of 1200 × 630. */
export function shareImage(
  images: Images,
  page: Found,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<SafeImage> {
  const key = `${page.campaignId} ${page.hash} ${page.businessName}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { styling, main, actionButton } = sectionsOf(page, page.kind);
  const solid = (color: string) => color.slice(0, 7);
  const heading = lines(title.replace(` · ${page.businessName}`, ''), 26, 3);
  const under = lines(description, 58, 2);
  const text = (line: string, y: number, size: number, weight: number, color: string) =>
    `<text x="120" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}" ` +
    `fill="${solid(color)}">${escaped(line)}</text>`;
  const top = 330 - (heading.length - 1) * 42 - under.length * 16;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${solid(styling.BackgroundColor)}"/>`,
    `<rect x="60" y="60" width="1080" height="510" rx="32" fill="${solid(main.BackgroundColor)}"/>`,
    `<rect x="60" y="60" width="14" height="510" rx="7" fill="${solid(actionButton.BackgroundColor)}"/>`,
    text(page.businessName.slice(0, 48), 150, 32, 600, main.DescriptionColor),
    ...heading.map((line, index) => text(line, top + index * 84, 72, 700, main.HeadingColor)),
    ...under.map((line, index) => text(line, top + heading.length * 84 + index * 46, 34, 400, main.DescriptionColor)),
    '</svg>',
  ].join('');
  const made = images
    .process(Buffer.from(svg), { maxWidth: width, widths: [], tenant: page.businessId })
    .then(({ image }) => image);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
  return made;
}
