import './campaigns.css';
import { Button } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { CampaignRow } from '../../../../api/contract/campaigns.ts';
import { useApp } from '../../../session/context.tsx';
import { DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { useUses, withUses } from '../../../components/UsedIn.tsx';
import { count } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { useCan } from '../../../session/rights.ts';
import { CampaignsHead } from './redemptions/Parts.tsx';
import { Redemptions } from './redemptions/Redemptions.tsx';
import { Tills } from './redemptions/Tills.tsx';
import { CampaignState, KeywordTag, PageState } from './presentation.tsx';
import { t } from './texts.ts';
import { CopyDialog, here, useCampaignActions } from './useCampaignActions.tsx';

const states = ['active', 'live', 'waiting', 'archived'] as const;
const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['created_at', 'name', 'keyword', 'type', 'members', 'opt_ins'],
  filters: { status: states },
} as const;

/** /business/campaigns; `?tab=redemptions` and `?tab=tills`: the coupons that are out, and where they are taken. */
export default function Campaigns() {
  const tab = new URLSearchParams(useSearch()).get('tab');
  const manages = useCan()('manage');
  if (tab === 'redemptions' || !manages) return <Redemptions />;
  return tab === 'tills' ? <Tills /> : <CampaignList />;
}

function CampaignList() {
  const { client } = useApp();
  const list = useList('/campaigns', start);
  const { actionsOf, dialogs } = useCampaignActions();
  const usesOf = useUses();
  const [cloning, setCloning] = useState(false);
  const status = list.state.filters['status'] ?? 'active';
  return (
    <div className="bk-page">
      <CampaignsHead
        tab="campaigns"
        meta={list.total === undefined ? undefined : t('campaigns.count', { count: list.total })}
      >
        <Button component={Link} href={`${here}/landings`} variant="default">
          {t('campaigns.pages')}
        </Button>
        <Button
          variant="default"
          visibleFrom="sm"
          onClick={() => {
            setCloning(true);
          }}
        >
          {t('campaigns.clone')}
        </Button>
        <Button component={Link} href={`${here}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('campaigns.new')}
        </Button>
      </CampaignsHead>
      <ListSearch label={t('campaigns.search')} list={list}>
        <FilterChips
          label={t('campaigns.status')}
          value={status as (typeof states)[number]}
          options={states.map((value) => ({ value, label: t(`campaigns.status.${value}`) }))}
          onChange={(value) => {
            list.filter('status', value === 'active' ? null : value);
          }}
        />
      </ListSearch>
      <DataList<CampaignRow>
        label={t('campaigns.title')}
        list={list}
        keyOf={({ id }) => id}
        href={({ id, status: state }) => (state === 'archived' ? null : `${here}/${id}`)}
        openLabel={({ name }) => t('campaigns.open', { name })}
        actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
        columns={[
          {
            id: 'keyword',
            title: t('campaigns.keyword'),
            sort: 'keyword',
            cell: (row) => <KeywordTag keyword={row.keyword} type={row.type} />,
          },
          {
            id: 'name',
            title: t('campaigns.name'),
            sort: 'name',
            cell: (row) => (
              <TwoLines main={row.name} sub={withUses(t(`type.${row.type}`), usesOf('campaign', row.id))} />
            ),
          },
          {
            id: 'state',
            title: t('campaigns.status'),
            width: 170,
            cell: (row) => (
              <span className="cmp-state">
                <CampaignState campaign={row} />
                {row.phone_number !== null && <span className="faint num">{phone(row.phone_number)}</span>}
              </span>
            ),
          },
          {
            id: 'page',
            title: t('campaigns.page'),
            width: 180,
            spare: true,
            cell: (row) => <PageState page={row.page} />,
          },
          {
            id: 'members',
            title: t('campaigns.members'),
            sort: 'members',
            align: 'right',
            width: 110,
            cell: (row) => <span className="num">{count(row.members)}</span>,
          },
          {
            id: 'week',
            title: t('campaigns.week'),
            align: 'right',
            width: 140,
            spare: true,
            cell: (row) => <Week value={row.opt_ins_week} />,
          },
        ]}
        card={(row) => (
          <div className="cmp-card">
            <div className="top">
              <KeywordTag keyword={row.keyword} type={row.type} />
              <CampaignState campaign={row} />
            </div>
            <span className="name">{row.name}</span>
            <span className="muted">
              {t('campaigns.membersShort', { count: row.members })} ·{' '}
              {t('campaigns.weekShort', { count: row.opt_ins_week })}
            </span>
          </div>
        )}
        empty={
          list.filtered && list.state.search !== '' ? <NoMatch text={t('campaigns.noMatch')} list={list} />
          : status === 'archived' ?
            <EmptyState icon={IconSpeakerphone} title={t('campaigns.noneArchived')} />
          : list.filtered ?
            <NoMatch text={t('list.noMatchText')} list={list} />
          : <EmptyState icon={IconSpeakerphone} title={t('campaigns.none')} text={t('campaigns.noneText')}>
              <Button component={Link} href={`${here}/create`}>
                {t('campaigns.new')}
              </Button>
            </EmptyState>

        }
      />
      {dialogs}
      {cloning && (
        <CopyDialog
          title={t('clone.title')}
          text={t('clone.text')}
          name=""
          withId
          onClose={() => {
            setCloning(false);
          }}
          make={(body, id) => client.post('/coupons/{id}/clone', { params: { id }, body })}
        />
      )}
    </div>
  );
}

const Week = ({ value }: { readonly value: number }) =>
  value === 0 ? <span className="faint num">0</span> : <span className="num cmp-up">+{count(value)}</span>;
