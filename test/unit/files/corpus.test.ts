import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../adapters/spreadsheets/port.ts';
import { type Business, readFile } from './read.ts';
import { protectedWorkbook, workbook } from './workbooks.ts';

/** Files as they are in the world, each with what the person who sends it would expect. */
interface Case {
  readonly what: string;
  readonly file: string | Uint8Array | (() => Promise<Uint8Array>);
  readonly business?: Business;
  readonly reading?: Partial<Reading>;
  /** Who is in it: number, name, address, birthday, tags, and what they say of consent. */
  readonly people?: readonly string[];
  /** What is told, with the row as a spreadsheet numbers it. Default: nothing. */
  readonly told?: readonly string[];
  readonly refused?: { readonly fault: string; readonly line?: number | null };
  /** More that is so of the table. */
  readonly table?: object;
}

const british = { country: 'GB', dateFormat: 'DD/MM/YYYY' };
const two = '(415) 555-0101,Ann\n(415) 555-0102,Bob\n';
const annAndBob = ['+14155550101 Ann', '+14155550102 Bob'];
const utf16 = (text: string, order: 'le' | 'be', mark = true) => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));
const phones = (...cells: readonly string[]): string =>
  `Phone;Name\n${cells.map((cell, n) => `${cell};P${n}`).join('\n')}\n`;
const born = (...days: readonly string[]): string =>
  `Phone;Birthday\n${days.map((day, n) => `+1415555010${n};${day}`).join('\n')}\n`;

const separators: readonly Case[] = [
  { what: 'commas', file: `Phone,Name\n${two}`, people: annAndBob },
  { what: 'semicolons', file: `Phone;Name\n${two.replaceAll(',', ';')}`, people: annAndBob },
  { what: 'tabs', file: `Phone\tName\n${two.replaceAll(',', '\t')}`, people: annAndBob },
  { what: 'bars', file: `Phone|Name\n${two.replaceAll(',', '|')}`, people: annAndBob },
  {
    what: 'semicolons, and more commas in the values',
    file: 'Name;Mobile;Note\nRusso, Bella;(415) 555-0101;a, b, c\nRossi, Dario;(415) 555-0102;d, e, f, g\n',
    people: ['+14155550101 Bella Russo', '+14155550102 Dario Rossi'],
  },
  {
    what: 'commas, and tags with semicolons',
    file: 'Phone,Name,Tags\n4155550101,Ann,vip;regular;summer;late\n4155550102,Bob,vip;regular;winter;early\n',
    people: ['+14155550101 Ann #vip #regular #summer #late', '+14155550102 Bob #vip #regular #winter #early'],
  },
  {
    what: 'commas within quotes, in every row more than between values',
    file: 'Phone;Name\n4155550101;"Lee, Ann, Dr, PhD"\n4155550102;"Ray, Bob, Dr, PhD"\n',
    people: ['+14155550101 Ann, Dr, PhD Lee', '+14155550102 Bob, Dr, PhD Ray'],
  },
  { what: 'one column of numbers', file: 'Phone\n4155550101\n4155550102\n', people: ['+14155550101', '+14155550102'] },
  { what: 'the line sep=; of Excel', file: `sep=;\r\nPhone;Name\r\n4155550101;Ann\r\n`, people: ['+14155550101 Ann'] },
  { what: 'the line "sep=|"', file: '"sep=|"\nPhone|Name\n4155550101|Ann\n', people: ['+14155550101 Ann'] },
  {
    what: 'the line sep=; of Excel, and a mistake: its row is not counted, as Excel does not show it',
    file: 'sep=;\nPhone;Name\n4155550101;Ann\n12;Bob\n',
    people: ['+14155550101 Ann'],
    told: ['3: Phone: bad-phone', '3: nobody'],
  },
  {
    what: 'a separator that somebody chose',
    file: 'Phone;Name,Note\n4155550101;Ann,x\n',
    reading: { delimiter: ';' },
    people: ['+14155550101'],
    table: { columns: ['Phone', 'Name,Note'] },
  },
  {
    what: '150 columns',
    file: `Phone,${Array.from({ length: 149 }, (_, n) => `c${n}`).join(',')}\n4155550101${',x'.repeat(149)}\n`,
    people: ['+14155550101'],
  },
];

const quotes: readonly Case[] = [
  {
    what: 'a quote inside of a value',
    file: 'Phone,Name\n4155550101,Joe "Rock" J\n4155550102,Bob\n',
    people: ['+14155550101 Joe "Rock" J', '+14155550102 Bob'],
  },
  {
    what: 'inches',
    file: 'Phone,Company\n4155550101,6" sub shop\n4155550102,12" and more\n',
    people: ['+14155550101', '+14155550102'],
  },
  {
    what: 'a value that begins with quoted words',
    file: 'Phone,First name\n4155550101,"Rock" Joe\n',
    people: ['+14155550101 Rock Joe'],
  },
  {
    what: 'doubled quotes',
    file: 'Phone,First name\n4155550101,"Ann ""A"" Lee"\n',
    people: ['+14155550101 Ann "A" Lee'],
  },
  {
    what: 'a value over two lines',
    file: 'Phone,First name\n4155550101,"Ann\nLee"\n4155550102,Bob\n12,x\n',
    people: ['+14155550101 Ann Lee', '+14155550102 Bob'],
    // The third row of people, as a spreadsheet shows it, though it is the fifth line.
    told: ['4: Phone: bad-phone', '4: nobody'],
  },
  { what: 'every value in quotes', file: '"Phone","Name"\r\n"4155550101","Ann"\r\n', people: ['+14155550101 Ann'] },
  {
    what: 'a quote that is never closed, in line 4',
    file: 'Phone,Name\n4155550101,Ann\n4155550102,Bob\n4155550103,"Cleo\n4155550104,Dan\n',
    refused: { fault: 'broken-quote', line: 4 },
  },
  {
    what: 'a quote that is never closed, in line 4,002 behind values of several lines',
    file: `Phone,Name\n${'4155550101,"a\nb"\n'.repeat(2_000)}4155550102,"Bob\n${'4155550103,c\n'.repeat(10)}`,
    refused: { fault: 'broken-quote', line: 4_002 },
  },
  { what: 'curly quotes', file: 'Phone,First name\n4155550101,“Ann”\n', people: ['+14155550101 “Ann”'] },
  { what: 'an apostrophe', file: "Phone,Last name\n4155550101,O'Neil\n", people: ["+14155550101 O'Neil"] },
];

const lineEnds: readonly Case[] = [
  { what: 'CRLF', file: `Phone,Name\r\n${two.replaceAll('\n', '\r\n')}`, people: annAndBob },
  { what: 'CR alone', file: `Phone,Name\r${two.replaceAll('\n', '\r')}`, people: annAndBob },
  { what: 'no end of the last line', file: `Phone,Name\n${two.trim()}`, people: annAndBob },
  {
    what: 'CRLF, then LF, then CR: files that were put together',
    file: 'Phone,Name\r\n4155550101,Ann\r\n4155550102,Bob\n4155550103,Cleo\n4155550104,Dan\r4155550105,Eve\r\n',
    people: [
      ...['+14155550101 Ann', '+14155550102 Bob', '+14155550103 Cleo'],
      ...['+14155550104 Dan', '+14155550105 Eve'],
    ],
  },
  {
    what: 'empty lines in between: rows keep their numbers',
    file: 'Phone,Name\n\n4155550101,Ann\n\n\n12,Bob\n',
    people: ['+14155550101 Ann'],
    told: ['6: Phone: bad-phone', '6: nobody'],
    table: { rows: 2 },
  },
  {
    what: 'rows of separators alone, as Excel leaves them behind',
    file: 'Phone,Name\n4155550101,Ann\n,\n,\n',
    people: ['+14155550101 Ann'],
    table: { rows: 1 },
  },
];

const encodings: readonly Case[] = [
  { what: 'UTF-8', file: 'Phone,Name\n4155550101,Zoë\n', people: ['+14155550101 Zoë'] },
  { what: 'UTF-8 with a mark', file: '\uFEFFPhone,Name\n4155550101,Zoë\n', people: ['+14155550101 Zoë'] },
  { what: 'UTF-16 LE with a mark', file: utf16('Phone\tName\n4155550101\tZoë\n', 'le'), people: ['+14155550101 Zoë'] },
  { what: 'UTF-16 BE with a mark', file: utf16('Phone\tName\n4155550101\tZoë\n', 'be'), people: ['+14155550101 Zoë'] },
  {
    what: 'UTF-16 LE without one',
    file: utf16('Phone\tName\n4155550101\tZoë\n', 'le', false),
    people: ['+14155550101 Zoë'],
  },
  {
    what: 'UTF-16 with the line sep=;',
    file: utf16('sep=;\r\nPhone;Name\r\n4155550101;Zoë\r\n', 'le'),
    people: ['+14155550101 Zoë'],
  },
  {
    what: 'Windows-1252',
    file: Buffer.from('Phone;Name\n4155550101;Zo\u00eb\n4155550102;Jos\u00e9\n', 'latin1'),
    people: ['+14155550101 Zoë', '+14155550102 José'],
    table: { encoding: 'windows-1252', strayBytes: 0 },
  },
  {
    what: 'UTF-8 with bytes that are none',
    file: bytes('Phone,Name\n4155550101,José\n4155550102,B', 0xff, 0xfe, 'b\n4155550103,Zoë\n'),
    people: ['+14155550101 José', '+14155550102 Bÿþb', '+14155550103 Zoë'],
    table: { encoding: 'utf-8', strayBytes: 2 },
  },
  {
    what: 'UTF-8, and a row that came from Windows-1252',
    file: bytes('Phone,Name\n4155550101,José\n4155550102,Zo', 0xeb, '\n4155550103,Ömer\n'),
    people: ['+14155550101 José', '+14155550102 Zoë', '+14155550103 Ömer'],
    table: { strayBytes: 1 },
  },
  { what: 'zeros between letters', file: 'Phone,Name\n4155550101,Zo\u0000ë\n', people: ['+14155550101 Zo ë'] },
  {
    what: 'marks that nobody sees in a name',
    file: 'Phone,First name\n4155550101,\u200bA\u200bnn\ufeff\n4155550102,Bo\u00adb\u200d\n',
    people: ['+14155550101 Ann', '+14155550102 Bob'],
  },
  {
    what: 'marks that belong to letters and faces',
    file: 'Phone,First name\n4155550101,علی\u200cرضا\n4155550102,👩\u200d🍳\n',
    people: ['+14155550101 علی\u200cرضا', '+14155550102 👩\u200d🍳'],
  },
  { what: 'spaces that do not break', file: 'Phone,Name\n415\u00a0555\u00a00101,Ann\n', people: ['+14155550101 Ann'] },
];

const numbers: readonly Case[] = [
  {
    what: 'as Americans write them',
    file: phones('(415) 555-0101', '415-555-0102', '415.555.0103', '4155550104', '1 415 555 0105', '+1 (415) 555-0106'),
    people: Array.from({ length: 6 }, (_, n) => `+1415555010${n + 1} P${n}`),
  },
  {
    what: 'as phones write them',
    file: phones('tel:+14155550101', 'callto:4155550102', 'sms:+14155550103', 'TEL:+1-415-555-0104'),
    people: Array.from({ length: 4 }, (_, n) => `+1415555010${n + 1} P${n}`),
  },
  {
    what: 'with the way abroad in front',
    file: phones('001 415 555 0101', '0014155550102', '011 44 7400 123456', '0044 7400 123456'),
    people: ['+14155550101 P0', '+14155550102 P1', '+447400123456 P2', '+447400123456 P3'],
  },
  {
    what: 'as pandas writes them',
    file: phones('4155550101.0', '14155550102.0', '+14155550103.00'),
    people: ['+14155550101 P0', '+14155550102 P1', '+14155550103 P2'],
  },
  {
    what: 'as spreadsheets write them where no digit is lost',
    file: phones('4.155550101E+9', '1.4155550102E+10', '4.15555E+9'),
    people: ['+14155550101 P0', '+14155550102 P1'],
    told: ['4: Phone: bad-phone', '4: nobody'],
  },
  {
    what: 'with words around them',
    file: phones(
      'Phone: 415-555-0101',
      '(415) 555-0102 (mobile)',
      'Cell: +1 415 555 0103',
      'M: 4155550104',
      '4155550105 home',
    ),
    people: Array.from({ length: 5 }, (_, n) => `+1415555010${n + 1} P${n}`),
  },
  {
    what: 'two in a cell: the first one counts, and that is told',
    file: 'Phone|Name\n(415) 555-0101 / (415) 555-0102|Ann\n4155550103;4155550104|Bob\n4155550105 or 4155550106|Cleo\n4155550107 ::: 4155550108|Dan\n',
    people: ['+14155550101 Ann', '+14155550103 Bob', '+14155550105 Cleo', '+14155550107 Dan'],
    told: ['2', '3', '4', '5'].map((row) => `${row}: Phone: second-value`),
  },
  {
    what: 'the same one twice in a cell',
    file: 'Phone|Name\n4155550101, +1 415 555 0101|Ann\n',
    people: ['+14155550101 Ann'],
  },
  {
    what: 'an apostrophe in front, as Excel keeps digits',
    file: phones("'4155550101", "'+14155550102"),
    people: ['+14155550101 P0', '+14155550102 P1'],
  },
  { what: 'full-width digits', file: phones('４１５５５５０１０１'), people: ['+14155550101 P0'] },
  {
    what: 'British ones of a British business',
    file: phones('07400 123456', '7400123457', '+44 (0)7400 123458', '0044 7400 123459'),
    business: british,
    people: ['+447400123456 P0', '+447400123457 P1', '+447400123458 P2', '+447400123459 P3'],
  },
  {
    what: 'what is none',
    file: phones('415-55', 'call me', '000000', '123456789012345678'),
    told: ['2', '3', '4', '5'].flatMap((row) => [`${row}: Phone: bad-phone`, `${row}: nobody`]),
  },
  {
    what: 'bad ones of people who have an address',
    file: 'Phone,Email\nn/a,ann@example.com\n',
    people: ['ann@example.com'],
    told: ['2: Phone: bad-phone'],
  },
];

const addresses: readonly Case[] = [
  {
    what: 'as people, email programs and web pages write them',
    file: 'Email|Name\nann@example.com|Ann\nmailto:bob@example.com|Bob\nCleo Lee <cleo@example.com>|Cleo\n"Ray, Dan" <dan@example.com>|Dan\n<eve@example.com>|Eve\n fay@example.com; |Fay\n',
    people: [
      ...['Ann ann@example.com', 'Bob bob@example.com', 'Cleo cleo@example.com'],
      ...['Dan dan@example.com', 'Eve eve@example.com', 'Fay fay@example.com'],
    ],
  },
  {
    what: 'two in a cell: the first one counts, and that is told',
    file: 'Email|Name\nann@example.com; ann@work.example|Ann\n',
    people: ['Ann ann@example.com'],
    told: ['2: Email: second-value'],
  },
  {
    what: 'what is none',
    file: 'Email,Phone\nann at home,4155550101\n',
    people: ['+14155550101'],
    told: ['2: Email: bad-email'],
  },
];

const days: readonly Case[] = [
  {
    what: 'month first, as the business has it',
    file: born('05/17/1990', '5/6/1990', '12/31/85', '02/29'),
    people: ['05-17', '05-06', '12-31', '02-29'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'day first, as one of the values shows',
    file: born('17/05/1990', '05/06/1990', '31/12/1985', '01/02/2000'),
    people: ['05-17', '06-05', '12-31', '02-01'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'day first, as the business has it',
    file: born('05/06/1990', '01/02/2000'),
    business: { country: 'US', dateFormat: 'DD/MM/YYYY' },
    people: ['06-05', '02-01'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'day first, as the country has it',
    file: born('05/06/1990'),
    business: { country: 'GB', dateFormat: 'MM/DD/YYYY' },
    people: ['+14155550100 *06-05'],
  },
  {
    what: 'month first of a British business, as one of the values shows',
    file: born('05/06/1990', '05/17/1990'),
    business: british,
    people: ['05-06', '05-17'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'both, which contradict each other: the more frequent counts, the others are told',
    file: born('17/05/1990', '31/12/1985', '05/17/1990'),
    people: ['+14155550100 *05-17', '+14155550101 *12-31', '+14155550102'],
    told: ['4: Birthday: bad-day'],
  },
  { what: 'with dots', file: born('17.05.1990', '05.06.1990'), people: ['+14155550100 *05-17', '+14155550101 *06-05'] },
  {
    what: 'with the year first',
    file: born('1990-05-17', '1990/05/17', '19900517', '1990.5.7'),
    people: ['05-17', '05-17', '05-17', '05-07'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'in words',
    file: born(
      'May 17, 1990',
      '17 May 1990',
      '17-May-90',
      'Sept. 3rd',
      '3 de mayo de 1990',
      'Thu, 17 May 1990',
      '17. Mai 1990',
    ),
    people: ['05-17', '05-17', '05-17', '09-03', '05-03', '05-17', '05-17'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'as numbers of Excel',
    file: born('33010', '32875.5'),
    people: ['+14155550100 *05-17', '+14155550101 *01-02'],
  },
  {
    what: 'with what o’clock',
    file: born('5/17/1990 0:00', '1990-05-17T00:00:00.000Z', '1990-05-17 00:00:00', '05/17/1990 12:00:00 AM'),
    people: ['05-17', '05-17', '05-17', '05-17'].map((day, n) => `+1415555010${n} *${day}`),
  },
  {
    what: 'what is none',
    file: born('soon', '13/13/1990', '2/30/1990', '0'),
    people: [0, 1, 2, 3].map((n) => `+1415555010${n}`),
    told: ['2', '3', '4', '5'].map((row) => `${row}: Birthday: bad-day`),
  },
];

const headers: readonly Case[] = [
  {
    what: 'no names of columns: the first person is not lost',
    file: 'Ann,(415) 555-0101,ann@example.com\nBob,(415) 555-0102,bob@example.com\n',
    people: ['+14155550101 ann@example.com', '+14155550102 bob@example.com'],
    table: { header: 0, columns: ['', '', ''], rows: 2 },
  },
  {
    what: 'one column of numbers without a name',
    file: '4155550101\n4155550102\n',
    people: ['+14155550101', '+14155550102'],
    table: { header: 0 },
  },
  {
    what: 'a title above the names',
    file: 'Customers of Bella,,\n,,\nName,Phone,Email\nAnn,4155550101,ann@example.com\n12,34,x\n',
    people: ['+14155550101 Ann ann@example.com'],
    told: ['5: Phone: bad-phone', '5: Email: bad-email', '5: nobody'],
    table: { header: 3, columns: ['Name', 'Phone', 'Email'] },
  },
  {
    what: 'names in the row that somebody chose',
    file: 'a,b\nc,d\nPhone,Name\n4155550101,Ann\n',
    reading: { header: 3 },
    people: ['+14155550101 Ann'],
    table: { columns: ['Phone', 'Name'], rows: 1 },
  },
  {
    what: 'none, as somebody chose',
    file: 'Phone,Name\n4155550101,Ann\n',
    reading: { header: 0 },
    table: { columns: ['', ''], rows: 2 },
    people: [],
  },
  {
    what: 'two columns of one name: the first one counts',
    file: 'Phone,Phone,Email\n4155550101,4155550102,ann@example.com\n',
    people: ['+14155550101 ann@example.com'],
  },
  {
    what: 'names without an end, and columns of nothing',
    file: 'Phone,Name,,,\n4155550101,Ann,,,\n',
    people: ['+14155550101 Ann'],
    table: { columns: ['Phone', 'Name'] },
  },
  {
    what: 'rows of different lengths',
    file: 'Phone,Name,Email\n4155550101,Ann\n4155550102,Bob,bob@example.com,more\n4155550103\n',
    people: ['+14155550101 Ann', '+14155550102 Bob bob@example.com', '+14155550103'],
    told: ['3: extra-cells'],
  },
  {
    what: 'names in other languages',
    file: 'Vorname;Nachname;Handy;Geburtstag\nAnn;Lee;+14155550101;17.05.1990\n',
    people: ['+14155550101 Ann Lee *05-17'],
  },
  {
    what: 'an export of Google',
    file: 'First Name,Last Name,Email 1 - Value,Phone 1 - Value,Labels\nAnn,Lee,ann@example.com,+1 415-555-0101,* myContacts\n',
    people: ['+14155550101 Ann Lee ann@example.com'],
    told: ['2: Labels: bad-tag'],
  },
  {
    what: 'an export of a shop',
    file: 'First Name,Last Name,Email,Accepts Email Marketing,Phone,Accepts SMS Marketing,Tags\nAnn,Lee,ann@example.com,yes,\'+14155550101,no,"vip, local"\n',
    people: ['+14155550101 Ann Lee ann@example.com #vip #local texts:no emails:yes'],
  },
  {
    what: 'a column for texts decides over texts alone',
    file: 'Phone,Email,SMS consent\n4155550101,ann@example.com,no\n4155550102,bob@example.com,yes\n',
    people: ['+14155550101 ann@example.com texts:no', '+14155550102 bob@example.com texts:yes'],
  },
  {
    what: 'a column for both',
    file: 'Phone,Email,Agreed\n4155550101,ann@example.com,yes\n4155550102,bob@example.com,maybe\n4155550103,c@example.com,\n',
    people: [
      '+14155550101 ann@example.com texts:yes emails:yes',
      '+14155550102 bob@example.com texts:no emails:no',
      '+14155550103 c@example.com texts:no emails:no',
    ],
    told: ['3: Agreed: bad-answer'],
  },
];

const workbooks: readonly Case[] = [
  {
    what: 'a workbook',
    file: () =>
      workbook({
        name: 'Guests',
        rows: [
          ['Phone', 'Name', 'Birthday'],
          [4155550101, 'Ann', new Date(Date.UTC(1990, 4, 17))],
          ['+1 415 555 0102', 'Bob', null],
        ],
      }),
    people: ['+14155550101 Ann *05-17', '+14155550102 Bob'],
    table: { sheet: 'Guests', encoding: 'xlsx' },
  },
  {
    what: 'an empty first sheet',
    file: () =>
      workbook(
        { name: 'Notes', rows: [] },
        {
          name: 'Guests',
          rows: [
            ['Phone', 'Name'],
            ['4155550101', 'Ann'],
          ],
        },
      ),
    people: ['+14155550101 Ann'],
    table: { sheet: 'Guests' },
  },
  {
    what: 'a hidden first sheet',
    file: () =>
      workbook(
        { name: 'Lists', rows: [['Yes'], ['No']], hidden: true },
        {
          name: 'Guests',
          rows: [
            ['Phone', 'Name'],
            ['4155550101', 'Ann'],
          ],
        },
      ),
    people: ['+14155550101 Ann'],
    table: {
      sheet: 'Guests',
      sheets: [
        { name: 'Lists', hidden: true, empty: false },
        { name: 'Guests', hidden: false, empty: false },
      ],
    },
  },
  {
    what: 'the sheet that somebody chose',
    file: () =>
      workbook(
        {
          name: 'May',
          rows: [
            ['Phone', 'Name'],
            ['4155550101', 'Ann'],
          ],
        },
        {
          name: 'June & July',
          rows: [
            ['Phone', 'Name'],
            ['4155550102', 'Bob'],
          ],
        },
      ),
    reading: { sheet: 'June & July' },
    people: ['+14155550102 Bob'],
  },
  {
    what: 'empty rows: the others keep their numbers',
    file: () => workbook({ name: 'A', rows: [['Phone', 'Name'], [], [], ['4155550101', 'Ann'], [], ['12', 'Bob']] }),
    people: ['+14155550101 Ann'],
    told: ['6: Phone: bad-phone', '6: nobody'],
  },
  {
    what: 'a title above the names',
    file: () => workbook({ name: 'A', rows: [['Customers'], [], ['Phone', 'Name'], ['4155550101', 'Ann']] }),
    people: ['+14155550101 Ann'],
    table: { header: 3 },
  },
  {
    what: 'hidden rows, which are told',
    file: () =>
      workbook({
        name: 'A',
        rows: [
          ['Phone', 'Name'],
          ['4155550101', 'Ann'],
          ['4155550102', 'Bob'],
        ],
        hiddenRows: [3],
      }),
    people: annAndBob,
    table: { hiddenRows: 1 },
  },
  {
    what: 'formulas, links and letters of several kinds',
    file: () =>
      workbook({
        name: 'A',
        rows: [
          ['Phone', 'Name', 'Email'],
          [
            { formula: '"415"&"5550101"', result: '4155550101' },
            { richText: [{ text: 'An' }, { text: 'n', font: { bold: true } }] },
            { text: 'ann@example.com', hyperlink: 'mailto:ann@example.com' },
          ],
        ],
      }),
    people: ['+14155550101 Ann ann@example.com'],
  },
  { what: 'a workbook with a password', file: protectedWorkbook(), refused: { fault: 'workbook-encrypted' } },
  {
    what: 'an old workbook',
    file: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
    refused: { fault: 'not-a-table' },
  },
  { what: 'a workbook of nothing', file: () => workbook({ name: 'A', rows: [] }), refused: { fault: 'empty' } },
  {
    what: 'a workbook of too many columns',
    file: () => workbook({ name: 'A', rows: [Array.from({ length: 300 }, (_, n) => `c${n}`)] }),
    refused: { fault: 'too-many-columns' },
  },
];

const refused: readonly Case[] = [
  { what: 'nothing', file: '', refused: { fault: 'empty' } },
  { what: 'a mark and nothing', file: '\uFEFF', refused: { fault: 'empty' } },
  { what: 'empty lines', file: '\n\r\n  \n,,\n', refused: { fault: 'empty' } },
  { what: 'names of columns and no rows', file: 'Phone,Name\n\n', refused: { fault: 'no-rows' } },
  { what: 'JSON', file: '[{"name": "Ann", "phone": "4155550101"}]', refused: { fault: 'not-a-table' } },
  { what: 'a page', file: '<html><body>Phone, Name</body></html>', refused: { fault: 'not-a-table' } },
  {
    what: 'a picture',
    file: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    refused: { fault: 'not-a-table' },
  },
  {
    what: '300 columns in line 3',
    file: `Phone,Name\n4155550101,Ann\n4155550102${','.repeat(300)}\n`,
    refused: { fault: 'too-many-columns', line: 3 },
  },
  {
    what: 'a row of 300,000 letters in line 2',
    file: `Phone,Name\n4155550101,${'x'.repeat(300_000)}\n`,
    refused: { fault: 'row-too-long', line: 2 },
  },
];

const yes = { true: 'yes', false: 'no', null: null } as const;
const answer = (name: string, said: boolean | null): string | null =>
  said === null ? null : `${name}:${yes[String(said) as 'true']}`;

describe.each<readonly [string, readonly Case[]]>([
  ['what stands between values', separators],
  ['quotes', quotes],
  ['ends of lines', lineEnds],
  ['letters', encodings],
  ['phone numbers', numbers],
  ['addresses', addresses],
  ['birthdays', days],
  ['names of columns', headers],
  ['workbooks', workbooks],
  ['what can not be read', refused],
])('%s', (_, cases) => {
  it.each(cases.map((one) => [one.what, one] as const))('%s', async (_what, { file, business, reading, ...wanted }) => {
    const content =
      typeof file === 'function' ? await file()
      : typeof file === 'string' ? Buffer.from(file)
      : file;
    const how = reading && { delimiter: null, header: null, sheet: null, ...reading };
    const read = await readFile(content, business, how);
    if (wanted.refused !== undefined) {
      expect(read.refused).toEqual({ line: null, ...wanted.refused });
      return;
    }
    expect(read.refused).toBeNull();
    if (wanted.people !== undefined)
      expect(
        read.people.map(({ phone, firstName, lastName, email, details, tags, agreed }) =>
          [
            ...[phone, firstName?.value, lastName?.value, email],
            details.birthday && `*${details.birthday.value}`,
            ...tags.map((tag) => `#${tag}`),
            ...[answer('texts', agreed.texts), answer('emails', agreed.emails)],
          ]
            .filter((part) => typeof part === 'string')
            .join(' '),
        ),
      ).toEqual(wanted.people);
    if (reading?.header !== 0) expect(read.problems).toEqual(wanted.told ?? []);
    if (wanted.table !== undefined) expect(read.table).toMatchObject(wanted.table);
  });
});

it('has at least 80 of them', () => {
  const all = [separators, quotes, lineEnds, encodings, numbers, addresses, days, headers, workbooks, refused].flat();
  expect(all.length).toBeGreaterThanOrEqual(80);
});
