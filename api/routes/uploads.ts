import { maxImageBytes, uploadCalls } from '../contract/index.ts';
import { acceptPicture } from '../kernel/pictures.ts';
import { route } from '../kernel/route.ts';

/** px; no phone shows more. */
const maxWidth = 2048;
/** So that several fit into the 5 MB that carriers take: what is larger is made smaller. */
const keptBytes = 1_000_000;

export const uploadRoutes = [
  route(uploadCalls['GET /stock-photos'], async ({ parts, query }) => {
    const { search = '', page, per_page: perPage } = query;
    const found = (await parts.stock?.search({ search, page, perPage })) ?? { data: [], total: 0 };
    return { data: [...found.data], meta: { total: found.total, page, per_page: perPage } };
  }),

  route(uploadCalls['POST /uploads/image'], async (call) => {
    const { url, contentType, size } = await acceptPicture(call, {
      purpose: 'message',
      maxBytes: maxImageBytes,
      maxWidth,
      keptBytes,
      sendable: true,
    });
    return { data: { url, content_type: contentType, size } };
  }),
];
