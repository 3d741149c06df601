import { UploadReply } from '../contract/index.ts';
import { acceptPicture, formLimit } from '../kernel/pictures.ts';
import { route } from '../kernel/route.ts';

/** What carriers take as MMS: 5 MB in all. */
export const maxImageBytes = 5 * 1024 * 1024;
/** px; no phone shows more. */
const maxWidth = 2048;

export const uploadRoutes = [
  route(
    {
      method: 'POST',
      path: '/uploads/image',
      who: 'any',
      tag: 'Uploads',
      summary:
        'Upload a picture (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the one file of a form. It is made anew: nothing but the picture is kept.',
      reply: UploadReply,
      multipart: true,
      bodyLimit: formLimit(maxImageBytes),
    },
    async (call) => {
      const { url, contentType, size } = await acceptPicture(call, {
        purpose: 'message',
        maxBytes: maxImageBytes,
        maxWidth,
      });
      return { data: { url, content_type: contentType, size } };
    },
  ),
];
