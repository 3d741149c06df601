import { z } from 'zod';
import { type ListShape, oneOf, type SortOf } from '../../domain/kernel/list.ts';

/** What every list takes (specification, section 9). `sort_desc` is 1 or 0, true or false. */
const ListParams = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
  search: z.string().trim().max(200).optional(),
  sort_desc: z
    .enum(['0', '1', 'true', 'false'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
});

/** The parameters of a list: what every list takes, and its own sort and filters. */
export const listParams = <Shape extends ListShape>({ sort, filters }: Shape) =>
  ListParams.extend({
    sort_by: oneOf<readonly [SortOf<Shape>, ...SortOf<Shape>[]]>(sort, 'This list can not be sorted by that.'),
    ...(filters as Shape['filters']),
  });

export const list = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    meta: z.object({ total: z.number().int(), page: z.number().int(), per_page: z.number().int() }),
  });

/** Every failure: `message` is for people, `code` is stable, `requestId` finds the log lines. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  silent: z.boolean().optional(),
});
export type Failure = z.output<typeof Failure>;

/** A success with something to say: shown as a toast for 5 seconds. */
export const Success = z.object({ success: z.literal(true), message: z.string() });
/** A success with nothing to say. */
export const Done = z.object({ success: z.literal(true) });

export const Uuid = z.uuid('This is not a valid id.').toLowerCase();
export const Instant = z.iso.datetime();
export { PositionText } from '../../domain/kernel/fields.ts';
export const IdParams = z.object({ id: Uuid });
/** A call that takes nothing. */
export const Nothing = z.object({});
