import './integrations.css';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconEdit, IconPlugConnected, IconPlus, IconPower, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Integration } from '../../../../api/contract/integrations.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { useRead } from '../../../data/read.ts';
import { listTime } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { here } from './model.ts';
import { t } from './texts.ts';

const tones = { connected: 'success', off: 'neutral', attention: 'warning' } as const;
export const Status = ({ of: { status } }: { readonly of: Integration }) => (
  <span className={`bk-status tone-${tones[status]} badge`}>{t(`integrations.${status}`)}</span>
);

/** /business/settings/integrations */
export default function Integrations() {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/integrations/user', {});
  const [removing, setRemoving] = useState<Integration | null>(null);
  const style = useDateStyle();
  const found = data?.data.integrations;
  const nameOf = (type: Integration['type']) => data?.data.services.find((one) => one.type === type)?.name ?? '';
  const add = (variant: 'filled' | 'default') => (
    <Button component={Link} href={`${here}/create`} variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('integrations.new')}
    </Button>
  );
  const toggle = ({ id, status }: Integration) =>
    run(async () => {
      await client.post('/integrations/{id}/toggle-status', { params: { id }, body: { is_active: status === 'off' } });
      refresh();
    });
  return (
    <div className="bk-page">
      <PageHeader title={t('integrations.title')}>{add('filled')}</PageHeader>
      <p className="muted bk-integrations-text">{t('integrations.text')}</p>
      <div className="bk-card">
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : found === undefined ?
          <Skeleton height={160} radius="lg" />
        : found.length === 0 ?
          <EmptyState icon={IconPlugConnected} title={t('integrations.none')} text={t('integrations.noneText')}>
            {add('default')}
          </EmptyState>
        : <ul className="bk-integrations" aria-label={t('integrations.title')}>
            {found.map((one) => (
              <li key={one.id}>
                <div className="what">
                  <Group gap="xs">
                    <Link href={`${here}/${one.id}/edit`}>
                      <b dir="auto">{one.name}</b>
                    </Link>
                    <Status of={one} />
                  </Group>
                  <span className="muted">
                    {nameOf(one.type)} ·{' '}
                    {t('integrations.since', { when: listTime(one.connected_at, style, new Date()) })}
                  </span>
                  {one.status === 'attention' && <span>{one.health}</span>}
                </div>
                <RowMenu
                  name={t('integrations.of', { name: one.name })}
                  actions={[
                    {
                      id: 'edit',
                      label: t('integrations.edit'),
                      icon: IconEdit,
                      run: () => {
                        go(`${here}/${one.id}/edit`);
                      },
                    },
                    {
                      id: 'toggle',
                      label: t(one.status === 'off' ? 'integrations.turnOn' : 'integrations.turnOff'),
                      icon: IconPower,
                      run: () => void toggle(one),
                    },
                    {
                      id: 'remove',
                      label: t('integrations.remove'),
                      icon: IconTrash,
                      danger: true,
                      run: () => {
                        setRemoving(one);
                      },
                    },
                  ]}
                />
              </li>
            ))}
          </ul>
        }
      </div>
      <ConfirmDialog
        opened={removing !== null}
        title={t('integrations.removeTitle', { name: removing?.name ?? '' })}
        text={t('integrations.removeText')}
        confirm={t('integrations.remove')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/integrations/{id}', { params: { id: removing!.id } });
            refresh();
          })
        }
        onClose={() => {
          setRemoving(null);
        }}
      />
    </div>
  );
}
