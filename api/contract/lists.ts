import { z } from 'zod';
import { type ListShape, oneOf, type SortOf } from '../../domain/kernel/list.ts';

/** A yes or no of a query string: `true` and `false`, or 1 and 0. */
export const Flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === '1' || value === 'true');

/** The refusal of an order that a list does not have. */
export const cannotSort = 'This list can’t be sorted by that.';

/** Which page, from 1, and how many rows a page has. */
export const pageParams = ({
  perPage = 10,
  maxPerPage = 100,
  maxPages = 1_000_000,
}: { readonly perPage?: number; readonly maxPerPage?: number; readonly maxPages?: number } = {}) =>
  z.object({
    page: z.coerce.number<number>().int().min(1).max(maxPages).default(1),
    per_page: z.coerce.number<number>().int().min(1).max(maxPerPage).default(perPage),
  });

export const Search = z.string().trim().max(200).optional();

/** A list without states has nothing to narrow by: asked for one it says so. */
const noStates = { status: z.never('This list has no states.').optional() };

/**
 * What every list takes (specification, section 9): page, per_page, search, sort_by and sort_desc, and the list's own
 * filters. What a list can not be sorted or narrowed by is refused (422), and does not compile in the web.
 */
export const listParams = <Shape extends ListShape>(
  { sort, filters }: Shape,
  paging: Parameters<typeof pageParams>[0] = {},
) =>
  pageParams(paging).extend({
    search: Search,
    sort_by: oneOf<readonly [SortOf<Shape>, ...SortOf<Shape>[]]>(sort, cannotSort),
    sort_desc: Flag.optional(),
    ...({ ...noStates, ...filters } as Shape['filters']),
  });
