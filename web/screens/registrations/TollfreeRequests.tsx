import './registrations.css';
import { IconShieldCheck } from '@tabler/icons-react';
import type { TollfreeRequest } from '../../../api/contract/registrations-desk.ts';
import { type Column, DataList, Nothing } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { type SortOf, useList } from '../../components/list.ts';
import { ListSearch, NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Tile, TwoLines } from '../../components/Tile.tsx';
import { useNow } from '../../components/useNow.ts';
import { phone } from '../../format/phone.ts';
import { StatusTag } from './StatusTag.tsx';
import { t } from './texts.ts';
import { daysBetween } from './age.ts';

const waiting = ['carrier', 'business', 'no-one'] as const;
const start = {
  sortBy: 'requested_at',
  sortDesc: false,
  sortable: ['requested_at', 'business'],
  filters: { waiting_for: waiting },
} as const;

const Age = ({ row, now }: { readonly row: TollfreeRequest; readonly now: Date }) => (
  <span className="bk-tags">
    <span className="num">{t('tf.days', { count: daysBetween(row.requested_at, now) })}</span>
    {row.escalated_at !== null && row.waiting_for === 'carrier' && (
      <span className="bk-tag warn" title={t('tf.lateText')}>
        {t('tf.late')}
      </span>
    )}
  </span>
);

const columns = (now: Date): readonly Column<TollfreeRequest, SortOf<'/admin/tollfree'>>[] => [
  {
    id: 'business',
    title: t('tf.business'),
    sort: 'business',
    cell: (row) => (
      <>
        <Tile id={row.business.id} name={row.business.name} />
        <TwoLines main={row.business.name} sub={row.agency?.name ?? ''} />
      </>
    ),
  },
  {
    id: 'number',
    title: t('tf.number'),
    width: 150,
    spare: true,
    cell: (row) => <span className="num">{phone(row.number)}</span>,
  },
  { id: 'status', title: t('tf.status'), width: 150, cell: (row) => <StatusTag status={row.status} /> },
  { id: 'waiting', title: t('tf.waiting'), width: 120, spare: true, cell: (row) => t(`tf.waiting.${row.waiting_for}`) },
  { id: 'age', title: t('tf.age'), sort: 'requested_at', width: 130, cell: (row) => <Age row={row} now={now} /> },
  {
    id: 'assignee',
    title: t('tf.assignee'),
    width: 150,
    spare: true,
    cell: (row) => (row.assignee === null ? <Nothing what={t('tf.noOne')} /> : row.assignee.name),
  },
];

/** The operator’s queue: the request that has waited longest comes first. */
export default function TollfreeRequests() {
  const now = useNow(60_000);
  const list = useList('/admin/tollfree', start);
  return (
    <div className="bk-page">
      <PageHeader
        title={t('tf.title')}
        {...(list.total === undefined ? {} : { meta: t('tf.count', { count: list.total }) })}
      />
      <ListSearch label={t('tf.search')} list={list}>
        <FilterChips
          label={t('tf.waiting')}
          value={list.state.filters['waiting_for'] ?? ''}
          options={[
            { value: '', label: t('tf.all') },
            ...waiting.map((value) => ({ value, label: t(`tf.filter.${value}`) })),
          ]}
          onChange={(value) => {
            list.filter('waiting_for', value === '' ? null : value);
          }}
        />
      </ListSearch>
      <DataList
        label={t('tf.title')}
        columns={columns(now)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => `${t('tf.open')} ${row.business.name}`}
        href={(row) => `/admin/settings/tollfree/${row.id}/edit`}
        card={(row) => (
          <span className="rg-card-row">
            <b className="clip" dir="auto">
              {row.business.name}
            </b>
            <span className="num">{phone(row.number)}</span>
            <span className="bk-tags">
              <StatusTag status={row.status} />
              <Age row={row} now={now} />
            </span>
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('tf.noMatchText')} list={list} />
          : <EmptyState icon={IconShieldCheck} title={t('tf.none')} text={t('tf.noneText')} />
        }
      />
    </div>
  );
}
