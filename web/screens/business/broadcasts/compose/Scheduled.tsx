import { Button } from '@mantine/core';
import { IconClock, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Broadcast } from '../../../../../api/contract/broadcasts.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { BroadcastBadge } from '../../../../components/StatusBadge.tsx';
import { shortTime } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here } from '../presentation.tsx';
import { t } from '../texts.ts';
import { Funnel } from './Audience.tsx';
import { EmailPreview } from './EmailPreview.tsx';
import { PhonePreview } from './Preview.tsx';
import { Summary } from './Summary.tsx';
import { draftOf } from './useDraft.ts';
import { useEstimate } from './useEstimate.ts';
import { whenInWords } from './labels.ts';

/** It waits for its time, or for the agency: as it will go out, and the way back to writing. */
export function ScheduledView({ broadcast, refresh }: { readonly broadcast: Broadcast; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const style = useDateStyle();
  const [busy, setBusy] = useState(false);
  const draft = draftOf(broadcast);
  const estimate = useEstimate(draft);
  const { status, next_at: at, approval } = broadcast;
  const back = async () => {
    setBusy(true);
    await run(() => client.post('/broadcasts/{id}/unschedule', { params: { id: broadcast.id }, quiet: true }));
    setBusy(false);
    refresh();
    await refreshAll('/broadcasts');
  };
  return (
    <div className="bk-page">
      <RecordHeader
        name={broadcast.name}
        badge={<BroadcastBadge status={status} />}
        sub={whenInWords(broadcast.schedule, style)}
        back={{ href: here, label: t('broadcasts.title') }}
      >
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => {
            void back();
          }}
        >
          {t('bc.scheduled.back')}
        </Button>
      </RecordHeader>
      {status === 'approval' && approval !== null ?
        <Note tone="warning" icon={<IconUserCheck size={18} aria-hidden />}>
          {t('bc.scheduled.approval', { count: approval.recipients, limit: count(approval.limit) })}{' '}
          {t('bc.scheduled.asked', { at: shortTime(approval.asked_at, style) })}
        </Note>
      : <Note tone="info" icon={<IconClock size={18} aria-hidden />}>
          {at === null ? t('bc.scheduled.soon') : t('bc.scheduled.at', { at: shortTime(at, style) })}{' '}
          {approval?.approved_at && t('bc.scheduled.approved', { at: shortTime(approval.approved_at, style) })}
        </Note>
      }
      <div className="bc-compose">
        <div className="steps">
          <section className="bk-card">
            <header>
              <h2>{t('bc.audience.title')}</h2>
            </header>
            <div className="body">
              <Funnel funnel={estimate.funnel} stale={estimate.stale} />
            </div>
          </section>
        </div>
        <aside className="side" aria-label={t('bc.preview.title')}>
          {draft.type === 'email' ?
            <EmailPreview draft={draft} variant={0} letterhead={estimate.credit?.mail ?? null} />
          : <PhonePreview draft={draft} variant={0} prefix={estimate.credit?.prefix ?? null} />}
          <Summary draft={draft} estimate={estimate} />
        </aside>
      </div>
    </div>
  );
}
