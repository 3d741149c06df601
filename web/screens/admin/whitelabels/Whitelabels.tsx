import { Button, Drawer } from '@mantine/core';
import { IconCertificate, IconEdit, IconFilterOff, IconPalette } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { WhitelabelRow } from '../../../../api/contract/whitelabels.ts';
import { useWhitelabels } from '../../../api/tenancy-reads.ts';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { useListState } from '../../../components/listState.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { DomainBadge } from '../../../components/StatusBadge.tsx';
import { Tile, TwoLines } from '../../../components/Tile.tsx';
import { type DateStyle, listTime } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { asQuery, whitelabelStart } from '../../tenancy/list.ts';
import { DomainState } from '../../tenancy/BrandState.tsx';

const Dot = ({ on, label }: { readonly on: boolean; readonly label: string }) => (
  <span className={`bk-dot tone-${on ? 'success' : 'neutral'}`}>
    <i aria-hidden />
    {label}
  </span>
);

const columns = (style: DateStyle): readonly Column<WhitelabelRow>[] => [
  {
    id: 'domain',
    title: t('field.domain'),
    sort: 'domain',
    cell: (row) => (
      <>
        <Tile id={row.id} name={row.name ?? row.agency.name} />
        <TwoLines
          main={row.domain ?? t('domainStatus.none')}
          sub={row.subdomain === null ? null : t('brand.subdomainOf', { subdomain: row.subdomain })}
        />
      </>
    ),
  },
  {
    id: 'agency',
    title: t('field.agency'),
    width: 200,
    spare: true,
    cell: (row) => (
      <span className="clip" style={{ display: 'block' }} title={row.agency.name}>
        {row.agency.name}
      </span>
    ),
  },
  {
    id: 'dns',
    title: t('brand.dns'),
    width: 120,
    cell: (row) =>
      row.domain === null ?
        <span className="faint">–</span>
      : <Dot on={row.is_vhost_exists} label={t(row.is_vhost_exists ? 'brand.dnsRight' : 'brand.dnsWrong')} />,
  },
  {
    id: 'certificate',
    title: t('brand.certificate'),
    width: 126,
    cell: (row) =>
      row.domain === null ?
        <span className="faint">–</span>
      : <Dot on={row.is_ssl_cert_exists} label={t(row.is_ssl_cert_exists ? 'brand.valid' : 'brand.missing')} />,
  },
  { id: 'state', title: t('contacts.status'), width: 156, cell: (row) => <DomainBadge brand={row} /> },
  {
    id: 'checked',
    title: t('brand.checked'),
    width: 112,
    spare: true,
    cell: (row) =>
      row.checked_at === null ?
        <span className="faint">{t('contacts.never')}</span>
      : <Instant at={row.checked_at} className="muted">
          {listTime(row.checked_at, style, new Date())}
        </Instant>,
  },
];

/** The brands of all agencies, and whether their domains work. */
export default function Whitelabels() {
  const style = useDateStyle();
  const [, go] = useLocation();
  const { state, change } = useListState(whitelabelStart);
  const { data, error, isStale, refresh } = useWhitelabels(asQuery(state, null));
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = data?.data.find((row) => row.id === openId);
  return (
    <div className="bk-page">
      <PageHeader
        title={t('brand.list')}
        {...(data === undefined ? {} : { meta: t('brand.count', { count: data.meta.total }) })}
      />
      <div className="bk-toolbar">
        <SearchInput
          label={t('brand.search')}
          value={state.search}
          onChange={(search) => {
            change({ search });
          }}
        />
      </div>
      <DataList
        label={t('brand.list')}
        columns={columns(style)}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        keyOf={(row) => row.id}
        openLabel={(row) => t('tenant.openName', { name: row.domain ?? row.agency.name })}
        onOpen={(row) => {
          setOpenId(row.id);
        }}
        actions={(row) => (
          <RowMenu
            name={row.domain ?? row.agency.name}
            actions={[
              ...(row.domain === null ?
                []
              : [
                  {
                    id: 'check',
                    label: t('brand.check'),
                    icon: IconCertificate,
                    run: () => {
                      setOpenId(row.id);
                    },
                  },
                ]),
              {
                id: 'agency',
                label: t('brand.openAgency'),
                icon: IconEdit,
                run: () => {
                  go(`/admin/agencies/${row.agency.id}/edit?tab=brand`);
                },
              },
            ]}
          />
        )}
        sort={{ by: state.sortBy, desc: state.sortDesc }}
        onSort={(sort) => {
          change({ sortBy: sort.by, sortDesc: sort.desc });
        }}
        page={state.page}
        perPage={10}
        onPage={(page) => {
          change({ page });
        }}
        stale={isStale}
        error={error}
        onRetry={refresh}
        card={(row) => (
          <span className="bk-cardlines">
            <Tile id={row.id} name={row.name ?? row.agency.name} size={38} />
            <span className="text">
              <span className="line">
                <b className="clip">{row.domain ?? row.subdomain ?? row.agency.name}</b>
                <DomainBadge brand={row} />
              </span>
              <span className="line">
                <span className="muted clip">{row.agency.name}</span>
              </span>
            </span>
          </span>
        )}
        empty={
          state.search === '' ?
            <EmptyState icon={IconPalette} title={t('brand.noneYet')} text={t('brand.noneYetText')} />
          : <EmptyState icon={IconFilterOff} title={t('list.noMatch')} text={t('brand.noMatchText')}>
              <Button
                variant="default"
                onClick={() => {
                  change({ search: '' });
                }}
              >
                {t('list.clearFilters')}
              </Button>
            </EmptyState>
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => {
          setOpenId(null);
        }}
        position="right"
        size="lg"
        title={opened?.domain ?? opened?.agency.name ?? ''}
      >
        {opened && (
          <div className="bk-stack">
            <p className="muted">
              {t('brand.of')}{' '}
              <Link href={`/admin/agencies/${opened.agency.id}/edit?tab=brand`}>{opened.agency.name}</Link>
            </p>
            <DomainState key={opened.id} brand={opened} checkable onChecked={refresh} />
          </div>
        )}
      </Drawer>
    </div>
  );
}
