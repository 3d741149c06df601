import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { CampaignCreated, CampaignOfferChanged } from '../../../domain/campaigns/events.ts';
import { ContactDiscovered, ContactNameChanged } from '../../../domain/contacts/events.ts';
import {
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponRevoked,
} from '../../../domain/coupons/events.ts';
import { redemptionList } from '../../../domain/coupons/list.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let runner: ReturnType<World['runner']>;
beforeAll(async () => {
  world = await createWorld();
  runner = world.runner();
  await runner.start();
});
afterAll(async () => {
  await runner.stop();
  await world.close();
});

const day = (of: number, hour = 12): string => new Date(Date.UTC(2026, 10, of, hour)).toISOString();

/** A business with a campaign; now is November 20th at noon. */
async function shop(offer: { readonly discountType?: 'money' | 'percentage'; readonly staticCode?: string } = {}) {
  const ids = { campaignId: randomUUID(), businessId: randomUUID() };
  const { discountType = 'money', staticCode = null } = offer;
  const given = {
    ...noOffer,
    discountType,
    amount: 500,
    title: '5 off',
    codeType: staticCode === null ? ('dynamic' as const) : ('static' as const),
    staticCode,
  };
  await world.append(
    `campaign-${ids.campaignId}`,
    {
      event: CampaignCreated.create({
        ...ids,
        name: 'Autumn',
        type: 'text',
        number: '+14155550199',
        keyword: 'PIZZA',
        reply: 'x',
        replyMedia: [],
      }),
    },
    { event: CampaignOfferChanged.create({ ...ids, offer: given }) },
  );
  let people = 0;
  return {
    ...ids,
    async coupon(at: string, expiresAt: string | null, code?: string) {
      people += 1;
      const [couponId, contactId, redemptionId] = [randomUUID(), randomUUID(), randomUUID()];
      const phone = `+1212555${String(6999 + people).padStart(4, '0')}`;
      await world.append(
        `contact-${contactId}`,
        { event: ContactDiscovered.create({ contactId, businessId: ids.businessId, phone, email: null, via: 'form' }) },
        {
          event: ContactNameChanged.create({
            contactId,
            businessId: ids.businessId,
            firstName: 'Ada',
            lastName: `Byron${people}`,
          }),
        },
      );
      const coupon = { couponId, ...ids, contactId };
      const stream = `coupon-${couponId}`;
      const redeemer = { by: 'till' as const, userId: null, tillId: randomUUID(), till: 'Front' };
      let until = expiresAt;
      const say = async (event: Parameters<World['append']>[1]['event'], when: string) => {
        await runner.waitFor(await world.append(stream, { event, at: when }), { timeoutMs: 20_000 });
      };
      const { discountType: kind, amount, title, codeType } = given;
      await say(
        CouponIssued.create({
          ...coupon,
          code: code ?? `AAAAA-${String(people).padStart(5, '0')}`,
          codeType,
          offer: { discountType: kind, amount, title },
          expiresAt,
          reminders: [],
          because: 'keyword',
        }),
        at,
      );
      return {
        couponId,
        contactId,
        tillId: redeemer.tillId,
        redeemed: (when: string) =>
          say(
            CouponRedeemed.create({ ...coupon, redemptionId, at: when, redeemer, use: null, expiresAt: until }),
            when,
          ),
        undone: (when: string) =>
          say(CouponRedemptionUndone.create({ ...coupon, redemptionId, redeemer, expiresAt: until }), when),
        revoked: (when: string) => say(CouponRevoked.create({ ...coupon, expiresAt: until }), when),
        async extended(to: string | null, when: string) {
          await say(CouponExtended.create({ ...coupon, expiresAt: to, formerly: until, reminders: [] }), when);
          until = to;
        },
      };
    },
    /** Outstanding at the end of each of these days (UTC), and how much money that is. */
    owed: async (...days: number[]) =>
      Promise.all(
        days.map(async (of) => {
          const [row] = await world.models.couponLiability(ids.businessId, day(of + 1, 0));
          return row === undefined ? [0, 0] : [row.count, row.amount];
        }),
      ),
    list: async (
      said: Parameters<typeof asked<typeof redemptionList>>[1],
      between: { readonly from: string; readonly before: string } | null = null,
    ) => {
      const query = { ...asked(redemptionList, said), between };
      const { data, total } = await world.models.redemptions(ids.businessId, query);
      return { ids: data.map(({ id }) => id), total, data };
    },
    figures: () => world.models.couponFigures(ids.businessId, ids.campaignId),
  };
}

describe('what a campaign owes', () => {
  it('on any date: what was issued by then, and not used, withdrawn or over', async () => {
    const place = await shop();
    const used = await place.coupon(day(1), day(15));
    await place.coupon(day(2), day(10));
    const forEver = await place.coupon(day(3), null);
    expect(await place.owed(0, 1, 2, 3, 9, 10, 14, 15)).toEqual([
      [0, 0],
      [1, 500],
      [2, 1000],
      [3, 1500],
      [3, 1500],
      [2, 1000],
      [2, 1000],
      [1, 500],
    ]);
    await used.redeemed(day(5));
    await forEver.revoked(day(6));
    expect(await place.owed(4, 5, 6, 15)).toEqual([
      [3, 1500],
      [2, 1000],
      [1, 500],
      [0, 0],
    ]);
    await used.undone(day(5, 13));
    expect(await place.owed(4, 5, 6, 15)).toEqual([
      [3, 1500],
      [3, 1500],
      [2, 1000],
      [0, 0],
    ]);
  });

  it('follows an extension, also of what was over already: in between it was owed to nobody', async () => {
    const place = await shop({ discountType: 'percentage' });
    const early = await place.coupon(day(1), day(10));
    const late = await place.coupon(day(1), day(5));
    await early.extended(day(18), day(8));
    await late.extended(null, day(7));
    const count = (await place.owed(4, 5, 6, 7, 8, 9, 10, 17, 18, 25)).map(([each]) => each);
    expect(count).toEqual([2, 1, 1, 2, 2, 2, 2, 2, 1, 1]);
    expect((await place.owed(4))[0]).toEqual([2, 0]);
    await late.revoked(day(19));
    expect((await place.owed(18, 19)).map(([each]) => each)).toEqual([1, 0]);
  });
});

describe('the coupons of a business', () => {
  it('are counted as they stand, and listed by that, by campaign, by code and by person', async () => {
    const [place, other] = [await shop(), await shop()];
    const open = await place.coupon(day(1), day(28));
    const over = await place.coupon(day(1), day(10));
    const used = await place.coupon(day(2), day(28), '7K2MQ-XN4RT');
    await used.redeemed(day(3));
    const gone = await place.coupon(day(2), null);
    await gone.revoked(day(4));
    const soon = await place.coupon(day(5), new Date(Date.UTC(2026, 10, 20, 12, 5)).toISOString());
    await other.coupon(day(1), null);
    expect(await place.figures()).toEqual({ issued: 5, redeemed: 1, revoked: 1, outstanding: 2, expired: 1 });
    const all = await place.list({ sortDesc: true });
    expect(all.total).toBe(5);
    expect(all.ids[0]).toBe(soon.couponId);
    const by = async (status: 'open' | 'redeemed' | 'expired' | 'revoked') => {
      const { ids, total } = await place.list({ status });
      expect(total).toBe(ids.length);
      return ids;
    };
    expect(await by('open')).toEqual([soon.couponId, open.couponId]);
    expect(await by('expired')).toEqual([over.couponId]);
    expect(await by('redeemed')).toEqual([used.couponId]);
    expect(await by('revoked')).toEqual([gone.couponId]);
    expect((await place.list({ search: '7k2mq xn' })).ids).toEqual([used.couponId]);
    expect((await place.list({ search: 'byron2' })).ids).toEqual([over.couponId]);
    expect((await place.list({ contact_id: used.contactId })).data[0]).toMatchObject({
      campaignName: 'Autumn',
      firstName: 'Ada',
      status: 'redeemed',
      till: 'Front',
    });
    expect((await place.list({ coupon_id: other.campaignId })).ids).toEqual([]);
    expect((await place.list({ perPage: 2, page: 3 })).ids).toHaveLength(1);
    const { models } = world;
    expect(await models.couponByCode(place.businessId, '7K2MQXN4RT')).toMatchObject({ id: used.couponId });
    expect(await models.couponByCode(other.businessId, '7K2MQXN4RT')).toBeNull();
    expect(await models.redemption(other.businessId, used.couponId)).toBeNull();
    expect(await models.couponsOfContact(place.businessId, used.contactId)).toHaveLength(1);
    expect(await models.redeemedOnTill(place.businessId, used.tillId, day(3, 0))).toHaveLength(1);
    expect(await models.redeemedOnTill(place.businessId, used.tillId, day(4, 0))).toHaveLength(0);
  });

  it('are narrowed to days: of issuing; of what is used to those of use, of what is good or over to those of its end', async () => {
    const place = await shop();
    const open = await place.coupon(day(1), day(28));
    const over = await place.coupon(day(2), day(10));
    const used = await place.coupon(day(3), day(28));
    await used.redeemed(day(7));
    const again = await place.coupon(day(4), day(28));
    await again.redeemed(day(9));
    const on = async (
      status: 'open' | 'redeemed' | 'expired' | null,
      [from, to]: readonly [number, number],
      more: { readonly till_id?: string; readonly coupon_id?: string } = {},
    ) => {
      const days = { from: day(from, 0), before: day(to + 1, 0) };
      const { ids, total } = await place.list({ status, sortDesc: true, ...more }, days);
      expect(total).toBe(ids.length);
      return ids;
    };
    expect(await on(null, [2, 3])).toEqual([used.couponId, over.couponId]);
    expect(await on(null, [5, 9])).toEqual([]);
    expect(await on('redeemed', [3, 8])).toEqual([used.couponId]);
    expect(await on('redeemed', [7, 9])).toEqual([again.couponId, used.couponId]);
    expect(await on('expired', [9, 10])).toEqual([over.couponId]);
    expect(await on('open', [28, 28])).toEqual([open.couponId]);
    expect(await on('redeemed', [1, 28], { till_id: used.tillId })).toEqual([used.couponId]);
    // Of a till it is the days of use, whatever state is asked for.
    expect(await on(null, [3, 3], { till_id: used.tillId })).toEqual([]);
    expect(await on(null, [7, 7], { till_id: used.tillId })).toEqual([used.couponId]);
    expect(await on('redeemed', [1, 28], { coupon_id: randomUUID() })).toEqual([]);
    const { models } = world;
    const uses = await models.tillUses(place.businessId, [used.tillId, again.tillId, randomUUID()], day(9, 0));
    expect(uses.toSorted((one, other) => one.today - other.today)).toEqual([
      { tillId: used.tillId, lastAt: day(7), today: 0 },
      { tillId: again.tillId, lastAt: day(9), today: 1 },
    ]);
    expect(await models.tillUses(randomUUID(), [used.tillId], day(1, 0))).toEqual([]);
  });

  it('of a code that everybody has are found by whose they are', async () => {
    const place = await shop({ staticCode: 'SAVE-10' });
    const other = await shop({ staticCode: 'SAVE-10' });
    const mine = await place.coupon(day(1), null, 'SAVE-10');
    const theirs = await other.coupon(day(1), null, 'SAVE-10');
    const { models } = world;
    const { businessId, campaignId } = place;
    expect(await models.campaignsByCode(businessId, 'SAVE10')).toMatchObject([{ id: campaignId, title: '5 off' }]);
    expect(await models.campaignsByCode(businessId, 'OTHER')).toEqual([]);
    expect(await models.couponByCode(businessId, 'SAVE10')).toBeNull();
    const ids = async (search: string) =>
      (await models.couponHolders(businessId, campaignId, search)).map(({ id }) => id);
    expect(await ids('byron1')).toEqual([mine.couponId]);
    expect(await ids('7000')).toEqual([mine.couponId]);
    expect(await ids('9999')).toEqual([]);
    expect(await ids('ada')).not.toContain(theirs.couponId);
  });
});
