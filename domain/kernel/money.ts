import { z } from 'zod';

/**
 * Money. Prices and what is charged are whole numbers of the currency's smallest unit, as at Stripe (`Money`: 1250 USD
 * is $12.50, 1250 JPY is ¥1,250). The ledger counts in 1/10,000 of it (`LedgerAmount`), since a text costs $0.0079.
 * Both are safe integers: a sum that would leave them throws, and nothing here divides by floating point. This file
 * runs in browsers as well.
 */

/** Stripe has no decimals for these (docs.stripe.com/currencies, "Zero-decimal currencies"). */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
/** Three decimals, of which Stripe wants the last to be 0 ("Three-decimal currencies"). */
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ');
/** Two decimals in amounts, of which Stripe wants both to be 0 ("Special cases"). */
const wholeOnly = ['ISK', 'UGX'];
const withTwoDecimals =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST YER ZAR ZMW'.split(
    ' ',
  );

const known = new Map<string, { readonly decimals: number; readonly step: number }>([
  ...withTwoDecimals.map((code) => [code, { decimals: 2, step: 1 }] as const),
  ...withoutDecimals.map((code) => [code, { decimals: 0, step: 1 }] as const),
  ...withThreeDecimals.map((code) => [code, { decimals: 3, step: 10 }] as const),
  ...wholeOnly.map((code) => [code, { decimals: 2, step: 100 }] as const),
]);

/** An ISO 4217 code in upper case (Stripe's own are in lower case), of a currency that can be charged. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Choose a currency such as USD.')
  .refine((code) => known.has(code), 'Choose a currency such as USD.')
  .brand('Currency');
export type Currency = z.output<typeof Currency>;

export const usd = 'USD' as Currency;

/** How many digits of an amount stand behind the point. */
export const decimalsOf = (currency: Currency): number => known.get(currency)!.decimals;
/** An amount that is charged is a multiple of this many smallest units. */
export const stepOf = (currency: Currency): number => known.get(currency)!.step;

/** The most that Stripe charges at once in smallest units: eight digits (docs.stripe.com/currencies, "Maximum amounts"). */
export const largestCharge = 99_999_999;

/** What is charged or priced, in smallest units, as the API takes it: a number, never text. From 0. */
export const amount = z
  .int('Enter the amount as a whole number of cents.')
  .min(0, 'Enter an amount that isn’t negative.')
  .max(largestCharge, 'This amount is too large.');

/** `amount` is in the currency's smallest unit. */
export interface Money {
  readonly amount: number;
  readonly currency: Currency;
}

/** Why a typed amount isn't one. */
export type MoneyProblem = 'not-a-number' | 'negative' | 'too-many-decimals' | 'too-large';

export const moneyProblems: Readonly<Record<MoneyProblem, string>> = {
  'not-a-number': 'Enter an amount like 12.50.',
  negative: 'Enter an amount that isn’t negative.',
  'too-many-decimals': 'This amount has too many digits after the point.',
  'too-large': 'This amount is too large.',
};

/**
 * An amount as people type it: digits, with commas between thousands, at most the currency's decimals after a point.
 * A sign, an exponent, another script's digits or a currency sign are no amount.
 */
export function parseMoney(
  typed: string,
  currency: Currency,
): { readonly money: Money } | { readonly problem: MoneyProblem } {
  const text = typed.trim();
  if (/^-[\d.,]+$/.test(text)) return { problem: 'negative' };
  const parts = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(text);
  if (parts === null) return { problem: 'not-a-number' };
  const [whole, decimals] = [parts[1]!.replaceAll(',', ''), parts[2] ?? ''];
  const most = decimalsOf(currency);
  if (decimals.length > most) return { problem: 'too-many-decimals' };
  const digits = (whole + decimals.padEnd(most, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > String(largestCharge).length) return { problem: 'too-large' };
  const amount = Number(digits);
  return amount % stepOf(currency) === 0 ? { money: { amount, currency } } : { problem: 'too-many-decimals' };
}

/** Digits with a point, exact at any size: what `parseMoney` reads and `Intl` takes. `scale`: digits behind the point. */
function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0 ? `-${text}` : text;
}

/** An amount as a form shows it: `12.50`. */
export const plainMoney = ({ amount, currency }: Money): string => decimalText(amount, decimalsOf(currency));

/** An amount as people read it: `$12.50`. */
export const formatMoney = ({ amount, currency }: Money, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  }).format(decimalText(amount, decimalsOf(currency)) as Intl.StringNumericLiteral);

/** How many ledger units are one smallest unit of a currency. */
export const unitsPerSmallest = 10_000;
const ledgerDecimals = 4;

/** Of the ledger: whole 1/10,000 of the currency's smallest unit. Up to 2^53 − 1 of them, some nine billion dollars. */
export const LedgerAmount = z.int().brand('LedgerAmount');
export type LedgerAmount = z.output<typeof LedgerAmount>;

/** A sum or product that a safe integer can't hold. Nothing was booked. */
export class AmountOutOfRange extends RangeError {
  override readonly name = 'AmountOutOfRange';
}

const exact = (units: number): LedgerAmount => {
  if (!Number.isSafeInteger(units)) throw new AmountOutOfRange('This amount is too large to be booked.');
  // −0 would be another value than 0 where states are compared.
  return (units === 0 ? 0 : units) as LedgerAmount;
};

export const zero = 0 as LedgerAmount;
/** A number of ledger units. Throws `AmountOutOfRange` for what isn't a safe integer. */
export const ledgerAmount = (units: number): LedgerAmount => exact(units);
/** Throws `AmountOutOfRange`. Two safe integers add up exactly or to something that isn't safe, so no sum is wrong. */
export const add = (...amounts: readonly LedgerAmount[]): LedgerAmount =>
  amounts.reduce((sum, one) => exact(sum + one), zero);
export const negative = (of: LedgerAmount): LedgerAmount => exact(-of);
/** A price per piece, times whole pieces. Throws `AmountOutOfRange`. */
export const times = (price: LedgerAmount, pieces: number): LedgerAmount => exact(price * exact(pieces));

/** Exact: rounding is only on the way back. */
export const toLedger = ({ amount }: Pick<Money, 'amount'>): LedgerAmount => exact(amount * unitsPerSmallest);

/**
 * The only place that rounds: a ledger's amount as it can be charged, half away from zero to the currency's step, and
 * the remainder that is booked to the account `rounding`. `toLedger(money)` and `remainder` add up to the amount.
 */
export function toMoney(
  units: LedgerAmount,
  currency: Currency,
): { readonly money: Money; readonly remainder: LedgerAmount } {
  const step = stepOf(currency) * unitsPerSmallest;
  const size = Math.abs(units);
  const part = size % step;
  const rounded = Math.sign(units) * (size - part + (2 * part >= step ? step : 0));
  const money = { amount: exact(rounded / unitsPerSmallest), currency };
  return { money, remainder: exact(units - rounded) };
}

/** An amount of the ledger as a file holds it: `12.5000`, with a point and no currency. */
export const plainLedger = (units: number, currency: string): string =>
  decimalText(units, decimalsOf(currency as Currency) + ledgerDecimals);

/** An amount of the ledger as people read it, with up to four more decimals: `$0.0079`, `$12.50`. */
export const formatLedger = (units: LedgerAmount, currency: Currency, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency) + ledgerDecimals,
  }).format(decimalText(units, decimalsOf(currency) + ledgerDecimals) as Intl.StringNumericLiteral);

/**
 * Shares of an amount by weight (whole, from 0), which add up to it exactly: each gets its share rounded down, what is
 * left goes one by one to the largest fractions, the first among equals. Weights that are all 0 count as equal.
 * Throws a RangeError without weights or for a weight below 0.
 */
export function allocate<Units extends number>(total: Units, weights: readonly number[]): readonly Units[] {
  if (weights.length === 0 || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError('An amount is shared by whole weights from 0.');
  const even = weights.every((weight) => weight === 0);
  const of = weights.map((weight) => (even ? 1n : BigInt(weight)));
  const all = of.reduce((sum, weight) => sum + weight, 0n);
  const size = BigInt(Math.abs(exact(total)));
  const shares = of.map((weight, index) => ({ index, share: (size * weight) / all, fraction: (size * weight) % all }));
  let left = size - shares.reduce((sum, { share }) => sum + share, 0n);
  for (const one of [...shares].sort((a, b) =>
    a.fraction === b.fraction ? a.index - b.index
    : a.fraction > b.fraction ? -1
    : 1,
  )) {
    if (left === 0n) break;
    one.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => exact(Number(total < 0 ? -share : share)) as number as Units);
}
