import { describe, expect, it } from 'vitest';
import { noOffer } from '../../../../domain/campaigns/fields.ts';
import {
  Coupon,
  CouponUsed,
  extendCoupon,
  issueCoupon,
  redeemCoupon,
  reminderTimes,
  remindHolder,
  revokeCoupon,
  undoRedemption,
} from '../../../../domain/coupons/coupon.ts';
import {
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponReminderSent,
  CouponRevoked,
  CouponUseReleased,
  CouponUseClaimed,
} from '../../../../domain/coupons/events.ts';
import { CouponUses, returnUse, takeUse } from '../../../../domain/coupons/uses.ts';
import { CouponId, TillId } from '../../../../domain/kernel/ids.ts';
import { TillClosed, TillOpened } from '../../../../domain/tills/events.ts';
import { closeTill, openTill, Tills } from '../../../../domain/tills/till.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId, contactId } from '../fixtures.ts';

const couponId = CouponId.parse('00000000-0000-4000-8000-00000000c001');
const ids = { couponId, campaignId, businessId, contactId };
const offer = { ...noOffer, discountType: 'percentage' as const, amount: 10, title: '10% off', reminders: [3] };
const now = '2026-11-20T12:00:00.000Z';
const timezone = 'UTC';
const expiresAt = '2026-12-04T23:59:59.999Z';
const issued = CouponIssued.create({
  ...ids,
  code: '7K2MQ-XN4RT',
  codeType: 'dynamic',
  offer: { discountType: 'percentage', amount: 10, title: '10% off' },
  expiresAt,
  timezone,
  reminders: [3],
  because: 'keyword',
});
const tillId = TillId.parse('00000000-0000-4000-8000-000000000711');
const redeemer = { by: 'till' as const, userId: null, tillId, till: 'Front counter' };
const [redemptionId, anotherId] = ['00000000-0000-4000-8000-00000000e001', '00000000-0000-4000-8000-00000000e002'];
const press = { redemptionId, redeemer, use: null, now, timezone };
const redeemed = CouponRedeemed.create({ ...ids, redemptionId, at: now, redeemer, use: null, expiresAt });
const undone = CouponRedemptionUndone.create({ ...ids, redemptionId, redeemer, expiresAt });

describe('a coupon', () => {
  const command = { ...ids, code: '7K2MQ-XN4RT', offer, because: 'keyword' as const, timezone, now };
  it('is issued once, good for fourteen days unless the campaign says otherwise', () => {
    given(Coupon)
      .when((coupon) => issueCoupon(command, coupon))
      .then([issued]);
    given(Coupon, [issued])
      .when((coupon) => issueCoupon(command, coupon))
      .then([]);
    given(Coupon)
      .when((coupon) => issueCoupon({ ...command, offer: noOffer }, coupon))
      .then([]);
  });
  it('has everybody’s code where that is static, and no end where there is none', () => {
    const forAll = { ...offer, codeType: 'static' as const, staticCode: 'SAVE10', dayToExpire: null };
    const [event] = issueCoupon({ ...command, offer: forAll }, Coupon.initial);
    expect(event).toMatchObject({ data: { code: 'SAVE10', codeType: 'static', expiresAt: null } });
  });
  it('is redeemed once; the second till is told', () => {
    given(Coupon, [issued])
      .when((coupon) => redeemCoupon(press, coupon))
      .then([redeemed]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => redeemCoupon(press, coupon))
      .thenRefused('coupon_used');
  });
  it('is not redeemed from the instant of its expiry on, unless it is extended before', () => {
    const end = expiresAt;
    given(Coupon, [issued])
      .when((coupon) => redeemCoupon({ ...press, now: end }, coupon))
      .thenRefused('coupon_invalid', /expired/);
    const later = CouponExtended.create({
      ...ids,
      expiresAt: '2026-12-31T23:59:59.999Z',
      timezone,
      formerly: expiresAt,
      reminders: [3],
    });
    given(Coupon, [issued])
      .when((coupon) => extendCoupon({ until: '2026-12-31T12:00:00.000Z', timezone, now }, coupon))
      .then([later]);
    given(Coupon, [issued])
      .when((coupon) => extendCoupon({ until: '2026-11-19', timezone, now }, coupon))
      .thenRefused('validation_failed');
    given(Coupon, [issued, later])
      .when((coupon) => redeemCoupon({ ...press, now: end }, coupon))
      .then([
        CouponRedeemed.create({
          ...ids,
          redemptionId,
          at: end,
          redeemer,
          use: null,
          expiresAt: '2026-12-31T23:59:59.999Z',
        }),
      ]);
  });
  it('tells the second till when and where it was used', () => {
    const { state } = given(Coupon, [issued, redeemed]);
    let told: unknown;
    try {
      redeemCoupon({ ...press, redemptionId: anotherId }, state);
    } catch (error) {
      told = error;
    }
    expect(told).toBeInstanceOf(CouponUsed);
    expect((told as CouponUsed).redeemed).toMatchObject({ at: now, redeemer: { till: 'Front counter' } });
  });
  const later = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
  it('comes back within minutes of a slip at the till, and not later', () => {
    const undo = (after: number) => ({ redemptionId, redeemer, now: later(after) });
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(undo(15), coupon))
      .then([undone]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(undo(16), coupon))
      .thenRefused('conflict', /older/);
    given(Coupon, [issued])
      .when((coupon) => undoRedemption(undo(1), coupon))
      .then([]);
    given(Coupon, [issued, redeemed, undone])
      .when((coupon) => redeemCoupon({ ...press, redemptionId: anotherId }, coupon))
      .then([CouponRedeemed.create({ ...redeemed.data, redemptionId: anotherId })]);
  });
  it('comes back by the press that is meant: a late undo of an earlier one leaves it redeemed', () => {
    const again = CouponRedeemed.create({ ...redeemed.data, redemptionId: anotherId });
    given(Coupon, [issued, redeemed, undone, again])
      .when((coupon) => undoRedemption({ redemptionId, redeemer, now: later(1) }, coupon))
      .then([]);
  });
  it('comes back where it was redeemed, or on a screen; what its holder pressed, at any till; never by its holder', () => {
    const elsewhere = { ...redeemer, tillId: TillId.parse('00000000-0000-4000-8000-000000000712'), till: 'Back' };
    const screen = { by: 'screen' as const, userId: null, tillId: null, till: null };
    const holder = { ...screen, by: 'holder' as const };
    const by = (who: typeof elsewhere | typeof screen | typeof holder) => ({ redemptionId, redeemer: who, now });
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(by(elsewhere), coupon))
      .thenRefused('conflict', /Front counter/);
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(by(holder), coupon))
      .thenRefused('forbidden');
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(by(screen), coupon))
      .then([{ type: 'CouponRedemptionUndone' }]);
    given(Coupon, [issued, CouponRedeemed.create({ ...redeemed.data, redeemer: holder })])
      .when((coupon) => undoRedemption(by(elsewhere), coupon))
      .then([{ type: 'CouponRedemptionUndone' }]);
  });
  it('of a code that everybody has is void when it was nobody’s and comes back', () => {
    const nobody = { contactId: null };
    given(Coupon, [
      CouponIssued.create({ ...issued.data, ...nobody }),
      CouponRedeemed.create({ ...redeemed.data, ...nobody }),
    ])
      .when((coupon) => undoRedemption({ redemptionId, redeemer, now }, coupon))
      .then([{ type: 'CouponRedemptionUndone' }, { type: 'CouponRevoked' }]);
  });
  it('is good for nothing once it is withdrawn', () => {
    const revoked = CouponRevoked.create({ ...ids, expiresAt });
    given(Coupon, [issued])
      .when((coupon) => revokeCoupon(null, coupon))
      .then([revoked]);
    given(Coupon, [issued, revoked])
      .when((coupon) => revokeCoupon(null, coupon))
      .then([]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => revokeCoupon(null, coupon))
      .thenRefused('conflict');
    given(Coupon, [issued, revoked])
      .when((coupon) => redeemCoupon(press, coupon))
      .thenRefused('coupon_invalid', /withdrawn/);
  });
  it('reminds once per reminder and expiry, and of nothing that is used, over or nobody’s', () => {
    const reminded = CouponReminderSent.create({ ...ids, days: 3, expiresAt });
    const remind = (at = now, end = expiresAt) => ({ days: 3, expiresAt: end, now: at, timezone });
    given(Coupon, [issued])
      .when((coupon) => remindHolder(remind(), coupon))
      .then([reminded]);
    const later = '2026-12-31T23:59:59.999Z';
    const extended = CouponExtended.create({ ...ids, expiresAt: later, timezone, formerly: expiresAt, reminders: [3] });
    for (const past of [
      [issued, reminded],
      [issued, redeemed],
      [issued, CouponRevoked.create({ ...ids, expiresAt })],
      [issued, extended],
      [CouponIssued.create({ ...issued.data, contactId: null })],
    ])
      given(Coupon, past)
        .when((coupon) => remindHolder(remind(), coupon))
        .then([]);
    given(Coupon, [issued])
      .when((coupon) => remindHolder(remind('2027-01-01T00:00:00.000Z'), coupon))
      .then([]);
    given(Coupon, [issued, reminded, extended])
      .when((coupon) => remindHolder(remind(now, later), coupon))
      .then([CouponReminderSent.create({ ...ids, days: 3, expiresAt: later })]);
  });
  it('reminds on the days that were chosen, none of them in the past', () => {
    const days = (from: string) => reminderTimes({ expiresAt, reminders: [3, 7, 20] }, from).map(({ days }) => days);
    expect(days(now)).toEqual([7, 3]);
    expect(days('2026-12-03T00:00:00.000Z')).toEqual([]);
    expect(reminderTimes({ expiresAt: null, reminders: [3] }, now)).toEqual([]);
  });
});

describe('a limited number of uses', () => {
  const use = { campaignId, businessId, couponId, redemptionId };
  const other = { ...use, couponId: CouponId.parse('00000000-0000-4000-8000-00000000c002'), redemptionId: anotherId };
  const taken = CouponUseClaimed.create({ ...use, use: 1 });
  const atOnce = CouponUseClaimed.create({ ...use, redemptionId: anotherId, use: 1 });
  it('is never exceeded; who has one keeps it', () => {
    given(CouponUses)
      .when((uses) => takeUse({ ...use, limit: 1 }, uses))
      .then([taken]);
    given(CouponUses, [taken])
      .when((uses) => takeUse({ ...use, limit: 1 }, uses))
      .then([]);
    given(CouponUses, [taken])
      .when((uses) => takeUse({ ...other, limit: 1 }, uses))
      .thenRefused('coupon_invalid');
  });
  it('is held together by two tills at once: the one that is refused takes nothing from the other', () => {
    given(CouponUses, [taken])
      .when((uses) => takeUse({ ...use, redemptionId: anotherId, limit: 1 }, uses))
      .then([atOnce]);
    given(CouponUses, [taken, atOnce, CouponUseReleased.create({ ...use, redemptionId: anotherId })])
      .when((uses) => takeUse({ ...other, limit: 1 }, uses))
      .thenRefused('coupon_invalid');
  });
  it('is free again when all have returned it', () => {
    const returned = CouponUseReleased.create(use);
    given(CouponUses, [taken])
      .when((uses) => returnUse(use, uses))
      .then([returned]);
    given(CouponUses)
      .when((uses) => returnUse(use, uses))
      .then([]);
    given(CouponUses, [taken, returned])
      .when((uses) => takeUse({ ...other, limit: 1 }, uses))
      .then([CouponUseClaimed.create({ ...other, use: 1 })]);
  });
});

describe('a till', () => {
  const opened = TillOpened.create({ businessId, tillId, name: 'Front counter' });
  it('is opened once, with a name of its own, and closed', () => {
    given(Tills)
      .when((tills) => openTill({ businessId, tillId, name: 'Front counter' }, tills))
      .then([opened]);
    given(Tills, [opened])
      .when((tills) => openTill({ businessId, tillId, name: 'Front counter' }, tills))
      .then([]);
    given(Tills, [opened])
      .when((tills) =>
        openTill(
          { businessId, tillId: TillId.parse('00000000-0000-4000-8000-000000000712'), name: 'front COUNTER' },
          tills,
        ),
      )
      .thenRefused('validation_failed');
    given(Tills, [opened])
      .when((tills) => closeTill({ businessId, tillId }, tills))
      .then([TillClosed.create({ businessId, tillId })]);
    given(Tills)
      .when((tills) => closeTill({ businessId, tillId }, tills))
      .thenRefused('not_found');
  });
});
