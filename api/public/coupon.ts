import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CouponUsed } from '../../domain/coupons/coupon.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CouponId } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { picturesOf } from './codes.ts';
import { documentOf } from './document.ts';
import { localeOf, unknownPage } from './found.ts';
import { noMeta, sendDocument, sendNotice, type Site } from './site.ts';

/** The coupon that a link shows; null: the token is not one of a coupon. */
export const couponOf = ({ parts }: Site, token: string): CouponId | null => {
  const id = parts.identifiers.idOf('coupon', token);
  return id === null ? null : CouponId.parse(id);
};

/** A coupon on its holder's phone. `refused`: why it was not redeemed just now. */
export async function sendCoupon(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  couponId: CouponId,
): Promise<FastifyReply> {
  const { parts, pages } = site;
  const [coupon, hostOf] = await Promise.all([
    parts.commands.coupons.shownToHolder(couponId),
    parts.brands.agencyOf(request.host),
  ]);
  if (coupon === null || (hostOf !== null && hostOf !== coupon.agencyId))
    return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
  if (!coupon.businessWorks)
    return sendNotice(site, request, reply, 410, {
      title: 'This page is closed',
      text: 'This business takes no coupons at the moment.',
      company: coupon.company,
      tone: 'sorry',
    });
  const locale = localeOf(request.headers['accept-language']);
  const { code, status, offer, expires, expiresAt, company, page, terms, redeemed, redeemBy } = coupon;
  const { Terms } = page.legalFooter;
  const drawn = pages.page(
    'coupon',
    { ...page, legalFooter: { ...page.legalFooter, Terms: Terms === '' ? terms : Terms } },
    {
      company,
      consentText: null,
      mode: 'live',
      locale,
      form: null,
      coupon: {
        code,
        status,
        offer,
        expires,
        expiresAt,
        redeemed: redeemed === null ? null : [redeemed.when, redeemed.till].filter((part) => part !== null).join(' · '),
        ...(status === 'open' ? picturesOf(code) : { qr: null, barcode: null }),
        // Minted with the button: pressed twice, or gone back to, it is one redemption.
        redeemAction: redeemBy === 'holder' && status === 'open' ? `/t/${token}/redeem?press=${randomUUID()}` : null,
      },
    },
  );
  const brand = await parts.brands.configOf(request.host);
  return sendDocument(request, reply, 200, documentOf(drawn, noMeta(offer, brand), pages.script, false));
}

/** The form of the coupon's own page: redirected afterwards, so that a reload redeems nothing. */
export function registerCoupons(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  app.post<{ Params: { token: string }; Querystring: { press?: string } }>(
    '/t/:token/redeem',
    async (request, reply) => {
      await parts.rateLimits.take([{ key: `coupon-code:ip:${clientOf(request.ip)}`, max: 60, windowMs: 600_000 }]);
      const { token } = request.params;
      const couponId = couponOf(site, token);
      const press = z.uuid().safeParse(request.query.press);
      if (couponId === null || !press.success)
        return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
      const context = commandContext(publicCaller('coupon'), correlationIdOf(request));
      try {
        await parts.commands.coupons.redeem(context, {
          couponId,
          redemptionId: press.data,
          by: { kind: 'holder', token },
        });
      } catch (error) {
        // The page itself says when and where it was used, or that it is over.
        const shown = error instanceof CouponUsed || (error instanceof DomainError && error.code === 'coupon_invalid');
        if (!shown) throw error;
      }
      return reply.redirect(`/t/${token}`, 303);
    },
  );
}
