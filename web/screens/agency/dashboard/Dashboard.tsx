import '../agency.css';
import { Button, Skeleton } from '@mantine/core';
import { IconBuildingStore, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { AgencyAnalytics } from '../../../../api/contract/agency-own.ts';
import { useRead } from '../../../api/read.ts';
import { Calls } from '../../../components/Calls.tsx';
import { ChartCard } from '../../../components/ChartCard.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Figure } from '../../../components/Figure.tsx';
import { Meter } from '../../../components/Meter.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { daysOf, type Period, PeriodPicker, rangeOf } from '../../../components/PeriodPicker.tsx';
import { Tile } from '../../../components/Tile.tsx';
import { date, dayKey } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { agencyCalls } from './calls.ts';

/** How the agency's businesses do, and what to look at. */
export default function Dashboard() {
  const zone = useProfile().agency?.timezone ?? 'UTC';
  const today = dayKey(new Date(), zone);
  const [period, setPeriod] = useState<Period>({ kind: '30' });
  const range = useMemo(() => rangeOf(period, today), [period, today]);
  const { data, error, isStale, refresh } = useRead(
    '/agencies/analytics',
    { query: { date_range: `${range.from},${range.to}` } },
    { keepPrevious: true },
  );
  return (
    <div className="bk-page bk-dashboard">
      <PageHeader title={t('agencyDashboard.title')}>
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

function Contents({ report, stale }: { readonly report: AgencyAnalytics; readonly stale: boolean }) {
  const profile = useProfile();
  const style = { ...useDateStyle(), timezone: 'UTC' };
  const { totals, previous, businesses } = report;
  const days = daysOf(report);
  const span = { from: date(`${report.from}T12:00:00Z`, style), to: date(`${report.to}T12:00:00Z`, style) };
  if (businesses.active + businesses.inactive + businesses.archived === 0) {
    return (
      <div className="bk-card">
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
    <div className={`bk-grid${stale ? ' stale' : ''}`} aria-busy={stale}>
      {profile.agency && (
        <Calls
          calls={agencyCalls(report, profile.agency, profile.twilioConfig)}
          clear={{ icon: IconCircleCheck, title: t('agencyDashboard.clear'), text: t('agencyDashboard.clearText') }}
        />
      )}
      <section className="bk-figures full" aria-label={t('dashboard.period')}>
        <Figure title={t('dashboard.kpi.optIns')} value={totals.opt_ins} before={previous.opt_ins} days={days} />
        <Figure title={t('dashboard.kpi.received')} value={totals.received} before={previous.received} days={days} />
        <Figure title={t('dashboard.kpi.sent')} value={totals.sent} before={previous.sent} days={days} />
        <div className="bk-card bk-figure">
          <h2>{t('agencyDashboard.active')}</h2>
          <div className="value num">{count(businesses.active)}</div>
          <div className="compare">
            {t('agencyDashboard.activeText', { contacts: count(totals.contacts), numbers: totals.numbers })}
          </div>
        </div>
      </section>
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
      <Allowance />
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
      <Busiest report={report} />
    </div>
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
                    <i style={{ width: `${((one.sent + one.received) / most) * 100}%` }} />
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
