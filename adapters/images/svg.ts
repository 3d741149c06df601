import sanitizeHtml from 'sanitize-html';
import { ImageRefused } from './port.ts';
import { checkCost, type Part } from './svg-cost.ts';

/** Bytes of text. A drawing that is larger is a picture better kept as PNG. */
const maxSvgBytes = 1024 * 1024;
const maxElements = 20_000;
const maxDepth = 50;
/** Of the drawing and of its view box, in px and user units. */
const maxSide = 100_000;

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * What draws. Everything else (editors' notes, metadata, animation) goes; what could act or fetch is refused instead,
 * so that nobody wonders where it went.
 */
const drawing = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath switch a x-style
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feFuncA feFuncB feFuncG feFuncR feComposite feDropShadow feFlood
  feGaussianBlur feMerge feMergeNode feOffset
`);

/** Attributes of those elements (SVG 2, appendix F) that change what is drawn; any other is dropped. */
const attributes = new Set(
  words(`
  id class style xmlns xmlns:xlink xml:space lang xml:lang version systemLanguage requiredExtensions
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform pathLength
  href xlink:href rotate textLength lengthAdjust startOffset method spacing side
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation edgeMode
  tableValues slope intercept amplitude exponent
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow paint-order vector-effect
  clip-path clip-rule mask mask-type filter flood-color flood-opacity stop-color stop-opacity lighting-color
  marker marker-start marker-mid marker-end mix-blend-mode isolation enable-background transform-origin
  color-interpolation color-interpolation-filters color-rendering shape-rendering text-rendering image-rendering
  font font-family font-size font-style font-variant font-weight font-stretch font-size-adjust letter-spacing
  word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode
  direction unicode-bidi glyph-orientation-vertical glyph-orientation-horizontal
`),
);

const acting = new Set(words('script foreignobject iframe object embed handler listener html link meta base'));
const fetching = new Set(words('image feimage video audio source include'));
/** Filters that paint every pixel many times over. */
const costly = new Set(
  words('feturbulence femorphology feconvolvematrix fedisplacementmap fediffuselighting fespecularlighting fetile'),
);

const refuse = (what: string): never => {
  throw new ImageRefused(`This SVG holds ${what}, which a picture here may not. Export it as plain SVG or as PNG.`);
};
const tooManyParts = (): never => {
  throw new ImageRefused('This SVG has too many parts. Export it as PNG.');
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

/** Whether the attribute stays. Throws for what acts or fetches. */
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
  }
  if (!attributes.has(name)) return false;
  if (/url\s*\(|@import|expression\s*\(|\\/i.test(value)) checkStyle(value);
  return true;
}

function checkElement(local: string): void {
  if (acting.has(local)) refuse(local === 'script' ? 'a script' : 'content of another kind');
  if (fetching.has(local)) refuse('a file or a reference to one');
  if (costly.has(local)) refuse('a filter that takes too long to draw');
}

function checkSize(attribs: Readonly<Record<string, string>>): void {
  const sides = [attribs['width'], attribs['height'], ...(attribs['viewBox'] ?? '').split(/[\s,]+/)];
  if (sides.some((side) => Math.abs(Number.parseFloat(side || '0')) > maxSide))
    throw new ImageRefused('This picture has too many pixels.');
}

/**
 * An SVG with nothing in it but drawing that takes a bounded time. Throws `ImageRefused` for scripts, event handlers,
 * foreign objects, references to elsewhere, entities, what would be drawn too many times, and anything that is not
 * UTF-8. What is only of no use to the drawing is dropped.
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
  let sheet = '';
  const root: Part = { tag: '', attribs: {}, children: [] };
  const open: Part[] = [root];
  // The library passes what is in a `style` on as it is; under another name it is text, and comes out with its marks escaped.
  const safe = sanitizeHtml(text.replace(/<(\/?)style\b/gi, '<$1x-style'), {
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
      if (elements > maxElements || open.length > maxDepth) tooManyParts();
      if (tag === 'svg') checkSize(attribs);
      const part: Part = { tag, attribs: { ...attribs }, children: [] };
      open.at(-1)!.children.push(part);
      open.push(part);
    },
    onCloseTag: () => {
      if (open.length > 1) open.pop();
    },
    transformTags: {
      '*': (tag, attribs) => {
        const local = tag.slice(tag.lastIndexOf(':') + 1).toLowerCase();
        checkElement(local);
        return {
          tagName: tag,
          attribs: Object.fromEntries(
            Object.entries(attribs).filter(([name, value]) => checkAttribute(local, name, value)),
          ),
        };
      },
    },
    textFilter: (content, tag) => {
      if (tag === 'x-style') {
        const css = content.replaceAll('&amp;', '&');
        checkStyle(css);
        sheet += `${css}\n`;
      }
      return content;
    },
  }).replace(/<(\/?)x-style\b/g, '<$1style');
  if (/(?:^|[{;\s])filter\s*:/i.test(sheet)) refuse('a filter in a style sheet');
  checkCost(root, sheet, tooManyParts);
  return safe;
}
