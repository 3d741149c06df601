import { ActionIcon, Popover } from '@mantine/core';
import { IconLifebuoy, IconSparkles, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { News } from '../../../api/contract/help.ts';
import { useRead } from '../../data/read.ts';
import { Instant } from '../Instant.tsx';
import { date } from '../../format/date.ts';
import { badge } from '../../format/badge.ts';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** The instant of the newest entry that this person has seen in this browser; null: none. */
export const newsSeen = {
  key: (userId: string): string => `news-seen-${userId}`,
  read: (userId: string, storage: Pick<Storage, 'getItem'> = localStorage): string | null =>
    storage.getItem(newsSeen.key(userId)),
  note: (userId: string, at: string, storage: Pick<Storage, 'setItem'> = localStorage): void => {
    storage.setItem(newsSeen.key(userId), at);
  },
} as const;
export const unseenOf = (news: readonly Pick<News, 'at'>[], seen: string | null): number =>
  news.filter(({ at }) => seen === null || at > seen).length;

/** What is new in the product, and how to get help: for agencies (specification, section 6). */
export function HelpTools() {
  const { id } = useProfile();
  const help = useRead('/help', {}).data?.data;
  const [seen, setSeen] = useState(() => newsSeen.read(id));
  if (help === undefined) return null;
  const { news, support } = help;
  const unseen = unseenOf(news, seen);
  const see = () => {
    const newest = news[0]?.at;
    if (newest === undefined) return;
    newsSeen.note(id, newest);
    setSeen(newest);
  };
  return (
    <>
      <Tool
        icon={IconSparkles}
        title={t('help.news')}
        label={unseen > 0 ? t('help.newsUnseen', { count: unseen }) : t('help.news')}
        count={unseen}
        onClose={see}
      >
        {news.length === 0 ?
          <p className="none">{t('help.noNews')}</p>
        : <ul className="bk-news">
            {news.map((entry) => (
              <Entry key={entry.id} entry={entry} isNew={seen === null || entry.at > seen} />
            ))}
          </ul>
        }
      </Tool>
      <Tool icon={IconLifebuoy} title={t('help.support')} label={t('help.support')}>
        <SupportDetails support={support} />
      </Tool>
    </>
  );
}

function Tool({
  icon: Icon,
  title,
  label,
  count = 0,
  onClose,
  children,
}: {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly label: string;
  readonly count?: number;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  const change = (open: boolean) => {
    setOpened(open);
    if (!open) onClose?.();
  };
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          className="bk-bell"
          aria-label={label}
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={() => {
            change(!opened);
          }}
        >
          <Icon size={19} />
          {count > 0 && (
            <span className="bk-count" aria-hidden>
              {badge(count)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={title} className="bk-bellbox" maw="calc(100vw - 24px)">
        <div className="head">
          <h2 tabIndex={-1} data-autofocus>
            {title}
          </h2>
        </div>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** One entry of what is new. */
export function Entry({
  entry,
  isNew = false,
  children,
}: {
  readonly entry: News;
  readonly isNew?: boolean;
  readonly children?: ReactNode;
}) {
  const style = useDateStyle();
  return (
    <li className={isNew ? 'new' : undefined}>
      <b>{entry.title}</b>
      <Instant at={entry.at} className="muted">
        {date(entry.at, style)}
      </Instant>
      {children}
      <p>{entry.body}</p>
    </li>
  );
}

function SupportDetails({
  support,
}: {
  readonly support: {
    readonly text: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly link: string | null;
  } | null;
}) {
  const ways =
    support === null ?
      []
    : [
        { href: support.email && `mailto:${support.email}`, label: t('help.email'), shown: support.email },
        {
          href: support.phone && `tel:${support.phone.replace(/[^+\d]/g, '')}`,
          label: t('help.phone'),
          shown: support.phone,
        },
        { href: support.link, label: t('help.link'), shown: support.link },
      ].flatMap(({ href, ...way }) => (href === null || href === '' ? [] : [{ href, ...way }]));
  if (support === null || (support.text === '' && ways.length === 0))
    return <p className="none">{t('help.noSupport')}</p>;
  return (
    <div className="bk-support">
      {support.text !== '' && <p>{support.text}</p>}
      {ways.map(({ href, label, shown }) => (
        <p key={label}>
          <a href={href} {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
            {label}
          </a>
          <span className="muted">{shown}</span>
        </p>
      ))}
    </div>
  );
}
