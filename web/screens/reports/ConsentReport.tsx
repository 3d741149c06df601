import './reports.css';
import { Select } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconUserCheck } from '@tabler/icons-react';
import { consentStatuses, consentOrigins } from '../../../api/contract/report-fields.ts';
import type { ConsentRecord } from '../../../api/contract/reports.ts';
import { type Column, DataList } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { type List, useList } from '../../components/list.ts';
import { NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PeriodPicker, rangeOf } from '../../components/PeriodPicker.tsx';
import { RemoveFilter } from '../../components/RemoveFilter.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { dayKey, dayLabel, shortTime } from '../../format/date.ts';
import { phone } from '../../format/phone.ts';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { periodOf } from './model.ts';
import { ReportTabs } from './ReportTabs.tsx';
import { t } from './texts.ts';

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

/** /admin/reports/opt-ins, /agency/reports/opt-ins, /business/reports/opt-ins: who opted in and out, when and how. */
export default function ConsentReport() {
  const { role } = useProfile();
  const zone = useDateStyle().timezone;
  const today = dayKey(new Date(), role === 'Business' ? zone : 'UTC');
  const list = useList('/reports/consent-list', start);
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
      </PageHeader>
      <ReportTabs current="opt-ins" />
      <Narrowing list={list} />
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
          ...consentStatuses.map((value) => ({ value, label: t(`rep.consent.${value}`) })),
        ]}
        onChange={(value) => {
          list.filter('status', value === '' ? null : value);
        }}
      />
      <Select
        aria-label={t('rep.source')}
        placeholder={t('rep.source.all')}
        clearable
        data={consentOrigins.map((value) => ({ value, label: t(`rep.source.${value}`) }))}
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
      {t(`rep.consent.${status}`)}
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
    [t(`rep.source.${row.source}`), row.keyword, row.campaign?.name].filter((part) => part != null).join(' · ');
  const about = (row: ConsentRecord): string =>
    isBusiness ?
      row.contact?.name != null && row.phone !== null ?
        phone(row.phone)
      : ''
    : row.business.name;
  const columns: readonly Column<ConsentRecord>[] = [
    { id: 'who', title: t('rep.who'), cell: (row) => <TwoLines main={who(row)} sub={about(row)} /> },
    { id: 'status', title: t('rep.consent'), width: 150, cell: (row) => <Status status={row.status} /> },
    { id: 'how', title: t('rep.source'), width: 280, spare: true, cell: (row) => <span>{how(row)}</span> },
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
          <TwoLines main={who(row)} sub={[how(row), shortTime(row.at, style)].join(' · ')} />
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
