import { useMemo } from 'react';
import type { SentStats } from '../../../../../api/contract/broadcasts.ts';
import { ChartCard } from '../../../../components/ChartCard.tsx';
import type { TimeLabel } from '../../../../components/series.ts';
import { dayKey, shortTime, time } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here } from '../presentation.tsx';
import { t } from '../texts.ts';
import { everyStep } from './steps.ts';

/** Where a step ends: at the next one; the last is as long as the one before it. */
function endOf(rows: readonly { readonly day: string }[], at: string): string {
  const nth = rows.findIndex(({ day }) => day === at);
  const next = rows[nth + 1]?.day;
  if (next !== undefined) return next;
  return new Date(2 * Date.parse(at) - Date.parse(rows[nth - 1]!.day)).toISOString();
}

/**
 * What left, arrived and failed over time, each leading to its recipients. A single step is no picture: the progress says
 * it in words.
 */
export function OverTime({ id, points }: { readonly id: string; readonly points: SentStats['over_time'] }) {
  const style = useDateStyle();
  const rows = useMemo(() => everyStep(points).map(({ at, ...figures }) => ({ day: at, ...figures })), [points]);
  if (rows.length < 2) return null;
  const days = new Set(rows.map(({ day }) => dayKey(day, style.timezone)));
  const timeLabel: TimeLabel = (at, length) =>
    length === 'long' || days.size > 1 ? shortTime(at, style) : time(at, style);
  return (
    <ChartCard
      className="full"
      title={t('bc.overTime.title')}
      label={t('bc.overTime.label', {
        from: shortTime(rows[0]!.day, style),
        to: shortTime(rows.at(-1)!.day, style),
        sent: rows.reduce((sum, row) => sum + row.sent, 0),
      })}
      rows={rows}
      series={[
        { key: 'sent', title: t('bc.overTime.sent'), color: 'var(--neutral-fill)', dashed: true },
        { key: 'delivered', title: t('bc.overTime.delivered'), color: 'var(--success-fill)' },
        { key: 'failed', title: t('bc.overTime.failed'), color: 'var(--danger-fill)' },
      ]}
      timeTitle={t('bc.overTime.at')}
      timeLabel={timeLabel}
      maxBars={12}
      hrefOf={(at, moment = 'sent') => `${here}/${id}/report?moment=${moment}&time_range=${at},${endOf(rows, at)}`}
    />
  );
}
