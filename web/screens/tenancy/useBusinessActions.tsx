import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconCopyPlus,
  IconEdit,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare2,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { BusinessRow } from '../../../api/contract/businesses.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { RowAction } from '../../components/RowMenu.tsx';
import { phone } from '../../format/phone.ts';
import { t } from './texts.ts';
import { useImpersonate } from '../../session/impersonation.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';

export type Area = 'admin' | 'agency';
type Subject = Pick<BusinessRow, 'id' | 'name' | 'status' | 'is_active' | 'phone_number' | 'usage_contacts'>;
type Asked = { readonly kind: 'archive' | 'deactivate' | 'resetNumber'; readonly business: Subject };

/** What an operator or an agency can do with a business, and the dialogs that say what will happen. */
export function useBusinessActions(area: Area): {
  readonly actionsOf: (business: Subject, editing?: boolean) => readonly RowAction[];
  readonly dialogs: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const { impersonate } = useImpersonate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [copying, setCopying] = useState<Subject | null>(null);
  const change = (command: () => Promise<unknown>) =>
    run(async () => {
      await command();
      await refresh('/businesses', '/agencies', '/activity');
    });
  const ask = (kind: Asked['kind'], business: Subject) => () => {
    setAsked({ kind, business });
    setOpen(true);
  };

  const actionsOf = (business: Subject, editing = false): readonly RowAction[] => {
    if (business.status === 'archived') {
      return [
        ...(editing ?
          []
        : [
            {
              id: 'edit',
              label: t('tenant.open'),
              icon: IconEdit,
              run: () => {
                go(`/${area}/businesses/${business.id}/edit`);
              },
            },
          ]),
        {
          id: 'restore',
          label: t('tenant.restore'),
          icon: IconArchiveOff,
          run: () => {
            void change(() => client.post('/businesses/{id}/restore', { params: { id: business.id } }));
          },
        },
      ];
    }
    return [
      {
        id: 'act',
        label: t('acting.as'),
        icon: IconUserShare,
        run: () => {
          void impersonate(business.id);
        },
      },
      ...(editing ?
        []
      : [
          {
            id: 'edit',
            label: t('tenant.edit'),
            icon: IconEdit,
            run: () => {
              go(`/${area}/businesses/${business.id}/edit`);
            },
          },
        ]),
      ...(area === 'agency' ?
        [
          {
            id: 'share',
            label: t('business.share'),
            icon: IconShare2,
            run: () => {
              go(`/agency/businesses/${business.id}`);
            },
          },
          {
            id: 'copySetup',
            label: t('business.copySetup'),
            icon: IconCopyPlus,
            run: () => {
              go(`/agency/businesses/copy-setup?from=${business.id}`);
            },
          },
        ]
      : []),
      {
        id: 'duplicate',
        label: t('business.duplicate'),
        icon: IconCopy,
        run: () => {
          setCopying(business);
        },
      },
      ...(business.is_active ?
        []
      : [
          {
            id: 'activate',
            label: t('business.activate'),
            icon: IconPlayerPlay,
            run: () => {
              void change(() =>
                client.post('/businesses/{id}/active', { params: { id: business.id }, body: { active: true } }),
              );
            },
          },
        ]),
      ...(business.phone_number === null ?
        []
      : [
          {
            id: 'resetNumber',
            label: t('business.resetNumber'),
            icon: IconPhoneOff,
            danger: true,
            run: ask('resetNumber', business),
          },
        ]),
      ...(business.is_active ?
        [
          {
            id: 'deactivate',
            label: t('business.deactivate'),
            icon: IconPlayerPause,
            danger: true,
            run: ask('deactivate', business),
          },
        ]
      : []),
      { id: 'archive', label: t('tenant.archive'), icon: IconArchive, danger: true, run: ask('archive', business) },
    ];
  };

  const subject = asked?.business;
  const commandOf = {
    archive: (id: string) => client.delete('/businesses/{id}', { params: { id: id } }),
    deactivate: (id: string) => client.post('/businesses/{id}/active', { params: { id: id }, body: { active: false } }),
    resetNumber: (id: string) => client.post('/businesses/{id}/reset-number', { params: { id: id } }),
  };
  const kind = asked?.kind ?? 'archive';
  const dialogs = (
    <>
      <ConfirmDialog
        opened={open}
        title={t(`business.${kind}Title`, { name: subject?.name ?? '', number: phone(subject?.phone_number ?? null) })}
        text={t(`business.${kind}Text`, {
          count: subject?.usage_contacts ?? 0,
          number: phone(subject?.phone_number ?? null),
        })}
        confirm={t(`business.${kind}Confirm`)}
        onConfirm={() => change(() => commandOf[kind](subject!.id))}
        onClose={() => {
          setOpen(false);
        }}
      />
      {copying && (
        <DuplicateDialog
          business={copying}
          onClose={() => {
            setCopying(null);
          }}
          onDone={(id) => {
            setCopying(null);
            void refresh('/businesses');
            go(`/${area}/businesses/${id}/edit`);
          }}
        />
      )}
    </>
  );
  return { actionsOf, dialogs };
}
