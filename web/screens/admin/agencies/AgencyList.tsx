import { Button } from '@mantine/core';
import { IconArchive, IconBuilding } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AgencyRow } from '../../../../api/contract/agencies.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TenantBadge } from '../../../components/StatusBadge.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { Tile, TwoLines } from '../../../components/Tile.tsx';
import { date, type DateStyle } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { useAgencyActions } from '../../tenancy/useAgencyActions.tsx';

/** Newest first: what was just made is on top. */
const start = { sortBy: 'created_at', sortDesc: true, sortable: ['name', 'created_at', 'businesses_count'] } as const;

const columns = (style: DateStyle, archived: boolean): readonly Column<AgencyRow, SortOf<'/agencies'>>[] => [
  {
    id: 'name',
    title: t('field.agency'),
    sort: 'name',
    cell: (row) => (
      <>
        <Tile id={row.id} name={row.name} />
        <TwoLines main={row.name} sub={row.email} />
      </>
    ),
  },
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
  { id: 'status', title: t('contacts.status'), width: 118, cell: (row) => <TenantBadge tenant={row} /> },
  archived ?
    {
      id: 'archived',
      title: t('field.archivedAt'),
      width: 116,
      cell: (row) => (
        <Instant at={row.archived_at ?? row.created_at} className="muted num">
          {date(row.archived_at, style)}
        </Instant>
      ),
    }
  : {
      id: 'created',
      title: t('field.createdAt'),
      sort: 'created_at',
      width: 116,
      spare: true,
      cell: (row) => (
        <Instant at={row.created_at} className="muted num">
          {date(row.created_at, style)}
        </Instant>
      ),
    },
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
      <PageHeader
        title={t(archived ? 'agency.archivedList' : 'agency.list')}
        {...(list.total === undefined ? {} : { meta: t('agency.count', { count: list.total }) })}
      />
      <TabLinks
        label={t('agency.list')}
        current={archived ? '/admin/agencies/archived' : '/admin/agencies'}
        tabs={[
          { href: '/admin/agencies', label: t('tenantStatus.active') },
          { href: '/admin/agencies/archived', label: t('tenantStatus.archived') },
        ]}
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

function AgencyCard({ agency }: { readonly agency: AgencyRow }) {
  return (
    <span className="bk-cardlines">
      <Tile id={agency.id} name={agency.name} size={38} />
      <span className="text">
        <span className="line">
          <b className="clip" dir="auto">
            {agency.name}
          </b>
          <TenantBadge tenant={agency} />
        </span>
        <span className="line">
          <span className="muted clip">{t('agency.businesses', { count: agency.businesses_count })}</span>
          <Plan agency={agency} />
        </span>
      </span>
    </span>
  );
}
