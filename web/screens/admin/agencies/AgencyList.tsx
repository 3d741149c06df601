import { Button } from '@mantine/core';
import { IconArchive, IconBuilding } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AgencyRow } from '../../../../api/contract/agencies.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import type { DateStyle } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { nameColumn, standingColumns, TenantCard, TenantListHead } from '../../tenancy/TenantList.tsx';
import { useAgencyActions } from '../../tenancy/useAgencyActions.tsx';

/** Newest first: what was just made is on top. */
const start = { sortBy: 'created_at', sortDesc: true, sortable: ['name', 'created_at', 'businesses_count'] } as const;

const columns = (style: DateStyle, archived: boolean): readonly Column<AgencyRow, SortOf<'/agencies'>>[] => [
  nameColumn(t('field.agency')),
  {
    id: 'domain',
    title: t('field.domain'),
    width: 220,
    spare: true,
    cell: (row) =>
      row.domain === null ?
        <Nothing what={t('agency.noDomain')} />
      : <span className="clip" style={{ display: 'block' }} title={row.domain}>
          {row.domain}
        </span>,
  },
  {
    id: 'businesses',
    title: t('business.list'),
    sort: 'businesses_count',
    width: 124,
    align: 'right',
    cell: (row) => <span className="num">{count(row.businesses_count)}</span>,
  },
  { id: 'plan', title: t('field.plan'), width: 156, cell: (row) => <Plan agency={row} /> },
  ...standingColumns<AgencyRow>(style, archived),
];

/** How an agency comes to its use of the platform: free, by subscription, as a template, or not at all (then it is blocked). */
function Plan({ agency }: { readonly agency: Pick<AgencyRow, 'free_fee' | 'is_template' | 'subscribed'> }) {
  const plans = [
    agency.free_fee && t('agency.free'),
    agency.is_template && t('agency.template'),
    agency.subscribed && t('agency.subscribed'),
  ].filter((plan) => plan !== false);
  return (
    <span className="bk-tags">
      {plans.length === 0 ?
        <span className="bk-tag warn">{t('agency.noPlan')}</span>
      : plans.map((plan) => (
          <span key={plan} className="bk-tag">
            {plan}
          </span>
        ))
      }
    </span>
  );
}

/** The agencies of the platform. */
export function AgencyScreen({ archived = false }: { readonly archived?: boolean }) {
  const style = useDateStyle();
  const list = useList('/agencies', start, { status: archived ? 'archived' : 'active' });
  const { actionsOf, dialogs } = useAgencyActions();
  return (
    <div className="bk-page">
      <TenantListHead
        titles={{ active: t('agency.list'), archived: t('agency.archivedList') }}
        base="/admin/agencies"
        archived={archived}
        meta={list.total === undefined ? undefined : t('agency.count', { count: list.total })}
      />
      <ListSearch label={t('agency.search')} list={list} />
      <DataList
        label={t('agency.list')}
        columns={columns(style, archived)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('tenant.openName', { name: row.name })}
        href={(row) => `/admin/agencies/${row.id}/edit`}
        actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
        card={(row) => <AgencyCard agency={row} />}
        empty={
          list.filtered ? <NoMatch text={t('agency.noMatchText')} list={list} />
          : archived ?
            <EmptyState icon={IconArchive} title={t('agency.noArchived')} text={t('agency.noArchivedText')} />
          : <EmptyState icon={IconBuilding} title={t('agency.none')} text={t('agency.noneText')}>
              <Button component={Link} href="/admin/agencies/create">
                {t('agency.newFirst')}
              </Button>
            </EmptyState>

        }
      />
      {dialogs}
    </div>
  );
}

const AgencyCard = ({ agency }: { readonly agency: AgencyRow }) => (
  <TenantCard tenant={agency}>
    <span className="muted clip">{t('agency.businesses', { count: agency.businesses_count })}</span>
    <Plan agency={agency} />
  </TenantCard>
);
