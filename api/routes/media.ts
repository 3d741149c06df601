import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { attachmentProblem } from '../../domain/messages/attachments.ts';
import type { Media } from '../../domain/sms/values.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { noSizes, type PictureSizes } from '../present/livechat.ts';
import { mediaIdOf, mediaIdPattern } from '../kernel/media-address.ts';

/**
 * Only pictures that this business uploaded may be sent: an address from elsewhere would make the carrier fetch it for
 * the tenant. Refused with words for people: what carriers do not take, also in all.
 */
export async function ownMedia(
  { db, config, businessId }: Pick<ApiParts, 'db' | 'config'> & { readonly businessId: string },
  urls: readonly string[],
  field = 'media',
): Promise<Media[]> {
  const ids = urls.map((url) => mediaIdOf(config.publicUrl, url));
  const refused = () => validationFailed({ [field]: ['Attach pictures that were uploaded here.'] });
  if (!ids.every((id) => id !== null)) throw refused();
  const { rows } = await sql<{ id: string; content_type: string; size: number }>`
    select id, content_type, size::float8 as size from ops.media
      where id = any(${ids}) and business_id = ${businessId}`.execute(db);
  const files = new Map(rows.map((row) => [row.id, { contentType: row.content_type, size: row.size }]));
  const attached = ids.map((id) => files.get(id) ?? null);
  if (!attached.every((file) => file !== null)) throw refused();
  const problem = attachmentProblem(attached);
  if (problem !== null) throw validationFailed({ [field]: [problem] });
  return attached.map(({ contentType }, index) => ({ url: urls[index]!, contentType }));
}

/** The sizes in px of pictures that were uploaded here, by their addresses; without those that nobody noted. */
export async function pictureSizes(
  { db, config }: Pick<ApiParts, 'db' | 'config'>,
  urls: readonly string[],
): Promise<PictureSizes> {
  const ids = new Map(urls.map((url) => [mediaIdOf(config.publicUrl, url), url]));
  ids.delete(null);
  if (ids.size === 0) return noSizes;
  const { rows } = await sql<{ id: string; width: number; height: number }>`
    select id, width, height from ops.media where id = any(${[...ids.keys()]}) and width is not null`.execute(db);
  return new Map(rows.map(({ id, width, height }) => [ids.get(id)!, { width, height }]));
}

/** GET /media/<id>: public, because the carrier fetches it. Nothing in it can run. */
export function registerMedia(app: FastifyInstance, { db, storage }: Pick<ApiParts, 'db' | 'storage'>): void {
  app.get<{ Params: { id: string } }>('/media/:id', async (request, reply) => {
    const missing = notFound('This picture does not exist.');
    if (!mediaIdPattern.test(request.params.id)) throw missing;
    const { rows } = await sql<{
      storage_key: string;
      content_type: string;
    }>`select storage_key, content_type from ops.media where id = ${request.params.id}`.execute(db);
    const file = rows[0] === undefined ? null : await storage.open(rows[0].storage_key);
    if (file === null) throw missing;
    return reply
      .headers({
        'content-type': rows[0]!.content_type,
        'content-length': String(file.size),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(Readable.from(file.content));
  });
}
