import './api-keys.css';
import { Button, Group, Modal, NativeSelect, Skeleton } from '@mantine/core';
import { IconEdit, IconKey, IconPlus, IconRefresh, IconTrash, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ApiKey } from '../../../../api/contract/api-keys.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { useRead } from '../../../data/read.ts';
import { date, listTime } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { Secret } from './Secret.tsx';
import { t } from './texts.ts';

const here = '/business/settings/apikeys';
const callsOf = ({ usage }: ApiKey): number => usage.reduce((sum, { calls }) => sum + calls, 0);

/** /business/settings/apikeys */
export default function ApiKeys() {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/api-keys', {});
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const keys = data?.data;
  const create = (variant: 'filled' | 'default') => (
    <Button component={Link} href={`${here}/create`} variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('apikeys.new')}
    </Button>
  );
  const keep = async ({ id, name }: ApiKey) => {
    await run(async () => {
      await client.post('/api-keys/{id}/keep', { params: { id }, quiet: true });
      toastSuccess(t('apikeys.kept', { name }));
    });
    refresh();
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('apikeys.title')}>{create('filled')}</PageHeader>
      <p className="muted bk-keys-text">
        {t('apikeys.text')} <a href="/developers">{t('apikeys.guide')}</a>
      </p>
      <div className="bk-card">
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : keys === undefined ?
          <Skeleton height={160} radius="lg" />
        : keys.length === 0 ?
          <EmptyState icon={IconKey} title={t('apikeys.none')} text={t('apikeys.noneText')}>
            {create('default')}
          </EmptyState>
        : <ul className="bk-keys" aria-label={t('apikeys.title')}>
            {keys.map((key) => (
              <li key={key.id}>
                <Row of={key} />
                {key.status === 'revoked' ?
                  <span />
                : <RowMenu
                    name={t('apikeys.of', { name: key.name })}
                    actions={[
                      {
                        id: 'edit',
                        label: t('apikeys.edit'),
                        icon: IconEdit,
                        run: () => {
                          go(`${here}/${key.id}/edit`);
                        },
                      },
                      ...(key.status === 'expired' ?
                        []
                      : [
                          {
                            id: 'rotate',
                            label: t('apikeys.rotate'),
                            icon: IconRefresh,
                            run: () => {
                              setRotating(key);
                            },
                          },
                        ]),
                      ...(key.keeper_left ?
                        [{ id: 'keep', label: t('apikeys.keep'), icon: IconUserCheck, run: () => void keep(key) }]
                      : []),
                      {
                        id: 'revoke',
                        label: t('apikeys.revoke'),
                        icon: IconTrash,
                        danger: true,
                        run: () => {
                          setRevoking(key);
                        },
                      },
                    ]}
                  />
                }
              </li>
            ))}
          </ul>
        }
      </div>
      {rotating !== null && (
        <RotateDialog
          of={rotating}
          onRotated={refresh}
          onClose={() => {
            setRotating(null);
          }}
        />
      )}
      <ConfirmDialog
        opened={revoking !== null}
        title={t('apikeys.revokeTitle', { name: revoking?.name ?? '' })}
        text={
          revoking === null || callsOf(revoking) === 0 ?
            t('apikeys.revokeUnused')
          : t('apikeys.revokeUsed', { count: callsOf(revoking) })
        }
        confirm={t('apikeys.revoke')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/api-keys/{id}', { params: { id: revoking!.id } });
            refresh();
          })
        }
        onClose={() => {
          setRevoking(null);
        }}
      />
    </div>
  );
}

function Row({ of: key }: { readonly of: ApiKey }) {
  const style = useDateStyle();
  const { status, last_used_at: used, expires_at: ends, previous_until: until, keeper } = key;
  const tone = { active: 'success', expired: 'warning', revoked: 'neutral' }[status];
  return (
    <>
      <div className="what">
        <Group gap="xs">
          <b dir="auto">{key.name}</b>
          <span className={`bk-status tone-${tone} badge`}>{t(`apikeys.${status}`)}</span>
        </Group>
        <code>{key.masked}</code>
        <span className="muted">{key.scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</span>
        {until !== null && <span>{t('apikeys.before', { when: listTime(until, style, new Date()) })}</span>}
        {key.keeper_left && status !== 'revoked' && <span>{t('apikeys.left', { name: keeper?.name ?? '' })}</span>}
      </div>
      <div className="use muted">
        {used === null ?
          <span>{t('apikeys.unused')}</span>
        : <Instant at={used}>{t('apikeys.used', { when: listTime(used, style, new Date()) })}</Instant>}
        {used !== null && <span>{t('apikeys.calls', { count: callsOf(key) })}</span>}
        {ends !== null && status === 'active' && <span>{t('apikeys.ends', { day: date(ends, style) })}</span>}
      </div>
    </>
  );
}

const overlaps = ['24', '0', '1', '168', '720'] as const;

function RotateDialog({
  of: key,
  onRotated,
  onClose,
}: {
  readonly of: ApiKey;
  readonly onRotated: () => void;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const [hours, setHours] = useState<string>('24');
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const rotate = async () => {
    setBusy(true);
    await run(async () => {
      const body = { overlap_hours: Number(hours) };
      const made = await client.post('/api-keys/{id}/rotate', { params: { id: key.id }, body, quiet: true });
      setSecret(made.data.secret);
      onRotated();
    });
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="md"
      closeOnClickOutside={secret === null}
      title={secret === null ? t('apikeys.rotateTitle', { name: key.name }) : t('apikeys.secretTitle')}
    >
      {secret === null ?
        <div className="bk-stack">
          <p>{t('apikeys.rotateText')}</p>
          <NativeSelect
            label={t('apikeys.overlap')}
            value={hours}
            onChange={(event) => {
              setHours(event.currentTarget.value);
            }}
            data={overlaps.map((value) => ({ value, label: t(`apikeys.overlap.${value}`) }))}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('apikeys.cancel')}
            </Button>
            <Button loading={busy} onClick={() => void rotate()}>
              {t('apikeys.rotate')}
            </Button>
          </Group>
        </div>
      : <Secret secret={secret} scopes={key.scopes} onDone={onClose} />}
    </Modal>
  );
}
