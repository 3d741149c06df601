import { TextInput } from '@mantine/core';
import { plainUnitPrice, readUnitPrice } from '../../../api/contract/plans.ts';
import { Currency } from '../../../api/contract/money.ts';
import { count } from '../../format/number.ts';
import { detailOf, nameOf } from './model.ts';
import { centsOf } from '../../format/money.ts';
import { type UseSum } from './preview.ts';
import { t } from './texts.ts';

/** What was typed, by the key of a line. */
export type Typed = Readonly<Record<string, string>>;

/** What was used, what it came to, and a price to try for each. */
export function PreviewLines({
  lines,
  typed,
  isStale,
  priceNow,
  onType,
}: {
  readonly lines: readonly UseSum[];
  readonly typed: Typed;
  readonly isStale: boolean;
  readonly priceNow: (line: UseSum) => number | null;
  readonly onType: (key: string, text: string) => void;
}) {
  return (
    <section className="price-channel" aria-label={t('prices.byUse')}>
      <header>
        <h2>{t('prices.byUse')}</h2>
      </header>
      <div className="bk-card bk-list">
        <table aria-label={t('prices.byUse')} className="price-table price-tries">
          <thead>
            <tr>
              <th scope="col">{t('prices.column.what')}</th>
              <th scope="col" className="right">
                {t('prices.quantity')}
              </th>
              <th scope="col">{t('prices.other')}</th>
              <ComparedHeads />
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row
                key={line.key}
                line={line}
                text={typed[line.key] ?? ''}
                now={priceNow(line)}
                isStale={isStale}
                onType={(text) => {
                  onType(line.key, text);
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({
  line,
  text,
  now,
  isStale,
  onType,
}: {
  readonly line: UseSum;
  readonly text: string;
  readonly now: number | null;
  readonly isStale: boolean;
  readonly onType: (text: string) => void;
}) {
  const currency = Currency.parse(line.currency);
  const tried = text.trim() === '' ? null : readUnitPrice(text, currency);
  const isWrong = text.trim() !== '' && tried === null;
  const isWithout = !isStale && tried !== null && tried !== now && line.before === line.after;
  const name = `${t(`prices.channel.${line.channel}`)} · ${nameOf(line)}`;
  return (
    <tr>
      <td>
        <span className="price-use">
          <span>{name}</span>
          <span className="muted">{isWithout ? t('prices.without') : detailOf(line)}</span>
        </span>
      </td>
      <td className="right num" data-label={t('prices.quantity')}>
        {count(line.quantity)}
      </td>
      <td data-label={t('prices.other')}>
        {line.channel === 'contact' ?
          <span className="muted">{t('prices.inPlan')}</span>
        : <TextInput
            aria-label={t('prices.otherOf', { name })}
            size="xs"
            inputMode="decimal"
            autoComplete="off"
            placeholder={now === null ? t('prices.noPrice') : plainUnitPrice(now, currency)}
            value={text}
            error={isWrong ? t('prices.invalid') : null}
            onChange={(event) => {
              onType(event.currentTarget.value);
            }}
          />
        }
      </td>
      <td className="right num" data-label={t('prices.was')}>
        {line.unpricedBefore > 0 && line.before === 0 ?
          <span className="muted">{t('prices.noPrice')}</span>
        : centsOf(line.before, line.currency)}
      </td>
      <td className="right num" data-label={t('prices.would')}>
        {line.unpricedAfter > 0 && line.after === 0 ?
          <span className="muted">{t('prices.noPrice')}</span>
        : centsOf(line.after, line.currency)}
      </td>
      <td className="right num" data-label={t('prices.difference')}>
        <Difference before={line.before} after={line.after} currency={line.currency} />
      </td>
    </tr>
  );
}

/** The heads of what a month came to, what it would come to, and the difference. */
export const ComparedHeads = () =>
  (['prices.was', 'prices.would', 'prices.difference'] as const).map((key) => (
    <th key={key} scope="col" className="right">
      {t(key)}
    </th>
  ));

/** `+$1.20`: more than before; nothing changed is said quietly. */
export function Difference({
  before,
  after,
  currency,
}: {
  readonly before: number;
  readonly after: number;
  readonly currency: string;
}) {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '';
  return (
    <b className={difference === 0 ? 'num muted' : `num ${difference > 0 ? 'price-gain' : 'price-loss'}`}>
      {sign}
      {centsOf(difference, currency)}
    </b>
  );
}
