import sanitizeHtml from 'sanitize-html';
import { ImageRefused } from './port.ts';

/** Bytes of text. A drawing that is larger is a picture better kept as PNG. */
const maxSvgBytes = 1024 * 1024;
const maxElements = 20_000;
const maxDepth = 100;
/** px */
const maxSide = 100_000;

/** What draws. Everything else (editors' notes, metadata, animation) goes; what could act or fetch is refused instead, so that nobody wonders where it went. */
const drawing = [
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'textPath',
  'linearGradient',
  'radialGradient',
  'stop',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'x-style',
  'switch',
  'a',
  'filter',
  'feBlend',
  'feColorMatrix',
  'feComponentTransfer',
  'feComposite',
  'feConvolveMatrix',
  'feDiffuseLighting',
  'feDisplacementMap',
  'feDistantLight',
  'feDropShadow',
  'feFlood',
  'feFuncA',
  'feFuncB',
  'feFuncG',
  'feFuncR',
  'feGaussianBlur',
  'feMerge',
  'feMergeNode',
  'feMorphology',
  'feOffset',
  'fePointLight',
  'feSpecularLighting',
  'feSpotLight',
  'feTile',
  'feTurbulence',
];
const acting = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'handler',
  'listener',
  'html',
  'link',
  'meta',
  'base',
]);
const fetching = new Set(['image', 'feimage', 'video', 'audio', 'source', 'include']);

const refuse = (what: string): never => {
  throw new ImageRefused(`This SVG holds ${what}, which a picture here may not. Export it as plain SVG or as PNG.`);
};

/** `url(…)` to anything but a part of the same drawing, `@import`, and everything that only hides one of these. */
function checkStyle(css: string): void {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  if (/\\/.test(plain)) refuse('a style that can not be checked');
  if (/@import|expression\s*\(|javascript:|behavior\s*:|-moz-binding/i.test(plain))
    refuse('a style that loads something from elsewhere');
  for (const [, target] of plain.matchAll(/url\(\s*["']?\s*([^"')]*)/gi))
    if (!target!.trim().startsWith('#')) refuse('a reference to something elsewhere');
}

function checkAttribute(tag: string, name: string, value: string): boolean {
  const plain = name.toLowerCase();
  const local = plain.slice(plain.lastIndexOf(':') + 1);
  if (local.startsWith('on')) refuse('a script');
  if (local === 'href' || local === 'src') {
    const target = value.replace(/[\u0000-\u0020]+/g, '');
    if (/^(?:javascript|vbscript|data):/i.test(target))
      refuse(/^data:/i.test(target) ? 'a file inside it' : 'a script');
    // A link leads nowhere in a picture: only where it would go is dropped.
    if (tag === 'a') return false;
    if (!target.startsWith('#')) refuse('a reference to something elsewhere');
    return true;
  }
  if (plain === 'xml:base') return false;
  if (/url\s*\(|@import|expression\s*\(|\\/i.test(value)) checkStyle(value);
  return true;
}

/**
 * An SVG with nothing in it but drawing. Throws `ImageRefused` for scripts, event handlers, foreign objects, references to elsewhere, entities and
 * anything that is not UTF-8. What is only of no use to the drawing is dropped.
 */
export function sanitizeSvg(bytes: Uint8Array): string {
  if (bytes.byteLength > maxSvgBytes) throw new ImageRefused('An SVG can have at most 1 MB.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImageRefused('This SVG is not UTF-8 text.');
  }
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) refuse('entities');
  let elements = 0;
  let depth = 0;
  // The library passes what is in a `style` on as it is; under another name it is text, and comes out with its marks escaped.
  return sanitizeHtml(text.replace(/<(\/?)style\b/gi, '<$1x-style'), {
    allowedTags: drawing,
    allowedAttributes: false,
    allowVulnerableTags: true,
    nonTextTags: ['metadata'],
    parser: {
      xmlMode: true,
      lowerCaseTags: false,
      lowerCaseAttributeNames: false,
      recognizeSelfClosing: true,
      recognizeCDATA: true,
    },
    onOpenTag: (tag, attribs) => {
      elements += 1;
      depth += 1;
      if (elements > maxElements || depth > maxDepth)
        throw new ImageRefused('This SVG has too many parts. Export it as PNG.');
      if (
        tag === 'svg' &&
        [attribs['width'], attribs['height']].some((side) => Number.parseFloat(side ?? '0') > maxSide)
      )
        throw new ImageRefused('This picture has too many pixels.');
    },
    onCloseTag: () => {
      depth -= 1;
    },
    transformTags: {
      '*': (tag, attribs) => {
        const local = tag.slice(tag.lastIndexOf(':') + 1).toLowerCase();
        if (acting.has(local)) refuse(local === 'script' ? 'a script' : 'content of another kind');
        if (fetching.has(local)) refuse('a file or a reference to one');
        return {
          tagName: tag,
          attribs: Object.fromEntries(
            Object.entries(attribs).filter(([name, value]) => checkAttribute(local, name, value)),
          ),
        };
      },
    },
    textFilter: (content, tag) => {
      if (tag === 'x-style') checkStyle(content.replaceAll('&amp;', '&'));
      return content;
    },
  }).replace(/<(\/?)x-style\b/g, '<$1style');
}
