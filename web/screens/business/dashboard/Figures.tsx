import type { Dashboard } from '../../../../api/contract/dashboard.ts';
import { consentsBehind, Figure, textsBehind } from '../../../components/Figure.tsx';
import { count, percent } from '../../../format/number.ts';
import { t } from './texts.ts';
import { daysOf } from '../../../components/PeriodPicker.tsx';

/** The sums of the period, each with how it compares with the one before. */
export function Figures({ report }: { readonly report: Dashboard }) {
  const { totals, previous } = report;
  const days = daysOf(report);
  const results = totals.delivered + totals.failed;
  return (
    <section className="bk-figures full" aria-label={t('dashboard.period')}>
      <Figure
        title={t('dashboard.kpi.optIns')}
        value={totals.opt_ins}
        before={previous.opt_ins}
        days={days}
        href={consentsBehind('business', report, 'optedIn')}
      />
      <Figure
        title={t('dashboard.kpi.received')}
        value={totals.received}
        before={previous.received}
        days={days}
        href={textsBehind('business', report, 'direction=in')}
      />
      <Figure
        title={t('dashboard.kpi.sent')}
        value={totals.sent}
        before={previous.sent}
        days={days}
        href={textsBehind('business', report, 'by=sent')}
      />
      <div className="bk-card bk-figure">
        <h2>{t('dashboard.kpi.delivery')}</h2>
        <div className="value num">{percent(results === 0 ? null : totals.delivered / results)}</div>
        <div className="compare">
          {t('dashboard.kpi.deliveryHint', { delivered: count(totals.delivered), total: count(results) })}
        </div>
      </div>
    </section>
  );
}
