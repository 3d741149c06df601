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

/**
 * About what a broadcast costs the business: at its agency's prices, or at the platform's beyond what its plan includes.
 * Where its recipients are is taken from some of them. Null: there is no price for it.
 */
export async function broadcastCost({ commands, readModels, now }: ApiParts, sender: Sender): Promise<Cost | null> {
  const { agencyId, businessId, credits, type } = sender;
  const { rates } = await commands.rates.priceList(agencyId === null ? null : AgencyId.parse(agencyId));
  if (rates.size === 0 || credits === 0) return null;
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
  const priceTo = (phone: string | null): LedgerAmount | null => {
    const key = {
      channel: type,
      direction: 'out' as const,
      country: phone === null ? noCountry : countryOfNumber(phone),
      carrierClass:
        type === 'email' || sender.phoneNumber === null ? ('other' as const) : carrierClassOf(sender.phoneNumber),
    };
    const rate: Rate | null = own(key, sender.day) ?? general(key, sender.day);
    return rate === null ? null : priceBeyond(rate, key, terms.overage);
  };
  const prices = (type === 'email' ? [null] : sender.phones).map(priceTo);
  if (prices.length === 0 || prices.includes(null)) return null;
  const included = terms.included[type];
  const billed =
    included === null ? 0 : Math.max(0, credits - Math.max(0, (included ?? 0) - (type === 'sms' ? sender.used : 0)));
  const each = prices.reduce<number>((sum, price) => sum + price!, 0) / prices.length;
  return { currency, amount: ledgerAmount(Math.round(each * billed)) };
}
