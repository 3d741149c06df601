import {
  IconChartBar,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { BroadcastRow } from '../../../../api/contract/broadcasts.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import type { RowAction } from '../../../components/RowMenu.tsx';
import { count } from '../../../format/number.ts';
import { here } from './presentation.tsx';
import { t } from './texts.ts';

type Of = Pick<BroadcastRow, 'id' | 'name' | 'type' | 'status' | 'started_at' | 'counts'>;
const paths = { pause: '/broadcasts/{id}/pause', resume: '/broadcasts/{id}/resume' } as const;

/** What can be done with a broadcast, in the list and on its report. */
export function useBroadcastActions(onDone: () => void = () => undefined) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<{ readonly what: 'stop' | 'delete'; readonly of: Of } | null>(null);
  const done = async () => {
    onDone();
    await refresh('/broadcasts');
  };
  const act = async (what: keyof typeof paths, { id }: Of) => {
    if ((await run(() => client.post(paths[what], { params: { id } }))) !== undefined) await done();
  };
  /** Goes on where somebody has seen how the emails of the business fare; what is refused is looked at anew. */
  const resumeMails = async ({ id }: Of, seen: { readonly bounced: number; readonly complained: number }) => {
    const { bounced, complained } = seen;
    await run(() =>
      client.post('/broadcasts/{id}/resume', { params: { id }, body: { seen: { bounced, complained } } }),
    );
    await done();
  };
  const actionsOf = (row: Of): readonly RowAction[] => {
    const { id, status } = row;
    const link = (name: string, label: string, icon: RowAction['icon'], to: string): RowAction => ({
      id: name,
      label,
      icon,
      run: () => {
        go(to);
      },
    });
    const press = (what: keyof typeof paths, icon: RowAction['icon']): RowAction => ({
      id: what,
      label: t(`bc.action.${what}`),
      icon,
      run: () => {
        void act(what, row);
      },
    });
    const ask = (what: 'stop' | 'delete', icon: RowAction['icon']): RowAction => ({
      id: what,
      label: t(`bc.action.${what}`),
      icon,
      danger: true,
      run: () => {
        setAsking({ what, of: row });
      },
    });
    const ran = row.started_at !== null;
    return [
      ...(ran ?
        [link('report', t('bc.action.report'), IconChartBar, `${here}/${id}/report`)]
      : [link('edit', t('bc.action.edit'), IconPencil, `${here}/${id}/edit`)]),
      link('duplicate', t('bc.action.duplicate'), IconCopy, `${here}/duplicate/${id}`),
      ...(status === 'completed' || status === 'stopped' ?
        [link('resend', t('bc.action.resend'), IconRefresh, `${here}/resend/${id}`)]
      : []),
      ...(status === 'running' ? [press('pause', IconPlayerPause)] : []),
      ...(status !== 'paused' ? []
        // Its report says why it stands still: emails are let go on by who has read that.
      : row.type === 'email' ? [link('resume', t('bc.action.resumeMail'), IconPlayerPlay, `${here}/${id}/report`)]
      : [press('resume', IconPlayerPlay)]),
      ...(status === 'running' || status === 'paused' ? [ask('stop', IconPlayerStop)] : [ask('delete', IconTrash)]),
    ];
  };
  const dialogs = asking !== null && (
    <ConfirmDialog
      opened
      title={t(`bc.${asking.what}.title`, { name: asking.of.name })}
      text={
        asking.what === 'stop' ? t('bc.stop.text', { count: count(asking.of.counts.waiting + asking.of.counts.held) })
        : asking.of.started_at === null ?
          t('bc.delete.textDraft')
        : t('bc.delete.text')
      }
      confirm={t(`bc.action.${asking.what}`)}
      onClose={() => {
        setAsking(null);
      }}
      onConfirm={async () => {
        const { id } = asking.of;
        const sent = await run<unknown>(() =>
          asking.what === 'stop' ?
            client.put('/broadcasts/{id}/stop', { params: { id } })
          : client.delete('/broadcasts/{id}', { params: { id } }),
        );
        if (sent !== undefined) await done();
      }}
    />
  );
  return { actionsOf, act, resumeMails, ask: (what: 'stop' | 'delete', of: Of) => setAsking({ what, of }), dialogs };
}
