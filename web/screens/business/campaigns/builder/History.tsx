import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Landing } from '../../../../../api/contract/campaigns.ts';
import type { PageKind } from '../../../../../api/contract/page-model.ts';
import { useRead } from '../../../../data/read.ts';
import { Instant } from '../../../../components/Instant.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { pageOf } from './page.ts';
import { Drawing, Sheet } from './Preview.tsx';

/** What happened to a page, with a look at what was live then. A version comes back as the draft; what is live stays. */
export function History({
  id,
  kind,
  company,
  history,
  live,
  onRestore,
}: {
  readonly id: string;
  readonly kind: PageKind;
  readonly company: string;
  readonly history: Landing['history'];
  readonly live: number | null;
  readonly onRestore: (version: number) => Promise<void>;
}) {
  const style = useDateStyle();
  const [shown, setShown] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const read = useRead('/landings/{id}', shown === null ? null : { params: { id }, query: { version: shown } });
  const looked = shown === null ? null : (read.data?.data ?? null);
  return (
    <ol className="bld-history">
      {history.map((act, index) => (
        <li key={index} data-act={act.act}>
          <div className="head">
            <b>{t(`act.${act.act}`, { version: act.version ?? 0 })}</b>
            {act.act === 'published' && act.version === live && (
              <span className="bk-status badge tone-success">{t('builder.isLive')}</span>
            )}
          </div>
          <span className="muted">
            <Instant at={act.at}>{shortTime(act.at, style)}</Instant> · {act.by ?? t('builder.somebody')}
          </span>
          {act.act === 'published' && act.version !== null && (
            <div className="acts">
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setShown(shown === act.version ? null : act.version);
                }}
              >
                {t(shown === act.version ? 'builder.hide' : 'builder.look_at')}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                loading={busy}
                onClick={() => {
                  setBusy(true);
                  void onRestore(act.version!).finally(() => {
                    setBusy(false);
                  });
                }}
              >
                {t('builder.restore')}
              </Button>
            </div>
          )}
          {act.act === 'published' && shown === act.version && looked !== null && (
            <Sheet
              title={t('act.published', { version: shown ?? 0 })}
              width={390}
              fit={{ width: 300, height: 420 }}
              still
            >
              <Drawing kind={kind} page={pageOf(kind, looked.sections)} company={company} />
            </Sheet>
          )}
        </li>
      ))}
    </ol>
  );
}
