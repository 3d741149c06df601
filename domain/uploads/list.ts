import { z } from 'zod';
import { anyId, list } from '../kernel/list.ts';

/** Files of contacts. `business_id`: of one business alone. */
export const uploadList = list({
  sort: ['created_at', 'file_name'],
  filters: {
    ids: anyId,
    business_id: z
      .union([
        z.uuid('This business does not exist.').meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90'] }),
        z.literal(''),
      ])
      .optional()
      .transform((id) => (id === undefined || id === '' ? null : id)),
  },
});
