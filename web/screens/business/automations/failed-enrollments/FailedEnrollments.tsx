import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from './texts.ts';

/** Whom an automation was to let in and could not, why, and to try it again; nothing while there is nobody. */
export function FailedEnrollments({ automation: id }: { readonly automation: string }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const { data, refresh } = useRead('/automations/{id}/not-let-in', { params: { id } });
  const [busy, setBusy] = useState(false);
  if (data === undefined || data.data.count === 0) return null;
  const { count, whys, last_at: last } = data.data;
  const again = async () => {
    setBusy(true);
    const answer = await run(() => client.post('/automations/{id}/try-again', { params: { id } }));
    setBusy(false);
    if (answer !== undefined) toastSuccess(t('au.n.tried', { count: answer.data.count }));
    refresh();
  };
  return (
    <section className="bk-card au-not-in" aria-labelledby="au-not-in">
      <div>
        <h2 id="au-not-in">{t('au.n.title', { count })}</h2>
        <p className="muted">
          {whys
            .map(({ why, count: of }) =>
              whys.length === 1 ? t(`au.n.${why}`) : t('au.n.of', { count: of, why: t(`au.n.${why}`) }),
            )
            .join(' ')}{' '}
          {last !== null && <Instant at={last}>{t('au.n.last', { at: shortTime(last, style) })}</Instant>}
        </p>
      </div>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void again()}
      >
        {t('au.n.again')}
      </Button>
    </section>
  );
}
