import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { change, count } from '../format/number.ts';
import { t } from './texts.ts';

/** One sum of a period, with how it compares with the period before. */
export function Figure({
  title,
  value,
  before,
  days,
}: {
  readonly title: string;
  readonly value: number;
  readonly before: number;
  readonly days: number;
}) {
  const trend = change(value, before);
  const Icon =
    trend.kind === 'up' || trend.kind === 'new' ? IconArrowUpRight
    : trend.kind === 'down' ? IconArrowDownRight
    : IconMinus;
  return (
    <div className="bk-card bk-figure">
      <h2>{title}</h2>
      <div className="value num">{count(value)}</div>
      <div className={`compare ${trend.kind}`}>
        <Icon size={14} aria-hidden />
        {t(`dashboard.change.${trend.kind}`, { days, percent: 'percent' in trend ? count(trend.percent) : 0 })}
      </div>
    </div>
  );
}
