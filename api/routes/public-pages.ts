import type { z } from 'zod';
import { nested } from '../../domain/pages/model.ts';
import { publicPageCalls, type PublicPage, type SendContact } from '../contract/index.ts';
import { correlationIdOf } from '../kernel/context.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { deviceOf } from '../public/answers.ts';
import { contextOf, type Found, judge, sectionsOf } from '../public/found.ts';
import { mintKey } from '../public/form-key.ts';
import { submitForm } from '../public/submit.ts';
import { figuresOf, memberOfEntry } from '../public/member.ts';
import { couponPathOf, thankedOf, verify } from '../public/thanks.ts';
import { contactOf, emailIdOf } from '../public/unsubscribe.ts';

const gone = () => notFound('This page does not exist.');
const pathOf = (page: Found): string => `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}`;

/** A page that visitors may see now; 404 for all others. A host of one agency shows no other's. */
async function findOpen(call: Call<unknown, unknown, unknown>, id: string, business: string | null): Promise<Found> {
  const { parts, request } = call;
  const judged = judge(await parts.readModels.publicPage({ campaignId: id, version: null }), {
    business,
    hostOf: await parts.brands.agencyOf(request.host),
    now: parts.now(),
  });
  if ('missing' in judged)
    throw judged.missing.status === 410 ? new ApiError('not_found', judged.missing.text) : gone();
  return judged.found;
}

/** Sections as they are public: without what runs only in a frame of its own. */
function publicSections(page: Found): Record<string, unknown> {
  const { scripts: _, ...shown } = sectionsOf(page, page.kind);
  return nested(shown);
}
async function resultOf({ parts }: Call, page: Found) {
  if (page.kind !== 'vote') return null;
  const { voters, options } = await parts.readModels.voteResult(page.businessId, page.campaignId);
  return { total: voters, options: { ...options } };
}

async function presentPage(call: Call, page: Found): Promise<z.input<typeof PublicPage>> {
  const { parts } = call;
  return {
    id: page.campaignId,
    type: page.kind,
    version: page.version,
    business: { id: page.businessId, name: page.businessName, unique_id: page.uniqueId },
    url: pathOf(page),
    sections: publicSections(page),
    consent: contextOf(page, 'en-US').consentText,
    key: mintKey(parts.identifiers, parts.now()),
    result: await resultOf(call, page),
  };
}

async function send(call: Call<{ id: string }, unknown, z.output<typeof SendContact>>, kinds: readonly string[]) {
  const { parts, request, params, body, ip } = call;
  const page = await findOpen(call, params.id, null);
  if (!kinds.includes(page.kind)) throw gone();
  const { key, version, utm_source, utm_medium, utm_campaign, referral, ...answers } = body;
  const { token } = await submitForm(
    parts,
    {
      page,
      key,
      version,
      answers,
      trap: '',
      from: { source: utm_source || null, medium: utm_medium || null, campaign: utm_campaign || null, referrer: null },
      referral: referral !== undefined && parts.identifiers.idOf('member', referral) !== null ? referral : null,
    },
    {
      ip,
      device: deviceOf(request.headers['user-agent']),
      agent: request.headers['user-agent'],
      correlationId: correlationIdOf(request),
    },
  );
  return { success: true as const, data: { token, url: `/t/${token}` } };
}

export const publicPageRoutes = [
  route(publicPageCalls['GET /pages/{id}'], async (call) => ({
    data: await presentPage(call, await findOpen(call, call.params.id, call.query.business_id)),
  })),

  route(publicPageCalls['POST /landings/{id}/send-contact'], (call) => send(call, ['landing', 'vote'])),
  route(publicPageCalls['POST /loops/{id}/send-contact'], (call) => send(call, ['loop'])),

  route(publicPageCalls['GET /thanks/{token}'], async (call) => {
    const { parts, request, params, ip } = call;
    const find = (campaignId: string, version: number | null = null) =>
      parts.readModels.publicPage({ campaignId, version });
    const thanked = await thankedOf(parts, find, params.token, await parts.brands.agencyOf(request.host), ip);
    if (thanked === null) throw gone();
    const { receipt, page } = thanked;
    const member = await memberOfEntry(parts, receipt, page.settings);
    const loop =
      member === null || member === 'known' ?
        null
      : await figuresOf(parts, member, { origin: '', token: params.token, title: '' });
    return {
      data: {
        page: { id: page.campaignId, type: page.kind, url: pathOf(page) },
        business: { id: page.businessId, name: page.businessName },
        sections: publicSections(page),
        email_verified: page.settings.verifyEmail ? receipt.emailVerified : null,
        choices: receipt.choices === null ? null : [...receipt.choices],
        result: await resultOf(call, page),
        coupon_url: couponPathOf(parts, thanked),
        loop:
          loop === null ? null : (
            {
              points: loop.points,
              referrals: loop.referrals,
              ranking: loop.ranking,
              unlocked: loop.unlocked,
              link: loop.link,
            }
          ),
      },
    };
  }),

  route(publicPageCalls['GET /loop/{token}'], async (call) => {
    const memberId = call.parts.identifiers.idOf('member', call.params.token);
    const owner = memberId === null ? null : await call.parts.readModels.loopOfMember(memberId);
    if (owner === null) throw gone();
    return { data: await presentPage(call, await findOpen(call, owner.campaignId, null)) };
  }),

  route(publicPageCalls['GET /contact/verify/email/{token}'], async ({ parts, params, ip, request }) => {
    const submissionId = await verify(parts, params.token, ip, correlationIdOf(request));
    if (submissionId === null) throw notFound('This link can not be used. Please open it from the email once more.');
    const token = parts.identifiers.token('thanks', submissionId);
    return { success: true as const, data: { token, url: `/t/v/${token}` } };
  }),

  route(publicPageCalls['POST /unsubscribe'], async (call) => {
    const { parts, body, ip } = call;
    const contactId = await contactOf(parts, body.token, ip);
    const standing = contactId === null ? null : await parts.commands.contacts.emailStanding(contactId);
    if (contactId === null || standing === null)
      throw notFound('This link is not complete. Please open it from the email once more.');
    await parts.commands.contacts.unsubscribe(call.context(), {
      contactId,
      via: 'unsubscribe-page',
      mailId: emailIdOf(body.id ?? undefined),
      all: body.all,
    });
    return { success: true as const, message: 'You are unsubscribed.' };
  }),
];
