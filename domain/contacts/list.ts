import { z } from 'zod';
import { anyOf, list, status, yesOrNo } from '../kernel/list.ts';
import { ContactFilter, type FilterCondition } from './filter.ts';

/** A filter as it stands in an address: its JSON. Left out or empty: null. */
const filter = z
  .string()
  .max(8_000, 'This filter is too long.')
  .optional()
  .transform((given, { addIssue }): ContactFilter | null => {
    if (given === undefined || given === '') return null;
    try {
      const read = ContactFilter.safeParse(JSON.parse(given));
      if (read.success) return read.data;
      addIssue(read.error.issues[0]?.message ?? 'This is no filter.');
    } catch {
      addIssue('This is no filter.');
    }
    return null;
  });

/**
 * Where a page of contacts begins: behind a row, or before one (`way`), in one order. `part`: of an order that consists
 * of two lists, in which the row is. `row`: what the row is ordered by, as text. As it stands in an address it is a
 * word without a meaning to anybody but the read model that gave it.
 */
const ContactCursor = z.object({
  way: z.enum(['after', 'before']),
  sort: z.string().max(40),
  desc: z.boolean(),
  part: z.number().int().min(0).max(1),
  row: z.array(z.string().max(1_000)).min(1).max(3),
});
export type ContactCursor = z.output<typeof ContactCursor>;

/** UTF-8 in base64url, as browsers and servers both have it. */
export const writeCursor = (cursor: ContactCursor): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(cursor))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Null: it is none. */
export function readCursor(text: string): ContactCursor | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const read = ContactCursor.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success && !read.data.row.some((value) => value.includes('\u0000')) ? read.data : null;
  } catch {
    return null;
  }
}

/** Where a page begins, as the page before said it; left out, empty, or not one of ours: null. */
const cursor = z
  .string()
  .max(4_000)
  .optional()
  .transform((text): ContactCursor | null => (text === undefined || text === '' ? null : readCursor(text)));

/**
 * The contacts of a business. `status`: `active` is everybody. `keywords`, `tags`: those with any of them. `filter`: see
 * domain/contacts/filter. `segment_id`: who is in that segment. `cursor`: `meta.next` or `meta.prev` of a page, instead of
 * its number. `exact`: totals are counted to their end, however long it takes.
 */
export const contactList = list({
  sort: ['created_at', 'name', 'first_name', 'last_name', 'phone', 'status', 'last_message_at'],
  filters: {
    status: status(['subscribed', 'optedOut', 'unknown', 'active']),
    keywords: anyOf,
    tags: anyOf,
    opt_out: yesOrNo,
    filter,
    segment_id: z
      .union([z.uuid('This segment does not exist.'), z.literal('')])
      .optional()
      .transform((id) => (id === undefined || id === '' ? null : id)),
    cursor,
    exact: yesOrNo,
  },
});

/** What a list of contacts is narrowed by, as filters that must all hold. */
export function filtersOf(given: {
  readonly status: 'subscribed' | 'optedOut' | 'unknown' | 'active' | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly opt_out: boolean | null;
  readonly filter: ContactFilter | null;
  readonly segment_id: string | null;
}): ContactFilter[] {
  const { status: wanted, keywords, tags, opt_out: out, filter: written, segment_id: segment } = given;
  const conditions: FilterCondition[] = [];
  if (wanted !== null && wanted !== 'active') conditions.push({ field: 'status', values: [wanted] });
  else if (out !== null) conditions.push({ field: 'status', values: out ? ['optedOut'] : ['subscribed', 'unknown'] });
  if (keywords.length > 0) conditions.push({ field: 'keyword', has: 'any', values: keywords.slice(0, 50) });
  if (tags.length > 0) conditions.push({ field: 'tag', has: 'any', values: tags.slice(0, 50) });
  if (segment !== null) conditions.push({ field: 'segment', has: 'any', ids: [segment] });
  const narrowed: ContactFilter = { match: 'all', groups: [{ match: 'all', conditions }] };
  return [...(conditions.length === 0 ? [] : [narrowed]), ...(written === null ? [] : [written])];
}
