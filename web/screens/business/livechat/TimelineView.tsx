import { Button, Loader, Skeleton } from '@mantine/core';
import { IconArrowDown, IconMessage2 } from '@tabler/icons-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { dayKey, daySeparator } from '../../../format/date.ts';
import { t } from './texts.ts';
import type { Unsent } from '../../../data/outbox.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Bubble, UnsentBubble } from './Bubble.tsx';
import { CallLine } from './CallLine.tsx';
import { entriesOf, firstUnreadOf } from './timeline.ts';
import type { useTimeline } from './useTimeline.ts';

/** Nearer to the end than this counts as being there, pixels. */
const near = 60;

/** Where its reader is: at the end, or with an entry so far below the upper edge, in pixels. */
type Place = 'end' | { readonly entry: Element; readonly top: number };

function placeOf(box: HTMLElement): Place {
  if (box.scrollHeight - box.scrollTop - box.clientHeight < near) return 'end';
  const edge = box.getBoundingClientRect().top;
  for (const entry of box.querySelectorAll('ol > li')) {
    const { top, bottom } = entry.getBoundingClientRect();
    if (bottom > edge) return { entry, top: top - edge };
  }
  return 'end';
}

function keepPlace(box: HTMLElement, place: Place): void {
  if (place === 'end') box.scrollTop = box.scrollHeight;
  else if (place.entry.isConnected)
    box.scrollTop += place.entry.getBoundingClientRect().top - box.getBoundingClientRect().top - place.top;
}

/** The messages of the open conversation. Stays at the end while its reader is there; elsewhere it never moves under them. */
export function TimelineView({
  chat,
  name,
  unread,
  onPutBack,
}: {
  readonly chat: ReturnType<typeof useTimeline>;
  readonly name: string;
  readonly unread: number | null;
  /** Words that were to go return into the field. */
  readonly onPutBack: (body: string, media: Unsent['media']) => void;
}) {
  const { messages, calls, unsent, hasMore, older, loadOlder } = chat;
  const { timezone } = useDateStyle();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>('end');
  /** Where we last scrolled to ourselves. */
  const pinned = useRef<number | null>(null);
  const started = useRef(false);
  const [away, setAway] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);

  // Decided once, when the conversation is opened: the divider does not move while it is read.
  const [divider, setDivider] = useState<string | null | undefined>(undefined);
  if (divider === undefined && unread !== null && hasMore !== null)
    setDivider(firstUnreadOf(messages, unread, hasMore));
  const entries = useMemo(
    () => entriesOf(messages, unsent, (at) => dayKey(at, timezone), divider ?? null, calls),
    [messages, unsent, timezone, divider, calls],
  );

  const toEnd = useCallback((smooth: boolean) => {
    place.current = 'end';
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? 'smooth' : 'instant' });
    pinned.current = smooth ? null : (box.current?.scrollTop ?? null);
  }, []);
  /** Whatever has grown above or below: the end stays the end, and what is read stays where it is. */
  const hold = useCallback(() => {
    const element = box.current;
    if (!element) return;
    keepPlace(element, place.current);
    pinned.current = element.scrollTop;
  }, []);
  const fillUp = useCallback(() => {
    if (hasMore && older === 'idle' && box.current && box.current.scrollTop < 240) void loadOlder();
  }, [hasMore, older, loadOlder]);

  const newestId = messages.at(-1)?.id ?? null;
  const scrolled = () => {
    // Moved by us, and grown since: nobody has left the end.
    if (place.current === 'end' && box.current!.scrollTop === pinned.current) return hold();
    place.current = placeOf(box.current!);
    const atEnd = place.current === 'end';
    setAway(!atEnd);
    if (atEnd) setSeen(newestId);
    fillUp();
  };

  // Before the eye sees it: stay at the end, or keep what is read where it is when earlier messages are put above it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || messages.length + unsent.length === 0) return;
    if (!started.current) {
      started.current = true;
      const mark = element.querySelector<HTMLElement>('.bk-newdivider');
      if (mark && element.scrollHeight - mark.offsetTop > element.clientHeight) {
        element.scrollTop = mark.offsetTop - 48;
        place.current = placeOf(element);
      } else toEnd(false);
    } else hold();
    if (place.current === 'end') setSeen(newestId);
  }, [entries, messages.length, unsent.length, newestId, hold, toEnd]);

  // Our own text brings the reader to the end.
  const written = unsent.length;
  useLayoutEffect(() => {
    if (written > 0) toEnd(false);
  }, [written, toEnd]);

  // The composer grows while it is written in, the keyboard takes its room, a picture may be larger than was known.
  useEffect(() => {
    const observer = new ResizeObserver(hold);
    if (content.current) observer.observe(content.current);
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, [hold]);
  useEffect(() => {
    fillUp();
  }, [entries, fillUp]);

  const unseen =
    away && seen !== null ?
      messages
        .slice(messages.findIndex((message) => message.id === seen) + 1)
        .filter((message) => message.direction === 'in').length
    : 0;
  const today = dayKey(new Date(), timezone);

  return (
    <div className="bk-timelinebox">
      <div
        className="bk-timeline"
        ref={box}
        onScroll={scrolled}
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages', { name })}
      >
        <div ref={content}>
          {chat.error ?
            <ErrorState error={chat.error} onRetry={chat.retry} />
          : chat.loadingFirst ?
            <div className="bk-ghosts" aria-label={t('app.loading')}>
              {[
                [42, 0],
                [55, 1],
                [30, 1],
                [48, 0],
              ].map(([width, mine], index) => (
                <Skeleton key={index} height={38} radius={16} width={`${width}%`} ml={mine === 1 ? 'auto' : 0} />
              ))}
            </div>
          : entries.length === 0 ?
            <EmptyState icon={IconMessage2} title={t('chat.noMessages')} />
          : <>
              <div className="top">
                {older === 'loading' && <Loader size="xs" type="dots" aria-label={t('chat.loadingOlder')} />}
                {older === 'failed' && (
                  <>
                    {t('chat.olderFailed')}{' '}
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      onClick={() => {
                        void loadOlder();
                      }}
                    >
                      {t('app.retry')}
                    </Button>
                  </>
                )}
                {hasMore === false && <span>{t('chat.start')}</span>}
              </div>
              <ol>
                {entries.map((entry) => {
                  switch (entry.kind) {
                    case 'day':
                      return (
                        <li key={entry.key} className="bk-day">
                          <span>{daySeparator(entry.day, today)}</span>
                        </li>
                      );
                    case 'new':
                      return (
                        <li key={entry.key} className="bk-newdivider">
                          <span>{t('chat.newDivider')}</span>
                        </li>
                      );
                    case 'message':
                      return (
                        <Bubble
                          key={entry.key}
                          message={entry.message}
                          first={entry.first}
                          last={entry.last}
                          name={name}
                          onAgain={onPutBack}
                        />
                      );
                    case 'call':
                      return <CallLine key={entry.key} call={entry.call} />;
                    case 'unsent':
                      return (
                        <UnsentBubble
                          key={entry.key}
                          text={entry.text}
                          underWay={entry.text.key === chat.underWay}
                          onRetry={() => {
                            chat.sendAgain(entry.text);
                          }}
                          onDiscard={() => {
                            chat.discard(entry.text);
                          }}
                          onUndo={() => {
                            chat.discard(entry.text);
                            onPutBack(entry.text.body, entry.text.media);
                          }}
                          onHurry={() => {
                            chat.hurry(entry.text);
                          }}
                        />
                      );
                    default:
                      return entry satisfies never;
                  }
                })}
              </ol>
            </>
          }
        </div>
      </div>
      {away && (
        <button
          type="button"
          className={`bk-jump${unseen > 0 ? ' new' : ''}`}
          onClick={() => {
            toEnd(true);
          }}
        >
          <IconArrowDown size={15} aria-hidden />
          {unseen > 0 ? t('chat.jumpNew', { count: unseen }) : t('chat.jump')}
        </button>
      )}
    </div>
  );
}
