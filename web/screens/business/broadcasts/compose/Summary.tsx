import type { MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import { centsOf } from '../../../../format/money.ts';
import { dayKey, monthName, shortTime, time } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import type { Draft } from './useDraft.ts';
import type { Estimate } from './useEstimate.ts';

type Credit = MessageCredit['data'];

/** When it is done, in words: about 600 a minute, done at 14:10. As the server tells it, also of the report. */
export function usePace(credit: Credit | null): string {
  const style = useDateStyle();
  if (credit === null) return '…';
  const { recipients, per_minute: perMinute, minutes, done_at: doneAt, starts_at: startsAt, waits, held } = credit;
  if (recipients === 0) return t('bc.summary.nobody');
  if (doneAt === null) return t('bc.summary.never');
  const rate = count(perMinute);
  if (minutes <= 1 && !waits && Date.parse(doneAt) - Date.parse(startsAt) <= 60_000)
    return t('bc.summary.soon', { rate });
  const sameDay = dayKey(doneAt, style.timezone) === dayKey(new Date(), style.timezone);
  const at = sameDay ? time(doneAt, style) : shortTime(doneAt, style);
  const pace = t(waits ? 'bc.summary.doneAfterNight' : 'bc.summary.doneAt', { rate, at });
  if (held === null) return pace;
  return t('bc.summary.held', { pace, count: count(held.count), until: shortTime(held.until, style) });
}

/** What is left of the month’s limit afterwards, and whether it is enough. */
export function leftInWords({ left_after: left, limit, month }: Credit): string {
  if (left === null) return t('bc.summary.unlimited');
  return left < 0 ?
      t('bc.summary.missing', { count: count(-left), month: monthName(month) })
    : t('bc.summary.leftOf', { left: count(left), limit: count(limit), month: monthName(month) });
}
/** What the month has too little for, in words; null: it is enough. */
export const tooMuchInWords = ({ left_after: left, month }: Credit): string | null =>
  left === null || left >= 0 ? null : t('bc.summary.tooMuch', { count: count(-left), month: monthName(month) });

/** Who is not reached before it is too old, in words; null: everybody is. */
const lateInWords = ({ recipients, in_time: reached }: Credit, hours: number): string | null =>
  recipients > reached ? t('bc.summary.late', { count: recipients - reached, hours }) : null;

/** What stands in the way, in words that say what to do; empty: nothing. */
export const problemsOf = (credit: Credit, { valid_hours: hours }: Pick<Draft, 'valid_hours'>): readonly string[] =>
  [
    credit.mail?.trouble ? `${t('bc.compose.standsStill')} ${credit.mail.trouble.note}` : null,
    tooMuchInWords(credit),
    lateInWords(credit, hours),
  ].filter((words) => words !== null);

/** About what it costs the business; null: nothing is known, or there is no price. */
export const costInWords = (credit: MessageCredit['data'] | null): string | null =>
  credit === null || credit.cost === null ? null : centsOf(credit.cost.amount, credit.cost.currency);

/** What one recipient gets, and what it takes: a text is counted in segments, a picture message in credits alone. */
export const segmentsInWords = ({ segments }: Credit, type: Draft['type']): string =>
  segments === null ? t('bc.summary.none')
  : type === 'mms' ?
    segments.least === segments.most ?
      t('bc.summary.picture', { count: segments.most })
    : t('bc.summary.pictureRange', { least: segments.least, most: segments.most })
  : segments.least === segments.most ? t('bc.summary.segments', { count: segments.most })
  : t('bc.summary.segmentsRange', { least: segments.least, most: segments.most });

/** What it comes to, beside what it looks like. */
export function Summary({ draft, estimate }: { readonly draft: Draft; readonly estimate: Estimate }) {
  const { credit } = estimate;
  const pace = usePace(credit);
  // What stops all of it is said above, on top of the screen.
  const late = credit === null ? null : lateInWords(credit, draft.valid_hours);
  const tooMuch = (credit?.left_after ?? 0) < 0;
  const cost = costInWords(credit);
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
              <dd>{credit === null ? '…' : segmentsInWords(credit, draft.type)}</dd>
            </div>
            <div>
              <dt>{t('bc.summary.credits')}</dt>
              <dd className="num">{credit === null ? '…' : count(credit.credits)}</dd>
            </div>
            <div className={tooMuch ? 'bad' : ''}>
              <dt>{t('bc.summary.left')}</dt>
              <dd className="num">{credit === null ? '…' : leftInWords(credit)}</dd>
            </div>
          </>
        )}
        {cost !== null && (
          <div>
            <dt>{t('bc.summary.cost')}</dt>
            <dd className="num">{cost}</dd>
          </div>
        )}
        <div>
          <dt>{t('bc.summary.pace')}</dt>
          <dd>{pace}</dd>
        </div>
      </dl>
      {late !== null && <p className="problem">{late}</p>}
    </section>
  );
}
