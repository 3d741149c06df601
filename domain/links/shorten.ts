import { targetOf } from './fields.ts';

/**
 * What a link in a text may consist of. Merge fields are taken along, so that an address with one is seen as a whole:
 * what is different for everybody can't be registered, and stays as it is.
 */
const inText = /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"'`|\\^{}\p{Cc}])+/giu;
/** `href` of what can be followed; the buttons that Outlook draws (VML) have one too. */
const inHtml = /(<(?:a|area|v:\w+)\b[^>]*?\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/giu;

/** Punctuation behind an address belongs to the sentence, and a bracket that the address did not open. */
function tidy(found: string): string {
  let url = found;
  for (;;) {
    const last = url.at(-1)!;
    const opener = { ')': '(', ']': '[' }[last];
    const opened = opener !== undefined && url.split(opener).length >= url.split(last).length;
    if (!/[.,;:!?*_~…»”’]/u.test(last) && (opener === undefined || opened)) return url;
    url = url.slice(0, -1);
  }
}

/**
 * The text with its addresses exchanged. `linkFor` gets each as it is registered (see `targetOf`), and says what stands
 * in its place; null: it stays. Pure, and cheap enough to be asked for every recipient: it goes over the text before
 * merge fields are filled in, so that nothing that a contact is called is taken for a link.
 */
export const shortenLinks = (text: string, linkFor: (url: string) => string | null): string =>
  text.replace(inText, (found) => {
    const url = tidy(found);
    const target = targetOf(url);
    const link = target === null ? null : linkFor(target);
    return link === null ? found : link + found.slice(url.length);
  });

/** The same for what can be followed in an email's HTML. */
export const shortenHtmlLinks = (html: string, linkFor: (url: string) => string | null): string =>
  html.replace(inHtml, (found, before: string, double: string | undefined, single: string | undefined) => {
    const target = targetOf(unescaped(double ?? single ?? ''));
    const link = target === null ? null : linkFor(target);
    return link === null ? found : `${before}"${escaped(link)}"`;
  });

/** The addresses that `shortenLinks` would ask for, each once, in the order of the text. */
export const linksIn = (text: string): readonly string[] => collect((linkFor) => shortenLinks(text, linkFor));
export const htmlLinksIn = (html: string): readonly string[] => collect((linkFor) => shortenHtmlLinks(html, linkFor));

function collect(run: (linkFor: (url: string) => null) => void): readonly string[] {
  const urls = new Set<string>();
  run((url) => {
    urls.add(url);
    return null;
  });
  return [...urls];
}

/**
 * A link that no person sees or reaches, for the end of an email's body: what follows it follows everything. Screen
 * readers and the tab key pass it by.
 */
export const trapHtml = (link: string): string =>
  `<a href="${escaped(link)}" rel="nofollow" aria-hidden="true" tabindex="-1"` +
  ` style="display:none;max-height:0;overflow:hidden;font-size:0;line-height:0"></a>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const unescaped = (text: string): string =>
  text
    .replace(/&quot;|&#34;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;|&#38;/gi, '&')
    .trim();

/** Letters and digits that a short link's code has. */
export const codeLength = 12;
/** Where a short link leads through. `base`: the business's public address, without a slash at the end. */
export const linkUrl = (base: string, code: string): string => `${base}/l/${code}`;
/** Stands for a short link of the same length where a message is only looked at. */
export const sampleLink = (base: string): string => linkUrl(base, 'x'.repeat(codeLength));
