import './statements.css';
import { Modal } from '@mantine/core';
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { Statement } from '../../../api/contract/statements.ts';
import { ChartCard } from '../../components/ChartCard.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Meter } from '../../components/Meter.tsx';
import { monthName } from '../../format/date.ts';
import { count, percent } from '../../format/number.ts';
import { useProfile } from '../../session/profile.tsx';
import { Fees } from './Fees.tsx';
import { Items } from './Items.tsx';
import { Businesses, Lines, type Row } from './Lines.tsx';
import { centsOf } from '../../format/money.ts';
import { type AmountName, amountsShown, daysOf, lineDetail, lineTitle, titleOf } from './model.ts';
import { t } from './texts.ts';

/** A month of a payer: sums, days, what is included, and the lines. `onBusiness`: shows one of the businesses alone. */
export function StatementView({
  statement,
  today,
  onBusiness,
}: {
  readonly statement: Statement;
  readonly today: string;
  readonly onBusiness: (id: string) => void;
}) {
  const { month, lines, late, fees, unrated, days, allowances, businesses, payer } = statement;
  const [opened, setOpened] = useState<Row | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = (line: Row) => {
    setOpened(line);
    setIsOpen(true);
  };
  if (lines.length + late.length + fees.length + unrated.length === 0)
    return (
      <div className="bk-card">
        <EmptyState icon={IconReceipt} title={t('st.empty', { month: monthName(month) })} text={t('st.emptyText')} />
      </div>
    );
  const rows = daysOf(statement, today);
  const meters = allowances.filter(({ used, included }) => used > 0 || included !== 0);
  return (
    <>
      <Sums statement={statement} />
      {unrated.length > 0 && <Unrated statement={statement} />}
      <div className={meters.length > 0 ? 'st-top' : ''}>
        {days.length > 0 && (
          <ChartCard
            title={t('st.days')}
            label={t('st.daysLabel', { month: monthName(month) })}
            rows={rows}
            series={[
              { key: 'sms', title: t('st.series.sms'), color: 'var(--brand-text)' },
              ...(days.some(({ mms }) => mms > 0) ?
                [{ key: 'mms', title: t('st.series.mms'), color: 'var(--warning)' } as const]
              : []),
              ...(days.some(({ email }) => email > 0) ?
                [{ key: 'email', title: t('st.series.email'), color: 'var(--neutral-fill)' } as const]
              : []),
            ]}
          />
        )}
        {meters.length > 0 && (
          <section className="bk-card st-included" aria-labelledby="st-included">
            <h2 id="st-included">{t('st.includedIn', { month: monthName(month) })}</h2>
            {meters.map(({ channel, used, included }) => (
              <Meter key={channel} title={t(`st.channel.${channel}`)} used={used} limit={included} />
            ))}
          </section>
        )}
      </div>
      {payer.kind === 'agency' && statement.business === null && businesses.length > 0 && (
        <Businesses statement={statement} onBusiness={onBusiness} />
      )}
      {lines.length > 0 && <Lines title={t('st.lines')} statement={statement} rows={lines} onOpen={open} />}
      {late.length > 0 && (
        <Lines title={t('st.late')} text={t('st.lateText')} statement={statement} rows={late} onOpen={open} />
      )}
      {fees.length > 0 && <Fees statement={statement} />}
      <Modal
        opened={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        title={opened === null ? '' : lineTitle(opened)}
        size="xl"
      >
        {opened !== null && <Items key={JSON.stringify(opened)} statement={statement} line={opened} />}
      </Modal>
    </>
  );
}

const share = (part: number, whole: number): string => percent(whole === 0 ? null : part / whole);

function Sums({ statement }: { readonly statement: Statement }) {
  const { total, currency, forecast } = statement;
  const noteOf = (name: AmountName): string | null => {
    if (name !== 'margin' || total.margin === null) return null;
    if (total.resale !== null) return t('st.marginOf', { share: share(total.margin, total.resale) });
    return t('st.marginOfPrice', { share: share(total.margin, total.price) });
  };
  return (
    <section className="bk-figures st-sums" aria-label={t('st.total')}>
      {amountsShown(statement).map((name) => (
        <div key={name} className="bk-card bk-figure">
          <h2>{amountsShown(statement).length === 1 ? t('st.total') : titleOf(name, total)}</h2>
          <div className="value num">{centsOf(total[name] ?? 0, currency)}</div>
          {noteOf(name) !== null && <div className="compare">{noteOf(name)}</div>}
        </div>
      ))}
      {forecast !== null && (
        <div className="bk-card bk-figure">
          <h2>{t('st.forecast')}</h2>
          <div className="value num">{centsOf(forecast, currency)}</div>
          <div className="compare">{t(total.resale === null ? 'st.forecastText' : 'st.forecastText.ours')}</div>
        </div>
      )}
    </section>
  );
}

function Unrated({ statement: { unrated } }: { readonly statement: Statement }) {
  const isOperator = useProfile().role === 'Admin';
  return (
    <section className="st-unrated" aria-labelledby="st-unrated">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <h2 id="st-unrated">{t('st.unrated')}</h2>
        <p className="muted">{t(isOperator ? 'st.unratedText' : 'st.unratedAsk')}</p>
        <ul>
          {unrated.map((one) => (
            <li key={`${one.business.id} ${one.channel} ${one.direction} ${one.country} ${one.carrier_class}`}>
              {[`${lineTitle(one)}: ${count(one.quantity)}`, lineDetail(one), one.business.name]
                .filter((part) => part !== '')
                .join(', ')}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
