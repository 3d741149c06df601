import { IconArchive, IconArchiveOff, IconEdit, IconUserShare } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { AgencyRow } from '../../../api/contract/agencies.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { RowAction } from '../../components/RowMenu.tsx';
import { t } from './texts.ts';
import { useImpersonate } from '../../session/impersonation.ts';

type Subject = Pick<AgencyRow, 'id' | 'name' | 'status' | 'businesses_count'>;

/** What an operator can do with an agency, and the dialog in which it is confirmed. */
export function useAgencyActions(): {
  readonly actionsOf: (agency: Subject, editing?: boolean) => readonly RowAction[];
  readonly dialogs: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const { impersonate } = useImpersonate();
  const [archiving, setArchiving] = useState<Subject | null>(null);
  const [open, setOpen] = useState(false);
  const change = (command: () => Promise<unknown>) =>
    run(async () => {
      await command();
      await refresh('/agencies', '/businesses', '/whitelabels');
    });

  const actionsOf = (agency: Subject, editing = false): readonly RowAction[] => {
    const archived = agency.status === 'archived';
    return [
      ...(archived ?
        []
      : [
          {
            id: 'act',
            label: t('acting.as'),
            icon: IconUserShare,
            run: () => {
              void impersonate(agency.id);
            },
          },
        ]),
      ...(editing ?
        []
      : [
          {
            id: 'edit',
            label: t('tenant.edit'),
            icon: IconEdit,
            run: () => {
              go(`/admin/agencies/${agency.id}/edit`);
            },
          },
        ]),
      archived ?
        {
          id: 'restore',
          label: t('tenant.restore'),
          icon: IconArchiveOff,
          run: () => {
            void change(() => client.post('/agencies/{id}/restore', { params: { id: agency.id } }));
          },
        }
      : {
          id: 'archive',
          label: t('tenant.archive'),
          icon: IconArchive,
          danger: true,
          run: () => {
            setArchiving(agency);
            setOpen(true);
          },
        },
    ];
  };
  const dialogs = (
    <ConfirmDialog
      opened={open}
      title={t('agency.archiveTitle', { name: archiving?.name ?? '' })}
      text={t('agency.archiveText', { count: archiving?.businesses_count ?? 0 })}
      confirm={t('agency.archiveConfirm')}
      onConfirm={() => change(() => client.delete('/agencies/{id}', { params: { id: archiving!.id } }))}
      onClose={() => {
        setOpen(false);
      }}
    />
  );
  return { actionsOf, dialogs };
}
