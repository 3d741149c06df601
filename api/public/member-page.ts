import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { couponIdOf } from '../../commands/coupons/issue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, ContactId } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { documentOf } from './document.ts';
import { contextOf, judge, localeOf, type PageFinder, sectionsOf, unknownPage } from './found.ts';
import { countedMemberOf, figuresOf, memberOfLink } from './member.ts';
import { wordsOf } from './pages.ts';
import { noMeta, originOf, sendDocument, sendNotice, type Site } from './site.ts';

/** A member's own page, by the link in their messages. */
export async function sendMemberPage(
  site: Site,
  find: PageFinder,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const { parts, pages } = site;
  const member = await memberOfLink(parts, token);
  const view = member === null ? null : await find(member.standing.campaignId);
  // A member keeps their page, also when the campaign is over.
  const judged = judge(
    view === null ? null : { ...view, archived: false, settings: { ...view.settings, endsAt: null } },
    { business: null, hostOf: await parts.brands.agencyOf(request.host), now: parts.now() },
  );
  if (member === null) return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
  if ('missing' in judged) {
    const { status, title, text, company } = judged.missing;
    return sendNotice(site, request, reply, status, { title, text, company, tone: 'sorry' });
  }
  const page = { ...judged.found, settings: view!.settings };
  const pagePath = `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}`;
  const couponId = couponIdOf(CampaignId.parse(page.campaignId), ContactId.parse(member.standing.contactId));
  const coupon = page.offer.discountType === 'none' ? null : await parts.commands.coupons.shownToHolder(couponId);
  const title = wordsOf(page).title;
  const drawn = pages.thanks('loop', sectionsOf(page, 'loop'), {
    ...contextOf(page, localeOf(request.headers['accept-language'])),
    scriptUrl: null,
    loop: await figuresOf(parts, member, { origin: originOf(request), token, title }),
    thanks: {
      back: pagePath,
      coupon: coupon === null ? null : `/t/${parts.identifiers.token('coupon', couponId)}`,
      joined: false,
      note: null,
    },
  });
  const brand = await parts.brands.configOf(request.host);
  return sendDocument(request, reply, 200, documentOf(drawn, noMeta(title, brand), pages.script, false));
}

/** The forms of a member's page: redirected afterwards, so that a reload does nothing again. */
export function registerMemberActs(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  type Asked = FastifyRequest<{ Params: { token: string; rewardId: string } }>;

  async function asked(request: Asked) {
    await parts.rateLimits.take([{ key: `member-form:${clientOf(request.ip)}`, max: 60, windowMs: 60_000 }]);
    const { token, rewardId } = request.params;
    const member = z.uuid().safeParse(rewardId).success ? await countedMemberOf(parts, token) : null;
    return member?.counted === true ? { token, rewardId, ...member.standing } : null;
  }
  const context = (request: Asked) => commandContext(publicCaller('member-page'), correlationIdOf(request));

  /** Takes an unlocked reward: what is shown at the counter comes next. */
  app.post('/t/:token/rewards/:rewardId', async (request: Asked, reply) => {
    const member = await asked(request);
    if (member === null) return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
    const { memberId, rewardId, token } = member;
    try {
      const { result } = await parts.commands.loops.claim(context(request), { memberId, rewardId });
      return await reply.redirect(`/t/${parts.identifiers.token('coupon', result.couponId)}`, 303);
    } catch (error) {
      // The page itself says what is unlocked.
      if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
      return reply.redirect(`/t/${token}`, 303);
    }
  });

  /** A member without scripts says that they did something. */
  app.post('/t/:token/actions/:rewardId', async (request: Asked, reply) => {
    const member = await asked(request);
    if (member === null) return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
    const { memberId, rewardId, token, actions } = member;
    const wanted = actions.find((one) => one.rewardId === rewardId);
    if (wanted !== undefined)
      try {
        await parts.commands.loops.act(context(request), { memberId, rewardId, action: wanted.action });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      }
    return reply.redirect(`/t/${token}`, 303);
  });
}
