import { Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asList, useRead } from '../../../../data/read.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { dayKey } from '../../../../format/date.ts';
import { count, money, percent } from '../../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { t } from './texts.ts';

/** What the coupons add up to: owed at the end of any day, and how they stand now; of all campaigns or one. */
export function Owed({
  campaignId,
  onCampaign,
}: {
  readonly campaignId: string | null;
  readonly onCampaign: (id: string) => void;
}) {
  const { timezone } = useDateStyle();
  const today = dayKey(new Date(), timezone);
  const [day, setDay] = useState(today);
  const currency = useProfile().business?.currency ?? 'USD';
  const { data, error, refresh } = useRead(
    '/redemptions/liability',
    { query: { date: day, ...(campaignId === null ? {} : { coupon_id: campaignId }) } },
    asList,
  );
  if (error)
    return (
      <div className="bk-card bk-owed">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  const { figures, campaigns = [] } = data?.data ?? {};
  const owed = campaigns.reduce((sum, row) => sum + row.count, 0);
  const worth = campaigns.reduce((sum, row) => sum + row.amount, 0);
  const inMoney = (amount: number): string => money(amount / 100, currency);
  return (
    <div className="bk-owed">
      <section className="bk-card bk-figure owed">
        <h2>{t('owed.title')}</h2>
        <label className="day">
          {t('owed.on')}
          <TextInput
            type="date"
            size="xs"
            value={day}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              if (/^2\d{3}-\d{2}-\d{2}$/.test(chosen)) setDay(chosen);
            }}
          />
        </label>
        {figures === undefined ?
          <Skeleton height={34} width={120} my={4} />
        : <div className="value num" aria-live="polite">
            {t('owed.coupons', { count: owed })}
            {worth > 0 && <span className="worth">{t('owed.worth', { amount: inMoney(worth) })}</span>}
          </div>
        }
        {campaigns.length > 1 && (
          <details>
            <summary>{t('owed.byCampaign')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('redemptions.campaign')}</th>
                  <th scope="col">{t('held.title')}</th>
                  <th scope="col">{t('owed.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {campaigns.map((row) => (
                  <tr key={row.campaign_id}>
                    <th scope="row">
                      <button
                        type="button"
                        onClick={() => {
                          onCampaign(row.campaign_id);
                        }}
                      >
                        {row.campaign_name}
                      </button>
                    </th>
                    <td className="num">{count(row.count)}</td>
                    <td className="num">{row.amount === 0 ? '–' : inMoney(row.amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        )}
      </section>
      {(['redeemed', 'expired', 'revoked'] as const).map((one) => (
        <section key={one} className="bk-card bk-figure">
          <h2>{t(`owed.${one}`)}</h2>
          <div className="value num">
            {figures === undefined ?
              <Skeleton height={34} width={60} my={4} />
            : count(figures[one])}
          </div>
          {one === 'redeemed' && figures !== undefined && figures.issued > 0 && (
            <div className="compare">
              {t('owed.redeemedOf', { percent: percent(figures.redeemed / figures.issued), count: figures.issued })}
            </div>
          )}
        </section>
      ))}
    </div>
  );
}
