import { z } from 'zod';

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
