import { emptySetup, type Setup } from '../broadcasts/fields.ts';
import { dayIn } from '../kernel/day.ts';
import { preview } from '../kernel/text.ts';
import type { Keyword } from '../sms/values.ts';

/** A broadcast of these words to the contacts of a keyword, now. Named by its words and the day of the business. */
export function setupOf(
  { keyword, campaignId, body }: { readonly keyword: Keyword; readonly campaignId: string; readonly body: string },
  where: Parameters<typeof dayIn>[1],
  now: Date,
): Setup {
  const words = preview(body.replace(/\s+/gu, ' '), 48);
  const empty = emptySetup(`${words} · ${dayIn(now.toISOString(), where)}`, 'sms');
  return { ...empty, campaignId, contents: [{ kind: 'text', body, media: [] }], audience: audienceOf(keyword) };
}
/** Whom a keyword's broadcast is for. */
export const audienceOf = (keyword: Keyword): Setup['audience'] => ({
  ...emptySetup('', 'sms').audience,
  keywords: [keyword],
});
