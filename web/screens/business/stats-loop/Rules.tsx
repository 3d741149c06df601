import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { RuleDialog, SwitchDialog } from './RuleDialog.tsx';
import type { Kind, Reward } from './reward.ts';
import { t } from './texts.ts';

/** What counts in a loop and what is unlocked at how many points: in order, switched, changed with a look ahead. */
export function Rules({ couponId, onChanged }: { readonly couponId: string; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const { data, error, refresh } = useRead('/landings/{couponId}/rewards', { params: { couponId } });
  const [edited, setEdited] = useState<{ kind: Kind; rule: Reward | null } | null>(null);
  const [switched, setSwitched] = useState<Reward | null>(null);
  const [removed, setRemoved] = useState<Reward | null>(null);
  const rules = data?.data;
  const changed = () => {
    refresh();
    onChanged();
  };
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  if (rules === undefined) return <FormGhost sections={2} />;
  /** Moves a rule past its neighbour of the same kind. */
  const move = async (rule: Reward, by: -1 | 1) => {
    const own = rules.filter(({ kind }) => kind === rule.kind);
    const other = own[own.indexOf(rule) + by];
    if (other === undefined) return;
    const place = new Map([
      [rule.id, other.id],
      [other.id, rule.id],
    ]);
    await run(() =>
      client.put('/landings/{id}/order-points', {
        params: { id: couponId },
        body: { orders: rules.map(({ id }) => place.get(id) ?? id) },
      }),
    );
    changed();
  };
  const remove = async (rule: Reward) => {
    await run(async () => {
      await client.delete('/landings/{couponId}/rewards/{id}', { params: { couponId, id: rule.id } });
      toastSuccess(t('rules.deleted'));
    });
    changed();
  };
  return (
    <div className="bk-loop">
      {(['action', 'reward'] as const).map((kind) => {
        const own = rules.filter((rule) => rule.kind === kind);
        return (
          <section key={kind} className="bk-card bk-loop-card">
            <header>
              <div>
                <h2>{t(`rules.${kind}s`)}</h2>
                <p className="muted">{t(`rules.${kind}sText`)}</p>
              </div>
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => {
                  setEdited({ kind, rule: null });
                }}
              >
                {t(kind === 'action' ? 'rules.addAction' : 'rules.addReward')}
              </Button>
            </header>
            {own.length === 0 && (
              <p className="faint">{t(kind === 'action' ? 'rules.noActions' : 'rules.noRewards')}</p>
            )}
            <ul className="bk-loop-rows">
              {own.map((rule, index) => (
                <li key={rule.id} className={rule.active ? '' : 'off'}>
                  <span className="order">
                    {([-1, 1] as const).map((by) => (
                      <ActionIcon
                        key={by}
                        size="sm"
                        disabled={own[index + by] === undefined}
                        aria-label={`${t(by === -1 ? 'rules.up' : 'rules.down')}: ${rule.title}`}
                        onClick={() => {
                          void move(rule, by);
                        }}
                      >
                        {by === -1 ?
                          <IconArrowUp size={15} aria-hidden />
                        : <IconArrowDown size={15} aria-hidden />}
                      </ActionIcon>
                    ))}
                  </span>
                  <span className="bk-two">
                    <span dir="auto">{rule.title}</span>
                    <span className="sub" dir="auto">
                      {rule.action === null ? rule.description : t(`act.${rule.action}`)}
                    </span>
                  </span>
                  <span className="points num">{t('loop.pointsOf', { count: rule.points })}</span>
                  <Switch
                    checked={rule.active}
                    aria-label={t('rules.on', { name: rule.title })}
                    onChange={() => {
                      setSwitched(rule);
                    }}
                  />
                  <RowMenu
                    name={rule.title}
                    actions={[
                      {
                        id: 'edit',
                        label: t('rules.edit'),
                        icon: IconPencil,
                        run: () => {
                          setEdited({ kind, rule });
                        },
                      },
                      ...([-1, 1] as const).map((by) => ({
                        id: by === -1 ? 'up' : 'down',
                        label: t(by === -1 ? 'rules.up' : 'rules.down'),
                        icon: by === -1 ? IconArrowUp : IconArrowDown,
                        disabled: own[index + by] === undefined,
                        run: () => {
                          void move(rule, by);
                        },
                      })),
                      {
                        id: 'delete',
                        label: t('rules.delete'),
                        icon: IconTrash,
                        danger: true,
                        run: () => {
                          setRemoved(rule);
                        },
                      },
                    ]}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {edited !== null && (
        <RuleDialog
          key={edited.rule?.id ?? edited.kind}
          couponId={couponId}
          kind={edited.kind}
          rule={edited.rule}
          taken={rules.flatMap(({ id, action }) => (id !== edited.rule?.id && action !== null ? [action] : []))}
          onSaved={changed}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
      {switched !== null && (
        <SwitchDialog
          couponId={couponId}
          rule={switched}
          onDone={changed}
          onClose={() => {
            setSwitched(null);
          }}
        />
      )}
      <ConfirmDialog
        opened={removed !== null}
        title={t('rules.deleteTitle', { name: removed?.title ?? '' })}
        text={t(removed?.kind === 'reward' ? 'rules.deleteReward' : 'rules.deleteAction')}
        confirm={t('rules.delete')}
        onConfirm={async () => {
          if (removed !== null) await remove(removed);
        }}
        onClose={() => {
          setRemoved(null);
        }}
      />
    </div>
  );
}
