import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { change, count } from '../format/number.ts';
import { t } from './texts.ts';

/** One sum of a period, with how it compares with the period before. */
export function Figure({
  title,
  value,
  before,
  days,
  href,
}: {
  readonly title: string;
  readonly value: number;
  readonly before: number;
  readonly days: number;
  /** Where what it counts is listed, one by one. */
  readonly href?: string;
}) {
  const trend = change(value, before);
  const Icon =
    trend.kind === 'up' || trend.kind === 'new' ? IconArrowUpRight
    : trend.kind === 'down' ? IconArrowDownRight
    : IconMinus;
  return (
    <div className="bk-card bk-figure">
      <h2>{href === undefined ? title : <Link href={href}>{title}</Link>}</h2>
      <div className="value num">{count(value)}</div>
      <div className={`compare ${trend.kind}`}>
        <Icon size={14} aria-hidden />
        {t(`dashboard.change.${trend.kind}`, { days, percent: 'percent' in trend ? count(trend.percent) : 0 })}
      </div>
    </div>
  );
}

/** The texts behind a figure of a period, in the reports of a role. A figure counts on the day on which it happened. */
export const textsBehind = (
  role: 'admin' | 'agency' | 'business',
  { from, to }: { readonly from: string; readonly to: string },
  which: 'by=sent' | 'by=delivered' | 'by=failed' | 'direction=in' | '' = '',
): string => `/${role}/reports?date_range=${from},${to}${which === '' ? '' : `&${which}`}`;

/** The opt-ins and opt-outs behind a figure of a period, in the reports of a role. */
export const consentsBehind = (
  role: 'admin' | 'agency' | 'business',
  { from, to }: { readonly from: string; readonly to: string },
  status?: 'optedIn' | 'optedOut',
): string => `/${role}/reports/opt-ins?date_range=${from},${to}${status === undefined ? '' : `&status=${status}`}`;
