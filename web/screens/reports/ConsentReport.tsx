import './reports.css';
import { Select } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconUserCheck } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import {
  type ConsentGroup,
  consentGroups,
  consentOrigins,
  consentStatuses,
} from '../../../api/contract/report-fields.ts';
import { consentWords, originWords } from '../../../api/contract/report-titles.ts';
import type { ConsentGroupSums, ConsentRecord, ConsentSums } from '../../../api/contract/reports.ts';
import { ChartCard } from '../../components/ChartCard.tsx';
import { type Column, DataList } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { type List, useList, withParam } from '../../components/list.ts';
import { NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PeriodPicker, rangeOf } from '../../components/PeriodPicker.tsx';
import { RemoveFilter } from '../../components/RemoveFilter.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { type QuestionOf, useRead } from '../../data/read.ts';
import { dayKey, dayLabel, shiftDay, shortTime } from '../../format/date.ts';
import { count } from '../../format/number.ts';
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
type ConsentExport = RequestOf<'POST', '/reports/consent-list/exports'>['body'];
const filters = {
  date_range: null,
  status: consentStatuses,
  source: consentOrigins,
  agency_id: null,
  business_id: null,
  contact_id: null,
  campaign_id: null,
} as const;
const start = { sortBy: 'id', sortDesc: true, sortable: [], filters } as const;
/** Those that no control of their own turns on and off. */
const others = ['agency_id', 'business_id', 'contact_id', 'campaign_id'] as const;

const filterOf: Readonly<Record<ConsentGroup, keyof typeof filters>> = {
  day: 'date_range',
  agency: 'agency_id',
  business: 'business_id',
  campaign: 'campaign_id',
  source: 'source',
  status: 'status',
};
const statusOf = { opt_ins: 'optedIn', opt_outs: 'optedOut' } as const;
const sumsBy = (narrowed: Narrowed, group: ConsentGroup) =>
  ({ query: { ...narrowed, group_by: group, per_page: 1 } }) as unknown as QuestionOf<'/reports/consent-list'>;

function labelOf(group: ConsentGroup, key: string): string {
  switch (group) {
    case 'day':
      return dayLabel(key, { weekday: 'short', month: 'short', day: 'numeric' });
    case 'source':
      return originWords[key as ConsentRecord['source']];
    case 'status':
      return consentWords[key as ConsentRecord['status']];
    default:
      return key;
  }
}

/** /admin/reports/opt-ins, /agency/reports/opt-ins, /business/reports/opt-ins: who opted in and out, when and how. */
export default function ConsentReport() {
  const { role } = useProfile();
  const { client } = useApp();
  const zone = useDateStyle().timezone;
  const today = dayKey(new Date(), role === 'Business' ? zone : 'UTC');
  const address = useSearch();
  const [here, go] = useLocation();
  const list = useList('/reports/consent-list', start);
  const groups = consentGroups.filter(
    (one) => role === 'Admin' || !(one === 'agency' || (one === 'business' && role === 'Business')),
  );
  const group = groups.find((one) => one === new URLSearchParams(address).get('group_by')) ?? 'day';
  const narrowed = list.state.filters;
  const { data: daily, isStale } = useRead('/reports/consent-list', sumsBy(narrowed, 'day'), { keepPrevious: true });
  const grouped = useRead('/reports/consent-list', sumsBy(narrowed, group), { keepPrevious: true });
  return (
    <div className="bk-page rep-page">
      <PageHeader title={t('rep.title')}>
        <PeriodPicker
          period={periodOf(list.state.filters['date_range'], today)}
          today={today}
          onChange={(next) => {
            const { from, to } = rangeOf(next, today);
            list.filter('date_range', next.kind === '30' ? null : `${from},${to}`);
          }}
        />
        <Views screen="opt-ins" />
        <Exports
          ask={() => client.post('/reports/consent-list/exports', { body: narrowed as ConsentExport, quiet: true })}
        />
      </PageHeader>
      <ReportTabs current="opt-ins" />
      <Narrowing list={list} />
      {daily && (
        <div className={`bk-grid${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <Chart days={daily.groups ?? []} from={daily.meta.from} to={daily.meta.to} sums={daily.totals} />
        </div>
      )}
      <section className="bk-stack" aria-labelledby="rep-groups">
        <header className="rep-head">
          <h2 id="rep-groups">{t('rep.groups')}</h2>
          <Select
            aria-label={t('rep.groupBy')}
            data={groups.map((value) => ({ value, label: groupTitle(value) }))}
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
          by={groupTitle(group)}
          latestFirst={group === 'day'}
          sums={(['opt_ins', 'opt_outs'] as const).map((name) => ({ name, title: t(`rep.called.${name}`) }))}
          labelOf={(key) => labelOf(group, key)}
          showLabel={(name) => t('rep.showConsents', { name })}
          onShow={(key) => {
            list.filter(filterOf[group], group === 'day' ? `${key},${key}` : key);
          }}
          hrefOf={(name, key) =>
            narrowedTo(here, address, [
              key === undefined ? null : groupFilter(filterOf, group, key),
              ['status', statusOf[name]],
            ])
          }
        />
      </section>
      <section className="bk-stack" aria-labelledby="rep-consents">
        <header className="rep-head">
          <h2 id="rep-consents">{t('rep.tab.opt-ins')}</h2>
          {list.total !== undefined && <span className="muted">{t('rep.consentCount', { count: list.total })}</span>}
        </header>
        <Rows list={list} />
      </section>
    </div>
  );
}

const groupTitle = (group: ConsentGroup): string =>
  group === 'source' ? t('rep.source')
  : group === 'status' ? t('rep.consent')
  : t(`rep.group.${group}`);

function Chart({
  days,
  from,
  to,
  sums,
}: {
  readonly days: readonly ConsentGroupSums[];
  readonly from: string;
  readonly to: string;
  readonly sums: ConsentSums;
}) {
  const [here] = useLocation();
  const address = useSearch();
  const byDay = new Map(days.map((one) => [one.key, one]));
  const rows: { day: string; opt_ins: number; opt_outs: number }[] = [];
  for (let day = from; day <= to && rows.length < 400; day = shiftDay(day, 1)) {
    const { opt_ins: ins = 0, opt_outs: outs = 0 } = byDay.get(day) ?? {};
    rows.push({ day, opt_ins: ins, opt_outs: outs });
  }
  return (
    <ChartCard
      className="full"
      title={t('rep.consentChart')}
      label={t('rep.consentChartText', { ins: count(sums.opt_ins), outs: count(sums.opt_outs) })}
      rows={rows}
      series={[
        { key: 'opt_ins', title: t('chart.optIns'), color: 'var(--brand-text)' },
        { key: 'opt_outs', title: t('chart.optOuts'), color: 'var(--danger-fill)' },
      ]}
      hrefOf={(day, key) =>
        narrowedTo(here, address, [
          ['date_range', `${day},${day}`],
          key === undefined ? null : ['status', statusOf[key]],
        ])
      }
    />
  );
}

/** What the report is narrowed to, with the way out of each. */
function Narrowing({ list }: { readonly list: List<ConsentRecord> }) {
  const { filters: set } = list.state;
  const row = list.rows?.[0];
  const nameOf = (name: (typeof others)[number]): string => {
    switch (name) {
      case 'agency_id':
        return t('rep.called.agency');
      case 'contact_id':
        return row?.contact?.name ?? row?.phone ?? t('rep.one');
      case 'business_id':
        return t('rep.filter', { name: t('rep.called.business'), value: row?.business.name ?? '…' });
      case 'campaign_id':
        return t('rep.filter', { name: t('rep.group.campaign'), value: row?.campaign?.name ?? '…' });
      default:
        return name satisfies never;
    }
  };
  return (
    <div className="bk-toolbar">
      <FilterChips
        label={t('rep.consent')}
        value={set['status'] ?? ''}
        options={[
          { value: '', label: t('rep.status.all') },
          ...consentStatuses.map((value) => ({ value, label: consentWords[value] })),
        ]}
        onChange={(value) => {
          list.filter('status', value === '' ? null : value);
        }}
      />
      <Select
        aria-label={t('rep.source')}
        placeholder={t('rep.source.all')}
        clearable
        data={consentOrigins.map((value) => ({ value, label: originWords[value] }))}
        value={set['source'] ?? null}
        comboboxProps={{ shadow: 'lg' }}
        onChange={(value) => {
          list.filter('source', value);
        }}
      />
      {others.map(
        (name) =>
          set[name] !== undefined && (
            <RemoveFilter
              key={name}
              name={nameOf(name)}
              onRemove={() => {
                list.filter(name, null);
              }}
            />
          ),
      )}
    </div>
  );
}

const Status = ({ status }: { readonly status: ConsentRecord['status'] }) => {
  const Icon = status === 'optedIn' ? IconCircleCheckFilled : IconBan;
  return (
    <span className={`bk-status badge tone-${status === 'optedIn' ? 'success' : 'danger'}`}>
      <Icon size={14} aria-hidden />
      {consentWords[status]}
    </span>
  );
};

function Rows({ list }: { readonly list: List<ConsentRecord> }) {
  const style = useDateStyle();
  const isBusiness = useProfile().role === 'Business';
  const who = (row: ConsentRecord): string =>
    row.contact?.name ??
    (row.phone === null ? t('rep.unknown')
    : isBusiness ? phone(row.phone)
    : row.phone);
  const how = (row: ConsentRecord): string =>
    [originWords[row.source], row.keyword, row.campaign?.name].filter((part) => part != null).join(' · ');
  const about = (row: ConsentRecord): string =>
    isBusiness ?
      row.contact?.name != null && row.phone !== null ?
        phone(row.phone)
      : ''
    : row.business.name;
  const columns: readonly Column<ConsentRecord>[] = [
    { id: 'who', title: t('rep.who'), cell: (row) => <TwoLines main={who(row)} sub={about(row)} /> },
    { id: 'status', title: t('rep.consent'), width: 150, cell: (row) => <Status status={row.status} /> },
    {
      id: 'how',
      title: t('rep.source'),
      width: 360,
      spare: true,
      cell: (row) => (
        <span className="rep-body" dir="auto" title={how(row)}>
          {how(row)}
        </span>
      ),
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
      label={t('rep.tab.opt-ins')}
      columns={columns}
      list={list}
      keyOf={(row) => row.id}
      openLabel={(row) => t('rep.openContact', { name: who(row), when: dayLabel(row.day) })}
      href={(row) => (isBusiness && row.contact !== null ? `/business/contacts?contact=${row.contact.id}` : null)}
      card={(row) => (
        <span className="rep-card">
          <TwoLines main={who(row)} sub={[shortTime(row.at, style), how(row)].join(' · ')} />
          <Status status={row.status} />
        </span>
      )}
      empty={
        list.filtered ?
          <NoMatch text={t('rep.noConsentMatch')} list={list} />
        : <EmptyState icon={IconUserCheck} title={t('rep.noConsents')} text={t('rep.noConsentsText')} />
      }
    />
  );
}
