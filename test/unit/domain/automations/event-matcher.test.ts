import { describe, expect, it } from 'vitest';
import { numbersOf, type EventMatcher } from '../../../../domain/automations/document/document.ts';
import { type TriggerEventDetail, matches } from '../../../../domain/automations/triggers/index.ts';
import { id, start } from './make.ts';

const at = start;
const [one, other] = [id('one'), id('other')];
const received = (text: string, pictures: readonly string[] = []) =>
  ({ kind: 'text-received', at, text, pictures }) as const satisfies TriggerEventDetail;

describe('what happens', () => {
  /** Each with what it is, what names it, and what names another. */
  const cases: readonly (readonly [happened: TriggerEventDetail, named: EventMatcher, another: EventMatcher])[] = [
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
