import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgencyId, BusinessId } from '../../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../../domain/kernel/money.ts';
import { Payer } from '../../../../domain/payments/payer.ts';
import { type Leg, Posting, sums } from '../../../../domain/wallets/accounts.ts';
import { Draft } from '../../../../domain/wallets/book.ts';
import { Buckets } from '../../../../domain/wallets/buckets.ts';
import type { PostingEvent, WalletEvent } from '../../../../domain/wallets/events.ts';
import * as funds from '../../../../domain/wallets/funds.ts';
import * as holds from '../../../../domain/wallets/holds.ts';
import * as recharge from '../../../../domain/wallets/recharge.ts';
import { Wallet } from '../../../../domain/wallets/wallet.ts';

const payer = Payer.parse({ kind: 'agency', id: AgencyId.parse(randomUUID()) });
const businessId = BusinessId.parse(randomUUID());
const standalone = Payer.parse({ kind: 'business', id: businessId });
const cents = (of: number) => ledgerAmount(of * 10_000);
const noon = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** A wallet that things happen to, one after the other. */
function story(start: Wallet = Wallet.initial) {
  let wallet = start;
  const events: WalletEvent[] = [];
  const told = {
    get wallet() {
      return wallet;
    },
    events,
    types: () => events.map(({ type }) => type),
    do(decide: (draft: Draft) => void, at: Date = noon) {
      const draft = new Draft(wallet, at);
      decide(draft);
      wallet = draft.wallet;
      events.push(...draft.events);
      return draft.events;
    },
    add: (chargeId: string, units: number, crossing: number | null = null) =>
      told.do((draft) => funds.addFunds({ payer, currency: usd, chargeId, units: cents(units), crossing }, draft)),
    hold: (holdId: string, units: number) =>
      told.do((draft) =>
        holds.hold({ payer, currency: usd, holdId, units: cents(units), expiresAt: later(5).toISOString() }, draft),
      ),
    capture: (holdId: string, quantity: number, each: { carrier?: number; price?: number; resale?: number } = {}) =>
      told.do((draft) =>
        holds.capture(
          {
            payer,
            currency: usd,
            holdId,
            businessId,
            totals: [
              {
                channel: 'sms',
                direction: 'out',
                country: 'US',
                carrierClass: 'local',
                quantity,
                carrier: cents((each.carrier ?? 1) * quantity),
                price: cents((each.price ?? 2) * quantity),
                resale: cents((each.resale ?? 5) * quantity),
              },
            ],
          },
          draft,
        ),
      ),
    grant: (units: number) =>
      told.do((draft) =>
        funds.grantCredit(
          { payer, currency: usd, grantId: randomUUID(), units: cents(units), reason: 'Welcome' },
          draft,
        ),
      ),
    balances: () => ({ wallet: wallet.wallet / 10_000, credit: wallet.credit / 10_000, held: wallet.held / 10_000 }),
    parked: () => wallet.contradictions.map(({ code }) => code),
  };
  return told;
}
const legsOf = (events: readonly WalletEvent[]) =>
  events.flatMap((event) => ('posting' in event.data ? (event.data.posting as readonly Leg[]) : []));
const byAccount = (events: readonly WalletEvent[]) =>
  Object.fromEntries(
    [...Map.groupBy(legsOf(events), ({ account }) => account)].map(([account, legs]) => [
      account.replace(/[0-9a-f-]{36}/, 'ID'),
      legs.reduce((sum, { units }) => sum + units / 10_000, 0),
    ]),
  );

describe('a posting', () => {
  it('can’t be made unless it adds up to zero in each currency', () => {
    const leg = (account: string, units: number, currency = 'USD') => ({ account, currency, units });
    expect(Posting.safeParse([leg('wallet', 5), leg('cash:stripe', -5)]).success).toBe(true);
    expect(Posting.safeParse([leg('wallet', 5), leg('cash:stripe', -4)]).success).toBe(false);
    expect(Posting.safeParse([leg('wallet', 5), leg('cash:stripe', -5, 'EUR')]).success).toBe(false);
    expect(Posting.safeParse([leg('wallet', 0), leg('cash:stripe', 0)]).success).toBe(false);
    expect(Posting.safeParse([leg('somewhere', 5), leg('wallet', -5)]).success).toBe(false);
  });
});

describe('money in and out', () => {
  it('books a charge once, whoever tells of it', () => {
    const told = story();
    told.add('pi_1', 100);
    expect(told.add('pi_1', 100)).toEqual([]);
    expect(told.types()).toEqual(['WalletOpened', 'FundsAdded']);
    expect(told.balances()).toEqual({ wallet: 100, credit: 0, held: 0 });
  });

  it('parks what can’t be so, books nothing of it, and says it once', () => {
    const told = story();
    told.add('pi_1', 100);
    const refund = (refundId: string, chargeId: string, units: number) =>
      told.do((draft) => funds.refundFunds({ payer, currency: usd, refundId, chargeId, units: cents(units) }, draft));
    told.add('pi_1', 90);
    refund('re_1', 'pi_1', 60);
    refund('re_1', 'pi_1', 50);
    refund('re_2', 'pi_1', 60);
    refund('re_3', 'pi_2', 1);
    refund('re_3', 'pi_2', 1);
    expect(told.parked()).toEqual([
      'charge-told-differently',
      'refund-told-differently',
      'more-returned-than-charged',
      'charge-unknown',
    ]);
    expect(told.balances()).toEqual({ wallet: 40, credit: 0, held: 0 });
    expect(() => told.hold(randomUUID(), 1)).toThrow(expect.objectContaining({ code: 'wallet_parked' }));
    told.do((draft) => funds.resolve({ payer, reason: 'Looked at it.' }, draft));
    refund('re_3', 'pi_2', 1);
    expect(told.parked()).toEqual([]);
    told.hold(randomUUID(), 1);
  });

  it('takes a dispute as it stands, in whatever order it was heard of', () => {
    const dispute = (told: ReturnType<typeof story>, status: 'open' | 'won' | 'lost') =>
      told.do((draft) =>
        funds.recordDispute(
          { payer, currency: usd, disputeId: 'dp_1', chargeId: 'pi_1', units: cents(100), status },
          draft,
        ),
      );
    for (const said of [['open', 'lost'], ['lost'], ['lost', 'open'], ['open', 'lost', 'lost']] as const) {
      const told = story();
      told.add('pi_1', 100);
      for (const status of said) dispute(told, status);
      expect(told.balances().wallet).toBe(0);
      expect(byAccount(told.events)).toMatchObject({ disputed: 0, 'cash:stripe': 0 });
    }
    const won = story();
    won.add('pi_1', 100);
    dispute(won, 'open');
    expect(won.balances().wallet).toBe(0);
    dispute(won, 'won');
    expect(won.balances().wallet).toBe(100);
  });

  it('reverses by the legs that were booked, once', () => {
    const told = story();
    told.grant(3);
    told.add('pi_1', 100);
    const holdId = randomUUID();
    told.hold(holdId, 10);
    const [captured] = told.capture(holdId, 4, { price: 2 });
    told.do((draft) => holds.release({ payer, holdId }, draft));
    expect(told.balances()).toEqual({ wallet: 95, credit: 0, held: 0 });
    const id = randomUUID();
    const original = { ...(captured as PostingEvent), id };
    told.do((draft) => funds.reverse({ payer, reversalId: randomUUID(), reason: 'A mistake', original }, draft));
    expect(told.balances()).toEqual({ wallet: 100, credit: 3, held: 0 });
    expect(byAccount(told.events)).toMatchObject({ 'carrier:cost': 0, 'platform:revenue': 0, 'business:ID': 0 });
    expect(() =>
      told.do((draft) => funds.reverse({ payer, reversalId: randomUUID(), reason: 'Again', original }, draft)),
    ).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

it('charges a fee once, credit first and below zero if need be, and gives it back when it is reversed', () => {
  const told = story();
  told.add('pi_1', 3);
  told.grant(2);
  const charge = (draft: Draft) => {
    const fee = {
      feeId: businessId,
      holdId: businessId,
      businessId,
      what: 'brand-low-volume',
      units: cents(7),
    } as const;
    funds.chargeFee({ payer, currency: usd, ...fee }, draft);
  };
  const [charged] = told.do(charge);
  expect(told.do(charge)).toEqual([]);
  expect(told.balances()).toEqual({ wallet: -2, credit: 0, held: 0 });
  expect(byAccount([charged!])).toMatchObject({ 'carrier:cost': 7 });
  const original = { ...(charged as PostingEvent), id: randomUUID() };
  told.do((draft) => {
    funds.reverse({ payer, reversalId: randomUUID(), reason: 'Sorry', original }, draft);
  });
  expect(told.balances()).toEqual({ wallet: 3, credit: 2, held: 0 });
});

it('charges a fee out of what is held for it, which no one else can spend', () => {
  const told = story();
  told.add('pi_1', 5);
  const [holdId, feeId] = [randomUUID(), randomUUID()];
  const keep = (id: string) => (draft: Draft) => {
    holds.hold({ payer, currency: usd, holdId: id, units: cents(4), expiresAt: '2030-01-01T00:00:00.000Z' }, draft);
  };
  told.do(keep(holdId));
  expect(told.do(keep(holdId))).toEqual([]);
  expect(() => told.do(keep(randomUUID()))).toThrow('enough funds');
  expect(told.balances()).toEqual({ wallet: 1, credit: 0, held: 4 });
  const charged = told.do((draft) => {
    const fee = { feeId, holdId, businessId, what: 'brand-low-volume', units: cents(4) } as const;
    funds.chargeFee({ payer, currency: usd, ...fee }, draft);
  });
  expect(charged.map(({ type }) => type)).toEqual(['HoldReleased', 'FeeCharged']);
  expect(told.balances()).toEqual({ wallet: 1, credit: 0, held: 0 });
});

describe('what people of the platform do to a wallet', () => {
  const reason = 'Agreed by phone';
  type Named = (id: string, units: number, seen?: number) => (draft: Draft) => void;
  const grant: Named = (grantId, units, seen) => (draft) => {
    funds.grantCredit({ payer, currency: usd, grantId, units: cents(units), reason, seen }, draft);
  };
  const adjust: Named = (adjustmentId, units, seen) => (draft) => {
    funds.adjustWallet({ payer, currency: usd, adjustmentId, units: cents(units), reason, seen }, draft);
  };
  /** One that was granted by hand, with the grant that can be reversed, and parked. */
  const parked = () => {
    const told = story();
    const [, granted] = told.do(grant(randomUUID(), 3));
    told.do((draft) => {
      draft.park(payer, { code: 'charge-unknown', about: 're_1', expected: null, found: cents(1) });
    });
    const original = { ...(granted as PostingEvent), id: randomUUID() };
    return { told, original };
  };
  const reverse =
    (original: PostingEvent & { id: string }): Named =>
    (reversalId, _, seen) =>
    (draft) => {
      funds.reverse({ payer, reversalId, reason, original, seen }, draft);
    };
  const resolve: Named = (_, __, seen) => (draft) => {
    funds.resolve({ payer, reason, seen }, draft);
  };

  it.each([
    ['grant', () => grant],
    ['adjust', () => adjust],
    ['reverse', reverse],
    ['resolve', () => resolve],
  ] as const)('%s: once, and only as the person saw the wallet', (_, of) => {
    const { told, original } = parked();
    const act = of(original);
    const id = randomUUID();
    const before = told.wallet;
    expect(() => told.do(act(id, 5, before.byHand - 1))).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(told.wallet).toBe(before);
    expect(told.do(act(id, 5, before.byHand))).toHaveLength(1);
    expect(told.wallet.byHand).toBe(before.byHand + 1);
    expect(told.do(act(id, 5, before.byHand))).toEqual([]);
    expect(sums(legsOf(told.events)).get(usd)).toBe(0);
  });

  it.each([
    ['grant', grant],
    ['adjust', adjust],
  ] as const)('%s: the same again with another amount, or in another currency, is refused', (_, act) => {
    const told = story();
    const id = randomUUID();
    told.do(act(id, 5));
    expect(() => told.do(act(id, 6))).toThrow(expect.objectContaining({ code: 'conflict' }));
    const euros = story({ ...told.wallet, currency: 'EUR' as typeof usd });
    expect(() => euros.do(act(randomUUID(), 5))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('reverses no money that came from outside', () => {
    const told = story();
    const [, added] = told.add('pi_1', 100);
    const original = { ...(added as PostingEvent), id: randomUUID() };
    expect(() => told.do(reverse(original)(randomUUID(), 0))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('releases what is left of a hold once', () => {
    const told = story();
    told.add('pi_1', 100);
    told.hold('4b1d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a', 10);
    const release = () =>
      told.do((draft) => holds.release({ payer, holdId: '4b1d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a' }, draft));
    expect(release()).toHaveLength(1);
    expect(release()).toEqual([]);
    expect(told.balances()).toEqual({ wallet: 100, credit: 0, held: 0 });
  });
});

describe('a hold', () => {
  it('takes credit first, and never more than there is', () => {
    const told = story();
    told.add('pi_1', 10);
    told.grant(3);
    told.hold(randomUUID(), 5);
    expect(told.balances()).toEqual({ wallet: 8, credit: 0, held: 5 });
    expect(() => told.hold(randomUUID(), 9)).toThrow(expect.objectContaining({ code: 'insufficient_funds' }));
    told.hold(randomUUID(), 8);
    expect(told.balances()).toEqual({ wallet: 0, credit: 0, held: 13 });
  });

  it('is one, however often it is asked for', () => {
    const told = story();
    told.add('pi_1', 10);
    const holdId = randomUUID();
    told.hold(holdId, 5);
    expect(told.hold(holdId, 5)).toEqual([]);
    expect(() => told.hold(holdId, 6)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('is captured by a running total: twice, late and out of order adds nothing', () => {
    const told = story();
    told.add('pi_1', 100);
    const holdId = randomUUID();
    told.hold(holdId, 20);
    told.capture(holdId, 5);
    told.capture(holdId, 3);
    told.capture(holdId, 5);
    told.capture(holdId, 8);
    expect(told.balances()).toEqual({ wallet: 80, credit: 0, held: 4 });
    told.do((draft) => holds.release({ payer, holdId }, draft));
    expect(told.do((draft) => holds.release({ payer, holdId }, draft))).toEqual([]);
    expect(told.balances()).toEqual({ wallet: 84, credit: 0, held: 0 });
  });

  it('gives back to where it came from', () => {
    const told = story();
    told.add('pi_1', 10);
    told.grant(6);
    const holdId = randomUUID();
    told.hold(holdId, 10);
    told.capture(holdId, 1, { price: 4 });
    told.do((draft) => holds.release({ payer, holdId }, draft));
    expect(told.balances()).toEqual({ wallet: 10, credit: 2, held: 0 });
  });

  it('does not keep what was accepted late from being booked, also below zero', () => {
    const told = story();
    told.add('pi_1', 10);
    const holdId = randomUUID();
    told.hold(holdId, 10);
    told.do((draft) => holds.expire({ payer, holdId }, draft), later(4));
    expect(told.balances().held).toBe(10);
    told.do((draft) => holds.expire({ payer, holdId }, draft), later(5));
    expect(told.balances()).toEqual({ wallet: 10, credit: 0, held: 0 });
    told.hold(randomUUID(), 9);
    told.capture(holdId, 3);
    expect(told.balances()).toEqual({ wallet: -5, credit: 0, held: 9 });
    told.grant(5);
    told.capture(holdId, 4);
    expect(told.balances()).toEqual({ wallet: -5, credit: 3, held: 9 });
    expect(() => told.hold(randomUUID(), 1)).toThrow(expect.objectContaining({ code: 'insufficient_funds' }));
  });

  it('books the three levels of a text in one posting', () => {
    const told = story();
    told.add('pi_1', 100);
    const holdId = randomUUID();
    told.hold(holdId, 20);
    const booked = told.capture(holdId, 10, { carrier: 0.5, price: 0.79, resale: 2 });
    expect(booked).toHaveLength(1);
    expect(byAccount(booked)).toEqual({
      'held:sending': -7.9,
      'carrier:cost': 5,
      'platform:revenue': 2.9,
      'business:ID': -20,
      'agency:cost': 7.9,
      'agency:margin': 12.1,
    });
  });

  it('books two levels where a business pays for itself', () => {
    const draft = new Draft(Wallet.initial, noon);
    const totals = { quantity: 1, carrier: cents(1), price: cents(2), resale: cents(9) };
    const line = { channel: 'mms', direction: 'out', country: 'US', carrierClass: 'local' } as const;
    holds.capture(
      { payer: standalone, currency: usd, holdId: randomUUID(), businessId, totals: [{ ...line, ...totals }] },
      draft,
    );
    expect(byAccount(draft.events)).toEqual({ wallet: -2, 'carrier:cost': 1, 'platform:revenue': 1 });
  });

  it('parks totals of which one grew and another shrank', () => {
    const told = story();
    told.add('pi_1', 100);
    const holdId = randomUUID();
    told.hold(holdId, 50);
    told.capture(holdId, 5);
    told.capture(holdId, 6, { price: 1 });
    expect(told.parked()).toEqual(['totals-went-back']);
    expect(told.balances().held).toBe(40);
  });

  it('parks an amount that can’t be counted exactly', () => {
    const told = story();
    told.add('pi_1', 500_000_000_000);
    told.add('pi_2', 500_000_000_000);
    expect(told.parked()).toEqual(['amount-out-of-range']);
    expect(told.balances().wallet).toBe(500_000_000_000);
  });
});

describe('a wallet that fills itself', () => {
  const setting = { below: 1000, amount: 2000, mostPerDay: 6000 };
  function filling() {
    const told = story();
    told.add('pi_0', 1500);
    told.do((draft) => recharge.setAutoRecharge({ payer, recharge: setting }, draft));
    const consider = (at: Date = noon) => told.do((draft) => recharge.considerRecharge(payer, draft), at);
    const spend = (units: number) => told.hold(randomUUID(), units);
    return { told, consider, spend };
  }

  it('asks once for a crossing, however often it is looked at', () => {
    const { told, consider, spend } = filling();
    expect(consider()).toEqual([]);
    spend(600);
    expect(consider()).toMatchObject([{ type: 'RechargeRequested', data: { crossing: 1, amount: 2000 } }]);
    for (let times = 0; times < 15; times += 1) {
      spend(10);
      expect(consider()).toEqual([]);
    }
    told.add('pi_1', 2000, 1);
    expect(told.wallet.recharge.inFlight).toBeNull();
    expect(consider()).toEqual([]);
  });

  it('stops after a decline until the card, the balance or the setting changes', () => {
    const { told, consider, spend } = filling();
    const decline = (crossing: number) =>
      told.do((draft) => recharge.declineRecharge({ payer, crossing, code: 'card_declined' }, draft));
    const changes = [
      () => told.do((draft) => recharge.resumeRecharge({ payer }, draft)),
      () => told.add(`pi_${randomUUID()}`, 1),
      () => told.grant(1),
      () => told.do((draft) => recharge.setAutoRecharge({ payer, recharge: { ...setting, below: 1001 } }, draft)),
    ];
    spend(600);
    changes.forEach((change, index) => {
      const asked = consider(later(index * 20));
      expect(asked).toMatchObject([{ type: 'RechargeRequested', data: { crossing: index + 1 } }]);
      decline(index + 1);
      expect(decline(index + 1)).toEqual([]);
      expect(consider()).toEqual([]);
      expect(consider(later(24 * 60))).toEqual([]);
      change();
    });
  });

  it('stays stopped when it hears late of a card that was changed before the recharge was asked for', () => {
    const { told, consider, spend } = filling();
    spend(600);
    consider(later(10));
    told.do((draft) => recharge.declineRecharge({ payer, crossing: 1, code: 'card_declined' }, draft));
    const resume = (minutes: number) =>
      told.do((draft) => recharge.resumeRecharge({ payer, changedAt: later(minutes).toISOString() }, draft));
    expect(resume(9)).toEqual([]);
    expect(resume(11)).toMatchObject([{ type: 'RechargeResumed' }]);
  });

  it('is resumed only where it was stopped: while it is charged, and a second time, that is no news', () => {
    const { told, consider, spend } = filling();
    const resume = () => told.do((draft) => recharge.resumeRecharge({ payer }, draft));
    expect(resume()).toEqual([]);
    spend(600);
    consider(later(10));
    expect(resume()).toEqual([]);
    told.do((draft) => recharge.declineRecharge({ payer, crossing: 1, code: 'card_declined' }, draft));
    // What comes with it is the request of the next crossing, at most.
    expect(resume().filter(({ type }) => type === 'RechargeResumed')).toHaveLength(1);
    expect(resume().filter(({ type }) => type === 'RechargeResumed')).toEqual([]);
  });

  it('keeps to the limit a day (UTC); what was declined does not count', () => {
    const { told, consider, spend } = filling();
    spend(600);
    for (const crossing of [1, 2, 3]) {
      expect(consider(later(crossing * 60))).toMatchObject([{ type: 'RechargeRequested', data: { crossing } }]);
      told.add(`pi_${crossing}`, 2000, crossing);
      spend(2000);
    }
    expect(consider(later(300))).toEqual([]);
    expect(consider(new Date('2026-11-21T00:00:00Z'))).toMatchObject([{ data: { crossing: 4 } }]);
  });

  it('raises an alarm at the third within ten minutes', () => {
    const { told, consider, spend } = filling();
    told.do((draft) => recharge.setAutoRecharge({ payer, recharge: { ...setting, mostPerDay: 100_000 } }, draft));
    spend(600);
    const types: string[][] = [];
    for (const [index, minute] of [0, 11, 15, 20, 21].entries()) {
      types.push(consider(later(minute)).map(({ type }) => type));
      told.add(`pi_${index + 1}`, 2000, index + 1);
      spend(2000);
    }
    expect(types.map((of) => of.includes('RechargeAlarmRaised'))).toEqual([false, false, false, true, false]);
  });

  it('asks for nothing while it is parked', () => {
    const { told, consider, spend } = filling();
    spend(600);
    told.add('pi_0', 1);
    expect(told.parked()).toEqual(['charge-told-differently']);
    expect(consider()).toEqual([]);
  });
});

describe('a map of many', () => {
  it('holds what a map holds, and leaves the one before as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer())), (entries) => {
        let [map, plain] = [Buckets.empty<number>(), new Map<string, number>()];
        for (const [id, value] of entries) {
          const before = map;
          const had = before.get(id);
          map = map.with(id, value);
          plain = new Map(plain).set(id, value);
          expect(before.get(id)).toBe(had);
        }
        expect(new Map(map.entries())).toEqual(plain);
        expect(map.size).toBe(plain.size);
      }),
    );
    expect([...sums([]).entries()]).toEqual([]);
  });
});
