import { AgencyId } from '../../domain/kernel/ids.ts';
import { type Currency, ledgerAmount, type LedgerAmount, usd } from '../../domain/kernel/money.ts';
import { noCountry } from '../../domain/rates/measures.ts';
import { carrierClassOf, countryOfNumber } from '../../domain/rates/numbers.ts';
import { priceBeyond, type Rate, rater, type UsageTerms, usageTermsOf } from '../../domain/rates/rating.ts';
import { standing } from '../../domain/subscriptions/standing.ts';
import type { ApiParts } from '../kernel/parts.ts';

interface Sender {
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly phoneNumber: string | null;
  readonly type: 'sms' | 'mms' | 'email';
  /** What it counts for, and the numbers of some of those it goes to. */
  readonly credits: number;
  readonly phones: readonly (string | null)[];
  /** Text segments that the month has used. */
  readonly used: number;
  /** The day that it goes out on. */
  readonly day: string;
}
export interface Cost {
  readonly currency: Currency;
  /** In 1/10,000 of the currency's smallest unit. */
  readonly amount: LedgerAmount;
}

interface Buyer {
  readonly businessId: string;
  readonly agencyId: string | null;
  /** The number it texts with. */
  readonly phoneNumber: string | null;
  /** The day of its zone that prices are asked for. */
  readonly day: string;
}
type Sent = 'sms' | 'mms' | 'email';
export interface UsagePrices {
  readonly currency: Currency;
  /** What its plan includes; of an agency's business: nothing, its agency pays. */
  readonly included: UsageTerms['included'];
  /** What one piece costs it, beyond what is included; null: nothing lists it. Emails have no country. */
  readonly priceOf: (channel: Sent, country: string) => LedgerAmount | null;
}

/** What usage costs a business on a day: its agency's prices, never the platform's; alone, its plan's or the platform's. */
export async function usagePrices({ commands, readModels, now }: ApiParts, buyer: Buyer): Promise<UsagePrices | null> {
  const { agencyId, businessId, phoneNumber, day } = buyer;
  const { rates } = await commands.rates.priceList(agencyId === null ? null : AgencyId.parse(agencyId));
  if (rates.size === 0) return null;
  let terms: UsageTerms = { included: {}, overage: {} };
  let currency = usd;
  if (agencyId === null) {
    const stands = standing(await readModels.standingFacts(null, businessId), now(), true);
    terms = usageTermsOf(stands.included, stands.overage);
    currency = (stands.plan?.terms.currency as Currency | undefined) ?? usd;
  }
  const ofAll = [...rates.values()].filter((rate) => (rate.currency as Currency) === currency);
  const [own, general] = [
    rater(ofAll.filter((rate) => (rate.businessId as string | null) === businessId)),
    rater(ofAll.filter((rate) => rate.businessId === null)),
  ];
  const priceOf = (channel: Sent, country: string): LedgerAmount | null => {
    const hasNumber = channel !== 'email' && phoneNumber !== null;
    const carrierClass = hasNumber ? carrierClassOf(phoneNumber) : ('other' as const);
    const key = { channel, direction: 'out' as const, country, carrierClass };
    const rate: Rate | null = own(key, day) ?? general(key, day);
    return rate === null ? null : priceBeyond(rate, key, terms.overage);
  };
  return { currency, included: terms.included, priceOf };
}

/**
 * About what a broadcast costs the business: at its agency's prices, or at the platform's beyond what its plan includes.
 * Where its recipients are is taken from some of them. Null: there is no price for it.
 */
export async function broadcastCost(parts: ApiParts, sender: Sender): Promise<Cost | null> {
  const { credits, type } = sender;
  if (credits === 0) return null;
  const known = await usagePrices(parts, sender);
  if (known === null) return null;
  const { currency, included, priceOf } = known;
  const prices =
    type === 'email' ?
      [priceOf(type, noCountry)]
    : sender.phones.map((phone) => priceOf(type, phone === null ? noCountry : countryOfNumber(phone)));
  if (prices.length === 0 || prices.includes(null)) return null;
  const free = included[type];
  const billed =
    free === null ? 0 : Math.max(0, credits - Math.max(0, (free ?? 0) - (type === 'sms' ? sender.used : 0)));
  const each = prices.reduce<number>((sum, price) => sum + price!, 0) / prices.length;
  return { currency, amount: ledgerAmount(Math.round(each * billed)) };
}
