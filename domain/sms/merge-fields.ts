import { DomainError } from '../kernel/errors.ts';

/** What can be merged into a text, `{{first_name}}` or with a fall-back `{{first_name|there}}`. */
export const mergeFieldNames = [
  'first_name',
  'last_name',
  'full_name',
  'phone',
  'business_name',
  'keyword',
  'coupon_code',
  'coupon_link',
  'coupon_expires',
] as const;
export type MergeFieldName = (typeof mergeFieldNames)[number];
export type MergeValues = Readonly<Partial<Record<MergeFieldName, string | null>>>;

type Part = string | { readonly field: MergeFieldName; readonly fallback: string };

/** Throws `validation_failed` on `field` for an unknown merge field, one inside another, or one that isn't closed. */
export function checkTemplate(template: string, field = 'body'): void {
  parse(template, field);
}

/** The merge fields of a template, each once. Throws as `checkTemplate` does. */
export const mergeFieldsOf = (template: string): readonly MergeFieldName[] => [
  ...new Set(parse(template, 'body').flatMap((part) => (typeof part === 'string' ? [] : [part.field]))),
];

/**
 * The text with its merge fields filled in. A value that is missing or blank gives the fall-back, or nothing (then the space before it
 * goes too). Values are put in as they are: one that looks like a merge field stays what it is. Line breaks and control characters in
 * a value become spaces.
 */
export function renderTemplate(template: string, values: MergeValues, field = 'body'): string {
  let text = '';
  for (const part of parse(template, field)) {
    if (typeof part === 'string') {
      text = text.endsWith(emptied) ? closeGap(text.slice(0, -emptied.length), part) : text + part;
      continue;
    }
    if (text.endsWith(emptied)) text = text.slice(0, -emptied.length);
    const value = (values[part.field] ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
    text +=
      value !== '' ? value
      : part.fallback !== '' ? part.fallback
      : emptied;
  }
  return text.endsWith(emptied) ? text.slice(0, -emptied.length).replace(/ $/u, '') : text;
}

/** Marks where a field came out empty while rendering; a private-use character that no text keeps. */
const emptied = '\u{10fffd}';

const closeGap = (before: string, after: string): string =>
  (before === '' || /\s$/u.test(before)) && /^[\s,.!?;:]/u.test(after) ?
    before.replace(/ $/u, '') + (before.trimEnd() === '' ? after.replace(/^[ ,]+/u, '') : after)
  : before + after;

function parse(template: string, field: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf('{{', at);
    const close = template.indexOf('}}', at);
    if (open === -1) {
      if (close !== -1) refuse(field, 'A merge field is closed with }} but was never opened with {{.');
      parts.push(template.slice(at));
      return parts;
    }
    if (close !== -1 && close < open) refuse(field, 'A merge field is closed with }} but was never opened with {{.');
    if (close === -1) refuse(field, `The merge field ${shown(template.slice(open, open + 30))} is not closed with }}.`);
    const inside = template.slice(open + 2, close);
    if (inside.includes('{')) refuse(field, `A merge field can’t stand inside another: ${shown(`{{${inside}}}`)}.`);
    const bar = inside.indexOf('|');
    const name = (bar === -1 ? inside : inside.slice(0, bar)).trim().toLowerCase();
    if (!isMergeField(name)) {
      refuse(
        field,
        `{{${shown(name)}}} is not a merge field. Use one of ${mergeFieldNames.map((known) => `{{${known}}}`).join(', ')}.`,
      );
    }
    parts.push(template.slice(at, open), { field: name, fallback: bar === -1 ? '' : inside.slice(bar + 1).trim() });
    at = close + 2;
  }
}

const isMergeField = (name: string): name is MergeFieldName => (mergeFieldNames as readonly string[]).includes(name);
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function refuse(field: string, message: string): never {
  throw new DomainError('validation_failed', message, { [field]: [message] });
}
