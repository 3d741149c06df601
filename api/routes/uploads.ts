import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { UploadReply } from '../contract/index.ts';
import { ApiError, validationFailed } from '../kernel/errors.ts';
import { imageTypes, sniffImage } from '../kernel/images.ts';
import { route } from '../kernel/route.ts';
import { mediaUrl } from './media.ts';

/** What carriers take as MMS: 5 MB in all. */
export const maxImageBytes = 5 * 1024 * 1024;

const refusal = 'This is not a picture that can be sent. Use GIF, JPEG, PNG, WebP or AVIF.';

export const uploadRoutes = [
  route(
    { method: 'POST', path: '/uploads/image', who: 'any', tag: 'Uploads', summary: 'Upload a picture (gif, jpeg, png, webp, avif; at most 5 MB) as the one file of a form.', reply: UploadReply, multipart: true, bodyLimit: maxImageBytes + 64 * 1024 },
    async ({ request, parts, session }) => {
      if (!request.isMultipart()) throw new ApiError('unsupported_content_type', 'Send the picture as a form with one file.');
      const file = await request.file({ limits: { fileSize: maxImageBytes, files: 1, fields: 10, parts: 12 } });
      if (file === undefined) throw validationFailed({ file: ['Choose a picture.'] });
      const bytes = await file.toBuffer();
      const extension = sniffImage(bytes);
      if (extension === null) throw new ApiError('unsupported_media', refusal, { fields: { file: [refusal] } });
      const stored = await parts.storage.put(bytes, maxImageBytes);
      const id = randomBytes(16).toString('base64url');
      await sql`insert into ops.media (id, storage_key, content_type, size, user_id, business_id, created_at)
        values (${id}, ${stored.key}, ${imageTypes[extension]}, ${stored.size}, ${session.userId}, ${session.businessId}, ${parts.now()})`.execute(parts.db);
      return { data: { url: mediaUrl(parts.config.publicUrl, id), content_type: imageTypes[extension], size: stored.size } };
    },
  ),
];
