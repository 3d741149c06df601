import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { listTime } from '../../../format/date.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { nameOf } from './Leaderboard.tsx';
import { maybe, t } from './texts.ts';

type Referral = AnswerOf<'GET', '/landings/{id}/referrals'>['data'][number];

/** Referrals that count when somebody has looked at them; the newest hundred. */
export function Review({ couponId, onJudged }: { readonly couponId: string; readonly onJudged: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error, refresh } = useRead('/landings/{id}/referrals', {
    params: { id: couponId },
    query: { state: 'in-review', per_page: 100 },
  });
  const judge = async (one: Referral, accept: boolean) => {
    setBusy(one.id);
    await run(async () => {
      await client.put('/landings/{couponId}/referrals/{id}', {
        params: { couponId, id: one.id },
        body: { member_id: one.member_id, accept },
      });
      toastSuccess(t(accept ? 'review.accepted' : 'review.refused', { name: nameOf(one.invited) }));
    });
    setBusy(null);
    refresh();
    onJudged();
  };
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  if (data === undefined) return <FormGhost sections={1} />;
  if (data.data.length === 0)
    return (
      <div className="bk-card">
        <EmptyState icon={IconUserCheck} title={t('review.none')} text={t('review.noneText')} />
      </div>
    );
  return (
    <section className="bk-card bk-loop-card">
      <p className="muted">{t('review.text')}</p>
      <ul className="bk-loop-rows" aria-label={t('review.label')}>
        {data.data.map((one) => (
          <li key={one.id}>
            <span className="bk-two">
              <span dir="auto">{nameOf(one.invited)}</span>
              <span className="sub" dir="auto">
                {t('review.by', { name: nameOf(one.inviter) })}
              </span>
            </span>
            <span className="why">{one.suspicions.map((word) => maybe(`review.${word}`) ?? word).join(', ')}</span>
            <span className="when">
              {one.at !== null && <Instant at={one.at}>{listTime(one.at, style, new Date())}</Instant>}
            </span>
            <span className="does">
              {([true, false] as const).map((accept) => (
                <Button
                  key={String(accept)}
                  size="xs"
                  variant={accept ? 'filled' : 'default'}
                  disabled={busy === one.id}
                  aria-label={t(accept ? 'review.acceptOf' : 'review.refuseOf', { name: nameOf(one.invited) })}
                  onClick={() => {
                    void judge(one, accept);
                  }}
                >
                  {t(accept ? 'review.accept' : 'review.refuse')}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
