import { z } from 'zod';
import type { SafeHttp } from '../http/port.ts';

/** A photo as Pexels tells of it, as far as it is used. Widths and heights are px. */
const Photo = z.object({
  id: z.number().int().positive(),
  width: z.number(),
  height: z.number(),
  url: z.string(),
  photographer: z.string(),
  alt: z.string().nullable().default(''),
  /** `landscape`: cut to 1200 × 627. */
  src: z.object({ landscape: z.url() }),
});
const Found = z.object({ photos: z.array(Photo), total_results: z.number().int().min(0).default(0) });

/** px of the landscape form of a photo. */
export const landscapeSize = { width: 1200, height: 627 } as const;

/** What went wrong, for the log; people get the bundled pictures instead. */
export class PexelsFailed extends Error {
  override readonly name = 'PexelsFailed';
}

/**
 * The Pexels API, version 1 (https://www.pexels.com/api/documentation): the key goes in `Authorization`, lists are
 * `{ page, per_page, photos, total_results, next_page }`. Its curated photos can not be asked for by orientation, so who
 * has not searched yet sees what small businesses look for.
 */
export function createPexels({
  key,
  http,
  baseUrl = 'https://api.pexels.com',
}: {
  readonly key: string;
  readonly http: SafeHttp;
  readonly baseUrl?: string;
}) {
  const headers = { authorization: key };
  return {
    async search({
      search,
      page,
      perPage,
    }: {
      readonly search: string;
      readonly page: number;
      readonly perPage: number;
    }) {
      const words = search.trim() || 'small business';
      const query = new URLSearchParams({
        query: words,
        orientation: 'landscape',
        page: String(page),
        per_page: String(perPage),
      });
      const address = `${baseUrl}/v1/search?${query.toString()}`;
      const { status, body } = await http.request(address, { headers, timeoutMs: 5_000 });
      if (status !== 200) throw new PexelsFailed(`Pexels answered ${status}.`);
      const { photos, total_results: total } = Found.parse(JSON.parse(body.toString('utf8')));
      return { photos, total };
    },
    /** The photo in its landscape form. */
    async download(address: string): Promise<Uint8Array> {
      const { status, body } = await http.request(address, {
        timeoutMs: 10_000,
        maxBytes: 5 * 1024 * 1024,
        redirects: 3,
      });
      if (status !== 200) throw new PexelsFailed(`A photo was answered with ${status}.`);
      return body;
    },
  };
}
export type Pexels = ReturnType<typeof createPexels>;
