import { describe, expect, it } from 'vitest';
import {
  type Known,
  type ProblemCode,
  problemsOf,
  readDocument,
} from '../../../../domain/automations/document/check.ts';
import {
  type Check,
  type Document,
  emptyDocument,
  maxNodes,
  type Node,
  type TriggerOn,
} from '../../../../domain/automations/document/document.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import { ask, condition, drawn, end, goal, goTo, id, known, split, tag, text, wait } from './make.ts';

/** Each thing that keeps an automation from being published, alone in a document in which nothing else is wrong. */
const lost = id('nowhere');
const step = { name: null, off: false } as const;
const action = { ...step, to: { next: null, failed: null } } as const;
const a = (node: object): Document => drawn({ a: node as Node });
const email = (over: object) =>
  a({ kind: 'SendEmail', ...action, subject: 'Hi', preheader: '', designId: id('design'), campaignId: null, ...over });
const coupon = (over: object) => a({ kind: 'Redemption', ...action, campaignId: id('campaign'), body: '', ...over });
const alert = (over: object) =>
  a({ kind: 'Alert', ...action, text: 'Look', phones: [], emails: ['a@b.test'], ...over });
const picture = (over: object) =>
  a({
    kind: 'ImageUpload',
    ...step,
    body: 'Your picture?',
    again: '',
    tries: 1,
    fieldId: null,
    patience: { amount: 1, unit: 'hours' },
    to: { next: null, givenUp: null, failed: null },
    ...over,
  });
const by = (on: TriggerOn): Document => drawn({ a: end }, { triggers: [{ on, filter: everybody }] });
const looks = (check: Check): Document => drawn({ a: condition(null, null, check) });
const members = (textMembers: readonly string[], mailMembers: readonly string[] = []) =>
  alert({ emails: [], textMembers, mailMembers });
const clock: Extract<Check, { field: 'clock' }> = {
  field: 'clock',
  zone: 'business',
  hours: [9],
  days: [],
  months: [],
  years: [],
  weekdays: [],
};
const ofDay = (field: string | null) =>
  ({ day: { of: 'custom', id: field, yearly: false }, offset: 0, at: '09:00', zone: 'business' }) as const;
const onlyTo = (filter: Document['triggers'][number]['filter']): Document =>
  drawn({ a: end }, { triggers: [{ on: { kind: 'by-hand' }, filter }] });
const many = (count: number): Document['nodes'] =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, tag(at === count - 1 ? null : `n${at + 1}`)]));

const optedIn = (keyword: string | null): TriggerOn => ({ kind: 'opted-in', keyword, campaignId: id('campaign') });

type Row = readonly [what: string, document: Document, code: ProblemCode, at: 'a' | 0 | null, field: string | null];
const rows: readonly Row[] = [
  ['nothing starts it', drawn({ a: end }, { triggers: [] }), 'no-trigger', null, 'triggers'],
  ['no first step', drawn({}), 'no-start', null, 'start'],
  ['a first step that is not there', { ...drawn({}), start: lost }, 'no-start', null, 'start'],
  [`more than ${maxNodes} steps`, drawn(many(maxNodes + 1)), 'too-many-steps', null, 'nodes'],
  ['an exit to a step that is not there', drawn({ a: text('z') }), 'missing-target', 'a', 'to.next'],
  ['a jump to nowhere', drawn({ a: goTo(null) }), 'missing-target', 'a', 'to.next'],
  ['a way round without a wait', drawn({ a: text('a') }), 'no-wait', 'a', 'to'],
  ['a step that nothing leads to', { ...drawn({ a: end, b: end }), start: id('b') }, 'unreachable', 'a', null],
  [
    'a registration without an integration',
    a({ kind: 'GotoRegistration', ...action, integrationId: null, webinar: '1' }),
    ...(['missing', 'a', 'integrationId'] as const),
  ],
  ['a keyword and a campaign that shut each other out', by(optedIn('BURGER')), 'invalid', 0, 'on.keyword'],
  [
    'a trigger of an integration that is gone',
    by({ kind: 'integration-event', integrationId: lost, event: '' }),
    ...(['unknown-reference', 0, 'on.integrationId'] as const),
  ],

  ['a text without words', a({ ...text(null), body: ' ' }), 'missing', 'a', 'body'],
  ['a merge field that is not closed', a({ ...text(null), body: '{{first_name' }), 'bad-merge-field', 'a', 'body'],
  ['a merge field that is none', a({ ...text(null), body: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'body'],
  ['a coupon of no campaign', a({ ...text(null), body: '{{coupon_code}}' }), 'bad-merge-field', 'a', 'body'],
  ['a campaign that is gone', a({ ...text(null), campaignId: lost }), 'unknown-reference', 'a', 'campaignId'],
  [
    'a picture without MMS',
    a({ ...text(null), media: [{ url: 'https://example.com/a.png', contentType: 'image/png' }] }),
    ...(['needs-mms', 'a', 'media'] as const),
  ],
  ['an email without a subject', email({ subject: '' }), 'missing', 'a', 'subject'],
  ['a bad field in the subject', email({ subject: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'subject'],
  ['a bad field in the preview', email({ preheader: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'preheader'],
  ['an email without a design', email({ designId: null }), 'missing', 'a', 'designId'],
  ['a design that is gone', email({ designId: lost }), 'unknown-reference', 'a', 'designId'],
  ['a campaign of an email that is gone', email({ campaignId: lost }), 'unknown-reference', 'a', 'campaignId'],
  ['a coupon of nothing', coupon({ campaignId: null }), 'missing', 'a', 'campaignId'],
  ['a coupon of what is gone', coupon({ campaignId: lost }), 'unknown-reference', 'a', 'campaignId'],
  ['a bad field beside a coupon', coupon({ body: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'body'],
  ['an alert without words', alert({ text: ' ' }), 'missing', 'a', 'text'],
  ['an alert to no number', alert({ phones: ['(415) 555-0199'] }), 'invalid', 'a', 'phones'],
  ['an alert to no address', alert({ emails: ['nobody'] }), 'invalid', 'a', 'emails'],
  [
    'no day of the week',
    drawn({ a: wait(null, { kind: 'weekday', days: [], at: '09:00', zone: 'business' }) }),
    ...(['missing', 'a', 'until.days'] as const),
  ],
  [
    'a wait for a day of no field',
    drawn({ a: wait(null, { kind: 'date', when: ofDay(null) }) }),
    ...(['missing', 'a', 'until.when.day.id'] as const),
  ],
  [
    'a wait for a day in a field that holds none',
    drawn({ a: wait(null, { kind: 'date', when: ofDay(id('pizza')) }) }),
    ...(['unknown-reference', 'a', 'until.when.day.id'] as const),
  ],
  ['a wait with a way it can not end by', drawn({ a: wait(null, undefined, 'a') }), 'invalid', 'a', 'to.otherwise'],
  [
    'a wait for what is gone',
    drawn({
      a: wait(null, {
        kind: 'event',
        event: { kind: 'coupon-redeemed', campaignId: lost },
        timeout: { amount: 1, unit: 'days' },
      }),
    }),
    ...(['unknown-reference', 'a', 'until.event.campaignId'] as const),
  ],
  [
    'a goal of what is gone',
    drawn({ a: goal({ kind: 'coupon-redeemed', campaignId: lost }) }),
    ...(['unknown-reference', 'a', 'event.campaignId'] as const),
  ],
  [
    'a condition of nothing',
    a({ ...condition(null, null), checks: { match: 'all', groups: [] } }),
    ...(['missing', 'a', 'checks'] as const),
  ],
  ...(
    [
      ['a campaign', { field: 'campaign', has: 'any', ids: [lost] }],
      ['a segment', { field: 'segment', has: 'any', ids: [lost] }],
      ['an import', { field: 'upload', has: 'any', ids: [lost] }],
      ['a field', { field: 'custom', id: lost, value: { is: 'known' } }],
    ] as const satisfies readonly (readonly [string, Check])[]
  ).map(([what, check]): Row => [
    ...([`a condition of ${what} that is gone`, looks(check as Check)] as const),
    ...(['unknown-reference', 'a', 'checks.groups.0.conditions.0'] as const),
  ]),
  ['no time', looks({ ...clock, hours: [] }), 'missing', 'a', 'checks.groups.0.conditions.0'],
  ['a year too far', looks({ ...clock, years: [2037] }), 'invalid', 'a', 'checks.groups.0.conditions.0'],
  ['no question', a({ ...ask(null), body: '' }), 'missing', 'a', 'body'],
  ['a bad field in a question', a({ ...ask(null), body: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'body'],
  ['a bad field when asked again', a({ ...ask(null), again: '{{shoe_size}}' }), 'bad-merge-field', 'a', 'again'],
  ['an answer kept nowhere', a({ ...ask(null), field: { of: 'custom', id: null } }), 'missing', 'a', 'field.id'],
  [
    'an answer kept where nothing is',
    a({ ...ask(null), field: { of: 'custom', id: lost } }),
    ...(['unknown-reference', 'a', 'field.id'] as const),
  ],
  [
    'a campaign to join that is none',
    a({ kind: 'SubscribeContactToList', ...action, campaignId: null }),
    'missing',
    'a',
    'campaignId',
  ],
  [
    'a campaign to join that is gone',
    a({ kind: 'SubscribeContactToList', ...action, campaignId: lost }),
    ...(['unknown-reference', 'a', 'campaignId'] as const),
  ],
  ['shares that are not a hundred', drawn({ a: split(null, null, [50, 60]) }), 'invalid', 'a', 'shares'],
  [
    'a way without a share',
    drawn({ a: { ...split('b', null), to: { a: id('b'), b: null, c: id('b'), d: null, e: null } } as Node, b: end }),
    ...(['invalid', 'a', 'to.c'] as const),
  ],
  ['an address that is not safe', a({ kind: 'Webhook', ...action, url: 'http://example.com' }), 'invalid', 'a', 'url'],
  ['no keyword', a({ kind: 'Keyword', ...action, change: 'add', keyword: '!' }), 'missing', 'a', 'keyword'],
  ['no tag', a({ kind: 'Tag', ...action, change: 'add', tag: '!' }), 'missing', 'a', 'tag'],
  ['somebody who is gone', a({ kind: 'Assign', ...action, userId: lost }), 'unknown-reference', 'a', 'userId'],

  ...(['opted-in', 'page-submitted', 'vote-cast', 'coupon-issued', 'coupon-redeemed', 'reward-unlocked'] as const).map(
    (kind): Row => [
      ...([
        `${kind} of what is gone`,
        by({ kind, keyword: null, campaignId: lost, rewardId: null } as TriggerOn),
      ] as const),
      ...(['unknown-reference', 0, 'on.campaignId'] as const),
    ],
  ),
  ['points of nothing', by({ kind: 'points-reached', campaignId: null, points: 5 }), 'missing', 0, 'on.campaignId'],
  [
    'points of what is gone',
    by({ kind: 'points-reached', campaignId: lost, points: 5 }),
    ...(['unknown-reference', 0, 'on.campaignId'] as const),
  ],
  [
    'a coupon of no campaign expires',
    by({ kind: 'coupon-expiring', campaignId: null, days: 2 }),
    'missing',
    0,
    'on.campaignId',
  ],
  ['an import that is gone', by({ kind: 'contact-imported', uploadId: lost }), 'unknown-reference', 0, 'on.uploadId'],
  [
    'a field that changes is none',
    by({ kind: 'field-changed', field: { of: 'custom', id: null }, to: null }),
    ...(['missing', 0, 'on.field.id'] as const),
  ],
  ...(['broadcast-sent', 'broadcast-answered'] as const).map((kind): Row => [
    `${kind} that is gone`,
    by({ kind, broadcastId: lost }),
    'unknown-reference',
    0,
    'on.broadcastId',
  ]),
  [
    'nobody clicks in nothing',
    by({ kind: 'broadcast-not-clicked', broadcastId: null, hours: 1 }),
    ...(['missing', 0, 'on.broadcastId'] as const),
  ],
  ['no address', by({ kind: 'webhook-received', webhookId: null }), 'missing', 0, 'on.webhookId'],
  [
    'an address that is gone',
    by({ kind: 'webhook-received', webhookId: lost }),
    'unknown-reference',
    0,
    'on.webhookId',
  ],
  ['an alert to nobody', alert({ emails: [], textMembers: [], mailMembers: [] }), 'missing', 'a', 'textMembers'],
  ['an alert by text to who has no number', members([id('bella'), id('noor')]), 'invalid', 'a', 'textMembers'],
  ['an alert by text to who has left', members([id('bella'), lost]), 'unknown-reference', 'a', 'textMembers'],
  ['an alert by email to who has left', members([], [id('noor'), lost]), 'unknown-reference', 'a', 'mailMembers'],
  [
    'a reward that is gone',
    by({ kind: 'reward-unlocked', campaignId: id('campaign'), rewardId: lost }),
    ...(['unknown-reference', 0, 'on.rewardId'] as const),
  ],
  ['a day of no field', by({ kind: 'date', when: ofDay(null) }), 'missing', 0, 'on.when.day.id'],
  [
    'a day in a field that holds none',
    by({ kind: 'date', when: ofDay(id('pizza')) }),
    ...(['unknown-reference', 0, 'on.when.day.id'] as const),
  ],
  [
    'only who is in a segment that is gone',
    onlyTo({ match: 'all', groups: [{ match: 'all', conditions: [{ field: 'segment', has: 'any', ids: [lost] }] }] }),
    ...(['unknown-reference', 0, 'filter.groups.0.conditions.0'] as const),
  ],
];
const withPictures: Partial<Known> = { mms: true };

describe('what keeps an automation from being published', () => {
  it.each(rows)('%s', (_what, document, code, at, field) => {
    const place = { node: at === 'a' ? id('a') : null, trigger: at === 0 ? 0 : null };
    expect(problemsOf(document, known)).toEqual([{ code, ...place, field, message: expect.any(String) as string }]);
  });

  it('not: people who can be told, each by what they have, and a reward that there is', () => {
    expect(problemsOf(members([id('bella')], [id('bella'), id('noor')]), known)).toEqual([]);
    const unlocked = { kind: 'reward-unlocked', campaignId: id('campaign'), rewardId: id('free coffee') } as const;
    expect(problemsOf(by(unlocked), known)).toEqual([]);
  });

  it('not: a campaign with its own keyword, however it is written', () => {
    expect(problemsOf(by(optedIn(' pizza ')), known)).toEqual([]);
  });

  it('a question for a picture without MMS, and one that is not whole with it', () => {
    const said = (over: object, of: Partial<Known> = withPictures) =>
      problemsOf(picture(over), { ...known, ...of }).map(({ code, field }) => `${code} ${field}`);
    expect(said({}, { mms: false })).toEqual(['needs-mms kind']);
    expect(said({})).toEqual([]);
    expect(said({ body: '' })).toEqual(['missing body']);
    expect(said({ body: '{{shoe_size}}' })).toEqual(['bad-merge-field body']);
    expect(said({ again: '{{shoe_size}}' })).toEqual(['bad-merge-field again']);
    expect(said({ fieldId: lost })).toEqual(['unknown-reference fieldId']);
  });

  it('what is not shaped as a document, has a kind that there is not, or 10,000 steps: that alone, and at once', () => {
    const said = (given: unknown) =>
      readDocument(given, known).problems.map(({ code, node, field }) => [code, node, field] as const);
    expect(said({ ...emptyDocument, reentry: { kind: 'never' } })).toEqual([['malformed', null, 'reentry.kind']]);
    expect(said({ ...emptyDocument, nodes: { [id('a')]: { kind: 'Teleport' } } })).toEqual([
      ['unknown-kind', id('a'), 'kind'],
    ]);
    expect(said({ ...emptyDocument, nodes: many(10_000) })).toEqual([['too-many-steps', null, 'nodes']]);
  });
});
