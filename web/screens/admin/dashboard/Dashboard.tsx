import './dashboard.css';
import { IconCircleCheck } from '@tabler/icons-react';
import type { PlatformReport } from '../../../../api/contract/reports.ts';
import { type Call, Calls } from '../../../components/Calls.tsx';
import { DashboardPage, OptInsChart, TrafficChart } from '../../../components/Dashboard.tsx';
import { consentsBehind, Figure, textsBehind } from '../../../components/Figure.tsx';
import { daysOf } from '../../../components/PeriodPicker.tsx';
import { Link } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { dayKey } from '../../../format/date.ts';
import { count, percent } from '../../../format/number.ts';
import { moneyOf } from '../../../format/money.ts';
import { BusinessReports } from './BusinessReports.tsx';
import { t } from './texts.ts';

const useReport = (range: string) =>
  useRead('/admin/dashboard-reports', { query: { date_range: range } }, { keepPrevious: true });

/** /admin/dashboard: how the platform does, and which tenants to look after. */
export default function Dashboard() {
  return (
    <DashboardPage title={t('platform.title')} today={dayKey(new Date(), 'UTC')} useReport={useReport}>
      {(report) => <Contents report={report} />}
    </DashboardPage>
  );
}

function callsOf({ money }: PlatformReport): readonly Call[] {
  return money
    .filter(({ owed }) => owed > 0)
    .map(({ owed, owing, currency }) => ({
      id: `owed-${currency}`,
      tone: 'danger',
      title: t('platform.owed', { owing, amount: moneyOf(owed, currency) }),
      text: t('platform.owedText'),
      to: { href: '/admin/statements', label: t('platform.show') },
    }));
}

function Contents({ report }: { readonly report: PlatformReport }) {
  const { totals, previous } = report;
  const days = daysOf(report);
  const results = totals.delivered + totals.failed;
  return (
    <>
      <Calls
        calls={callsOf(report)}
        clear={{ icon: IconCircleCheck, title: t('platform.clear'), text: t('platform.clearText') }}
      />
      <section className="bk-figures full" aria-label={t('dashboard.period')}>
        <Figure
          title={t('dashboard.kpi.sent')}
          value={totals.sent}
          before={previous.sent}
          days={days}
          href={textsBehind('admin', report, 'by=sent')}
        />
        <Share
          title={t('platform.delivery')}
          share={results === 0 ? null : totals.delivered / results}
          href={textsBehind('admin', report, 'by=delivered')}
          hint={t('platform.deliveryHint', { delivered: count(totals.delivered), total: count(results) })}
        />
        <Figure
          title={t('dashboard.kpi.optIns')}
          value={totals.opt_ins}
          before={previous.opt_ins}
          days={days}
          href={consentsBehind('admin', report, 'optedIn')}
        />
        <Share
          title={t('platform.optOutShare')}
          share={totals.sent === 0 ? null : totals.opt_outs / totals.sent}
          href={consentsBehind('admin', report, 'optedOut')}
          hint={t('platform.optOutShareHint', { optOuts: count(totals.opt_outs), sent: count(totals.sent) })}
        />
      </section>
      <TrafficChart report={report} role="admin" />
      <div className="stack">
        <Money money={report.money} />
        <Tenants tenants={report.tenants} />
      </div>
      <OptInsChart report={report} role="admin" />
      <Used used={report.used} />
      <BusinessReports range={`${report.from},${report.to}`} />
    </>
  );
}

const Share = ({
  title,
  share,
  hint,
  href,
}: {
  readonly title: string;
  readonly share: number | null;
  readonly hint: string;
  /** Where what is shared is listed, one by one. */
  readonly href: string;
}) => (
  <div className="bk-card bk-figure">
    <h2>
      <Link href={href}>{title}</Link>
    </h2>
    <div className="value num">{percent(share)}</div>
    <div className="compare">{hint}</div>
  </div>
);

/** A card of lines: what, and how much. */
const Lines = ({
  title,
  lines,
  empty,
}: {
  readonly title: string;
  readonly lines: readonly { readonly what: string; readonly value: string; readonly hint?: string }[];
  readonly empty?: string;
}) => (
  <section className="bk-card">
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body">
      {lines.length === 0 ?
        <p className="muted">{empty}</p>
      : <dl className="bk-sums">
          {lines.map(({ what, value, hint }) => (
            <div key={what}>
              <dt>
                {what}
                {hint !== undefined && <small className="faint">{hint}</small>}
              </dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      }
    </div>
  </section>
);

/** One block of lines for each currency; its code stands beside the words where there are several. */
function Money({ money }: { readonly money: PlatformReport['money'] }) {
  const lines = money.flatMap((one) => {
    const of = money.length > 1 ? ` (${one.currency})` : '';
    return (['invoiced', 'paid', 'refunded', 'owed'] as const).map((what) => ({
      what: `${t(what === 'owed' ? 'platform.owes' : `platform.${what}`)}${of}`,
      value: moneyOf(one[what], one.currency),
    }));
  });
  return <Lines title={t('platform.money')} lines={lines} empty={t('platform.moneyEmpty')} />;
}

function Used({ used }: { readonly used: PlatformReport['used'] }) {
  const lines = used.flatMap(({ channel, direction, carrier_class: of, quantity }) => {
    if (direction !== 'out' || (channel !== 'sms' && channel !== 'mms' && channel !== 'email')) return [];
    return [
      { what: channel === 'email' ? t('platform.email') : t(`platform.${channel}.${of}`), value: count(quantity) },
    ];
  });
  return <Lines title={t('platform.used')} lines={lines} empty={t('platform.usedEmpty')} />;
}

const Tenants = ({ tenants }: { readonly tenants: PlatformReport['tenants'] }) => (
  <Lines
    title={t('platform.tenants')}
    lines={[
      { what: t('platform.agencies'), value: count(tenants.agencies) },
      {
        what: t('platform.businesses'),
        value: count(tenants.active),
        hint: t('platform.businessesText', { inactive: count(tenants.inactive), archived: count(tenants.archived) }),
      },
      { what: t('platform.contacts'), value: count(tenants.contacts) },
      { what: t('platform.numbers'), value: count(tenants.numbers) },
    ]}
  />
);
