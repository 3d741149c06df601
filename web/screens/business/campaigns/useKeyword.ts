import { canonicalKeyword, isReservedKeyword } from '../../../../api/contract/sms.ts';
import { useRead } from '../../../data/read.ts';
import { t } from './texts.ts';

/** What is to be said of a keyword while it is typed: reserved, taken by one's own, free. `except`: the campaign that has it. */
export function useKeyword(
  typed: string,
  except?: string,
): { readonly error: string | null; readonly hint: string | null } {
  const held = useRead('/coupons/keywords', {}).data?.data ?? [];
  if (typed.trim() === '') return { error: null, hint: null };
  const keyword = canonicalKeyword(typed);
  if (keyword === null) return { error: t('keyword.empty'), hint: null };
  if (isReservedKeyword(typed)) return { error: t('keyword.reserved', { keyword }), hint: null };
  const taken = held.find((one) => one.keyword === keyword && one.id !== except);
  if (taken !== undefined) return { error: t('keyword.taken', { keyword, name: taken.name }), hint: null };
  // Its own word is no news.
  const own = held.some((one) => one.keyword === keyword && one.id === except);
  return { error: null, hint: own ? null : t('keyword.free', { keyword }) };
}
