import { expect, test } from 'vitest';
import type { AutomationDeed } from '../../api/contract/automations.ts';
import { automationModel, type Check, type Document, freshNode } from '../../web/screens/business/automations/model.ts';
import { seenWords } from '../../web/screens/business/automations/report/condition-trace.ts';

/** What a condition looked at on somebody's way, in words. */
const [piazza, gone] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const none = new Map<string, string>();
const names = {
  segments: none,
  broadcasts: none,
  uploads: none,
  campaigns: new Map([[piazza, 'Piazza']]),
  fields: new Map([[piazza, 'Table']]),
};
const style = { timezone: 'America/New_York', dateFormat: 'MM/DD/YYYY' };

const drawn = (conditions: readonly Check[]): Document => ({
  ...automationModel.emptyDocument,
  nodes: {
    a: {
      ...(freshNode('Condition') as automationModel.NodeOf<'Condition'>),
      checks: { match: 'all', groups: conditions.map((one) => ({ match: 'all', conditions: [one] })) },
    },
  },
});
const words = (conditions: readonly Check[], seen: AutomationDeed['seen'], node = 'a') =>
  seenWords({ kind: 'passed', node, seen } as AutomationDeed, drawn(conditions), names, style);
const one = (condition: Check, saw: string | null) =>
  words([condition], [{ what: condition.field, saw, holds: saw !== null }])[0]!;

test('what was asked stands in the words of the step, beside what was found', () => {
  expect(
    words(
      [
        { field: 'tag', has: 'any', values: ['vip', 'lunch'] },
        { field: 'status', values: ['subscribed'] },
      ],
      [
        { what: 'tag', saw: 'vip', holds: true },
        { what: 'status', saw: 'optedOut', holds: false },
      ],
    ),
  ).toEqual([
    { asked: 'Tag is any of vip, lunch', found: 'vip', holds: true },
    { asked: 'Texts: Subscribed', found: 'Opted out', holds: false },
  ]);
});

test('what was found is said as it is said elsewhere: names, days, numbers, and that nothing was known', () => {
  const campaign: Check = { field: 'campaign', has: 'any', ids: [piazza, gone] };
  expect(one(campaign, `${piazza}, ${gone}`).found).toBe('Piazza, Deleted');
  expect(one({ field: 'tag', has: 'any', values: ['vip'] }, '').found).toBe('none of these');
  expect(one({ field: 'email', text: { is: 'known' } }, null).found).toBe('unknown');
  expect(one({ field: 'source', values: ['form'] }, 'form').found).toBe('Page');
  expect(one({ field: 'birthday', day: { when: 'today' } }, '02-29').found).toBe('Feb 29');
  expect(one({ field: 'phone', text: { is: 'known' } }, '+14155550123').found).toBe('(415) 555-0123');
  expect(one({ field: 'created', moment: { when: 'in-the-last', days: 3 } }, '2026-11-22T20:05:00.000Z').found).toBe(
    '3:05pm 11/22',
  );
  const clock: Check = { field: 'clock', zone: 'contact', hours: [9], days: [], months: [], years: [], weekdays: [] };
  expect(one(clock, '2026-11-22T09:30').found).toBe('9:30am 11/22');
  const clicked: Check = { field: 'engagement', did: 'clicked', not: false, within: null, channel: null, of: null };
  expect(one(clicked, null).found).toBe('never');
  const table: Check = { field: 'custom', id: piazza, value: { is: 'known' } };
  expect(one(table, 'By the window')).toMatchObject({ asked: 'Table has a value', found: '“By the window”' });
  // Yes or no says itself.
  expect(one({ field: 'reachable', value: true }, 'true').found).toBeNull();
  expect(one({ field: 'segment', has: 'any', ids: [piazza] }, 'in').found).toBeNull();
});

test('of a step that was drawn anew since, the field is named', () => {
  const seen = [{ what: 'tag', saw: 'vip', holds: true }];
  const now: Check = { field: 'reachable', value: true };
  expect(words([now], seen)).toEqual([{ asked: 'Tag', found: 'vip', holds: true }]);
  expect(words([], seen, 'gone')[0]?.asked).toBe('Tag');
  expect(words([], [{ what: 'clock', saw: '2026-11-22T09:30', holds: false }])[0]?.asked).toBe('Time');
});
