import { describe, expect, it } from 'vitest';
import { ApiError } from '../../web/api/errors.ts';
import { choose, compare, conflictOf, merge, same, settled } from '../../web/components/form/conflict.ts';
import { placeErrors } from '../../web/components/form/errors.ts';
import { isPicture } from '../../web/components/ImageUpload.tsx';
import { brandBody, brandNames, BrandSettings } from '../../web/screens/agency/settings/values.ts';
import { smsLink } from '../../web/screens/agency/businesses/sms.ts';
import { paragraphs } from '../../web/screens/business/settings/linked.ts';
import { uniqueIdOf } from '../../web/screens/tenancy/CreateBusiness.tsx';

const at = '2026-11-21T10:00:00.000Z';
const change = (field: string, was: unknown, now: unknown) => ({ field, was, now, by: 'Ada Admin', at });
const initial = { name: 'A', phone: '', is_template: false };

describe('an edit that meets another', () => {
  it('takes theirs where the form was not touched, and asks where both wrote', () => {
    const conflict = compare(
      { revision: 7, changes: [change('name', 'A', 'B'), change('phone', null, '+1')] },
      { ...initial, name: 'C' },
      initial,
    );
    expect(conflict.fields.map(({ field, choice }) => [field, choice])).toEqual([
      ['name', null],
      ['phone', 'theirs'],
    ]);
    expect(settled(conflict)).toBe(false);
  });
  it('is settled where both wrote the same', () => {
    expect(
      settled(compare({ revision: 7, changes: [change('name', 'A', 'B')] }, { ...initial, name: 'B' }, initial)),
    ).toBe(true);
  });
  it('keeps mine or takes theirs, field by field, and begins anew from theirs', () => {
    const values = { ...initial, name: 'C', is_template: true };
    const conflict = compare(
      { revision: 7, changes: [change('name', 'A', 'B'), change('phone', null, '+1')] },
      values,
      initial,
    );
    expect(merge(choose(conflict, 'name', 'mine'), values, initial)).toEqual({
      values: { name: 'C', phone: '+1', is_template: true },
      initial: { name: 'B', phone: '+1', is_template: false },
    });
    expect(merge(choose(conflict, 'name', 'theirs'), values, initial).values).toEqual({
      name: 'B',
      phone: '+1',
      is_template: true,
    });
  });
  it('counts the last change of a field against its first value', () => {
    const conflict = compare(
      { revision: 9, changes: [change('name', 'A', 'B'), change('name', 'B', 'D')] },
      { ...initial, name: 'C' },
      initial,
    );
    expect(conflict.fields).toMatchObject([{ was: 'A', now: 'D', yours: 'C' }]);
  });
  it('leaves alone what the form does not hold', () => {
    const conflict = compare({ revision: 7, changes: [change('email', 'a@b.test', 'c@d.test')] }, initial, initial);
    expect([settled(conflict), merge(conflict, initial, initial).values]).toEqual([true, initial]);
  });
  it('is read from a 409 with its code only', () => {
    const body = {
      message: 'Changed.',
      code: 'edit_conflict',
      requestId: 'r',
      revision: 7,
      changes: [change('name', 'A', 'B')],
    };
    expect(conflictOf(new ApiError(409, body))).toEqual({ revision: 7, changes: body.changes });
    expect(conflictOf(new ApiError(409, { ...body, code: 'conflict' }))).toBeNull();
    expect(conflictOf(new Error('x'))).toBeNull();
  });
  it('takes nothing for nothing, and lists by what is in them', () => {
    expect([
      same(null, ''),
      same('', undefined),
      same([{ a: 1, b: 2 }], [{ b: 2, a: 1 }]),
      same('a', 'b'),
      same(0, ''),
    ]).toEqual([true, true, true, false, false]);
  });
});

describe('refusals', () => {
  it('stand at their fields, inner ones at the field they lie in, the rest for the whole form', () => {
    const errors = {
      name: ['The name is missing.', 'Too short.'],
      'broadcasters.0.phone': ['Write the number.'],
      'brand.color': ['Give the colour.'],
      revision: ['Old.'],
      empty: [],
    };
    expect(placeErrors(errors, ['name', 'broadcasters', 'color'], { 'brand.color': 'color' })).toEqual({
      fields: { name: 'The name is missing.', broadcasters: 'Write the number.', color: 'Give the colour.' },
      rest: ['Old.'],
    });
  });
});

describe('the brand’s form', () => {
  const values = {
    name: 'N',
    support_email: '',
    phone: '',
    website: '',
    timezone: 'UTC',
    brand_name: '',
    color: '',
    custom_domain: '',
    subdomain: '',
  };
  const refusals = (part: Partial<typeof values>) => {
    const parsed = BrandSettings.safeParse({
      ...brandBody({ ...values, ...part }, { ...values, custom_domain: 'was.example.com', subdomain: 'was' }),
      revision: 1,
    });
    return parsed.success ?
        {}
      : placeErrors(
          Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]])),
          Object.keys(values),
          brandNames,
        ).fields;
  };
  it.each([
    ['www.example.com', 'Domain format is invalid.'],
    ['http://example.com', 'Domain format is invalid.'],
    ['nodots', 'Domain format is invalid.'],
    ['app.example.com', undefined],
    ['', undefined],
  ])('custom domain %s', (custom_domain, message) => {
    expect(refusals({ custom_domain })['custom_domain']).toBe(message);
  });
  it.each([
    ['-north', 'Subdomain format is invalid.'],
    ['a'.repeat(63), 'Subdomain format is invalid.'],
    ['north-wind', undefined],
    ['', undefined],
  ])('subdomain %s', (subdomain, message) => {
    expect(refusals({ subdomain })['subdomain']).toBe(message);
  });
  it('writes nothing as null, and domains in small letters', () => {
    expect(
      brandBody({ ...values, custom_domain: ' App.Example.com ' }, { ...values, color: '#112233', subdomain: 'north' }),
    ).toMatchObject({ phone: null, brand: { color: null, custom_domain: 'app.example.com', subdomain: null } });
  });
  it('sends of the brand what was changed here and nothing else: what somebody else chose meanwhile stays', () => {
    expect(brandBody({ ...values, color: '#112233' }, values).brand).toEqual({ color: '#112233' });
    expect(brandBody(values, values).brand).toEqual({});
  });
});

describe('small things of forms', () => {
  it('accepts the picture types of the specification', () => {
    expect(
      ['a.gif', 'a.jpeg', 'a.JPG', 'a.png', 'a.webp', 'a.avif', 'a.svg', 'a.bmp', 'png', 'a.svg.exe'].map(isPicture),
    ).toEqual([true, true, true, true, true, true, true, false, false, false]);
  });
  it.each([
    ['Bella’s Pizza', 'bellas-pizza'],
    ['  Café  Olé! ', 'cafe-ole'],
    ['***', ''],
  ])('the unique id of %s', (name, id) => {
    expect(uniqueIdOf(name)).toBe(id);
  });
  it('a code texts the word', () => {
    expect([smsLink('+14155550100', 'PIZZA & CO'), smsLink('+14155550100', null)]).toEqual([
      'sms:+14155550100?body=PIZZA%20%26%20CO',
      'sms:+14155550100',
    ]);
  });
  it('only http and https addresses of a text become links', () => {
    const text = 'See https://a.test/x, or javascript://a.test/%0aalert(1).\n\nBye (http://b.test).';
    expect(
      paragraphs(text).map((parts) => parts.filter((part) => part.href !== null).map((part) => part.href)),
    ).toEqual([['https://a.test/x'], ['http://b.test']]);
    expect(
      paragraphs(text)
        .map((parts) => parts.map((part) => part.text).join(''))
        .join('\n\n'),
    ).toBe(text);
  });
});
