import { Currency, formatLedger, type LedgerAmount } from '../../../api/contract/money.ts';
import { type CarrierFee, channels, type UsageKey, type UsageRate } from '../../../api/contract/rates.ts';
import { dayKey } from '../../format/date.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** Whose list is on the screen: the platform's, or an agency's for its businesses. */
export type ListOf = 'admin' | 'agency';

/** What a price is for. Null: any. */
export interface Use {
  readonly channel: UsageKey['channel'];
  readonly direction: UsageKey['direction'];
  readonly country: string | null;
  readonly carrier_class: UsageKey['carrierClass'] | null;
}

/** All prices for the same usage: what holds, what is planned, what has ended. */
export interface Line extends Use {
  readonly key: string;
  readonly currency: string;
  readonly business: UsageRate['business'];
  readonly current: UsageRate | null;
  /** The next first. */
  readonly planned: readonly UsageRate[];
  /** The last first. */
  readonly past: readonly UsageRate[];
}

/** `$0.0150`, `$3.00`: what costs less than one has four decimals, so that prices below each other compare. */
export function unitPrice(units: number, currency: string): string {
  const text = formatLedger(units as LedgerAmount, Currency.parse(currency));
  return text.replace(/(?<=\b0)\.\d{2,3}$/, (decimals) => decimals.padEnd(5, '0'));
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
export const countryName = (code: string | null): string =>
  code === null ? t('prices.anyCountry') : (countries.of(code) ?? code);

const directionName = ({ channel, direction }: Use): string =>
  channel === 'number' || channel === 'contact' ? t('prices.held')
  : channel === 'voice' ? t(direction === 'out' ? 'prices.voiceOut' : 'prices.voiceIn')
  : t(direction === 'out' ? 'prices.out' : 'prices.in');
/** Emails and contacts have no country, and no number. */
export const hasPlace = (channel: Use['channel']): boolean => channel !== 'email' && channel !== 'contact';
/** Numbers are held, and emails are only sent. */
export const hasDirection = (channel: Use['channel']): boolean => channel !== 'email' && channel !== 'number';

/** What a price is for, in two lines: `Sent · United States`, `Toll-free numbers`. */
export const nameOf = (use: Use): string =>
  hasPlace(use.channel) ? `${directionName(use)} · ${countryName(use.country)}` : directionName(use);
export const detailOf = ({ channel, carrier_class: kind }: Use): string | null =>
  !hasPlace(channel) ? null
  : kind === null ? t('prices.anyNumber')
  : t(`prices.class.${kind}`);

/** `Nov 1, 2026` of `2026-11-01`. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
/** The last day before one. */
export const dayBefore = (day: string): string => shifted(day, -1);
export const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** The first day of the month after that of a day. */
export const nextMonthOf = (day: string): string => {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10);
};
/** A price begins on a day of whoever uses it, so today is the day of who looks, and not that of UTC. */
export const useToday = (): string => dayKey(new Date(), useDateStyle().timezone);

const keyOf = ({ business, channel, direction, country, carrier_class: kind, currency }: UsageRate): string =>
  [channel, direction, country ?? '*', kind ?? '*', currency, business?.id ?? '*'].join('/');
/** What is sent before what is received, a country before any, then by name. */
const orderOf = (line: Line): string =>
  [
    line.direction === 'out' ? 0 : 1,
    line.country === null ? 1 : 0,
    countryName(line.country),
    line.carrier_class === null ? 0 : 1,
    line.carrier_class ?? '',
    line.currency,
    line.business === null ? '' : line.business.name,
  ].join('/');

/** Prices for the same usage as one line each, in the order in which they are read. */
export function linesOf(rates: readonly UsageRate[]): readonly Line[] {
  const lines = new Map<string, UsageRate[]>();
  for (const rate of rates) lines.set(keyOf(rate), [...(lines.get(keyOf(rate)) ?? []), rate]);
  return [...lines]
    .map(([key, [first, ...rest]]) => {
      const all = [first!, ...rest].toSorted((one, other) => (one.from < other.from ? -1 : 1));
      const { channel, direction, country, carrier_class, currency, business } = first!;
      return {
        key,
        channel,
        direction,
        country,
        carrier_class,
        currency,
        business,
        current: all.find(({ state }) => state === 'current') ?? null,
        planned: all.filter(({ state }) => state === 'upcoming'),
        past: all.filter(({ state }) => state === 'ended').toReversed(),
      };
    })
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

export const hasEnded = ({ current, planned }: Line): boolean => current === null && planned.length === 0;
export const byChannel = (lines: readonly Line[]) =>
  channels.flatMap((channel) => {
    const of = lines.filter((line) => line.channel === channel);
    return of.length === 0 ? [] : [{ channel, lines: of }];
  });

/** What the agency pays for the usage of a line: one price, or from the lowest to the highest of those that it covers. */
export function paidFor(line: Use & { readonly currency: string }, fees: readonly CarrierFee[]) {
  const meets = (one: string | null, other: string | null) => one === null || other === null || one === other;
  const found = fees.filter(
    (fee) =>
      fee.channel === line.channel &&
      fee.direction === line.direction &&
      fee.currency === line.currency &&
      meets(fee.country, line.country) &&
      meets(fee.carrier_class, line.carrier_class),
  );
  const prices = found.map(({ price }) => price);
  return prices.length === 0 ? null : { least: Math.min(...prices), most: Math.max(...prices) };
}

const covers = (use: Use, asked: Use): boolean =>
  use.channel === asked.channel &&
  use.direction === asked.direction &&
  (use.country === null || use.country === asked.country) &&
  (use.carrier_class === null || use.carrier_class === asked.carrier_class);
const detail = (use: Use): number => (use.country === null ? 0 : 2) + (use.carrier_class === null ? 0 : 1);
/** Of the prices that hold on a day, the one that says most of a usage, as the server chooses it. For all businesses. */
export function priceOn(rates: readonly UsageRate[], asked: Use & { readonly currency: string }, day: string) {
  return (
    rates
      .filter(
        (rate) =>
          rate.business === null &&
          rate.currency === asked.currency &&
          covers(rate, asked) &&
          rate.from <= day &&
          (rate.until === null || day < rate.until),
      )
      .toSorted((one, other) => detail(other) - detail(one))[0] ?? null
  );
}

/**
 * The prices that hold today for a business, or for all where it has none of its own, as those of another business from
 * a day on.
 */
export function copiesOf(lines: readonly Line[], businessId: string | null, from: string) {
  const sameAs = ({ channel, direction, country, carrier_class: kind, currency }: Line): string =>
    [channel, direction, country ?? '*', kind ?? '*', currency].join('/');
  const chosen = new Map<string, Line>();
  for (const line of lines)
    if (line.current !== null && (line.business !== null || !chosen.has(sameAs(line)))) chosen.set(sameAs(line), line);
  return [...chosen.values()].map(({ channel, direction, country, carrier_class, currency, current }) => ({
    channel,
    direction,
    country,
    carrier_class,
    currency,
    from,
    price: current!.price,
    business_id: businessId,
  }));
}
