import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { SentStats } from '../../../../../api/contract/broadcasts.ts';
import { time } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';

const Chart = lazy(() => import('./TimeChart.tsx'));

/** What left, arrived and failed over time, with a table of the same rows behind it. */
export function OverTime({ points }: { readonly points: SentStats['over_time'] }) {
  const style = useDateStyle();
  const [table, setTable] = useState(false);
  const rows = useMemo(
    () => points.map(({ at, sent, delivered, failed }) => ({ at, label: time(at, style), sent, delivered, failed })),
    [points, style],
  );
  const series = [
    { key: 'sent', title: t('bc.overTime.sent'), color: 'var(--neutral-fill)' },
    { key: 'delivered', title: t('bc.overTime.delivered'), color: 'var(--success-fill)' },
    { key: 'failed', title: t('bc.overTime.failed'), color: 'var(--danger-fill)' },
  ] as const;
  if (rows.length === 0) return null;
  const label = t('bc.overTime.label', {
    from: rows[0]!.label,
    to: rows.at(-1)!.label,
    sent: rows.reduce((sum, row) => sum + row.sent, 0),
  });
  return (
    <section className="bk-card bk-chart full">
      <header>
        <h2>{t('bc.overTime.title')}</h2>
        <Button
          className="end"
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-pressed={table}
          onClick={() => {
            setTable(!table);
          }}
        >
          {table ? t('chart.chart') : t('chart.table')}
        </Button>
      </header>
      <div className="body">
        {table ?
          <div className="table" tabIndex={0} role="region" aria-label={t('bc.overTime.title')}>
            <table>
              <caption className="sr-only">{label}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('bc.overTime.at')}</th>
                  {series.map((one) => (
                    <th key={one.key} scope="col">
                      {one.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.at}>
                    <th scope="row">{row.label}</th>
                    {series.map((one) => (
                      <td key={one.key} className="num">
                        {count(row[one.key])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        : <>
            <div className="legend" aria-hidden>
              {series.map((one) => (
                <span key={one.key}>
                  <i style={{ background: one.color }} />
                  {one.title}
                </span>
              ))}
            </div>
            <div className="plot" role="img" aria-label={label}>
              <Suspense fallback={<Skeleton height="100%" />}>
                <Chart rows={rows} series={series} />
              </Suspense>
            </div>
          </>
        }
      </div>
    </section>
  );
}
