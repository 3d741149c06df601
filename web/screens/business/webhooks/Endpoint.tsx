import './webhooks.css';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import {
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { Deliveries } from './Deliveries.tsx';
import { back, here, NewSecret } from './EndpointForm.tsx';
import { Health } from './Health.tsx';
import { Replay } from './Replay.tsx';
import { t } from './texts.ts';

/** /business/settings/webhook-endpoints/{id} */
export default function Endpoint() {
  const id = useRouteParam('id');
  const { client, run } = useApp();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/webhook-endpoints/{id}', { params: { id } });
  const [asked, setAsked] = useState<'delete' | 'rotate' | 'replay' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoint = data?.data;
  const isOn = endpoint?.status === 'enabled';
  const params = { id };
  const close = () => {
    setAsked(null);
  };
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      refresh();
    });
  const ask = (what: typeof asked) => () => {
    setAsked(what);
  };
  return (
    <div className="bk-page">
      <RecordHeader name={endpoint?.url ?? t('hooks.title')} back={back}>
        {endpoint !== undefined && (
          <Group gap="xs">
            <Button
              variant="default"
              disabled={!isOn}
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => void act(() => client.post('/webhook-endpoints/{id}/test', { params }))}
            >
              {t('hooks.test')}
            </Button>
            <RowMenu
              name={t('hooks.more')}
              actions={[
                {
                  id: 'edit',
                  label: t('hooks.edit'),
                  icon: IconEdit,
                  run: () => {
                    go(`${here}/${id}/edit`);
                  },
                },
                {
                  id: 'switch',
                  label: t(isOn ? 'hooks.turnOff' : 'hooks.turnOn'),
                  icon: isOn ? IconPlayerPause : IconPlayerPlay,
                  run: () =>
                    void act(() =>
                      client.post('/webhook-endpoints/{id}/toggle-status', { params, body: { is_on: !isOn } }),
                    ),
                },
                { id: 'rotate', label: t('hooks.rotate'), icon: IconRefresh, run: ask('rotate') },
                ...(isOn ? [{ id: 'replay', label: t('hooks.replay'), icon: IconRepeat, run: ask('replay') }] : []),
                { id: 'delete', label: t('hooks.delete'), icon: IconTrash, danger: true, run: ask('delete') },
              ]}
            />
          </Group>
        )}
      </RecordHeader>
      {error !== undefined ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : endpoint === undefined ?
        <Skeleton height={240} radius="lg" />
      : <>
          <div className="bk-card bk-hooks-facts">
            <span>
              <span className={`bk-status tone-${isOn ? 'success' : 'neutral'} badge`}>
                {t(`hooks.${endpoint.status}`)}
              </span>
            </span>
            {endpoint.description !== '' && <span dir="auto">{endpoint.description}</span>}
            <span className="muted">{endpoint.types.length === 0 ? t('hooks.all') : endpoint.types.join(' · ')}</span>
            <Health of={endpoint} />
          </div>
          <Deliveries endpointId={id} isOn={isOn} />
        </>
      }
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('hooks.deleteTitle')}
        text={t('hooks.deleteText')}
        confirm={t('hooks.delete')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/webhook-endpoints/{id}', { params });
            go(here);
          })
        }
        onClose={close}
      />
      {asked === 'replay' && endpoint !== undefined && (
        <Replay
          of={endpoint}
          onDone={() => {
            close();
            refresh();
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        opened={asked === 'rotate'}
        title={t('hooks.rotateTitle')}
        text={t('hooks.rotateText')}
        confirm={t('hooks.rotate')}
        onConfirm={() =>
          act(async () => {
            const made = await client.post('/webhook-endpoints/{id}/rotate', { params, body: {}, quiet: true });
            setSecret(made.data.secret);
          })
        }
        onClose={close}
      />
      <Modal
        opened={secret !== null}
        closeOnClickOutside={false}
        title={t('hooks.secretTitle')}
        onClose={() => {
          setSecret(null);
        }}
      >
        <NewSecret
          secret={secret ?? ''}
          onDone={() => {
            setSecret(null);
          }}
        />
      </Modal>
    </div>
  );
}
