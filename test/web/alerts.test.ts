import { describe, expect, test } from 'vitest';
import {
  a2pOf,
  a2pSeen,
  alertsOf,
  confirmsA2p,
  dialogOf,
  isGrave,
  needsNumberRegistration,
} from '../../web/session/alerts.ts';
import { usageOf } from '../../web/shell/allowance.ts';
import { agency, business, operator, standalone } from './accounts.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
const kinds = (profile: ReturnType<typeof business>) => alertsOf(profile, now).map((alert) => alert.kind);

test('an account in order has no alerts and no dialogs, whoever it is', () => {
  for (const profile of [operator(), agency(), business(), standalone()])
    expect([alertsOf(profile, now), dialogOf(profile, now)]).toEqual([[], null]);
});

test('operators are told of the platform’s money, the gravest first, and only of what there is', () => {
  const of = (parked_wallets: number, proof_faults: number, unmatched_charges: number) =>
    alertsOf({ ...operator(), money_alerts: { parked_wallets, proof_faults, unmatched_charges } }, now);
  expect(of(0, 0, 0)).toEqual([]);
  const all = of(1, 2, 3);
  expect(all).toEqual([
    { kind: 'proofFaults', count: 2 },
    { kind: 'unmatchedCharges', count: 3 },
    { kind: 'parkedWallets', count: 1 },
  ]);
  expect(all.every(isGrave)).toBe(true);
  expect(of(0, 0, 1)).toEqual([{ kind: 'unmatchedCharges', count: 1 }]);
});

describe('number registration', () => {
  const of = (number_status: string | null, phone_number: string | null = '+15550100') =>
    business({ number_status, phone_number }, { use_bandwidth: true });
  test.each(['completed', 'in-progress', 'pending', 'verified', 'resolved - verified'])(
    '%s counts as registered',
    (status) => {
      expect(kinds(of(status))).toEqual([]);
    },
  );
  test.each(['rejected', 'resolved', '', null])('%j does not', (status) => {
    expect(kinds(of(status))).toEqual(['numberRegistration']);
  });
  test('nor does a missing number', () => {
    expect(kinds(of('verified', null))).toEqual(['numberRegistration']);
  });
  test('it concerns bandwidth-based businesses only', () => {
    expect(needsNumberRegistration(business({ number_status: null }))).toBe(false);
  });
});

describe('a missing number', () => {
  test('is told to a business that could text with one, and to nobody else', () => {
    expect(kinds(business({ phone_number: null }))).toEqual(['noNumber']);
    expect(kinds(business({ phone_number: null, is_template: true }))).toEqual([]);
    expect(kinds(business({ phone_number: '+15550100' }))).toEqual([]);
    expect(kinds(agency())).toEqual([]);
  });
});

test('an agency that has to pay is told to its businesses, since nothing of theirs is sent', () => {
  const { agency: payer } = business({}).business!;
  expect(kinds(business({ agency: { ...payer!, is_unpaid: true } }))).toEqual(['agencyUnpaid']);
  expect(kinds(business({ agency: payer }))).toEqual([]);
  expect(kinds(agency())).toEqual([]);
});

describe('the A2P subscription', () => {
  const of = (status: string | null, end: string | null = null, free_fee = false) =>
    business({ free_fee }, { a2p_subscription_status: status, a2p_subscription_end_at: end });
  test.each(['active', 'trialing'])('%s is in order', (status) => {
    expect(a2pOf(of(status), now)).toEqual({ kind: 'ok' });
  });
  test('never bought, although it is for sale, is an alert and a dialog', () => {
    const never = (a2p_ok: boolean, free_fee = false) =>
      business({ free_fee }, { a2p_ok, a2p_subscription_status: null, a2p_subscription_end_at: null });
    expect([kinds(never(false)), dialogOf(never(false), now)]).toEqual([['registrationInactive'], 'smsRegistration']);
    expect([kinds(never(true)), dialogOf(never(true), now)]).toEqual([[], null]);
    expect([kinds(never(false, true)), dialogOf(never(false, true), now)]).toEqual([[], null]);
  });
  test('nothing is said as long as no status is known', () => {
    expect([a2pOf(of(null, daysFromNow(-30)), now), kinds(of(null, daysFromNow(-30)))]).toEqual([
      { kind: 'unknown' },
      [],
    ]);
  });
  test('anything else is an alert and a dialog', () => {
    for (const status of ['canceled', 'past_due', 'incomplete'])
      expect([kinds(of(status)), dialogOf(of(status), now)]).toEqual([['registrationInactive'], 'smsRegistration']);
  });
  test('a free fee covers it', () => {
    expect([kinds(of('canceled', null, true)), dialogOf(of('canceled', null, true), now)]).toEqual([[], null]);
  });
  test('within seven days of its end it terminates seven days after that end, and that day is shown', () => {
    for (const days of [-6.99, -1, 0, 3]) {
      const profile = of('canceled', daysFromNow(days));
      expect(alertsOf(profile, now)).toEqual([{ kind: 'registrationEnding', terminates: daysFromNow(days + 7) }]);
      expect(dialogOf(profile, now)).toBeNull();
    }
  });
  test('after that it is inactive', () => {
    for (const days of [-7, -7.01, -400])
      expect(kinds(of('canceled', daysFromNow(days)))).toEqual(['registrationInactive']);
  });
});

describe("use of the month's limits", () => {
  test.each([
    ['messages', 'usage_messages', 'no_messages'],
    ['contacts', 'usage_contacts', 'no_contacts'],
  ] as const)('%s: a warning from 90 %, danger from 100 %', (kind, used, limit) => {
    const of = (value: number, most: number | null) => alertsOf(business({ [used]: value, [limit]: most }), now);
    expect([of(89, 100), of(899, 1000), of(5000, null)]).toEqual([[], [], []]);
    expect(of(90, 100)).toEqual([{ kind, level: 'warning', used: 90, limit: 100 }]);
    expect(of(99, 100)).toMatchObject([{ level: 'warning' }]);
    expect(of(100, 100)).toEqual([{ kind, level: 'full', used: 100, limit: 100 }]);
    expect(of(130, 100)).toMatchObject([{ level: 'full' }]);
  });
});

test('what does not work any more comes before what will not soon', () => {
  const profile = business(
    { usage_messages: 95, no_messages: 100, usage_contacts: 9, no_contacts: 9, number_status: 'rejected' },
    { use_bandwidth: true, a2p_subscription_status: 'canceled' },
  );
  expect(alertsOf(profile, now).map((alert) => alert.kind)).toEqual([
    'registrationInactive',
    'contacts',
    'numberRegistration',
    'messages',
  ]);
});

describe('money of an agency', () => {
  test.each([
    [2, 'active', true],
    [2, 'past_due', false],
    [1, 'active', false],
    [null, 'active', false],
    [2, null, false],
  ] as const)('credit status %s and Stripe %s: %s', (credit_status, stripe_status, shown) => {
    expect(kinds(agency({}, { credit_status, stripe_status })).includes('credit')).toBe(shown);
    expect(kinds(business({}, { credit_status, stripe_status })).includes('credit')).toBe(false);
  });
  test('a payment that failed stops everything', () => {
    for (const stripe_status of ['past_due', 'unpaid'])
      expect(dialogOf(agency({}, { stripe_status }), now)).toBe('paymentFailed');
    for (const stripe_status of ['active', 'trialing', null])
      expect(dialogOf(agency({}, { stripe_status }), now)).toBeNull();
    expect(dialogOf(standalone({}, { stripe_status: 'unpaid' }), now)).toBe('paymentFailed');
    expect(dialogOf(business({}, { stripe_status: 'past_due' }), now)).toBeNull();
    expect(dialogOf(agency({ free_fee: true }, { stripe_status: 'past_due' }), now)).toBeNull();
    expect(dialogOf(agency({}, { stripe_status: 'past_due', payments: false }), now)).toBeNull();
  });
});

describe('the A2P confirmation', () => {
  const due = (
    profile: ReturnType<typeof business>,
    path = '/business/livechat',
    type: string | null = null,
    at = now,
  ) => confirmsA2p(profile, { path, type }, at);
  const unregistered = (a2p_confirmed_on: string | null = null) =>
    business({}, { a2p_subscription_status: 'canceled', a2p_confirmed_on });
  test('is asked for where texts are written, not elsewhere, nor before a type is chosen, nor for email', () => {
    const edit = '/business/broadcasts/0b7a/edit';
    expect([
      due(unregistered()),
      due(unregistered(), edit, 'sms'),
      due(unregistered(), edit, 'mms'),
      due(unregistered(), edit, 'email'),
      due(unregistered(), edit),
      due(unregistered(), '/business/broadcasts/create'),
      due(unregistered(), '/business/dashboard'),
    ]).toEqual([true, true, true, false, false, false, false]);
  });
  test('once a day of UTC', () => {
    expect([due(unregistered('2026-11-21')), due(unregistered('2026-11-20'))]).toEqual([false, true]);
    expect(due(unregistered('2026-11-21'), '/business/livechat', null, new Date('2026-11-22T00:00:00Z'))).toBe(true);
  });
  test('and closed, it does not come back that day to that user in this browser', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    a2pSeen.note('ann', now, storage);
    expect([a2pSeen.today('ann', now, storage), a2pSeen.today('bob', now, storage)]).toEqual([true, false]);
    expect(a2pSeen.today('ann', new Date('2026-11-22T00:00:00Z'), storage)).toBe(false);
  });
  test('only where there is something to confirm', () => {
    expect([
      due(business()),
      due(business({}, { a2p_subscription_status: 'active' })),
      due(business({ free_fee: true }, { a2p_subscription_status: 'canceled' })),
    ]).toEqual([false, false, false]);
    expect(due(business({}, { use_bandwidth: true }))).toBe(true);
    expect(due(business({}, { a2p_subscription_status: 'canceled', a2p_subscription_end_at: daysFromNow(-1) }))).toBe(
      true,
    );
  });
});

describe("an agency's free allowance", () => {
  test('what is free is metered; what has no allowance is no noise', () => {
    expect(usageOf(agency({ usage_messages: 50, usage_numbers: 3 }).agency!)).toEqual([]);
    expect(
      usageOf(
        agency({
          free_numbers: 4,
          usage_numbers: 1,
          free_messages: 100,
          usage_messages: 95,
          free_calls: 10,
          usage_calls: 30,
        }).agency!,
      ),
    ).toEqual([
      { kind: 'numbers', used: 1, free: 4, share: 0.25, level: 'ok' },
      { kind: 'messages', used: 95, free: 100, share: 0.95, level: 'warning' },
      { kind: 'minutes', used: 30, free: 10, share: 1, level: 'full' },
    ]);
  });
});
