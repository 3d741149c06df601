import { Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Broadcast, Recipient, SentStats } from '../../../../../api/contract/broadcasts.ts';
import { asList, useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { ExportDialog } from '../../../../components/export/ExportDialog.tsx';
import { t as exporting } from '../../../../components/export/texts.ts';
import { Instant } from '../../../../components/Instant.tsx';
import { RemoveFilter } from '../../../../components/RemoveFilter.tsx';
import { SearchInput } from '../../../../components/SearchInput.tsx';
import { RecipientBadge } from '../../../../components/StatusBadge.tsx';
import { TwoLines } from '../../../../components/Tile.tsx';
import { shortTime, time } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { phone } from '../../../../format/phone.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { letter, why } from '../presentation.tsx';
import { t } from '../texts.ts';

const states = ['delivered', 'sent', 'waiting', 'held', 'undelivered', 'suppressed', 'stopped', 'expired'] as const;
const deeds = ['clicked', 'replied', 'redeemed', 'opted-out'] as const;
type Filter = 'all' | (typeof states)[number] | (typeof deeds)[number];
const moments = ['sent', 'delivered', 'failed'] as const;
const aPage = 25;

/**
 * Everybody of the audience, one line each, whatever became of them. Pages follow one another by place, so that the
 * last is as fast as the first.
 */
export function Recipients({ broadcast, stats }: { readonly broadcast: Broadcast; readonly stats: SentStats }) {
  const { id } = broadcast;
  const { during, label, clear } = useDuring();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The chart that leads here stands above.
    if (label !== null) section.current?.scrollIntoView({ block: 'start' });
  }, [label]);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  /** Where each page that was turned began. */
  const [pages, setPages] = useState<readonly (number | null)[]>([null]);
  const after = pages.at(-1) ?? null;
  const { client } = useApp();
  const narrowed = {
    ...during,
    ...(filter === 'all' ? {}
    : (deeds as readonly string[]).includes(filter) ? { did: filter as (typeof deeds)[number] }
    : { status: filter as (typeof states)[number] }),
  };
  const { data, error, refresh, isStale } = useRead(
    '/broadcasts/{id}/recipients',
    { params: { id }, query: { per_page: aPage, search, ...(after === null ? {} : { after }), ...narrowed } },
    asList,
  );
  // They are as the figures above them are, also after the last word.
  const counts = JSON.stringify(stats.counts);
  const [seen, setSeen] = useState(counts);
  useEffect(() => {
    if (counts === seen) return;
    setSeen(counts);
    refresh();
  }, [counts, seen, refresh]);
  const begin = () => {
    setPages([null]);
  };
  const has = (value: Filter): boolean =>
    value === 'all' ||
    value === filter ||
    (value === 'clicked' ? stats.clicked > 0
    : value === 'replied' ? stats.replied > 0
    : value === 'redeemed' ? stats.redeemed > 0
    : value === 'opted-out' ? stats.opted_out > 0
    : stats.counts[value] > 0);
  const rows = data?.data;
  const variants = broadcast.contents.length > 1;
  return (
    <section ref={section} className="bc-recipients" aria-label={t('bc.recipients.title')}>
      <header>
        <h2>{t('bc.recipients.title')}</h2>
        {data !== undefined && (
          <span className="faint num">{t('bc.recipients.count', { count: data.meta.total })}</span>
        )}
        <span className="export">
          <ExportDialog
            title={exporting('export.recipients', { count: data?.meta.total ?? 0 })}
            which={exporting(
              filter === 'all' && search === '' && label === null ? 'export.everybody' : 'export.filtered',
            )}
            disabled={(data?.meta.total ?? 0) === 0}
            link={async (format) => {
              const body = { format, search, ...narrowed };
              const request = { params: { id }, body, quiet: true };
              return (await client.post('/broadcasts/{id}/recipients/export', request)).data.file_url;
            }}
          />
        </span>
      </header>
      <div className="bk-toolbar">
        <SearchInput
          label={t('bc.recipients.search')}
          value={search}
          onChange={(value) => {
            setSearch(value);
            begin();
          }}
        />
        {label !== null && <RemoveFilter name={label} onRemove={clear} />}
      </div>
      <FilterChips<Filter>
        label={t('bc.recipients.filter')}
        value={filter}
        options={(['all', ...states, ...deeds] as const)
          .filter(has)
          .map((value) => ({ value, label: t(`bc.recipients.${value}`) }))}
        onChange={(value) => {
          setFilter(value);
          begin();
        }}
      />
      <div
        className={`bk-card bk-list bc-people${isStale ? ' stale' : ''}`}
        aria-busy={(rows === undefined && error === undefined) || isStale}
      >
        {rows === undefined && error !== undefined ?
          <ErrorState error={error} onRetry={refresh} />
        : rows === undefined ?
          <div className="body">
            <Skeleton height={200} />
          </div>
        : rows.length === 0 ?
          <EmptyState icon={IconUsers} title={t('bc.recipients.none')} text={t('bc.recipients.noneText')} />
        : <ul className="rows">
            {rows.map((row) => (
              <Line
                key={row.contact_id}
                row={row}
                variant={variants ? row.variant : null}
                byEmail={broadcast.type === 'email'}
              />
            ))}
          </ul>
        }
      </div>
      {(pages.length > 1 || (data?.meta.next ?? null) !== null) && (
        <div className="bk-pager">
          <span>
            {t('bc.recipients.page', {
              from: count((pages.length - 1) * aPage + 1),
              to: count((pages.length - 1) * aPage + (rows?.length ?? 0)),
            })}
          </span>
          <span className="buttons">
            <Button
              size="compact-sm"
              variant="default"
              disabled={pages.length === 1}
              leftSection={<IconChevronLeft size={15} aria-hidden />}
              onClick={() => {
                setPages(pages.slice(0, -1));
              }}
            >
              {t('bc.recipients.before')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={(data?.meta.next ?? null) === null || isStale}
              rightSection={<IconChevronRight size={15} aria-hidden />}
              onClick={() => {
                if (data?.meta.next != null) setPages([...pages, data.meta.next]);
              }}
            >
              {t('bc.recipients.next')}
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}

/** The step of the chart that the address narrows them to; `label` null: none. */
function useDuring() {
  const style = useDateStyle();
  const [here, go] = useLocation();
  const query = new URLSearchParams(useSearch());
  const range = query.get('time_range') ?? '';
  const [from, until] = range.split(',').map((at) => Date.parse(at));
  const moment = moments.find((one) => one === query.get('moment')) ?? 'sent';
  if (from === undefined || until === undefined || Number.isNaN(from) || Number.isNaN(until))
    return { during: {}, label: null, clear: () => undefined };
  return {
    during: { moment, time_range: range },
    label: t('bc.recipients.during', {
      what: t(`bc.overTime.${moment}`),
      from: shortTime(new Date(from).toISOString(), style),
      until: time(new Date(until).toISOString(), style),
    }),
    clear: () => {
      go(here, { replace: true });
    },
  };
}

function Line({
  row,
  variant,
  byEmail,
}: {
  readonly row: Recipient;
  readonly variant: number | null;
  readonly byEmail: boolean;
}) {
  const style = useDateStyle();
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ');
  const number = row.phone === null ? null : phone(row.phone);
  const address = (byEmail ? (row.email ?? number) : (number ?? row.email)) ?? t('bc.recipients.erased');
  const explained = row.reason !== null || row.error_code !== null ? why(row.reason, row.error_code) : null;
  const did = [
    ...(row.replied_at === null ? [] : [t('bc.recipients.didReply')]),
    ...(row.redeemed > 0 ? [t('bc.recipients.didRedeem')] : []),
    ...(row.opted_out_at === null ? [] : [t('bc.recipients.didOptOut')]),
  ];
  return (
    <li>
      <Link href={`/business/contacts/${row.contact_id}`} className="who">
        <TwoLines main={name === '' ? address : name} sub={name === '' ? null : address} />
      </Link>
      {variant !== null && <span className="variant faint">{variant === -1 ? '–' : letter(variant)}</span>}
      <span className="state">
        <RecipientBadge state={row.state} />
        {explained !== null && <span className="faint">{explained}</span>}
      </span>
      <span className="did">{did.join(' · ')}</span>
      <Instant at={row.at} className="faint at">
        {shortTime(row.at, style)}
      </Instant>
    </li>
  );
}
