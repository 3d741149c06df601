import { shortenHtmlLinks, shortenLinks, trapHtml } from '../links/shorten.ts';
import { fieldsIn, type Part, type Values } from '../personalization/template.ts';
import type { MadeVersion } from './version.ts';

type Words = Pick<MadeVersion, 'html' | 'text'>;

/** Stands for the short link of whoever gets the email. No merge field that people can write is called so. */
const linkField = (number: number): string => `link:${number}`;
const numberIn = (field: string): number | null => {
  const [, digits] = /^link:(\d{1,10})$/u.exec(field) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** The addresses of a compiled email that can become short ones, each once: those that are the same for everybody. */
export function linksOfEmail({ html, text }: Words): readonly string[] {
  const urls = new Set<string>();
  const collect = (url: string): null => {
    urls.add(url);
    return null;
  };
  html.forEach((part) => typeof part === 'string' && shortenHtmlLinks(part, collect));
  inText(text, collect);
  return [...urls];
}

/**
 * The email with a field in the place of each address that has a number, and with a link that no person sees (`trap`) at
 * its end. What is different for each recipient is then made of number and contact, and takes no place in the log.
 */
export function withLinks(words: Words, numbers: ReadonlyMap<string, number>, trap: number | null): Words {
  const linkFor = (url: string): string | null => {
    const number = numbers.get(url);
    return number === undefined ? null : mark(number);
  };
  const html = words.html.flatMap((part) =>
    typeof part === 'string' ? fieldsAt(shortenHtmlLinks(part, linkFor)) : [part],
  );
  return { html: trap === null ? html : trapped(html, trap), text: inText(words.text, linkFor) };
}

/** What stands in an email where an address will be: no address has it, and nothing that is escaped. */
const edge = '\u0001';
const mark = (number: number): string => `${edge}${number}${edge}`;
const fieldsAt = (words: string): readonly Part[] =>
  words.split(edge).flatMap((piece, index): readonly Part[] =>
    index % 2 === 1 ? [{ field: linkField(Number(piece)), fallback: '', as: 'address' }]
    : piece === '' ? []
    : [piece],
  );

/** In plain text an address may go on in a merge field: such a one is different for everybody, and stays. */
function inText(text: readonly Part[], linkFor: (url: string) => string | null): readonly Part[] {
  return text.flatMap((part, index): readonly Part[] => {
    if (typeof part !== 'string') return [part];
    const goesOn = index + 1 < text.length ? /\S*$/u.exec(part)!.index : part.length;
    return fieldsAt(shortenLinks(part.slice(0, goesOn), linkFor) + part.slice(goesOn));
  });
}

function trapped(html: readonly Part[], trap: number): readonly Part[] {
  const last = html.findLastIndex((part) => typeof part === 'string' && part.includes('</body>'));
  if (last === -1) return html;
  const words = html[last] as string;
  const at = words.lastIndexOf('</body>');
  const with_ = words.slice(0, at) + trapHtml(mark(trap)) + words.slice(at);
  return [...html.slice(0, last), ...fieldsAt(with_), ...html.slice(last + 1)];
}

/** The links of a version for one recipient. `urlOf`: the short link of a number. */
export function linkValues({ html, text }: Words, urlOf: (number: number) => string): Values {
  return Object.fromEntries(
    fieldsIn([...html, ...text]).flatMap((field) => {
      const number = numberIn(field);
      return number === null ? [] : [[field, urlOf(number)]];
    }),
  );
}
/** The merge fields of people, without the links. */
export const isLinkField = (field: string): boolean => numberIn(field) !== null;
