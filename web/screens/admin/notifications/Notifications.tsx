import { Button, Modal } from '@mantine/core';
import { IconChecks, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { SentNotification } from '../../../../api/contract/notifications.ts';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type SortOf, useList, withParam } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { type DateStyle, listTime, shortTime } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { preview } from '../../../format/person.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { NotificationList, useNotificationList } from '../../notifications/NotificationList.tsx';

const start = { sortBy: 'at', sortDesc: true, sortable: ['at'] } as const;
/** The one that is shown whole: part of the address. */
const beside = 'sent';
const here = '/admin/notifications';
const inbox = `${here}?tab=inbox`;

const audienceOf = (row: SentNotification): string => row.target?.name || t(`notices.audience.${row.audience}`);

/** How many of those it was for have read it, as a number and a line. */
function ReadShare({ row: { read, recipients } }: { readonly row: SentNotification }) {
  const share = recipients === 0 ? 0 : Math.round((100 * read) / recipients);
  return (
    <span className="bk-readshare" title={t('notices.readShare', { share, recipients: count(recipients) })}>
      <span className="num">{t('notices.readOf', { read: count(read), recipients: count(recipients) })}</span>
      <i aria-hidden>
        <b style={{ width: `${share}%` }} />
      </i>
    </span>
  );
}

const columns = (style: DateStyle): readonly Column<SentNotification, SortOf<'/notifications/list'>>[] => [
  {
    id: 'what',
    title: t('notices.column.what'),
    cell: (row) => <TwoLines main={row.title} sub={preview(row.content, 80)} />,
  },
  {
    id: 'for',
    title: t('notices.column.for'),
    width: 190,
    cell: (row) => (
      <TwoLines main={audienceOf(row)} sub={row.target === null ? null : t(`notices.audience.${row.audience}`)} />
    ),
  },
  { id: 'read', title: t('notices.column.read'), width: 128, align: 'right', cell: (row) => <ReadShare row={row} /> },
  {
    id: 'at',
    title: t('notices.column.at'),
    sort: 'at',
    width: 128,
    cell: (row) => (
      <Instant at={row.at} className="muted num">
        {listTime(row.at, style, new Date())}
      </Instant>
    ),
  },
];

/** What operators have sent, and what they were told themselves. */
export default function Notifications() {
  const atInbox = new URLSearchParams(useSearch()).get('tab') === 'inbox';
  const list = useNotificationList();
  return (
    <div className={`bk-page${atInbox ? ' bk-notifications' : ''}`}>
      <PageHeader
        title={t('notices.title')}
        {...(list.unread > 0 ? { meta: t('notifications.count', { count: list.unread }) } : {})}
      >
        {atInbox && (
          <Button
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            disabled={list.unread === 0}
            onClick={() => {
              void list.readAll();
            }}
          >
            {t('notifications.markAll')}
          </Button>
        )}
        <Button component={Link} href={`${here}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('notices.write')}
        </Button>
      </PageHeader>
      <TabLinks
        label={t('notices.title')}
        tabs={[
          { href: here, label: t('notices.sent') },
          { href: inbox, label: t('notices.inbox') },
        ]}
        current={atInbox ? inbox : here}
      />
      {atInbox ?
        <NotificationList list={list} emptyText={t('notices.emptyOperator')} />
      : <Sent />}
    </div>
  );
}

function Sent() {
  const style = useDateStyle();
  const [path, go] = useLocation();
  const search = useSearch();
  const list = useList('/notifications/list', start);
  const openId = new URLSearchParams(search).get(beside);
  const opened = list.rows?.find((row) => row.id === openId);
  return (
    <>
      <ListSearch label={t('notices.search')} list={list} />
      <DataList
        label={t('notices.sent')}
        columns={columns(style)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('notices.open', { title: row.title })}
        href={(row) => withParam(path, search, beside, row.id)}
        card={(row) => (
          <span className="bk-cardlines">
            <span className="text">
              <span className="line">
                <b className="clip" dir="auto">
                  {row.title}
                </b>
                <Instant at={row.at} className="faint">
                  {listTime(row.at, style, new Date())}
                </Instant>
              </span>
              <span className="line">
                <span className="muted clip">{audienceOf(row)}</span>
                <span className="num">
                  {t('notices.readOf', { read: count(row.read), recipients: count(row.recipients) })}
                </span>
              </span>
            </span>
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('notices.noMatchText')} list={list} />
          : <EmptyState icon={IconSpeakerphone} title={t('notices.none')} text={t('notices.noneText')}>
              <Button component={Link} href={`${here}/create`}>
                {t('notices.write')}
              </Button>
            </EmptyState>
        }
      />
      {opened && (
        <Whole
          row={opened}
          onClose={() => {
            go(withParam(path, search, beside, null));
          }}
        />
      )}
    </>
  );
}

/** All of one that was sent. */
function Whole({ row, onClose }: { readonly row: SentNotification; readonly onClose: () => void }) {
  const style = useDateStyle();
  const [, go] = useLocation();
  return (
    <Modal opened onClose={onClose} title={row.title} size="md">
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{row.content}</p>
      <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
        {audienceOf(row)} · {t('notices.readOf', { read: count(row.read), recipients: count(row.recipients) })} ·{' '}
        <Instant at={row.at}>{shortTime(row.at, style)}</Instant>
        {row.sender !== null && <> · {t('notices.by', { name: row.sender })}</>}
      </p>
      <Button
        variant="default"
        onClick={() => {
          go(
            `${here}/create?from=${encodeURIComponent(JSON.stringify({ title: row.title, content: row.content, link: row.link }))}`,
          );
        }}
      >
        {t('notices.copy')}
      </Button>
    </Modal>
  );
}
