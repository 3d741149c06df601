import { type Kysely, sql } from 'kysely';
import type { Images } from '../images/port.ts';
import type { Storage } from '../storage/port.ts';
import { landscapeSize, type Pexels } from './pexels.ts';
import type { StockPhotos } from './port.ts';

/** bytes; a photo behind a page needs no more. */
const keptBytes = 400_000;

/**
 * Photos of a service outside, under addresses of ours: what a search found is noted, and what is looked at is fetched
 * once, made anew and kept. Browsers ask nobody else, and only what a search of ours found can be fetched. Where the
 * service does not answer, the bundled pictures are there.
 */
export function createKeptStock({
  pexels,
  db,
  storage,
  images,
  instead,
  failed,
}: {
  readonly pexels: Pexels;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every part knows its own tables only
  readonly db: Kysely<any>;
  readonly storage: Storage;
  readonly images: Images;
  readonly instead: StockPhotos;
  readonly failed: (error: unknown) => void;
}): StockPhotos {
  return {
    async search(query) {
      try {
        const { photos, total } = await pexels.search(query);
        const rows = photos.map(({ id, src, photographer, url, alt }) => ({
          name: `pexels-${id}`,
          source: src.landscape,
          credit: `Photo by ${photographer} on Pexels`,
          page: url,
          alt: alt ?? '',
        }));
        if (rows.length > 0)
          await sql`insert into ops.stock_photos (name, source, credit, page)
            select * from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ source }) => source)}::text[],
              ${rows.map(({ credit }) => credit)}::text[], ${rows.map(({ page }) => page)}::text[])
            on conflict (name) do update set source = excluded.source, credit = excluded.credit, page = excluded.page`.execute(
            db,
          );
        return {
          data: rows.map(({ name, alt, credit }) => ({ url: `/stock/${name}.webp`, ...landscapeSize, alt, credit })),
          total,
        };
      } catch (error) {
        failed(error);
        return instead.search(query);
      }
    },

    async picture(name) {
      const { rows } = await sql<{ source: string; storage_key: string | null; content_type: string | null }>`
        select source, storage_key, content_type from ops.stock_photos where name = ${name}`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      if (row.storage_key !== null && row.content_type !== null) {
        const file = await storage.open(row.storage_key);
        if (file !== null) return { contentType: row.content_type, ...file };
      }
      const bytes = await pexels.download(row.source);
      const rules = { tenant: 'stock', maxWidth: landscapeSize.width, widths: [], maxBytes: keptBytes };
      const { image } = await images.process(bytes, rules);
      const { key } = await storage.put(image.bytes, 5 * 1024 * 1024);
      await sql`update ops.stock_photos set storage_key = ${key}, content_type = ${image.contentType}
        where name = ${name}`.execute(db);
      const kept = await storage.open(key);
      return kept === null ? null : { contentType: image.contentType, ...kept };
    },
  };
}
