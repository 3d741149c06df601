import { describe, expect, it } from 'vitest';
import { type AnswerField, type Asking, readAnswer } from '../../../../domain/automation/answer.ts';
import { numbersOf, type Occurrence } from '../../../../domain/automation/fields.ts';
import { type Happened, matches } from '../../../../domain/automation/occurrence.ts';
import { ask, id, start } from './make.ts';

const at = start;
const [one, other] = [id('one'), id('other')];
const received = (text: string, pictures: readonly string[] = []) =>
  ({ kind: 'text-received', at, text, pictures }) as const satisfies Happened;

describe('what happens', () => {
  /** Each with what it is, what names it, and what names another. */
  const cases: readonly (readonly [happened: Happened, named: Occurrence, another: Occurrence])[] = [
    [
      { kind: 'opted-in', at, keyword: 'PIZZA', campaignId: one },
      { kind: 'opted-in', keyword: 'pizza', campaignId: null },
      { kind: 'opted-in', keyword: 'PIZZA', campaignId: other },
    ],
    [
      { kind: 'vote-cast', at, campaignId: one },
      { kind: 'vote-cast', campaignId: one },
      { kind: 'page-submitted', campaignId: one },
    ],
    [
      { kind: 'coupon-redeemed', at, campaignId: one },
      { kind: 'coupon-redeemed', campaignId: null },
      { kind: 'coupon-redeemed', campaignId: other },
    ],
    [
      { kind: 'reward-unlocked', at, campaignId: one, rewardId: one },
      { kind: 'reward-unlocked', campaignId: null, rewardId: one },
      { kind: 'reward-unlocked', campaignId: one, rewardId: other },
    ],
    [
      { kind: 'points-reached', at, campaignId: one, points: 100 },
      { kind: 'points-reached', campaignId: one, points: 100 },
      { kind: 'points-reached', campaignId: one, points: 101 },
    ],
    [
      { kind: 'contact-imported', at, uploadId: one },
      { kind: 'contact-imported', uploadId: one },
      { kind: 'contact-imported', uploadId: other },
    ],
    [
      { kind: 'field-changed', at, field: { of: 'custom', id: one }, to: 'Red' },
      { kind: 'field-changed', field: { of: 'custom', id: one }, to: 'red ' },
      { kind: 'field-changed', field: { of: 'custom', id: other }, to: null },
    ],
    [
      { kind: 'link-clicked', at, sourceId: one },
      { kind: 'link-clicked', sourceId: one },
      { kind: 'link-clicked', sourceId: other },
    ],
    [
      { kind: 'broadcast-answered', at, broadcastId: one },
      { kind: 'broadcast-answered', broadcastId: one },
      { kind: 'broadcast-sent', broadcastId: one },
    ],
    [
      { kind: 'webhook-received', at, webhookId: one },
      { kind: 'webhook-received', webhookId: one },
      { kind: 'webhook-received', webhookId: other },
    ],
    [
      { kind: 'integration-event', at, integrationId: one, event: 'order' },
      { kind: 'integration-event', integrationId: one, event: '' },
      { kind: 'integration-event', integrationId: one, event: 'refund' },
    ],
    [{ kind: 'conversation-closed', at }, { kind: 'conversation-closed' }, { kind: 'contact-created' }],
  ];
  it.each(cases)('%j is what names it, and nothing else', (happened, named, another) => {
    expect(matches(named, happened)).toBe(true);
    expect(matches(another, happened)).toBe(false);
  });

  it('is a text with certain words, as people mean words', () => {
    const says = (words: string[], text: string, whole = false) =>
      matches({ kind: 'text-received', words, whole }, received(text));
    expect(says([], 'anything')).toBe(true);
    expect(says(['opening hours', 'book'], 'What are your OPENING  hours?')).toBe(true);
    expect(says(['book'], 'I like books')).toBe(false);
    expect(says(['café'], 'The Cafe, please')).toBe(true);
    expect(says(['yes'], 'Yes!', true)).toBe(true);
    expect(says(['yes'], 'yes please', true)).toBe(false);
    expect(says(['!'], 'anything')).toBe(false);
  });

  it('knows weekdays and weekends', () => {
    expect([...numbersOf(['weekends', 'monday'])]).toEqual([6, 7, 1]);
    expect([...numbersOf(['weekdays'])]).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('an answer', () => {
  const fields: readonly AnswerField[] = [
    { id: id('size'), name: 'Size', kind: 'choice', choices: ['Small', 'Large'] },
    { id: id('age'), name: 'Age', kind: 'number', choices: [] },
  ];
  const answer = (field: Extract<Asking, { kind: 'CollectContactData' }>['field'], text: string) =>
    readAnswer({ ...ask(null), field }, received(text), fields);
  const own = (name: 'first_name' | 'email' | 'birthday' | 'website', text: string) =>
    answer({ of: 'contact', name }, text);

  it('is a day however people write it', () => {
    for (const said of ['5/17', '05-17', '5/17/1990', 'May 17th', 'It’s the 17th of May 1990!', '17 may', '1990-05-17'])
      expect([said, own('birthday', said)]).toEqual([said, '05-17']);
    expect(own('birthday', 'Feb 29')).toBe('02-29');
    for (const said of ['Feb 30', '13/13', 'soon', 'May', '17', '']) expect(own('birthday', said)).toBeNull();
  });
  it('is an address among words, a name, a website, or nothing', () => {
    expect(own('email', 'ann@example.com.')).toBe('ann@example.com');
    expect(own('email', 'ann at example')).toBeNull();
    expect(own('first_name', ' Ann ')).toBe('Ann');
    expect(own('website', 'miller.example')).toBe('miller.example');
    expect(own('website', 'no idea')).toBeNull();
  });
  it('is what a custom field takes', () => {
    expect(answer({ of: 'custom', id: id('size') }, 'LARGE')).toBe('Large');
    expect(answer({ of: 'custom', id: id('size') }, 'huge')).toBeNull();
    expect(answer({ of: 'custom', id: id('age') }, '1,042')).toBe('1042');
    // The field is gone: what was said is kept.
    expect(answer({ of: 'custom', id: id('gone') }, 'as it is')).toBe('as it is');
  });
});
