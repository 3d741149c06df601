import {
  attributeByApiName,
  type AttributeKind,
  type AttributeName,
  attributes,
  isApiName,
} from '../contacts/attributes.ts';
import { contactFields } from '../contacts/fields.ts';
import { maxTags } from '../contacts/limits.ts';
import { type CustomField, type CustomFields } from '../custom-fields/custom-fields.ts';
import { understand } from '../custom-fields/fields.ts';
import type { CustomFieldId } from '../kernel/ids.ts';
import type { Country } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import { dayOfYear, readDay, wholeDay } from './days.ts';
import { customIdOf, type Policy, type Problem, type Target } from './fields.ts';
import type { Plan } from './plan.ts';
import { emailIn, phoneIn, tidy } from './values.ts';

/** What a value of a file is for, and what becomes of one that is there. */
export interface Given<T> {
  readonly value: T;
  readonly policy: Policy;
}

/** Somebody of a file, as far as the row could be read. What is empty there is not here: a file takes nothing away. */
export interface ImportedPerson {
  readonly phone: E164 | null;
  readonly email: string | null;
  readonly firstName: Given<string> | null;
  readonly lastName: Given<string> | null;
  readonly details: { readonly [N in AttributeName]?: Given<string> };
  readonly custom: Readonly<Record<string, Given<string>>>;
  /** Of the row and of the whole file. */
  readonly tags: readonly string[];
  /** What the row itself says of consent; null: there is no such column. */
  readonly agreed: Agreed;
}
export interface Agreed {
  readonly texts: boolean | null;
  readonly emails: boolean | null;
}
export interface RowProblem {
  /** Of the file, from 0; null: the row as a whole. */
  readonly column: number | null;
  readonly problem: Problem;
}
export interface ReadRow {
  /** Null: the row holds nobody. */
  readonly person: ImportedPerson | null;
  readonly problems: readonly RowProblem[];
}

export interface RowRules {
  readonly plan: Plan;
  readonly fields: CustomFields;
}

/** Made once for a file: what each of its columns is for. */
export function rowReader({ plan, fields }: RowRules): (cells: readonly string[]) => ReadRow {
  const country = plan.country as Country;
  const columns = plan.columns.flatMap(({ target, policy, days = 'month' as const }, index) =>
    target === null ? [] : [{ target: target as Target, policy, days, index, field: customOf(target, fields) }],
  );
  return (cells) => {
    const problems: RowProblem[] = [];
    let phone: E164 | null = null;
    let firstName: Given<string> | null = null;
    let lastName: Given<string> | null = null;
    let agreed: Agreed = { texts: null, emails: null };
    const details: { [N in AttributeName]?: Given<string> } = {};
    const custom: Record<string, Given<string>> = {};
    const tags: string[] = [...plan.tags];
    for (const { target, policy, days, index, field } of columns) {
      const text = tidy(cells[index] ?? '');
      if (text === '') {
        agreed = narrowed(agreed, target, false);
        continue;
      }
      const wrong = (problem: Problem): void => void problems.push({ column: index, problem });
      const detail = (name: AttributeName, written: string): void => {
        const read = contactFields[name].safeParse(written);
        if (read.success && read.data !== null) details[name] = { value: read.data, policy };
        else wrong(problemOf(name));
      };
      if (isApiName(target)) {
        const name = attributeByApiName[target];
        switch (attributes[name].kind) {
          case 'email':
            if (plainEmail.test(text) && text.length <= 254) details[name] = { value: text, policy };
            else {
              const { value, more } = emailIn(text);
              detail(name, value);
              if (more && details[name] !== undefined) wrong('second-value');
            }
            break;
          case 'day-of-year': {
            const day = readDay(text, days);
            if (day !== null) details[name] = { value: dayOfYear(day), policy };
            else wrong('bad-day');
            break;
          }
          case 'zip':
            // Spreadsheets drop the zeros in front.
            detail(name, /^\d{3,4}$/u.test(text) ? text.padStart(5, '0') : text);
            break;
          case 'text':
          case 'url':
          case 'choice':
            detail(name, text);
            break;
        }
        continue;
      }
      switch (target) {
        case 'phone':
          {
            const { value, more } = phoneIn(text, country);
            phone = value;
            if (value === null) wrong('bad-phone');
            else if (more) wrong('second-value');
          }
          break;
        case 'first_name':
          if (text.length > 100) wrong('too-long');
          else firstName = { value: text, policy };
          break;
        case 'last_name':
          if (text.length > 100) wrong('too-long');
          else lastName = { value: text, policy };
          break;
        case 'name': {
          const { first, last } = splitName(text);
          if (first.length > 100 || last.length > 100) wrong('too-long');
          else {
            firstName = { value: first, policy };
            lastName = last === '' ? null : { value: last, policy };
          }
          break;
        }
        case 'tags': {
          const read = contactFields.tags.element
            .array()
            .safeParse(text.split(/[,;|]/).filter((one) => one.trim() !== ''));
          if (read.success) tags.push(...read.data);
          else wrong('bad-tag');
          break;
        }
        case 'agreed':
        case 'agreed_texts':
        case 'agreed_emails': {
          const said = saidOf(text);
          agreed = narrowed(agreed, target, said ?? false);
          if (said === null) wrong('bad-answer');
          break;
        }
        default: {
          const day = field?.kind === 'date' ? readDay(text, days) : null;
          const understood = field === null ? null : understand(field, (day && wholeDay(day)) ?? text);
          if (understood?.ok === true && understood.value !== null)
            custom[customIdOf(target)!] = { value: understood.value, policy };
          else wrong('bad-custom');
        }
      }
    }
    for (let index = plan.columns.length; index < cells.length; index += 1)
      if (cells[index]!.trim() !== '') {
        problems.push({ column: null, problem: 'extra-cells' });
        break;
      }
    const email = details.email?.value ?? null;
    if (phone === null && email === null)
      return { person: null, problems: [...problems, { column: null, problem: 'nobody' }] };
    const once = [...new Set(tags)];
    if (once.length > maxTags) problems.push({ column: null, problem: 'too-many-tags' });
    return {
      person: { phone, email, firstName, lastName, details, custom, tags: once.slice(0, maxTags), agreed },
      problems,
    };
  };
}

const problemsOfKinds: Readonly<Record<AttributeKind, Problem>> = {
  email: 'bad-email',
  'day-of-year': 'bad-day',
  text: 'too-long',
  url: 'bad-website',
  choice: 'bad-choice',
  zip: 'bad-zip',
};
const problemOf = (name: AttributeName): Problem =>
  name === 'state' ? 'bad-state' : problemsOfKinds[attributes[name].kind];

/** What nearly every address looks like; of the others the contact's own rule decides. */
const plainEmail =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

function customOf(target: string, fields: CustomFields): CustomField | null {
  const id = customIdOf(target);
  const field = id === null ? undefined : fields.get(id as CustomFieldId);
  return field === undefined || field.deleted ? null : field;
}

/** `Ada King Lovelace` is Ada and the rest; `Lovelace, Ada` is turned round. */
export function splitName(name: string): { readonly first: string; readonly last: string } {
  const comma = /^([^,]+),\s*(.+)$/.exec(name);
  if (comma !== null) return { first: comma[2]!.trim(), last: comma[1]!.trim() };
  const space = name.indexOf(' ');
  return space === -1 ? { first: name, last: '' } : { first: name.slice(0, space), last: name.slice(space + 1).trim() };
}

/** Of several columns that say something of consent each can take it away. */
function narrowed({ texts, emails }: Agreed, target: Target, said: boolean): Agreed {
  return {
    texts: target === 'agreed' || target === 'agreed_texts' ? said && texts !== false : texts,
    emails: target === 'agreed' || target === 'agreed_emails' ? said && emails !== false : emails,
  };
}

const yes = new Set([
  'yes',
  'y',
  'true',
  't',
  '1',
  'x',
  'on',
  'agreed',
  'subscribed',
  'opted in',
  'opted-in',
  'optin',
  'in',
  'active',
]);
const no = new Set([
  ...['no', 'n', 'false', 'f', '0', 'off', 'unsubscribed', 'opted out', 'opted-out', 'optout', 'out', 'never'],
  ...['cleaned', 'bounced', 'inactive', 'pending'],
]);
/** What a column says of consent; null: nobody knows, which is no. */
function saidOf(text: string): boolean | null {
  const word = text.toLowerCase();
  return (
    yes.has(word) ? true
    : no.has(word) ? false
    : null
  );
}
