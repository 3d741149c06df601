import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

export const contactImported = eventTrigger(
  z.object({ kind: z.literal('contact-imported'), uploadId: chosen }),
  (wanted, { uploadId }: { readonly uploadId: string }) => any(wanted.uploadId, uploadId),
)({
  fresh: () => ({ kind: 'contact-imported', uploadId: null }),
  check({ uploadId }, at, { known, reference }) {
    reference(`${at}.uploadId`, uploadId, known.uploads, null);
  },
  references: (on, refer) => ({ ...on, uploadId: referred(refer, 'upload', on.uploadId) }),
});
