import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { commands } from '../api/commands.ts';
import { useNotifications } from '../data/reads.ts';
import { useApp } from '../session/context.tsx';
import { badge } from '../format/badge.ts';
import { useUnread } from '../data/unread.ts';
import { audienceOf } from '../session/guard.ts';
import { isBuilt } from '../routes/routes.ts';
import { useProfile } from '../session/profile.tsx';
import { t } from './texts.ts';
import { NotificationRow } from '../components/NotificationRow.tsx';

/** The bell of the top bar with its unread count, and the latest notifications. */
export function Bell() {
  const [opened, setOpened] = useState(false);
  const { notifications: unread } = useUnread();
  const { client, run } = useApp();
  const { role } = useProfile();
  const list = `/${audienceOf[role]}/notifications`;
  const { data, patch, refresh } = useNotifications(1, 6, opened);
  const readAll = async () => {
    patch((page) => ({ ...page, data: page.data.map((item) => ({ ...item, read: true })) }));
    await run(() => commands.readAllNotifications(client));
    refresh();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          className="bk-bell"
          aria-label={unread > 0 ? t('top.bellUnread', { count: unread }) : t('top.bell')}
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <IconBell size={19} />
          {unread > 0 && (
            <span className="bk-count" aria-hidden>
              {badge(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t('top.bell')} className="bk-bellbox" maw="calc(100vw - 24px)">
        <div className="head">
          <h2>{t('top.bell')}</h2>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={unread === 0 && !data?.data.some((item) => !item.read)}
            onClick={() => {
              void readAll();
            }}
          >
            {t('top.markAll')}
          </Button>
        </div>
        {data === undefined ?
          <div style={{ padding: 16 }}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height={34} mb={10} />
            ))}
          </div>
        : data.data.length === 0 ?
          <p className="none">{t(role === 'Business' ? 'top.noNotifications' : 'top.nothingNew')}</p>
        : <ul>
            {data.data.map((item) => (
              <li key={item.id}>
                <NotificationRow
                  item={item}
                  onOpen={() => {
                    setOpened(false);
                  }}
                />
              </li>
            ))}
          </ul>
        }
        {isBuilt(list) && (
          <Link
            href={list}
            className="all"
            onClick={() => {
              setOpened(false);
            }}
          >
            {t('top.viewAll')}
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
