import './redemptions.css';
import { Button, Select } from '@mantine/core';
import { IconFilterOff, IconTicket } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Redemption } from '../../../../../api/contract/redemptions.ts';
import { asList, useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { Avatar } from '../../../../components/Avatar.tsx';
import { type Column, DataList } from '../../../../components/DataList.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ExportDialog } from '../../../../components/export/ExportDialog.tsx';
import { t as exporting } from '../../../../components/export/texts.ts';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { useList, withParam } from '../../../../components/list.ts';
import { NoMatch } from '../../../../components/ListTools.tsx';
import { RedemptionWhen } from '../../../../components/RedemptionState.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { SearchInput } from '../../../../components/SearchInput.tsx';
import { RedemptionBadge } from '../../../../components/StatusBadge.tsx';
import { TwoLines } from '../../../../components/Tile.tsx';
import { useRedemptionActions } from '../../../../components/useRedemptionActions.tsx';
import { displayName } from '../../../../format/person.ts';
import { ContactDrawer } from '../../../../components/contact/ContactDrawer.tsx';
import { useCan } from '../../../../session/rights.ts';
import { DaysFilter } from './DaysFilter.tsx';
import { Owed } from './Owed.tsx';
import { CampaignsHead, tabAddress } from './Parts.tsx';
import { t } from './texts.ts';

const states = ['open', 'redeemed', 'expired', 'revoked'] as const;
type State = (typeof states)[number];
const filters = { status: states, coupon_id: null, till_id: null, date_range: null } as const;
/** What is good ends soonest first; everything else has the latest on top. */
const starts = {
  latest: { sortBy: 'id', sortDesc: true, sortable: [], filters },
  soonest: { sortBy: 'id', sortDesc: false, sortable: [], filters },
} as const;
const beside = 'contact';

const nameOf = (coupon: Redemption): string =>
  coupon.contact_id === null ? t('redemptions.nobody') : displayName(coupon);

const columns: readonly Column<Redemption>[] = [
  {
    id: 'holder',
    title: t('redemptions.col.holder'),
    cell: (row) =>
      row.contact_id === null ?
        <span className="muted">{t('redemptions.nobody')}</span>
      : <>
          <Avatar person={{ ...row, id: row.contact_id }} size={30} />
          <span className="clip" dir="auto">
            {displayName(row)}
          </span>
        </>,
  },
  {
    id: 'coupon',
    title: t('redemptions.col.coupon'),
    width: 250,
    cell: (row) => <TwoLines main={row.title} sub={row.campaign_name} />,
  },
  {
    id: 'code',
    title: t('redemptions.col.code'),
    width: 130,
    spare: true,
    cell: (row) => <span className="mono nowrap">{row.code}</span>,
  },
  {
    id: 'state',
    title: t('redemptions.col.state'),
    width: 120,
    cell: (row) => <RedemptionBadge status={row.status} />,
  },
  {
    id: 'when',
    title: t('redemptions.col.when'),
    width: 220,
    cell: (row) => (
      <span className="muted">
        <RedemptionWhen coupon={row} />
      </span>
    ),
  },
];

/** The coupons that people hold and have used: by campaign, state, day, holder and till; and what is owed on any day. */
export function Redemptions() {
  const [path, go] = useLocation();
  const search = useSearch();
  const asked = new URLSearchParams(search).get('status');
  const list = useList('/redemptions', asked === 'open' ? starts.soonest : starts.latest);
  const { client } = useApp();
  const { actionsOf, dialogs } = useRedemptionActions();
  const can = useCan();
  const manages = can('manage');
  const tills = useRead('/tills', manages ? {} : null).data?.data ?? [];
  const campaigns = useCampaigns();
  const {
    status = null,
    coupon_id: campaign = null,
    till_id: till = null,
    date_range: days = null,
  } = list.state.filters;
  return (
    <div className="bk-page">
      <CampaignsHead
        tab="redemptions"
        meta={list.total === undefined ? undefined : t('redemptions.count', { count: list.total })}
      >
        {manages && (
          <ExportDialog
            title={exporting('export.redemptions', { count: list.total ?? 0 })}
            which={exporting(list.filtered ? 'export.filtered' : 'export.everything')}
            disabled={(list.total ?? 0) === 0}
            link={async (format) => {
              const body = {
                format,
                search: list.state.search,
                status: (status ?? '') as State | '',
                coupon_id: campaign ?? '',
                till_id: till ?? '',
                date_range: days ?? '',
              };
              return (await client.post('/redemptions/export', { body, quiet: true })).data.file_url;
            }}
          />
        )}
      </CampaignsHead>
      {manages && (
        <Owed
          campaignId={campaign}
          onCampaign={(id) => {
            list.filter('coupon_id', id);
          }}
        />
      )}
      <div className="bk-toolbar">
        <SearchInput
          label={t('redemptions.search')}
          value={list.state.search}
          onChange={(words) => {
            list.change({ search: words });
          }}
        />
        <FilterChips<State | 'all'>
          label={t('redemptions.col.state')}
          value={(status as State | null) ?? 'all'}
          onChange={(chosen) => {
            list.change({ filters: { ...list.state.filters, status: chosen === 'all' ? '' : chosen, date_range: '' } });
          }}
          options={[
            { value: 'all', label: t('redemptions.all') },
            ...states.map((one) => ({ value: one, label: t(`couponStatus.${one}`) })),
          ]}
        />
      </div>
      <div className="bk-toolbar bk-filters">
        <DaysFilter
          about={
            status === 'redeemed' || till !== null ? 'redeemed'
            : status === 'open' || status === 'expired' ?
              'expires'
            : 'issued'
          }
          ahead={status === 'open'}
          value={days}
          onChange={(range) => {
            list.filter('date_range', range);
          }}
        />
        {campaigns.length > 1 && (
          <Select
            aria-label={t('redemptions.campaign')}
            placeholder={t('redemptions.anyCampaign')}
            data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
            value={campaign}
            clearable
            searchable={campaigns.length > 8}
            w={220}
            comboboxProps={{ shadow: 'lg' }}
            clearButtonProps={{ 'aria-label': t('list.clearFilters') }}
            onChange={(id) => {
              list.filter('coupon_id', id);
            }}
          />
        )}
        {(tills.length > 0 || till !== null) && (
          <Select
            aria-label={t('redemptions.till')}
            placeholder={t('redemptions.anyTill')}
            data={tills.map(({ id, name }) => ({ value: id, label: name }))}
            value={till}
            clearable
            w={180}
            comboboxProps={{ shadow: 'lg' }}
            clearButtonProps={{ 'aria-label': t('list.clearFilters') }}
            onChange={(id) => {
              list.change({ filters: { ...list.state.filters, till_id: id ?? '', date_range: '' } });
            }}
          />
        )}
        {list.filtered && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilterOff size={15} aria-hidden />}
            onClick={list.clear}
          >
            {t('list.clearFilters')}
          </Button>
        )}
      </div>
      <DataList<Redemption>
        label={t('campaigns.tab.redemptions')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        openLabel={(row) => t('redemptions.open', { name: nameOf(row) })}
        href={({ contact_id: id }) => (id === null || !can('contacts') ? null : withParam(path, search, beside, id))}
        actions={(row) => <RowMenu name={`${row.title}, ${nameOf(row)}`} actions={actionsOf(row)} />}
        card={(row) => (
          <span className="bk-couponcard">
            <span className="line">
              <b className="clip" dir="auto">
                {nameOf(row)}
              </b>
              <RedemptionBadge status={row.status} />
            </span>
            <span className="clip">{row.title}</span>
            <span className="muted">
              <span className="mono">{row.code}</span> · <RedemptionWhen coupon={row} />
            </span>
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('redemptions.noMatch')} list={list} />
          : <EmptyState icon={IconTicket} title={t('redemptions.none')} text={t('redemptions.noneText')}>
              {manages && (
                <Button component={Link} href={tabAddress('campaigns')}>
                  {t('redemptions.toCampaigns')}
                </Button>
              )}
            </EmptyState>
        }
      />
      {dialogs}
      <ContactDrawer
        id={can('contacts') ? new URLSearchParams(search).get(beside) : null}
        onClose={() => {
          go(withParam(path, search, beside, null));
        }}
        onChanged={list.refresh}
      />
    </div>
  );
}

/** The campaigns to choose from, by name. */
function useCampaigns(): readonly { readonly id: string; readonly name: string }[] {
  const read = useRead('/campaigns', { query: { per_page: 100, sort_by: 'name' } }, asList);
  return read.data?.data ?? [];
}
