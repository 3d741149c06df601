import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useLocation } from 'wouter';
import { compact, count } from '../format/number.ts';
import { niceTicks } from '../format/ticks.ts';
import type { DayRow, RowsBehind, Series, TimeLabel } from './series.ts';

const tick = { fill: 'var(--text-muted)', fontSize: 11 };

/** Bars for a few weeks, lines with soft areas beyond; one per series, without motion: rows change while somebody looks. */
export default function DailyChart({
  rows,
  series,
  timeLabel,
  maxBars,
  hrefOf,
}: {
  readonly rows: readonly DayRow<string>[];
  readonly series: readonly Series<string>[];
  readonly timeLabel: TimeLabel;
  readonly maxBars: number;
  readonly hrefOf?: RowsBehind<string> | undefined;
}) {
  const [, go] = useLocation();
  const open = (time: string | number | undefined, key?: string): void => {
    const href = time === undefined ? undefined : hrefOf?.(String(time), key);
    if (href !== undefined) go(href);
  };
  const ticks = niceTicks(Math.max(4, ...rows.flatMap((row) => series.map((one) => Number(row[one.key])))));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...rows]}
        margin={{ top: 10, right: 6, bottom: 0, left: -8 }}
        accessibilityLayer={false}
        barGap={1}
        barCategoryGap="22%"
        {...(hrefOf === undefined ?
          {}
        : {
            className: 'leads',
            onClick: ({ activeLabel }) => {
              open(activeLabel);
            },
          })}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="day"
          tickFormatter={(day: string) => timeLabel(day, 'short')}
          tick={tick}
          tickLine={false}
          axisLine={false}
          minTickGap={36}
          dy={4}
        />
        <YAxis
          allowDecimals={false}
          width={44}
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickFormatter={compact}
          ticks={[...ticks]}
          domain={[0, ticks.at(-1)!]}
          interval={0}
        />
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)' }}
          isAnimationActive={false}
          content={({ active, payload, label }) =>
            active && payload.length > 0 ?
              <div className="tip">
                <b>{timeLabel(String(label), 'long')}</b>
                {series.map((one) => (
                  <div key={one.key}>
                    <i style={{ background: one.color }} />
                    {one.title}
                    <span className="num">
                      {count(Number(payload.find((item) => item.dataKey === one.key)?.value ?? 0))}
                    </span>
                  </div>
                ))}
              </div>
            : null
          }
        />
        {series.map((one) =>
          rows.length <= maxBars ?
            <Bar
              key={one.key}
              dataKey={one.key}
              fill={one.color}
              radius={[3, 3, 0, 0]}
              maxBarSize={18}
              isAnimationActive={false}
              {...(hrefOf === undefined ?
                {}
              : {
                  onClick: ({ payload }, _nth, event) => {
                    // Not the whole day, too.
                    event.stopPropagation();
                    open((payload as DayRow<string>).day, one.key);
                  },
                })}
            />
          : <Area
              key={one.key}
              type="monotone"
              dataKey={one.key}
              stroke={one.color}
              strokeWidth={2}
              {...(one.dashed === true ? { strokeDasharray: '6 4' } : {})}
              fill={one.color}
              fillOpacity={one.dashed === true ? 0 : 0.09}
              isAnimationActive={false}
              dot={false}
              activeDot={{ r: 4, strokeWidth: 0 }}
            />,
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
