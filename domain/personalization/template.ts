import { DomainError } from '../kernel/errors.ts';

/**
 * Texts with merge fields: `{{first_name}}`, or with a fall-back `{{first_name|there}}`. That is all there is: no
 * conditions, no loops, no code. Every text that people write for others goes through here (texts, emails, alerts).
 */
export interface MergeTag {
  readonly field: string;
  /** What stands there where the value is missing; empty: nothing, and the gap closes. */
  readonly fallback: string;
  /** What the tag stands in, where that is not what the whole is (`address`: all of a link; `query`: a part of one). */
  readonly as?: 'address' | 'query';
}
export type Part = string | MergeTag;
export type Values = Readonly<Record<string, string | null | undefined>>;

/** Throws `validation_failed` on `field` for an unknown merge field, one inside another, or one that isn't closed. */
export function parseTemplate(template: string, known: readonly string[], field = 'body'): readonly Part[] {
  const { parts, problems } = readTemplate(template);
  const unknown = parts.find((part) => typeof part !== 'string' && !known.includes(part.field)) as MergeTag | undefined;
  const message =
    problems[0] ??
    (unknown === undefined ? null : (
      `{{${shown(unknown.field)}}} is not a merge field. Use one of ${known.map((name) => `{{${name}}}`).join(', ')}.`
    ));
  if (message !== null) throw new DomainError('validation_failed', message, { [field]: [message] });
  return parts;
}

/**
 * The parts of a text, leniently: what is no proper merge field stays the words it is, and `problems` says why. Never
 * throws, so that what was stored once can always be shown.
 */
export function readTemplate(template: string): { readonly parts: readonly Part[]; readonly problems: string[] } {
  const parts: Part[] = [];
  const problems: string[] = [];
  let at = 0;
  let from = 0;
  const words = (until: number): void => {
    if (until > from) parts.push(template.slice(from, until));
  };
  for (;;) {
    const open = template.indexOf('{{', at);
    const close = template.indexOf('}}', at);
    if (close !== -1 && (open === -1 || close < open)) {
      problems.push('A merge field is closed with }} but was never opened with {{.');
      at = close + 2;
      continue;
    }
    if (open === -1) break;
    if (close === -1) {
      problems.push(`The merge field ${shown(template.slice(open, open + 30))} is not closed with }}.`);
      break;
    }
    const inside = template.slice(open + 2, close);
    at = close + 2;
    if (inside.includes('{')) {
      problems.push(`A merge field can’t stand inside another: ${shown(`{{${inside}}}`)}.`);
      continue;
    }
    const bar = inside.indexOf('|');
    words(open);
    parts.push({
      field: (bar === -1 ? inside : inside.slice(0, bar)).trim().toLowerCase(),
      fallback: bar === -1 ? '' : inside.slice(bar + 1).trim(),
    });
    from = at;
  }
  words(template.length);
  return { parts, problems };
}

/** The merge fields that stand in a text, each once. */
export const fieldsIn = (parts: readonly Part[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]))),
];

/** Of these parts, the fields that have neither a value nor a fall-back: there a gap would be. */
export const missingIn = (parts: readonly Part[], values: Values): readonly string[] =>
  fieldsIn(parts.filter((part) => typeof part !== 'string' && part.fallback === '' && valueOf(values, part) === ''));

/** How a value is written where it stands. */
export type Form = 'text' | 'html';

/**
 * The text with its merge fields filled in. A value that is missing or blank gives the fall-back, or nothing (then the
 * space before it goes too). Values are put in as they are said: one that looks like a merge field stays what it is.
 * Line breaks and control characters in a value become spaces. As `html` the parts are HTML already, and values are
 * escaped for text and attributes; a value that is a link is one of http(s), mailto or tel, or nothing.
 */
export function fill(parts: readonly Part[], values: Values, form: Form = 'text'): string {
  let text = '';
  let gap = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      text = gap ? closeGap(text, part) : text + part;
      gap = false;
      continue;
    }
    const value = valueOf(values, part) || part.fallback;
    if (value !== '') text += written(value, part.as, form);
    gap = value === '' && part.as === undefined;
  }
  return gap ? withoutSpace(text) : text;
}

const valueOf = (values: Values, { field }: MergeTag): string =>
  (Object.hasOwn(values, field) ? (values[field] ?? '') : '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function written(value: string, as: MergeTag['as'], form: Form): string {
  const said =
    as === 'query' ? encodeURIComponent(value.toWellFormed())
    : as === 'address' ? safeAddress(value)
    : value;
  return form === 'html' ? escapeHtml(said) : said;
}

/** A link that may be followed: of the web, an email address or a telephone number; else nothing. */
export const safeAddress = (address: string): string =>
  /^(?:https?:\/\/[^\s"'<>]+|mailto:[^\s"'<>]+|tel:\+?[\d-]+)$/iu.test(address.trim()) ? address.trim() : '';

/** For text and for attributes in quotes. */
export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What came out empty takes the space before it along, where a space or a sign follows; at the start that after it. */
function closeGap(before: string, after: string): string {
  if (!/^[\s,.!?;:]/u.test(after) || (before !== '' && !/\s/u.test(before.at(-1)!))) return before + after;
  return withoutSpace(before) + (before.trimEnd() === '' ? after.replace(/^[ ,]+/u, '') : after);
}
const withoutSpace = (text: string): string => (text.endsWith(' ') ? text.slice(0, -1) : text);

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
