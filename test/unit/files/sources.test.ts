import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { attestation } from '../../../domain/contacts/attestation.ts';
import { mayOptOut, type Plan } from '../../../domain/uploads/plan.ts';
import { rowReader } from '../../../domain/uploads/row.ts';
import { recognize } from '../../../domain/uploads/sources.ts';

const none = { texts: false, emails: false };
const both = { texts: true, emails: true };

function readFile(name: string): { readonly columns: string[]; readonly rows: string[][] } {
  const [columns = [], ...rows] = parse(readFileSync(`docs/samples/imports/${name}.csv`)) as string[][];
  return { columns, rows };
}
/** Everyone in a sample as its export is read: what they agreed to, since when, and what they have opted out of. */
function peopleOf(name: string) {
  const { columns, rows } = readFile(name);
  const recognized = recognize(columns, `${name.replace('mailchimp-', '')}_export.csv`)!;
  const plan: Plan = {
    columns: [...recognized.columns],
    country: 'US',
    tags: [],
    campaigns: [],
    consent: recognized.consent,
    source: recognized.source,
  };
  const read = rowReader({ plan, fields: new Map(), columns });
  return {
    recognized,
    people: rows.map((cells) => {
      const { person, problems } = read(cells);
      expect(problems).toEqual([]);
      return person!;
    }),
  };
}

describe('an export of another system', () => {
  it.each([
    ['klaviyo', 'klaviyo', both],
    ['mailchimp-subscribed', 'mailchimp', { texts: false, emails: true }],
    ['mailchimp-unsubscribed', 'mailchimp', none],
    ['mailchimp-cleaned', 'mailchimp', none],
    ['slicktext', 'slicktext', { texts: true, emails: false }],
    ['ez-texting', 'ez-texting', none],
    ['highlevel', 'highlevel', none],
    ['twilio-messages', 'twilio', none],
  ] as const)('%s is recognized by its columns', (name, source, consent) => {
    expect(peopleOf(name).recognized).toMatchObject({ source, consent });
  });

  it('is not seen where the columns are a list of one’s own', () => {
    for (const columns of [
      ['Phone', 'Name', 'Email'],
      ['First name', 'Last name', 'Mobile', 'Status', 'Tags'],
      ['Email', 'Opt Out'],
    ])
      expect(recognize(columns, 'list.csv')).toBeNull();
  });

  it('Klaviyo’s tells of each channel, with day and source', () => {
    const { people } = peopleOf('klaviyo');
    expect(people.map(({ agreed, optedOut }) => ({ agreed, optedOut }))).toEqual([
      { agreed: both, optedOut: none },
      { agreed: none, optedOut: { texts: false, emails: true } },
      { agreed: none, optedOut: { texts: true, emails: false } },
      // Subscribed by the one column and bounced by the other: out.
      { agreed: none, optedOut: { texts: false, emails: true } },
    ]);
    expect(people[0]!.brought).toEqual({
      texts: { on: '2023-05-02', source: null },
      emails: { on: '2023-04-01', source: 'Footer form' },
    });
  });

  it('Mailchimp’s unsubscribed and cleaned are out, all of them', () => {
    for (const name of ['mailchimp-unsubscribed', 'mailchimp-cleaned'])
      expect(peopleOf(name).people.map(({ optedOut }) => optedOut)).toEqual([{ texts: false, emails: true }]);
    expect(
      peopleOf('mailchimp-subscribed').people.map(({ optedOut, brought }) => [optedOut, brought!.emails.on]),
    ).toEqual([
      [none, '2023-04-01'],
      [none, '2022-06-18'],
    ]);
  });

  it('SlickText’s pending and not subscribed are unknown, not out', () => {
    expect(peopleOf('slicktext').people.map(({ agreed, optedOut }) => [agreed.texts, optedOut!.texts])).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it('EZ Texting’s and HighLevel’s opt-outs are out', () => {
    expect(peopleOf('ez-texting').people.map(({ optedOut }) => optedOut!.texts)).toEqual([false, true]);
    expect(peopleOf('highlevel').people.map(({ optedOut }) => optedOut)).toEqual([none, both]);
  });

  it('Twilio’s log is out by the word that came in or the carrier’s answer, and no other failure', () => {
    expect(peopleOf('twilio-messages').people.map(({ phone, optedOut }) => [phone, optedOut!.texts])).toEqual([
      ['+14155550301', false],
      ['+14155550302', true],
      ['+14155550303', true],
      ['+14155550304', false],
    ]);
  });
});

it('a column of opt-outs counts unless it says no', () => {
  const columns = [
    { target: 'phone', policy: 'fill' as const },
    { target: 'opted_out', policy: 'fill' as const },
  ];
  const plan: Plan = { columns, country: 'US', tags: [], campaigns: [], consent: both };
  const read = rowReader({ plan, fields: new Map() });
  const said = (cell: string) => read(['(415) 555-0300', cell]).person!.optedOut;
  for (const cell of ['', 'no', 'FALSE', '0', 'never', 'None', '[]']) expect(said(cell)).toEqual(none);
  for (const cell of ['yes', '1', '2024-01-12', 'HARD_BOUNCE', 'asked on the phone']) expect(said(cell)).toEqual(both);
  expect(mayOptOut(plan)).toBe(true);
});

it('the words to confirm say what the file does', () => {
  expect(attestation('Bella', both)).toMatch(/^Every person in this file has agreed/);
  expect(attestation('Bella', both, { source: 'klaviyo' })).toMatch(/marks as subscribed/);
  const list = attestation('Bella', none, { suppress: { texts: true, emails: false } });
  expect(list).toMatch(/asked Bella not to send them marketing text messages\. I want them opted out/);
});

it('has every sample in the documentation', () => {
  const page = readFileSync('docs/imports.md', 'utf8');
  for (const file of readdirSync('docs/samples/imports')) expect(page).toContain(`(samples/imports/${file})`);
});
