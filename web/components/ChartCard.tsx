import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { dayLabel } from '../format/date.ts';
import { count } from '../format/number.ts';
import { ChartDays } from './ChartDays.tsx';
import { ChartGhost } from './Ghosts.tsx';
import { t } from './texts.ts';
import type { DayRow, RowsBehind, Series, TimeLabel } from './series.ts';

const Chart = lazy(() => import('./DailyChart.tsx'));

const dayInWords: TimeLabel = (day, length) =>
  length === 'short' ? dayLabel(day) : dayLabel(day, { weekday: 'short', month: 'short', day: 'numeric' });

const linked = (href: string | undefined, text: ReactNode): ReactNode =>
  href === undefined ? text : <Link href={href}>{text}</Link>;

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
  hrefOf,
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
  /** Bars and figures lead there. */
  readonly hrefOf?: RowsBehind<K>;
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
                    <th scope="row">{linked(hrefOf?.(row.day), timeLabel(row.day, 'short'))}</th>
                    {series.map((one) => (
                      <td key={one.key} className="num">
                        {linked(row[one.key] === 0 ? undefined : hrefOf?.(row.day, one.key), count(row[one.key]))}
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
            <div className="plot">
              <div className="picture" role="img" aria-label={label}>
                <Suspense fallback={<ChartGhost />}>
                  <Chart
                    rows={rows}
                    series={series}
                    timeLabel={timeLabel}
                    maxBars={maxBars}
                    hrefOf={hrefOf as RowsBehind<string> | undefined}
                  />
                </Suspense>
              </div>
              {hrefOf !== undefined && (
                <ChartDays
                  label={title}
                  days={rows.map((row) => ({
                    key: row.day,
                    href: hrefOf(row.day),
                    label: [
                      timeLabel(row.day, 'long'),
                      ...series.map((one) => `${one.title} ${count(row[one.key])}`),
                    ].join(', '),
                  }))}
                />
              )}
            </div>
          </>
        }
      </div>
    </section>
  );
}
