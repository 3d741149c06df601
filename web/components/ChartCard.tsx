import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { dayLabel } from '../format/date.ts';
import { count } from '../format/number.ts';
import { ChartGhost } from './Ghosts.tsx';
import { t } from './texts.ts';
import type { DayRow, Series, TimeLabel } from './series.ts';

const Chart = lazy(() => import('./DailyChart.tsx'));

const dayInWords: TimeLabel = (day, length) =>
  length === 'short' ? dayLabel(day) : dayLabel(day, { weekday: 'short', month: 'short', day: 'numeric' });

/** Figures a day as a chart, with a name that says what it shows and a table of the same rows behind it. */
export function ChartCard<K extends string>({
  title,
  label,
  rows,
  series,
  className = '',
  timeTitle = t('chart.day'),
  timeLabel = dayInWords,
  maxBars = 45,
}: {
  readonly title: string;
  readonly label: string;
  readonly rows: readonly DayRow<K>[];
  readonly series: readonly Series<K>[];
  readonly className?: string;
  /** Where the rows are not days. */
  readonly timeTitle?: string;
  readonly timeLabel?: TimeLabel;
  /** More rows than this are lines: bars would be too thin to tell apart. */
  readonly maxBars?: number;
}) {
  const [table, setTable] = useState(false);
  return (
    <section className={`bk-card bk-chart ${className}`}>
      <header>
        <h2>{title}</h2>
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
          <div className="table" tabIndex={0} role="region" aria-label={title}>
            <table>
              <caption className="sr-only">{label}</caption>
              <thead>
                <tr>
                  <th scope="col">{timeTitle}</th>
                  {series.map((one) => (
                    <th key={one.key} scope="col">
                      {one.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...rows].reverse().map((row) => (
                  <tr key={row.day}>
                    <th scope="row">{timeLabel(row.day, 'short')}</th>
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
                  <i
                    className={one.dashed === true && rows.length > maxBars ? 'dashed' : ''}
                    style={{ background: one.color, color: one.color }}
                  />
                  {one.title}
                </span>
              ))}
            </div>
            <div className="plot" role="img" aria-label={label}>
              <Suspense fallback={<ChartGhost />}>
                <Chart rows={rows} series={series} timeLabel={timeLabel} maxBars={maxBars} />
              </Suspense>
            </div>
          </>
        }
      </div>
    </section>
  );
}
