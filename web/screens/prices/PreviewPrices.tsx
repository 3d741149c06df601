import './prices.css';
import { Button, Group, Modal, Select, Skeleton } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { useState } from 'react';
import { readUnitPrice } from '../../../api/contract/plans.ts';
import { Currency } from '../../../api/contract/money.ts';
import type { UsageRate } from '../../../api/contract/rates.ts';
import type { PreviewedMonth } from '../../../api/contract/statements.ts';
import { useRefresh } from '../../api/refresh.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { monthName } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useProfile } from '../../session/profile.tsx';
import { AgencySelect } from '../tenancy/AgencySelect.tsx';
import { dayName, type ListOf, nextMonthOf, priceOn, useToday } from './model.ts';
import { ComparedHeads, Difference, PreviewLines, type Typed } from './PreviewLines.tsx';
import { centsOf } from '../../format/money.ts';
import { paidOf, type Sum, sumsByUse, sumsOf, targetOf, type UseSum } from './preview.ts';
import { t } from './texts.ts';
import { usePreview } from './usePreview.ts';

const monthsTo = (today: string): readonly string[] => {
  const [year, month] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 1)).toISOString().slice(0, 7),
  );
};
const begins = ['then', 'today', 'planned'] as const;
type From = (typeof begins)[number];

/** /admin/prices/preview and /agency/prices/preview: a past month under prices that are not saved. */
export default function PreviewPrices() {
  const of: ListOf = useProfile().role === 'Admin' ? 'admin' : 'agency';
  const today = useToday();
  const choices = monthsTo(today);
  const [month, setMonth] = useState(choices[1]!);
  const [agency, setAgency] = useState<string | null>(null);
  const [begin, setBegin] = useState<From>('then');
  const [typed, setTyped] = useState<Typed>({});
  const [pages, setPages] = useState(1);
  const rates = useRead('/rates', {}).data?.data ?? [];
  const [known, setKnown] = useState<readonly UseSum[]>([]);
  const asOf =
    begin === 'then' ? null
    : begin === 'today' ? today
    : nextMonthOf(today);
  const day = asOf ?? `${month}-28`;
  const prices = pricesOf(typed, known, rates, of, day);
  const { payers, total, isStale } = usePreview({ month, agency_id: agency, as_of: asOf, prices: [...prices] }, pages);
  const lines = payers === null ? null : sumsByUse(payers, of);
  // What was typed is read by what the lines say, which the answer before said.
  if (lines !== null && JSON.stringify(lines.map(({ key }) => key)) !== JSON.stringify(known.map(({ key }) => key)))
    setKnown(lines);
  const clear = () => {
    setTyped({});
  };
  return (
    <div className="bk-page">
      <RecordHeader name={t('prices.previewTitle')} back={{ href: `/${of}/prices`, label: t('prices.title') }} />
      <p className="muted price-text">{t('prices.previewText')}</p>
      <div className="price-tools">
        <Select
          label={t('prices.month')}
          data={choices.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            setMonth(value!);
            setPages(1);
          }}
        />
        {of === 'admin' && (
          <div className="price-payer">
            <AgencySelect value={agency} onChange={setAgency} withoutHint placeholder={t('prices.everyone')} />
          </div>
        )}
        <FilterChips
          label={t('prices.begin')}
          value={begin}
          options={begins.map((value) => ({ value, label: t(`prices.begin.${value}`) }))}
          onChange={setBegin}
        />
      </div>
      {payers === null || lines === null ?
        <Skeleton height={320} radius="lg" />
      : payers.length === 0 || lines.length === 0 ?
        <div className="bk-card">
          <EmptyState
            icon={IconReceipt2}
            title={t('prices.noUsage', { month: monthName(month) })}
            text={t('prices.noUsageText')}
          />
        </div>
      : <div className={isStale ? 'price-preview stale' : 'price-preview'} aria-busy={isStale}>
          {sumsOf(payers, of).map((sum) => (
            <Total key={sum.currency} sum={sum} />
          ))}
          <PreviewLines
            lines={lines}
            typed={typed}
            isStale={isStale}
            priceNow={(line) => priceOn(rates, line, day)?.price ?? null}
            onType={(key, text) => {
              setTyped({ ...typed, [key]: text });
            }}
          />
          {prices.length > 0 && <Plan prices={prices} onClear={clear} />}
          <Payers payers={payers} of={of} />
          {total > payers.length && (
            <p className="muted">
              {t('prices.partial', { shown: payers.length, total })}{' '}
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setPages(pages + 1);
                }}
              >
                {t('prices.more', { count: Math.min(10, total - payers.length) })}
              </Button>
            </p>
          )}
        </div>
      }
    </div>
  );
}

/** What was typed, as prices of the list. `day`: that what is there already is looked for on. */
function pricesOf(typed: Typed, lines: readonly UseSum[], rates: readonly UsageRate[], of: ListOf, day: string) {
  return lines.flatMap((line) => {
    const text = typed[line.key]?.trim() ?? '';
    const price = text === '' ? null : readUnitPrice(text, Currency.parse(line.currency));
    if (price === null) return [];
    // What the carrier takes stays as it is.
    const carrier = of === 'admin' ? (priceOn(rates, line, day)?.carrier ?? 0) : 0;
    return [{ ...targetOf(line, lines, rates, day), currency: line.currency, carrier, price }];
  });
}

function Total({ sum: { currency, before, after, marginBefore, marginAfter } }: { readonly sum: Sum }) {
  return (
    <section className="bk-card price-total" aria-label={t('prices.difference')}>
      <Figure label={t('prices.was')} units={before} currency={currency} />
      <Figure label={t('prices.would')} units={after} currency={currency} />
      <div>
        <span className="muted">{t('prices.difference')}</span>
        <Difference before={before} after={after} currency={currency} />
      </div>
      {marginBefore !== null && marginAfter !== null && (
        <div>
          <span className="muted">{t('prices.marginChange')}</span>
          <Difference before={marginBefore} after={marginAfter} currency={currency} />
        </div>
      )}
    </section>
  );
}
const Figure = ({
  label,
  units,
  currency,
}: {
  readonly label: string;
  readonly units: number;
  readonly currency: string;
}) => (
  <div>
    <span className="muted">{label}</span>
    <b className="num">{centsOf(units, currency)}</b>
  </div>
);

function Payers({ payers, of }: { readonly payers: readonly PreviewedMonth[]; readonly of: ListOf }) {
  const single = payers.length === 1 ? payers[0]! : null;
  const rows = (single === null ? payers : single.businesses).map((row) => ({
    id: row.id,
    name: row.name,
    currency: 'currency' in row ? row.currency : single!.currency,
    before: paidOf(row.before, of),
    after: paidOf(row.after, of),
  }));
  if (rows.length < 2) return null;
  const title = t(single === null ? 'prices.byPayer' : 'prices.byBusiness');
  return (
    <section className="price-channel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="bk-card bk-list">
        <table aria-label={title} className="price-table">
          <thead>
            <tr>
              <th scope="col">{t('prices.who')}</th>
              <ComparedHeads />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <span className="clip">{row.name}</span>
                </td>
                <td className="right num" data-label={t('prices.was')}>
                  {centsOf(row.before, row.currency)}
                </td>
                <td className="right num" data-label={t('prices.would')}>
                  {centsOf(row.after, row.currency)}
                </td>
                <td className="right num" data-label={t('prices.difference')}>
                  <Difference before={row.before} after={row.after} currency={row.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The prices that were tried, as planned ones: from the first of next month on. */
function Plan({ prices, onClear }: { readonly prices: ReturnType<typeof pricesOf>; readonly onClear: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const from = nextMonthOf(useToday());
  const close = () => {
    setIsAsked(false);
  };
  const plan = async () => {
    setIsBusy(true);
    await run(async () => {
      await client.post('/rates/bulk', { body: { rates: prices.map((price) => ({ ...price, from })) } });
      await refresh('/rates', '/rates/unpriced', '/carrier-fees');
      onClear();
    });
    setIsBusy(false);
    close();
  };
  return (
    <div className="price-actions">
      <Button
        onClick={() => {
          setIsAsked(true);
        }}
      >
        {t('prices.plan')}
      </Button>
      <Button variant="default" onClick={onClear}>
        {t('prices.reset')}
      </Button>
      <Modal
        opened={isAsked}
        onClose={close}
        size="sm"
        title={t('prices.planTitle', { count: prices.length, date: dayName(from) })}
      >
        <p className="muted">{t('prices.planText')}</p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            {t('app.cancel')}
          </Button>
          <Button
            loading={isBusy}
            onClick={() => {
              void plan();
            }}
          >
            {t('prices.plan')}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
