import { useEffect, useState } from 'react';
import type { MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import { time } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { isNight } from './night.ts';
import type { Draft } from './useDraft.ts';
import type { Estimate } from './useEstimate.ts';

type Credit = MessageCredit['data'];

/** One rate in words: about 600 a minute, done at 14:10. */
export function usePace(credit: Credit | null, { type, schedule }: Pick<Draft, 'type' | 'schedule'>): string {
  const style = useDateStyle();
  const zone = useProfile().business?.timezone ?? style.timezone;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 30_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  if (credit === null) return '…';
  if (credit.recipients === 0) return t('bc.summary.nobody');
  const pace = { rate: count(credit.per_minute) };
  if (schedule.kind === 'now' && isNight(type, zone)) return t('bc.summary.night', pace);
  if (schedule.kind === 'now')
    return credit.minutes <= 1 ?
        t('bc.summary.soon', pace)
      : t('bc.summary.doneAt', { ...pace, at: time(new Date(now + credit.minutes * 60_000).toISOString(), style) });
  const hours = Math.floor(credit.minutes / 60);
  return t('bc.summary.takes', {
    ...pace,
    time:
      hours === 0 ?
        t('bc.summary.minutes', { count: Math.max(1, credit.minutes) })
      : t('bc.summary.hours', { hours, minutes: credit.minutes % 60 }),
  });
}

export const segmentsInWords = ({ segments }: Credit): string =>
  segments === null ? t('bc.summary.none')
  : segments.least === segments.most ? t('bc.summary.segments', { count: segments.most })
  : t('bc.summary.segmentsRange', { least: segments.least, most: segments.most });

/** What it comes to, beside what it looks like. */
export function Summary({ draft, estimate }: { readonly draft: Draft; readonly estimate: Estimate }) {
  const { credit } = estimate;
  const pace = usePace(credit, draft);
  const tooMuch = credit !== null && credit.left !== null && credit.credits > credit.left;
  return (
    <section className={`bk-card bc-summary${estimate.stale ? ' stale' : ''}`} aria-busy={estimate.stale}>
      <header>
        <h2>{t('bc.summary.title')}</h2>
      </header>
      <dl className="body">
        <div className="big">
          <dt>{t('bc.summary.recipients')}</dt>
          <dd className="num">{credit === null ? '…' : count(credit.recipients)}</dd>
        </div>
        {draft.type !== 'email' && (
          <>
            <div>
              <dt>{t('bc.summary.each')}</dt>
              <dd>{credit === null ? '…' : segmentsInWords(credit)}</dd>
            </div>
            <div>
              <dt>{t('bc.summary.credits')}</dt>
              <dd className="num">{credit === null ? '…' : count(credit.credits)}</dd>
            </div>
            <div className={tooMuch ? 'bad' : ''}>
              <dt>{t('bc.summary.left')}</dt>
              <dd className="num">
                {credit === null ?
                  '…'
                : credit.left === null ?
                  t('bc.summary.unlimited')
                : t('bc.summary.leftOf', { left: count(credit.left), limit: count(credit.limit) })}
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('bc.summary.pace')}</dt>
          <dd>{pace}</dd>
        </div>
      </dl>
      {tooMuch && <p className="problem">{t('bc.summary.tooMuch')}</p>}
    </section>
  );
}
