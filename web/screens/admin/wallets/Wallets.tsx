import './wallets.css';
import { IconWallet } from '@tabler/icons-react';
import { type PayerWallet, walletStates } from '../../../../api/contract/operator-wallets.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { Tile, TwoLines } from '../../../components/Tile.tsx';
import { date, type DateStyle } from '../../../format/date.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { balanceOf } from '../../../format/money.ts';
import { StateTags } from './StateTags.tsx';
import { t } from './texts.ts';

const start = {
  sortBy: 'state',
  sortDesc: false,
  sortable: ['state', 'name', 'balance', 'held', 'changed_at'],
  filters: { status: walletStates },
} as const;

const nameOf = ({ name }: Pick<PayerWallet, 'name'>) => name ?? t('wallets.unnamed');
const spendable = ({ paid, granted, currency }: PayerWallet) => balanceOf(paid + granted, currency);

const columns = (style: DateStyle): readonly Column<PayerWallet, SortOf<'/wallets'>>[] => [
  {
    id: 'name',
    title: t('wallets.payer'),
    sort: 'name',
    cell: (row) => (
      <>
        <Tile id={row.id} name={nameOf(row)} />
        <TwoLines main={nameOf(row)} sub={t(`wallets.kind.${row.kind}`)} />
      </>
    ),
  },
  {
    id: 'state',
    title: t('wallets.state'),
    sort: 'state',
    width: 220,
    cell: (row) => <StateTags states={row.states} />,
  },
  {
    id: 'balance',
    title: t('wallets.balance'),
    sort: 'balance',
    width: 130,
    align: 'right',
    cell: (row) => <span className={`num${row.paid + row.granted < 0 ? ' wl-below' : ''}`}>{spendable(row)}</span>,
  },
  {
    id: 'held',
    title: t('wallets.held'),
    sort: 'held',
    width: 120,
    align: 'right',
    spare: true,
    cell: (row) =>
      row.held === 0 ?
        <Nothing what={t('wallets.nothing')} />
      : <span className="num">{balanceOf(row.held, row.currency)}</span>,
  },
  {
    id: 'changed',
    title: t('wallets.changed'),
    sort: 'changed_at',
    width: 140,
    spare: true,
    cell: (row) =>
      row.changed_at === null ?
        <Nothing what={t('wallets.never')} />
      : <Instant at={row.changed_at} className="muted num">
          {date(row.changed_at, style)}
        </Instant>,
  },
];

/** The wallets of all payers, those that need a person first. */
export default function Wallets() {
  const style = useDateStyle();
  const list = useList('/wallets', start);
  return (
    <div className="bk-page">
      <PageHeader
        title={t('wallets.title')}
        {...(list.total === undefined ? {} : { meta: t('wallets.count', { count: list.total }) })}
      />
      <ListSearch label={t('wallets.search')} list={list}>
        <FilterChips
          label={t('wallets.state')}
          value={list.state.filters['status'] ?? ''}
          options={[
            { value: '', label: t('wallets.all') },
            ...walletStates.map((value) => ({ value, label: t(`wallets.state.${value}`) })),
          ]}
          onChange={(value) => {
            list.filter('status', value === '' ? null : value);
          }}
        />
      </ListSearch>
      <DataList
        label={t('wallets.title')}
        columns={columns(style)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => `${t('wallets.open')} ${nameOf(row)}`}
        href={(row) => `/admin/wallets/${row.id}`}
        card={(row) => (
          <span className="wl-card">
            <b className="clip" dir="auto">
              {nameOf(row)}
            </b>
            <span className="num">{spendable(row)}</span>
            <StateTags states={row.states} />
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('wallets.noMatchText')} list={list} />
          : <EmptyState icon={IconWallet} title={t('wallets.none')} text={t('wallets.noneText')} />
        }
      />
    </div>
  );
}
