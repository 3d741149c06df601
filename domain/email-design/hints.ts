import { readTemplate } from '../personalization/template.ts';
import type { Block } from './blocks.ts';
import { isPlaceholder } from './links.ts';
import { blocksOf, type EmailDesign } from './model.ts';
import { templatesOf } from './plain.ts';
import { linksOf, plainText } from './text.ts';

/** What might keep an email from being read, or from arriving. They stop nobody; each names where it is to be mended. */
export interface Hint {
  readonly about: 'arriving' | 'reading';
  readonly what:
    | 'no-subject'
    | 'long-subject'
    | 'shouting-subject'
    | 'no-preheader'
    | 'shouting'
    | 'few-words'
    | 'shortener'
    | 'no-alt'
    | 'contrast'
    | 'link-words'
    | 'no-link'
    | 'no-picture'
    | 'empty'
    | 'merge-field';
  /** null: the email as a whole. */
  readonly blockId: string | null;
  /** The control that it leads to. */
  readonly field: string;
  /** What it is about: a link, a figure. */
  readonly detail: string;
}

/** Services whose links hide where they lead: filters count them against an email. */
const shorteners =
  /^https?:\/\/(?:www\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|buff\.ly|t\.co|rebrand\.ly|cutt\.ly|shorturl\.at|rb\.gy|tiny\.cc)\//iu;
/** Words of links that say nothing to who hears only the links. */
const emptyWords = /^(?:click(?: here)?|here|more|read more|this|link|tap here|go)[.!…]?$/iu;

/** Chars that inboxes show of a subject. */
const longSubject = 70;
/** So many words a picture needs beside it, or the email looks like one picture. */
const wordsPerPicture = 15;

export function hintsOf(
  design: EmailDesign,
  subject: string | null,
  known: readonly string[] | null = null,
): readonly Hint[] {
  const blocks = blocksOf(design);
  const hints: Hint[] = [];
  const say = (hint: Omit<Hint, 'detail'> & { readonly detail?: string }): void => {
    hints.push({ detail: '', ...hint });
  };
  if (subject !== null) {
    const words = subject.trim();
    if (words === '') say({ about: 'arriving', what: 'no-subject', blockId: null, field: 'subject' });
    else if (words.length > longSubject)
      say({ about: 'reading', what: 'long-subject', blockId: null, field: 'subject', detail: String(words.length) });
    if (isShouted(words) || /[!?]{3,}|\${2,}/u.test(words))
      say({ about: 'arriving', what: 'shouting-subject', blockId: null, field: 'subject' });
  }
  if (design.settings.preheader.trim() === '')
    say({ about: 'reading', what: 'no-preheader', blockId: null, field: 'preheader' });
  if (blocks.length === 0) say({ about: 'arriving', what: 'empty', blockId: null, field: 'blocks' });
  for (const block of blocks) hints.push(...hintsOfBlock(block, design));
  const pictures = blocks.filter((block) => block.kind === 'image' && block.url !== '').length;
  const count = countWords(blocks);
  if (pictures > 0 && count < pictures * wordsPerPicture)
    say({ about: 'arriving', what: 'few-words', blockId: null, field: 'blocks', detail: String(pictures) });
  if (known !== null)
    for (const { blockId, field, template } of [
      ...(subject === null ? [] : [{ blockId: null, field: 'subject', template: subject }]),
      ...templatesOf(design),
    ]) {
      const { parts, problems } = readTemplate(template);
      const unknown = parts.find((part) => typeof part !== 'string' && !known.includes(part.field));
      if (unknown !== undefined && typeof unknown !== 'string')
        say({ about: 'reading', what: 'merge-field', blockId, field, detail: `{{${unknown.field}}}` });
      else if (problems[0] !== undefined)
        say({ about: 'reading', what: 'merge-field', blockId, field, detail: template.slice(0, 40) });
    }
  return hints;
}

function hintsOfBlock(block: Block, { settings, sections }: EmailDesign): readonly Hint[] {
  const hints: Hint[] = [];
  const say = (about: Hint['about'], what: Hint['what'], field: string, detail = ''): void => {
    hints.push({ about, what, blockId: block.id, field, detail });
  };
  const section = sections.find(({ columns }) => columns.some(({ blocks }) => blocks.includes(block)));
  const ground = section?.background ?? settings.paper;
  const readable = (color: string, on: string, field: string, least = 4.5): void => {
    const figure = contrastOf(color, on);
    if (figure < least) say('reading', 'contrast', field, figure.toFixed(1));
  };
  const link = (href: string, field: string): void => {
    if (shorteners.test(href)) say('arriving', 'shortener', field, href.slice(0, 60));
    if (isPlaceholder(href)) say('reading', 'no-link', field);
  };
  switch (block.kind) {
    case 'heading':
      if (block.text.trim() === '') say('reading', 'empty', 'text');
      else if (isShouted(block.text)) say('arriving', 'shouting', 'text');
      readable(block.color ?? settings.ink, ground, 'color', 3);
      break;
    case 'text': {
      const words = plainText(block.doc);
      if (words.trim() === '') say('reading', 'empty', 'doc');
      else if (isShouted(words)) say('arriving', 'shouting', 'doc');
      readable(block.color ?? settings.ink, ground, 'color');
      if (linksOf(block.doc).length > 0) readable(settings.link, ground, 'link');
      for (const { href, text } of linksOf(block.doc)) {
        link(href, 'doc');
        if (emptyWords.test(text.trim())) say('reading', 'link-words', 'doc', text.trim());
      }
      break;
    }
    case 'button':
      if (block.link === '') say('reading', 'no-link', 'link');
      if (block.label.trim() === '') say('reading', 'empty', 'label');
      else if (emptyWords.test(block.label.trim())) say('reading', 'link-words', 'label', block.label.trim());
      if (block.textColor !== null) readable(block.textColor, block.color ?? settings.brand, 'textColor');
      link(block.link, 'link');
      break;
    case 'image':
      if (block.url === '') say('reading', 'no-picture', 'url');
      else if (block.alt.trim() === '' && !block.decorative) say('reading', 'no-alt', 'alt');
      link(block.link, 'link');
      break;
    case 'video':
      if (block.poster === '') say('reading', 'no-picture', 'poster');
      else if (block.alt.trim() === '') say('reading', 'no-alt', 'alt');
      if (block.link === '') say('reading', 'no-link', 'link');
      link(block.link, 'link');
      break;
    case 'social':
      if (block.links.every(({ url }) => url === '')) say('reading', 'no-link', 'links');
      break;
    case 'coupon':
      if (block.title.trim() === '') say('reading', 'empty', 'title');
      link(block.link, 'link');
      break;
    case 'divider':
    case 'spacer':
      break;
    default:
      block satisfies never;
  }
  return hints;
}

/** More than a dozen letters, nearly all of them capitals. */
function isShouted(text: string): boolean {
  const letters = text.replace(/\{\{[^}]*\}\}/gu, '').match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  return letters.length >= 12 && capitals.length / letters.length > 0.7;
}
const countWords = (blocks: readonly Block[]): number =>
  blocks
    .map((block) =>
      block.kind === 'heading' ? block.text
      : block.kind === 'text' ? plainText(block.doc)
      : block.kind === 'coupon' ? `${block.title} ${block.text}`
      : '',
    )
    .join(' ')
    .split(/\s+/u)
    .filter((word) => word !== '').length;

/** From 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** Black or white, whichever reads better on a colour. */
export const readableOn = (color: string): '#ffffff' | '#000000' =>
  contrastOf('#ffffff', color) >= contrastOf('#000000', color) ? '#ffffff' : '#000000';
