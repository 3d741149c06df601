import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainOf, type RichText } from '../../domain/pages/rich-text.ts';
import type { Drawn, PageContext, PageForm, VoteFigures } from '../contract/page-view.ts';
import { escaped } from '../kernel/brand-page.ts';
import { correlationIdOf } from '../kernel/context.ts';
import { describeFailure } from '../kernel/errors.ts';
import { isRobot, testOf, versionFor } from '../kernel/traffic.ts';
import type { Source } from '../../domain/submissions/events.ts';
import { answersOf, deviceOf, readForm, readSource, sourceOf, typedAgain } from './answers.ts';
import { documentOf, type Meta, type PublicDocument } from './document.ts';
import {
  contextOf,
  createPageFinder,
  type Found,
  judge,
  legalOf,
  localeOf,
  type Missing,
  sectionsOf,
} from './found.ts';
import { mintKey, readKey, tooOld } from './form-key.ts';
import { shareImage } from './share-image.ts';
import {
  isJsonWanted,
  originOf,
  sendDocument,
  sendNotice,
  type Site,
  liveOriginOf,
  livePathOf,
  purposeOf,
} from './site.ts';
import { submitForm } from './submit.ts';

/** Drawn pages that are kept: of each version, for each host that it is looked at on. */
const maxDrawn = 500;
interface Params {
  readonly id: string;
  readonly business: string;
}
type Asked = FastifyRequest<{ Params: Params }>;

/** Stands in a drawn page for what differs from visitor to visitor. */
const hole = (name: string): string => `__pv_${name}__`;
const holes = ['key', 'from', 'ref'] as const;
/** A drawn page in pieces, with what goes between them. */
interface Kept {
  readonly pieces: readonly string[];
  readonly between: readonly (typeof holes)[number][];
  readonly policy: string;
}
function keep({ html, policy }: PublicDocument): Kept {
  const parts = html.split(new RegExp(`(${holes.map(hole).join('|')})`));
  return {
    pieces: parts.filter((_, index) => index % 2 === 0),
    between: parts.filter((_, index) => index % 2 === 1).map((part) => holes.find((name) => hole(name) === part)!),
    policy,
  };
}
const filled = ({ pieces, between, policy }: Kept, given: Record<(typeof holes)[number], string>): PublicDocument => ({
  html: pieces.map((piece, index) => (index === 0 ? '' : escaped(given[between[index - 1]!])) + piece).join(''),
  policy,
});

/** The words of a page's heading and description, for titles, searches and share images. */
export function wordsOf(page: Found): { readonly title: string; readonly description: string } {
  const { main } = sectionsOf(page, page.kind);
  const oneLine = (text: RichText, most: number) => plainOf(text).replace(/\s+/gu, ' ').trim().slice(0, most);
  const heading = oneLine(main.Content, 120);
  return {
    title: heading === '' ? page.businessName : `${heading} · ${page.businessName}`,
    description: oneLine(main.Description, 300),
  };
}

/** GET and POST of /pages/{id}/{business}, its result, its small print, its picture for shares, its own script. */
export function registerPages(app: FastifyInstance, site: Site): ReturnType<typeof createPageFinder> {
  const { parts, pages } = site;
  const find = createPageFinder(parts);
  const drawnPages = new Map<string, Kept>();

  const pathOf = (page: Found): string => `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}`;
  const decide = async (request: Asked, popups = false) =>
    judge(await find(request.params.id), {
      business: request.params.business,
      hostOf: await parts.brands.agencyOf(request.host),
      now: parts.now(),
      popups,
    });
  const missing = (request: FastifyRequest, reply: FastifyReply, { status, title, text, company }: Missing) =>
    sendNotice(site, request, reply, status, { title, text, company, tone: 'sorry' });

  async function metaOf(request: FastifyRequest, page: Found, path: string): Promise<Meta> {
    const brand = await parts.brands.configOf(request.host);
    const { title, description } = wordsOf(page);
    const { styling } = sectionsOf(page, page.kind);
    const origin = originOf(request);
    return {
      title,
      description,
      lang: 'en',
      icon: brand.favicon,
      color: styling.BackgroundColor.slice(0, 7),
      canonical: origin + path,
      image: { url: `${origin}${pathOf(page)}/image?v=${page.hash.slice(0, 12)}`, alt: title },
      hidden: false,
      live: page.kind === 'vote' ? liveOriginOf(request) : null,
    };
  }

  async function voteOf(page: Found): Promise<VoteFigures | null> {
    if (page.kind !== 'vote') return null;
    const { voters, options } = await parts.readModels.voteResult(page.businessId, page.campaignId);
    const { endsAt } = page.settings;
    return {
      total: voters,
      counts: options,
      ended: endsAt !== null && endsAt <= parts.now().toISOString(),
      mine: [],
      live: livePathOf(page.campaignId),
    };
  }

  async function drawn(request: FastifyRequest, page: Found, form: PageForm): Promise<PublicDocument> {
    const vote = await voteOf(page);
    const context: PageContext = { ...contextOf(page, 'en-US'), form, vote: vote?.ended ? vote : null };
    return documentOf(drawPage(page, context), await metaOf(request, page, pathOf(page)), pages.script, true);
  }
  function drawPage(page: Found, context: PageContext): Drawn {
    switch (page.kind) {
      case 'landing':
        return pages.page('landing', sectionsOf(page, 'landing'), context);
      case 'vote':
        return pages.page('vote', sectionsOf(page, 'vote'), context);
      case 'loop':
        return pages.page('loop', sectionsOf(page, 'loop'), context);
    }
  }

  /** The page with an empty form: drawn once for each version and host, then only the key is new. */
  async function fresh(request: FastifyRequest, page: Found, from: Source, referral: string): Promise<PublicDocument> {
    const { endsAt } = page.settings;
    const over = endsAt !== null && endsAt <= parts.now().toISOString();
    const name = JSON.stringify([
      page.campaignId,
      page.hash,
      page.version,
      page.businessName,
      page.uniqueId,
      legalOf(page),
      page.settings.phoneAlways,
      request.protocol,
      request.host,
      await parts.brands.configOf(request.host).then(({ favicon }) => favicon),
    ]);
    let kept = over ? undefined : drawnPages.get(name);
    if (kept === undefined) {
      kept = keep(
        await drawn(request, page, {
          action: pathOf(page),
          submissionId: hole('key'),
          version: page.version,
          values: {},
          errors: {},
          hidden: { from: hole('from'), ref: hole('ref') },
        }),
      );
      if (!over) drawnPages.set(name, kept);
      if (drawnPages.size > maxDrawn) drawnPages.delete(drawnPages.keys().next().value!);
    }
    return filled(kept, { key: mintKey(parts.identifiers, parts.now()), from: JSON.stringify(from), ref: referral });
  }

  const { traffic } = parts;
  const askerOf = (request: FastifyRequest) => ({ ip: request.ip, agent: request.headers['user-agent'] });

  /** What a visitor sees of a page, counted: of two versions that are compared the one that is theirs today. */
  async function seen(request: FastifyRequest, live: Found, referral: string): Promise<PublicDocument> {
    const from = sourceOf(request.query as Record<string, unknown>, request.headers.referer, request.host);
    const asker = askerOf(request);
    // A robot, and what a browser fetches ahead, is nobody who looks.
    const looks = request.method === 'GET' && !/prefetch|preview/.test(purposeOf(request));
    if (looks && isRobot(asker.agent)) traffic.robot(live);
    const visitor = await traffic.visitorOf(live, asker);
    const version = live.test === null ? live.version : versionFor(visitor, live.test);
    const page = version === live.version ? live : (((await find(live.campaignId, version)) as Found | null) ?? live);
    if (looks && visitor !== null) traffic.note(visitor, { ...visitOf(request, live, page.version), from }, 'viewed');
    return fresh(request, page, from, referral);
  }
  const visitOf = (request: FastifyRequest, page: Found, version: number) => ({
    version,
    testId: testOf(page, version),
    device: deviceOf(request.headers['user-agent']),
  });
  async function note(request: FastifyRequest, page: Found, given: number, from: Source, act: 'started') {
    const version = Number.isInteger(given) && given >= 1 && given <= 1_000_000 ? given : page.version;
    const visitor = await traffic.visitorOf(page, askerOf(request));
    if (visitor !== null) traffic.note(visitor, { ...visitOf(request, page, version), from }, act);
  }

  app.get<{ Params: Params }>('/pages/:id/:business', async (request, reply) => {
    const decided = await decide(request);
    if ('missing' in decided) return missing(request, reply, decided.missing);
    return sendDocument(request, reply, 200, await seen(request, decided.found, ''));
  });

  /** A browser that runs scripts says that its reader has begun to fill the form in. */
  app.post<{ Params: Params }>('/pages/:id/:business/started', async (request, reply) => {
    const decided = await decide(request);
    const { fields } = readForm(typeof request.body === 'string' ? request.body : '');
    if ('found' in decided && readKey(parts.identifiers, fields['key'] ?? '', parts.now()) !== null)
      await note(request, decided.found, Number(fields['version']), readSource(fields['from']), 'started');
    return reply.code(204).header('cache-control', 'no-store').send();
  });

  /** A member's link: the loop's page, and whoever joins on it is theirs. */
  app.get<{ Params: { token: string } }>('/l/:token', async (request, reply) => {
    const decided = await ofMember(request);
    if ('missing' in decided) return missing(request, reply, decided.missing);
    return sendDocument(request, reply, 200, await seen(request, decided.found, request.params.token));
  });
  async function ofMember(request: FastifyRequest<{ Params: { token: string } }>) {
    const memberId = parts.identifiers.idOf('member', request.params.token);
    const owner = memberId === null ? null : await parts.readModels.loopOfMember(memberId);
    const page = owner === null ? null : await find(owner.campaignId);
    return judge(page, { business: null, hostOf: await parts.brands.agencyOf(request.host), now: parts.now() });
  }

  app.post<{ Params: Params }>('/pages/:id/:business', async (request, reply) => {
    const decided = await decide(request);
    const json = isJsonWanted(request);
    if ('missing' in decided) {
      const { status, title } = decided.missing;
      if (json) return reply.code(status).send({ message: title, code: 'not_found', requestId: request.id });
      return missing(request, reply, decided.missing);
    }
    const sent = readForm(typeof request.body === 'string' ? request.body : '');
    const { fields } = sent;
    const version = /^\d{1,6}$/.test(fields['version'] ?? '') ? Number(fields['version']) : decided.found.version;
    reply.header('cache-control', 'private, no-store');
    try {
      const { token } = await submitForm(
        parts,
        {
          page: decided.found,
          key: fields['key'] ?? '',
          version,
          answers: answersOf(sent),
          trap: fields['topic'] ?? '',
          from: readSource(fields['from']),
          referral: parts.identifiers.idOf('member', fields['ref'] ?? '') === null ? null : fields['ref']!,
        },
        {
          ip: request.ip,
          device: deviceOf(request.headers['user-agent']),
          agent: request.headers['user-agent'],
          correlationId: correlationIdOf(request),
        },
      );
      const location = `/t/${token}`;
      return json ? await reply.send({ success: true, location }) : await reply.code(303).redirect(location, 303);
    } catch (error) {
      const failure = describeFailure(error, request.id);
      const { status, body, retryAfterSeconds } = failure;
      if (status >= 500) throw error;
      if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
      const key = readKey(parts.identifiers, fields['key'] ?? '', parts.now());
      const usable = key !== null && key.age <= tooOld && key.age >= 0;
      const next = usable ? fields['key']! : mintKey(parts.identifiers, parts.now());
      if (json) return reply.code(status).send({ ...body, ...(usable ? {} : { key: next }) });
      return sendDocument(
        request,
        reply,
        status,
        await again(request, decided.found, { sent, version, key: next, body }),
      );
    }
  });

  /** The form as it was sent, with what is wrong at each field: on the version that it was filled in on. */
  async function again(
    request: FastifyRequest,
    live: Found,
    {
      sent: { fields, choices },
      version,
      key,
      body: { message, errors = {} },
    }: {
      readonly sent: ReturnType<typeof readForm>;
      readonly version: number;
      readonly key: string;
      readonly body: {
        readonly message: string;
        readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
      };
    },
  ): Promise<PublicDocument> {
    const seen = version === live.version ? live : await find(live.campaignId, version);
    const page = seen?.sections ? (seen as Found) : live;
    const told = Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [field, first]));
    return drawn(request, page, {
      action: pathOf(live),
      submissionId: key,
      version: page.version,
      values: typedAgain(fields),
      choices,
      errors: Object.keys(told).length === 0 ? { form: message } : told,
      hidden: { from: fields['from']?.slice(0, 1_000) ?? '', ref: fields['ref']?.slice(0, 60) ?? '' },
    });
  }

  app.get<{ Params: Params }>('/pages/:id/:business/result', async (request, reply) => {
    const decided = await decide(request);
    if ('missing' in decided) return missing(request, reply, decided.missing);
    const { found } = decided;
    const vote = await voteOf(found);
    if (vote === null) return reply.redirect(pathOf(found), 303);
    const locale = localeOf(request.headers['accept-language']);
    const share = { url: originOf(request) + pathOf(found), title: wordsOf(found).title };
    const context = { ...contextOf(found, locale), vote, share };
    const meta = await metaOf(request, found, `${pathOf(found)}/result`);
    const drawnResult = pages.result(sectionsOf(found, 'vote'), context);
    return sendDocument(request, reply, 200, documentOf(drawnResult, meta, pages.script, true));
  });

  for (const which of ['privacy', 'terms'] as const)
    app.get<{ Params: Params }>(`/pages/:id/:business/${which}`, async (request, reply) => {
      const decided = await decide(request, true);
      if ('missing' in decided) return missing(request, reply, decided.missing);
      const { found } = decided;
      const legal = which === 'privacy' ? found.privacyPage : found.termsPage;
      if (legal === null || legal.content.trim() === '')
        return missing(request, reply, { ...nothing, company: found.businessName });
      return sendNotice(site, request, reply, 200, {
        title: which === 'privacy' ? 'Privacy policy' : 'Terms of service',
        text: '',
        tone: 'plain',
        company: found.businessName,
        paragraphs: legal.content.split(/\n{2,}/u),
      });
    });

  app.get<{ Params: Params }>('/pages/:id/:business/image', async (request, reply) => {
    const decided = await decide(request);
    if ('missing' in decided) return missing(request, reply, decided.missing);
    const image = await shareImage(parts.images, decided.found, wordsOf(decided.found));
    return reply
      .headers({
        'content-type': image.contentType,
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(Buffer.from(image.bytes));
  });

  /** The business's own HTML and JavaScript: on an origin of nobody's, where there is no session and no cookie to be had. */
  app.get<{ Params: Params & { version: string } }>('/pages/:id/:business/script/:version', async (request, reply) => {
    const version = /^\d{1,6}$/.test(request.params.version) ? Number(request.params.version) : 0;
    const decided = judge(version === 0 ? null : await find(request.params.id, version), {
      business: request.params.business,
      hostOf: await parts.brands.agencyOf(request.host),
      now: parts.now(),
    });
    if ('missing' in decided) return missing(request, reply, decided.missing);
    const { scripts } = sectionsOf(decided.found, decided.found.kind);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "sandbox allow-scripts; default-src https: data: 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'self'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'public, max-age=300',
      })
      .send(`<!doctype html><html><head><meta charset="utf-8"></head><body>${scripts.Custom}</body></html>`);
  });
  return find;
}
const nothing: Omit<Missing, 'company'> = { status: 404, title: 'There is no page here', text: '' };
