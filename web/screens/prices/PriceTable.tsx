import { Link } from 'wouter';
import type { CarrierFee, UsageKey } from '../../../api/contract/rates.ts';
import { Nothing } from '../../components/DataList.tsx';
import { dayName, type Line, type ListOf, paidFor, unitPrice, detailOf, nameOf } from './model.ts';
import { t } from './texts.ts';

/** The prices of one channel: what holds today beside what it costs, and what is planned. */
export function PriceTable({
  channel,
  lines,
  of,
  fees,
  hrefOf,
}: {
  readonly channel: UsageKey['channel'];
  readonly lines: readonly Line[];
  readonly of: ListOf;
  /** What an agency pays itself. */
  readonly fees: readonly CarrierFee[];
  readonly hrefOf: (line: Line) => string;
}) {
  const title = t(`prices.channel.${channel}`);
  return (
    <section className="price-channel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="muted">{t(`prices.unit.${channel}`)}</span>
      </header>
      <div className="bk-card bk-list">
        <table aria-label={title} className="price-table">
          <thead>
            <tr>
              <th scope="col">{t('prices.column.what')}</th>
              <th scope="col" className="right">
                {t(of === 'admin' ? 'prices.column.carrier' : 'prices.column.paid')}
              </th>
              <th scope="col" className="right">
                {t('prices.column.price')}
              </th>
              <th scope="col" className="right spare">
                {t('prices.column.margin')}
              </th>
              <th scope="col">{t('prices.column.next')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row key={line.key} line={line} of={of} fees={fees} href={hrefOf(line)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({
  line,
  of,
  fees,
  href,
}: {
  readonly line: Line;
  readonly of: ListOf;
  readonly fees: readonly CarrierFee[];
  readonly href: string;
}) {
  const { current, currency } = line;
  const cost = costOf(line, of, fees);
  return (
    <tr className="clickable">
      <td>
        <Link href={href} className="rowlink">
          <span className="price-use">
            <span>{nameOf(line)}</span>
            <span className="muted">
              {[detailOf(line), line.business?.name].filter((one) => one != null).join(' · ')}
            </span>
          </span>
          <span className="sr-only">{t('prices.openHistory')}</span>
        </Link>
      </td>
      <td className="right num" data-label={t(of === 'admin' ? 'prices.column.carrier' : 'prices.column.paid')}>
        {cost === null ?
          <Nothing what={t('prices.noMargin')} />
        : <span className="muted">{rangeOf(cost, currency)}</span>}
      </td>
      <td className="right num" data-label={t('prices.column.price')}>
        {current === null ?
          <span className="muted">{t('prices.noPrice')}</span>
        : <span className="price-now">
            <b>{unitPrice(current.price, currency)}</b>
            <span className="faint">{t('prices.since', { date: dayName(current.from) })}</span>
          </span>
        }
      </td>
      <td className="right num spare" data-label={t('prices.column.margin')}>
        <Margin price={current?.price ?? null} cost={cost} currency={currency} />
      </td>
      <td data-label={t('prices.column.next')}>
        <Next line={line} />
      </td>
    </tr>
  );
}

interface Cost {
  readonly least: number;
  readonly most: number;
}
function costOf(line: Line, of: ListOf, fees: readonly CarrierFee[]): Cost | null {
  if (of === 'agency') return paidFor(line, fees);
  const carrier = line.current?.carrier ?? null;
  return carrier === null ? null : { least: carrier, most: carrier };
}
const rangeOf = ({ least, most }: Cost, currency: string): string =>
  least === most ? unitPrice(least, currency) : `${unitPrice(least, currency)} – ${unitPrice(most, currency)}`;

/** What is left of a price: certain where there is one cost, otherwise the least that it can be. */
function Margin({
  price,
  cost,
  currency,
}: {
  readonly price: number | null;
  readonly cost: Cost | null;
  readonly currency: string;
}) {
  if (price === null || cost === null) return <Nothing what={t('prices.noMargin')} />;
  const [least, most] = [price - cost.most, price - cost.least];
  const text =
    least === most ? unitPrice(least, currency) : `${unitPrice(least, currency)} – ${unitPrice(most, currency)}`;
  return <span className={least < 0 ? 'price-loss' : ''}>{text}</span>;
}

function Next({ line: { planned, current, past, currency } }: { readonly line: Line }) {
  const [next] = planned;
  if (next !== undefined)
    return (
      <span className="bk-status badge tone-info num">
        {t('prices.from', { price: unitPrice(next.price, currency), date: dayName(next.from) })}
      </span>
    );
  if (current?.until != null)
    return (
      <span className="bk-status badge tone-warning num">{t('prices.endsOn', { date: dayName(current.until) })}</span>
    );
  if (current === null && past[0]?.until != null)
    return (
      <span className="bk-status badge tone-neutral num">{t('prices.ended', { date: dayName(past[0].until) })}</span>
    );
  return <Nothing what={t('prices.noChange')} />;
}
