import type { Part } from '../personalization/template.ts';
import { fieldsIn, readTemplate } from '../personalization/template.ts';
import { type Block, type BlockKind, blockKinds, initialBlock } from './blocks.ts';
import { blocksOf, type EmailDesign, emptyDesign, type Section } from './model.ts';
import { linkParts, linksOf, plainText, textParts } from './text.ts';

/** What the sender puts in by itself, whatever the design says: the page that unsubscribes. */
export const unsubscribeField = 'unsubscribe_link';

/**
 * The email for programs that show no HTML, made of the model and not of the HTML: paragraphs of at most what people
 * wrote, links behind their words, and the footer.
 */
export function plainParts(design: EmailDesign): readonly Part[] {
  const paragraphs = blocksOf(design).flatMap((block): readonly (readonly Part[])[] => {
    if (block.hidden === 'desktop') return [];
    const parts = plainBlock(block);
    return parts.length === 0 ? [] : [parts];
  });
  return [...paragraphs.flatMap((parts) => [...parts, '\n\n']), ...footerParts(design)];
}

const said = (template: string): readonly Part[] => readTemplate(template.trim()).parts;
const withLink = (words: readonly Part[], link: string): readonly Part[] =>
  link === '' ? words
  : words.length === 0 ? linkParts(link)
  : [...words, ':\n', ...linkParts(link)];
const lines = (...each: readonly (readonly Part[])[]): readonly Part[] =>
  each.filter((line) => line.length > 0).flatMap((line, index) => (index === 0 ? line : ['\n', ...line]));

function plainBlock(block: Block): readonly Part[] {
  switch (block.kind) {
    case 'heading':
      return said(block.text);
    case 'text':
      return plainText(block.doc).trim() === '' ? [] : textParts(block.doc);
    case 'button':
      return withLink(said(block.label), block.link);
    case 'image':
      return block.decorative ?
          []
        : withLink(block.alt.trim() === '' ? [] : ['[', ...said(block.alt), ']'], block.link);
    case 'video':
      return withLink(said(block.caption), block.link);
    case 'social':
      return lines(
        ...block.links
          .filter(({ url }) => url !== '')
          .map(({ network, url }) => [`${networkName[network]}: `, ...linkParts(url)]),
      );
    case 'coupon':
      return lines(
        said(block.title),
        said(block.text),
        said(block.code),
        said(block.small),
        block.link === '' ? [] : withLink(said(block.label), block.link),
      );
    case 'divider':
      return ['----------'];
    case 'spacer':
      return [];
    default:
      return block satisfies never;
  }
}

export const networkName = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  whatsapp: 'WhatsApp',
  website: 'Website',
} as const;

const footerParts = ({ footer }: EmailDesign): readonly Part[] => [
  '-- \n',
  ...lines(
    said(footer.note),
    [{ field: 'business_name', fallback: '' }],
    [{ field: 'business_address', fallback: '' }],
    [...said(footer.unsubscribe), ': ', { field: unsubscribeField, fallback: '', as: 'address' }],
  ),
];

/** Every text of a design in which merge fields may stand, and where it is. */
export function templatesOf(
  design: EmailDesign,
): readonly { readonly blockId: string | null; readonly field: string; readonly template: string }[] {
  const at = (blockId: string | null, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([field, template]) => ({ blockId, field, template }));
  return [
    ...at(null, {
      preheader: design.settings.preheader,
      note: design.footer.note,
      unsubscribe: design.footer.unsubscribe,
    }),
    ...blocksOf(design).flatMap((block) => {
      switch (block.kind) {
        case 'heading':
          return at(block.id, { text: block.text });
        case 'text':
          return [
            ...at(block.id, { doc: plainText(block.doc) }),
            ...linksOf(block.doc).flatMap(({ href }) => at(block.id, { doc: href })),
          ];
        case 'button':
          return at(block.id, { label: block.label, link: block.link });
        case 'image':
          return at(block.id, { alt: block.alt, link: block.link });
        case 'video':
          return at(block.id, { caption: block.caption, alt: block.alt, link: block.link });
        case 'social':
          return block.links.flatMap(({ url }) => at(block.id, { links: url }));
        case 'coupon':
          return at(block.id, {
            title: block.title,
            text: block.text,
            code: block.code,
            small: block.small,
            label: block.label,
            link: block.link,
          });
        case 'divider':
        case 'spacer':
          return [];
        default:
          return block satisfies never;
      }
    }),
  ];
}

/** The merge fields that a design and its subject ask for, each once. */
export const mergeFieldsOf = (design: EmailDesign, subject = ''): readonly string[] => [
  ...new Set(
    [subject, ...templatesOf(design).map(({ template }) => template)].flatMap((one) =>
      fieldsIn(readTemplate(one).parts),
    ),
  ),
];

/** The blocks whose own merge fields are all known: the others can't be sent there, so they are not offered. */
export const blockKindsFor = (known: readonly string[]): readonly BlockKind[] =>
  blockKinds.filter((kind) => {
    const block = initialBlock[kind]('block');
    const section: Section = {
      id: 'section',
      layout: 'one',
      background: null,
      top: 0,
      bottom: 0,
      stack: true,
      hidden: 'never',
      columns: [{ id: 'column', blocks: [block] }],
    };
    return canBeSent({ ...emptyDesign(), sections: [section] }, known);
  });
/** Whether all merge fields of a design are known where it is to be sent. */
export const canBeSent = (design: EmailDesign, known: readonly string[]): boolean =>
  mergeFieldsOf(design).every((field) => known.includes(field));

/** Bytes of the HTML after merging. Gmail clips near 102 KB, and with the end of an email its footer is gone. */
export const emailBytes = { warn: 80 * 1024, most: 100 * 1024 } as const;
