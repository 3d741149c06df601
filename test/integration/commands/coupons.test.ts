import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { Coupon, CouponUsed } from '../../../domain/coupons/coupon.ts';
import { CouponUses } from '../../../domain/coupons/uses.ts';
import { dayIn } from '../../../domain/kernel/day.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { BusinessId, CampaignId, CouponId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createWorld, openBusiness, personOf, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const device: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'till' },
  tenant: { agencyId: null, businessId: null },
};
const shopDays = { timezone: 'America/Los_Angeles', dateFormat: 'MM/DD/YYYY' };
const offer = { ...noOffer, discountType: 'percentage' as const, amount: 10, title: '10% off' };
const nothing = { revision: null, details: null, offer: null, notifications: null, settings: null };

/** A shop with a campaign that gives an offer, and tills. */
async function shop(more: { readonly offer?: object; readonly settings?: object } = {}) {
  const business = await openBusiness(world);
  const { campaigns, coupons } = world.commands;
  const { campaignId, person, businessId } = business;
  await campaigns.edit(context(person), {
    ...nothing,
    campaignId,
    offer: { ...offer, ...more.offer },
    settings: { ...initialSettings, ...more.settings },
  });
  const till = async (name: string) => {
    const tillId = randomUUID() as string;
    await coupons.openTill(context(person), { tillId, name });
    return { tillId, by: { kind: 'till' as const, token: world.identifiers.token('till', tillId) } };
  };
  let callers = 0;
  return {
    ...business,
    till,
    /** A coupon of somebody who texts the keyword. */
    async coupon() {
      const from = `+1212444${String((callers += 1)).padStart(4, '0')}`;
      const { messageId } = await business.receive('PIZZA', { from });
      await world.commands.messages.react(context(system), { messageId });
      const contactId = world.identifiers.contact(businessId, from);
      const issued = (await world.events.readAll(0n, { limit: 5_000 })).events.findLast(
        ({ type, data }) => type === 'CouponIssued' && data['contactId'] === contactId,
      )!;
      return CouponId.parse(issued.data['couponId']);
    },
    uses: async () =>
      stateOf(CouponUses, await world.events.read(streams.couponUses(CampaignId.parse(campaignId)))).size,
  };
}
const couponOf = async (id: string) => {
  const coupon = stateOf(Coupon, await world.events.read(streams.coupon(CouponId.parse(id))));
  if (coupon.status === 'none') throw new Error('no coupon');
  return coupon;
};
const redeem = (couponId: string, by: Awaited<ReturnType<Shop['till']>>['by'], redemptionId: string = randomUUID()) =>
  world.commands.coupons.redeem(context(device), { couponId, redemptionId, by });
type Shop = Awaited<ReturnType<typeof shop>>;
const redemptions = async (couponId: string) =>
  (await world.events.read(streams.coupon(CouponId.parse(couponId)))).filter(({ type }) => type === 'CouponRedeemed')
    .length;

describe('a coupon at the till', () => {
  it.each([null, 1])(
    'is redeemed by one of twenty tills at once, limit %s; the others hear when and where',
    async (useLimit) => {
      const place = await shop({ offer: { useLimit } });
      const couponId = await place.coupon();
      const tills = await Promise.all(Array.from({ length: 20 }, (_, index) => place.till(`Till ${index}`)));
      const tries = await Promise.allSettled(tills.map(({ by }) => redeem(couponId, by)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = tills[tries.findIndex(({ status }) => status === 'fulfilled')]!;
      for (const one of tries)
        if (one.status === 'rejected') {
          expect(one.reason).toBeInstanceOf(CouponUsed);
          const { redeemed } = one.reason as CouponUsed;
          expect(redeemed).toMatchObject({ at: world.clock.at.toISOString(), redeemer: { tillId: winner.tillId } });
        }
      expect(await redemptions(couponId)).toBe(1);
      expect(await place.uses()).toBe(useLimit === null ? 0 : 1);
    },
  );

  it('is redeemed for the press that is sent again as it was the first time', async () => {
    const place = await shop({ offer: { useLimit: 5 } });
    const [couponId, { by }] = [await place.coupon(), await place.till('One')];
    const press = randomUUID();
    const first = await redeem(couponId, by, press);
    const again = await redeem(couponId, by, press);
    expect(again.result).toMatchObject({ redemptionId: first.result.redemptionId, coupon: { status: 'redeemed' } });
    expect(await redemptions(couponId)).toBe(1);
    await expect(redeem(couponId, by)).rejects.toMatchObject({ code: 'coupon_used' });
    const elsewhere = await place.till('Two');
    await expect(redeem(couponId, elsewhere.by, press)).rejects.toMatchObject({ code: 'coupon_used' });
  });

  it('is not redeemed on a device that is no till: forged, closed, or another business’s', async () => {
    const [place, other] = [await shop(), await shop()];
    const couponId = await place.coupon();
    const { tillId, by } = await place.till('One');
    const foreign = await other.till('Theirs');
    const forged = { kind: 'till' as const, token: world.identifiers.token('thanks', tillId) };
    await expect(redeem(couponId, forged)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(redeem(couponId, foreign.by)).rejects.toMatchObject({ code: 'forbidden' });
    const { coupons } = world.commands;
    await expect(coupons.closeTill(context(other.person), { tillId })).rejects.toMatchObject({ code: 'not_found' });
    await coupons.closeTill(context(place.person), { tillId });
    await expect(redeem(couponId, by)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await coupons.findTill(BusinessId.parse(place.businessId), by.token)).toBeNull();
    expect(await redemptions(couponId)).toBe(0);
  });

  it('comes back where it was redeemed, once, and not when it has been redeemed anew since', async () => {
    const place = await shop({ offer: { useLimit: 1 } });
    const couponId = await place.coupon();
    const [one, two] = [await place.till('One'), await place.till('Two')];
    const { coupons } = world.commands;
    const { result } = await redeem(couponId, one.by);
    const { redemptionId } = result;
    const undo = (by: typeof one.by) => coupons.undo(context(device), { couponId, redemptionId, by });
    await expect(undo(two.by)).rejects.toMatchObject({ code: 'conflict' });
    await undo(one.by);
    expect(await place.uses()).toBe(0);
    expect(await couponOf(couponId)).toMatchObject({ status: 'open' });
    await redeem(couponId, two.by);
    await undo(one.by);
    expect(await couponOf(couponId)).toMatchObject({ status: 'redeemed' });
    expect(await place.uses()).toBe(1);
  });

  it('by its holder only where the campaign lets them, by the page’s token or the code that nobody can guess', async () => {
    const [staff, self] = [await shop(), await shop({ settings: { redeemBy: 'holder' } })];
    const { coupons } = world.commands;
    const press = (couponId: string, by: { kind: 'holder'; token: string } | { kind: 'code'; code: string }) =>
      coupons.redeem(context(device), { couponId, redemptionId: randomUUID(), by });
    const token = (couponId: string) => ({
      kind: 'holder' as const,
      token: world.identifiers.token('coupon', couponId),
    });
    const ofStaff = await staff.coupon();
    await expect(press(ofStaff, token(ofStaff))).rejects.toMatchObject({ code: 'forbidden' });
    const [one, two] = [await self.coupon(), await self.coupon()];
    await expect(press(one, token(two))).rejects.toMatchObject({ code: 'not_found' });
    const guessed = press(one, { kind: 'code', code: 'AAAAA-AAAAA' });
    await expect(guessed).rejects.toMatchObject({ code: 'not_found' });
    await press(one, token(one));
    const { code } = await couponOf(two);
    await press(two, { kind: 'code', code: code.toLowerCase().replace('-', ' ') });
    expect(await couponOf(two)).toMatchObject({ status: 'redeemed', redeemed: { redeemer: { by: 'holder' } } });
  });

  it('by somebody signed in, of its own business', async () => {
    const [place, other] = [await shop(), await shop()];
    const couponId = await place.coupon();
    const { coupons } = world.commands;
    const press = (person: Caller) =>
      coupons.redeem(context(person), { couponId, redemptionId: randomUUID(), by: { kind: 'screen' } });
    await expect(press(other.person)).rejects.toMatchObject({ code: 'not_found' });
    await expect(press(device)).rejects.toMatchObject({ code: 'forbidden' });
    await press(place.person);
    expect(await couponOf(couponId)).toMatchObject({ redeemed: { redeemer: { by: 'screen' } } });
  });

  it('stays shut while the business is switched off', async () => {
    const place = await shop();
    const [couponId, { by }] = [await place.coupon(), await place.till('One')];
    await world.commands.businesses.archive(context(system), { businessId: place.businessId });
    await expect(redeem(couponId, by)).rejects.toMatchObject({ code: 'campaign_closed' });
  });
});

describe('a limited number of uses', () => {
  it('is never exceeded by twenty tills with twenty coupons', async () => {
    const place = await shop({ offer: { useLimit: 3 } });
    const couponIds: string[] = [];
    for (let index = 0; index < 20; index += 1) couponIds.push(await place.coupon());
    const { by } = await place.till('One');
    const tries = await Promise.allSettled(couponIds.map((couponId) => redeem(couponId, by)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await place.uses()).toBe(3);
    const states = await Promise.all(couponIds.map(couponOf));
    expect(states.filter(({ status }) => status === 'redeemed')).toHaveLength(3);
    const numbers = states.flatMap(({ redeemed }) => (redeemed === null ? [] : [redeemed.use]));
    expect(numbers.sort()).toEqual([1, 2, 3]);
  });

  it('comes back from a redemption that is refused after it was taken', async () => {
    const place = await shop({ offer: { useLimit: 1 } });
    const [couponId, { by }] = [await place.coupon(), await place.till('One')];
    // Withdrawn between the use and the coupon.
    const between = world.commandsOver({
      ...world.events,
      append: async (stream, ...rest) => {
        const appended = await world.events.append(stream, ...rest);
        if (stream.startsWith('couponUses-') && rest[1][0]!.type === 'CouponUseClaimed')
          await world.commands.coupons.revoke(context(place.person), { couponId });
        return appended;
      },
    });
    const press = randomUUID();
    const refused = between.coupons.redeem(context(device), { couponId, redemptionId: press, by });
    await expect(refused).rejects.toMatchObject({ code: 'coupon_invalid' });
    expect(await place.uses()).toBe(0);
    await expect(redeem(couponId, by, press)).rejects.toMatchObject({ code: 'coupon_invalid' });
    expect(await place.uses()).toBe(0);
  });

  it.each([1, 2])('cut off after append %i and repeated, it comes to the same', async (appends) => {
    const place = await shop({ offer: { useLimit: 1 } });
    const [couponId, { by }] = [await place.coupon(), await place.till('One')];
    const press = randomUUID();
    const dying = world.commandsOver(dyingAfter(world.events, appends));
    await dying.coupons.redeem(context(device), { couponId, redemptionId: press, by }).catch(() => {});
    const { result } = await redeem(couponId, by, press);
    expect(await place.uses()).toBe(1);
    expect(await redemptions(couponId)).toBe(1);
    const { redemptionId } = result;
    const undo = { couponId, redemptionId, by };
    await world
      .commandsOver(dyingAfter(world.events, 1))
      .coupons.undo(context(device), undo)
      .catch(() => {});
    await world.commands.coupons.undo(context(device), undo);
    expect(await place.uses()).toBe(0);
    expect(await couponOf(couponId)).toMatchObject({ status: 'open' });
  });
});

/** Takes so many appends, then is gone. */
function dyingAfter(store: EventStore, appends: number): EventStore {
  let left = appends;
  return {
    ...store,
    append: async (...given) => {
      if (left <= 0) throw new Error('gone');
      left -= 1;
      return store.append(...given);
    },
  };
}

describe('a code that everybody has', () => {
  const everybody = { codeType: 'static' as const, staticCode: 'SAVE10' };
  const press = (campaignId: string, by: { kind: 'till'; token: string }, redemptionId: string = randomUUID()) =>
    world.commands.coupons.redeemForNobody(context(device), { campaignId, redemptionId, by });
  it('is each holder’s own coupon, and good without a name only where the campaign says so', async () => {
    const place = await shop({ offer: everybody });
    const { by } = await place.till('One');
    const couponId = await place.coupon();
    expect(await couponOf(couponId)).toMatchObject({ code: 'SAVE10' });
    await redeem(couponId, by);
    await expect(press(place.campaignId, by)).rejects.toMatchObject({ code: 'coupon_invalid' });
    const dynamic = await shop({ settings: { anonymousUse: true } });
    const till = await dynamic.till('One');
    await expect(press(dynamic.campaignId, till.by)).rejects.toMatchObject({ code: 'not_found' });
  });
  it('without a name counts towards the limit, once for each press, and is void when it comes back', async () => {
    const place = await shop({ offer: { ...everybody, useLimit: 2 }, settings: { anonymousUse: true } });
    const { by } = await place.till('One');
    const key = randomUUID();
    const first = await press(place.campaignId, by, key);
    const again = await press(place.campaignId, by, key);
    expect(again.result.coupon.couponId).toBe(first.result.coupon.couponId);
    expect(first.result.coupon).toMatchObject({ contactId: null, code: 'SAVE10', status: 'redeemed' });
    await press(place.campaignId, by);
    await expect(press(place.campaignId, by)).rejects.toMatchObject({ code: 'coupon_invalid' });
    const { couponId } = first.result.coupon;
    const { redemptionId } = first.result;
    await world.commands.coupons.undo(context(device), { couponId, redemptionId, by });
    expect(await couponOf(couponId)).toMatchObject({ status: 'revoked' });
    expect(await place.uses()).toBe(1);
    await expect(redeem(couponId, by)).rejects.toMatchObject({ code: 'coupon_invalid' });
  });
});

describe('a limit of uses', () => {
  it('counts from when it is set: what was used under an earlier limit, or under none, is not counted', async () => {
    const place = await shop({ offer: { useLimit: 2 } });
    const { by } = await place.till('One');
    const limits = async (useLimit: number | null) =>
      world.commands.campaigns.edit(context(place.person), {
        ...nothing,
        campaignId: place.campaignId,
        offer: { ...offer, useLimit },
      });
    const use = async () => redeem(await place.coupon(), by);
    const refused = async () => expect(use()).rejects.toMatchObject({ code: 'coupon_invalid' });
    const early = await place.coupon();
    await redeem(early, by);
    await use();
    await refused();
    // A number that changes goes on counting.
    await limits(3);
    await use();
    await refused();
    await limits(1);
    await refused();
    await limits(null);
    await use();
    await limits(2);
    await use();
    // What is undone of an earlier count makes no room in this one.
    await world.commands.coupons
      .undo(context(device), { couponId: early, redemptionId: (await couponOf(early)).redeemed!.redemptionId, by })
      .catch(() => undefined);
    const undone = await place.coupon();
    const { redemptionId } = (await redeem(undone, by)).result;
    await refused();
    await world.commands.coupons.undo(context(device), { couponId: undone, redemptionId, by });
    await use();
    await refused();
  });
});

describe('whoever looks after coupons', () => {
  it('issues one by hand, once; extends and withdraws; of another business there are none', async () => {
    const [place, other] = [await shop(), await shop()];
    const { coupons } = world.commands;
    await place.text('hello');
    const { campaignId, contactId } = place;
    const issue = () => coupons.issueToContact(context(place.person), { campaignId, contactId });
    const { couponId } = (await issue()).result;
    expect((await issue()).result.couponId).toBe(couponId);
    const theirs = coupons.issueToContact(context(other.person), { campaignId: other.campaignId, contactId });
    await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
    const later = new Date(world.clock.at.getTime() + 40 * 86_400_000).toISOString();
    for (const person of [other.person, personOf(randomUUID(), null)]) {
      const extend = coupons.extend(context(person), { couponId, until: later });
      await expect(extend).rejects.toMatchObject({ code: 'not_found' });
      await expect(coupons.revoke(context(person), { couponId })).rejects.toMatchObject({ code: 'not_found' });
    }
    await coupons.extend(context(place.person), { couponId, until: later });
    const held = await couponOf(couponId);
    expect(held).toMatchObject({ status: 'open', because: 'manual', timezone: shopDays.timezone });
    expect(dayIn(held.expiresAt!, shopDays)).toBe(dayIn(later, shopDays));
    expect(dayIn(new Date(Date.parse(held.expiresAt!) + 1).toISOString(), shopDays)).not.toBe(dayIn(later, shopDays));
    await coupons.revoke(context(place.person), { couponId });
    const { by } = await place.till('One');
    await expect(redeem(couponId, by)).rejects.toMatchObject({ code: 'coupon_invalid' });
  });
});

describe('a reminder', () => {
  const reminding = {
    reminders: [3],
    reminderMessage: '{{first_name|Hi}}, {{coupon_code}} is good until {{coupon_expires}}: {{coupon_link}}',
  };
  const texts = async (place: Shop) => (await place.replies()).filter(({ purpose }) => purpose === 'coupon-reminder');
  it('is a text with code, link and day, once; of a coupon that is used, extended or withdrawn none', async () => {
    const place = await shop({ offer: reminding });
    const { coupons } = world.commands;
    const couponId = await place.coupon();
    const { expiresAt, code } = await couponOf(couponId);
    const remind = (id = couponId, end = expiresAt!) =>
      coupons.remind(context(system), { couponId: id, days: 3, expiresAt: end });
    await remind();
    await remind();
    const [text, ...more] = await texts(place);
    expect(more).toEqual([]);
    const link = `/t/${world.identifiers.token('coupon', couponId)}`;
    expect(text!.body).toBe(`Hi, ${code} is good until 12/04/2026: http://localhost${link}`);
    const used = await place.coupon();
    await redeem(used, (await place.till('One')).by);
    await remind(used);
    const extended = await place.coupon();
    const later = new Date(Date.parse(expiresAt!) + 86_400_000).toISOString();
    await coupons.extend(context(place.person), { couponId: extended, until: later });
    await remind(extended);
    expect(await texts(place)).toHaveLength(1);
    await remind(extended, later);
    expect(await texts(place)).toHaveLength(2);
  });
  it('is no text to who has said stop, or never agreed to texts', async () => {
    const place = await shop({ offer: reminding });
    const { coupons } = world.commands;
    await place.text('hello');
    const { campaignId, contactId } = place;
    const { result } = await coupons.issueToContact(context(place.person), { campaignId, contactId });
    const { couponId } = result;
    const { expiresAt } = await couponOf(couponId);
    const remind = () => coupons.remind(context(system), { couponId, days: 3, expiresAt: expiresAt! });
    await remind();
    expect(await texts(place)).toEqual([]);
    await place.text('START');
    await place.text('STOP');
    await remind();
    expect(await texts(place)).toEqual([]);
  });
});
