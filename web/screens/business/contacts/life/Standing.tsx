import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { carrierText } from '../../../../../api/contract/outcome-words.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from './texts.ts';

/** What somebody has wished, and what stops texts and emails to them; nothing where there is neither. */
export function Standing({ id, onChanged }: { readonly id: string; readonly onChanged: () => void }) {
  const style = useDateStyle();
  const { client, run } = useApp();
  const { data, refresh } = useRead('/contacts/{id}/standing', { params: { id } });
  const [lifting, setLifting] = useState<string | null>(null);
  if (data === undefined) return null;
  const {
    paused_until: paused,
    frequency,
    muted,
    mails,
    unreachable,
    looks_opted_out: looksOut,
    above_limit: above,
  } = data.data;
  if (
    paused === null &&
    frequency === 'all' &&
    muted.length + mails.length === 0 &&
    unreachable === null &&
    looksOut === null &&
    above === null
  )
    return null;
  const since = (at: string | null) =>
    at !== null && (
      <span className="more">
        <Instant at={at}>{t('standing.since', { at: shortTime(at, style) })}</Instant>
      </span>
    );
  const lift = () =>
    run(async () => {
      const address = lifting ?? '';
      await client.post('/contacts/{id}/lift-bounce', { params: { id }, body: { address } });
      toastSuccess(t('standing.lifted', { address }));
      refresh();
      onChanged();
    });
  return (
    <section>
      <h3>{t('standing.title')}</h3>
      <ul className="bk-known">
        {looksOut !== null && (
          <li>
            {t('standing.looksOut')}
            {since(looksOut)}
            <Link href={`/business/livechat?contact=${id}`}>{t('standing.review')}</Link>
          </li>
        )}
        {above !== null && <li>{t('standing.above', { limit: above.limit })}</li>}
        {paused !== null && <li>{t('standing.paused', { until: shortTime(paused, style) })}</li>}
        {frequency === 'weekly' && <li>{t('standing.weekly')}</li>}
        {muted.length > 0 && <li>{t('standing.muted', { names: muted.map(({ name }) => name).join(', ') })}</li>}
        {unreachable !== null && (
          <li>
            {t('standing.unreachable', { carrier: carrierText(unreachable.code).replace(/\.$/u, '') })}
            {since(unreachable.since)}
          </li>
        )}
        {mails.map(({ address, stopped, reason, since: at }) => (
          <li key={address}>
            {t(`standing.${stopped}`, { address, reason: reason ?? '' })}
            {since(at)}
            {stopped === 'bounced' && (
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ justifySelf: 'start' }}
                onClick={() => {
                  setLifting(address);
                }}
              >
                {t('standing.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={lifting !== null}
        onClose={() => {
          setLifting(null);
        }}
        title={t('standing.liftTitle', { address: lifting ?? '' })}
        text={t('standing.liftText')}
        confirm={t('standing.liftConfirm')}
        onConfirm={lift}
      />
    </section>
  );
}
