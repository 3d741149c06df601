import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { dayLabel } from '../format/date.ts';
import { compact, count } from '../format/number.ts';
import type { DayRow, Series } from './ChartCard.tsx';

const tick = { fill: 'var(--text-muted)', fontSize: 11 };

/** Lines with soft areas, one per series. Its card gives it a name, a legend and a table. */
export default function DailyChart({ rows, series }: { readonly rows: readonly DayRow<string>[]; readonly series: readonly Series<string>[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...rows]} margin={{ top: 10, right: 6, bottom: 0, left: -8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="day" tickFormatter={(day: string) => dayLabel(day)} tick={tick} tickLine={false} axisLine={false} minTickGap={36} dy={4} />
        <YAxis allowDecimals={false} width={44} tick={tick} tickLine={false} axisLine={false} tickFormatter={compact} domain={[0, (highest: number) => Math.max(4, Math.ceil(highest * 1.1))]} />
        <Tooltip cursor={{ stroke: 'var(--border-strong)' }} isAnimationActive={false} content={({ active, payload, label }) => (active && payload.length > 0
          ? <div className="tip"><b>{dayLabel(String(label), { weekday: 'short', month: 'short', day: 'numeric' })}</b>{series.map((one) => <div key={one.key}><i style={{ background: one.color }} />{one.title}<span className="num">{count(Number(payload.find((item) => item.dataKey === one.key)?.value ?? 0))}</span></div>)}</div>
          : null)} />
        {series.map((one) => <Area key={one.key} type="monotone" dataKey={one.key} stroke={one.color} strokeWidth={2} fill={one.color} fillOpacity={0.09} isAnimationActive={false} dot={rows.length === 1} activeDot={{ r: 4, strokeWidth: 0 }} />)}
      </AreaChart>
    </ResponsiveContainer>
  );
}
