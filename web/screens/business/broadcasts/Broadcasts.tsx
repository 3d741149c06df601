import './broadcasts.css';
import { Button } from '@mantine/core';
import { IconBroadcast, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { BroadcastRow } from '../../../../api/contract/broadcasts.ts';
import { DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { BroadcastBadge } from '../../../components/StatusBadge.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { shortTime } from '../../../format/date.ts';
import { count, percent } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { here, leadsTo, outOf, TypeIcon } from './presentation.tsx';
import { t } from './texts.ts';
import { useBroadcastActions } from './useBroadcastActions.tsx';

const states = ['draft', 'approval', 'scheduled', 'running', 'paused', 'completed', 'stopped'] as const;
const shownStates = ['all', 'draft', 'scheduled', 'running', 'completed', 'stopped'] as const;
const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['created_at', 'name', 'status', 'start_at'],
  filters: { status: states, type: ['sms', 'mms', 'email'] },
} as const;

/** /business/broadcasts */
export default function Broadcasts() {
  const list = useList('/broadcasts', start);
  const { actionsOf, dialogs } = useBroadcastActions();
  const status = list.state.filters['status'] ?? 'all';
  return (
    <div className="bk-page">
      <PageHeader
        title={t('broadcasts.title')}
        meta={list.total === undefined ? undefined : t('broadcasts.count', { count: list.total })}
      >
        <Button component={Link} href={`${here}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('broadcasts.new')}
        </Button>
      </PageHeader>
      <ListSearch label={t('broadcasts.search')} list={list}>
        <FilterChips
          label={t('broadcasts.status')}
          value={status as (typeof shownStates)[number]}
          options={shownStates.map((value) => ({ value, label: t(`broadcasts.status.${value}`) }))}
          onChange={(value) => {
            list.filter('status', value === 'all' ? null : value);
          }}
        />
      </ListSearch>
      <DataList<BroadcastRow>
        label={t('broadcasts.title')}
        list={list}
        keyOf={({ id }) => id}
        href={leadsTo}
        openLabel={({ name }) => t('broadcasts.open', { name })}
        actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
        columns={[
          {
            id: 'name',
            title: t('broadcasts.name'),
            sort: 'name',
            cell: (row) => (
              <>
                <TypeIcon type={row.type} />
                <TwoLines
                  main={row.name}
                  sub={row.says === null || row.says === '' ? t('broadcasts.empty') : row.says}
                />
              </>
            ),
          },
          { id: 'status', title: t('broadcasts.status'), width: 190, cell: (row) => <State row={row} /> },
          {
            id: 'sent',
            title: t('broadcasts.sent'),
            align: 'right',
            width: 90,
            cell: (row) => <Number value={outOf(row.counts)} row={row} />,
          },
          {
            id: 'delivered',
            title: t('broadcasts.delivered'),
            align: 'right',
            width: 110,
            cell: (row) => <Share row={row} />,
          },
          {
            id: 'clicked',
            title: t('broadcasts.clicked'),
            align: 'right',
            width: 90,
            spare: true,
            cell: (row) => <Number value={row.clicked} row={row} />,
          },
          {
            id: 'replied',
            title: t('broadcasts.replied'),
            align: 'right',
            width: 90,
            spare: true,
            cell: (row) => <Number value={row.type === 'email' ? null : row.replied} row={row} />,
          },
          {
            id: 'optedOut',
            title: t('broadcasts.optedOut'),
            align: 'right',
            width: 100,
            spare: true,
            cell: (row) => <Number value={row.opted_out} row={row} />,
          },
        ]}
        card={(row) => (
          <div className="bc-card">
            <div className="top">
              <TypeIcon type={row.type} />
              <span className="name">{row.name}</span>
            </div>
            <State row={row} />
            {outOf(row.counts) > 0 && (
              <span className="sums muted">
                {t('broadcasts.cardSums', {
                  sent: count(outOf(row.counts)),
                  delivered: count(row.counts.delivered),
                  clicked: count(row.clicked),
                })}
              </span>
            )}
          </div>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('list.noMatchText')} list={list} />
          : <EmptyState icon={IconBroadcast} title={t('broadcasts.none')} text={t('broadcasts.noneText')}>
              <Button component={Link} href={`${here}/create`}>
                {t('broadcasts.first')}
              </Button>
            </EmptyState>
        }
      />
      {dialogs}
    </div>
  );
}

/** How far it is, and when that was or will be. */
function State({ row }: { readonly row: BroadcastRow }) {
  const style = useDateStyle();
  const at = row.next_at ?? row.ended_at ?? row.started_at;
  return (
    <span className="bc-state">
      <BroadcastBadge status={row.status} />
      {at !== null && (
        <span className="faint">
          <Instant at={at}>{shortTime(at, style)}</Instant>
          {row.recurring && ` · ${t('broadcasts.recurring')}`}
        </span>
      )}
    </span>
  );
}

/** Null: it is not known of this kind. Where nothing has gone out there is nothing to count. */
const Number = ({ value, row }: { readonly value: number | null; readonly row: BroadcastRow }) =>
  value === null ? <Nothing what={t('broadcasts.unknown')} />
  : row.started_at === null ? <Nothing what={t('broadcasts.notYet')} />
  : <span className="num">{count(value)}</span>;
const Share = ({ row }: { readonly row: BroadcastRow }) => {
  const [value, of] = [row.counts.delivered, outOf(row.counts)];
  return (
    <span className="bc-share">
      <Number value={value} row={row} />
      {of > 0 && <span className="num faint">{percent(value / of)}</span>}
    </span>
  );
};
