import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';

/** GET /stock/pexels-<id>.webp: a photo that a search found, kept here: public, since pages show it. Nothing in it can run. */
export function registerStock(app: FastifyInstance, { stock, log }: Pick<ApiParts, 'stock' | 'log'>): void {
  app.get<{ Params: { id: string } }>('/stock/pexels-:id.webp', async (request, reply) => {
    const missing = notFound('This picture does not exist.');
    if (!/^\d{1,15}$/.test(request.params.id)) throw missing;
    const file = await stock?.picture?.(`pexels-${request.params.id}`).catch((error: unknown) => {
      log.warn({ err: error }, 'A stock photo could not be fetched.');
      return null;
    });
    if (file === null || file === undefined) throw missing;
    return reply
      .headers({
        'content-type': file.contentType,
        'content-length': String(file.size),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=604800',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(Readable.from(file.content));
  });
}
