import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ContactId } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { readForm } from './answers.ts';
import { localeOf } from './found.ts';
import { chosenOf, preferencesNotice } from './preferences.ts';
import { sendNotice, type Site } from './site.ts';

interface Params {
  readonly token: string;
  /** The email whose link it is. */
  readonly id?: string;
}

/** The contact that a link is of. One that is not ours, or of something else, says nothing and counts against its sender. */
export async function contactOf(
  { identifiers, rateLimits }: ApiParts,
  token: string,
  ip: string,
): Promise<ContactId | null> {
  const id = identifiers.idOf('unsubscribe', token);
  if (id !== null) return ContactId.parse(id);
  await rateLimits.take([{ key: `unsubscribe-token:${clientOf(ip)}`, max: 60, windowMs: 60_000 }]);
  return null;
}
export const emailIdOf = (id: string | undefined): string | null =>
  id !== undefined && /^[\w.:-]{1,60}$/.test(id) ? id : null;

/**
 * /unsubscribe/email/{token}/{id?}. GET only shows: programs that look into links before people do unsubscribe nobody. POST
 * acts, from the page's button or from an email program's own (RFC 8058: `List-Unsubscribe=One-Click`).
 */
export function registerUnsubscribe(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  const unknown = {
    title: 'This link is not complete',
    text: 'Please open it from the email once more, or answer the email and say that you want no more of them.',
    tone: 'sorry',
  } as const;

  const standingOf = async (request: FastifyRequest<{ Params: Params }>) => {
    const contactId = await contactOf(parts, request.params.token, request.ip);
    const standing = contactId === null ? null : await parts.commands.contacts.emailStanding(contactId);
    return contactId === null || standing === null ? null : { contactId, ...standing };
  };

  for (const path of ['/unsubscribe/email/:token', '/unsubscribe/email/:token/:id']) {
    app.get<{ Params: Params; Querystring: { saved?: string } }>(path, async (request, reply) => {
      const standing = await standingOf(request);
      if (standing === null) return sendNotice(site, request, reply, 404, unknown);
      const { saved } = request.query;
      return sendNotice(
        site,
        request,
        reply,
        200,
        preferencesNotice(standing, {
          action: request.url.split('?')[0]!,
          saved: saved !== undefined,
          locale: localeOf(request.headers['accept-language']),
        }),
      );
    });

    app.post<{ Params: Params }>(path, async (request, reply) => {
      const standing = await standingOf(request);
      if (standing === null) return sendNotice(site, request, reply, 404, unknown);
      const body = typeof request.body === 'string' ? request.body : '';
      const { fields } = readForm(body);
      const { contactId } = standing;
      const mailId = emailIdOf(request.params.id);
      const context = commandContext(publicCaller('unsubscribe'), correlationIdOf(request));
      const page = request.url.split('?')[0]!;
      const oneClick = fields['List-Unsubscribe'] === 'One-Click';
      if (!oneClick && fields['keep'] === 'yes') {
        await parts.commands.contacts.updatePreferences(context, { contactId, mailId, ...chosenOf(body) });
        return reply.redirect(`${page}?saved=1`, 303);
      }
      await parts.commands.contacts.unsubscribe(context, {
        contactId,
        via: oneClick ? 'one-click' : 'unsubscribe-page',
        mailId,
        all: !oneClick && fields['choice'] === 'all',
      });
      return oneClick ?
          reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
        : reply.redirect(page, 303);
    });
  }
}
