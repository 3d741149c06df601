import { knownIn } from '../../../../domain/contacts/attributes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFields } from '../../../../domain/personalization/fields.ts';
import {
  fieldsIn,
  fill,
  missingIn,
  type Part,
  parseTemplate,
  readTemplate,
} from '../../../../domain/personalization/template.ts';
import { mergeValues } from '../../../../domain/personalization/values.ts';

const html = (parts: readonly Part[], values: Record<string, string>) => fill(parts, values, 'html');
const nobody = { ...knownIn({}), custom: null };
const sender = {
  name: 'Bella’s',
  dateFormat: 'DD/MM/YYYY',
  contactInfo: {
    phone: '555',
    email: null,
    website: null,
    address: '1 Main St',
    city: 'Reno',
    state: 'NV',
    postalCode: '89501',
    country: null,
  },
};

describe('merging', () => {
  it('escapes values and fall-backs for where they stand', () => {
    const parts = readTemplate('<b>{{first_name|<i>}}</b>').parts;
    expect(html(parts, {})).toBe('<b>&#60;i&#62;</b>');
    expect(html(parts, { first_name: '"><script>' })).toBe('<b>&#34;&#62;&#60;script&#62;</b>');
    expect(fill(parts, { first_name: '<Ann>' })).toBe('<b><Ann></b>');
    const query: Part[] = ['https://a.example/?n=', { field: 'first_name', fallback: '', as: 'query' }];
    expect(html(query, { first_name: 'A&n "' })).toBe('https://a.example/?n=A%26n%20%22');
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', ' vbscript:x', 'https://a.example/"onclick=x'])(
    'a value as a link that nobody should follow is left out: %s',
    (link) => {
      expect(
        html(['<a href="', { field: 'coupon_link', fallback: '', as: 'address' }, '">'], { coupon_link: link }),
      ).toBe('<a href="">');
    },
  );
  it('counts what is missing, but not what has a fall-back', () => {
    const { parts } = readTemplate('{{first_name|friend}} {{last_name}} {{company}} {{last_name}}');
    expect(missingIn(parts, { company: ' ' })).toEqual(['last_name', 'company']);
    expect(missingIn(parts, { company: 'X', last_name: 'Y' })).toEqual([]);
    expect(fieldsIn(parts)).toEqual(['first_name', 'last_name', 'company']);
  });
  it('a name of JavaScript’s own is no value', () => {
    expect(fill(readTemplate('{{constructor|x}}{{__proto__|y}}').parts, {})).toBe('xy');
  });
  it('reads what is stored leniently: what is no merge field stays words', () => {
    expect(readTemplate('a }} b {{c')).toMatchObject({
      parts: ['a }} b {{c'],
      problems: [/never/, /closed/].map(() => expect.any(String)),
    });
    expect(fill(readTemplate('{{a|{{b}} c').parts, { b: 'x' })).toBe('{{a|{{b}} c');
    expect(() => parseTemplate('{{nope}}', ['first_name'])).toThrow(/not a merge field/);
  });
  it('law: without merge fields a text stays as it is; with them no value changes another part', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (words, value) => {
        fc.pre(!words.includes('{') && !words.includes('}'));
        expect(fill(readTemplate(words).parts, {})).toBe(words);
        const said = fill(readTemplate(`[${words}|{{x|-}}]`).parts, { x: value }, 'text');
        expect(said.startsWith(`[${words}|`) && said.endsWith(']')).toBe(true);
      }),
    );
  });
});

describe('the fields of a person', () => {
  const custom = [
    { id: 'f1', key: 'favourite_pizza', name: 'Favourite pizza', kind: 'text' as const },
    { id: 'f2', key: 'joined', name: 'Joined', kind: 'date' as const },
    { id: 'f3', key: 'email', name: 'Email', kind: 'text' as const },
  ];
  it('are built in or the business’s own, and own ones never stand for built-in ones', () => {
    const names = mergeFields(custom).map(({ name }) => name);
    expect(names).toContain('favourite_pizza');
    expect(names.filter((name) => name === 'email')).toHaveLength(1);
    expect(new Set(names).size).toBe(names.length);
  });
  it('give way to a field of the business that had their key before them', () => {
    const own = { id: 'f4', key: 'state', name: 'State of the order', kind: 'text' as const };
    const state = mergeFields([...custom, own]).filter(({ name }) => name === 'state');
    expect(state).toEqual([expect.objectContaining({ group: 'custom', label: 'State of the order' })]);
    const details = { ...nobody, state: 'CA', zip: '94110', custom: { f4: 'baked' } };
    const person = { firstName: null, lastName: null, phone: null, details };
    expect(mergeValues({ person, sender, custom })).toMatchObject({ state: 'CA', zip: '94110' });
    expect(mergeValues({ person, sender, custom: [own] })).toMatchObject({ state: 'baked', zip: '94110' });
  });
  it('are said as the business writes them', () => {
    const person = {
      firstName: 'Ann',
      lastName: null,
      phone: '(555) 010-0123',
      details: {
        ...nobody,
        email: 'ann@example.com',
        birthday: '05-17',
        custom: { f1: 'Funghi', f2: '2026-11-22', f3: 'not this' },
      },
    };
    const values = mergeValues({ person, sender, custom });
    expect(values).toMatchObject({
      full_name: 'Ann',
      email: 'ann@example.com',
      birthday: '17/05',
      favourite_pizza: 'Funghi',
      joined: '22/11/2026',
      business_name: 'Bella’s',
      business_address: '1 Main St, Reno, NV 89501',
      coupon_code: null,
    });
    // What is offered has a value, and the other way round.
    expect(Object.keys(values).sort()).toEqual(
      mergeFields(custom)
        .map(({ name }) => name)
        .sort(),
    );
  });
});
