import { eachByApiName } from '../contacts/attributes.ts';
import { type CustomFields } from '../custom-fields/custom-fields.ts';
import { type OwnTarget, type PlannedColumn, type Policy, type Target, usual } from './fields.ts';
import { plainName as plain, repeatable } from './sources.ts';

/** What columns of these names hold, in the words of the exports that people bring along. Compared without ornaments. */
const names: Readonly<Record<OwnTarget, readonly string[]>> = {
  ...eachByApiName((_, { aliases }) => aliases),
  phone: [
    ...['phone', 'phonenumber', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'cellnumber', 'tel'],
    ...[
      'telephone',
      'telephonenumber',
      'sms',
      'smsnumber',
      'number',
      'contactnumber',
      'msisdn',
      'phone1',
      'phone1value',
    ],
    ...[
      'primaryphone',
      'homephone',
      'workphone',
      'telefon',
      'handy',
      'telefono',
      'movil',
      'telephoneportable',
      'whatsapp',
    ],
  ],
  first_name: ['firstname', 'first', 'givenname', 'forename', 'fname', 'vorname', 'prenom', 'nombre'],
  last_name: [
    'lastname',
    'last',
    'surname',
    'familyname',
    'lname',
    'nachname',
    'nomdefamille',
    'apellido',
    'apellidos',
  ],
  name: ['name', 'fullname', 'contactname', 'customername', 'customer', 'contact', 'displayname', 'nom'],
  tags: ['tags', 'tag', 'labels', 'label', 'groups', 'group', 'lists', 'list', 'segments'],
  agreed: [
    ...['agreed', 'consent', 'optin', 'optedin', 'subscribed', 'subscription', 'marketingconsent'],
    ...['subscriptionstatus', 'acceptsmarketing', 'status'],
  ],
  agreed_texts: [
    ...['smsconsent', 'smsoptin', 'textconsent', 'textoptin', 'smsmarketing', 'smssubscribed', 'smsstatus'],
    ...['acceptssmsmarketing', 'smsmarketingconsent', 'smspermission', 'textpermission'],
  ],
  agreed_emails: [
    ...['emailconsent', 'emailoptin', 'emailmarketing', 'emailsubscribed', 'emailstatus', 'acceptsemailmarketing'],
    ...['emailmarketingconsent', 'emailpermission', 'newsletter'],
  ],
  opted_out: ['optedout', 'optout', 'unsubscribed', 'donotcontact', 'dnd', 'suppressed'],
  opted_out_texts: ['smsoptout', 'smsoptedout', 'textoptout', 'donottext', 'smsunsubscribed', 'optedoutoftexts'],
  opted_out_emails: ['emailoptout', 'emailoptedout', 'donotemail', 'emailunsubscribed', 'optedoutofemails', 'bounced'],
  consent_texts_at: ['smsconsentdate', 'smsoptindate', 'textoptindate'],
  consent_texts_source: ['smsconsentsource', 'smsoptinsource', 'textoptinsource'],
  consent_emails_at: ['emailconsentdate', 'emailoptindate'],
  consent_emails_source: ['emailconsentsource', 'emailoptinsource'],
};
const targetsByName = new Map<string, OwnTarget>(
  Object.entries(names).flatMap(([target, words]) => words.map((word) => [word, target as OwnTarget] as const)),
);

/** What was chosen the last time for a column of this name, of several of one name each its own. */
export type Remembered = ReadonlyMap<string, PlannedColumn>;
/** The plan of an earlier file, by the names of its columns. */
export const remember = (columns: readonly string[], plan: readonly PlannedColumn[]): Remembered => {
  const keys = keysOf(columns);
  return new Map(
    plan.flatMap((column, index) => {
      const key = keys[index] ?? null;
      return key === null ? [] : [[key, column] as const];
    }),
  );
};
/** The first column of a name is another than the second. Null: it has no name. */
function keysOf(columns: readonly string[]): readonly (string | null)[] {
  const met = new Map<string, number>();
  return columns.map((name) => {
    const word = plain(name);
    if (word === '') return null;
    const nth = (met.get(word) ?? 0) + 1;
    met.set(word, nth);
    return `${word} ${nth}`;
  });
}

const looksLike: readonly (readonly [OwnTarget, RegExp])[] = [
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['phone', /^(?=(?:\D*\d){7,15}\D*$)\+?[\d\s().\-/]+$/],
  ['website', /^https?:\/\/\S+$/i],
];

/**
 * What each column of a file seems to hold: by what was chosen for it the last time, by its name, or by its values
 * (a few of them, from the beginning). Each field once; what nobody can guess is left out.
 */
export function guessColumns(
  columns: readonly string[],
  samples: readonly (readonly string[])[],
  fields: CustomFields,
  remembered: Remembered,
): PlannedColumn[] {
  const taken = new Set<string>();
  const guesses: (PlannedColumn | null)[] = columns.map(() => null);
  const customByName = new Map<string, Target>(
    [...fields].flatMap(([id, { name, key, deleted }]): (readonly [string, Target])[] =>
      deleted ?
        []
      : [
          [plain(name), `custom:${id}`],
          [plain(key), `custom:${id}`],
        ],
    ),
  );
  const alive = (target: string | null): boolean =>
    target === null || !target.startsWith('custom:') || [...customByName.values()].includes(target as Target);
  const keys = keysOf(columns);
  const take = (index: number, target: string | null, policy: Policy = usual): void => {
    if (guesses[index] !== null || (target !== null && !repeatable.has(target) && taken.has(target))) return;
    if (target === 'name' && (taken.has('first_name') || taken.has('last_name'))) return;
    if ((target === 'first_name' || target === 'last_name') && taken.has('name')) return;
    guesses[index] = { target, policy };
    if (target !== null) taken.add(target);
  };
  keys.forEach((key, index) => {
    const before = key === null ? undefined : remembered.get(key);
    if (before !== undefined && alive(before.target)) take(index, before.target, before.policy);
  });
  columns.forEach((name, index) => {
    const target = customByName.get(plain(name)) ?? targetsByName.get(plain(name));
    if (target !== undefined) take(index, target);
  });
  columns.forEach((_, index) => {
    const values = samples.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
    if (guesses[index] !== null || values.length === 0) return;
    const found = looksLike.find(([, pattern]) => values.every((value) => pattern.test(value)));
    if (found !== undefined) take(index, found[0]);
  });
  return guesses.map((guess) => guess ?? { target: null, policy: usual });
}
