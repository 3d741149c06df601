import './prices.css';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconReceipt2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type CarrierFee, type UsageRate } from '../../../api/contract/rates.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { withParam } from '../../components/list.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useRead } from '../../data/read.ts';
import { useProfile } from '../../session/profile.tsx';
import { BusinessSelect } from './BusinessSelect.tsx';
import { CopyPrices } from './CopyPrices.tsx';
import { byChannel, hasEnded, linesOf, type ListOf, unitPrice, useToday, detailOf, nameOf } from './model.ts';
import { type Begin, PriceForm } from './PriceForm.tsx';
import { changeOf, PriceHistory } from './PriceHistory.tsx';
import { PriceTable } from './PriceTable.tsx';
import { Unpriced } from './Unpriced.tsx';
import { t } from './texts.ts';

/** The line whose history is open: part of the address. */
const beside = 'price';

const blank = (currency: string, from: string): Begin => ({
  channel: 'sms',
  direction: 'out',
  country: null,
  carrier_class: null,
  currency,
  from,
  carrier: null,
  price: null,
  business: null,
  isFixed: false,
});

/** /admin/prices and /agency/prices: what usage costs, from which day on. */
export default function Prices() {
  const of: ListOf = useProfile().role === 'Admin' ? 'admin' : 'agency';
  const { data, error, refresh } = useRead('/rates', {});
  const fees = useRead('/carrier-fees', of === 'agency' ? {} : null).data?.data ?? [];
  const [form, setForm] = useState<Begin | null>(null);
  const today = useToday();
  const add = () => {
    setForm(blank(data?.data[0]?.currency ?? fees[0]?.currency ?? 'USD', today));
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('prices.title')}>
        <Button component={Link} href={`/${of}/prices/preview`} variant="default">
          {t('prices.preview')}
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {t('prices.add')}
        </Button>
      </PageHeader>
      <p className="muted price-text">{t(`prices.text.${of}`)}</p>
      {of === 'admin' && <Unpriced onAdd={setForm} />}
      {error && !data ?
        <ErrorState error={error} onRetry={refresh} />
      : data === undefined ?
        <Skeleton height={280} radius="lg" />
      : <List rates={data.data} fees={fees} of={of} onAdd={add} onForm={setForm} />}
      {form !== null && (
        <PriceForm
          of={of}
          begin={form}
          onClose={() => {
            setForm(null);
          }}
        />
      )}
    </div>
  );
}

function List({
  rates,
  fees,
  of,
  onAdd,
  onForm,
}: {
  readonly rates: readonly UsageRate[];
  readonly fees: readonly CarrierFee[];
  readonly of: ListOf;
  readonly onAdd: () => void;
  readonly onForm: (begin: Begin) => void;
}) {
  const [path, go] = useLocation();
  const search = useSearch();
  const today = useToday();
  const [business, setBusiness] = useState<string | null>(null);
  const [currency, setCurrency] = useState('');
  const [withEnded, setWithEnded] = useState(false);
  const [isCopying, setIsCopying] = useState(false);
  const all = linesOf(rates);
  const currencies = [...new Set(all.map((line) => line.currency))].toSorted();
  const chosen = all.filter(
    (line) =>
      (business === null || line.business === null || line.business.id === business) &&
      (currency === '' || line.currency === currency),
  );
  const ended = chosen.filter(hasEnded);
  const shown = withEnded ? chosen : chosen.filter((line) => !hasEnded(line));
  const opened = all.find(({ key }) => key === new URLSearchParams(search).get(beside)) ?? null;
  return (
    <>
      {(of === 'agency' && all.length > 0) || currencies.length > 1 ?
        <div className="price-tools">
          {of === 'agency' && <BusinessSelect label={t('prices.whose')} value={business} onChange={setBusiness} />}
          {of === 'agency' && (
            <Button
              variant="default"
              onClick={() => {
                setIsCopying(true);
              }}
            >
              {t('prices.copy')}
            </Button>
          )}
          {currencies.length > 1 && (
            <FilterChips
              label={t('prices.currency')}
              value={currency}
              options={[
                { value: '', label: t('prices.allCurrencies') },
                ...currencies.map((value) => ({ value, label: value })),
              ]}
              onChange={setCurrency}
            />
          )}
        </div>
      : null}
      {all.length === 0 ?
        <div className="bk-card">
          <EmptyState icon={IconReceipt2} title={t(`prices.none.${of}`)} text={t(`prices.noneText.${of}`)}>
            <Button onClick={onAdd}>{t('prices.add')}</Button>
          </EmptyState>
        </div>
      : shown.length === 0 ?
        <p className="muted">{t('prices.noneHere')}</p>
      : byChannel(shown).map(({ channel, lines }) => (
          <PriceTable
            key={channel}
            channel={channel}
            lines={lines}
            of={of}
            fees={fees}
            hrefOf={(line) => withParam(path, search, beside, line.key)}
          />
        ))
      }
      {ended.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setWithEnded(!withEnded);
          }}
        >
          {withEnded ? t('prices.hideEnded') : t('prices.showEnded', { count: ended.length })}
        </Button>
      )}
      {of === 'agency' && fees.length > 0 && <Paid fees={fees} />}
      {isCopying && (
        <CopyPrices
          lines={business === null ? chosen.filter((line) => line.business === null) : chosen}
          onClose={() => {
            setIsCopying(false);
          }}
        />
      )}
      <PriceHistory
        line={opened}
        of={of}
        onChange={(line) => {
          onForm(changeOf(line, today));
        }}
        onClose={() => {
          go(withParam(path, search, beside, null));
        }}
      />
    </>
  );
}

/** What an agency pays itself: the ground of its own prices. */
function Paid({ fees }: { readonly fees: readonly CarrierFee[] }) {
  return (
    <section className="price-channel" aria-label={t('prices.yours')}>
      <header>
        <h2>{t('prices.yours')}</h2>
        <span className="muted">{t('prices.yoursText')}</span>
      </header>
      <div className="bk-card">
        <ul className="price-paid">
          {fees.map((fee) => (
            <li key={`${fee.channel}/${fee.direction}/${fee.country}/${fee.carrier_class}/${fee.currency}`}>
              <span className="price-use">
                <span>
                  {t(`prices.channel.${fee.channel}`)} · {nameOf(fee)}
                </span>
                <span className="muted">{detailOf(fee)}</span>
              </span>
              <span className="num">
                {unitPrice(fee.price, fee.currency)} <span className="muted">{t(`prices.unit.${fee.channel}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
