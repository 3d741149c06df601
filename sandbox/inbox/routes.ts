import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../kernel/refusal.ts';
import type { Inbox } from './inbox.ts';

const missing = () => new Refusal(404, 'There is no such email.');

/** The inbox's calls. */
export function inboxRoutes(app: FastifyInstance, inbox: Inbox): void {
  const Query = z.object({
    to: z.string().min(1).max(320).optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  });
  app.get('/inbox/messages', async (request) => {
    const { to, limit } = Query.parse(request.query);
    return { messages: await inbox.messages(to === undefined ? { limit } : { to, limit }) };
  });

  app.delete('/inbox/messages', async (_request, reply) => {
    await inbox.clear();
    return reply.code(204).send();
  });

  app.get<{ Params: { id: string } }>('/inbox/messages/:id', async (request) => {
    const email = await inbox.message(request.params.id);
    if (email === null) throw missing();
    return email;
  });

  app.get<{ Params: { id: string } }>('/inbox/messages/:id/raw', async (request, reply) => {
    const raw = await inbox.raw(request.params.id);
    if (raw === null) throw missing();
    return reply.header('content-type', 'text/plain; charset=utf-8').send(raw);
  });

  // The email's own HTML: no scripts, no forms, no frames, an origin of its own; links open outside.
  app.get<{ Params: { id: string } }>('/inbox/messages/:id/html', async (request, reply) => {
    const email = await inbox.message(request.params.id);
    if (email === null || email.html === null) throw missing();
    const html = email.html.replace(
      /cid:([^"'\s)>]+)/gi,
      (whole, id: string) => email.attachments.find((item) => item.contentId === decodeURIComponent(id))?.url ?? whole,
    );
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; img-src * data:; style-src 'unsafe-inline' *; font-src *; sandbox allow-popups allow-popups-to-escape-sandbox",
      )
      .header('referrer-policy', 'no-referrer')
      .send(`<base target="_blank">${html}`);
  });

  app.get<{ Params: { id: string; index: string } }>(
    '/inbox/messages/:id/attachments/:index',
    async (request, reply) => {
      const found = await inbox.attachment(request.params.id, Number(request.params.index));
      if (found === null) throw missing();
      const { attachment, content } = found;
      const isPicture = /^image\/(png|jpe?g|gif|webp|bmp)$/i.test(attachment.contentType);
      return reply
        .header('content-type', isPicture ? attachment.contentType : 'application/octet-stream')
        .header(
          'content-disposition',
          `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(content));
    },
  );
}
