import { attributeByApiName, attributes, eachByApiName, isApiName } from '../../contacts/attributes.ts';
import { contactFields } from '../../contacts/fields.ts';
import { type FieldKind, understand } from '../../custom-fields/fields.ts';
import { words } from '../../sms/words.ts';
import type { Wanted } from '../steps/step.ts';
import type { TriggerEventDetail } from '../triggers/index.ts';

/** A custom field as far as answers are understood by it. */
export interface AnswerField {
  readonly id: string;
  readonly name: string;
  readonly kind: FieldKind;
  readonly choices: readonly string[];
}
type Received = Extract<TriggerEventDetail, { kind: 'text-received' }>;

/** What is to be kept of an answer; null: it is none. A field that is gone takes what is said as it is. */
export function readAnswer(
  wanted: Wanted,
  { text, pictures }: Received,
  fields: readonly AnswerField[],
): string | null {
  if (wanted.of === 'picture') return pictures[0] ?? null;
  const said = text.trim();
  const { field } = wanted;
  if (said === '') return null;
  if (field.of === 'custom') {
    const known = fields.find((one) => one.id === field.id);
    const plain = { name: '', kind: 'text' as const, choices: [] };
    const asked = known ?? plain;
    const understood = understand(asked, bare(asked.kind, said));
    return understood.ok ? understood.value : null;
  }
  const parsed = own[field.name].safeParse(plainly(field.name, said));
  return parsed.success ? parsed.data : null;
}

/** What people write round what is asked for is left out. */
function plainly(field: keyof typeof own, said: string): string {
  if (!isApiName(field)) return said;
  const { kind } = attributes[attributeByApiName[field]];
  if (kind === 'email') return addressIn(said) ?? said;
  if (kind === 'zip') return zipIn(said) ?? said;
  const day = kind === 'day-of-year' ? dayIn(said) : null;
  return day === null ? said : `${day.month}/${day.day}`;
}

/** The same of what a custom field takes. */
function bare(kind: FieldKind, said: string): string {
  if (kind === 'number') return numberIn(said) ?? said;
  const day = kind === 'date' ? dayIn(said) : null;
  return day?.year == null ?
      said
    : [day.year, ...[day.month, day.day].map((n) => String(n).padStart(2, '0'))].join('-');
}

const own = {
  first_name: contactFields.firstName,
  last_name: contactFields.lastName,
  ...eachByApiName((name) => contactFields[name]),
} as const;

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
/** 1 to 12 of a month or its abbreviation; 0: it is none (“maybe”). */
const monthOf = (word: string): number =>
  word.length < 3 ? 0 : months.findIndex((month) => month.startsWith(word)) + 1;
const small: ReadonlySet<string> = new Set(['the', 'of', 'on']);

interface SaidDay {
  readonly month: number;
  readonly day: number;
  /** Of four digits; null: it is not said. */
  readonly year: string | null;
}
/** “5/17/1990”, “May 17th”, “the 17th of May, 1990”; null: no day, or more than one could be meant. */
function dayIn(said: string): SaidDay | null {
  const numbers = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})$/.exec(said);
  if (numbers !== null) {
    const [, month, day, year] = numbers;
    return { month: Number(month), day: Number(day), year: year!.length === 4 ? year! : null };
  }
  const parts = words(said).filter((part) => !small.has(part));
  const years = parts.filter((part) => /^\d{4}$/.test(part));
  const days = parts.flatMap((part, at) => {
    const month = monthOf(part);
    const beside = month === 0 ? [] : [parts[at - 1], parts[at + 1]];
    return beside.flatMap((one) => {
      const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(one ?? '')?.[1];
      return day === undefined ? [] : [{ month, day: Number(day), year: years.length === 1 ? years[0]! : null }];
    });
  });
  return days.length === 1 ? days[0]! : null;
}

/** The one number among words, “42 years”; null: none, or several. */
function numberIn(said: string): string | null {
  const found = said.match(/(?<![\p{L}\d.,])[+-]?\d[\d.,]*(?<![.,])(?!\p{L})/gu) ?? [];
  return found.length === 1 ? found[0] : null;
}

/** The one ZIP code among words, “it’s 94110”; null: none, or several. */
function zipIn(said: string): string | null {
  const found = said.match(/(?<![\d-])\d{5}(?:-\d{4})?(?![\d-])/gu) ?? [];
  return found.length === 1 ? found[0] : null;
}

/** People write “it’s ann@example.com, thanks”. */
const addressIn = (said: string): string | null => /[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+/u.exec(said)?.[0] ?? null;
