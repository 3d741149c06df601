import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const names = ['pizza', 'mat'] as const;
/** So many there are of everything: enough for several pages. */
const total = 40;

/**
 * The photo search of Pexels, version 1, as far as an application asks it: `/v1/search`, and the pictures that it names.
 * Any key will do; without one it is refused.
 */
export function stockRoutes(app: FastifyInstance, base: () => string): void {
  const Query = z.object({
    query: z.string().min(1).max(200),
    orientation: z.enum(['landscape', 'portrait', 'square']).optional(),
    page: z.coerce.number().int().min(1).default(1),
    per_page: z.coerce.number().int().min(1).max(80).default(15),
  });
  const photo = (words: string, nth: number, orientation: string | undefined) => {
    const id = 1_000 + nth;
    const upright = orientation === undefined && nth % 5 === 4;
    const source = `${base()}/photos/${id}/pexels-photo-${id}.jpeg`;
    return {
      id,
      ...(upright ? { width: 3024, height: 4032 } : { width: 4032, height: 3024 }),
      url: `https://www.pexels.com/photo/${id}/`,
      photographer: nth % 2 === 0 ? 'Ada Lee' : 'Bo Ruiz',
      photographer_url: 'https://www.pexels.com/@sandbox',
      photographer_id: 1 + (nth % 2),
      avg_color: '#8C6B4F',
      src: Object.fromEntries(
        ['original', 'large2x', 'large', 'medium', 'small', 'portrait', 'landscape', 'tiny'].map((size) => [
          size,
          `${source}?size=${size}`,
        ]),
      ),
      liked: false,
      alt: `${words}, photo ${id}`,
    };
  };
  app.get('/v1/search', async (request, reply) => {
    if ((request.headers.authorization ?? '') === '')
      return reply.code(401).send({ status: 401, code: 'Unauthorized' });
    const { query, orientation, page, per_page: perPage } = Query.parse(request.query);
    const from = (page - 1) * perPage;
    const nths = Array.from({ length: Math.max(0, Math.min(perPage, total - from)) }, (_, index) => from + index);
    const next = new URLSearchParams({ query, page: String(page + 1), per_page: String(perPage) });
    return {
      page,
      per_page: perPage,
      photos: nths.map((nth) => photo(query, nth, orientation)),
      total_results: total,
      ...(from + perPage < total ? { next_page: `${base()}/v1/search?${next.toString()}` } : {}),
    };
  });
  app.get<{ Params: { id: string } }>('/photos/:id/:file', async (request, reply) => {
    const name = names[Number(request.params.id) % names.length] ?? names[0];
    const bytes = await readFile(new URL(`../pages/sample-${name}.jpg`, import.meta.url));
    return reply.header('content-type', 'image/jpeg').send(bytes);
  });
}
