import { z } from 'zod';

/** So many short links there can be: 30 bits. Zero is none. */
export const maxLinks = 2 ** 30;
/** A link's number: drawn from what it is of, and claimed by the name of its stream. */
export const LinkNumber = z
  .number()
  .int()
  .min(1)
  .max(maxLinks - 1);
export type LinkNumber = z.output<typeof LinkNumber>;

/** What a link stands in. `variant`: of a comparison, the version that it is in; 0 is A, and what is not compared. */
export const LinkSource = z.object({
  kind: z.enum(['broadcast', 'automation', 'message']),
  id: z.uuid().toLowerCase(),
  variant: z.number().int().min(0).max(99),
});
export type LinkSource = z.output<typeof LinkSource>;

/** The longest address that a link leads to. */
export const longestTarget = 2_000;

/**
 * Why a visit was not a person's.
 *
 * - `robot`: says of itself that it is a program, or says nothing; previews of links in messengers are of these.
 * - `head`: asked only whether there is something.
 * - `prefetch`: fetched ahead, or as something other than a page.
 * - `no-browser`: calls itself a browser, and lacks what every browser sends.
 * - `trap`: has followed a link that no person sees, or others of the same message together with it.
 * - `many-links`: opened several links of one message within seconds.
 * - `burst`: opened the links of many people from one place within seconds.
 */
export const ScannerReason = z.enum(['robot', 'head', 'prefetch', 'no-browser', 'trap', 'many-links', 'burst']);
export type ScannerReason = z.output<typeof ScannerReason>;

/**
 * An address that a short link may lead to, in one spelling; null for everything else: other schemes, names and
 * passwords in it, hosts without a dot, what is longer than anybody needs, and what still has to be merged.
 */
export function targetOf(written: string): string | null {
  if (written.length > longestTarget || /[\s\p{Cc}]|\{\{/u.test(written) || !/^https?:\/\//i.test(written)) return null;
  const url = URL.parse(written);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (!url.hostname.includes('.') || url.href.length > longestTarget) return null;
  return url.href;
}
