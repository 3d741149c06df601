import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { countSegments, type UnicodeCharacter } from '../../../../api/contract/sms.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';

/** Characters a text can have at most. */
export const maxCharacters = 1600;

/** What the counter says of a text: how long, how many segments, which characters make it Unicode, and what is too much. */
export function counterOf(
  text: string,
  pictures: number,
): { readonly summary: string; readonly unicode: readonly UnicodeCharacter[]; readonly tooLong: string | null } {
  const { segments, unicode } = countSegments(text);
  const over = text.length - maxCharacters;
  return {
    summary:
      pictures > 0 ?
        t('compose.mms')
      : t('compose.counter', { characters: count(text.length), count: Math.max(1, segments) }),
    unicode: pictures === 0 ? unicode : [],
    tooLong: over > 0 ? t('compose.tooLong', { over: count(over) }) : null,
  };
}

/** The text with what looks alike and needs no Unicode, where there is such a thing. */
export function withTwins(text: string, unicode: readonly UnicodeCharacter[]): string {
  let result = '';
  let from = 0;
  for (const { character, position, replacement } of unicode) {
    if (replacement === null) continue;
    result += text.slice(from, position) + replacement;
    from = position + character.length;
  }
  return result + text.slice(from);
}

export function SegmentCounter({
  text,
  pictures,
  hint = '',
  onReplace,
}: {
  readonly text: string;
  readonly pictures: number;
  /** What stands there while nothing is written. */
  readonly hint?: string;
  readonly onReplace: (text: string) => void;
}) {
  const { summary, unicode, tooLong } = useMemo(() => counterOf(text, pictures), [text, pictures]);
  if (text === '' && pictures === 0) return <span className="bk-counter hint">{hint}</span>;
  if (tooLong !== null)
    return (
      <span className="bk-counter bad" aria-live="polite">
        {tooLong}
      </span>
    );
  if (unicode.length > 0) return <Unicode text={text} summary={summary} unicode={unicode} onReplace={onReplace} />;
  return <span className="bk-counter num">{summary}</span>;
}

/** The counter of a text that costs more than it seems to: which character does it, and what could stand there instead. */
function Unicode({
  text,
  summary,
  unicode,
  onReplace,
}: {
  readonly text: string;
  readonly summary: string;
  readonly unicode: readonly UnicodeCharacter[];
  readonly onReplace: (text: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  const first = unicode[0]!;
  const twins = unicode.filter(({ replacement }) => replacement !== null);
  const after = withTwins(text, unicode);
  const twin = twins[0];
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={280} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className="bk-counter num warn"
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <IconAlertTriangle size={14} aria-hidden />
          {summary}
          <span className="sr-only">, {t('compose.why')}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="bk-unicode" aria-label={t('compose.why')}>
        <p>{t('compose.unicode', { character: shown(first.character) })}</p>
        {twin ?
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              onReplace(after);
              setOpened(false);
            }}
          >
            {twin.replacement === '' ?
              t('compose.leaveOut', { count: twins.length })
            : t('compose.useTwin', { character: shown(twin.replacement!), count: twins.length })}
          </Button>
        : <p className="faint">{t('compose.noTwin')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** What can not be seen by itself, by its number. */
const shown = (character: string): string =>
  /^[\p{Z}\p{C}]+$/u.test(character) && character !== ' ' ?
    `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  : character;
