import { ActionIcon, Button, Checkbox, Skeleton, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconAlarm,
  IconHandStop,
  IconMailCheck,
  IconMailOpened,
  IconMessagePlus,
  IconMessages,
  IconArchive,
  IconPencil,
  IconPhoto,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation, ConversationFilter } from '../../../../api/contract/livechat.ts';
import { commands } from '../../../api/commands.ts';
import { type ConversationQuestion, conversationsPerPage, useConversations } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { PageTitle } from '../../../components/PageHeader.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { lookOfMessage } from '../../../components/status.ts';
import { toastSuccess } from '../../../core/toast.ts';
import { listTime } from '../../../format/date.ts';
import { badge } from '../../../format/badge.ts';
import { compact } from '../../../format/number.ts';
import { displayName, initialsOf, preview } from '../../../format/person.ts';
import { t } from './texts.ts';
import { chatActs, leadTime, readChatKeys } from '../../../session/chat-keys.ts';
import { useDateStyle, useMe } from '../../../session/profile.tsx';
import type { Mode } from './drafts.ts';
import { Here } from './Here.tsx';
import { ListOptions } from './ListOptions.tsx';
import { Preferences } from './Preferences.tsx';
import type { Shown } from './shown.ts';
import { Tabs } from './Tabs.tsx';
import { useWhenDue, Waiting } from './Waiting.tsx';
import { type Writers, writersIn } from './writers.ts';

const emptyIcons = {
  all: IconMessages,
  needs_reply: IconMailOpened,
  looks_opted_out: IconHandStop,
  overdue: IconAlarm,
  closed: IconArchive,
  failed: IconMailCheck,
} as const;

/** Those that are chosen, with the position that was seen of each. */
type Picked = ReadonlyMap<string, string>;
/** So many can be closed at once. */
const maxClosed = 100;

interface RowProps {
  readonly picked: Picked | null;
  readonly onPick: (row: Conversation) => void;
  readonly openId: string | null;
  /** The row that Tab leads to: the list is one stop, arrows walk in it. */
  readonly stopId: string | null;
  readonly hrefOf: (id: string) => string;
  /** Who of the team is writing where. */
  readonly writers: Writers;
  /** `unread`: how many were unread when it was opened, for the divider above them. `byKey`: the keyboard stays in the list. */
  readonly onOpen: (id: string, unread: number, byKey: boolean) => void;
}
interface ListProps extends Omit<RowProps, 'stopId' | 'picked' | 'onPick'> {
  readonly shown: Shown;
  readonly onShow: (change: Partial<Shown>) => void;
  /** Puts the writer into the conversation's field, for a text or a note. */
  readonly onWrite: (id: string, mode: Mode) => void;
  readonly onNew: () => void;
}

/** The left pane: search, *Needs reply · All · Closed · Failed*, and the conversations as far as they have been scrolled to. */
export function ConversationList(props: ListProps) {
  const { shown, onShow, openId, onNew } = props;
  const { filter, assignee } = shown;
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const [preferring, setPreferring] = useState(false);
  /** Those that are chosen to be closed, with what was seen of each; null: nobody is choosing. */
  const [picked, setPicked] = useState<Picked | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const question = {
    filter,
    search,
    ...(filter === 'needs_reply' ? { sort: shown.sort } : {}),
    ...(assignee === null ? {} : { assignee }),
  };
  const first = useConversations(question, 1);
  const listed = first.data?.data;
  const rows = useKept(listed, openId, first.isStale ? null : JSON.stringify(question));
  useWhenDue(listed, first.refresh);
  const total = first.data?.meta.total ?? 0;
  const counts = first.data?.meta.counts;
  useEffect(() => {
    setPicked(null);
    setPages(1);
  }, [filter, search, assignee, shown.sort]);
  const more = first.data !== undefined && pages * conversationsPerPage < total;
  const keys = useListKeys({
    ...props,
    onDone: first.refresh,
    onShow(change) {
      onShow(change);
      // What had the focus leaves the list; the keys go on.
      box.current?.focus();
    },
  });
  const known = (id: string | null) => id !== null && (rows?.some((row) => row.id === id) ?? false);
  const pick = (row: Conversation) => {
    const next = new Map(picked);
    if (!next.delete(row.id) && next.size < maxClosed) next.set(row.id, row.position);
    setPicked(next);
  };
  const rowProps = {
    ...props,
    picked,
    onPick: pick,
    stopId: focused ?? (known(openId) ? openId : (rows?.[0]?.id ?? null)),
  };
  // What had the focus may have left the list: Tab still leads into it.
  useEffect(() => {
    if (focused !== null && box.current?.querySelector(`[data-id="${focused}"]`) === null) setFocused(null);
  }, [focused, rows]);

  const scrolled = (event: React.UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
    if (more && scrollHeight - scrollTop - clientHeight < 300) setPages((count) => count + 1);
  };
  // How many wait for somebody; how many there are at all helps nobody to choose.
  const option = (value: ConversationFilter) => ({
    value,
    label: t(`chat.filter.${value}`),
    ...(counts && counts[value] > 0 && value !== 'all' && value !== 'closed' ? { count: compact(counts[value]) } : {}),
  });

  return (
    <section className="bk-chatlist" aria-label={t('chat.list')}>
      <div className="head">
        <div className="line">
          <PageTitle title={t('chat.title')} />
          <Here />
          <Tooltip label={t('prefs.title')}>
            <ActionIcon
              className="prefs"
              aria-label={t('prefs.title')}
              onClick={() => {
                setPreferring(true);
              }}
            >
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
          </Tooltip>
          <Preferences
            opened={preferring}
            onClose={() => {
              setPreferring(false);
            }}
          />
          <Tooltip label={t('chat.new')}>
            <ActionIcon variant="light" color="brand" aria-label={t('chat.new')} onClick={onNew}>
              <IconMessagePlus size={18} />
            </ActionIcon>
          </Tooltip>
        </div>
        <SearchInput label={t('chat.search')} value={search} onChange={setSearch} />
        <Tabs
          label={t('chat.filter')}
          value={filter}
          onChange={(next) => {
            onShow({ filter: next });
          }}
          options={[
            option('needs_reply'),
            // As are *Overdue* and *Failed*, below: only where there is something.
            ...(filter === 'looks_opted_out' || (counts?.looks_opted_out ?? 0) > 0 ? [option('looks_opted_out')] : []),
            ...(filter === 'overdue' || (counts?.overdue ?? 0) > 0 ? [option('overdue')] : []),
            option('all'),
            option('closed'),
            // There when there is something in it: nobody should look at an empty box of failures every day.
            ...(filter === 'failed' || (counts?.failed ?? 0) > 0 ? [option('failed')] : []),
          ]}
        />
        <ListOptions
          shown={shown}
          onShow={onShow}
          onPick={
            filter === 'closed' || picked !== null || (rows?.length ?? 0) === 0 ?
              null
            : () => {
                setPicked(new Map());
              }
          }
        />
      </div>
      <div
        ref={box}
        className={`rows${first.isStale ? ' stale' : ''}`}
        tabIndex={-1}
        onScroll={scrolled}
        onKeyDown={keys}
        onFocus={(event) => {
          const id = event.target.closest<HTMLElement>('[data-id]')?.dataset['id'];
          if (id !== undefined) setFocused(id);
        }}
        aria-busy={first.isLoading || first.isStale}
      >
        {first.error ?
          <ErrorState error={first.error} onRetry={first.refresh} />
        : rows === undefined ?
          <ul aria-label={t('app.loading')}>
            {Array.from({ length: 8 }, (_, index) => (
              <li key={index} className="bk-conversation ghost">
                <Skeleton circle height={40} />
                <div style={{ flex: 1 }}>
                  <Skeleton height={12} width="60%" mb={10} />
                  <Skeleton height={11} width="85%" />
                </div>
              </li>
            ))}
          </ul>
        : rows.length === 0 ?
          search === '' ?
            <EmptyState
              icon={emptyIcons[filter]}
              title={t(assignee === null ? `chat.empty.${filter}` : 'chat.empty.owned')}
              text={t(
                assignee === null ? `chat.empty.${filter}Text`
                : assignee === 'mine' ? 'chat.empty.mineText'
                : 'chat.empty.ownedText',
              )}
            >
              {assignee !== null && (
                <Button
                  variant="default"
                  onClick={() => {
                    onShow({ assignee: null });
                  }}
                >
                  {t('chat.assignee.anybody')}
                </Button>
              )}
              {filter === 'all' && assignee === null && <Button onClick={onNew}>{t('chat.new')}</Button>}
              {filter === 'needs_reply' && assignee === null && (counts?.all ?? 0) > 0 && (
                <Button
                  variant="default"
                  onClick={() => {
                    onShow({ filter: 'all' });
                  }}
                >
                  {t('chat.showAll')}
                </Button>
              )}
            </EmptyState>
          : <EmptyState icon={IconMessages} title={t('list.noMatch')} text={t('list.noMatchText')} />
        : <>
            <Rows {...rowProps} rows={rows} label={`${t('chat.list')}: ${compact(total)}`} />
            {Array.from({ length: pages - 1 }, (_, index) => (
              <FurtherPage key={index + 2} {...rowProps} question={question} page={index + 2} />
            ))}
            {more && (
              <Button
                variant="subtle"
                fullWidth
                onClick={() => {
                  setPages(pages + 1);
                }}
              >
                {t('chat.loadMore')}
              </Button>
            )}
          </>
        }
      </div>
      {picked !== null && (
        <ClosePicked
          picked={picked}
          onAll={() => {
            setPicked(new Map((rows ?? []).slice(0, maxClosed).map(({ id, position }) => [id, position])));
          }}
          onEnd={() => {
            setPicked(null);
            first.refresh();
          }}
        />
      )}
    </section>
  );
}

/**
 * The rows, and the open conversation among them where it was, also after it has left this list: answering or closing
 * what one is looking at must not take it from under the eye. It goes when another one is opened, or another list.
 * `question`: that the rows answer; null: they answer the one before.
 */
function useKept(
  listed: readonly Conversation[] | undefined,
  openId: string | null,
  question: string | null,
): readonly Conversation[] | undefined {
  const kept = useRef<{ readonly row: Conversation; readonly index: number; readonly question: string } | null>(null);
  return useMemo(() => {
    if (listed === undefined || question === null) return listed;
    const index = listed.findIndex((row) => row.id === openId);
    if (index >= 0) kept.current = { row: listed[index]!, index, question };
    const { current } = kept;
    if (index >= 0 || current === null || current.row.id !== openId || current.question !== question) return listed;
    return listed.toSpliced(current.index, 0, { ...current.row, unread: 0, read: true });
  }, [listed, openId, question]);
}

/**
 * ↓, ↑, Home and End walk the list, Enter opens (rows are links). Letters do so too, and go to the field, close and go
 * on with the next, take the conversation, or show others, unless they are switched off (`session/chat-keys.ts`). All
 * this only while the focus is in the list (WCAG 2.1.4), and not for the letter that follows a `g`.
 */
function useListKeys({
  onOpen,
  onWrite,
  openId,
  onDone,
  onShow,
}: Pick<ListProps, 'onOpen' | 'onWrite' | 'openId' | 'onShow'> & { readonly onDone: () => void }) {
  const { client, run } = useApp();
  const me = useMe();
  const ledAt = useRef(-leadTime);
  return (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isLed = event.timeStamp - ledAt.current < leadTime;
    ledAt.current = event.key === 'g' && !isLed ? event.timeStamp : -leadTime;
    if (isLed) return;
    const key = actOf(event.key);
    const show = shownBy[key];
    if (show !== undefined) {
      event.preventDefault();
      onShow(show);
      return;
    }
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-id]')];
    const index = rows.findIndex((row) => row === document.activeElement);
    const here = rows[index];
    if (here === undefined) {
      if (key !== 'ArrowDown' || document.activeElement !== event.currentTarget) return;
      event.preventDefault();
      rows[0]?.focus();
      return;
    }
    const id = here.dataset['id']!;
    const walk = (to: HTMLElement | undefined) => {
      to?.focus();
      to?.scrollIntoView({ block: 'nearest' });
    };
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => {
        walk(rows[index + 1]);
      },
      ArrowUp: () => {
        walk(rows[index - 1]);
      },
      Home: () => {
        walk(rows[0]);
      },
      End: () => {
        walk(rows.at(-1));
      },
      reply: () => {
        onWrite(id, 'text');
      },
      note: () => {
        onWrite(id, 'note');
      },
      take: () => {
        void run(() => commands.assign(client, id, me)).then(onDone);
      },
      close: () => {
        const { position, state } = here.dataset;
        if (state !== 'open') return;
        const next = rows[index + 1] ?? rows[index - 1];
        walk(next);
        const nextId = next?.dataset['id'];
        if (openId === id && nextId !== undefined) onOpen(nextId, Number(next?.dataset['unread']), true);
        void run(() => commands.close(client, id, position!)).then(onDone);
      },
    };
    if (act[key] === undefined) return;
    event.preventDefault();
    act[key]();
  };
}

/** What letters show of the list. */
const shownBy: Readonly<Record<string, Partial<Shown>>> = {
  mine: { filter: 'all', assignee: 'mine' },
  nobody: { filter: 'all', assignee: 'nobody' },
  overdue: { filter: 'overdue', assignee: null },
};

/** What is done with those that are chosen. */
function ClosePicked({
  picked,
  onAll,
  onEnd,
}: {
  readonly picked: Picked;
  readonly onAll: () => void;
  readonly onEnd: () => void;
}) {
  const { client, run } = useApp();
  const [busy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    const done = await run(() =>
      commands.closeMany(
        client,
        [...picked].map(([id, position]) => ({ id, position })),
      ),
    );
    setBusy(false);
    if (!done) return;
    const { closed, open } = done.data;
    toastSuccess(
      [t('chat.closedMany', { count: closed }), open > 0 ? t('chat.keptMany', { count: open }) : ''].join(' '),
    );
    onEnd();
  };
  return (
    <div className="bk-picked" role="group" aria-label={t('chat.chosen', { count: picked.size })}>
      <span className="num">{t('chat.chosen', { count: picked.size })}</span>
      <Button size="compact-sm" variant="subtle" onClick={onAll}>
        {t('chat.chooseAll')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onEnd}>
        {t('app.cancel')}
      </Button>
      <Button
        size="compact-sm"
        loading={busy}
        disabled={picked.size === 0}
        onClick={() => {
          void close();
        }}
      >
        {t('chat.closeMany')}
      </Button>
    </div>
  );
}

/** What a key does in the list: a letter what it was chosen for, others what they are called. */
function actOf(key: string): string {
  const { on, of } = readChatKeys();
  const act = on ? chatActs.find((one) => of[one] === key.toLowerCase()) : undefined;
  return (
    act === 'next' ? 'ArrowDown'
    : act === 'previous' ? 'ArrowUp'
    : (act ?? (key.length === 1 ? '' : key))
  );
}

function FurtherPage({
  question,
  page,
  ...rowProps
}: RowProps & { readonly question: ConversationQuestion; readonly page: number }) {
  const { data, error, refresh } = useConversations(question, page);
  if (error) return <ErrorState error={error} onRetry={refresh} />;
  if (data === undefined)
    return (
      <div className="bk-conversation ghost">
        <Skeleton circle height={40} />
        <div style={{ flex: 1 }}>
          <Skeleton height={12} width="60%" mb={10} />
          <Skeleton height={11} width="85%" />
        </div>
      </div>
    );
  return (
    <Rows
      {...rowProps}
      rows={data.data}
      label={t('list.range', {
        from: (page - 1) * conversationsPerPage + 1,
        to: (page - 1) * conversationsPerPage + data.data.length,
        total: data.meta.total,
      })}
    />
  );
}

const Rows = ({
  rows,
  label,
  ...rowProps
}: RowProps & { readonly rows: readonly Conversation[]; readonly label: string }) => (
  <ul aria-label={label}>
    {rows.map((row) => (
      <li key={row.id} className={rowProps.picked === null ? undefined : 'picking'}>
        {rowProps.picked !== null && (
          <Checkbox
            aria-label={t('chat.choose', { name: displayName(row) })}
            checked={rowProps.picked.has(row.id)}
            onChange={() => {
              rowProps.onPick(row);
            }}
          />
        )}
        <Row {...rowProps} conversation={row} />
      </li>
    ))}
  </ul>
);

function Row({
  conversation,
  openId,
  stopId,
  hrefOf,
  writers,
  onOpen,
}: RowProps & { readonly conversation: Conversation }) {
  const style = useDateStyle();
  const { id, unread, last_message: last } = conversation;
  const writing = writersIn(writers, id);
  const Look = last && last.direction === 'out' ? lookOfMessage(last.status) : null;
  const text =
    last === null ? ''
    : last.body ? preview(last.body, 120)
    : last.has_media ? t('chat.picture')
    : '';
  return (
    <a
      href={hrefOf(id)}
      className={`bk-conversation${id === openId ? ' open' : ''}${unread > 0 ? ' unread' : ''}`}
      aria-current={id === openId ? 'true' : undefined}
      tabIndex={id === stopId ? 0 : -1}
      data-id={id}
      data-position={conversation.position}
      data-state={conversation.status}
      data-unread={unread}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(id, unread, event.detail === 0);
      }}
    >
      <Avatar person={conversation} size={40} />
      <span className="text">
        <span className="line">
          <b className="clip" dir="auto">
            {displayName(conversation)}
          </b>
          {conversation.waiting_since !== null ?
            <Waiting conversation={conversation} />
          : last && (
              <Instant at={last.at} className="when">
                {listTime(last.at, style, new Date())}
              </Instant>
            )
          }
        </span>
        <span className="line">
          <span className="last">
            {Look && (
              <span className={`tick tone-${Look.tone}`}>
                <Look.icon size={14} aria-hidden />
                <span className="sr-only">{t(Look.label)}: </span>
              </span>
            )}
            {last?.direction === 'out' && <span className="sr-only">{t('chat.you')}</span>}
            {last?.has_media && <IconPhoto className="media" size={15} aria-hidden />}
            <span className="clip" dir="auto">
              {text}
            </span>
          </span>
          {conversation.looks_opted_out !== null && (
            <span className="out" title={t('optOut.title')}>
              {t('chat.filter.looks_opted_out')}
            </span>
          )}
          {conversation.failed && <span className="out">{t('chat.filter.failed')}</span>}
          {writing.length > 0 && (
            <span className="writing" title={t('chat.writing', { names: writing.join(', '), count: writing.length })}>
              <IconPencil size={14} aria-hidden />
              <span className="sr-only">{t('chat.writing', { names: writing.join(', '), count: writing.length })}</span>
            </span>
          )}
          {conversation.assignee !== null && (
            <span className="owner" title={t('chat.assigned', { name: conversation.assignee })}>
              <span aria-hidden>{initialsOf(conversation.assignee)}</span>
              <span className="sr-only">{t('chat.assigned', { name: conversation.assignee })}</span>
            </span>
          )}
          {conversation.contact_status === 'optedOut' && <span className="out">{t('contactStatus.optedOut')}</span>}
          {unread > 0 ?
            <span className="bk-count">
              {badge(unread)}
              <span className="sr-only"> {t('notifications.unread')}</span>
            </span>
          : conversation.needs_reply && <span className="waits" title={t('chat.filter.needs_reply')} />}
        </span>
      </span>
    </a>
  );
}
