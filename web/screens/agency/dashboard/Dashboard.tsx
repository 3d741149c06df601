import '../agency.css';
import { Button } from '@mantine/core';
import { IconBuildingStore, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AgencyAnalytics } from '../../../../api/contract/agency-own.ts';
import { useRead } from '../../../data/read.ts';
import { Calls } from '../../../components/Calls.tsx';
import { DashboardPage, OptInsChart, TrafficChart } from '../../../components/Dashboard.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { consentsBehind, Figure, textsBehind } from '../../../components/Figure.tsx';
import { Meter } from '../../../components/Meter.tsx';
import { daysOf } from '../../../components/PeriodPicker.tsx';
import { Tile } from '../../../components/Tile.tsx';
import { dayKey } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';
import { useProfile } from '../../../session/profile.tsx';
import { agencyCalls } from './calls.ts';

const useReport = (range: string) =>
  useRead('/agencies/analytics', { query: { date_range: range } }, { keepPrevious: true });

/** How the agency's businesses do, and what to look at. */
export default function Dashboard() {
  const today = dayKey(new Date(), useProfile().agency?.timezone ?? 'UTC');
  return (
    <DashboardPage title={t('agencyDashboard.title')} today={today} useReport={useReport}>
      {(report) => <Contents report={report} />}
    </DashboardPage>
  );
}

function Contents({ report }: { readonly report: AgencyAnalytics }) {
  const profile = useProfile();
  const { totals, previous, businesses } = report;
  const days = daysOf(report);
  if (businesses.active + businesses.inactive + businesses.archived === 0) {
    return (
      <div className="bk-card full">
        <EmptyState icon={IconBuildingStore} title={t('agencyDashboard.empty')} text={t('agencyDashboard.emptyText')}>
          <Button component={Link} href="/agency/businesses/create" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('business.newFirst')}
          </Button>
          <Button component={Link} href="/agency/training" variant="default">
            {t('agencyDashboard.guide')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {profile.agency && (
        <Calls
          calls={agencyCalls(report, profile.agency, profile.twilioConfig)}
          clear={{ icon: IconCircleCheck, title: t('agencyDashboard.clear'), text: t('agencyDashboard.clearText') }}
        />
      )}
      <section className="bk-figures full" aria-label={t('dashboard.period')}>
        <Figure
          title={t('dashboard.kpi.optIns')}
          value={totals.opt_ins}
          before={previous.opt_ins}
          days={days}
          href={consentsBehind('agency', report, 'optedIn')}
        />
        <Figure
          title={t('dashboard.kpi.received')}
          value={totals.received}
          before={previous.received}
          days={days}
          href={textsBehind('agency', report, 'direction=in')}
        />
        <Figure
          title={t('dashboard.kpi.sent')}
          value={totals.sent}
          before={previous.sent}
          days={days}
          href={textsBehind('agency', report, 'by=sent')}
        />
        <div className="bk-card bk-figure">
          <h2>{t('agencyDashboard.active')}</h2>
          <div className="value num">{count(businesses.active)}</div>
          <div className="compare">
            {t('agencyDashboard.activeText', { contacts: count(totals.contacts), numbers: totals.numbers })}
          </div>
        </div>
      </section>
      <TrafficChart report={report} role="agency" />
      <Allowance />
      <OptInsChart report={report} role="agency" />
      <Busiest report={report} />
    </>
  );
}

/** What is used of the month's free allowance. */
function Allowance() {
  const agency = useProfile().agency;
  if (agency === null) return null;
  return (
    <section className="bk-card">
      <header>
        <h2>{t('agencyDashboard.allowance')}</h2>
      </header>
      <div className="body bk-stack">
        <Meter title={t('field.freeNumbers')} used={agency.usage_numbers} limit={agency.free_numbers} />
        <Meter title={t('field.freeMessages')} used={agency.usage_messages} limit={agency.free_messages} />
        <Meter title={t('field.freeCalls')} used={agency.usage_calls} limit={agency.free_calls} />
        <p className="faint" style={{ fontSize: 'var(--text-xs)' }}>
          {t('dashboard.usageNote')}
        </p>
      </div>
    </section>
  );
}

/** The businesses that texted most, each against the busiest of them. */
function Busiest({ report }: { readonly report: AgencyAnalytics }) {
  const most = Math.max(1, ...report.top.map((one) => one.sent + one.received));
  return (
    <section className="bk-card">
      <header>
        <h2>{t('agencyDashboard.top')}</h2>
      </header>
      <div className="body">
        {report.top.length === 0 ?
          <p className="muted">{t('agencyDashboard.topEmpty')}</p>
        : <ol className="bk-busiest">
            {report.top.map((one) => (
              <li key={one.id}>
                <Tile id={one.id} name={one.name} size={28} />
                <div>
                  <div className="line">
                    <Link href={`/agency/businesses/${one.id}/edit`} className="clip" title={one.name}>
                      {one.name}
                    </Link>
                    <span
                      className="num"
                      title={t('agencyDashboard.topTitle', { sent: one.sent, received: one.received })}
                    >
                      {count(one.sent + one.received)}
                    </span>
                  </div>
                  <div className="bar" aria-hidden>
                    {one.sent + one.received > 0 && (
                      <i style={{ width: `${((one.sent + one.received) / most) * 100}%` }} />
                    )}
                  </div>
                </div>
              </li>
            ))}
          </ol>
        }
      </div>
    </section>
  );
}
