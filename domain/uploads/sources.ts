import { type ImportSource, importSources } from '../contacts/import-sources.ts';
import { reservedMeaning } from '../sms/reserved-words.ts';
import { type OwnTarget, type PlannedColumn, usual } from './fields.ts';

/** Column names are compared without case, spaces and marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

interface Shape {
  /** All of these columns are there, and one of each further list. */
  readonly all: readonly string[];
  readonly oneOf?: readonly string[];
  readonly columns: Readonly<Record<string, OwnTarget>>;
  /** Where the shape comes from: the maker's own documentation, files that others publish, or neither. */
  readonly known: 'documented' | 'observed' | 'assumed';
  /** The channels whose consent the file tells row by row. */
  readonly tells: { readonly texts: boolean; readonly emails: boolean };
}

const shapes: Readonly<Record<ImportSource, Shape>> = {
  // The message log of the console. It has no contacts: the other side of each message is one.
  twilio: {
    all: ['from', 'to', 'body', 'status', 'errorcode', 'direction', 'sid'],
    columns: { to: 'phone', errorcode: 'opted_out_texts' },
    known: 'observed',
    tells: { texts: false, emails: false },
  },
  // The fields of the contacts API, version 2, under which the export names its columns.
  slicktext: {
    all: ['mobilenumber', 'optinstatus'],
    columns: {
      mobilenumber: 'phone',
      firstname: 'first_name',
      lastname: 'last_name',
      email: 'email',
      birthdate: 'birthday',
      state: 'state',
      zip: 'zip',
      optinstatus: 'agreed_texts',
      lastoptinstatuschange: 'consent_texts_at',
      subscribeddate: 'consent_texts_at',
      source: 'consent_texts_source',
      optinmethod: 'consent_texts_source',
    },
    known: 'documented',
    tells: { texts: true, emails: false },
  },
  'ez-texting': {
    all: ['phonenumber', 'optout'],
    oneOf: ['groups', 'groupids', 'group'],
    columns: {
      phonenumber: 'phone',
      firstname: 'first_name',
      lastname: 'last_name',
      email: 'email',
      groups: 'tags',
      group: 'tags',
      optout: 'opted_out_texts',
      source: 'consent_texts_source',
    },
    known: 'assumed',
    tells: { texts: false, emails: false },
  },
  klaviyo: {
    all: ['email', 'emailmarketingconsent'],
    oneOf: ['klaviyoid', 'emailmarketingconsenttimestamp', 'smsmarketingconsent', 'emailsuppressions'],
    columns: {
      email: 'email',
      phonenumber: 'phone',
      firstname: 'first_name',
      lastname: 'last_name',
      organization: 'company_name',
      stateregion: 'state',
      region: 'state',
      zipcode: 'zip',
      zip: 'zip',
      emailmarketingconsent: 'agreed_emails',
      emailmarketingconsenttimestamp: 'consent_emails_at',
      emailsuppressions: 'opted_out_emails',
      smsmarketingconsent: 'agreed_texts',
      smsmarketingconsenttimestamp: 'consent_texts_at',
      source: 'consent_emails_source',
    },
    known: 'observed',
    tells: { texts: true, emails: true },
  },
  // One file each of who is subscribed, unsubscribed and cleaned (bounced): the last two carry the time of that.
  mailchimp: {
    all: ['emailaddress', 'leid', 'euid'],
    columns: {
      emailaddress: 'email',
      firstname: 'first_name',
      lastname: 'last_name',
      phonenumber: 'phone',
      birthday: 'birthday',
      tags: 'tags',
      confirmtime: 'consent_emails_at',
      optintime: 'consent_emails_at',
      unsubtime: 'opted_out_emails',
      cleantime: 'opted_out_emails',
    },
    known: 'observed',
    tells: { texts: false, emails: false },
  },
  highlevel: {
    all: ['contactid', 'firstname', 'lastname', 'phone', 'email', 'tags'],
    columns: {
      phone: 'phone',
      email: 'email',
      firstname: 'first_name',
      lastname: 'last_name',
      businessname: 'company_name',
      companyname: 'company_name',
      tags: 'tags',
      dnd: 'opted_out',
    },
    known: 'observed',
    tells: { texts: false, emails: false },
  },
};

export interface RecognizedFile {
  readonly source: ImportSource;
  readonly known: Shape['known'];
  readonly columns: readonly PlannedColumn[];
  /** The channels that the file tells the consent of; the person who imports confirms it. */
  readonly consent: Shape['tells'];
}

/** The system that a file comes from, by the names of its columns; null: none that is known here. */
export function recognize(columns: readonly string[], fileName: string): RecognizedFile | null {
  const names = columns.map(plainName);
  const found = importSources.find((source) => {
    const { all, oneOf } = shapes[source];
    return all.every((name) => names.includes(name)) && (oneOf?.some((name) => names.includes(name)) ?? true);
  });
  if (found === undefined) return null;
  const { columns: targets, known, tells } = shapes[found];
  const taken = new Set<string>();
  const mapped = names.map((name): PlannedColumn => {
    const target = Object.hasOwn(targets, name) ? targets[name]! : null;
    const isFree = target === null || repeatable.has(target) || !taken.has(target);
    if (target !== null) taken.add(target);
    return { target: isFree ? target : null, policy: usual };
  });
  const has = (...wanted: readonly OwnTarget[]): boolean => wanted.some((target) => taken.has(target));
  // Mailchimp says it by the name of the file, and by the columns that only the other files have.
  const isSubscribed =
    found === 'mailchimp' && /^subscribed/i.test(fileName) && !has('opted_out_emails') && has('consent_emails_at');
  return {
    source: found,
    known,
    columns: mapped,
    consent: {
      texts: tells.texts && has('agreed_texts') && has('phone'),
      emails: isSubscribed || (tells.emails && has('agreed_emails')),
    },
  };
}

/** What several columns may say: each can only take away. */
export const repeatable: ReadonlySet<string> = new Set<OwnTarget>([
  'tags',
  'opted_out',
  'opted_out_texts',
  'opted_out_emails',
]);

/** Twilio's code for a message to someone who had opted out. */
const optedOutCode = '21610';

/**
 * Makes the cells of a row what its columns are mapped by. In a message log the contact is the sender of what came in and
 * the recipient of what went out, and has opted out by the word that they texted or by what the carrier answered.
 */
export function cellsOf(
  source: ImportSource | null | undefined,
  columns: readonly string[],
): (cells: readonly string[]) => readonly string[] {
  if (source !== 'twilio') return (cells) => cells;
  const at = (name: string): number => columns.findIndex((column) => plainName(column) === name);
  const [from, to, body, code, direction] = [at('from'), at('to'), at('body'), at('errorcode'), at('direction')];
  return (cells) => {
    const isInbound = (cells[direction] ?? '').trim().toLowerCase().startsWith('inbound');
    const isOut =
      isInbound ? reservedMeaning(cells[body] ?? '') === 'stop' : (cells[code] ?? '').trim() === optedOutCode;
    return cells.map((cell, index) =>
      index === to && isInbound ? (cells[from] ?? '')
      : index === code ?
        isOut ? 'yes'
        : ''
      : cell,
    );
  };
}
