import { expect, test } from 'vitest';
import type { Problem } from '../../api/contract/automations.ts';
import { changedPaths, isUnset } from '../../web/screens/business/automations/builder/unset.ts';
import {
  automationModel,
  type Document,
  freshNode,
  freshTrigger,
  type NodeOf,
} from '../../web/screens/business/automations/model.ts';
import { causeWords, onWords, summaryOf, told } from '../../web/screens/business/automations/labels.ts';
import { noNames } from './automation-names.ts';

/** What steps and what starts them are called, wherever that is told. */
const id = '00000000-0000-4000-8000-000000000001';
const gone = '00000000-0000-4000-8000-000000000002';
const names = {
  ...noNames,
  rewards: new Map([[id, '“A free pizza”']]),
  webhooks: new Map([[id, 'Booking desk']]),
  people: new Map([[id, 'Bella Rossi']]),
};

test('what is named by an id is told by its name: rewards, addresses that others call, and people', () => {
  const called = { kind: 'webhook-received', webhookId: id } as const;
  expect(onWords(called, names)).toBe('Incoming webhook “Booking desk”');
  expect(onWords({ ...called, webhookId: gone }, names)).toBe('Incoming webhook “Deleted”');
  const unlocks = { kind: 'reward-unlocked', campaignId: null, rewardId: id } as const;
  const goal: NodeOf<'Goal'> = { ...(freshNode('Goal') as NodeOf<'Goal'>), event: unlocks };
  expect(told(goal, names)).toBe('Goal: Contact unlocks “A free pizza”');
  const alert: NodeOf<'Alert'> = {
    ...(freshNode('Alert') as NodeOf<'Alert'>),
    textMembers: [id],
    mailMembers: [id, gone],
  };
  expect(summaryOf(alert, names)).toBe('Bella Rossi, Deleted');
  const assigns: NodeOf<'Assign'> = { ...(freshNode('Assign') as NodeOf<'Assign'>), userId: id };
  expect(told(assigns, names)).toBe('Assign the conversation: Bella Rossi');
});
test('while names are on their way, or where nobody asks for them, nothing is said to be gone, and no id is shown', () => {
  expect(onWords({ kind: 'webhook-received', webhookId: id }, noNames)).toBe('Incoming webhook');
  const alert: NodeOf<'Alert'> = {
    ...(freshNode('Alert') as NodeOf<'Alert'>),
    mailMembers: [id],
    emails: ['a@b.test'],
  };
  expect(summaryOf(alert, noNames)).toBe('a@b.test');
  expect(told({ ...(freshNode('Assign') as NodeOf<'Assign'>), userId: id }, noNames)).toBe('Assign the conversation');
});
test('a step of its own name is called that alone', () => {
  expect(told({ ...freshNode('Wait'), name: 'Think it over' }, names)).toBe('Think it over');
  expect(told(null, names)).toBe('Deleted');
});
test('why somebody came in is told as the document says it, with its days and points', () => {
  const filter = { match: 'all' as const, groups: [] };
  const document: Document = {
    ...automationModel.emptyDocument,
    triggers: [{ on: { kind: 'points-reached', campaignId: null, points: 25 }, filter }],
  };
  expect(causeWords('points-reached', document, names)).toBe('Contact reaches 25 points');
  // The version that they follow now says other things.
  expect(causeWords('coupon-expiring', document, names)).toBe('Coupon is about to expire');
});

const problem = (field: string | null, code: Problem['code'] = 'missing'): Problem => ({
  node: 'a',
  trigger: null,
  field,
  code,
  message: '',
});
const fresh: Document = {
  ...automationModel.emptyDocument,
  start: 'a',
  nodes: { a: freshNode('SendEmail'), b: freshNode('Condition'), c: freshNode('GoTo'), d: freshNode('Webhook') },
};
const nobody: ReadonlySet<string> = new Set();

test('what nobody has filled in yet is not wrong, but not set up', () => {
  expect(isUnset(problem('subject'), fresh, nobody)).toBe(true);
  expect(isUnset({ ...problem('checks'), node: 'b' }, fresh, nobody)).toBe(true);
  expect(isUnset({ ...problem('to.next', 'missing-target'), node: 'c' }, fresh, nobody)).toBe(true);
  expect(isUnset({ ...problem('url', 'invalid'), node: 'd' }, fresh, nobody)).toBe(true);
  expect(isUnset({ ...problem('triggers', 'no-trigger'), node: null }, fresh, nobody)).toBe(true);
});
test('it is wrong once somebody was there, or said something that can not be', () => {
  expect(isUnset(problem('subject'), fresh, new Set(['nodes.a.subject']))).toBe(false);
  expect(isUnset(problem('designId'), fresh, new Set(['nodes.a.subject']))).toBe(true);
  expect(isUnset(problem(null, 'unreachable'), fresh, nobody)).toBe(false);
  expect(isUnset({ ...problem('to', 'no-wait'), node: 'c' }, fresh, nobody)).toBe(false);
  const typed: Document = {
    ...fresh,
    nodes: { ...fresh.nodes, d: { ...(freshNode('Webhook') as NodeOf<'Webhook'>), url: 'ftp' } },
  };
  expect(isUnset({ ...problem('url', 'invalid'), node: 'd' }, typed, nobody)).toBe(false);
});
test('to change a field is to have been there; another kind of wait is fresh', () => {
  const text = freshNode('SendEmail');
  expect(changedPaths(text, { ...text, subject: 'Hello' }, 'nodes.a')).toEqual(['nodes.a.subject']);
  const wait = freshNode('Wait') as NodeOf<'Wait'>;
  const weekday = {
    ...wait,
    until: { kind: 'weekday', days: ['friday'], at: '10:00', zone: 'contact' },
  } as NodeOf<'Wait'>;
  expect(changedPaths(wait, weekday, 'nodes.w')).toEqual([]);
  const noDay = { ...weekday, until: { ...weekday.until, days: [] } } as NodeOf<'Wait'>;
  expect(changedPaths(weekday, noDay, 'nodes.w')).toEqual(['nodes.w.until.days']);
  const [on, filter] = [freshTrigger('points-reached'), { match: 'all', groups: [] }];
  expect(changedPaths([{ on, filter }], [{ on: { ...on, points: 3 }, filter }], 'triggers')).toEqual([
    'triggers.0.on.points',
  ]);
});
