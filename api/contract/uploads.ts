import { z } from 'zod';
import { calls } from './calls.ts';
import { list } from './common.ts';
import { pageParams, Search } from './lists.ts';

/** What carriers take as MMS: 5 MB in all. */
export const maxImageBytes = 5 * 1024 * 1024;

export const UploadReply = z.object({
  data: z.object({ url: z.string(), content_type: z.string(), size: z.number().int() }),
});

export const StockPhoto = z.object({
  url: z.string().meta({ examples: ['/stock/pizza-margherita.webp'] }),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string().meta({ examples: ['A pizza Margherita on a wooden table'] }),
  credit: z
    .string()
    .meta({ examples: ['Photo by Ada Lee'] })
    .nullable(),
});
export const StockPhotoList = list(StockPhoto);

export const uploadCalls = calls('Uploads', {
  /** The specification's stock-photo search: 12 on a page, landscape. Asked of ourselves, so that nobody else hears of it. */
  'GET /stock-photos': {
    id: 'searchStockPhotos',
    who: ['Business'],
    summary: 'Pictures to choose from for a page, by words of what they show.',
    query: pageParams({ perPage: 12, maxPerPage: 48, maxPages: 10_000 }).extend({ search: Search }),
    reply: StockPhotoList,
  },
  'POST /uploads/image': {
    id: 'uploadImage',
    who: 'any',
    summary:
      'Upload a picture (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the only file of a form. It is encoded again.',
    file: { maxBytes: maxImageBytes },
    reply: UploadReply,
  },
});
