import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { SubmissionId } from '../../domain/kernel/ids.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { awaitsEmail, maxAsked } from '../../domain/submissions/submission.ts';
import type { PageContext } from '../contract/page-view.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { readForm } from './answers.ts';
import { couponOf, sendCoupon } from './coupon.ts';
import { documentOf } from './document.ts';
import { contextOf, type Found, judge, localeOf, type PageFinder, sectionsOf, unknownPage } from './found.ts';
import { figuresOf, memberOfEntry } from './member.ts';
import { registerMemberActs, sendMemberPage } from './member-page.ts';
import { wordsOf } from './pages.ts';
import { noMeta, originOf, sendDocument, sendNotice, type Site, liveOriginOf, livePathOf } from './site.ts';

type Receipt = NonNullable<Awaited<ReturnType<ApiParts['commands']['pages']['receiptOf']>>>;

/** What the holder of a thank-you link is shown: of whom, of which page, and what came of it. */
export interface Thanked {
  readonly receipt: Receipt;
  readonly page: Found;
}

/** Null: the token is not one of ours, is cut off, or was made for something else. */
export async function thankedOf(
  parts: ApiParts,
  find: PageFinder,
  token: string,
  hostOf: string | null,
  ip: string,
): Promise<Thanked | null> {
  const id = parts.identifiers.idOf('thanks', token);
  if (id === null) {
    await parts.rateLimits.take([{ key: `thanks-token:${clientOf(ip)}`, max: 120, windowMs: 60_000 }]);
    return null;
  }
  const receipt = await parts.commands.pages.receiptOf(SubmissionId.parse(id));
  const page = receipt === null ? null : await find(receipt.campaignId, receipt.pageVersion);
  if (receipt === null || page === null || page.version === null || page.sections === null) return null;
  if (hostOf !== null && hostOf !== page.agencyId) return null;
  // Who has entered keeps their page, also when the campaign is over.
  const judged = judge(
    { ...page, archived: false, liveVersion: page.version, settings: { ...page.settings, endsAt: null } },
    { business: null, hostOf, now: parts.now(), popups: true },
  );
  return 'found' in judged ? { receipt, page: { ...judged.found, settings: page.settings } } : null;
}

/** Where the coupon of an entry is shown; null: there is none, or it waits for the email's link. */
export const couponPathOf = ({ identifiers }: ApiParts, { receipt, page }: Thanked): string | null =>
  page.offer.discountType === 'none' || awaitsEmail(receipt, page.settings) ?
    null
  : `/t/${identifiers.token('coupon', receipt.couponId)}`;

/** /t/{token} and /t/v/{token}, and the link of the email that proves an address. */
export function registerThanks(app: FastifyInstance, site: Site, find: PageFinder): void {
  const { parts, pages } = site;

  async function contextFor(request: FastifyRequest, thanked: Thanked): Promise<PageContext> {
    const { receipt, page } = thanked;
    const origin = originOf(request);
    const pagePath = `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}`;
    const waits = awaitsEmail(receipt, page.settings);
    const { again } = request.query as { again?: string };
    const { endsAt } = page.settings;
    const member = await memberOfEntry(parts, receipt, page.settings);
    const token = parts.identifiers.token('thanks', receipt.submissionId);
    const known = member === 'known' ? await knownAlready(parts, thanked, again !== undefined) : null;
    const votes = page.kind === 'vote' ? await parts.readModels.voteResult(page.businessId, page.campaignId) : null;
    return {
      ...contextOf(page, localeOf(request.headers['accept-language'])),
      scriptUrl: null,
      vote:
        votes === null ? null : (
          {
            total: votes.voters,
            counts: votes.options,
            ended: endsAt !== null && endsAt <= parts.now().toISOString(),
            mine: receipt.choices ?? [],
            live: livePathOf(page.campaignId),
          }
        ),
      loop:
        member === null || member === 'known' ?
          null
        : await figuresOf(parts, member, { origin, token, title: wordsOf(page).title }),
      share: { url: origin + pagePath, title: wordsOf(page).title },
      thanks: {
        back: pagePath,
        coupon: couponPathOf(parts, thanked),
        note: waits ? waitingFor(receipt, again !== undefined) : (known?.note ?? null),
        waits,
        known: known !== null,
        again: waits || known?.byEmail === true ? askAgain(parts, receipt) : null,
      },
    };
  }

  for (const path of ['/t/:token', '/t/v/:token'])
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const couponId = couponOf(site, request.params.token);
      if (couponId !== null) return sendCoupon(site, request, reply, request.params.token, couponId);
      if (parts.identifiers.idOf('member-page', request.params.token) !== null)
        return sendMemberPage(site, find, request, reply, request.params.token);
      const hostOf = await parts.brands.agencyOf(request.host);
      const thanked = await thankedOf(parts, find, request.params.token, hostOf, request.ip);
      if (thanked === null) return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
      const { page } = thanked;
      // A popup thanks on its own site: here is what came of it, and that an address was proved.
      if (thanked.receipt.kind === 'popup') {
        const coupon = couponPathOf(parts, thanked);
        if (coupon !== null) return reply.redirect(coupon, 303);
        const waits = page.settings.verifyEmail && !thanked.receipt.emailVerified;
        return sendNotice(site, request, reply, 200, {
          title: 'Thank you',
          text: waits ? 'Please open the link in the email that we have sent you.' : 'You are on the list.',
          tone: 'good',
          company: page.businessName,
        });
      }
      const context = await contextFor(request, thanked);
      const drawn = (() => {
        switch (page.kind) {
          case 'landing':
            return pages.thanks('landing', sectionsOf(page, 'landing'), context);
          case 'vote':
            return pages.thanks('vote', sectionsOf(page, 'vote'), context);
          case 'loop':
            return pages.thanks('loop', sectionsOf(page, 'loop'), context);
        }
      })();
      const brand = await parts.brands.configOf(request.host);
      return sendDocument(
        request,
        reply,
        200,
        // A page in a frame on somebody's site thanks there, too: at most one's own email can be asked for once more.
        documentOf(
          drawn,
          { ...noMeta(wordsOf(page).title, brand), live: page.kind === 'vote' ? liveOriginOf(request) : null },
          pages.script,
          true,
        ),
      );
    });

  registerMemberActs(app, site);

  // Programs that only ask whether there is something prove nothing.
  const shown = { exposeHeadRoute: false };
  app.get<{ Params: { token: string } }>('/contact/verify/email/:token', shown, async (request, reply) => {
    try {
      const submissionId = await verify(parts, request.params.token, request.ip, correlationIdOf(request));
      if (submissionId === null) return await sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
      return reply.redirect(`/t/v/${parts.identifiers.token('thanks', submissionId)}`, 303);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'token_invalid') throw error;
      const submissionId = SubmissionId.parse(parts.identifiers.idOf('verify-email', request.params.token));
      const receipt = await parts.commands.pages.receiptOf(submissionId);
      const again = receipt === null ? null : askAgain(parts, receipt);
      return sendNotice(site, request, reply, 410, {
        title: 'This link has expired',
        text: again === null ? 'Please enter once more on the page that you came from.' : 'We can send you a new one.',
        tone: 'sorry',
        forms:
          again === null ?
            []
          : [{ action: again.action, hidden: { nth: String(again.nth) }, button: 'Send me a new link' }],
      });
    }
  });

  app.post<{ Params: { token: string } }>('/t/:token/again', async (request, reply) => {
    await parts.rateLimits.take([{ key: `verify-again:${clientOf(request.ip)}`, max: 20, windowMs: 600_000 }]);
    const id = parts.identifiers.idOf('thanks', request.params.token);
    const submissionId = id === null ? null : SubmissionId.parse(id);
    if (submissionId === null || (await parts.commands.pages.receiptOf(submissionId)) === null)
      return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
    const { fields } = readForm(typeof request.body === 'string' ? request.body : '');
    const nth = z.coerce.number().int().min(1).max(20).safeParse(fields['nth']);
    const context = commandContext(publicCaller('verify-email'), correlationIdOf(request));
    if (nth.success) await parts.commands.pages.askForEmail(context, { submissionId, nth: nth.data });
    return reply.redirect(`/t/${request.params.token}?again=1`, 303);
  });
}

/** What somebody is told whose address is not proved yet. `again`: they have just asked for another email. */
function waitingFor({ asked }: Receipt, again: boolean): string {
  if (asked >= maxAsked)
    return 'We have sent the email several times. Please look into your spam folder, or enter with another address.';
  return again ?
      'We have sent it again. If it does not come within a few minutes, look into your spam folder.'
    : 'Open the link in the email that we have just sent you: then your entry counts.';
}

/** What somebody is told who was a member before this entry: their page is only shown to who proves to be them. */
async function knownAlready(parts: ApiParts, { receipt, page }: Thanked, again: boolean) {
  const byEmail = receipt.phone === null && receipt.email !== null;
  if (byEmail)
    return {
      byEmail,
      note:
        receipt.asked === 0 ? 'Confirm your address, and we’ll show you your points and your link.'
        : again ? 'Sent. Open the link in the email to see your points and your link.'
        : 'Open the link in the email to see your points and your link.',
    };
  const campaign = await parts.readModels.campaign(page.businessId, page.campaignId);
  const textUs =
    campaign?.number ? ` Or text ${campaign.keyword} to ${formatPhone(campaign.number)} to get it again.` : '';
  return { byEmail, note: `Open the link in the message we sent you to see your points.${textUs}` };
}

/** How the email is asked for once more; null: it was sent often enough. A page that is shown again asks for the same one. */
const askAgain = ({ identifiers }: ApiParts, { submissionId, asked }: Receipt) =>
  asked >= maxAsked ? null : (
    { action: `/t/${identifiers.token('thanks', submissionId)}/again`, nth: Math.max(1, asked), first: asked === 0 }
  );

/** The link of the email: followed once or ten times, the address is proved. Null: it is not one of ours. */
export async function verify(
  parts: ApiParts,
  token: string,
  ip: string,
  correlationId: string,
): Promise<string | null> {
  const id = parts.identifiers.idOf('verify-email', token);
  if (id === null) {
    await parts.rateLimits.take([{ key: `verify-token:${clientOf(ip)}`, max: 60, windowMs: 60_000 }]);
    return null;
  }
  const submissionId = SubmissionId.parse(id);
  if ((await parts.commands.pages.receiptOf(submissionId)) === null) return null;
  await parts.commands.pages.verifyEmail(commandContext(publicCaller('verify-email'), correlationId), { submissionId });
  return submissionId;
}
