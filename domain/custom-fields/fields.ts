import { z } from 'zod';
import { attributeNames, attributes, mergeNameOf } from '../contacts/attributes.ts';
import { line } from '../kernel/fields.ts';

/** What a custom field holds. `date`: a day, `2026-11-22`; `checkbox`: `yes` or `no`. */
export const fieldKinds = ['text', 'number', 'date', 'choice', 'checkbox'] as const;
export const FieldKind = z.enum(fieldKinds);
export type FieldKind = z.output<typeof FieldKind>;

/** So many may a business have. */
export const maxFields = 100;
const maxChoices = 50;
const longestName = 60;
const longestChoice = 80;

/** What stands for the value in texts, `{{favourite_pizza}}`, and heads its column in files. It never changes. */
export const storedKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** What events say of a custom field. */
export const storedField = {
  key: storedKey,
  name: z.string().max(longestName),
  kind: FieldKind,
  /** What can be chosen; of a choice only. */
  choices: z.array(z.string().max(longestChoice)).max(maxChoices),
} as const;

const choice = line('A choice', longestChoice);
/** What people may enter. */
export const customFieldFields = {
  name: line('The name', longestName),
  kind: z.enum(fieldKinds, 'Choose what the field holds.'),
  choices: z
    .array(choice)
    .max(maxChoices, `A field can have at most ${maxChoices} choices.`)
    .refine(
      (choices) => new Set(choices.map((one) => one.toLowerCase())).size === choices.length,
      'Two choices are the same.',
    ),
} as const;

/** Words that a contact has by itself: no custom field can stand for them. */
const taken: ReadonlySet<string> = new Set([
  'id',
  'name',
  'first_name',
  'last_name',
  'phone',
  ...attributeNames.flatMap((name) => [attributes[name].apiName, mergeNameOf(name)]),
  'business_name',
  'tags',
  'keywords',
  'status',
  'points',
  'coupon',
  'link',
]);

/** The key that a name asks for: `Favourite pizza?` gives `favourite_pizza`. Where that is taken, a number follows. */
export function keyOf(name: string, others: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 36)
    .replace(/_+$/, '');
  const wanted = plain === '' ? 'field' : plain;
  const free = (key: string): boolean => !taken.has(key) && !others.has(key);
  if (free(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (free(`${wanted}_${number}`)) return `${wanted}_${number}`;
}

const longestValue = 2_000;
const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'on', 'x']);
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'off']);

export type Understood =
  { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly message: string };

/**
 * What was written for a field, as it is kept: numbers without ornaments, days as `2026-11-22`, a choice as it is
 * spelt in the list, a tick as `yes` or `no`. Nothing written: null.
 */
export function understand(
  { name, kind, choices }: { readonly name: string; readonly kind: FieldKind; readonly choices: readonly string[] },
  written: string,
): Understood {
  const text = written.trim();
  if (text === '') return { ok: true, value: null };
  const refused = (message: string): Understood => ({ ok: false, message });
  switch (kind) {
    case 'text':
      return text.length <= longestValue ?
          { ok: true, value: text }
        : refused(`${name} can have at most ${longestValue.toLocaleString('en-US')} characters.`);
    case 'number': {
      const plain = text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '').replace(/^\+/, '');
      return /^-?(?:\d{1,15})(?:\.\d{1,10})?$/.test(plain) ?
          { ok: true, value: String(Number(plain)) }
        : refused(`${name} is a number, such as 42 or 3.5.`);
    }
    case 'date':
      return isDay(text) ? { ok: true, value: text } : refused(`${name} is a day, such as 2026-11-22.`);
    case 'choice': {
      const found = choices.find((one) => one.toLowerCase() === text.toLowerCase());
      return found === undefined ? refused(`${name} is one of: ${choices.join(', ')}.`) : { ok: true, value: found };
    }
    case 'checkbox': {
      const word = text.toLowerCase();
      if (yes.has(word)) return { ok: true, value: 'yes' };
      return no.has(word) ? { ok: true, value: 'no' } : refused(`${name} is yes or no.`);
    }
  }
}

/** `2026-02-29` is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
