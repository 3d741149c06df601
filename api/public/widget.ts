import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { popupConsent } from '../../domain/pages/consent.ts';
import { sitesOf } from '../../domain/pages/field.ts';
import { type Page, readPage, type StoredSections } from '../../domain/pages/model.ts';
import { SubmissionId } from '../../domain/kernel/ids.ts';
import type { PublicPageView } from '../../projections/pages/public-queries.ts';
import type { PopupAnswer, PopupConfig } from '../contract/popup.ts';
import { compress, type Encoding, encodingFor, varyOnEncoding } from '../kernel/compression.ts';
import { correlationIdOf } from '../kernel/context.ts';
import { describeFailure } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { isRobot, testOf } from '../kernel/traffic.ts';
import { answersOf, deviceOf, readForm, sourceOf } from './answers.ts';
import { legalOf, type PageFinder, shutBecause, unknownPage } from './found.ts';
import { mintKey, readKey, tooOld } from './form-key.ts';
import { sampleSite } from './sample-site.ts';
import { originOf, sendNotice, type Site } from './site.ts';
import { submitForm } from './submit.ts';

interface Params {
  readonly id: string;
}
type Asked = Pick<FastifyRequest<{ Params: Params }>, 'params' | 'host' | 'protocol'>;

/** s: how long a site's visitor goes without asking whether there is a newer script, or a newer popup. */
const fresh = { script: 300, popup: 60 } as const;
const week = 7 * 86_400_000;
const weekOf = (now: Date): number => Math.floor(now.getTime() / week);

/** To look at a popup's draft on a live site: good for this week and the next. */
export const previewToken = ({ identifiers, now }: Pick<ApiParts, 'identifiers' | 'now'>, campaignId: string): string =>
  identifiers.token(`popup-preview-${weekOf(now())}`, campaignId);
function isPreview({ identifiers, now }: ApiParts, token: string | undefined, campaignId: string): boolean {
  const at = weekOf(now());
  return (
    token !== undefined &&
    [at, at - 1].some((one) => identifiers.idOf(`popup-preview-${one}`, token) === campaignId.toLowerCase())
  );
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
/** The script as it is sent: the same for everybody, compressed once, as small as it gets. */
function scriptOf(text: string) {
  const packed = new Map<Encoding, Promise<Buffer>>();
  const pack = (encoding: Encoding) =>
    encoding === 'br' ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) : gz(text, { level: 9 });
  return {
    etag: etagOf(text),
    as(encoding: Encoding): Promise<Buffer> {
      const known = packed.get(encoding) ?? pack(encoding);
      packed.set(encoding, known);
      return known;
    },
  };
}
const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
const isKnown = (request: FastifyRequest, etag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((one) => one.trim() === etag) ?? false;

/** From where the visitor of somebody's site came, as far as the widget tells: campaigns of its address, the host before. */
const fromOf = ({ headers: { origin } }: FastifyRequest, query: string | undefined, referrer: string | undefined) =>
  sourceOf(
    Object.fromEntries(new URLSearchParams(query?.slice(0, 500) ?? '')),
    referrer?.slice(0, 500),
    origin !== undefined && URL.canParse(origin) ? new URL(origin).host : '',
  );

/** Whether a popup that names its sites may be sent from here. Our own sample site always may. */
function mayBeOn(page: Page<'popup'>, request: FastifyRequest): boolean {
  const sites = sitesOf(page.settings.AllowedSites);
  const { origin } = request.headers;
  if (sites.length === 0 || origin === originOf(request)) return true;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const host = new URL(origin).hostname;
  return sites.some((site) => host === site || host.endsWith(`.${site}`));
}

/** The page that a popup was sent from, as far as its browser vouches for it: without what follows a `?`. */
function pageAddressOf(request: FastifyRequest, told: string | undefined): string | null {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return null;
  if (told === undefined || !URL.canParse(told) || new URL(told).origin !== origin) return origin.slice(0, 300);
  const { pathname } = new URL(told);
  return (origin + pathname).slice(0, 300).toWellFormed();
}

/**
 * What popups on other people's sites ask for, from browsers that carry nothing of ours: no cookie is read or set, and
 * no answer may be read with credentials (Fetch standard, CORS protocol). No request needs a preflight, so none is
 * answered.
 */
export function registerWidget(app: FastifyInstance, site: Site, find: PageFinder): void {
  const { parts, pages } = site;
  const script = scriptOf(pages.widget);
  const shared = (reply: FastifyReply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff');

  app.get('/widget.js', async (request, reply) => {
    shared(reply).headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${fresh.script}, stale-while-revalidate=86400`,
      etag: script.etag,
    });
    varyOnEncoding(reply);
    if (isKnown(request, script.etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return reply.send(pages.widget);
    return reply.header('content-encoding', encoding).send(await script.as(encoding));
  });

  /** A popup of a business of this host's; null: there is none here, whatever the reason. */
  async function popupOf(request: Asked, version: number | null = null): Promise<PublicPageView | null> {
    const [page, hostOf] = await Promise.all([find(request.params.id, version), parts.brands.agencyOf(request.host)]);
    if (page === null || page.kind !== 'popup' || (hostOf !== null && hostOf !== page.agencyId)) return null;
    return page;
  }
  const isOpen = (page: PublicPageView): boolean => shutBecause(page, parts.now()) === null;

  function configOf(
    request: Pick<FastifyRequest, 'host' | 'protocol'>,
    found: PublicPageView,
    version: number,
    sections: StoredSections,
  ) {
    // The coupon has a page of its own: a script on somebody else's site has no use for it.
    const own = Object.entries(readPage('popup', sections)).filter(([name]) => !name.startsWith('coupon.'));
    const page = Object.fromEntries(own) as Page<'popup'>;
    const legal = legalOf(found);
    const whole = (address: string | null) => (address?.startsWith('/') ? originOf(request) + address : address);
    return {
      id: found.campaignId,
      version,
      company: found.businessName,
      timezone: found.timezone,
      phoneAlways: found.settings.phoneAlways,
      page,
      consent: popupConsent(page, found.businessName),
      legal: { policy: whole(legal.policy), terms: whole(legal.terms) },
    } satisfies PopupConfig;
  }

  async function draftOf(request: Asked, token: string | undefined): Promise<PopupConfig | null> {
    if (!isPreview(parts, token, request.params.id)) return null;
    const found = await popupOf(request);
    const page = found === null ? null : await parts.readModels.page(found.businessId, found.campaignId);
    return found === null || page === null || found.businessState !== 'active' || found.archived ?
        null
      : configOf(request, found, 0, page.draft);
  }

  // What is not there is no error: a browser would write one into the console of somebody else's site.
  app.get<{ Params: Params; Querystring: { preview?: string } }>('/widget/:id', async (request, reply) => {
    const { preview } = request.query;
    if (preview !== undefined) {
      const draft = await draftOf(request, preview);
      shared(reply).header('cache-control', 'private, no-store');
      return draft === null ? reply.code(204).send() : reply.send(draft);
    }
    shared(reply).header('cache-control', `public, max-age=${fresh.popup}`);
    const found = await popupOf(request);
    if (found === null || !isOpen(found)) return reply.code(204).send();
    const text = JSON.stringify(configOf(request, found, found.version!, found.sections!));
    const etag = etagOf(text);
    reply.header('etag', etag);
    varyOnEncoding(reply);
    if (isKnown(request, etag)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return reply.send(text);
    return reply.header('content-encoding', encoding).send(await compress(text, encoding));
  });

  /** Asked for when it opens: this is when somebody has seen it. */
  app.get<{ Params: Params; Querystring: { v?: string; q?: string } }>('/widget/:id/key', async (request, reply) => {
    shared(reply).header('cache-control', 'private, no-store');
    const found = await popupOf(request);
    if (found === null || !isOpen(found)) return reply.code(204).send();
    const agent = request.headers['user-agent'];
    if (isRobot(agent)) parts.traffic.robot(found);
    const visitor = await parts.traffic.visitorOf(found, { ip: request.ip, agent });
    const version = /^[1-9]\d{0,5}$/.test(request.query.v ?? '') ? Number(request.query.v) : found.version!;
    const visit = { version, testId: testOf(found, version), device: deviceOf(agent) };
    if (visitor !== null)
      parts.traffic.note(visitor, { ...visit, from: fromOf(request, request.query.q, undefined) }, 'viewed');
    return reply.send({ key: mintKey(parts.identifiers, parts.now()) });
  });

  app.post<{ Params: Params }>('/widget/:id', async (request, reply) => {
    reply.headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' });
    const sent = readForm(typeof request.body === 'string' ? request.body : '');
    const { fields } = sent;
    const found = await popupOf(request);
    if (found === null || !isOpen(found)) {
      reply.header('access-control-allow-origin', '*');
      return reply.code(410).send({ message: 'This takes no entries any more.', code: 'not_found' });
    }
    // Where it may be is asked of what is live, not of what was seen: whoever takes a site off means from now on.
    const page = readPage('popup', found.sections!);
    if (!mayBeOn(page, request))
      return reply.code(403).send({ message: 'This popup is not meant for this site.', code: 'forbidden' });
    const { origin } = request.headers;
    const only = page.settings.AllowedSites !== '' && origin !== undefined;
    reply.header('access-control-allow-origin', only ? origin : '*');
    const version = /^\d{1,6}$/.test(fields['version'] ?? '') ? Number(fields['version']) : found.version!;
    try {
      const { submissionId } = await submitForm(
        parts,
        {
          page: found,
          key: fields['key'] ?? '',
          version,
          answers: answersOf(sent),
          trap: fields['topic'] ?? '',
          from: fromOf(request, fields['query'], fields['referrer']),
          referral: null,
          pageAddress: pageAddressOf(request, fields['page']),
        },
        {
          ip: request.ip,
          device: deviceOf(request.headers['user-agent']),
          agent: request.headers['user-agent'],
          correlationId: correlationIdOf(request),
        },
      );
      const prize = await parts.commands.pages.prizeOf(SubmissionId.parse(submissionId));
      return await reply.send({
        success: true,
        code: prize?.code ?? null,
        link: prize?.link ?? null,
        note: prize?.waits ? 'One more step: open the link in the email that we have just sent you.' : null,
      } satisfies PopupAnswer);
    } catch (error) {
      const { status, body, retryAfterSeconds } = describeFailure(error, request.id);
      if (status >= 500) parts.log.error({ err: error, requestId: request.id }, 'A popup could not be sent.');
      if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
      const key = readKey(parts.identifiers, fields['key'] ?? '', parts.now());
      const usable = key !== null && key.age <= tooOld && key.age >= 0;
      return reply.code(status).send({ ...body, ...(usable ? {} : { key: mintKey(parts.identifiers, parts.now()) }) });
    }
  });

  /** A shop that is none, to see the popup on: with a policy as strict as any, and nothing of a session in reach. */
  app.get<{ Params: Params; Querystring: { 'popup-preview'?: string } }>(
    '/widget/:id/sample',
    async (request, reply) => {
      const token = request.query['popup-preview'];
      const found = await popupOf(request);
      const shown = found !== null && (token === undefined ? isOpen(found) : isPreview(parts, token, found.campaignId));
      if (found === null || !shown) return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
      const { html, policy } = sampleSite(found.campaignId, found.businessName, token !== undefined);
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'private, no-cache',
        })
        .send(html);
    },
  );
}
