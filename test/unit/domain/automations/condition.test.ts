import { describe, expect, it } from 'vitest';
import { type EngagementEvent, evaluate, type Facts, isMeant } from '../../../../domain/automations/runs/condition.ts';
import type { Check } from '../../../../domain/automations/document/document.ts';
import { checks, facts, id, isVip, look, start } from './make.ts';

const holds = (check: Check, over: Partial<Facts> = {}, rest: Parameters<typeof look>[0] = {}) =>
  evaluate(checks(check), look({ ...rest, facts: { ...facts, ...over } })).holds;
const clock = (over: Partial<Extract<Check, { field: 'clock' }>>): Check => ({
  field: 'clock',
  zone: 'business',
  hours: [],
  days: [],
  months: [],
  years: [],
  weekdays: [],
  ...over,
});
const did = (act: Partial<EngagementEvent> = {}): EngagementEvent => ({
  did: 'clicked',
  at: start,
  channel: 'text',
  of: null,
  ...act,
});
const engaged = (over: Partial<Extract<Check, { field: 'engagement' }>> = {}): Check => ({
  field: 'engagement',
  did: 'clicked',
  not: false,
  within: null,
  channel: null,
  of: null,
  ...over,
});

describe('a condition', () => {
  it('looks at words without case, and takes what is missing for empty', () => {
    const name = (is: 'equal' | 'not-equal' | 'containing' | 'beginning', value: string): Check => ({
      field: 'first_name',
      text: { is, value },
    });
    expect(holds(name('equal', 'ANN'))).toBe(true);
    expect(holds(name('beginning', 'a'))).toBe(true);
    expect(holds(name('containing', 'b'))).toBe(false);
    expect(holds(name('not-equal', 'Bob'), { firstName: null })).toBe(true);
    expect(holds({ field: 'last_name', text: { is: 'not-known' } })).toBe(true);
    expect(holds({ field: 'phone', text: { is: 'containing', value: '(415) 555' } })).toBe(true);
  });

  it('looks at keywords, tags and campaigns: any, all, none', () => {
    const has = (how: 'any' | 'all' | 'none') => (tags: string[]) =>
      holds({ field: 'tag', has: how, values: ['VIP', 'new'] }, { tags });
    expect([has('any')(['vip']), has('all')(['vip']), has('none')(['vip'])]).toEqual([true, false, false]);
    expect([has('all')(['new', 'vip']), has('none')([])]).toEqual([true, true]);
    expect(holds({ field: 'keyword', has: 'any', values: ['pizza!'] }, { keywords: ['PIZZA'] })).toBe(true);
  });

  it('looks at custom fields: numbers as numbers, days as days', () => {
    const value = (rule: Extract<Check, { field: 'custom' }>['value'], held?: string) =>
      holds({ field: 'custom', id: id('f'), value: rule }, { custom: held === undefined ? {} : { [id('f')]: held } });
    expect(value({ is: 'more', value: '9' }, '10')).toBe(true);
    expect(value({ is: 'more', value: '9' }, 'ten')).toBe(false);
    for (const [one, other, same] of [
      ...([
        ['1.50', '1.5', true],
        ['3', '3.0', true],
        ['-0', '0', true],
        ['10', '1', false],
      ] as const),
      // What begins with a zero is a code, not a number; beyond what a float holds numbers still differ.
      ...([
        ['02134', '2134', false],
        ['12345678901234567890', '12345678901234567891', false],
      ] as const),
    ]) {
      expect(value({ is: 'equal', value: one }, other)).toBe(same);
      expect(value({ is: 'not-equal', value: one }, other)).toBe(!same);
      expect(value({ is: 'one-of', values: [one] }, other)).toBe(same);
    }
    expect(value({ is: 'less', value: '2026-12-01' }, '2026-11-30')).toBe(true);
    expect(value({ is: 'less', value: '9' })).toBe(false);
    expect(value({ is: 'one-of', values: ['Red', 'Blue'] }, 'blue')).toBe(true);
    expect(value({ is: 'known' })).toBe(false);
  });

  it('looks at what was sent, clicked, redeemed and answered, and when', () => {
    const long = did({ at: '2026-11-01T15:00:00.000Z', of: id('b') });
    expect(holds(engaged(), { acts: [long] })).toBe(true);
    expect(holds(engaged({ within: 7 }), { acts: [long] })).toBe(false);
    expect(holds(engaged({ within: 7, not: true }), { acts: [long] })).toBe(true);
    expect(holds(engaged({ of: id('b') }), { acts: [long] })).toBe(true);
    expect(holds(engaged({ of: id('c') }), { acts: [long] })).toBe(false);
    expect(holds(engaged({ channel: 'mail' }), { acts: [long] })).toBe(false);
    expect(holds(engaged({ did: 'redeemed' }), { acts: [long] })).toBe(false);
  });

  it('looks at moments by days of the business, and at days of the year', () => {
    // Saturday evening in New York.
    const created = '2026-11-22T02:00:00.000Z';
    const on = (day: string): Check => ({ field: 'created', moment: { when: 'on', day } });
    expect(holds(on('2026-11-21'), { created })).toBe(true);
    expect(holds(on('2026-11-22'), { created })).toBe(false);
    expect(holds({ field: 'last_message', moment: { when: 'not-in-the-last', days: 3 } })).toBe(true);
    const today: Check = { field: 'birthday', day: { when: 'today' } };
    expect(holds(today, { birthday: '11-22' })).toBe(true);
    expect(holds(today, { birthday: '02-29' }, { now: '2027-02-28T15:00:00.000Z' })).toBe(true);
    expect(holds(today, { birthday: '02-29' }, { now: '2028-02-28T15:00:00.000Z' })).toBe(false);
  });

  it('looks at the clock of the business or the contact: hour, day, month, year, weekday', () => {
    // 10:00 in New York, 7:00 in Los Angeles, a Sunday.
    expect(holds(clock({ hours: [10] }))).toBe(true);
    expect(holds(clock({ hours: [10], zone: 'contact' }))).toBe(false);
    expect(holds(clock({ hours: [7], zone: 'contact' }))).toBe(true);
    expect(holds(clock({ weekdays: ['weekends'] }))).toBe(true);
    expect(holds(clock({ weekdays: ['weekdays', 'saturday'] }))).toBe(false);
    expect(holds(clock({ days: [22], months: [11], years: [2026] }))).toBe(true);
    expect(holds(clock({ days: [22], months: [12], years: [2026] }))).toBe(false);
    // Sunday in New York, Monday in UTC.
    expect(holds(clock({ weekdays: ['sunday'] }), {}, { now: '2026-11-23T03:00:00.000Z' })).toBe(true);
    const zones = { business: 'UTC', contact: ['America/New_York', 'America/Chicago'] };
    expect(holds(clock({ hours: [10], zone: 'contact' }), {}, { zones })).toBe(false);
    expect(holds(clock({ hours: [9, 10], zone: 'contact' }), {}, { zones })).toBe(true);
  });

  it('joins by all and any, and tells what was seen of each', () => {
    const two = {
      match: 'any' as const,
      groups: [
        { match: 'all' as const, conditions: [isVip, engaged()] },
        { match: 'any' as const, conditions: [clock({ hours: [3] }), clock({ months: [11] })] },
      ],
    };
    const { holds: is, seen } = evaluate(two, look({ facts: { ...facts, tags: ['vip'] } }));
    expect(is).toBe(true);
    expect(seen).toEqual([
      { what: 'tag', holds: true, saw: 'vip' },
      { what: 'engagement', holds: false, saw: null },
      { what: 'clock', holds: false, saw: '2026-11-22T10:00' },
      { what: 'clock', holds: true, saw: '2026-11-22T10:00' },
    ]);
    expect(evaluate({ match: 'all', groups: [] }, look()).holds).toBe(true);
  });

  it('looks into segments, and not round and round', () => {
    const of = (...ids: string[]) => ({
      match: 'all' as const,
      groups: [{ match: 'all' as const, conditions: [{ field: 'segment' as const, has: 'any' as const, ids }] }],
    });
    const vips = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [isVip as never] }] };
    const segments = new Map([
      [id('vips'), vips],
      [id('one'), of(id('two'))],
      [id('two'), of(id('one'))],
    ]);
    const standing = look({ segments, facts: { ...facts, tags: ['vip'] } });
    expect(isMeant(of(id('vips')), standing)).toBe(true);
    expect(isMeant(of(id('one')), standing)).toBe(false);
    expect(isMeant(of(id('gone')), standing)).toBe(false);
  });
});
