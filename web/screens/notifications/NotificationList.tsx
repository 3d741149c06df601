import './notifications.css';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconBellOff, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import { commands } from '../../api/commands.ts';
import { useNotifications } from '../../data/reads.ts';
import { useApp } from '../../session/context.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { withParam } from '../../components/list.ts';
import { NotificationRow } from '../../components/NotificationRow.tsx';
import { count } from '../../format/number.ts';
import { t } from './texts.ts';

const perPage = 20;

/** Everything under the bell of whoever is signed in, newest first. */
export function useNotificationList() {
  const { client, run } = useApp();
  const address = useSearch();
  const [here, go] = useLocation();
  // In the address, as every list's: Back leads to the page before.
  const page = Math.max(1, Math.trunc(Number(new URLSearchParams(address).get('page'))) || 1);
  const setPage = (next: number) => {
    go(withParam(here, address, 'page', next === 1 ? null : String(next)));
  };
  const { data, error, isStale, refresh, patch } = useNotifications(page, perPage);
  const readAll = async () => {
    patch((list) => ({ data: list.data.map((item) => ({ ...item, read: true })), meta: { ...list.meta, unread: 0 } }));
    await run(() => commands.readAllNotifications(client));
    refresh();
  };
  const remove = async (id: string) => {
    patch((list) => ({
      data: list.data.filter((item) => item.id !== id),
      meta: { ...list.meta, total: list.meta.total - 1 },
    }));
    await run(() => commands.deleteNotification(client, id));
    refresh();
  };
  return { page, setPage, data, error, isStale, refresh, unread: data?.meta.unread ?? 0, readAll, remove };
}

export function NotificationList({
  list: { page, setPage, data, error, isStale, refresh, remove },
  emptyText,
}: {
  readonly list: ReturnType<typeof useNotificationList>;
  readonly emptyText: string;
}) {
  const total = data?.meta.total ?? 0;
  return (
    <>
      <div className="bk-card list" aria-busy={data === undefined || isStale}>
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : data === undefined ?
          Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="ghost">
              <Skeleton height={32} width={32} />
              <div style={{ flex: 1 }}>
                <Skeleton height={12} width="40%" mb={8} />
                <Skeleton height={11} width="70%" />
              </div>
            </div>
          ))
        : data.data.length === 0 ?
          <EmptyState icon={IconBellOff} title={t('notifications.empty')} text={emptyText} />
        : <ul aria-label={t('notifications.title')}>
            {data.data.map((item) => (
              <li key={item.id}>
                <NotificationRow item={item} />
                <Tooltip label={t('notifications.delete')}>
                  <ActionIcon
                    className="delete"
                    aria-label={`${t('notifications.delete')}: ${item.title}`}
                    onClick={() => {
                      void remove(item.id);
                    }}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Tooltip>
              </li>
            ))}
          </ul>
        }
      </div>
      {total > perPage && (
        <nav className="bk-pager" aria-label={t('notifications.title')}>
          <span className="num">
            {t('list.range', {
              from: count((page - 1) * perPage + 1),
              to: count(Math.min(page * perPage, total)),
              total: count(total),
            })}
          </span>
          <span className="buttons">
            <ActionIcon
              variant="default"
              aria-label={t('list.previous')}
              disabled={page === 1}
              onClick={() => {
                setPage(page - 1);
              }}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('list.next')}
              disabled={page * perPage >= total}
              onClick={() => {
                setPage(page + 1);
              }}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </span>
        </nav>
      )}
    </>
  );
}
