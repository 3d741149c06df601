import { maxImageBytes, uploadCalls } from '../contract/index.ts';
import { acceptPicture } from '../kernel/pictures.ts';
import { route } from '../kernel/route.ts';

/** px; no phone shows more. */
const maxWidth = 2048;

export const uploadRoutes = [
  route(uploadCalls['POST /uploads/image'], async (call) => {
    const { url, contentType, size } = await acceptPicture(call, {
      purpose: 'message',
      maxBytes: maxImageBytes,
      maxWidth,
    });
    return { data: { url, content_type: contentType, size } };
  }),
];
