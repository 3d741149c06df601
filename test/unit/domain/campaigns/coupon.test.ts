import { describe, expect, it } from 'vitest';
import { noOffer } from '../../../../domain/campaign/fields.ts';
import {
  Coupon,
  CouponUses,
  extendCoupon,
  issueCoupon,
  redeemCoupon,
  remindHolder,
  returnUse,
  revokeCoupon,
  takeUse,
  undoRedemption,
} from '../../../../domain/coupon/coupon.ts';
import {
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponReminded,
  CouponRevoked,
  CouponUseReturned,
  CouponUseTaken,
} from '../../../../domain/coupon/events.ts';
import { CouponId } from '../../../../domain/kernel/ids.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId, contactId } from '../fixtures.ts';

const couponId = CouponId.parse('00000000-0000-4000-8000-00000000c001');
const ids = { couponId, campaignId, businessId, contactId };
const offer = { ...noOffer, discountType: 'percentage' as const, amount: 10, title: '10% off' };
const now = '2026-11-20T12:00:00.000Z';
const issued = CouponIssued.create({
  ...ids,
  code: '7K2MQ-XN4RT',
  codeType: 'dynamic',
  offer: { discountType: 'percentage', amount: 10, title: '10% off' },
  expiresAt: '2026-12-04T12:00:00.000Z',
  because: 'keyword',
});
const redeemer = { by: 'till' as const, userId: null, till: 'Front counter' };
const redeemed = CouponRedeemed.create({ ...ids, redeemer, use: null });

describe('a coupon', () => {
  const command = { ...ids, code: '7K2MQ-XN4RT', offer, because: 'keyword' as const, now };
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
      .when((coupon) => redeemCoupon({ redeemer, use: null, now }, coupon))
      .then([redeemed]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => redeemCoupon({ redeemer, use: null, now }, coupon))
      .thenRefused('coupon_used');
  });
  it('is not redeemed from the instant of its expiry on, unless it is extended before', () => {
    const end = '2026-12-04T12:00:00.000Z';
    given(Coupon, [issued])
      .when((coupon) => redeemCoupon({ redeemer, use: null, now: end }, coupon))
      .thenRefused('coupon_invalid', /expired/);
    const later = CouponExtended.create({ ...ids, expiresAt: '2026-12-31T12:00:00.000Z' });
    given(Coupon, [issued])
      .when((coupon) => extendCoupon({ expiresAt: '2026-12-31T12:00:00.000Z', now }, coupon))
      .then([later]);
    given(Coupon, [issued])
      .when((coupon) => extendCoupon({ expiresAt: '2026-11-01T12:00:00.000Z', now }, coupon))
      .thenRefused('validation_failed');
    given(Coupon, [issued, later])
      .when((coupon) => redeemCoupon({ redeemer, use: null, now: end }, coupon))
      .then([redeemed]);
  });
  it('comes back within minutes of a slip at the till, and not later', () => {
    const undo = (after: number) => ({
      redeemer,
      redeemedAt: now,
      now: new Date(Date.parse(now) + after * 60_000).toISOString(),
    });
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(undo(15), coupon))
      .then([CouponRedemptionUndone.create({ ...ids, redeemer })]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => undoRedemption(undo(16), coupon))
      .thenRefused('conflict');
    given(Coupon, [issued])
      .when((coupon) => undoRedemption(undo(1), coupon))
      .then([]);
  });
  it('is good for nothing once it is withdrawn', () => {
    const revoked = CouponRevoked.create(ids);
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
      .when((coupon) => redeemCoupon({ redeemer, use: null, now }, coupon))
      .thenRefused('coupon_invalid', /withdrawn/);
  });
  it('reminds once per reminder, and of nothing that is used or over', () => {
    const reminded = CouponReminded.create({ ...ids, days: 3 });
    given(Coupon, [issued])
      .when((coupon) => remindHolder({ days: 3, now }, coupon))
      .then([reminded]);
    given(Coupon, [issued, reminded])
      .when((coupon) => remindHolder({ days: 3, now }, coupon))
      .then([]);
    given(Coupon, [issued, redeemed])
      .when((coupon) => remindHolder({ days: 3, now }, coupon))
      .then([]);
    given(Coupon, [issued])
      .when((coupon) => remindHolder({ days: 3, now: '2027-01-01T00:00:00.000Z' }, coupon))
      .then([]);
  });
});

describe('a limited number of uses', () => {
  const use = { campaignId, businessId, couponId };
  const other = CouponId.parse('00000000-0000-4000-8000-00000000c002');
  const taken = CouponUseTaken.create({ ...use, use: 1 });
  it('is never exceeded; who has one keeps it', () => {
    given(CouponUses)
      .when((uses) => takeUse({ ...use, limit: 1 }, uses))
      .then([taken]);
    given(CouponUses, [taken])
      .when((uses) => takeUse({ ...use, limit: 1 }, uses))
      .then([]);
    given(CouponUses, [taken])
      .when((uses) => takeUse({ ...use, couponId: other, limit: 1 }, uses))
      .thenRefused('coupon_invalid');
  });
  it('is free again when it is returned', () => {
    const returned = CouponUseReturned.create(use);
    given(CouponUses, [taken])
      .when((uses) => returnUse(use, uses))
      .then([returned]);
    given(CouponUses)
      .when((uses) => returnUse(use, uses))
      .then([]);
    given(CouponUses, [taken, returned])
      .when((uses) => takeUse({ ...use, couponId: other, limit: 1 }, uses))
      .then([CouponUseTaken.create({ ...use, couponId: other, use: 1 })]);
  });
});
