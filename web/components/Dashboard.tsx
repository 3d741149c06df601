import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Read } from '../data/read.ts';
import { date } from '../format/date.ts';
import { useDateStyle } from '../session/profile.tsx';
import { ChartCard } from './ChartCard.tsx';
import { ErrorState } from './ErrorState.tsx';
import { consentsBehind, textsBehind } from './Figure.tsx';
import { PageHeader } from './PageHeader.tsx';
import { type Period, PeriodPicker, rangeOf } from './PeriodPicker.tsx';
import { t } from './texts.ts';

/** What every dashboard reports of its period. Days are `YYYY-MM-DD`, first and last included. */
interface Reported {
  readonly from: string;
  readonly to: string;
  readonly totals: {
    readonly opt_ins: number;
    readonly opt_outs: number;
    readonly received: number;
    readonly sent: number;
  };
  readonly daily: readonly ({ readonly day: string } & Reported['totals'])[];
}

/** A dashboard: its title, its period, and what is reported of it. `today`: a day of those whose dashboard it is. */
export function DashboardPage<R extends Reported>({
  title,
  today,
  useReport,
  children,
}: {
  readonly title: string;
  readonly today: string;
  /** Asks for a period of days, `from,to`. */
  readonly useReport: (range: string) => Read<{ readonly data: R }>;
  readonly children: (report: R) => ReactNode;
}) {
  const [period, setPeriod] = useState<Period>({ kind: '30' });
  const range = useMemo(() => rangeOf(period, today), [period, today]);
  const { data, error, isStale, refresh } = useReport(`${range.from},${range.to}`);
  return (
    <div className="bk-page bk-dashboard">
      <PageHeader title={title}>
        <PeriodPicker period={period} today={today} onChange={setPeriod} />
      </PageHeader>
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <Ghost />
      : <div className={`bk-grid${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          {children(data.data)}
        </div>
      }
    </div>
  );
}

/** The report's days are dates, no instants: they are written as they are, in nobody's zone. */
function useSpan({ from, to }: Reported) {
  const style = { ...useDateStyle(), timezone: 'UTC' };
  return { from: date(`${from}T12:00:00Z`, style), to: date(`${to}T12:00:00Z`, style) };
}

/** In whose reports the rows behind its figures are listed. */
interface Behind {
  readonly report: Reported;
  readonly role: Parameters<typeof textsBehind>[0];
}

export function OptInsChart({ report, role }: Behind) {
  const { opt_ins: ins, opt_outs: outs } = report.totals;
  return (
    <ChartCard
      title={t('dashboard.optInsChart')}
      label={t('dashboard.optInsChartText', { ...useSpan(report), ins, outs })}
      rows={report.daily}
      series={[
        { key: 'opt_ins', title: t('chart.optIns'), color: 'var(--brand-text)' },
        { key: 'opt_outs', title: t('chart.optOuts'), color: 'var(--danger-fill)' },
      ]}
      className="wide"
      hrefOf={(day, key) =>
        consentsBehind(
          role,
          { from: day, to: day },
          key === 'opt_ins' ? 'optedIn'
          : key === 'opt_outs' ? 'optedOut'
          : undefined,
        )
      }
    />
  );
}

/** What came in is grey beside what went out: a tenant's own colour may be any other. */
export function TrafficChart({ report, role }: Behind) {
  const { received, sent } = report.totals;
  return (
    <ChartCard
      title={t('dashboard.trafficChart')}
      label={t('dashboard.trafficChartText', { ...useSpan(report), received, sent })}
      rows={report.daily}
      series={[
        { key: 'received', title: t('chart.received'), color: 'var(--neutral-fill)' },
        { key: 'sent', title: t('chart.sent'), color: 'var(--brand-text)' },
      ]}
      className="wide"
      hrefOf={(day, key) =>
        textsBehind(
          role,
          { from: day, to: day },
          key === 'sent' ? 'by=sent'
          : key === 'received' ? 'direction=in'
          : '',
        )
      }
    />
  );
}

/** As high as what comes. */
function Ghost() {
  return (
    <div className="bk-grid" role="status" aria-label={t('app.loading')}>
      <Skeleton height={76} className="full" radius="lg" />
      <div className="bk-figures full">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={106} radius="lg" />
        ))}
      </div>
      {[0, 1].map((row) => [
        <Skeleton key={`wide ${row}`} height={312} className="wide" radius="lg" />,
        <Skeleton key={`side ${row}`} height={312} radius="lg" />,
      ])}
    </div>
  );
}
