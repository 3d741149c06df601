import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ScannerReason } from '../../domain/links/fields.ts';
import { clientOf } from '../kernel/client-address.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { isRobot } from '../kernel/traffic.ts';
import { unknownPage } from './found.ts';
import { purposeOf, sendNotice, type Site } from './site.ts';

/** Codes that name nothing, of one client in a minute: then it has to wait. Typing errors are rare, guessing is not. */
const maxUnknown = 60;
/** Visits of one contact to one link that a process writes down within ten minutes; what is beyond adds nothing. */
const maxRepeats = 20;
const repeatMs = 600_000;
const maxRemembered = 50_000;

/** What gives a program away by its request alone; null: it may be a person. */
export function scannerOf({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): ScannerReason | null {
  if (method === 'HEAD') return 'head';
  const agent = headers['user-agent'];
  if (isRobot(agent) || emailScanners.test(agent!)) return 'robot';
  if (/prefetch|preview|prerender/.test(purposeOf({ headers }))) return 'prefetch';
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return 'prefetch';
  // Every browser says which languages its reader has, and that it takes pages.
  if (headers['accept-language'] === undefined || !/html|\*\/\*/.test(headers.accept ?? '')) return 'no-browser';
  return null;
}
/** Those that guard mailboxes and messengers, as far as they say so. */
const emailScanners =
  /barracuda|mimecast|proofpoint|fireeye|trend ?micro|symantec|messagelabs|sophos|forcepoint|safelinks|googleimageproxy|google-safety|skypeuri|snapchat|viber|linkcheck|urlscan|yandex|bytespider|ms-office|microsoft office/i;

/** /l/{code}: on to where the link leads, at once; what came is looked at afterwards. */
export function registerLinks(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  const pending = new Set<Promise<unknown>>();
  const repeats = new Map<string, { count: number; since: number }>();

  function isRepeat(name: string): boolean {
    const at = parts.now().getTime();
    const known = repeats.get(name);
    if (known === undefined || at - known.since > repeatMs) {
      repeats.delete(name);
      repeats.set(name, { count: 1, since: at });
      if (repeats.size > maxRemembered) repeats.delete(repeats.keys().next().value!);
      return false;
    }
    known.count += 1;
    return known.count > maxRepeats;
  }
  const note = (work: Promise<unknown>): void => {
    const done = work
      .catch((error: unknown) => parts.log.warn({ err: error }, 'A click could not be written down.'))
      .finally(() => pending.delete(done));
    pending.add(done);
  };
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });

  app.get<{ Params: { code: string } }>('/l/:code(^[0-9A-Za-z]{12}$)', async (request, reply) => {
    const found = await resolve(parts, request.params.code, await parts.brands.agencyOf(request.host));
    if (found === null) {
      await parts.rateLimits.take([{ key: `link-code:${clientOf(request.ip)}`, max: maxUnknown, windowMs: 60_000 }]);
      return sendNotice(site, request, reply, 404, { ...unknownPage, tone: 'sorry' });
    }
    const { link, contactId } = found;
    if (!link.open)
      return sendNotice(site, request, reply, 410, {
        title: 'This link leads nowhere any more',
        text: `${link.businessName} has closed.`,
        tone: 'sorry',
        company: link.businessName,
      });
    if (!isRepeat(`${link.number} ${contactId ?? clientOf(request.ip)}`)) note(record(parts, request, found));
    return reply
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' })
      .redirect(link.url, 302);
  });
}

type Target = NonNullable<Awaited<ReturnType<ApiParts['commands']['links']['target']>>>;
interface Resolved {
  readonly link: Target;
  /** Null: it is nobody's, or of one of two people who can't be told apart. */
  readonly contactId: string | null;
}

/** A link that there is, of a person that there is, on a host of their business: everything else is no link. */
async function resolve(parts: ApiParts, code: string, hostOf: string | null): Promise<Resolved | null> {
  const named = parts.identifiers.linkOf(code);
  const link = named === null ? null : await parts.commands.links.target(named.link);
  if (named === null || link === null) return null;
  if (hostOf !== null && hostOf !== link.agencyId) return null;
  if (named.contact === null) return { link, contactId: null };
  const { known, contactId } = await parts.readModels.contactOfLink(link.businessId, named.contact);
  return known ? { link, contactId } : null;
}

async function record({ db, identifiers, now }: ApiParts, request: FastifyRequest, { link, contactId }: Resolved) {
  const { number, businessId, agencyId, source, trap } = link;
  const client = identifiers.digest('link-visitor', clientOf(request.ip), request.headers['user-agent'] ?? '');
  await sql`insert into ops.link_visits
      (number, business_id, agency_id, source, contact_id, at, client, trap, scanner)
    values (${number}, ${businessId}, ${agencyId}, ${JSON.stringify(source)}::jsonb, ${contactId},
      ${now()}::timestamptz, ${client}, ${trap}, ${scannerOf(request)})`.execute(db);
}
