import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { A2pRegistration } from '../../../../domain/registrations/a2p/registration.ts';
import {
  closedGate,
  inForce,
  limitsOf,
  mayBeUs,
  nextTmobileDay,
  tmobileDay,
  whyClosed,
} from '../../../../domain/registrations/limits.ts';
import { requireRegistration, type CampaignReport } from '../../../../domain/registrations/a2p/decide.ts';
import { E164 } from '../../../../domain/sms/values.ts';
import { Tollfree, type TollfreeRequest } from '../../../../domain/registrations/tollfree/tollfree.ts';
import { happened, type Step, stepsOf } from '../../../support/registration.ts';
import { businessId } from './fixtures.ts';

const number = '+14155550150';
const now = new Date('2026-11-20T17:00:00Z');
const days = (count: number) => now.getTime() - count * 86_400_000;
const { submitBrand, brandIs, submitCampaign, campaignIs, numberIs } = stepsOf(businessId);
const brand = [submitBrand, brandIs('verified', days(20))];
const campaign = [...brand, submitCampaign, campaignIs('verified', days(2))];
const gateOf = (steps: readonly Step[], of = number) =>
  closedGate({ number: of, a2p: fold(A2pRegistration, happened(steps)), tollfree: Tollfree.initial }, now);

describe('what is missing before carriers take texts of a number', () => {
  it.each([
    ['nothing was begun', [], null],
    ['the brand was submitted', [submitBrand], 'brand'],
    ['the brand was refused', [submitBrand, brandIs('refused', days(19))], 'brand'],
    ['the brand is verified', brand, 'campaign'],
    ['the campaign was submitted', [...brand, submitCampaign], 'campaign'],
    ['the campaign was refused', [...brand, submitCampaign, campaignIs('refused', days(2))], 'campaign'],
    ['the campaign is verified', campaign, 'number'],
    ['the number waits', [...campaign, numberIs(number, 'pending', days(1))], 'number'],
    ['the number failed', [...campaign, numberIs(number, 'failed', days(1))], 'number'],
    ['the number was taken out', [...campaign, numberIs(number, 'unregistered', days(1))], 'number'],
    ['the number is registered', [...campaign, numberIs(number, 'registered', days(1))], null],
    [
      'the campaign was suspended since',
      [...campaign, numberIs(number, 'registered', days(1)), campaignIs('suspended', days(0))],
      'campaign',
    ],
    ['another number is registered', [...campaign, numberIs('+14155550151', 'registered', days(1))], 'number'],
    ['no word of the number has come for a week', [...brand, submitCampaign, campaignIs('verified', days(8))], null],
    [
      'the number failed, and no other word has come for a week',
      [...brand, submitCampaign, campaignIs('verified', days(9)), numberIs(number, 'failed', days(8))],
      'number',
    ],
  ] as const)('%s', (_, steps, gate) => {
    expect(gateOf(steps)).toBe(gate);
  });

  it('holds a number of which nothing was begun from the operator’s day on, and no other number', () => {
    const required = (from: Date | null, of = number, steps: readonly Step[] = []) =>
      fold(
        A2pRegistration,
        happened([
          ...steps,
          (state) =>
            requireRegistration({ businessId, number: E164.parse(of), from: from?.toISOString() ?? null }, state),
        ]),
      );
    const gate = (a2p: A2pRegistration, of = number) =>
      closedGate({ number: of, a2p, tollfree: Tollfree.initial }, now);
    const [past, future] = [new Date(days(1)), new Date(days(-1))];
    expect([gate(required(now)), gate(required(past)), gate(required(future))]).toEqual(['brand', 'brand', null]);
    expect(gate(required(past), '+14155550151')).toBeNull();
    expect(gate(required(past, '+18885550100'), '+18885550100')).toBe('toll-free');
    expect(gate(required(future, '+18885550100'), '+18885550100')).toBeNull();
    expect(gate(required(past, number, [...campaign, numberIs(number, 'registered', days(1))]))).toBeNull();
    // Moved and taken back; the same again is no news.
    const state = required(past);
    const again = (given: { from: string | null; number: E164 | null }) =>
      requireRegistration({ businessId, ...given }, state).length;
    const own = E164.parse(number);
    expect(again({ number: own, from: past.toISOString() })).toBe(0);
    expect(again({ number: own, from: future.toISOString() })).toBe(1);
    for (const given of [
      { number: null, from: past.toISOString() },
      { number: own, from: null },
    ]) {
      expect(again(given)).toBe(1);
      expect(
        gate(fold(A2pRegistration, [...happened([]), ...requireRegistration({ businessId, ...given }, state)])),
      ).toBeNull();
    }
    expect(requireRegistration({ businessId, number: null, from: null }, A2pRegistration.initial)).toEqual([]);
    expect(whyClosed({ number, a2p: state }, now)).toEqual({
      text: 'This number isn’t registered with the carriers.',
      cure: 'Register it in Settings, SMS registration.',
    });
    expect(whyClosed({ number: '+18885550100', a2p: required(past, '+18885550100') }, now)?.text).toBe(
      'This toll-free number isn’t verified by the carriers.',
    );
  });

  it('holds back no number of another country, no short code, and none that there isn’t', () => {
    for (const other of ['+14165550150', '+442071234567', '12345'])
      expect(gateOf([submitBrand], other), other).toBeNull();
    expect(closedGate({ number: null, a2p: A2pRegistration.initial, tollfree: Tollfree.initial }, now)).toBeNull();
    expect(['+14155550150', '+15005550006', '+14165550150', '+442071234567'].map(mayBeUs)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['requested', 'toll-free'],
    ['pending', 'toll-free'],
    ['in-review', 'toll-free'],
    ['rejected', 'toll-free'],
    ['approved', null],
  ] as const)('a toll-free number whose verification is %s', (status, gate) => {
    const request = { number: '+18335550100', status } as TollfreeRequest;
    const of = (asked: string) =>
      closedGate({ number: asked, a2p: A2pRegistration.initial, tollfree: new Map([['1', request]]) }, now);
    expect(of('+18335550100')).toBe(gate);
    expect(of('+18335550101')).toBeNull();
  });
});

describe('what a registered number may send', () => {
  const registered = (tier: Partial<CampaignReport>) =>
    fold(
      A2pRegistration,
      happened([
        ...brand,
        submitCampaign,
        campaignIs('verified', days(2), tier),
        numberIs(number, 'registered', days(1)),
      ]),
    );
  it.each([
    ['A', 'TOP', 225, 500_000],
    ['C', 'UPPER_MID', 120, 100_000],
    ['E', 'LOWER_MID', 12, 25_000],
    ['T', 'LOW', 3.75, 5_000],
    // What nobody has documented, or was not said yet, is the lowest.
    ['Q', 'ENORMOUS', 3.75, 5_000],
    [null, null, 3.75, 5_000],
  ] as const)('class %s and tier %s: %d segments a second, %i a day', (attClass, tmobileTier, perSecond, day) => {
    const limits = limitsOf({ number, a2p: registered({ attClass, tmobileTier }) }, now)!;
    expect(limits.segmentsPerSecond).toBeCloseTo(perSecond);
    expect(limits.dayMost).toBe(day);
    expect(limits.isKnown).toBe(attClass !== null);
  });

  it('goes by what the carrier says of its campaign before its class', () => {
    const limits = limitsOf(
      { number, a2p: registered({ attClass: 'C', attPerMinute: 600, tmobileTier: 'LOW' }) },
      now,
    )!;
    expect(limits.segmentsPerSecond).toBeCloseTo(30);
  });

  it.each<readonly [string, readonly Step[], string, string]>([
    ['a brand in review', [submitBrand, brandIs('in-review', days(1))], 'brand', 'Wait'],
    ['a brand that was refused', [submitBrand, brandIs('refused', days(1))], 'brand', 'Correct what'],
    ['no campaign yet', brand, 'campaign', 'Submit a campaign'],
    [
      'a campaign that was suspended',
      [...brand, submitCampaign, campaignIs('suspended', days(1))],
      'campaign',
      'operator to appeal',
    ],
    ['a number that waits', [...brand, submitCampaign, campaignIs('verified', days(1))], 'number', 'Wait'],
    [
      'a number that failed',
      [...brand, submitCampaign, campaignIs('verified', days(1)), numberIs(number, 'failed', days(1))],
      'number',
      'Correct what',
    ],
  ])('says of %s why the number may not send, and what to do', (_, steps, text, cure) => {
    const why = whyClosed({ number, a2p: fold(A2pRegistration, happened(steps)) }, now);
    expect(why?.text).toContain(text);
    expect(why?.cure).toContain(cure);
  });

  it.each([
    ['in-review', [], 'Wait for the carriers'],
    ['rejected', [{ code: 30795 }], 'Copy both from the IRS letter'],
    ['rejected', [{ code: null }], 'Correct what'],
  ] as const)('says of a toll-free number that is %s why it may not send, and what to do', (status, refusals, cure) => {
    const request = { number: '+18335550100', status, refusals } as unknown as TollfreeRequest;
    const of = { number: '+18335550100', a2p: A2pRegistration.initial, tollfree: new Map([['1', request]]) };
    expect(whyClosed(of, now)?.text).toContain('toll-free number isn’t verified');
    expect(whyClosed(of, now)?.cure).toContain(cure);
    expect(whyClosed({ ...of, number: '+18335550101' }, now)).toBeNull();
  });

  it('says nothing of a number that may send, and of a known code what clears it', () => {
    expect(whyClosed({ number, a2p: registered({}) }, now)).toBeNull();
    const refused = fold(A2pRegistration, happened([submitBrand, brandIs('refused', days(1))]));
    const problems = [{ code: '30795', message: 'x', fields: [] }];
    const a2p = { ...refused, brand: { ...refused.brand!, problems } };
    expect(whyClosed({ number, a2p }, now)?.cure).toBe('Copy both from the IRS letter (CP 575 or 147C).');
  });

  it('is 15 a minute at AT&T and 1,000 a day at T-Mobile for a sole proprietor, whatever the tier says', () => {
    const tier = { attClass: null, attPerMinute: null, tmobileTier: 'TOP' };
    const a2p = registered(tier);
    const content = { ...a2p.brand!.content, kind: 'sole-proprietor' as const };
    const limits = limitsOf({ number, a2p: { ...a2p, brand: { ...a2p.brand!, content } } }, now)!;
    expect(limits.segmentsPerSecond).toBeCloseTo(0.75);
    expect(limits.dayMost).toBe(2_500);
  });

  it('says nothing of a number without a verified campaign, nor of one elsewhere', () => {
    expect(limitsOf({ number, a2p: fold(A2pRegistration, happened(brand)) }, now)).toBeNull();
    const a2p = registered({ attClass: 'A', tmobileTier: 'TOP' });
    for (const other of ['+14165550150', '+18335550100', '12345', null])
      expect(limitsOf({ number: other, a2p }, now), String(other)).toBeNull();
  });

  it('begins a day at midnight Pacific time, also when clocks change', () => {
    for (const [at, day, next] of [
      ['2026-11-20T07:59:59Z', '2026-11-19', '2026-11-20T08:00:00.000Z'],
      ['2026-11-20T08:00:00Z', '2026-11-20', '2026-11-21T08:00:00.000Z'],
      // 23 and 25 hours.
      ['2026-03-08T08:00:00Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
      ['2026-11-01T07:00:00Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ] as const) {
      expect(tmobileDay(new Date(at))).toBe(day);
      expect(nextTmobileDay(new Date(at)).toISOString()).toBe(next);
    }
  });

  it('takes a figure of the days on which it holds', () => {
    const figures = [
      { value: 1, from: '2026-01-01', to: '2026-05-31' },
      { value: 2, from: '2026-06-01', to: null },
    ];
    expect(['2025-12-31', '2026-05-31', '2026-06-01', '2030-01-01'].map((day) => inForce(figures, day))).toEqual([
      1, 1, 2, 2,
    ]);
  });
});
