import './dashboard.css';
import { Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Dashboard as Report } from '../../../../api/contract/dashboard.ts';
import { useRead } from '../../../api/read.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { date, dayKey } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { Attention } from './Attention.tsx';
import { Figures } from './Figures.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { type Period, PeriodPicker, rangeOf } from '../../../components/PeriodPicker.tsx';
import { Audience, ByStatus, KeywordList, Usage } from './Summaries.tsx';
import { ChartCard } from '../../../components/ChartCard.tsx';

/** What is going on, and what to do next. */
export default function Dashboard() {
  const style = useDateStyle();
  // Days are the business's, whatever zone its reader prefers.
  const today = dayKey(new Date(), useProfile().business?.timezone ?? style.timezone);
  const [period, setPeriod] = useState<Period>({ kind: '30' });
  const range = useMemo(() => rangeOf(period, today), [period, today]);
  const { data, error, isStale, refresh } = useRead(
    '/businesses/dashboard-reports',
    { query: { date_range: `${range.from},${range.to}` } },
    { keepPrevious: true },
  );
  return (
    <div className="bk-page bk-dashboard">
      <PageHeader title={t('dashboard.title')}>
        <PeriodPicker period={period} today={today} onChange={setPeriod} />
      </PageHeader>
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <Ghost />
      : <Contents report={data.data} stale={isStale} />}
    </div>
  );
}

function Contents({ report, stale }: { readonly report: Report; readonly stale: boolean }) {
  const style = useDateStyle();
  const fresh = report.contacts === 0 && report.totals.received === 0;
  const { totals } = report;
  const span = {
    from: date(`${report.from}T12:00:00Z`, { ...style, timezone: 'UTC' }),
    to: date(`${report.to}T12:00:00Z`, { ...style, timezone: 'UTC' }),
  };
  return (
    <div className={`bk-grid${stale ? ' stale' : ''}`} aria-busy={stale}>
      {fresh ?
        <GettingStarted campaign={report.campaigns.find(({ waiting }) => waiting === null)} />
      : <Attention report={report} />}
      <Figures report={report} />
      <ChartCard
        title={t('dashboard.optInsChart')}
        label={t('dashboard.optInsChartText', { ...span, ins: totals.opt_ins, outs: totals.opt_outs })}
        rows={report.daily}
        series={[
          { key: 'opt_ins', title: t('chart.optIns'), color: 'var(--brand-text)' },
          { key: 'opt_outs', title: t('chart.optOuts'), color: 'var(--danger-fill)' },
        ]}
        className="wide"
      />
      <ByStatus report={report} />
      <ChartCard
        title={t('dashboard.trafficChart')}
        label={t('dashboard.trafficChartText', { ...span, received: totals.received, sent: totals.sent })}
        rows={report.daily}
        series={[
          { key: 'received', title: t('chart.received'), color: 'var(--info-fill)' },
          { key: 'sent', title: t('chart.sent'), color: 'var(--brand-text)' },
        ]}
        className="wide"
      />
      <div className="stack">
        <Usage report={report} />
        <Audience report={report} />
      </div>
      <KeywordList report={report} />
    </div>
  );
}

function Ghost() {
  return (
    <div className="bk-grid" role="status" aria-label={t('app.loading')}>
      <Skeleton height={76} className="full" radius="lg" />
      <div className="bk-figures full">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={106} radius="lg" />
        ))}
      </div>
      <Skeleton height={312} className="wide" radius="lg" />
      <Skeleton height={312} radius="lg" />
      <Skeleton height={312} className="wide" radius="lg" />
      <Skeleton height={312} radius="lg" />
    </div>
  );
}
