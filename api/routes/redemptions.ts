import { randomInt } from 'node:crypto';
import type { Position } from '../../adapters/event-store/port.ts';
import { tidyCode } from '../../domain/coupons/code.ts';
import { dayIn, startOfDay } from '../../domain/kernel/day.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { redemptionCalls, type Till } from '../contract/redemptions.ts';
import { clientOf } from '../kernel/client-address.ts';
import { ApiError, notFound, notShownYet } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { needs } from '../kernel/memberships.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentRedemption, presentTillCoupon, statusOf, wordedOf } from '../present/redemptions.ts';

const tenMinutes = 600_000;
/** Codes that one address, and everybody together of one code, may try; a till tries all day. */
const most = { perAddress: 60, perCode: 30, perTill: 2_000, pairings: 20 } as const;

type Shop = NonNullable<Awaited<ReturnType<Call['parts']['commands']['coupons']['findShop']>>>;
interface Place {
  readonly shop: Shop;
  readonly businessId: string;
  /** Null: the device is no till (any more). */
  readonly till: { readonly tillId: string; readonly name: string; readonly token: string } | null;
}

async function placeOf({ parts }: Call, uniqueId: string, token: string | null | undefined): Promise<Place> {
  const shop = await parts.commands.coupons.findShop(uniqueId);
  if (shop === null) throw notFound();
  const { businessId } = shop;
  const till =
    token === null || token === undefined || token === '' ?
      null
    : await parts.commands.coupons.findTill(BusinessId.parse(businessId), token);
  return { shop, businessId, till: till === null ? null : { ...till, token: token! } };
}
/** Only on a device that is a till. */
function tillOf({ till }: Place): NonNullable<Place['till']> {
  if (till === null) throw new ApiError('forbidden', 'This device is not a till any more. Ask for a new link.');
  return till;
}
/** Whoever tries codes is soon told to wait; nothing is said of whether one of them was right. */
async function limit({ parts, ip }: Call, { businessId, till }: Place, plainCode: string): Promise<void> {
  const windowMs = tenMinutes;
  await parts.rateLimits.take(
    till !== null ?
      [{ key: `till:${till.tillId}`, max: most.perTill, windowMs }]
    : [
        { key: `coupon-code:ip:${clientOf(ip)}`, max: most.perAddress, windowMs },
        { key: `coupon-code:${businessId}:${plainCode}`, max: most.perCode, windowMs },
      ],
  );
}

/** The coupon as a command has left it. */
async function shown(call: Call, businessId: string, couponId: string, position: Position | null) {
  await call.settled(position, ['coupons']);
  const coupon = await call.parts.readModels.redemption(businessId, couponId);
  if (coupon === null) throw notShownYet();
  return coupon;
}
const shownToPeople = async (call: Call, couponId: string, position: Position | null) => ({
  data: presentRedemption(await shown(call, call.businessId, couponId, position), call.parts.now()),
});

export const redemptionRoutes = [
  route(redemptionCalls['GET /redemptions'], async ({ query: params, parts, businessId }) => {
    const { date_range: days, ...query } = listQuery(params);
    const between = days === null ? null : await instantsOf(parts, businessId, days);
    const listed = await parts.readModels.redemptions(businessId, { ...query, between });
    return listReply(listed, query, (view) => presentRedemption(view, parts.now()));
  }),

  route(redemptionCalls['POST /redemptions'], async (call) => {
    const { coupon_id: campaignId, contact_id: contactId } = call.body;
    const { position, result } = await call.parts.commands.coupons.issueToContact(call.context(), {
      campaignId,
      contactId,
    });
    return shownToPeople(call, result.couponId, position);
  }),

  route(redemptionCalls['GET /redemptions/liability'], async ({ query, parts, businessId }) => {
    const shop = await parts.commands.coupons.shop(BusinessId.parse(businessId));
    if (shop === null) throw notFound();
    const { timezone } = shop;
    const date = query.date ?? dayIn(parts.now().toISOString(), { timezone, dateFormat: 'YYYY-MM-DD' });
    const [figures, campaigns] = await Promise.all([
      parts.readModels.couponFigures(businessId, query.coupon_id ?? null),
      parts.readModels.couponLiability(businessId, startOfDay(date, timezone, 1)),
    ]);
    return {
      data: {
        date,
        figures,
        campaigns: campaigns
          .filter(({ campaignId }) => query.coupon_id === undefined || campaignId === query.coupon_id)
          .map(({ campaignId, campaignName, count, amount }) => ({
            campaign_id: campaignId,
            campaign_name: campaignName,
            count,
            amount,
          })),
      },
    };
  }),

  route(redemptionCalls['PUT /redemptions/{id}'], async (call) => {
    const { params, body, parts } = call;
    const couponId = params.id;
    const { coupons } = parts.commands;
    const context = call.context();
    const by = { kind: 'screen' as const };
    // What a coupon is worth, and for how long, is no till's to say.
    if (body.action === 'extend') await needs(call, 'manage');
    const { position } =
      body.action === 'extend' ? await coupons.extend(context, { couponId, until: body.expires_at })
      : body.action === 'undo' ? await coupons.undo(context, { couponId, redemptionId: body.redemption_id, by })
      : await coupons.redeem(context, { couponId, redemptionId: body.redemption_id, by });
    return shownToPeople(call, couponId, position);
  }),

  route(redemptionCalls['DELETE /redemptions/{id}'], async (call) => {
    const couponId = call.params.id;
    const { position } = await call.parts.commands.coupons.revoke(call.context(), { couponId });
    return shownToPeople(call, couponId, position);
  }),

  route(redemptionCalls['POST /coupons/{uniqueId}/static-code'], async (call) => {
    const { params, body, parts, businessId } = call;
    const { shop } = await placeOf(call, params.uniqueId, null);
    if (shop.businessId !== businessId) throw notFound();
    const typed = (body.code ?? '').toUpperCase().replace(/[^A-Z0-9-]/g, '');
    const code = typed === '' ? `SAVE${randomInt(100, 999)}` : typed;
    const taken = (await parts.readModels.campaignsByCode(businessId, tidyCode(code))).find(
      ({ id }) => id !== body.coupon_id,
    );
    const campaign = taken === undefined ? null : { id: taken.id, name: taken.name };
    return { data: { code, available: campaign === null && /^[A-Z0-9][A-Z0-9-]{1,29}$/.test(code), campaign } };
  }),

  route(redemptionCalls['GET /coupons/{uniqueId}/code/{code}'], async (call) => {
    const { params, parts, request } = call;
    const token = request.headers['x-till'];
    const place = await placeOf(call, params.uniqueId, typeof token === 'string' ? token : null);
    const { businessId, till } = place;
    const plainCode = tidyCode(params.code);
    await limit(call, place, plainCode);
    const [coupon, campaigns] = await Promise.all([
      parts.readModels.couponByCode(businessId, plainCode),
      parts.readModels.campaignsByCode(businessId, plainCode),
    ]);
    const nothing = {
      title: null,
      expires: null,
      redeemed: null,
      expires_at: null,
      redeemed_at: null,
      redeemable: false,
      coupon: null,
      campaigns: [],
    };
    if (coupon !== null) {
      const campaign = await parts.commands.coupons.terms(coupon.campaignId);
      const status = statusOf(coupon, parts.now(), place.shop);
      return {
        data: {
          ...nothing,
          status,
          title: coupon.title,
          ...wordedOf(coupon, place.shop),
          expires_at: coupon.expiresAt,
          redeemed_at: coupon.redeemedAt,
          redeemable: status === 'open' && (till !== null || campaign?.redeemBy === 'holder'),
          coupon: till === null ? null : presentTillCoupon(coupon, till.tillId, parts.now(), place.shop),
        },
      };
    }
    if (campaigns.length === 0) return { data: { ...nothing, status: 'unknown' as const } };
    const terms = await Promise.all(campaigns.map(({ id }) => parts.commands.coupons.terms(id)));
    return {
      data: {
        ...nothing,
        status: 'everybody' as const,
        title: campaigns[0]!.title,
        redeemable: till !== null,
        campaigns:
          till === null ?
            []
          : campaigns.map(({ id, name, title, archived }, index) => ({
              id,
              name,
              title,
              anonymous: !archived && terms[index]?.anonymousUse === true,
            })),
      },
    };
  }),

  route(redemptionCalls['POST /coupons/redemption'], async (call) => {
    const { body, parts } = call;
    const place = await placeOf(call, body.unique_id, body.till);
    const { businessId, till } = place;
    const plainCode = tidyCode(body.code);
    await limit(call, place, plainCode);
    // A link that was taken back is said so, and no reason to ask for the holder's right.
    if (body.till !== undefined) tillOf(place);
    const { coupons } = parts.commands;
    const redemptionId = body.redemption_id;
    const context = call.context();
    const by =
      till === null ? { kind: 'code' as const, code: body.code } : { kind: 'till' as const, token: till.token };
    if (body.campaign_id !== undefined && body.id === undefined) {
      const campaigns = await parts.readModels.campaignsByCode(businessId, plainCode);
      if (!campaigns.some(({ id }) => id === body.campaign_id)) throw unknownCode();
      const { position, result } = await coupons.redeemForNobody(context, {
        campaignId: body.campaign_id,
        redemptionId,
        by,
      });
      const view = await shown(call, businessId, result.coupon.couponId, position);
      return { data: presentTillCoupon(view, till?.tillId ?? null, parts.now(), place.shop) };
    }
    const found =
      body.id === undefined ?
        await parts.readModels.couponByCode(businessId, plainCode)
      : await parts.readModels.redemption(businessId, body.id);
    if (found === null || tidyCode(found.code) !== plainCode) throw unknownCode();
    const { position } = await coupons.redeem(context, { couponId: found.id, redemptionId, by });
    const view = await shown(call, businessId, found.id, position);
    return { data: presentTillCoupon(view, till?.tillId ?? null, parts.now(), place.shop) };
  }),

  route(redemptionCalls['POST /coupons/{id}/redeem'], async (call) => {
    const { params, body, parts, ip } = call;
    await parts.rateLimits.take([
      { key: `coupon-code:ip:${clientOf(ip)}`, max: most.perAddress, windowMs: tenMinutes },
    ]);
    const couponId = parts.identifiers.idOf('coupon', params.id);
    if (couponId === null) throw unknownCode();
    const { position, result } = await parts.commands.coupons.redeem(call.context(), {
      couponId,
      redemptionId: body.redemption_id,
      by: { kind: 'holder', token: params.id },
    });
    const { businessId } = result.coupon;
    const view = await shown(call, businessId, couponId, position);
    const shop = await parts.commands.coupons.shop(businessId);
    if (shop === null) throw notFound();
    return { data: presentTillCoupon(view, null, parts.now(), shop) };
  }),

  route(redemptionCalls['GET /tills'], async (call) => ({ data: await tillsOf(call) })),

  route(redemptionCalls['POST /tills'], async (call) => {
    const context = call.context();
    // Named by the command: repeated, it is the same till.
    const tillId = context.commandId;
    await call.parts.commands.coupons.openTill(context, { tillId, name: call.body.name });
    const opened = (await tillsOf(call)).find(({ id }) => id === tillId);
    if (opened === undefined) throw notFound('This till has been closed again.');
    return { data: opened };
  }),

  route(redemptionCalls['DELETE /tills/{id}'], async (call) => {
    await call.parts.commands.coupons.closeTill(call.context(), { tillId: call.params.id });
    return { success: true as const, message: 'This device takes no coupons any more.' };
  }),

  route(redemptionCalls['POST /tills/pair'], async (call) => {
    const { body, parts, ip } = call;
    await parts.rateLimits.take([
      { key: `pair-till:ip:${clientOf(ip)}`, max: most.pairings, windowMs: tenMinutes },
      { key: `pair-till:${body.unique_id.toLowerCase()}`, max: 10 * most.pairings, windowMs: tenMinutes },
    ]);
    const { businessId } = await placeOf(call, body.unique_id, null);
    const { result: till } = await parts.commands.coupons.pairTill(call.context(), {
      businessId: BusinessId.parse(businessId),
      code: body.code,
    });
    if (till === null)
      throw notFound('No till has this code. Each is good for one device; the next one stands beside the till.');
    return { data: { till } };
  }),

  route(redemptionCalls['POST /tills/counter'], async (call) => {
    const { body, parts, ip } = call;
    await parts.rateLimits.take([{ key: `counter:ip:${clientOf(ip)}`, max: 600, windowMs: tenMinutes }]);
    const { shop, businessId, till } = await placeOf(call, body.unique_id, body.till);
    const now = parts.now();
    const since = startOfToday(now, shop);
    const coupons = till === null ? [] : await parts.readModels.redeemedOnTill(businessId, till.tillId, since);
    return {
      data: {
        company: shop.name,
        till: till?.name ?? null,
        today: coupons.map((coupon) => presentTillCoupon(coupon, till?.tillId ?? null, now, shop)),
      },
    };
  }),

  route(redemptionCalls['POST /tills/holders'], async (call) => {
    const { body, parts } = call;
    const place = await placeOf(call, body.unique_id, body.till);
    const till = tillOf(place);
    await limit(call, place, '');
    const found = await parts.readModels.couponHolders(place.businessId, body.campaign_id, body.search);
    return { data: found.map((coupon) => presentTillCoupon(coupon, till.tillId, parts.now(), place.shop)) };
  }),

  route(redemptionCalls['POST /tills/undo'], async (call) => {
    const { body, parts } = call;
    const place = await placeOf(call, body.unique_id, body.till);
    const till = tillOf(place);
    await limit(call, place, '');
    const found = await parts.readModels.redemption(place.businessId, body.id);
    if (found === null) throw unknownCode();
    const { position } = await parts.commands.coupons.undo(call.context(), {
      couponId: found.id,
      redemptionId: body.redemption_id,
      by: { kind: 'till', token: till.token },
    });
    const view = await shown(call, place.businessId, found.id, position);
    return { data: presentTillCoupon(view, till.tillId, parts.now(), place.shop) };
  }),
];

const unknownCode = () => notFound('There is no coupon with this code.');
/** Behind the `#`, so that the token stands in no server's log. */
const linkOf = ({ url, uniqueId }: Shop, token: string): string =>
  `${url}/${encodeURIComponent(uniqueId)}/redemption#till=${token}`;

/** The business's open tills, with what each has redeemed. */
async function tillsOf({ parts, businessId }: Call): Promise<Till[]> {
  const id = BusinessId.parse(businessId);
  const { coupons } = parts.commands;
  const [shop, tills] = await Promise.all([coupons.shop(id), coupons.listTills(id)]);
  if (shop === null) throw notFound();
  const ids = tills.map(({ tillId }) => tillId);
  const since = startOfToday(parts.now(), shop);
  const uses = new Map((await parts.readModels.tillUses(businessId, ids, since)).map((use) => [use.tillId, use]));
  return tills.map(({ tillId, name, token, code, openedAt }) => ({
    id: tillId,
    name,
    link: linkOf(shop, token),
    code,
    opened_at: openedAt,
    last_redeemed_at: uses.get(tillId)?.lastAt ?? null,
    redeemed_today: uses.get(tillId)?.today ?? 0,
  }));
}

const startOfToday = (now: Date, { timezone }: Pick<Shop, 'timezone'>): string =>
  startOfDay(dayIn(now.toISOString(), { timezone, dateFormat: 'YYYY-MM-DD' }), timezone);

/** Days of a business's zone as instants: from the first, before the second. */
async function instantsOf(
  parts: Call['parts'],
  businessId: string,
  days: { readonly from: string; readonly to: string },
) {
  const shop = await parts.commands.coupons.shop(BusinessId.parse(businessId));
  if (shop === null) throw notFound();
  return { from: startOfDay(days.from, shop.timezone), before: startOfDay(days.to, shop.timezone, 1) };
}
