import { IconBuildingStore } from '@tabler/icons-react';
import type { BusinessReportRow } from '../../../../api/contract/reports.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { Tile, TwoLines } from '../../../components/Tile.tsx';
import { count, percent } from '../../../format/number.ts';
import { t } from './texts.ts';

const concerns = ['failing', 'opt-outs', 'no-number', 'quiet'] as const satisfies BusinessReportRow['concerns'];

const start = {
  sortBy: 'concerns',
  sortDesc: true,
  sortable: ['name', 'sent', 'failed_share', 'opt_out_share', 'concerns'],
  filters: { concern: concerns },
} as const;

/** A share that is one of the concerns stands out. */
const Share = ({ share, isConcern }: { readonly share: number | null; readonly isConcern: boolean }) =>
  share === null ?
    <Nothing what={t('platform.tooFew')} />
  : <span className={`num${isConcern ? ' bk-tag warn' : ''}`}>{percent(share)}</span>;

const Concerns = ({ row }: { readonly row: BusinessReportRow }) =>
  row.concerns.length === 0 ?
    <Nothing what={t('platform.noConcern')} />
  : <span className="bk-tags">
      {row.concerns.map((one) => (
        <span key={one} className={one === 'quiet' ? 'bk-tag' : 'bk-tag warn'}>
          {t(`platform.reason.${one}`)}
        </span>
      ))}
    </span>;

const columns: readonly Column<BusinessReportRow, SortOf<'/admin/business-reports'>>[] = [
  {
    id: 'name',
    title: t('platform.businesses'),
    sort: 'name',
    cell: (row) => (
      <>
        <Tile id={row.id} name={row.name} />
        <TwoLines main={row.name} sub={row.agency?.name ?? ''} />
      </>
    ),
  },
  { id: 'concerns', title: t('platform.filter'), sort: 'concerns', width: 210, cell: (row) => <Concerns row={row} /> },
  {
    id: 'sent',
    title: t('platform.sent'),
    sort: 'sent',
    width: 100,
    align: 'right',
    cell: (row) => <span className="num">{count(row.sent)}</span>,
  },
  {
    id: 'failed',
    title: t('platform.failed'),
    sort: 'failed_share',
    width: 100,
    align: 'right',
    cell: (row) => <Share share={row.failed_share} isConcern={row.concerns.includes('failing')} />,
  },
  {
    id: 'opt-outs',
    title: t('platform.optOuts'),
    sort: 'opt_out_share',
    width: 110,
    align: 'right',
    cell: (row) => <Share share={row.opt_out_share} isConcern={row.concerns.includes('opt-outs')} />,
  },
  {
    id: 'contacts',
    title: t('platform.contacts'),
    width: 110,
    align: 'right',
    spare: true,
    cell: (row) => <span className="num">{count(row.contacts)}</span>,
  },
];

/** The active businesses of all tenants in a period, each with why to look at it. */
export function BusinessReports({ range }: { readonly range: string }) {
  const list = useList('/admin/business-reports', start, { date_range: range });
  const chosen = list.state.filters['concern'] ?? '';
  return (
    <section className="full bk-stack bk-reports" aria-labelledby="business-reports">
      <header>
        <h2 id="business-reports">{t('platform.reports')}</h2>
        <p className="muted">{t('platform.reportsHint')}</p>
      </header>
      <ListSearch label={t('platform.search')} list={list}>
        <FilterChips
          label={t('platform.filter')}
          value={chosen}
          options={[
            { value: '', label: t('platform.filter.all') },
            ...concerns.map((one) => ({ value: one, label: t(`platform.reason.${one}`) })),
          ]}
          onChange={(concern) => {
            list.filter('concern', concern === '' ? null : concern);
          }}
        />
      </ListSearch>
      <DataList
        label={t('platform.reports')}
        columns={columns}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('platform.open', { name: row.name })}
        href={(row) => `/admin/businesses/${row.id}/edit`}
        card={(row) => (
          <span className="bk-report">
            <TwoLines main={row.name} sub={row.agency?.name ?? ''} />
            <span className="muted">
              {t('platform.line', { sent: count(row.sent), failed: count(row.failed), optOuts: count(row.opt_outs) })}
            </span>
            {row.concerns.length > 0 && <Concerns row={row} />}
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('platform.noMatch')} list={list} />
          : <EmptyState icon={IconBuildingStore} title={t('platform.none')} text={t('platform.noneText')} />
        }
      />
    </section>
  );
}
