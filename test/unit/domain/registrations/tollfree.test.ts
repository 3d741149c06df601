import { describe, expect, it } from 'vitest';
import { BusinessId } from '../../../../domain/kernel/ids.ts';
import { refusalWords, tollfreeProblems } from '../../../../domain/registrations/tollfree/checks.ts';
import type { TollfreeEvent } from '../../../../domain/registrations/tollfree/events.ts';
import * as tollfree from '../../../../domain/registrations/tollfree/tollfree.ts';
import { E164 } from '../../../../domain/sms/values.ts';
import { goodForm } from './tollfree-form.ts';

const { Tollfree } = tollfree;
const businessId = BusinessId.parse('00000000-0000-4000-8000-000000000001');
const number = E164.parse('+18335550100');
const requestId = tollfree.requestIdOf(businessId, number);
type State = typeof Tollfree.initial;
const after = (state: State, events: readonly TollfreeEvent[]): State => events.reduce(Tollfree.evolve, state);
const ask = (state: State, form = goodForm) => tollfree.requestTollfree({ businessId, number, form }, state);
const asked = after(Tollfree.initial, ask(Tollfree.initial));
const submitted = after(asked, tollfree.submitted({ requestId, attempt: 1, providerId: 'HH1' }, asked));
const review = (
  state: State,
  status: tollfree.TollfreeReview['status'],
  more: Partial<tollfree.TollfreeReview & { attempt: number }> = {},
) =>
  tollfree.reviewed(
    { requestId, attempt: 1, status, raw: status, refusals: [], editableUntil: null, updatedAt: null, ...more },
    state,
  );
const refused = { refusals: [{ code: 30475, reason: 'Opt-in' }] };
const rejected = after(
  submitted,
  review(submitted, 'rejected', { ...refused, editableUntil: '2026-11-30T00:00:00.000Z' }),
);
const of = (state: State) => state.get(requestId)!;

describe('a verification', () => {
  it('is asked for once, however often the same form comes', () => {
    expect(of(asked)).toMatchObject({ status: 'requested', attempt: 1, providerId: null });
    expect(ask(asked)).toEqual([]);
    expect(() => ask(asked, { ...goodForm, city: 'Oakland' })).toThrow('being reviewed');
  });

  it('that was refused is corrected under the carrier’s id while its window is open, and a new one afterwards', () => {
    expect(() => ask(rejected)).toThrow('Change what was refused');
    const again = after(rejected, ask(rejected, { ...goodForm, city: 'Oakland' }));
    expect(of(again)).toMatchObject({ status: 'requested', attempt: 2, providerId: 'HH1', refusals: [] });
    const closed = after(submitted, review(submitted, 'rejected', refused));
    expect(of(after(closed, ask(closed, { ...goodForm, city: 'Oakland' })))).toMatchObject({
      attempt: 2,
      providerId: null,
    });
  });

  it('that is approved asks for nothing more', () => {
    expect(() => ask(after(submitted, review(submitted, 'approved')), { ...goodForm, city: 'Oakland' })).toThrow(
      'verified already',
    );
  });

  it('hears an older word, one of another attempt, and the same again as no news', () => {
    const at = (day: number) => ({ updatedAt: `2026-11-2${day}T00:00:00.000Z` });
    const approved = after(submitted, review(submitted, 'approved', at(3)));
    expect(review(approved, 'in-review', at(1))).toEqual([]);
    expect(review(approved, 'rejected', { ...at(4), attempt: 2 })).toEqual([]);
    expect(review(approved, 'approved', at(5))).toEqual([]);
    expect(review(approved, 'rejected', at(5))).toHaveLength(1);
  });

  it('is of one number: another one of the business has its own', () => {
    const other = E164.parse('+18445550100');
    const both = after(asked, tollfree.requestTollfree({ businessId, number: other, form: goodForm }, asked));
    expect([...both.values()].map((one) => [one.number, one.attempt])).toEqual([
      [number, 1],
      [other, 1],
    ]);
  });
});

describe('what reviewers refuse is found before anything is submitted', () => {
  it.each([
    [{ messageSample: '2 for 1 pizza tonight. Reply STOP to opt out.' }, 'messageSample'],
    [{ messageSample: 'Bella’s: 2 for 1 pizza tonight, come by.' }, 'messageSample'],
    [{ messageSample: 'Bella’s: see https://bit.ly/x. Reply STOP to opt out.' }, 'messageSample'],
    [{ registrationNumber: null }, 'registrationNumber'],
    [{ registrationNumber: '123' }, 'registrationNumber'],
    [{ registrationAuthority: null }, 'registrationAuthority'],
    [{ privacyUrl: null }, 'privacyUrl'],
    [{ termsUrl: null }, 'termsUrl'],
    [{ contactEmail: 'bella@gmail.com' }, 'contactEmail'],
  ])('%j: %s', (change, field) => {
    expect(tollfreeProblems(goodForm)).toEqual({});
    expect(Object.keys(tollfreeProblems({ ...goodForm, ...change }))).toEqual([field]);
  });

  it('a sole proprietor needs no registration number, and may have any mailbox', () => {
    const alone = { businessType: 'SOLE_PROPRIETOR', registrationNumber: null, contactEmail: 'bella@gmail.com' };
    expect(tollfreeProblems({ ...goodForm, ...alone })).toEqual({});
  });
});

it('a refusal says which field to change; one that is not written down keeps the carrier’s words', () => {
  expect(refusalWords({ code: 30908, reason: 'x' }).field).toBe('privacyUrl');
  expect(refusalWords({ code: 39999, reason: 'The website is down' })).toEqual({
    field: 'website',
    text: 'The website is down',
  });
  expect(refusalWords({ code: null, reason: 'No' })).toEqual({ field: null, text: 'No' });
});
