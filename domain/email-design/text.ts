import { z } from 'zod';
import { type Part, readTemplate } from '../personalization/template.ts';
import { storable } from '../kernel/text.ts';

/**
 * Text with its emphasis as the editor (tiptap) keeps it: a tree of nodes, never HTML. This is the whole of what there
 * can be; whatever else comes (from an editor of another version, from somebody who writes by hand) is tidied away
 * before it is checked. Merge fields stand in text as `{{first_name|friend}}`.
 */
export const aligns = ['left', 'center', 'right'] as const;
export type Align = (typeof aligns)[number];
export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

export const maxTextLength = 20_000;
export const textSizes = { least: 10, most: 60 } as const;

/**
 * Where something leads: a page, an email address, a number, or a merge field that holds a link. Merge fields may stand
 * in what follows the host. Empty: nowhere.
 */
export const maxLinkLength = 1_000;
export function isLink(link: string): boolean {
  if (link === '') return true;
  if (link.length > maxLinkLength || /[\s"'<>\\\p{Cc}]/u.test(link.replace(/\{\{[^{}]*\}\}/gu, ''))) return false;
  const { parts, problems } = readTemplate(link);
  if (problems.length > 0 || parts.some((part) => typeof part !== 'string' && !/^[a-z][a-z0-9_]*$/.test(part.field)))
    return false;
  const [first] = parts;
  if (typeof first !== 'string') return parts.length === 1;
  return /^https?:\/\/[^/?#@\s]+\.[^/?#@\s]+$/iu.test(hostOf(first)) ?
      parts.length === 1 || /^https?:\/\/[^/?#]+[/?#]/iu.test(first)
    : /^mailto:[^\s@]+@[^\s@]+$/iu.test(first.split('?')[0]!) || /^tel:\+?[\d-]{3,20}$/iu.test(first);
}
const hostOf = (link: string): string => /^https?:\/\/[^/?#]*/iu.exec(link)?.[0] ?? '';
/** What people type as a link: without https:// it gets it; an address of a mailbox becomes mailto. */
export function writtenLink(typed: string): string {
  const link = typed.trim();
  if (link === '' || /^(?:https?:|mailto:|tel:|\{\{)/iu.test(link)) return link;
  return /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/u.test(link) ? `mailto:${link}` : `https://${link}`;
}

type Mark =
  | { readonly type: 'bold' }
  | { readonly type: 'italic' }
  | { readonly type: 'underline' }
  | { readonly type: 'strike' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string } }
  | { readonly type: 'textStyle'; readonly attrs: { readonly color: string | null; readonly size: number | null } };
export type Inline =
  | { readonly type: 'text'; readonly text: string; readonly marks?: readonly Mark[] | undefined }
  | { readonly type: 'hardBreak' };
export interface Paragraph {
  readonly type: 'paragraph';
  readonly attrs: { readonly align: Align | null };
  readonly content?: readonly Inline[] | undefined;
}
interface ListItem {
  readonly type: 'listItem';
  readonly content: readonly TextNode[];
}
export type TextNode =
  Paragraph | { readonly type: 'bulletList' | 'orderedList'; readonly content: readonly ListItem[] };
export interface TextDoc {
  readonly type: 'doc';
  readonly content: readonly TextNode[];
}

const Mark: z.ZodType<Mark> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('underline') }),
  z.object({ type: z.literal('strike') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: z.string().refine(isLink) }) }),
  z.object({
    type: z.literal('textStyle'),
    attrs: z.object({
      color: z.string().refine(isColor).nullable(),
      size: z.number().int().min(textSizes.least).max(textSizes.most).nullable(),
    }),
  }),
]);
const Inline: z.ZodType<Inline> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1), marks: z.array(Mark).max(6).optional() }),
  z.object({ type: z.literal('hardBreak') }),
]);
const Paragraph = z.object({
  type: z.literal('paragraph'),
  attrs: z.object({ align: z.enum(aligns).nullable() }),
  content: z.array(Inline).max(500).optional(),
});
/** Lists in lists, three deep: deeper ones no email program shows well. */
const nodeOf = (depth: number): z.ZodType<TextNode> =>
  depth === 0 ? Paragraph : (
    z.discriminatedUnion('type', [
      Paragraph,
      z.object({ type: z.literal('bulletList'), content: itemsOf(depth) }),
      z.object({ type: z.literal('orderedList'), content: itemsOf(depth) }),
      // eslint-disable-next-line no-restricted-syntax -- zod can not name a list that holds lists
    ] as never)
  );
const itemsOf = (depth: number) =>
  z
    .array(
      z.object({
        type: z.literal('listItem'),
        content: z
          .array(nodeOf(depth - 1))
          .min(1)
          .max(50),
      }),
    )
    .min(1)
    .max(100);
const Doc = z.object({ type: z.literal('doc'), content: z.array(nodeOf(maxListDepth())).min(1).max(300) });
function maxListDepth(): number {
  return 3;
}

/** A text as it may be kept. What is not known is tidied away first, so that what is kept is what is shown. */
export const textDoc: z.ZodType<TextDoc, unknown> = z.preprocess(
  tidyDoc,
  Doc.refine((doc) => plainText(doc).length <= maxTextLength, 'This text is too long: at most 20,000 characters.'),
  // eslint-disable-next-line no-restricted-syntax -- zod can not name a list that holds lists
) as never;

type Loose = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const childrenOf = (node: Loose): readonly Loose[] =>
  Array.isArray(node['content']) ? (node['content'] as unknown[]).filter(isLoose) : [];
const attrsOf = (node: Loose): Loose => (isLoose(node['attrs']) ? node['attrs'] : {});

/**
 * The one way to write a text down: marks in one order, no empty attributes, neighbours of one look together, no list
 * without items. Tidying twice is tidying once. Plain text becomes paragraphs.
 */
export function tidyDoc(given: unknown): TextDoc {
  if (typeof given === 'string') return docOf(given);
  const content = isLoose(given) ? tidyNodes(childrenOf(given), maxListDepth()) : [];
  return { type: 'doc', content: content.length === 0 ? [emptyParagraph] : content };
}
const emptyParagraph: Paragraph = { type: 'paragraph', attrs: { align: null } };

export const docOf = (text: string): TextDoc => ({
  type: 'doc',
  content: storable(text)
    .split(/\r?\n/u)
    .map((line): Paragraph =>
      line === '' ? emptyParagraph : { ...emptyParagraph, content: [{ type: 'text', text: line }] },
    ),
});

function tidyNodes(nodes: readonly Loose[], depth: number): readonly TextNode[] {
  return nodes.flatMap((node): readonly TextNode[] => {
    if (node['type'] === 'bulletList' || node['type'] === 'orderedList') {
      const items = childrenOf(node)
        .filter((item) => item['type'] === 'listItem')
        .flatMap((item): readonly ListItem[] => {
          const content = tidyNodes(childrenOf(item), Math.max(depth - 1, 0));
          return [{ type: 'listItem', content: content.length === 0 ? [emptyParagraph] : content }];
        });
      if (items.length === 0) return [];
      // Too deep a list: its words stay, as paragraphs.
      return depth === 0 ? items.flatMap(({ content }) => content) : [{ type: node['type'], content: items }];
    }
    if (!['paragraph', 'heading', 'blockquote', 'codeBlock'].includes(String(node['type']))) return [];
    const inner = childrenOf(node);
    if (node['type'] === 'blockquote') return tidyNodes(inner, depth);
    const { align, textAlign } = attrsOf(node) as { readonly align?: unknown; readonly textAlign?: unknown };
    const said = aligns.find((one) => one === align || one === textAlign) ?? null;
    const content = together(inner.flatMap(tidyInline));
    return [{ type: 'paragraph', attrs: { align: said }, ...(content.length === 0 ? {} : { content }) }];
  });
}

function tidyInline(node: Loose): readonly Inline[] {
  if (node['type'] === 'hardBreak') return [{ type: 'hardBreak' }];
  if (node['type'] !== 'text' || typeof node['text'] !== 'string') return [];
  const text = storable(node['text']).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  if (text === '') return [];
  const marks = tidyMarks(Array.isArray(node['marks']) ? (node['marks'] as unknown[]).filter(isLoose) : []);
  return [{ type: 'text', text, ...(marks.length === 0 ? {} : { marks }) }];
}

function tidyMarks(given: readonly Loose[]): readonly Mark[] {
  const has = (type: string) => given.some((mark) => mark['type'] === type);
  const marks: Mark[] = [];
  for (const type of ['bold', 'italic', 'underline', 'strike'] as const) if (has(type)) marks.push({ type });
  const link = given.find((mark) => mark['type'] === 'link');
  const href = link === undefined ? '' : attrsOf(link)['href'];
  if (typeof href === 'string' && href.trim() !== '' && isLink(href.trim()))
    marks.push({ type: 'link', attrs: { href: href.trim() } });
  const style = given.find((mark) => mark['type'] === 'textStyle');
  if (style !== undefined) {
    const { color, size } = attrsOf(style);
    const attrs = {
      color: typeof color === 'string' && isColor(color.toLowerCase()) ? color.toLowerCase() : null,
      size:
        typeof size === 'number' && Number.isInteger(size) && size >= textSizes.least && size <= textSizes.most ?
          size
        : null,
    };
    if (attrs.color !== null || attrs.size !== null) marks.push({ type: 'textStyle', attrs });
  }
  return marks;
}

function together(inlines: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (
      inline.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(inline.marks ?? [])
    )
      joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}

/** The words alone, a line for each paragraph. */
export const plainText = (doc: TextDoc): string => linesOf(doc.content).join('\n');
const linesOf = (nodes: readonly TextNode[]): readonly string[] =>
  nodes.flatMap((node) =>
    node.type === 'paragraph' ?
      [(node.content ?? []).map((one) => (one.type === 'text' ? one.text : '\n')).join('')]
    : node.content.flatMap(({ content }) => linesOf(content)),
  );

/** Every link of a text, as it stands. */
export const linksOf = (doc: TextDoc): readonly { readonly href: string; readonly text: string }[] => {
  const found: { href: string; text: string }[] = [];
  const walk = (nodes: readonly TextNode[]): void => {
    for (const node of nodes)
      if (node.type !== 'paragraph') for (const { content } of node.content) walk(content);
      else
        for (const inline of node.content ?? []) {
          if (inline.type !== 'text') continue;
          const link = inline.marks?.find((mark) => mark.type === 'link');
          if (link?.type === 'link') found.push({ href: link.attrs.href, text: inline.text });
        }
  };
  walk(doc.content);
  return found;
};

/** A text for email programs that show none of the looks: paragraphs, lists with their signs, links behind their words. */
export function textParts(doc: TextDoc): readonly Part[] {
  const lines = (nodes: readonly TextNode[], indent: string): readonly (readonly Part[])[] =>
    nodes.flatMap((node): readonly (readonly Part[])[] => {
      if (node.type === 'paragraph') return [(node.content ?? []).flatMap((one) => inlineParts(one, indent))];
      return node.content.flatMap(({ content }, index) => {
        const sign = node.type === 'bulletList' ? '- ' : `${index + 1}. `;
        const pad = ' '.repeat(sign.length);
        return lines(content, indent + pad).map((line, at) => [at === 0 ? sign : pad, ...line]);
      });
    });
  return lines(doc.content, '').flatMap((line, index) => (index === 0 ? line : ['\n', ...line]));
}
function inlineParts(inline: Inline, indent: string): readonly Part[] {
  if (inline.type === 'hardBreak') return [`\n${indent}`];
  const { parts } = readTemplate(inline.text);
  const link = inline.marks?.find((mark) => mark.type === 'link');
  if (link?.type !== 'link' || link.attrs.href === inline.text.trim()) return parts;
  return [...parts, ' (', ...linkParts(link.attrs.href), ')'];
}

/** A link with its merge fields, each as what it stands for: all of the link, or a part of it. */
export function linkParts(link: string): readonly Part[] {
  const { parts } = readTemplate(link);
  const whole = parts.length === 1;
  return parts.map((part) => (typeof part === 'string' ? part : { ...part, as: whole ? 'address' : 'query' }));
}
