import { z } from 'zod';
import { zero } from '../../domain/kernel/money.ts';
import { carrierClasses, channels, directions, rateFields } from '../../domain/rates/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Named, Success, Uuid, wholeList } from './common.ts';

export { carrierClasses, channels, directions, listedChannels } from '../../domain/rates/fields.ts';
export type { UsageKey } from '../../domain/rates/fields.ts';

const Day = z.string().meta({ examples: ['2026-11-01'] });
const country = { examples: ['US'] };
const currency = { examples: ['USD'] };

/**
 * What usage costs. Null in `country` or `carrier_class` (the kind of the business's number): any. A piece is a segment
 * (`sms`), a message (`mms`), an email, a started minute (`voice`) or a number held in a month. `price` per piece, in
 * 1/10,000 of the currency's smallest unit. `from`: the first day; `until`: the first day that it no longer holds on.
 */
export const CarrierFee = z.object({
  channel: z.enum(channels),
  direction: z.enum(directions),
  country: z.string().nullable().meta(country),
  carrier_class: z.enum(carrierClasses).nullable(),
  currency: z.string().meta(currency),
  price: z.int(),
  from: Day,
  until: Day.nullable(),
});
export type CarrierFee = z.output<typeof CarrierFee>;
/**
 * A price as who sets it sees it. `carrier`: what the carrier takes per piece; null in an agency's list. `business`: the
 * one that it is for; null: all.
 */
export const UsageRate = CarrierFee.extend({
  id: Uuid,
  carrier: z.int().nullable(),
  business: Named.nullable(),
  state: z.enum(['upcoming', 'current', 'ended']),
});
export type UsageRate = z.output<typeof UsageRate>;
export const CarrierFees = wholeList(CarrierFee);
export const UsageRates = wholeList(UsageRate);

export const CreateRate = z.object({
  channel: rateFields.channel,
  direction: rateFields.direction.default('out'),
  country: rateFields.country.default(null).meta(country),
  carrier_class: rateFields.carrierClass.default(null),
  currency: rateFields.currency.meta(currency),
  from: rateFields.from.meta({ examples: ['2026-11-01'] }),
  carrier: rateFields.carrier.default(zero),
  price: rateFields.price,
  business_id: Uuid.nullable().default(null),
});
/** At most so many at once, all of them or none. */
const mostAtOnce = 500;
export const CreateRates = z.object({
  rates: z
    .array(CreateRate)
    .min(1, 'Add at least one price.')
    .max(mostAtOnce, `Add at most ${mostAtOnce} prices at once.`),
});
export const EndRate = z.object({ until: rateFields.from.meta({ examples: ['2026-12-01'] }) });

/**
 * Usage of a month that no price covers. `payers`: how many payers have it. It is not charged; a price from a day of
 * the current month on changes that for this month.
 */
export const UnpricedUsage = CarrierFee.pick({ channel: true, direction: true, currency: true }).extend({
  country: z.string().meta(country),
  carrier_class: z.enum(carrierClasses),
  month: z.string().meta({ examples: ['2026-11'] }),
  first_day: Day,
  quantity: z.int(),
  payers: z.int(),
});
export type UnpricedUsage = z.output<typeof UnpricedUsage>;
export const UnpricedUsages = wholeList(UnpricedUsage);

export const rateCalls = calls('Rates', {
  'GET /carrier-fees': {
    id: 'listCarrierFees',
    who: 'any',
    summary:
      'What usage costs the caller today: the platform’s prices, or for a business of an agency the prices of its agency.',
    reply: CarrierFees,
  },
  'GET /rates': {
    id: 'listRates',
    who: ['Admin', 'Agency'],
    summary: 'The price list: an admin’s is the platform’s, an agency’s is for its businesses. With ended prices.',
    reply: UsageRates,
  },
  'POST /rates': {
    id: 'createRate',
    who: ['Admin', 'Agency'],
    summary: 'Set a price from a day on. It ends the price for the same usage that holds then.',
    body: CreateRate,
    example: { channel: 'sms', country: 'US', currency: 'USD', from: '2026-11-01', carrier: 7900, price: 15_000 },
    reply: Created,
  },
  'POST /rates/bulk': {
    id: 'createRates',
    who: ['Admin', 'Agency'],
    summary: 'Set many prices, all of them or none: a list that is imported, or copied to another business.',
    body: CreateRates,
    example: { rates: [{ channel: 'sms', country: 'US', currency: 'USD', from: '2026-11-01', price: 15_000 }] },
    reply: Success,
  },
  'GET /rates/unpriced': {
    id: 'listUnpricedUsage',
    who: ['Admin'],
    summary: 'Usage of this month and last that no price covers.',
    reply: UnpricedUsages,
  },
  'PUT /rates/{id}/end': {
    id: 'endRate',
    who: ['Admin', 'Agency'],
    summary: 'End a price. One that has not begun is taken off the list.',
    params: IdParams,
    body: EndRate,
    reply: Success,
  },
});
