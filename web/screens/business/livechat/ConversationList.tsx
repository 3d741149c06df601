import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconMailOpened, IconMessagePlus, IconMessages, IconArchive } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Conversation } from '../../../../api/contract/livechat.ts';
import { type ConversationFilter, conversationsPerPage, useConversations } from '../../../api/reads.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { PageTitle } from '../../../components/PageHeader.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { lookOfMessage } from '../../../components/status.ts';
import { listTime } from '../../../format/date.ts';
import { badge, compact } from '../../../format/number.ts';
import { displayName, preview } from '../../../format/person.ts';
import { t } from './texts.ts';
import { useUnread } from '../../../live/unread.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Tabs } from './Tabs.tsx';

const emptyIcons = { all: IconMessages, unread: IconMailOpened, closed: IconArchive } as const;

interface ListProps {
  readonly filter: ConversationFilter;
  readonly onFilter: (filter: ConversationFilter) => void;
  readonly openId: string | null;
  /** `unread`: how many were unread when it was opened, for the divider above them. */
  readonly onOpen: (id: string, unread: number) => void;
  readonly onNew: () => void;
}

/** The left pane: search, Unread/All/Closed, and the conversations as far as they have been scrolled to. */
export function ConversationList({ filter, onFilter, openId, onOpen, onNew }: ListProps) {
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const { unread } = useUnread();
  const first = useConversations(filter, search, 1);
  const total = first.data?.meta.total ?? 0;
  useEffect(() => {
    setPages(1);
  }, [filter, search]);
  const more = first.data !== undefined && pages * conversationsPerPage < total;

  const scrolled = (event: React.UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
    if (more && scrollHeight - scrollTop - clientHeight < 300) setPages((count) => count + 1);
  };
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.bk-conversation')];
    const next = rows[rows.findIndex((row) => row === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };

  return (
    <section className="bk-chatlist" aria-label={t('chat.list')}>
      <div className="head">
        <div className="line">
          <PageTitle title={t('chat.title')} />
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
          onChange={onFilter}
          options={[
            { value: 'unread', label: t('chat.filter.unread'), ...(unread > 0 ? { count: badge(unread) } : {}) },
            { value: 'all', label: t('chat.filter.all') },
            { value: 'closed', label: t('chat.filter.closed') },
          ]}
        />
      </div>
      <div
        className={`rows${first.isStale ? ' stale' : ''}`}
        onScroll={scrolled}
        onKeyDown={move}
        aria-busy={first.isLoading || first.isStale}
      >
        {first.error ?
          <ErrorState error={first.error} onRetry={first.refresh} />
        : first.data === undefined ?
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
        : total === 0 ?
          search === '' ?
            <EmptyState
              icon={emptyIcons[filter]}
              title={t(`chat.empty.${filter}`)}
              text={t(`chat.empty.${filter}Text`)}
            >
              {filter === 'all' && <Button onClick={onNew}>{t('chat.new')}</Button>}
            </EmptyState>
          : <EmptyState icon={IconMessages} title={t('list.noMatch')} text={t('list.noMatchText')} />
        : <>
            <Rows
              rows={first.data.data}
              openId={openId}
              onOpen={onOpen}
              label={`${t('chat.list')}: ${compact(total)}`}
            />
            {Array.from({ length: pages - 1 }, (_, index) => (
              <FurtherPage
                key={index + 2}
                filter={filter}
                search={search}
                page={index + 2}
                openId={openId}
                onOpen={onOpen}
              />
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
    </section>
  );
}

function FurtherPage({
  filter,
  search,
  page,
  openId,
  onOpen,
}: {
  readonly filter: ConversationFilter;
  readonly search: string;
  readonly page: number;
  readonly openId: string | null;
  readonly onOpen: ListProps['onOpen'];
}) {
  const { data, error, refresh } = useConversations(filter, search, page);
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
      rows={data.data}
      openId={openId}
      onOpen={onOpen}
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
  openId,
  onOpen,
  label,
}: {
  readonly rows: readonly Conversation[];
  readonly openId: string | null;
  readonly onOpen: ListProps['onOpen'];
  readonly label: string;
}) => (
  <ul aria-label={label}>
    {rows.map((row) => (
      <li key={row.id}>
        <Row conversation={row} open={row.id === openId} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);

function Row({
  conversation,
  open,
  onOpen,
}: {
  readonly conversation: Conversation;
  readonly open: boolean;
  readonly onOpen: ListProps['onOpen'];
}) {
  const style = useDateStyle();
  const last = conversation.last_message;
  const Look = last && last.direction === 'out' ? lookOfMessage(last.status) : null;
  const text =
    last === null ? ''
    : last.body ? preview(last.body, 120)
    : last.has_media ? t('chat.picture')
    : '';
  return (
    <button
      type="button"
      className={`bk-conversation${open ? ' open' : ''}${conversation.unread > 0 ? ' unread' : ''}`}
      aria-current={open}
      onClick={() => {
        onOpen(conversation.id, conversation.unread);
      }}
    >
      <Avatar person={conversation} size={40} />
      <span className="text">
        <span className="line">
          <b className="clip">{displayName(conversation)}</b>
          {last && (
            <Instant at={last.at} className="when">
              {listTime(last.at, style, new Date())}
            </Instant>
          )}
        </span>
        <span className="line">
          <span className="last clip">
            {Look && (
              <span className={`tick tone-${Look.tone}`}>
                <Look.icon size={14} aria-hidden />
                <span className="sr-only">{t(Look.label)}: </span>
              </span>
            )}
            {last?.direction === 'out' && <span className="sr-only">{t('chat.you')}</span>}
            {text}
          </span>
          {conversation.contact_status === 'optedOut' && <span className="out">{t('contactStatus.optedOut')}</span>}
          {conversation.unread > 0 && (
            <span className="bk-count">
              {badge(conversation.unread)}
              <span className="sr-only"> {t('notifications.unread')}</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
