import { useMemo } from 'react';
import { countSegments } from '../../../../api/contract/sms.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';

/** Characters a text can have at most. */
export const maxCharacters = 1600;

/** What the counter says of a text: how long, how many segments, which character makes it Unicode, and what is too much. */
export function counterOf(
  text: string,
  pictures: number,
): { readonly summary: string; readonly warning: string | null; readonly tooLong: string | null } {
  const { segments, remaining, unicode } = countSegments(text);
  const over = text.length - maxCharacters;
  const first = unicode[0];
  return {
    summary:
      pictures > 0 ?
        t('compose.mms')
      : `${t('compose.counter', { characters: count(text.length), count: Math.max(1, segments) })} · ${t('compose.counterLeft', { left: remaining })}`,
    warning: pictures === 0 && first ? t('compose.unicode', { character: first.character }) : null,
    tooLong: over > 0 ? t('compose.tooLong', { over: count(over) }) : null,
  };
}

export function SegmentCounter({ text, pictures }: { readonly text: string; readonly pictures: number }) {
  const { summary, warning, tooLong } = useMemo(() => counterOf(text, pictures), [text, pictures]);
  if (text === '' && pictures === 0) return <span className="bk-counter hint">{t('compose.hint')}</span>;
  return (
    <span className="bk-counter" aria-live="polite" aria-atomic="true">
      {tooLong === null ?
        <span className="num">{summary}</span>
      : <span className="bad">{tooLong}</span>}
      {warning !== null && <span className="warn">{warning}</span>}
    </span>
  );
}
