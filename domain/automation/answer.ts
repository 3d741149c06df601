import { contactFields } from '../contact/fields.ts';
import { type FieldKind, understand } from '../custom-field/fields.ts';
import { words } from '../sms/words.ts';
import type { NodeOf } from './fields.ts';
import type { Happened } from './occurrence.ts';

/** A custom field as far as answers are understood by it. */
export interface AnswerField {
  readonly id: string;
  readonly name: string;
  readonly kind: FieldKind;
  readonly choices: readonly string[];
}
export type Asking = NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>;
type Received = Extract<Happened, { kind: 'text-received' }>;

/** What is to be kept of an answer; null: it is none. A field that is gone takes what is said as it is. */
export function readAnswer(
  asking: Asking,
  { text, pictures }: Received,
  fields: readonly AnswerField[],
): string | null {
  if (asking.kind === 'ImageUpload') return pictures[0] ?? null;
  const said = text.trim();
  const { field } = asking;
  if (said === '') return null;
  if (field.of === 'custom') {
    const known = fields.find((one) => one.id === field.id);
    const plain = { name: '', kind: 'text' as const, choices: [] };
    const understood = understand(known ?? plain, said);
    return understood.ok ? understood.value : null;
  }
  const parsed = own[field.name].safeParse(plainly(field.name, said));
  return parsed.success ? parsed.data : null;
}

/** What people write round what is asked for is left out. */
function plainly(field: keyof typeof own, said: string): string {
  if (field === 'email') return addressIn(said) ?? said;
  return field === 'birthday' || field === 'anniversary' ? (dayIn(said) ?? said) : said;
}

const own = {
  first_name: contactFields.firstName,
  last_name: contactFields.lastName,
  email: contactFields.email,
  birthday: contactFields.birthday,
  anniversary: contactFields.anniversary,
  company_name: contactFields.companyName,
  website: contactFields.website,
} as const;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** “May 17th”, “17 May 1990”, “5/17/1990” as mm/dd; null: none of them. */
function dayIn(said: string): string | null {
  const numbers = /^(\d{1,2}\s*[/.-]\s*\d{1,2})\s*[/.-]\s*(?:\d{2}|\d{4})$/.exec(said);
  if (numbers !== null) return numbers[1]!;
  const parts = words(said);
  const month = parts.map((part) => months.indexOf(part.slice(0, 3))).find((at) => at !== -1);
  const day = parts.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(part)?.[1]).find((found) => found !== undefined);
  return month === undefined || day === undefined ? null : `${month + 1}/${day}`;
}

/** People write “it’s ann@example.com, thanks”. */
const addressIn = (said: string): string | null => /[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+/u.exec(said)?.[0] ?? null;
