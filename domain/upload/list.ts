import { z } from 'zod';
import { list } from '../kernel/list.ts';

/** Files of contacts. `business_id`: of one business alone. */
export const uploadList = list({
  sort: ['created_at', 'file_name'],
  filters: {
    business_id: z
      .union([z.uuid('This business does not exist.'), z.literal('')])
      .optional()
      .transform((id) => (id === undefined || id === '' ? null : id)),
  },
});
