import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import {
  SubscriptionChanged,
  SubscriptionEnded,
  SubscriptionRequested,
  SubscriptionStarted,
} from '../../../../domain/subscriptions/events.ts';
import { currentOf, followSubscriptions, Subscriptions } from '../../../../domain/subscriptions/subscriptions.ts';
import { given } from '../../../support/given.ts';
import { payer, planId, subscription, terms } from './fixtures.ts';

const started = SubscriptionStarted.create({ payer, ...subscription() });

describe('following the provider', () => {
  it('writes what is new and what differs, and nothing twice', () => {
    given(Subscriptions)
      .when((state) => followSubscriptions(payer, [subscription()], state))
      .then([started]);
    given(Subscriptions, [started])
      .when((state) => followSubscriptions(payer, [subscription()], state))
      .thenNothing();
    // As a database gives it back: the same terms with their keys in another order.
    const reordered = Object.fromEntries(Object.entries(terms).toReversed()) as typeof terms;
    given(Subscriptions, [started])
      .when((state) => followSubscriptions(payer, [subscription({ terms: reordered })], state))
      .thenNothing();
    const late = subscription({ status: 'past_due' });
    given(Subscriptions, [started])
      .when((state) => followSubscriptions(payer, [late], state))
      .then([SubscriptionChanged.create({ payer, ...late })]);
    const over = subscription({ status: 'canceled', endedAt: '2026-11-20T00:00:00.000Z' });
    given(Subscriptions, [started])
      .when((state) => followSubscriptions(payer, [over], state))
      .then([SubscriptionEnded.create({ payer, ...over })]);
  });

  it('closes the request that it answers, and no other', () => {
    const requestId = '0c7d4f52-6f0a-4a3c-9d55-3f2f7a000001';
    const asked = SubscriptionRequested.create({ payer, section: 'plan', requestId, planId, version: 1 });
    const requestsAfter = (answered: string | null) =>
      fold(Subscriptions, [asked, SubscriptionStarted.create({ payer, ...subscription({ requestId: answered }) })])
        .requests.size;
    expect([requestsAfter(requestId), requestsAfter(null)]).toEqual([0, 1]);
  });
});

it('counts the subscription that gives what was bought, and of two the older', () => {
  const first = subscription({ subscriptionId: 'sub_a', startedAt: '2026-11-02T00:00:00.000Z' });
  const second = subscription({ subscriptionId: 'sub_b', startedAt: '2026-11-03T00:00:00.000Z' });
  const incomplete = subscription({ subscriptionId: 'sub_c', status: 'incomplete' });
  const gone = subscription({ subscriptionId: 'sub_d', status: 'canceled' });
  expect(currentOf([gone, incomplete, second, first], 'plan')?.subscriptionId).toBe('sub_a');
  expect(currentOf([gone, incomplete], 'plan')?.subscriptionId).toBe('sub_c');
  expect(currentOf([gone], 'plan')).toBeNull();
});
