import type { ReactNode } from 'react';
import type { AgencyRow } from '../../../api/contract/agencies.ts';
import type { BusinessRow } from '../../../api/contract/businesses.ts';
import type { Column } from '../../components/DataList.tsx';
import { Instant } from '../../components/Instant.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { TenantBadge } from '../../components/StatusBadge.tsx';
import { TabLinks } from '../../components/TabLinks.tsx';
import { Tile, TwoLines } from '../../components/Tile.tsx';
import { date, type DateStyle } from '../../format/date.ts';
import { t } from './texts.ts';

/** What lists of agencies and of businesses have in common. */
type Tenant = AgencyRow | BusinessRow;

export const nameColumn = <Row extends Tenant>(title: string): Column<Row, 'name'> => ({
  id: 'name',
  title,
  sort: 'name',
  cell: (row) => (
    <>
      <Tile id={row.id} name={row.name} />
      <TwoLines main={row.name} sub={row.email} />
    </>
  ),
});

/** How it stands and since when: of archived ones when they were archived. */
export const standingColumns = <Row extends Tenant>(
  style: DateStyle,
  archived: boolean,
): readonly Column<Row, 'created_at'>[] => [
  { id: 'status', title: t('contacts.status'), width: 128, cell: (row) => <TenantBadge tenant={row} /> },
  {
    ...(archived ?
      { id: 'archived', title: t('field.archivedAt') }
    : { id: 'created', title: t('field.createdAt'), sort: 'created_at', spare: true }),
    width: 116,
    cell: (row) => {
      const at = archived ? row.archived_at : row.created_at;
      return (
        <Instant at={at ?? row.created_at} className="muted num">
          {date(at, style)}
        </Instant>
      );
    },
  },
];

/** The title with how many there are, and the way between those at work and those in the archive. */
export function TenantListHead({
  titles,
  base,
  archived,
  meta,
}: {
  readonly titles: { readonly active: string; readonly archived: string };
  /** Where the active ones are listed; the archive is below it. */
  readonly base: string;
  readonly archived: boolean;
  readonly meta: string | undefined;
}) {
  return (
    <>
      <PageHeader title={archived ? titles.archived : titles.active} {...(meta === undefined ? {} : { meta })} />
      <TabLinks
        label={titles.active}
        current={archived ? `${base}/archived` : base}
        tabs={[
          { href: base, label: t('tenantStatus.active') },
          { href: `${base}/archived`, label: t('tenantStatus.archived') },
        ]}
      />
    </>
  );
}

/** A row at phone width; `children`: its second line. */
export const TenantCard = ({ tenant, children }: { readonly tenant: Tenant; readonly children: ReactNode }) => (
  <span className="bk-cardlines">
    <Tile id={tenant.id} name={tenant.name} size={38} />
    <span className="text">
      <span className="line">
        <b className="clip" dir="auto">
          {tenant.name}
        </b>
        <TenantBadge tenant={tenant} />
      </span>
      <span className="line">{children}</span>
    </span>
  </span>
);
