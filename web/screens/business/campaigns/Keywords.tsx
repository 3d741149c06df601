import './campaigns.css';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { IconEdit, IconHash, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeywordRow } from '../../../../api/contract/campaigns.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { count } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { CampaignState, KeywordTag } from './presentation.tsx';
import { t } from './texts.ts';
import { here, shown } from './useCampaignActions.tsx';
import { useKeyword } from './useKeyword.ts';

const start = { sortBy: 'keyword', sortDesc: false, sortable: ['keyword', 'name', 'type', 'members'] } as const;

/** /business/settings/keywords */
export default function Keywords() {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const list = useList('/keywords', start);
  const [asked, setAsked] = useState<{ readonly kind: 'new' | 'change' | 'giveUp'; readonly row: KeywordRow | null }>();
  const close = () => {
    setAsked(undefined);
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('keywords.title')}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setAsked({ kind: 'new', row: null });
          }}
        >
          {t('keywords.new')}
        </Button>
      </PageHeader>
      <ListSearch label={t('keywords.search')} list={list} />
      <DataList<KeywordRow>
        label={t('keywords.title')}
        list={list}
        keyOf={({ id }) => id}
        href={({ id }) => `${here}/${id}`}
        openLabel={({ campaign }) => t('campaigns.open', { name: campaign.name })}
        actions={(row) => (
          <RowMenu
            name={t('keywords.of', { keyword: row.keyword })}
            actions={[
              {
                id: 'change',
                label: t('keywords.change'),
                icon: IconEdit,
                run: () => {
                  setAsked({ kind: 'change', row });
                },
              },
              {
                id: 'giveUp',
                label: t('keywords.giveUp'),
                icon: IconTrash,
                danger: true,
                run: () => {
                  setAsked({ kind: 'giveUp', row });
                },
              },
            ]}
          />
        )}
        columns={[
          {
            id: 'keyword',
            title: t('campaigns.keyword'),
            sort: 'keyword',
            cell: (row) => <KeywordTag keyword={row.keyword} type={row.type} />,
          },
          {
            id: 'campaign',
            title: t('keywords.campaign'),
            sort: 'name',
            cell: (row) => <TwoLines main={row.campaign.name} sub={t(`type.${row.type}`)} />,
          },
          {
            id: 'state',
            title: t('keywords.answers'),
            width: 180,
            cell: (row) =>
              row.phone_number === null ?
                <CampaignState campaign={{ status: 'waiting', waiting: row.waiting }} />
              : <span className="num">{phone(row.phone_number)}</span>,
          },
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
            <KeywordTag keyword={row.keyword} type={row.type} />
            <span className="muted">
              {row.campaign.name} · {t('campaigns.membersShort', { count: row.members })}
            </span>
          </div>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('keywords.noMatch')} list={list} />
          : <EmptyState icon={IconHash} title={t('keywords.none')} text={t('keywords.noneText')} />
        }
      />
      <ConfirmDialog
        opened={asked?.kind === 'giveUp'}
        title={t('keywords.giveUpTitle', { keyword: asked?.row?.keyword ?? '' })}
        text={t('keywords.giveUpText')}
        confirm={t('keywords.giveUp')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/keywords/{id}', { params: { id: asked!.row!.id } });
            await refresh(...shown);
          })
        }
        onClose={close}
      />
      {(asked?.kind === 'new' || asked?.kind === 'change') && <KeywordDialog row={asked.row} onClose={close} />}
    </div>
  );
}

/** A new word with its answer, or another word for a campaign (`row`). */
function KeywordDialog({ row, onClose }: { readonly row: KeywordRow | null; readonly onClose: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [keyword, setKeyword] = useState(row?.keyword ?? '');
  const [reply, setReply] = useState('');
  const [busy, setBusy] = useState(false);
  const said = useKeyword(keyword, row?.id);
  const ready = keyword.trim() !== '' && said.error === null && (row !== null || reply.trim() !== '');
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={row === null ? t('keywords.new') : t('keywords.changeTitle', { keyword: row.keyword })}
    >
      <form
        className="cmp-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          setBusy(true);
          void run(async () => {
            if (row === null) await client.post('/keywords', { body: { keyword, reply } });
            else await client.put('/keywords/{id}', { params: { id: row.id }, body: { keyword } });
            await refresh(...shown);
            onClose();
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        {row !== null && <p className="muted">{t('keywords.changeText')}</p>}
        <TextInput
          label={t('create.keyword')}
          value={keyword}
          maxLength={40}
          error={said.error}
          description={said.hint}
          data-autofocus
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
        {row === null && (
          <Textarea
            label={t('create.reply')}
            rows={4}
            maxLength={1600}
            value={reply}
            onChange={(event) => {
              setReply(event.currentTarget.value);
            }}
          />
        )}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            {row === null ? t('keywords.make') : t('keywords.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
