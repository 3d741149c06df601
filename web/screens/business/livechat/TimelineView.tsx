import { Button, Loader, Skeleton } from '@mantine/core';
import { IconArrowDown, IconMessage2 } from '@tabler/icons-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { dayKey, daySeparator } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Bubble, DraftBubble } from './Bubble.tsx';
import { entriesOf, firstUnreadOf, inOrder } from './timeline.ts';
import type { useTimeline } from './useTimeline.ts';

/** Nearer to the end than this counts as being there, pixels. */
const near = 60;

/** The messages of the open conversation. Stays at the end while its reader is there; elsewhere it never moves under them. */
export function TimelineView({
  chat,
  name,
  unread,
}: {
  readonly chat: ReturnType<typeof useTimeline>;
  readonly name: string;
  readonly unread: number | null;
}) {
  const { timeline, older, loadOlder } = chat;
  const { timezone } = useDateStyle();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const height = useRef(0);
  const oldest = useRef<string | null>(null);
  const started = useRef(false);
  const [away, setAway] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);

  const messages = useMemo(() => inOrder(timeline), [timeline]);
  // Decided once, when the conversation is opened: the divider does not move while it is read.
  const [divider, setDivider] = useState<string | null | undefined>(undefined);
  if (divider === undefined && unread !== null && timeline.hasMore !== null)
    setDivider(firstUnreadOf(messages, unread, timeline.hasMore));
  const entries = useMemo(
    () => entriesOf(timeline, (at) => dayKey(at, timezone), divider ?? null),
    [timeline, timezone, divider],
  );

  const toEnd = useCallback((smooth: boolean) => {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? 'smooth' : 'instant' });
  }, []);
  const fillUp = useCallback(() => {
    if (timeline.hasMore && older === 'idle' && box.current && box.current.scrollTop < 240) void loadOlder();
  }, [timeline.hasMore, older, loadOlder]);

  const newestId = messages.at(-1)?.id ?? null;
  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    atEnd.current = scrollHeight - scrollTop - clientHeight < near;
    setAway(!atEnd.current);
    if (atEnd.current) setSeen(newestId);
    fillUp();
  };

  // Before the eye sees it: stay at the end, or keep what is read where it is when earlier messages are put above it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || messages.length + timeline.drafts.length === 0) return;
    if (!started.current) {
      started.current = true;
      const mark = element.querySelector<HTMLElement>('.bk-newdivider');
      if (mark && element.scrollHeight - mark.offsetTop > element.clientHeight) element.scrollTop = mark.offsetTop - 48;
      else element.scrollTop = element.scrollHeight;
      setSeen(newestId);
    } else if (oldest.current !== null && messages[0]?.id !== oldest.current && !atEnd.current) {
      element.scrollTop += element.scrollHeight - height.current;
    } else if (atEnd.current) {
      element.scrollTop = element.scrollHeight;
      setSeen(newestId);
    }
    height.current = element.scrollHeight;
    oldest.current = messages[0]?.id ?? null;
  }, [entries, messages, timeline.drafts.length, newestId]);

  // Our own text brings the reader to the end.
  const drafts = timeline.drafts.length;
  useLayoutEffect(() => {
    if (drafts > 0) {
      atEnd.current = true;
      toEnd(false);
    }
  }, [drafts, toEnd]);

  // Pictures grow when they have loaded, the composer grows while it is written in.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd(false);
      height.current = box.current?.scrollHeight ?? 0;
    });
    if (content.current) observer.observe(content.current);
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, [toEnd]);
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
                {timeline.hasMore === false && <span>{t('chat.start')}</span>}
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
                        />
                      );
                    case 'draft':
                      return (
                        <DraftBubble
                          key={entry.key}
                          draft={entry.draft}
                          onRetry={() => {
                            chat.sendAgain(entry.draft);
                          }}
                          onDiscard={() => {
                            chat.discard(entry.draft);
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
