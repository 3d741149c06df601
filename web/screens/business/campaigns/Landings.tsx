import './campaigns.css';
import { Button } from '@mantine/core';
import { IconFileDescription, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { CampaignRow } from '../../../../api/contract/campaigns.ts';
import { DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { shortTime } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { PageState } from './presentation.tsx';
import { t } from './texts.ts';
import { here, useCampaignActions } from './useCampaignActions.tsx';

const start = { sortBy: 'created_at', sortDesc: true, sortable: ['created_at', 'name', 'type', 'members'] } as const;

/** /business/campaigns/landings */
export default function Landings() {
  const list = useList('/landings', start);
  const style = useDateStyle();
  const { actionsOf, dialogs } = useCampaignActions();
  const changed = ({ page }: CampaignRow) =>
    page.changed_at === null ?
      <Nothing what={t('form.empty')} />
    : <Instant at={page.changed_at}>{shortTime(page.changed_at, style)}</Instant>;
  return (
    <div className="bk-page">
      <RecordHeader name={t('landings.title')} back={{ href: here, label: t('edit.back') }}>
        <Button component={Link} href={`${here}/landings/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('landings.new')}
        </Button>
      </RecordHeader>
      <ListSearch label={t('landings.search')} list={list} />
      <DataList<CampaignRow>
        label={t('landings.title')}
        list={list}
        keyOf={({ id }) => id}
        href={({ id }) => `${here}/landings/${id}/edit`}
        openLabel={({ name }) => t('landings.edit', { name })}
        actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
        columns={[
          {
            id: 'name',
            title: t('campaigns.name'),
            sort: 'name',
            cell: (row) => <TwoLines main={row.name} sub={row.keyword} />,
          },
          { id: 'type', title: t('gallery.kind'), sort: 'type', width: 150, cell: (row) => t(`type.${row.type}`) },
          { id: 'page', title: t('campaigns.page'), width: 190, cell: (row) => <PageState page={row.page} /> },
          { id: 'changed', title: t('landings.changed'), width: 160, spare: true, cell: changed },
          {
            id: 'members',
            title: t('campaigns.members'),
            sort: 'members',
            align: 'right',
            width: 110,
            cell: (row) => <span className="num">{count(row.members)}</span>,
          },
        ]}
        card={(row) => (
          <div className="cmp-card">
            <span className="name">{row.name}</span>
            <PageState page={row.page} />
            <span className="muted">
              {t(`type.${row.type}`)} · {t('campaigns.membersShort', { count: row.members })}
            </span>
          </div>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('landings.noMatch')} list={list} />
          : <EmptyState icon={IconFileDescription} title={t('landings.none')} text={t('landings.noneText')}>
              <Button component={Link} href={`${here}/landings/create`}>
                {t('landings.new')}
              </Button>
            </EmptyState>
        }
      />
      {dialogs}
    </div>
  );
}
