import { contactFields } from '../contact/fields.ts';
import { type CustomField, type CustomFields } from '../custom-field/custom-fields.ts';
import { understand } from '../custom-field/fields.ts';
import type { CustomFieldId } from '../kernel/ids.ts';
import { type Country, readPhone } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import { customIdOf, type Policy, type Problem, type Target } from './fields.ts';
import type { Plan } from './plan.ts';

/** What a value of a file is for, and what becomes of one that is there. */
export interface Given<T> {
  readonly value: T;
  readonly policy: Policy;
}
export const detailNames = ['email', 'birthday', 'anniversary', 'companyName', 'website'] as const;
export type DetailName = (typeof detailNames)[number];

/** Somebody of a file, as far as the row could be read. What is empty there is not here: a file takes nothing away. */
export interface ImportedPerson {
  readonly phone: E164 | null;
  readonly email: string | null;
  readonly firstName: Given<string> | null;
  readonly lastName: Given<string> | null;
  readonly details: { readonly [N in DetailName]?: Given<string> };
  readonly custom: Readonly<Record<string, Given<string>>>;
  /** Of the row and of the whole file. */
  readonly tags: readonly string[];
  /** What the row itself says of consent; null: there is no such column. */
  readonly agreed: boolean | null;
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
  const columns = plan.columns.flatMap(({ target, policy }, index) =>
    target === null ? [] : [{ target: target as Target, policy, index, field: customOf(target, fields) }],
  );
  return (cells) => {
    const problems: RowProblem[] = [];
    let phone: E164 | null = null;
    let firstName: Given<string> | null = null;
    let lastName: Given<string> | null = null;
    let agreed: boolean | null = null;
    const details: { [N in DetailName]?: Given<string> } = {};
    const custom: Record<string, Given<string>> = {};
    const tags: string[] = [...plan.tags];
    for (const { target, policy, index, field } of columns) {
      const text = tidy(cells[index] ?? '');
      if (text === '') {
        if (target === 'agreed') agreed = false;
        continue;
      }
      const wrong = (problem: Problem): void => void problems.push({ column: index, problem });
      const detail = (name: DetailName, problem: Problem): void => {
        const read = contactFields[name].safeParse(text);
        if (read.success && read.data !== null) details[name] = { value: read.data, policy };
        else wrong(problem);
      };
      switch (target) {
        case 'phone':
          phone = readPhone(text, country);
          if (phone === null) wrong('bad-phone');
          break;
        case 'email':
          if (plainEmail.test(text) && text.length <= 254) details.email = { value: text, policy };
          else detail('email', 'bad-email');
          break;
        case 'birthday':
        case 'anniversary': {
          const read = contactFields[target].safeParse(withoutYear(text));
          if (read.success && read.data !== null) details[target] = { value: read.data, policy };
          else wrong('bad-day');
          break;
        }
        case 'company_name':
          detail('companyName', 'too-long');
          break;
        case 'website':
          detail('website', 'bad-website');
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
        case 'agreed': {
          const said = saidOf(text);
          agreed = said ?? false;
          if (said === null) wrong('bad-answer');
          break;
        }
        default: {
          const understood = field === null ? null : understand(field, text);
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
    if (once.length > mostTags) problems.push({ column: null, problem: 'too-many-tags' });
    return {
      person: { phone, email, firstName, lastName, details, custom, tags: once.slice(0, mostTags), agreed },
      problems,
    };
  };
}

const mostTags = 20;
/** What nearly every address looks like; of the others the contact's own rule decides. */
const plainEmail =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

function customOf(target: string, fields: CustomFields): CustomField | null {
  const id = customIdOf(target);
  const field = id === null ? undefined : fields.get(id as CustomFieldId);
  return field === undefined || field.deleted ? null : field;
}

const control = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e]+/u;
/** Without what nobody can see; spaces in a row are one. A quote in front that a spreadsheet put there goes as well. */
function tidy(cell: string): string {
  const text = cell.trim();
  if (text === '') return '';
  if (plainText.test(text)) return text;
  return text
    .toWellFormed()
    .replace(new RegExp(control, 'gu'), ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^'(?=[=+\-@\d])/, '')
    .trim();
}
const plainText = /^[\w+@.()/:;,&#*!?-]+(?: [\w+@.()/:;,&#*!?-]+)*$/;

/** `02/29/1992` and `1992-02-29 00:00:00` are days of the year as well. */
const withoutYear = (day: string): string =>
  day.replace(/[T ]00:00(?::00)?(?:\.0+)?Z?$/, '').replace(/^(\d{1,2}[/.-]\d{1,2})[/.-](?:\d{4}|\d{2})$/, '$1');

/** `Ada King Lovelace` is Ada and the rest; `Lovelace, Ada` is turned round. */
export function splitName(name: string): { readonly first: string; readonly last: string } {
  const comma = /^([^,]+),\s*(.+)$/.exec(name);
  if (comma !== null) return { first: comma[2]!.trim(), last: comma[1]!.trim() };
  const space = name.indexOf(' ');
  return space === -1 ? { first: name, last: '' } : { first: name.slice(0, space), last: name.slice(space + 1).trim() };
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
