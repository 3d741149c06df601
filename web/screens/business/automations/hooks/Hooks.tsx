import './hooks.css';
import { Button, Skeleton } from '@mantine/core';
import { IconKey, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AutomationHookRow } from '../../../../../api/contract/automation-hooks.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here } from '../model.ts';
import { Secret } from './Secret.tsx';
import { t } from './texts.ts';

/** /business/automations/webhooks: the addresses that others call, and how what automations call is signed. */
export default function Hooks() {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/automations/webhooks', {});
  const [made, setMade] = useState<{ readonly id: string; readonly path: string; readonly secret: string } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const answer = await run(() => client.get('/automations/new-webhook', {}));
    setBusy(false);
    if (answer === undefined) return;
    setMade(answer.data);
    await refreshAll('/automations/webhooks');
  };
  const rows = data?.data as readonly AutomationHookRow[] | undefined;
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} loading={busy} onClick={() => void make()}>
      {t('au.w.new')}
    </Button>
  );
  return (
    <div className="bk-page">
      <RecordHeader name={t('au.w.title')} back={{ href: here, label: t('au.title') }}>
        {button}
      </RecordHeader>
      <p className="muted au-hooks-text">{t('au.w.text')}</p>
      <section className="bk-card au-hooks" aria-label={t('au.w.list')}>
        {error !== undefined ?
          <ErrorState error={error} onRetry={refresh} />
        : rows === undefined ?
          <Skeleton height={120} m="md" />
        : rows.length === 0 ?
          <EmptyState icon={IconWebhook} title={t('au.w.none')} text={t('au.w.noneText')} />
        : <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Link href={`${here}/webhooks/${row.id}`}>
                  <b dir="auto">{row.name ?? t('au.w.unnamed')}</b>
                </Link>
                <Heard row={row} />
                <span className={row.mapped ? 'ready' : 'open'}>{t(row.mapped ? 'au.w.ready' : 'au.w.unmapped')}</span>
              </li>
            ))}
          </ul>
        }
      </section>
      <Signing />
      {made !== null && (
        <Secret
          title={t('au.w.secretTitle')}
          text={t('au.w.secretText')}
          secret={made.secret}
          path={made.path}
          onClose={() => {
            setMade(null);
            go(`${here}/webhooks/${made.id}`);
          }}
        />
      )}
    </div>
  );
}

function Heard({ row: { heard_at: at, outcome } }: { readonly row: AutomationHookRow }) {
  const style = useDateStyle();
  if (at === null) return <span className="muted">{t('au.w.never')}</span>;
  return (
    <span className="muted">
      <Instant at={at}>{t('au.w.heard', { at: shortTime(at, style) })}</Instant>
      {outcome === 'refused' && <span className="bad">{` · ${t('au.w.lastRefused')}`}</span>}
    </span>
  );
}

/** The secret that what automations call is signed with. */
function Signing() {
  const { client, run } = useApp();
  const style = useDateStyle();
  const { data, refresh } = useRead('/automations/signing-secret', {});
  const [asking, ask] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const since = data?.data.changed_at;
  return (
    <section className="bk-card au-signing">
      <header>
        <h2>{t('au.w.signing')}</h2>
      </header>
      <div className="body">
        <p className="muted">{t('au.w.signingText')}</p>
        {since !== undefined && (
          <p>{since === null ? t('au.w.signingFirst') : t('au.w.signingSince', { at: shortTime(since, style) })}</p>
        )}
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => {
            ask(true);
          }}
        >
          {t(since == null ? 'au.w.signingNew' : 'au.w.rotate')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('au.w.signingTitle')}
        text={t('au.w.signingWarn')}
        confirm={t('au.w.signingNew')}
        onClose={() => {
          ask(false);
        }}
        onConfirm={async () => {
          const made = await run(() => client.post('/automations/signing-secret', { quiet: true }));
          if (made === undefined) return;
          setSecret(made.data.secret);
          refresh();
        }}
      />
      {secret !== null && (
        <Secret
          title={t('au.w.signingShown')}
          text={t('au.w.signingWarn')}
          secret={secret}
          onClose={() => {
            setSecret(null);
          }}
        />
      )}
    </section>
  );
}
