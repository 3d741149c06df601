import { expect, it } from 'vitest';
import { DomainError } from '../../../../domain/kernel/errors.ts';
import { readPage } from '../../../../domain/pages/model.ts';
import { checkAnswers, type CheckedPage, type TypedAnswers } from '../../../../domain/submissions/answers.ts';

const loop = readPage('loop', { actionButton: { ShowDisclaimerCheckBox: true } }) as unknown as CheckedPage['sections'];
const check = (typed: TypedAnswers, settings: Partial<CheckedPage['settings']> = {}, sections = loop) =>
  checkAnswers(typed, {
    kind: 'loop',
    sections,
    company: 'Bella’s',
    country: 'US',
    settings: { phoneAlways: false, verifyEmail: false, ...settings },
  });
const wrongIn = (
  typed: TypedAnswers,
  settings: Partial<CheckedPage['settings']> = {},
  sections = loop,
): readonly string[] => {
  try {
    check(typed, settings, sections);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.keys(error.fields ?? {});
  }
};

it('takes one box as consent to the channels that were given', () => {
  const consentOf = (typed: TypedAnswers) => {
    const { texts, emails } = check({ name: 'Ann', consent: true, ...typed }).consent!;
    return { texts, emails };
  };
  expect(consentOf({ email: 'ann@example.com' })).toEqual({ texts: false, emails: true });
  expect(consentOf({ phone: '(415) 555-0132', email: 'ann@example.com' })).toEqual({ texts: true, emails: true });
  expect(wrongIn({ name: 'Ann', email: 'ann@example.com', consent: true }, { phoneAlways: true })).toEqual(['phone']);
});

it('tells everything that is wrong at once', () => {
  // An address has to be given here, and is enough: the number that may be left out is not asked for beside it.
  expect(wrongIn({ consent: true }).toSorted()).toEqual(['email', 'name']);
  expect(wrongIn({ name: '', email: 'ann@example' }).toSorted()).toEqual(['email', 'name']);
  // Either of the two will do, and neither was given: told beside the name that is missing.
  const inputs = { ShowEmail: true, EmailRequired: false, ShowPhone: true, PhoneRequired: false };
  const either = readPage('loop', { inputs }) as unknown as CheckedPage['sections'];
  expect(wrongIn({}, {}, either).toSorted()).toEqual(['name', 'phone']);
});

it('reads a state and a ZIP code as people write them, and says what is none', () => {
  const asking = { ShowName: false, ShowState: true, StateRequired: true, ShowZip: true };
  const page = readPage('loop', { inputs: { ShowPhone: true, ...asking } }) as unknown as CheckedPage['sections'];
  const typed = { phone: '(415) 555-0132', email: 'ann@example.com', consent: true };
  expect(check({ ...typed, state: 'new york', zip: '10001 2345' }, {}, page)).toMatchObject({
    state: 'NY',
    zip: '10001-2345',
  });
  expect(check({ ...typed, state: 'NY' }, {}, page)).toMatchObject({ state: 'NY', zip: null });
  expect(wrongIn({ ...typed, state: 'Ontario', zip: 'M5V 1A1' }, {}, page).toSorted()).toEqual(['state', 'zip']);
  expect(wrongIn(typed, {}, page)).toEqual(['state']);
  // What a page doesn't ask for is left out.
  expect(check({ ...typed, name: 'Ann', state: 'NY' })).toMatchObject({ state: null });
});
