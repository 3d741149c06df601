import { describe, expect, it } from 'vitest';
import { type Known, problemsOf, readDocument } from '../../../../domain/automations/document/check.ts';
import {
  type Document,
  emptyDocument,
  maxNodes,
  type Node,
  nodeKinds,
} from '../../../../domain/automations/document/document.ts';
import { restlessCycles } from '../../../../domain/automations/document/graph.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import {
  ask,
  condition,
  drawn,
  end,
  goal,
  goTo,
  id,
  known,
  off,
  oneDay,
  redeemed,
  split,
  tag,
  text,
  unknownId,
  untilClicked,
  wait,
} from './make.ts';

/** What is said of which step and field, shortly. */
const said = (document: Document, over: Partial<Known> = {}) =>
  problemsOf(document, { ...known, ...over }).map(({ code, node, trigger, field }) =>
    [code, node === null ? trigger : (names.get(node) ?? node), field].filter((part) => part !== null).join(' '),
  );
const names = new Map('abcdefgh'.split('').map((name) => [id(name), name]));
const triggered = (on: Document['triggers'][number]['on']) => ({ triggers: [{ on, filter: everybody }] });

describe('a document', () => {
  it('that is whole has no problem', () => {
    expect(
      said(
        drawn({
          a: condition('b', 'c'),
          b: text('c'),
          c: wait('d', untilClicked, 'e'),
          d: split('e', 'f'),
          e: ask('f', { givenUp: 'f' }),
          f: end,
          g: goal(),
        }),
      ),
    ).toEqual([]);
  });

  it('knows the eleven kinds of the specification by their names', () => {
    expect(nodeKinds).toEqual(
      expect.arrayContaining([
        ...['Notification', 'SendEmail', 'Redemption', 'Alert', 'GotoRegistration', 'Wait', 'Goal', 'Condition'],
        ...['CollectContactData', 'SubscribeContactToList', 'ImageUpload'],
      ]),
    );
  });

  it('is told what starts it, and where', () => {
    expect(said(emptyDocument)).toEqual(['no-trigger triggers', 'no-start start']);
    expect(said(drawn({ a: end }, { start: unknownId() }))).toContain('no-start start');
  });

  it('names the step and the exit that lead nowhere there is', () => {
    expect(said(drawn({ a: text('b', 'z'), b: end }))).toEqual(['missing-target a to.failed']);
    expect(said(drawn({ a: goTo(null) }))).toEqual(['missing-target a to.next']);
    // What an object has of itself is no step.
    const odd = { ...drawn({ a: end }), start: 'constructor' };
    expect(said(odd)).toContain('no-start start');
  });

  it('names steps that nothing leads to; a goal needs nothing that does', () => {
    expect(said(drawn({ a: end, b: text('c'), c: end, g: goal() }))).toEqual(['unreachable b', 'unreachable c']);
  });

  it('names all steps of a way round without a wait', () => {
    expect(said(drawn({ a: text('b'), b: condition('a', null) }))).toEqual(['no-wait a to', 'no-wait b to']);
    expect(said(drawn({ a: goTo('a') }))).toEqual(['no-wait a to']);
    expect(problemsOf(drawn({ a: { ...text('a'), name: 'Hello' } as Node }), known)[0]?.message).toContain('“Hello”');
  });

  it('lets a way go round that takes time, and only there', () => {
    const round = (node: Node) => said(drawn({ a: text('b'), b: node }));
    expect(round(wait('a'))).toEqual([]);
    expect(round(off(wait('a')))).toEqual(['no-wait a to', 'no-wait b to']);
    expect(round(wait(null, untilClicked, 'a'))).toEqual([]);
    // It may have happened already.
    expect(round(wait('a', untilClicked))).toEqual(['no-wait a to', 'no-wait b to']);
    const birthday = { day: { of: 'birthday' }, offset: 0, at: '09:00', zone: 'business' } as const;
    expect(round(wait('a', { kind: 'date', when: birthday }))).toEqual([]);
    expect(round(wait(null, { kind: 'date', when: birthday }, 'a'))).toEqual(['no-wait a to', 'no-wait b to']);
    // A question that can not be asked takes no time; its answer does.
    expect(round(ask('a', { failed: 'c' }))).toContain('missing-target b to.failed');
    expect(round(ask('a', { failed: 'a' }))).toEqual(['no-wait a to', 'no-wait b to']);
    // Without a way of its own what fails goes on like what does not.
    expect(round(ask('a'))).toEqual(['no-wait a to', 'no-wait b to']);
  });

  it('names merge fields that are none, by field', () => {
    const body = (words: string, over: object = {}) =>
      said(drawn({ a: { ...text(null), body: words, ...over } as Node }));
    expect(body('{{first_name}} {{favourite_pizza|pizza}} {{business_name}}')).toEqual([]);
    expect(body('{{first_nam}}')).toEqual(['bad-merge-field a body']);
    expect(body('{{first_name')).toEqual(['bad-merge-field a body']);
    expect(body('{{coupon_code}}')).toEqual(['bad-merge-field a body']);
    expect(body('{{coupon_code}}', { campaignId: id('campaign') })).toEqual([]);
  });

  it('names what a step lacks', () => {
    const one = (node: object) => said(drawn({ a: { ...text(null), ...node } as Node }));
    expect(one({ body: ' ' })).toEqual(['missing a body']);
    expect(one({ body: ' ', off: true })).toEqual([]);
    expect(one({ campaignId: unknownId() })).toEqual(['unknown-reference a campaignId']);
    const picture = { media: [{ url: 'https://example.com/a.png', contentType: 'image/png' }] };
    expect(one(picture)).toEqual(['needs-mms a media']);
    expect(said(drawn({ a: { ...text(null), ...picture } as Node }), { mms: true })).toEqual([]);
    expect(said(drawn({ a: split('b', 'b', [50, 60]), b: end }))).toEqual(['invalid a shares']);
    const last = { a: null, b: null, c: id('b'), d: null, e: null };
    expect(said(drawn({ a: { ...split(null, null), to: last } as Node, b: end }))).toEqual(['invalid a to.c']);
    expect(said(drawn({ a: wait(null, oneDay, 'b'), b: end }))).toEqual(['invalid a to.otherwise']);
    const question = { ...ask(null), field: { of: 'custom' as const, id: null } };
    expect(said(drawn({ a: question }))).toEqual(['missing a field.id']);
    const hook = (url: string) =>
      said(drawn({ a: { kind: 'Webhook', name: null, off: false, url, to: { next: null, failed: null } } as Node }));
    expect(hook('https://example.com/in')).toEqual([]);
    expect(hook('http://example.com/in')).toEqual(['invalid a url']);
    expect(hook('https://user:secret@')).toEqual(['invalid a url']);
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '[::1]',
      '[fd00::1]',
    ])
      expect([host, hook(`https://${host}/in`)]).toEqual([host, ['invalid a url']]);
    for (const host of ['app.localhost', 'printer.local', 'db.internal.'])
      expect([host, hook(`https://${host}/in`)]).toEqual([host, ['invalid a url']]);
    for (const host of ['172.15.0.1', '9.9.9.9', 'local.example.com'])
      expect([host, hook(`https://${host}/in`)]).toEqual([host, []]);
  });

  it('names what a trigger, a wait and a goal lack', () => {
    const by = (on: Parameters<typeof triggered>[0]) => said(drawn({ a: end }, triggered(on)));
    const when = {
      day: { of: 'custom', id: id('visit'), yearly: false },
      offset: -1,
      at: '09:00',
      zone: 'contact',
    } as const;
    expect(by({ kind: 'date', when })).toEqual([]);
    // A field that holds no day.
    const pizza = { ...when, day: { ...when.day, id: id('pizza') } };
    expect(by({ kind: 'date', when: pizza })).toEqual(['unknown-reference 0 on.when.day.id']);
    expect(by({ kind: 'coupon-expiring', campaignId: null, days: 2 })).toEqual(['missing 0 on.campaignId']);
    expect(by({ kind: 'broadcast-not-clicked', broadcastId: null, hours: 4 })).toEqual(['missing 0 on.broadcastId']);
    expect(by({ kind: 'webhook-received', webhookId: null })).toEqual(['missing 0 on.webhookId']);
    expect(by({ kind: 'integration-event', integrationId: null, event: '' })).toEqual([]);
    expect(by({ kind: 'integration-event', integrationId: unknownId(), event: '' })).toEqual([
      'unknown-reference 0 on.integrationId',
    ]);
    const gone = { ...redeemed, campaignId: unknownId() } as typeof redeemed;
    expect(said(drawn({ a: goal(gone) }))).toEqual(['unknown-reference a event.campaignId']);
    expect(said(drawn({ a: wait(null, { ...untilClicked, event: gone } as typeof untilClicked) }))).toEqual([
      'unknown-reference a until.event.campaignId',
    ]);
  });

  it('is refused as a whole when it is too large, at once', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, { kind: 'anything' }]));
    const { document, problems } = readDocument({ ...emptyDocument, nodes: many }, known);
    expect(document).toBeNull();
    expect(problems).toMatchObject([{ code: 'too-many-steps', field: 'nodes' }]);
    expect(problems[0]!.message).toContain(`10,000 steps; ${maxNodes} are the most`);
  });

  it('is looked through in one go however long it is: a chain and a circle of 10,000', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`n${at}`, tag(at === 9_999 ? null : `n${at + 1}`)]),
    );
    expect(said(drawn(chain))).toEqual(['too-many-steps nodes']);
    expect(restlessCycles(drawn({ ...chain, n9999: tag('n0') })).map(({ length }) => length)).toEqual([10_000]);
  });

  it('that comes from outside is answered by step and field', () => {
    const given = (nodes: object) => readDocument({ ...emptyDocument, nodes }, known);
    expect(given({ [id('a')]: { kind: 'Teleport' } })).toMatchObject({
      document: null,
      problems: [
        { code: 'unknown-kind', node: id('a'), field: 'kind', message: 'There is no step of the kind “Teleport”.' },
      ],
    });
    expect(given({ [id('a')]: { ...wait(null), until: { ...oneDay, amount: 0 } } }).problems).toMatchObject([
      { code: 'malformed', node: id('a'), field: 'until.amount' },
    ]);
    expect(readDocument('nonsense', known).problems).toMatchObject([{ code: 'malformed', node: null }]);
    expect(readDocument({ ...emptyDocument, triggers: [{ on: { kind: 'never' } }] }, known).problems[0]).toMatchObject({
      trigger: 0,
    });
    const whole = drawn({ a: text('b'), b: wait(null) });
    expect(readDocument(JSON.parse(JSON.stringify(whole)), known)).toEqual({ document: whole, problems: [] });
  });
});
