import './dashboard.css';
import type { Dashboard as Report } from '../../../../api/contract/dashboard.ts';
import { useRead } from '../../../data/read.ts';
import { DashboardPage, OptInsChart, TrafficChart } from '../../../components/Dashboard.tsx';
import { dayKey } from '../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { Attention } from './Attention.tsx';
import { Figures } from './Figures.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { Audience, ByStatus, KeywordList, Usage } from './Summaries.tsx';
import { t } from './texts.ts';

const useReport = (range: string) =>
  useRead('/businesses/dashboard-reports', { query: { date_range: range } }, { keepPrevious: true });

/** What is going on, and what to do next. */
export default function Dashboard() {
  const { timezone } = useDateStyle();
  // Days are the business's, whatever zone its reader prefers.
  const today = dayKey(new Date(), useProfile().business?.timezone ?? timezone);
  return (
    <DashboardPage title={t('dashboard.title')} today={today} useReport={useReport}>
      {(report) => <Contents report={report} />}
    </DashboardPage>
  );
}

function Contents({ report }: { readonly report: Report }) {
  const fresh = report.contacts === 0 && report.totals.received === 0;
  return (
    <>
      {fresh ?
        <GettingStarted campaign={report.campaigns.find(({ waiting }) => waiting === null)} />
      : <Attention report={report} />}
      <Figures report={report} />
      <OptInsChart report={report} role="business" />
      <ByStatus report={report} />
      <TrafficChart report={report} role="business" />
      <div className="stack">
        <Usage report={report} />
        <Audience report={report} />
      </div>
      <KeywordList report={report} />
    </>
  );
}
