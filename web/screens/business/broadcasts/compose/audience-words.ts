import type { BroadcastAudience } from '../../../../../api/contract/broadcasts.ts';
import { filterInWords, type Names } from '../../../../components/contact-filter/labels.ts';
import { t } from '../texts.ts';

/** Who is meant, in one sentence: who is asked in, what must hold of them, and who is left out nevertheless. */
export function audienceInWords(audience: BroadcastAudience, names: Names): string {
  const or = (words: readonly string[]) => words.join(` ${t('bc.who.or')} `);
  const among = (keywords: readonly string[], segmentIds: readonly string[]) => [
    ...(keywords.length === 0 ? [] : [t('bc.who.joined', { words: or(keywords) })]),
    ...(segmentIds.length === 0 ?
      []
    : [t('bc.who.in', { words: or(segmentIds.map((id) => names.segments.get(id) ?? t('bc.who.gone'))) })]),
  ];
  const { contact_ids: chosen, filter } = audience;
  const asked = [
    ...among(audience.keywords, audience.segment_ids),
    ...(chosen.length === 0 ? [] : [t('bc.who.chosen', { count: chosen.length })]),
  ];
  const except = among(audience.except_keywords, audience.except_segment_ids);
  const must = filterInWords(filter, names);
  return [
    asked.length === 0 ? t('bc.who.everybody') : t('bc.who.everybodyWho', { who: or(asked) }),
    ...(audience.recipients_of === null ? [] : [t('bc.who.earlier')]),
    ...(must === '' ? [] : [t('bc.who.if', { filter: must })]),
    ...(except.length === 0 ? [] : [t('bc.who.but', { who: or(except) })]),
  ]
    .join(', ')
    .concat('.');
}
