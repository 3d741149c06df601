import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import type { SessionRow } from '../../../api/contract/session.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/form/Form.tsx';
import { Instant } from '../../components/Instant.tsx';
import { useRead } from '../../data/read.ts';
import { listTime } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** Where one is signed in, and the way to end it there. */
export function Devices() {
  const { client, run } = useApp();
  const { data, error, refresh } = useRead('/sessions', {});
  const [asking, setAsking] = useState(false);
  const end = async (id: string) => {
    await run(() => client.delete('/sessions/{id}', { params: { id } }));
    refresh();
  };
  const sessions = data?.data ?? [];
  return (
    <div className="bk-form">
      <Section title={t('devices.title')} text={t('devices.text')}>
        {error && !data ?
          <ErrorState error={error} onRetry={refresh} />
        : <ul className="bk-owned" aria-label={t('devices.title')} aria-busy={!data}>
            {sessions.map((session) => (
              <Device key={session.id} session={session} onEnd={end} />
            ))}
          </ul>
        }
        {sessions.length > 1 && (
          <div>
            <Button
              variant="default"
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('devices.endOthers')}
            </Button>
          </div>
        )}
      </Section>
      <ConfirmDialog
        opened={asking}
        title={t('devices.endOthersTitle')}
        text={t('devices.endOthersText')}
        confirm={t('devices.endOthers')}
        onConfirm={async () => {
          await run(() => client.delete('/sessions'));
          refresh();
        }}
        onClose={() => {
          setAsking(false);
        }}
      />
    </div>
  );
}

function Device({ session, onEnd }: { readonly session: SessionRow; readonly onEnd: (id: string) => Promise<void> }) {
  const style = useDateStyle();
  const [busy, setBusy] = useState(false);
  const name = session.device ?? t('devices.unknown');
  const when = (at: string) => listTime(at, style, new Date());
  const signedIn = { when: when(session.signed_in_at), address: session.ip_address ?? '' };
  const Icon = /iPhone|iPad|Android/u.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <span className="mark">
        <Icon size={19} aria-hidden />
      </span>
      <span className="what">
        <b>
          {name}
          {session.current && <span className="bk-tag">{t('devices.current')}</span>}
        </b>
        {!session.current && (
          <Instant at={session.last_seen_at} className="muted">
            {t('devices.lastUsed', { when: when(session.last_seen_at) })}
          </Instant>
        )}
        <Instant at={session.signed_in_at} className="muted">
          {t(session.ip_address === null ? 'devices.signedIn' : 'devices.signedInFrom', signedIn)}
        </Instant>
      </span>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={busy}
          aria-label={t('devices.endLabel', { device: name })}
          onClick={() => {
            setBusy(true);
            void onEnd(session.id).finally(() => {
              setBusy(false);
            });
          }}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
