import { z } from 'zod';
import { calls } from './calls.ts';

/** What carriers take as MMS: 5 MB in all. */
export const maxImageBytes = 5 * 1024 * 1024;

export const UploadReply = z.object({
  data: z.object({ url: z.string(), content_type: z.string(), size: z.number().int() }),
});

export const uploadCalls = calls('Uploads', {
  'POST /uploads/image': {
    id: 'uploadImage',
    who: 'any',
    summary:
      'Upload a picture (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the one file of a form. It is made anew.',
    file: { maxBytes: maxImageBytes },
    reply: UploadReply,
  },
});
