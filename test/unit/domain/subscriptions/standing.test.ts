import { describe, expect, it, test } from 'vitest';
import { standing, type StandingFacts } from '../../../../domain/subscriptions/standing.ts';
import type { Subscription } from '../../../../domain/subscriptions/subscriptions.ts';
import { subscription, terms } from './fixtures.ts';

const now = new Date('2026-11-27T12:00:00Z');
const agency = {
  freeFee: false,
  isTemplate: false,
  isActiveLivechat: false,
  isActiveLoop: false,
  freeMessages: 0,
  freeNumbers: 0,
  freeCalls: 0,
};
const business = {
  freeFee: false,
  isTemplate: false,
  useBandwidth: false,
  isActiveMms: false,
  isEnabledLivechat: false,
  isActiveLivechat: false,
  isEnabledLoop: false,
  isActiveLoop: false,
  hasNumber: true,
};
const facts = (given: Partial<StandingFacts> = {}): StandingFacts => ({
  agency: null,
  business,
  subscriptions: [],
  trialEndsAt: null,
  isA2pForSale: false,
  ...given,
});
const stands = (given: Partial<StandingFacts>, isOn = true) => standing(facts(given), now, isOn);
const plan = (status: string, given: Partial<Subscription> = {}) => [subscription({ status, ...given })];
const ended = (given: Partial<Subscription> = {}) =>
  plan('canceled', { endedAt: '2026-11-20T00:00:00.000Z', ...given });

test.each([
  ['trialing', true, null],
  ['active', true, null],
  ['past_due', true, 'payment-failed'],
  ['unpaid', false, 'payment-failed'],
  ['incomplete', false, 'payment-incomplete'],
  ['incomplete_expired', false, 'not-subscribed'],
  ['paused', false, 'paused'],
  ['canceled', false, 'not-subscribed'],
  ['a status of tomorrow', false, 'not-subscribed'],
])('a plan that is %s: subscribed %s, blocked by %s', (status, subscribed, isBlocked) => {
  const subscriptions = plan(status);
  expect(stands({ subscriptions })).toMatchObject({ subscribed, planStatus: status, isBlocked });
  const ofAgency = { agency, business: null, subscriptions };
  expect(stands(ofAgency)).toMatchObject({ subscribed, isBlocked });
  expect(stands({ agency, subscriptions }).isBlocked).toBe(isBlocked === null ? null : 'agency-not-subscribed');
  expect(stands({ subscriptions }, false).isBlocked).toBeNull();
});

describe('who is blocked', () => {
  it('no one who is free of charge or a template, nor a business of an agency that is free', () => {
    expect(stands({ business: { ...business, freeFee: true } }).isBlocked).toBeNull();
    expect(stands({ business: { ...business, isTemplate: true, hasNumber: false } }).isBlocked).toBeNull();
    expect(stands({ agency: { ...agency, freeFee: true } }).isBlocked).toBeNull();
    expect(stands({ agency: { ...agency, isTemplate: true }, business: null }).isBlocked).toBeNull();
    // What a business of an agency is by itself does not pay for it.
    expect(stands({ agency, business: { ...business, freeFee: true } }).isBlocked).toBe('agency-not-subscribed');
  });

  it('a business without a number, unless it goes by bandwidth or is a template', () => {
    const subscriptions = plan('active');
    const without = { ...business, hasNumber: false };
    expect(stands({ business: without, subscriptions }).isBlocked).toBe('no-number');
    expect(stands({ agency, business: without, subscriptions }).isBlocked).toBe('no-number');
    expect(stands({ business: { ...without, useBandwidth: true }, subscriptions }).isBlocked).toBeNull();
    expect(stands({ business: without }).isBlocked).toBe('not-subscribed');
  });

  it('no one before a granted trial ends, and then by its name', () => {
    const on = stands({ trialEndsAt: '2026-12-01T00:00:00.000Z' });
    expect(on).toMatchObject({ subscribed: true, planStatus: 'trialing', isBlocked: null });
    expect(on.trialEndsAt).toBe('2026-12-01T00:00:00.000Z');
    const over = { trialEndsAt: '2026-11-27T12:00:00.000Z' };
    expect(stands(over)).toMatchObject({ subscribed: false, planStatus: null, isBlocked: 'trial-ended' });
    expect(stands({ ...over, subscriptions: ended() }).isBlocked).toBe('not-subscribed');
  });
});

describe('what a month includes', () => {
  it('is what the version of the plan says, with texting unlimited where that was bought', () => {
    const subscriptions = plan('active');
    expect(stands({ subscriptions }).included).toEqual({
      messages: 5000,
      mms: 0,
      emails: null,
      contacts: 10_000,
      numbers: 1,
      minutes: 0,
    });
    expect(stands({ subscriptions }).overage.messages).toBe(15_000);
    const unlimited = subscription({ subscriptionId: 'sub_2', section: 'unlimited' });
    expect(stands({ subscriptions: [...subscriptions, unlimited] }).included?.messages).toBeNull();
  });

  it('is the free allowance of an agency that is free, and nothing while no one pays', () => {
    const free = { ...agency, freeFee: true, freeMessages: 100, freeNumbers: 2 };
    expect(stands({ agency: free }).included).toMatchObject({ messages: 100, numbers: 2, minutes: null, mms: null });
    expect(stands({}).included).toBeNull();
    expect(stands({ subscriptions: plan('active') }, false).included).toBeNull();
  });
});

describe('features', () => {
  const livechat = [subscription({ section: 'livechat', terms: { ...terms, features: [] } })];
  it('come with the plan, with an add-on, or by hand', () => {
    const none = { loop: false, mms: false, whitelabel: false };
    expect(stands({ subscriptions: plan('active') }).features).toEqual({ livechat: true, ...none });
    expect(stands({ subscriptions: livechat }).features.livechat).toBe(true);
    expect(stands({ business: { ...business, isActiveLoop: true } }).features.loop).toBe(true);
    expect(stands({ subscriptions: plan('unpaid') }).features.livechat).toBe(false);
  });

  it('of an agency reach the businesses that keep them on', () => {
    const off = stands({ agency, subscriptions: livechat });
    const on = stands({ agency, subscriptions: livechat, business: { ...business, isActiveLivechat: true } });
    expect([off.features.livechat, on.features.livechat]).toEqual([false, true]);
    const without = stands({ agency, business: { ...business, isActiveLivechat: true } });
    const given = stands({ agency, business: { ...business, isEnabledLivechat: true } });
    expect([without.features.livechat, given.features.livechat]).toEqual([false, true]);
  });
});

describe('A2P registration', () => {
  const a2p = (given: Partial<Subscription>) => ({ subscriptions: [subscription({ section: 'a2p', ...given })] });
  it('is not OK without a subscription as soon as it can be bought, but for who is free', () => {
    expect(stands({}).a2p).toEqual({ status: null, endsAt: null, isOk: true, terminatesOn: null });
    expect(stands({ isA2pForSale: true }).a2p.isOk).toBe(false);
    expect(stands({ isA2pForSale: true }, false).a2p.isOk).toBe(true);
    expect(stands({ isA2pForSale: true, business: { ...business, freeFee: true } }).a2p.isOk).toBe(true);
    expect(stands({ isA2pForSale: true, agency: { ...agency, freeFee: true } }).a2p.isOk).toBe(true);
  });

  it('is kept for seven days after the end, and says when it terminates', () => {
    expect(stands(a2p({})).a2p).toMatchObject({ status: 'active', isOk: true, terminatesOn: null });
    expect(stands(a2p({ status: 'canceled', endedAt: '2026-11-20T12:00:01.000Z' })).a2p).toEqual({
      status: 'canceled',
      endsAt: '2026-11-20T12:00:01.000Z',
      isOk: true,
      terminatesOn: '2026-11-27T12:00:01.000Z',
    });
    expect(stands(a2p({ status: 'canceled', endedAt: '2026-11-20T12:00:00.000Z' })).a2p.isOk).toBe(false);
    // A renewal that can't be charged is counted from the day it was due.
    expect(stands(a2p({ status: 'past_due', periodStart: '2026-11-25T00:00:00.000Z' })).a2p).toMatchObject({
      isOk: true,
      terminatesOn: '2026-12-02T00:00:00.000Z',
    });
  });
});
