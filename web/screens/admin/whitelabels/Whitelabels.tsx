import { Button, Drawer, Group, Modal } from '@mantine/core';
import { IconCertificate, IconEdit, IconPalette, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { WhitelabelRow } from '../../../../api/contract/whitelabels.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type SortOf, useList, withParam } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { DomainBadge } from '../../../components/StatusBadge.tsx';
import { Tile, TwoLines } from '../../../components/Tile.tsx';
import { type DateStyle, listTime } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { AgencySelect } from '../../tenancy/AgencySelect.tsx';
import { DomainState } from '../../tenancy/BrandState.tsx';

const start = { sortBy: 'domain', sortDesc: false, sortable: ['domain'] } as const;
/** The brand beside the list: part of the address. */
const beside = 'brand';

const Dot = ({ on, label }: { readonly on: boolean; readonly label: string }) => (
  <span className={`bk-dot tone-${on ? 'success' : 'neutral'}`}>
    <i aria-hidden />
    {label}
  </span>
);

const columns = (style: DateStyle): readonly Column<WhitelabelRow, SortOf<'/whitelabels'>>[] => [
  {
    id: 'domain',
    title: t('field.domain'),
    sort: 'domain',
    cell: (row) => (
      <>
        <Tile id={row.id} name={row.name ?? row.agency.name} />
        <TwoLines
          main={row.domain ?? row.subdomain ?? t('domainStatus.none')}
          sub={
            row.subdomain === null || row.domain === null ? null : t('brand.subdomainOf', { subdomain: row.subdomain })
          }
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
        <Nothing what={t('domainStatus.none')} />
      : <Dot on={row.is_vhost_exists} label={t(row.is_vhost_exists ? 'brand.dnsRight' : 'brand.dnsWrong')} />,
  },
  {
    id: 'certificate',
    title: t('brand.certificate'),
    width: 126,
    cell: (row) =>
      row.domain === null ?
        <Nothing what={t('domainStatus.none')} />
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
        <Nothing what={t('contacts.never')} />
      : <Instant at={row.checked_at} className="muted">
          {listTime(row.checked_at, style, new Date())}
        </Instant>,
  },
];

/** The brands of all agencies, and whether their domains work. */
export default function Whitelabels() {
  const style = useDateStyle();
  const [, go] = useLocation();
  const [path] = useLocation();
  const search = useSearch();
  const list = useList('/whitelabels', start);
  const [isChoosing, setIsChoosing] = useState(false);
  const setUp = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => {
        setIsChoosing(true);
      }}
    >
      {t('brand.setUp')}
    </Button>
  );
  const openId = new URLSearchParams(search).get(beside);
  const opened = list.rows?.find((row) => row.id === openId);
  return (
    <div className="bk-page">
      <PageHeader
        title={t('brand.list')}
        {...(list.total === undefined ? {} : { meta: t('brand.count', { count: list.total }) })}
      >
        {setUp}
      </PageHeader>
      <ListSearch label={t('brand.search')} list={list} />
      <DataList
        label={t('brand.list')}
        columns={columns(style)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('tenant.openName', { name: row.domain ?? row.agency.name })}
        href={(row) => withParam(path, search, beside, row.id)}
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
                      go(withParam(path, search, beside, row.id));
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
          list.filtered ?
            <NoMatch text={t('brand.noMatchText')} list={list} />
          : <EmptyState icon={IconPalette} title={t('brand.noneYet')} text={t('brand.noneYetText')}>
              {setUp}
            </EmptyState>
        }
      />
      <ChooseAgency
        opened={isChoosing}
        onClose={() => {
          setIsChoosing(false);
        }}
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => {
          go(withParam(path, search, beside, null));
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
            <DomainState key={opened.id} brand={opened} checkable onChecked={list.refresh} />
          </div>
        )}
      </Drawer>
    </div>
  );
}

/** The first step of a white label: whose it is. The form is on the agency's own screen. */
function ChooseAgency({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [, go] = useLocation();
  const [agencyId, setAgencyId] = useState<string | null>(null);
  return (
    <Modal opened={opened} onClose={onClose} title={t('brand.setUpTitle')}>
      <div className="bk-stack">
        <AgencySelect value={agencyId} onChange={setAgencyId} withoutHint />
        <Group justify="flex-end">
          <Button
            disabled={agencyId === null}
            onClick={() => {
              if (agencyId !== null) go(`/admin/agencies/${agencyId}/edit?tab=brand`);
            }}
          >
            {t('brand.setUpGo')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
