import { Button } from '@mantine/core';
import { IconArchive, IconBuildingStore } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { BusinessRow } from '../../../api/contract/businesses.ts';
import { type Column, DataList, Nothing } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type List, type SortOf, useList } from '../../components/list.ts';
import { ListSearch, NoMatch } from '../../components/ListTools.tsx';
import { SmallMeter } from '../../components/Meter.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import type { DateStyle } from '../../format/date.ts';
import { phone } from '../../format/phone.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { nameColumn, standingColumns, TenantCard, TenantListHead } from './TenantList.tsx';
import { type Area, useBusinessActions } from './useBusinessActions.tsx';

/** Newest first: what was just made is on top. */
const start = { sortBy: 'created_at', sortDesc: true, sortable: ['name', 'created_at', 'usage_messages'] } as const;

const columns = (
  style: DateStyle,
  area: Area,
  archived: boolean,
): readonly Column<BusinessRow, SortOf<'/businesses'>>[] => [
  nameColumn(t('field.business')),
  ...(area === 'admin' ?
    [
      {
        id: 'agency',
        title: t('field.agency'),
        width: 168,
        spare: true,
        cell: (row: BusinessRow) => (
          <span className={`clip${row.agency ? '' : ' faint'}`} style={{ display: 'block' }} title={row.agency?.name}>
            {row.agency?.name ?? t('business.standalone')}
          </span>
        ),
      },
    ]
  : []),
  {
    id: 'number',
    title: t('field.number'),
    width: 142,
    cell: (row) =>
      row.phone_number === null ?
        <Nothing what={t('business.noNumber')} />
      : <span className="num nowrap">{phone(row.phone_number)}</span>,
  },
  {
    id: 'usage',
    title: t('field.textsThisMonth'),
    sort: 'usage_messages',
    width: 148,
    cell: (row) => <SmallMeter used={row.usage_messages} limit={row.no_messages} />,
  },
  {
    id: 'contacts',
    title: t('contacts.title'),
    width: 120,
    spare: true,
    cell: (row) => <SmallMeter used={row.usage_contacts} limit={row.no_contacts} />,
  },
  ...standingColumns<BusinessRow>(style, archived),
];

/** The businesses that an operator or an agency looks after. */
export function BusinessScreen({ area, archived = false }: { readonly area: Area; readonly archived?: boolean }) {
  const list = useList('/businesses', start, { status: archived ? 'archived' : 'active' });
  return (
    <div className="bk-page">
      <TenantListHead
        titles={{ active: t('business.list'), archived: t('business.archivedList') }}
        base={`/${area}/businesses`}
        archived={archived}
        meta={list.total === undefined ? undefined : t('agency.businesses', { count: list.total })}
      />
      <Businesses list={list} area={area} archived={archived} />
    </div>
  );
}

/** The active businesses of one agency, for an operator. */
export function BusinessesOf({ agencyId }: { readonly agencyId: string }) {
  const list = useList('/businesses', start, { status: 'active', agency_id: agencyId });
  return <Businesses list={list} area="admin" archived={false} agencyId={agencyId} />;
}

function Businesses({
  list,
  area,
  archived,
  agencyId,
}: {
  readonly list: List<BusinessRow>;
  readonly area: Area;
  readonly archived: boolean;
  readonly agencyId?: string;
}) {
  const style = useDateStyle();
  const { actionsOf, dialogs } = useBusinessActions(area);
  return (
    <>
      <ListSearch label={t('business.search')} list={list} />
      <DataList
        label={t('business.list')}
        columns={columns(style, agencyId === undefined ? area : 'agency', archived)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('tenant.openName', { name: row.name })}
        href={(row) => `/${area}/businesses/${row.id}/edit`}
        actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
        card={(row) => <BusinessCard business={row} />}
        empty={
          list.filtered ? <NoMatch text={t('business.noMatchText')} list={list} />
          : archived ?
            <EmptyState icon={IconArchive} title={t('business.noArchived')} text={t('business.noArchivedText')} />
          : <EmptyState icon={IconBuildingStore} title={t('business.none')} text={t('business.noneText')}>
              <Button
                component={Link}
                href={`/${area}/businesses/create${agencyId === undefined ? '' : `?agency=${agencyId}`}`}
              >
                {t('business.newFirst')}
              </Button>
            </EmptyState>

        }
      />
      {dialogs}
    </>
  );
}

const BusinessCard = ({ business }: { readonly business: BusinessRow }) => (
  <TenantCard tenant={business}>
    <span className="muted num clip">
      {business.phone_number === null ? t('business.noNumber') : phone(business.phone_number)}
    </span>
    <SmallMeter used={business.usage_messages} limit={business.no_messages} />
  </TenantCard>
);
