import { contactFields } from '../contact/fields.ts';
import { type FieldKind, understand } from '../custom-field/fields.ts';
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
  const parsed = own[field.name].safeParse(field.name === 'email' ? (addressIn(said) ?? said) : said);
  return parsed.success ? parsed.data : null;
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

/** People write “it’s ann@example.com, thanks”. */
const addressIn = (said: string): string | null => /[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+/u.exec(said)?.[0] ?? null;
