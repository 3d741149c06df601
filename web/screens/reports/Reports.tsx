import './reports.css';
import { Select } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import type { TextReportRow, TextSums } from '../../../api/contract/reports.ts';
import { ChartCard } from '../../components/ChartCard.tsx';
import { type Column, DataList, Nothing } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { type List, useList, withParam } from '../../components/list.ts';
import { NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PeriodPicker, rangeOf } from '../../components/PeriodPicker.tsx';
import { RemoveFilter } from '../../components/RemoveFilter.tsx';
import { MessageStatusBadge } from '../../components/StatusBadge.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { useRead } from '../../data/read.ts';
import { dayKey, dayLabel, shiftDay, shortTime } from '../../format/date.ts';
import { exactMoney } from '../../format/money.ts';
import { count, percent } from '../../format/number.ts';
import { phone } from '../../format/phone.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { Exports } from './Exports.tsx';
import { Groups } from './Groups.tsx';
import {
  filterNames,
  filterOf,
  filters,
  groupLabel,
  groupsFor,
  type Group,
  type Narrowed,
  periodOf,
  statuses,
  sumsBy,
  textsOf,
} from './model.ts';
import { ReportTabs } from './ReportTabs.tsx';
import { t } from './texts.ts';
import { TextDrawer } from './TextDrawer.tsx';
import { useSeesBills } from './useSeesBills.ts';
import { Views } from './Views.tsx';

/** The words of the address are checked by the call. */
type TextExport = RequestOf<'POST', '/reports/sms-list/exports'>['body'];
const start = { sortBy: 'id', sortDesc: true, sortable: [], filters } as const;

/** /admin/reports, /agency/reports, /business/reports: texts in and out, what they come to, and how each came about. */
export default function Reports() {
  const { role } = useProfile();
  const { client } = useApp();
  const zone = useDateStyle().timezone;
  const today = dayKey(new Date(), role === 'Business' ? zone : 'UTC');
  const address = useSearch();
  const [here, go] = useLocation();
  const seesBills = useSeesBills();
  const list = useList('/reports/sms-list', start, seesBills ? { prices: '1' } : {});
  const params = new URLSearchParams(address);
  const group = groupsFor(role).find((one) => one === params.get('group_by')) ?? 'day';
  const period = periodOf(list.state.filters['date_range'], today);
  const narrowed = list.state.filters;
  const { data: daily, isStale } = useRead('/reports/mdr-list', sumsBy(narrowed, 'day'), { keepPrevious: true });
  return (
    <div className="bk-page rep-page">
      <PageHeader title={t('rep.title')}>
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => {
            const { from, to } = rangeOf(next, today);
            list.filter('date_range', next.kind === '30' ? null : `${from},${to}`);
          }}
        />
        <Views screen="texts" />
        <Exports
          ask={() =>
            client.post('/reports/sms-list/exports', {
              body: { ...(narrowed as TextExport), prices: seesBills },
              quiet: true,
            })
          }
        />
      </PageHeader>
      <ReportTabs current="texts" />
      <Narrowing list={list} />
      {daily && (
        <div className={`bk-grid${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <Figures sums={daily.totals} />
          <Chart daily={daily} />
        </div>
      )}
      <section className="bk-stack" aria-labelledby="rep-groups">
        <header className="rep-head">
          <h2 id="rep-groups">{t('rep.groups')}</h2>
          <Select
            aria-label={t('rep.groupBy')}
            data={groupsFor(role).map((value) => ({ value, label: t(`rep.group.${value}`) }))}
            value={group}
            allowDeselect={false}
            comboboxProps={{ shadow: 'lg' }}
            onChange={(value) => {
              go(withParam(here, address, 'group_by', value === 'day' ? null : value), { replace: true });
            }}
          />
        </header>
        <TextGroups narrowed={narrowed} group={group} list={list} />
      </section>
      <section className="bk-stack" aria-labelledby="rep-texts">
        <header className="rep-head">
          <h2 id="rep-texts">{t('rep.texts')}</h2>
          {list.total !== undefined && <span className="muted">{t('rep.count', { count: list.total })}</span>}
        </header>
        <Texts list={list} hrefOf={(row) => withParam(here, address, 'text', row.id)} />
      </section>
      <TextDrawer
        id={params.get('text')}
        onClose={() => {
          go(withParam(here, address, 'text', null));
        }}
      />
    </div>
  );
}

const sumNames = ['messages', 'received', 'delivered', 'failed', 'suppressed'] as const;

/** What texts come to by one thing. Each group leads to its texts. */
function TextGroups({
  narrowed,
  group,
  list,
}: {
  readonly narrowed: Narrowed;
  readonly group: Group;
  readonly list: List<TextReportRow>;
}) {
  const [here] = useLocation();
  const address = useSearch();
  return (
    <Groups
      read={useRead('/reports/mdr-list', sumsBy(narrowed, group), { keepPrevious: true })}
      by={t(`rep.group.${group}`)}
      latestFirst={group === 'day'}
      sums={sumNames.map((name) => ({ name, title: t(name === 'messages' ? 'rep.all' : `rep.${name}`) }))}
      labelOf={(key) => groupLabel(group, key)}
      showLabel={(name) => t('rep.show', { name })}
      onShow={(key) => {
        list.filter(filterOf[group], group === 'day' ? `${key},${key}` : key);
      }}
      hrefOf={(name, key) => textsOf(here, address, name, key === undefined ? undefined : { by: group, key })}
    />
  );
}

/** What the report is narrowed to, with the way out of each. */
function Narrowing({ list }: { readonly list: List<TextReportRow> }) {
  const { filters: set } = list.state;
  const status = set['status'] ?? '';
  const others = filterNames.filter((name) => set[name] !== undefined && name !== 'status' && name !== 'direction');
  return (
    <div className="bk-toolbar">
      <FilterChips
        label={t('rep.status')}
        value={status}
        options={[
          { value: '', label: t('rep.status.all') },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        onChange={(value) => {
          list.filter('status', value === '' ? null : value);
        }}
      />
      <FilterChips
        label={t('rep.direction')}
        value={set['direction'] ?? ''}
        options={[
          { value: '', label: t('rep.direction.all') },
          { value: 'in', label: t('rep.in') },
          { value: 'out', label: t('rep.out') },
        ]}
        onChange={(value) => {
          list.filter('direction', value === '' ? null : value);
        }}
      />
      {others.map((name) => (
        <RemoveFilter
          key={name}
          name={nameOf(name, set[name]!, list.rows)}
          onRemove={() => {
            list.filter(name, null);
          }}
        />
      ))}
    </div>
  );
}

/** A filter in words; what it is called stands in the rows that it leaves. */
function nameOf(name: (typeof filterNames)[number], value: string, rows: readonly TextReportRow[] | undefined): string {
  const row = rows?.[0];
  switch (name) {
    case 'by':
      return value === 'sent' || value === 'delivered' || value === 'failed' ? t(`rep.by.${value}`) : value;
    case 'contact_id':
      return row?.contact.name ?? row?.phone ?? t('rep.one');
    case 'carrier_id':
      return t('rep.filter', { name: t('rep.carrierId'), value });
    case 'agency_id':
      return t('rep.group.agency');
    case 'business_id':
      return t('rep.filter', { name: t('rep.group.business'), value: row?.business.name ?? '…' });
    case 'campaign_id':
      return t('rep.filter', { name: t('rep.group.campaign'), value: row?.campaign?.name ?? '…' });
    case 'broadcast_id':
      return t('rep.filter', { name: t('rep.group.broadcast'), value: row?.broadcast?.name ?? '…' });
    case 'automation_id':
      return t('rep.filter', { name: t('rep.group.automation'), value: row?.automation?.name ?? '…' });
    case 'error_code':
      return t('rep.filter', { name: t('rep.group.error'), value });
    default:
      return t('rep.filter', { name: t(`rep.group.${name}`), value: groupLabel(name as Group, value) });
  }
}

function Figures({ sums }: { readonly sums: TextSums }) {
  const [here] = useLocation();
  const address = useSearch();
  const results = sums.delivered + sums.failed;
  const shown = [
    ['all', sums.messages, t('rep.segments', { count: sums.quantity })],
    ['received', sums.received, ''],
    ['delivered', sums.delivered, results === 0 ? '' : t('rep.share', { percent: percent(sums.delivered / results) })],
    ['failed', sums.failed, sums.suppressed === 0 ? '' : t('rep.notSent', { count: sums.suppressed })],
  ] as const;
  return (
    <section className="bk-figures full" aria-label={t('rep.figures')}>
      {shown.map(([name, value, hint]) => (
        <div key={name} className="bk-card bk-figure">
          <h2>
            <Link href={textsOf(here, address, name === 'all' ? 'messages' : name)}>{t(`rep.${name}`)}</Link>
          </h2>
          <div className="value num">{count(value)}</div>
          <div className="compare">{hint}</div>
        </div>
      ))}
    </section>
  );
}

interface Daily {
  readonly totals: TextSums;
  readonly groups: readonly (TextSums & { readonly key: string | null })[] | null;
  readonly meta: { readonly from: string; readonly to: string };
}
function Chart({ daily }: { readonly daily: Daily }) {
  const [here] = useLocation();
  const address = useSearch();
  const { from, to } = daily.meta;
  const byDay = new Map((daily.groups ?? []).map((one) => [one.key, one]));
  const rows: { day: string; received: number; delivered: number; failed: number }[] = [];
  for (let day = from; day <= to && rows.length < 400; day = shiftDay(day, 1)) {
    const { received = 0, delivered = 0, failed = 0 } = byDay.get(day) ?? {};
    rows.push({ day, received, delivered, failed });
  }
  const { delivered, failed, received } = daily.totals;
  return (
    <ChartCard
      className="full"
      title={t('rep.chart')}
      label={t('rep.chartText', { delivered: count(delivered), failed: count(failed), received: count(received) })}
      rows={rows}
      series={[
        { key: 'delivered', title: t('rep.delivered'), color: 'var(--brand-text)' },
        { key: 'received', title: t('rep.received'), color: 'var(--success-fill)' },
        { key: 'failed', title: t('rep.failed'), color: 'var(--danger-fill)' },
      ]}
      hrefOf={(day, key) => textsOf(here, address, key ?? 'messages', { by: 'day', key: day })}
    />
  );
}

function Texts({
  list,
  hrefOf,
}: {
  readonly list: List<TextReportRow>;
  readonly hrefOf: (row: TextReportRow) => string;
}) {
  const style = useDateStyle();
  const isBusiness = useProfile().role === 'Business';
  const seesBills = useSeesBills();
  const who = (row: TextReportRow): string =>
    row.contact.name ??
    (row.phone === null ? t('rep.unknown')
    : isBusiness ? phone(row.phone)
    : row.phone);
  const about = (row: TextReportRow): string =>
    row.broadcast?.name ??
    row.automation?.name ??
    row.campaign?.name ??
    (row.purpose === null ? t('rep.in') : groupLabel('purpose', row.purpose));
  const columns: readonly Column<TextReportRow>[] = [
    {
      id: 'who',
      title: t('rep.who'),
      cell: (row) => (
        <TwoLines main={who(row)} sub={isBusiness ? about(row) : `${row.business.name} · ${about(row)}`} />
      ),
    },
    ...(isBusiness ?
      [
        {
          id: 'body',
          title: t('rep.text'),
          width: 320,
          spare: true,
          cell: (row: TextReportRow) =>
            row.body === null ? <Nothing what={t('rep.unknown')} /> : <span className="rep-body">{row.body}</span>,
        },
      ]
    : []),
    {
      id: 'direction',
      title: t('rep.direction'),
      width: 110,
      spare: true,
      cell: (row) => <span className="muted">{t(`rep.${row.direction}`)}</span>,
    },
    { id: 'status', title: t('rep.status'), width: 150, cell: (row) => <MessageStatusBadge status={row.status} /> },
    ...(seesBills ?
      [
        {
          id: 'price',
          title: t('rep.amount.price'),
          width: 100,
          spare: true,
          cell: ({ price, currency }: TextReportRow) =>
            price === null || currency === null ?
              <Nothing what={t('rep.noPrice')} />
            : <span className="num">{exactMoney(price, currency)}</span>,
        },
      ]
    : []),
    {
      id: 'when',
      title: t('rep.when'),
      width: 150,
      cell: (row) => <span className="num muted">{shortTime(row.at, style)}</span>,
    },
  ];
  return (
    <DataList
      label={t('rep.texts')}
      columns={columns}
      list={list}
      keyOf={(row) => row.id}
      openLabel={(row) => t('rep.open', { when: `${dayLabel(row.day)}, ${who(row)}` })}
      href={hrefOf}
      card={(row) => (
        <span className="rep-card">
          <TwoLines main={who(row)} sub={`${about(row)} · ${shortTime(row.at, style)}`} />
          <MessageStatusBadge status={row.status} />
        </span>
      )}
      empty={
        list.filtered ?
          <NoMatch text={t('rep.noMatch')} list={list} />
        : <EmptyState icon={IconMessage2} title={t('rep.none')} text={t('rep.noneText')} />
      }
    />
  );
}
