import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { helpAnswer, optInConfirmation, optOutConfirmation } from '../../../../domain/sms/compliance-texts.ts';
import { canonicalKeyword, keywordCandidates } from '../../../../domain/sms/keywords.ts';
import { checkTemplate, renderTemplate } from '../../../../domain/personalization/text-fields.ts';
import { carrierNumber, defaultCountry, formatPhone, parsePhone } from '../../../../domain/sms/phone.ts';
import { countSegments } from '../../../../domain/sms/segments.ts';
import { preview, storable } from '../../../../domain/kernel/text.ts';
import { E164, Keyword } from '../../../../domain/sms/values.ts';

describe('keywords', () => {
  it.each([
    ['pizza', 'PIZZA'],
    [' P i z z a! ', 'PIZZA'],
    ['“PIZZA”', 'PIZZA'],
    ['🍕 pizza 🍕', 'PIZZA'],
    ['Crème-brûlée', 'CREMEBRULEE'],
    ['ＰＩＺＺＡ', 'PIZZA'],
    ['free pizza', 'FREEPIZZA'],
    ['Straße', 'STRASSE'],
    ['Ørsted', 'ORSTED'],
    ['2for1', '2FOR1'],
    ['пицца', 'ПИЦЦА'],
    ['ピザ', 'ピザ'],
    ['!!!', null],
    ['', null],
    ['x'.repeat(41), null],
  ])('%j is %j', (text, keyword) => {
    expect(canonicalKeyword(text)).toBe(keyword);
  });
  it.each([
    ['PIZZA', ['PIZZA']],
    ['pizza please!', ['PIZZAPLEASE', 'PIZZA']],
    ['free pizza', ['FREEPIZZA', 'FREE']],
    ['PIZZA I saw your poster on the bus', ['PIZZAISAWYOURPOSTERONTHEBUS', 'PIZZA']],
    ['Pizza was cold last night', ['PIZZAWASCOLDLASTNIGHT']],
    ['I want a pizza now', ['IWANTAPIZZANOW']],
    ['', []],
    ['👍', []],
  ])('%j may mean %j', (body, keywords) => {
    expect(keywordCandidates(body)).toEqual(keywords);
  });
  it('law: a canonical keyword is valid and its own canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const keyword = canonicalKeyword(text);
        if (keyword !== null)
          expect([Keyword.safeParse(keyword).success, canonicalKeyword(keyword)]).toEqual([true, keyword]);
      }),
    );
  });
});

describe('merge fields', () => {
  it.each([
    ['Hi {{first_name|there}}!', { first_name: 'Ann' }, 'Hi Ann!'],
    ['Hi {{first_name|there}}!', {}, 'Hi there!'],
    ['Hi {{ First_Name | there }}!', { first_name: '  ' }, 'Hi there!'],
    ['Hi {{first_name}}, welcome', { first_name: null }, 'Hi, welcome'],
    ['{{first_name}} {{last_name}}', {}, ''],
    ['No fields at all', {}, 'No fields at all'],
    ['Hi {{first_name}}', { first_name: '{{phone}}', phone: '+1' }, 'Hi {{phone}}'],
    ['{{first_name}}{{last_name}}', { first_name: '{{', last_name: 'phone}}', phone: 'secret' }, '{{phone}}'],
    ['Hi {{first_name}}', { first_name: 'A\nnn' }, 'Hi A nn'],
  ])('%j with %j gives %j', (template, values, text) => {
    expect(renderTemplate(template, values)).toBe(text);
  });
  it.each([
    ['Hi {{frist_name}}', /\{\{frist_name\}\} is not a merge field.*\{\{first_name\}\}/],
    ['{{first_name|{{last_name}}}}', /inside another/],
    ['Hi {{first_name', /not closed/],
    ['Hi }}', /never opened/],
    ['{{}}', /not a merge field/],
  ])('%j is refused', (template, message) => {
    expect(() => {
      checkTemplate(template);
    }).toThrow(message);
  });
  it('law: what a contact is called can’t change anything else, and nothing reads undefined', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('{{phone}}', '}}', '{{', '{{first_name|x}}')), (name) => {
        const text = renderTemplate('A {{first_name|friend}} B {{last_name|}} C', {
          first_name: name,
          phone: 'SECRET',
        });
        expect(text).not.toMatch(/SECRET|undefined|null/);
        expect(text.startsWith('A ') && text.endsWith(' C')).toBe(true);
      }),
    );
  });
});

describe('phone numbers', () => {
  it.each([
    ['(415) 555-0100', 'US', '+14155550100'],
    ['+44 20 7946 0018', 'US', '+442079460018'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['1 415 555 0100', 'US', '+14155550100'],
  ] as const)('%j in %s is %s', (text, country, number) => {
    expect(parsePhone(text, country)).toBe(number);
  });
  it.each(['', '12', 'hello', '+1', '415-555-010000000', '+999 123'])('%j is refused clearly', (text) => {
    expect(() => parsePhone(text, 'US')).toThrow(/not a valid phone number/);
  });
  it.each([
    ['+14155550100', '(415) 555-0100'],
    ['+16135550100', '(613) 555-0100'],
    ['+18005550100', '(800) 555-0100'],
    ['+442079460018', '+44 20 7946 0018'],
    ['72727', '72727'],
  ])('%s is shown as %s', (number, shown) => {
    expect(formatPhone(number)).toBe(shown);
  });
  it('a carrier’s sender without a number is none', () => {
    expect([carrierNumber('72727'), carrierNumber('ACME'), carrierNumber(' +14155550100 ')]).toEqual([
      null,
      null,
      '+14155550100',
    ]);
  });
  it('are read in the country of the business’s number, else of its currency', () => {
    expect(defaultCountry({ number: E164.parse('+442079460018'), currency: 'USD' })).toBe('GB');
    expect(defaultCountry({ number: null, currency: 'ZAR' })).toBe('ZA');
    expect(defaultCountry({ number: E164.parse('+18005550100'), currency: 'EUR' })).toBe('US');
  });
});

describe('prescribed texts', () => {
  const brand = { name: 'Bella’s “Famous” Pizzeria, NYC' };
  it.each([optInConfirmation, optOutConfirmation, helpAnswer])(
    '%o names the brand and fits one GSM-7 segment',
    (text) => {
      expect(text(brand)).toContain('Bella\'s "Famous" Pizzeria, NYC');
      expect(countSegments(text(brand))).toMatchObject({ encoding: 'GSM-7', segments: expect.any(Number) });
      expect(countSegments(text({ name: 'Harbor Fitness' })).segments).toBe(1);
    },
  );
  it('an opt-in is confirmed with frequency, rates, HELP and STOP; an opt-out without any marketing', () => {
    expect(optInConfirmation(brand)).toMatch(/recurring.*frequency.*rates may apply.*HELP.*STOP/);
    expect(helpAnswer(brand)).toMatch(/rates may apply.*STOP/);
    expect(optOutConfirmation(brand)).toMatch(/unsubscribed.*no more texts/);
    expect(optOutConfirmation(brand)).not.toMatch(/offer|sale|deal|http/i);
  });
});

describe('text from outside', () => {
  it('loses only what can’t be stored', () => {
    expect(storable('a\u0000b\ud83d😀 שלום\n')).toBe('a\ufffdb\ufffd😀 שלום\n');
  });
  it('is previewed on one line, never through an emoji', () => {
    expect(preview('a\n b', 10)).toBe('a b');
    expect(preview('😀'.repeat(10), 5)).toBe(`${'😀'.repeat(4)}…`);
  });
});
