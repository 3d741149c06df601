import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changesIn } from '../../../domain/automations/trigger-events/trigger-events.ts';
import { ContactDetailsChanged, ContactDiscovered } from '../../../domain/contacts/events.ts';
import type { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import type { E164 } from '../../../domain/sms/values.ts';
import { contactFields } from '../../../domain/contacts/fields.ts';
import { readState, stateNames } from '../../../domain/contacts/states.ts';
import { dueFor } from '../../../domain/broadcasts/schedule.ts';
import { groupsOf } from '../../../domain/broadcasts/forecast.ts';
import { CustomFields } from '../../../domain/custom-fields/custom-fields.ts';
import { guessColumns } from '../../../domain/uploads/guess.ts';
import type { Plan } from '../../../domain/uploads/plan.ts';
import { rowReader } from '../../../domain/uploads/row.ts';
import { isState } from '../../../domain/sms/zip-codes.ts';

describe('where a contact lives', () => {
  it.each([
    ['ca', 'CA'],
    ['California', 'CA'],
    [' new  york ', 'NY'],
    ['N.Y.', 'NY'],
    ['', null],
  ])('the state %j is %j', (typed, state) => {
    expect(contactFields.state.parse(typed)).toBe(state);
  });
  it.each([
    ['94110', '94110'],
    ['94110-1234', '94110-1234'],
    ['941101234', '94110-1234'],
    ['', null],
  ])('the ZIP code %j is %j', (typed, zip) => {
    expect(contactFields.zip.parse(typed)).toBe(zip);
  });
  it('anything else is refused', () => {
    expect(contactFields.state.safeParse('Ontario').success).toBe(false);
    expect(contactFields.zip.safeParse('SW1A 1AA').success).toBe(false);
  });
  it('every state has a place', () => {
    for (const [code, name] of Object.entries(stateNames))
      expect([isState(code), readState(name)]).toEqual([true, code]);
  });
  it('their own clock is the one there', () => {
    const at = { at: '2026-11-20T09:00' };
    const home = { state: null, zip: '94110' };
    expect(dueFor(at, '+12125550123', 'UTC')).toBe('2026-11-20T14:00:00.000Z');
    expect(dueFor(at, '+12125550123', 'UTC', home)).toBe('2026-11-20T17:00:00.000Z');
  });
  it('a file says it by its own columns', () => {
    const fields = CustomFields.initial;
    const columns = guessColumns(['Phone', 'State', 'Zip Code'], [], fields, new Map());
    expect(columns.map(({ target }) => target)).toEqual(['phone', 'state', 'zip']);
    const plan = { columns, country: 'US', tags: [] } as unknown as Plan;
    const read = rowReader({ plan, fields });
    expect(read(['(212) 555-0123', 'massachusetts', '2139'])).toMatchObject({
      person: { details: { state: { value: 'MA' }, zip: { value: '02139' } } },
      problems: [],
    });
    const { person, problems } = read(['(212) 555-0123', 'Ontario', 'M5V 1A1']);
    expect([person!.details, problems.map(({ problem }) => problem)]).toEqual([{}, ['bad-state', 'bad-zip']]);
  });
  it('a forecast tells apart who lives elsewhere', () => {
    const nowhere = { state: null, zip: null };
    const groups = groupsOf(['+12125550123', '+12125550124'], 2, [nowhere, { state: 'CA', zip: null }]);
    expect(groups.map(({ people }) => people)).toEqual([1, 1]);
    expect(groupsOf(['+12125550123', '+12125550124'], 2)).toHaveLength(1);
  });
  it('automations hear of it', () => {
    const ids = { contactId: randomUUID() as ContactId, businessId: randomUUID() as BusinessId };
    const known = ContactDiscovered.create({ ...ids, phone: '+12125550123' as E164, email: null, via: 'manual' });
    const told = ContactDetailsChanged.create({ ...ids, state: 'CA', zip: '94110' });
    expect(changesIn([known], told)).toEqual([
      { field: { of: 'contact', name: 'state' }, to: 'CA' },
      { field: { of: 'contact', name: 'zip' }, to: '94110' },
    ]);
    expect(changesIn([known, told], told)).toEqual([]);
  });
});
