import { Button, Modal, TextInput } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconCopy,
  IconEdit,
  IconPencil,
  IconShare2,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { CampaignRow } from '../../../../api/contract/campaigns.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import type { RowAction } from '../../../components/RowMenu.tsx';
import { useUses } from '../../../components/UsedIn.tsx';
import { hasFigures } from './presentation.tsx';
import { t } from './texts.ts';
import { useKeyword } from './useKeyword.ts';

export const here = '/business/campaigns';
/** Where a campaign's page, or its popup, is built. */
export const builderPath = (kind: CampaignRow['page']['kind'], id: string): string =>
  `${here}/${kind === 'popup' ? 'popup' : 'landings'}/${id}/edit`;
/** Everything that shows campaigns. */
export const shown = ['/campaigns', '/coupons', '/landings', '/keywords', '/businesses/dashboard-reports'] as const;

/** What can be done with a campaign, and the dialogs that say what will happen. */
export function useCampaignActions(): {
  readonly actionsOf: (campaign: CampaignRow) => readonly RowAction[];
  readonly dialogs: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const [archiving, setArchiving] = useState<CampaignRow | null>(null);
  const usesOf = useUses();
  const [copying, setCopying] = useState<CampaignRow | null>(null);
  const to = (path: string) => () => {
    go(path);
  };
  const actionsOf = (campaign: CampaignRow): readonly RowAction[] => {
    const { id, status, page } = campaign;
    if (status === 'archived')
      return [
        {
          id: 'restore',
          label: t('act.restoreIt'),
          icon: IconArchiveOff,
          run: () => {
            void run(async () => {
              await client.put('/campaigns/{id}', { params: { id }, body: { status: 'active' } });
              await refresh(...shown);
            });
          },
        },
      ];
    return [
      { id: 'share', label: t('act.shareIt'), icon: IconShare2, run: to(`${here}/${id}`) },
      ...(hasFigures(campaign) ?
        [{ id: 'figures', label: t('figures.title'), icon: IconChartBar, run: to(`${here}/${id}/figures`) }]
      : []),
      {
        id: 'page',
        label: t(page.kind === 'popup' ? 'popup.edit' : 'landings.editPage'),
        icon: IconPencil,
        run: to(builderPath(page.kind, id)),
      },
      { id: 'edit', label: t('act.edit'), icon: IconEdit, run: to(`${here}/${id}/edit`) },
      {
        id: 'duplicate',
        label: t('act.duplicate'),
        icon: IconCopy,
        run: () => {
          setCopying(campaign);
        },
      },
      {
        id: 'archive',
        label: t('act.archive'),
        icon: IconArchive,
        danger: true,
        run: () => {
          setArchiving(campaign);
        },
      },
    ];
  };
  const dialogs = (
    <>
      <ConfirmDialog
        opened={archiving !== null}
        title={t('act.archiveTitle', { name: archiving?.name ?? '' })}
        text={t('act.archiveText', { keyword: archiving?.keyword ?? '', count: archiving?.members ?? 0 })}
        confirm={t('act.archive')}
        uses={usesOf('campaign', archiving?.id)}
        onConfirm={() =>
          run(async () => {
            const { id } = archiving!;
            const evenIfUsed = usesOf('campaign', id).length > 0 ? { query: { even_if_used: true } } : {};
            await client.delete('/campaigns/{id}', { params: { id }, ...evenIfUsed });
            await refresh(...shown, '/uses');
          })
        }
        onClose={() => {
          setArchiving(null);
        }}
      />
      {copying !== null && (
        <CopyDialog
          title={t('copy.title', { name: copying.name })}
          text={t('copy.text')}
          name={copying.name}
          onClose={() => {
            setCopying(null);
          }}
          make={(body) => client.post('/coupons/{id}/duplicate', { params: { id: copying.id }, body })}
        />
      )}
    </>
  );
  return { actionsOf, dialogs };
}

/** A copy has a name and a keyword of its own. */
export function CopyDialog({
  title,
  text,
  name: former,
  withId = false,
  make,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly name: string;
  readonly withId?: boolean;
  readonly make: (body: { name: string; keyword: string }, id: string) => Promise<{ data: { id: string } }>;
  readonly onClose: () => void;
}) {
  const { run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const [name, setName] = useState(former);
  const [keyword, setKeyword] = useState('');
  const [id, setId] = useState('');
  const [busy, setBusy] = useState(false);
  const said = useKeyword(keyword);
  const ready = name.trim() !== '' && keyword.trim() !== '' && said.error === null && (!withId || id.trim() !== '');
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        className="cmp-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          setBusy(true);
          void run(async () => {
            const { data } = await make({ name: name.trim(), keyword }, id.trim());
            await refresh(...shown);
            onClose();
            go(`${here}/${data.id}`);
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        <p className="muted">{text}</p>
        {withId && (
          <TextInput
            label={t('clone.id')}
            value={id}
            className="mono"
            autoComplete="off"
            onChange={(event) => {
              setId(event.currentTarget.value);
            }}
          />
        )}
        <TextInput
          label={t('create.name')}
          value={name}
          maxLength={120}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('create.keyword')}
          value={keyword}
          error={said.error}
          description={said.hint}
          maxLength={40}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            {t('copy.make')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
