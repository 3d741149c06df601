import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { compact, count } from '../../../../format/number.ts';
import { niceTicks } from '../../../../format/ticks.ts';
import type { Series } from '../../../../components/series.ts';

type Key = 'sent' | 'delivered' | 'failed';
const tick = { fill: 'var(--text-muted)', fontSize: 11 };

/** With so few moments a line shows nothing: bars do. */
const fewest = 12;

/** Lines with soft areas, or bars, without motion: the rows change while somebody looks. At most some 300 points. */
export default function TimeChart({
  rows,
  series,
}: {
  readonly rows: readonly ({ readonly label: string } & Readonly<Record<Key, number>>)[];
  readonly series: readonly Series<Key>[];
}) {
  const ticks = niceTicks(Math.max(4, ...rows.flatMap((row) => series.map(({ key }) => row[key]))));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...rows]} margin={{ top: 10, right: 6, bottom: 0, left: -8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="label" tick={tick} tickLine={false} axisLine={false} minTickGap={40} dy={4} />
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
          cursor={rows.length < fewest ? { fill: 'var(--border)', opacity: 0.4 } : { stroke: 'var(--border-strong)' }}
          isAnimationActive={false}
          content={({ active, payload, label }) =>
            active && payload.length > 0 ?
              <div className="tip">
                <b>{String(label)}</b>
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
          rows.length < fewest ?
            <Bar
              key={one.key}
              dataKey={one.key}
              fill={one.color}
              maxBarSize={36}
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
            />
          : <Area
              key={one.key}
              type="monotone"
              dataKey={one.key}
              stroke={one.color}
              strokeWidth={2}
              fill={one.color}
              fillOpacity={0.09}
              isAnimationActive={false}
              dot={false}
              activeDot={{ r: 4, strokeWidth: 0 }}
            />,
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
