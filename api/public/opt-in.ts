import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPhone } from '../../domain/sms/phone.ts';
import { mediaIdOf } from '../kernel/media-address.ts';
import { joiningWays, legalUrls } from '../kernel/opt-in-evidence.ts';
import { originOf, sendNotice, type Site } from './site.ts';

interface Params {
  readonly business: string;
}

/**
 * /pages/opt-in/{business}: every way in which people join the texts of a business, with the exact words that they agree
 * to. For the carriers' reviewers, and anyone else: there is nothing about a person on it. Its privacy policy and terms
 * stand beside it, so that they have an address before any page is published.
 */
export function registerOptIn(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  const find = async (request: FastifyRequest<{ Params: Params }>) => {
    const { business } = request.params;
    if (!/^[a-z0-9-]{3,60}$/.test(business)) return null;
    const found = await parts.readModels.waysIn({ uniqueId: business });
    if (found === null || found.state === 'archived') return null;
    // A brand's host shows its own businesses alone.
    const host = await parts.brands.agencyOf(request.host);
    return host !== null && host !== found.agencyId ? null : found;
  };
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    sendNotice(site, request, reply, 404, {
      title: 'There is nothing here',
      text: 'Check the address, or ask the person who gave it to you.',
      tone: 'sorry',
    });

  app.get<{ Params: Params }>('/pages/opt-in/:business', async (request, reply) => {
    const found = await find(request);
    if (found === null) return missing(request, reply);
    const { name, number, businessId } = found;
    const verification = number === null ? null : await parts.readModels.tollfreeOf(businessId, number);
    const to = number === null ? null : formatPhone(number);
    const origin = originOf(request);
    const ways = joiningWays(found, origin).flatMap(({ keyword, pageUrl, isPopup, consent }) => [
      ...(to === null ? [] : [`Text ${keyword} to ${to}.`]),
      ...(pageUrl === null ? [] : [`Form on the page ${pageUrl}`]),
      ...(isPopup ? ['Form in the window on the website of the business.'] : []),
      ...(consent === null ? [] : [`People agree to these words: “${consent}”`]),
    ]);
    const legal = legalUrls(found, origin);
    // What the business uploaded for the reviewers of its toll-free number; pictures elsewhere stay there.
    const shown = (verification?.attempts.at(-1)?.form?.optInImageUrls ?? []).flatMap(
      (url) => mediaIdOf(origin, url) ?? [],
    );
    const common = `Message frequency varies. Message and data rates may apply. Reply HELP for help, STOP to opt out.`;
    return sendNotice(site, request, reply, 200, {
      title: `How to get texts from ${name}`,
      text: '',
      tone: 'plain',
      company: name,
      paragraphs: [
        `${name} texts people who asked for it, in one of these ways.`,
        ...(ways.length === 0 ? ['No way in is open at the moment.'] : ways),
        common,
        ...(legal.privacy === null ? [] : [`Privacy policy: ${legal.privacy}`]),
        ...(legal.terms === null ? [] : [`Terms: ${legal.terms}`]),
      ],
      pictures: { alt: `How people opt in to texts from ${name}`, urls: shown.map((id) => `/media/${id}`) },
    });
  });

  for (const which of ['privacy', 'terms'] as const)
    app.get<{ Params: Params }>(`/pages/opt-in/:business/${which}`, async (request, reply) => {
      const found = await find(request);
      const legal = which === 'privacy' ? found?.privacyPage : found?.termsPage;
      if (found === null || !legal?.content.trim()) return missing(request, reply);
      return sendNotice(site, request, reply, 200, {
        title: which === 'privacy' ? 'Privacy policy' : 'Terms of service',
        text: '',
        tone: 'plain',
        company: found.name,
        paragraphs: legal.content.split(/\n{2,}/u),
      });
    });
}
