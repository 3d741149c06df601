import './registrations.css';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { A2pRequest } from '../../../api/contract/registrations-a2p.ts';
import type { TollfreeRequest } from '../../../api/contract/registrations-desk.ts';
import { type Column, DataList, Nothing } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import type { List } from '../../components/list.ts';
import { ListSearch, NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Tile, TwoLines } from '../../components/Tile.tsx';
import { useNow } from '../../components/useNow.ts';
import { phone } from '../../format/phone.ts';
import { daysBetween } from './age.ts';
import { StatusTag } from './StatusTag.tsx';
import { t } from './texts.ts';

type Waiting = A2pRequest['waiting_for'];
/** Where the operator's queues begin. */
export const startWith = <W extends Waiting, F extends object = object>(waiting: readonly W[], more?: F) =>
  ({
    sortBy: 'requested_at',
    sortDesc: false,
    sortable: ['requested_at', 'business'],
    filters: { waiting_for: waiting, ...more },
  }) as const;

export const isLate = ({ escalated_at, waiting_for }: Pick<TollfreeRequest, 'escalated_at' | 'waiting_for'>): boolean =>
  escalated_at !== null && waiting_for === 'carrier';
export const Late = () => (
  <span className="bk-tag warn" title={t('tf.lateText')}>
    {t('tf.late')}
  </span>
);
const Age = ({ row, now }: { readonly row: TollfreeRequest | A2pRequest; readonly now: Date }) => (
  <span className="bk-tags">
    <span className="num">{t('tf.days', { count: daysBetween(row.requested_at, now) })}</span>
    {isLate(row) && <Late />}
  </span>
);

/** Below the reason: that there are more, and what to do. */
function adviceOn({ cure, more }: NonNullable<A2pRequest['reason']>): string | null {
  const advice = [more > 0 ? t('tf.more', { count: more }) : null, cure].filter((one) => one !== null);
  return advice.length === 0 ? null : advice.join(' · ');
}

/** The operator’s queue, toll-free or local: the request that has waited longest comes first. */
export function Queue<Row extends TollfreeRequest | A2pRequest>({
  title,
  noneText,
  list,
  waiting,
  hrefOf,
  second,
  actions,
}: {
  readonly title: string;
  readonly noneText: string;
  readonly list: List<Row>;
  readonly waiting: readonly Waiting[];
  readonly hrefOf: (row: Row) => string;
  readonly actions?: ReactNode;
  /** The column that differs. */
  readonly second: { readonly id: string; readonly title: string; readonly cell: (row: Row) => ReactNode };
}) {
  const now = useNow(60_000);
  const columns: readonly Column<Row>[] = [
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
    { ...second, width: 125, spare: true },
    { id: 'status', title: t('tf.status'), width: 150, cell: (row) => <StatusTag status={row.status} /> },
    {
      id: 'reason',
      title: t('tf.reason'),
      width: 330,
      cell: ({ reason }) =>
        reason === null ? <Nothing what={t('tf.noReason')} /> : <TwoLines main={reason.text} sub={adviceOn(reason)} />,
    },
    {
      id: 'waiting',
      title: t('tf.waiting'),
      width: 105,
      spare: true,
      cell: (row) => t(`tf.waiting.${row.waiting_for}`),
    },
    { id: 'age', title: t('tf.age'), sort: 'requested_at', width: 110, cell: (row) => <Age row={row} now={now} /> },
    {
      id: 'assignee',
      title: t('tf.assignee'),
      width: 120,
      spare: true,
      cell: (row) => (row.assignee === null ? <Nothing what={t('tf.noOne')} /> : row.assignee.name),
    },
  ];
  return (
    <div className="bk-page">
      <PageHeader title={title} {...(list.total === undefined ? {} : { meta: t('tf.count', { count: list.total }) })}>
        {actions}
      </PageHeader>
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
        label={title}
        columns={columns}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => `${t('tf.open')} ${row.business.name}`}
        href={hrefOf}
        card={(row) => (
          <span className="rg-card-row">
            <b className="clip" dir="auto">
              {row.business.name}
            </b>
            <span className="num">{row.number === null ? t('tf.noNumber') : phone(row.number)}</span>
            <span className="bk-tags">
              <StatusTag status={row.status} />
              <Age row={row} now={now} />
            </span>
            {row.reason !== null && (
              <span className="muted">
                {row.reason.text} {row.reason.more > 0 && t('tf.more', { count: row.reason.more })}
              </span>
            )}
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('tf.noMatchText')} list={list} />
          : <EmptyState icon={IconShieldCheck} title={t('tf.none')} text={noneText} />
        }
      />
    </div>
  );
}
