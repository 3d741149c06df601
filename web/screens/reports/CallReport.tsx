import './reports.css';
import { Select } from '@mantine/core';
import { IconPhoneIncoming } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import { missText, missWords } from '../../../api/contract/outcome-words.ts';
import { type CallGroup, callGroups } from '../../../api/contract/report-fields.ts';
import type { CallGroupSums, CallRecord, CallSums } from '../../../api/contract/reports.ts';
import type { z } from 'zod';
import { ChartCard } from '../../components/ChartCard.tsx';
import { type Column, DataList, Nothing } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { type List, useList, withParam } from '../../components/list.ts';
import { NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PeriodPicker, rangeOf } from '../../components/PeriodPicker.tsx';
import { RemoveFilter } from '../../components/RemoveFilter.tsx';
import { CallStatusBadge } from '../../components/StatusBadge.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { type QuestionOf, useRead } from '../../data/read.ts';
import { dayKey, dayLabel, shiftDay, shortTime } from '../../format/date.ts';
import { callLength } from '../../format/duration.ts';
import { count, percent } from '../../format/number.ts';
import { phone } from '../../format/phone.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { Exports } from './Exports.tsx';
import { Groups } from './Groups.tsx';
import { groupFilter, type Narrowed, narrowedTo, periodOf } from './model.ts';
import { ReportTabs } from './ReportTabs.tsx';
import { t } from './texts.ts';
import { Views } from './Views.tsx';

/** The words of the address are checked by the call. */
type CallExport = RequestOf<'POST', '/reports/call-list/exports'>['body'];
const statuses = ['answered', 'missed', 'ringing'] as const;
const reasons = Object.keys(missWords) as readonly (keyof typeof missWords)[];
const filters = {
  date_range: null,
  status: statuses,
  reason: reasons,
  agency_id: null,
  business_id: null,
  contact_id: null,
  number: null,
  carrier_id: null,
} as const;
const start = { sortBy: 'id', sortDesc: true, sortable: [], filters } as const;
/** Those that no chip of their own turns on and off. */
const others = ['reason', 'agency_id', 'business_id', 'contact_id', 'number', 'carrier_id'] as const;

const filterOf: Readonly<Record<CallGroup, keyof typeof filters>> = {
  day: 'date_range',
  agency: 'agency_id',
  business: 'business_id',
  number: 'number',
  status: 'status',
  reason: 'reason',
};
const sumsBy = (narrowed: Narrowed, group: CallGroup) =>
  ({ query: { ...narrowed, group_by: group, per_page: 1 } }) as unknown as QuestionOf<'/reports/call-list'>;

function labelOf(group: CallGroup, key: string): string {
  switch (group) {
    case 'day':
      return dayLabel(key, { weekday: 'short', month: 'short', day: 'numeric' });
    case 'number':
      return phone(key);
    case 'status':
      return t(`callStatus.${key as CallRecord['status']}`);
    case 'reason':
      return missText(key);
    default:
      return key;
  }
}

/** /admin/reports/calls, /agency/reports/calls, /business/reports/calls: calls, what became of each, and what they come to. */
export default function CallReport() {
  const { role } = useProfile();
  const { client } = useApp();
  const zone = useDateStyle().timezone;
  const today = dayKey(new Date(), role === 'Business' ? zone : 'UTC');
  const address = useSearch();
  const [here, go] = useLocation();
  const list = useList('/reports/call-list', start);
  const groups = callGroups.filter(
    (one) => role === 'Admin' || !(one === 'agency' || (one === 'business' && role === 'Business')),
  );
  const group = groups.find((one) => one === new URLSearchParams(address).get('group_by')) ?? 'day';
  const narrowed = list.state.filters;
  const period = periodOf(narrowed['date_range'], today);
  const { data: daily, isStale } = useRead('/reports/call-list', sumsBy(narrowed, 'day'), { keepPrevious: true });
  const grouped = useRead('/reports/call-list', sumsBy(narrowed, group), { keepPrevious: true });
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
        <Views screen="calls" />
        <Exports ask={() => client.post('/reports/call-list/exports', { body: narrowed as CallExport, quiet: true })} />
      </PageHeader>
      <ReportTabs current="calls" />
      <Narrowing list={list} />
      {daily && (
        <div className={`bk-grid${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <Figures sums={daily.totals} />
          <Chart days={daily.groups ?? []} from={daily.meta.from} to={daily.meta.to} sums={daily.totals} />
        </div>
      )}
      <section className="bk-stack" aria-labelledby="rep-groups">
        <header className="rep-head">
          <h2 id="rep-groups">{t('rep.groups')}</h2>
          <Select
            aria-label={t('rep.groupBy')}
            data={groups.map((value) => ({ value, label: t(`rep.called.${value}`) }))}
            value={group}
            allowDeselect={false}
            comboboxProps={{ shadow: 'lg' }}
            onChange={(value) => {
              go(withParam(here, address, 'group_by', value === 'day' ? null : value), { replace: true });
            }}
          />
        </header>
        <Groups
          read={grouped}
          by={t(`rep.called.${group}`)}
          latestFirst={group === 'day'}
          sums={(['calls', 'answered', 'missed', 'minutes'] as const).map((name) => ({
            name,
            title: t(`rep.called.${name}`),
          }))}
          labelOf={(key) => labelOf(group, key)}
          showLabel={(name) => t('rep.showCalls', { name })}
          onShow={(key) => {
            list.filter(filterOf[group], group === 'day' ? `${key},${key}` : key);
          }}
          hrefOf={(name, key) =>
            narrowedTo(here, address, [
              key === undefined ? null : groupFilter(filterOf, group, key),
              name === 'answered' || name === 'missed' ? ['status', name] : null,
            ])
          }
        />
      </section>
      <section className="bk-stack" aria-labelledby="rep-calls">
        <header className="rep-head">
          <h2 id="rep-calls">{t('rep.tab.calls')}</h2>
          {list.total !== undefined && <span className="muted">{t('rep.callCount', { count: list.total })}</span>}
        </header>
        <Rows list={list} />
      </section>
    </div>
  );
}

/** What the report is narrowed to, with the way out of each. */
function Narrowing({ list }: { readonly list: List<CallRecord> }) {
  const { filters: set } = list.state;
  const row = list.rows?.[0];
  const nameOf = (name: (typeof others)[number], value: string): string => {
    switch (name) {
      case 'reason':
        return missText(value);
      case 'agency_id':
        return t('rep.called.agency');
      case 'contact_id':
        return row?.contact?.name ?? row?.phone ?? t('rep.one');
      case 'business_id':
        return t('rep.filter', { name: t('rep.called.business'), value: row?.business.name ?? '…' });
      case 'number':
        return t('rep.filter', { name: t('rep.called.number'), value: phone(value) });
      case 'carrier_id':
        return t('rep.filter', { name: t('rep.carrierId'), value });
      default:
        return name satisfies never;
    }
  };
  return (
    <div className="bk-toolbar">
      <FilterChips
        label={t('rep.status')}
        value={set['status'] ?? ''}
        options={[
          { value: '', label: t('rep.status.all') },
          ...statuses.map((value) => ({ value, label: t(`callStatus.${value}`) })),
        ]}
        onChange={(value) => {
          list.filter('status', value === '' ? null : value);
        }}
      />
      {others.map((name) => {
        const value = set[name];
        return (
          value !== undefined && (
            <RemoveFilter
              key={name}
              name={nameOf(name, value)}
              onRemove={() => {
                list.filter(name, null);
              }}
            />
          )
        );
      })}
    </div>
  );
}

type Sums = z.output<typeof CallSums>;
function Figures({ sums }: { readonly sums: Sums }) {
  const ended = sums.answered + sums.missed;
  const shown = [
    ['calls', sums.calls, ''],
    ['answered', sums.answered, ended === 0 ? '' : t('rep.answeredShare', { percent: percent(sums.answered / ended) })],
    ['missed', sums.missed, ''],
    ['minutes', sums.minutes, t('rep.talked', { time: callLength(sums.seconds) })],
  ] as const;
  return (
    <section className="bk-figures full" aria-label={t('rep.figures')}>
      {shown.map(([name, value, hint]) => (
        <div key={name} className="bk-card bk-figure">
          <h2>{t(`rep.called.${name}`)}</h2>
          <div className="value num">{count(value)}</div>
          <div className="compare">{hint}</div>
        </div>
      ))}
    </section>
  );
}

function Chart({
  days,
  from,
  to,
  sums,
}: {
  readonly days: readonly z.output<typeof CallGroupSums>[];
  readonly from: string;
  readonly to: string;
  readonly sums: Sums;
}) {
  const [here] = useLocation();
  const address = useSearch();
  const byDay = new Map(days.map((one) => [one.key, one]));
  const rows: { day: string; answered: number; missed: number }[] = [];
  for (let day = from; day <= to && rows.length < 400; day = shiftDay(day, 1)) {
    const { answered = 0, missed = 0 } = byDay.get(day) ?? {};
    rows.push({ day, answered, missed });
  }
  return (
    <ChartCard
      className="full"
      title={t('rep.callChart')}
      label={t('rep.callChartText', { answered: count(sums.answered), missed: count(sums.missed) })}
      rows={rows}
      series={[
        { key: 'answered', title: t('callStatus.answered'), color: 'var(--success-fill)' },
        { key: 'missed', title: t('callStatus.missed'), color: 'var(--danger-fill)' },
      ]}
      hrefOf={(day, key) =>
        narrowedTo(here, address, [['date_range', `${day},${day}`], key === undefined ? null : ['status', key]])
      }
    />
  );
}

function Rows({ list }: { readonly list: List<CallRecord> }) {
  const style = useDateStyle();
  const isBusiness = useProfile().role === 'Business';
  const who = (row: CallRecord): string =>
    row.contact?.name ??
    (row.phone === null ? t(row.contact === null ? 'rep.withheld' : 'rep.unknown')
    : isBusiness ? phone(row.phone)
    : row.phone);
  const about = (row: CallRecord): string =>
    [
      ...(isBusiness ? [] : [row.business.name]),
      ...(row.reason === null ? [] : [missText(row.reason)]),
      ...(row.texted_back ? [t('rep.textedBack')] : []),
    ].join(' · ');
  const columns: readonly Column<CallRecord>[] = [
    { id: 'who', title: t('rep.caller'), cell: (row) => <TwoLines main={who(row)} sub={about(row)} /> },
    {
      id: 'number',
      title: t('rep.called.number'),
      width: 160,
      spare: true,
      cell: (row) => <span className="num muted">{row.number === null ? '' : phone(row.number)}</span>,
    },
    { id: 'status', title: t('rep.status'), width: 150, cell: (row) => <CallStatusBadge status={row.status} /> },
    {
      id: 'seconds',
      title: t('rep.length'),
      width: 100,
      align: 'right',
      cell: (row) =>
        row.seconds === 0 ?
          <Nothing what={t('rep.notTalked')} />
        : <span className="num">{callLength(row.seconds)}</span>,
    },
    {
      id: 'when',
      title: t('rep.when'),
      width: 150,
      cell: (row) => <span className="num muted">{shortTime(row.at, style)}</span>,
    },
  ];
  return (
    <DataList
      label={t('rep.tab.calls')}
      columns={columns}
      list={list}
      keyOf={(row) => row.id}
      openLabel={(row) => t('rep.openCaller', { name: who(row), when: dayLabel(row.day) })}
      href={(row) => (isBusiness && row.contact !== null ? `/business/livechat/${row.contact.id}` : null)}
      card={(row) => (
        <span className="rep-card">
          <TwoLines
            main={who(row)}
            sub={[about(row), shortTime(row.at, style)].filter((part) => part !== '').join(' · ')}
          />
          <CallStatusBadge status={row.status} />
        </span>
      )}
      empty={
        list.filtered ?
          <NoMatch text={t('rep.noCallMatch')} list={list} />
        : <EmptyState icon={IconPhoneIncoming} title={t('rep.noCalls')} text={t('rep.noCallsText')} />
      }
    />
  );
}
