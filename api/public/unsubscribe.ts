import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ContactId } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { masked } from '../kernel/email-address.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { readForm } from './answers.ts';
import { sendNotice, type Site } from './site.ts';

interface Params {
  readonly token: string;
  /** The mail whose link it is. */
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
export const mailIdOf = (id: string | undefined): string | null =>
  id !== undefined && /^[\w.:-]{1,60}$/.test(id) ? id : null;

/**
 * /unsubscribe/email/{token}/{id?}. GET only shows: programs that look into links before people do unsubscribe nobody. POST
 * acts, from the page's button or from a mail program's own (RFC 8058: `List-Unsubscribe=One-Click`).
 */
export function registerUnsubscribe(app: FastifyInstance, site: Site): void {
  const { parts } = site;
  const unknown = {
    title: 'This link is not complete',
    text: 'Please open it from the e-mail once more, or answer the e-mail and say that you want no more of them.',
    tone: 'sorry',
  } as const;

  const standingOf = async (request: FastifyRequest<{ Params: Params }>) => {
    const contactId = await contactOf(parts, request.params.token, request.ip);
    const standing = contactId === null ? null : await parts.commands.contacts.emailStanding(contactId);
    return contactId === null || standing === null ? null : { contactId, ...standing };
  };

  for (const path of ['/unsubscribe/email/:token', '/unsubscribe/email/:token/:id']) {
    app.get<{ Params: Params }>(path, async (request, reply) => {
      const standing = await standingOf(request);
      if (standing === null) return sendNotice(site, request, reply, 404, unknown);
      const { businessName: company, email, unsubscribed, texts } = standing;
      const address = email === null ? 'This address' : masked(email);
      if (unsubscribed && !texts)
        return sendNotice(site, request, reply, 200, {
          title: 'You are unsubscribed',
          text: `${address} gets no e-mails from ${company} any more.`,
          tone: 'good',
          company,
        });
      return sendNotice(site, request, reply, 200, {
        title: unsubscribed ? 'You are unsubscribed' : `No more e-mails from ${company}?`,
        text:
          unsubscribed ?
            `${address} gets no e-mails any more. Texts still come.`
          : `${address} is on the list of ${company}.`,
        tone: unsubscribed ? 'good' : 'plain',
        company,
        form: {
          action: request.url.split('?')[0]!,
          hidden: unsubscribed || !texts ? { choice: unsubscribed ? 'all' : 'emails' } : {},
          ...(unsubscribed || !texts ?
            {}
          : {
              choices: [
                { value: 'emails', label: 'Stop e-mails', help: 'Texts still come.', checked: true },
                {
                  value: 'all',
                  label: 'Stop e-mails and texts',
                  help: `Nothing more from ${company}.`,
                  checked: false,
                },
              ],
            }),
          button: unsubscribed ? 'Stop texts, too' : 'Unsubscribe',
        },
      });
    });

    app.post<{ Params: Params }>(path, async (request, reply) => {
      const standing = await standingOf(request);
      if (standing === null) return sendNotice(site, request, reply, 404, unknown);
      const { fields } = readForm(typeof request.body === 'string' ? request.body : '');
      const oneClick = fields['List-Unsubscribe'] === 'One-Click';
      await parts.commands.contacts.unsubscribe(commandContext(publicCaller('unsubscribe'), correlationIdOf(request)), {
        contactId: standing.contactId,
        via: oneClick ? 'one-click' : 'unsubscribe-page',
        mailId: mailIdOf(request.params.id),
        all: !oneClick && fields['choice'] === 'all',
      });
      return oneClick ?
          reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
        : reply.redirect(request.url.split('?')[0]!, 303);
    });
  }
}
