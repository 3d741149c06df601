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
import { cellsOf } from './sources.ts';
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
  /** The channels that they have opted out of, by the row or by the whole file. Left out: none. */
  readonly optedOut?: OptedOut;
  /** What the system before knew of their consent. Left out: nothing. */
  readonly brought?: Brought;
}
export interface OptedOut {
  readonly texts: boolean;
  readonly emails: boolean;
}
/** A day and a source as the file has them; null: it does not say. */
export interface BroughtConsent {
  readonly on: string | null;
  readonly source: string | null;
}
export interface Brought {
  readonly texts: BroughtConsent;
  readonly emails: BroughtConsent;
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
  /** The names of its columns. */
  readonly columns?: readonly string[];
}

/** Made once for a file: what each of its columns is for. */
export function rowReader({ plan, fields, columns: names = [] }: RowRules): (cells: readonly string[]) => ReadRow {
  const cellsFor = cellsOf(plan.source, names);
  const country = plan.country as Country;
  const columns = plan.columns.flatMap(({ target, policy, days = 'month' as const }, index) =>
    target === null ? [] : [{ target: target as Target, policy, days, index, field: customOf(target, fields) }],
  );
  return (written) => {
    const cells = cellsFor(written);
    const problems: RowProblem[] = [];
    let phone: E164 | null = null;
    let firstName: Given<string> | null = null;
    let lastName: Given<string> | null = null;
    let agreed: Agreed = { texts: null, emails: null };
    const details: { [N in AttributeName]?: Given<string> } = {};
    const custom: Record<string, Given<string>> = {};
    const tags: string[] = [...plan.tags];
    let optedOut: OptedOut = plan.suppress ?? { texts: false, emails: false };
    let brought: Brought = nothingBrought;
    const bring = (channel: keyof Brought, said: Partial<BroughtConsent>): void => {
      const before = brought[channel];
      brought = {
        ...brought,
        [channel]: { on: before.on ?? said.on ?? null, source: before.source ?? said.source ?? null },
      };
    };
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
          const read = contactFields.tags.element.array().safeParse(
            text
              .split(/[,;|]/)
              .map((one) => one.trim().replace(/^"(.*)"$/, '$1'))
              .filter((one) => one.trim() !== ''),
          );
          if (read.success) tags.push(...read.data);
          else wrong('bad-tag');
          break;
        }
        case 'agreed':
        case 'agreed_texts':
        case 'agreed_emails': {
          const said = saidOf(text);
          agreed = narrowed(agreed, target, said === 'yes');
          if (said === 'out') optedOut = optedOutBy(optedOut, outOf[target]);
          if (said === null) wrong('bad-answer');
          break;
        }
        case 'opted_out':
        case 'opted_out_texts':
        case 'opted_out_emails':
          if (isOptedOut(text)) optedOut = optedOutBy(optedOut, outOf[target]);
          break;
        case 'consent_texts_at':
        case 'consent_emails_at': {
          const on = readDay(text, days);
          if (on === null || wholeDay(on) === null) wrong('bad-day');
          else bring(target === 'consent_texts_at' ? 'texts' : 'emails', { on: wholeDay(on) });
          break;
        }
        case 'consent_texts_source':
        case 'consent_emails_source':
          bring(target === 'consent_texts_source' ? 'texts' : 'emails', { source: text.slice(0, 200) });
          break;
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
      person: {
        phone,
        email,
        firstName,
        lastName,
        details,
        custom,
        tags: once.slice(0, maxTags),
        agreed: { texts: optedOut.texts ? false : agreed.texts, emails: optedOut.emails ? false : agreed.emails },
        optedOut,
        brought,
      },
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

const outOf = {
  agreed: { texts: true, emails: true },
  agreed_texts: { texts: true, emails: false },
  agreed_emails: { texts: false, emails: true },
  opted_out: { texts: true, emails: true },
  opted_out_texts: { texts: true, emails: false },
  opted_out_emails: { texts: false, emails: true },
} as const;
const optedOutBy = (before: OptedOut, also: OptedOut): OptedOut => ({
  texts: before.texts || also.texts,
  emails: before.emails || also.emails,
});
const nothingBrought: Brought = { texts: { on: null, source: null }, emails: { on: null, source: null } };

const yes = new Set([
  ...['yes', 'y', 'true', 't', '1', 'x', 'on', 'agreed', 'subscribed', 'subscribe', 'opted in', 'optin', 'opt in'],
  ...['in', 'active'],
]);
const no = new Set([
  ...['no', 'n', 'false', 'f', '0', 'off', 'never', 'inactive', 'none', 'null', '[]', 'unknown'],
  ...['pending', 'pending subscription', 'not subscribed', 'never subscribed', 'non subscribed', 'nonsubscribed'],
]);
/** They have said no, or cannot be reached: more than not having said yes. */
const out = new Set([
  ...['unsubscribed', 'unsubscribe', 'opted out', 'optout', 'opt out', 'out', 'stop', 'stopped', 'removed'],
  ...['cleaned', 'bounced', 'bounce', 'hard bounce', 'complained', 'complaint', 'spam', 'spam complaint', 'abuse'],
  ...['blocked', 'suppressed', 'blacklisted', 'do not contact', 'dnd'],
]);
const plainAnswer = (text: string): string => text.toLowerCase().replace(/[_-]+/g, ' ').trim();
/** What a column says of consent; null: nobody knows, which is no. */
function saidOf(text: string): 'yes' | 'no' | 'out' | null {
  const word = plainAnswer(text);
  return (
    yes.has(word) ? 'yes'
    : no.has(word) ? 'no'
    : out.has(word) ? 'out'
    : null
  );
}
/** What a column of opt-outs says: a yes, a time, a reason. Whatever is not a clear no counts. */
const isOptedOut = (text: string): boolean => {
  const word = plainAnswer(text);
  return word !== '' && !no.has(word) && !['subscribed', 'opted in'].includes(word);
};
