import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { latestZone, localDay } from '../../domain/kernel/day.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { AgencyId, BusinessId, RateId } from '../../domain/kernel/ids.ts';
import { dayField, rateFields } from '../../domain/rates/fields.ts';
import * as rates from '../../domain/rates/rates.ts';
import { streams } from '../../domain/streams.ts';
import { operators } from '../kernel/caller.ts';
import { type Call, decision, type Place, question } from '../kernel/command.ts';
import { allow, allowTenant, stateOf } from '../kernel/unit-of-work.ts';

const of = { agencyId: AgencyId.nullable(), rateId: RateId };

interface List {
  readonly agencyId: AgencyId | null;
}
interface RatePlace extends Place {
  /** The first day of the month that goes on somewhere: what earlier months cost does not change any more. */
  readonly earliest: string;
}

/** The platform's list is the operator's, an agency's its own. */
function listOf({ world, context: { caller } }: Call, { agencyId }: List): RatePlace {
  if (agencyId === null) allow(caller, 'admin', 'system');
  const tenant = agencyId === null ? platformTenant : { agencyId, businessId: null };
  allowTenant(caller, tenant, 'This price list');
  return { stream: streams.rates(agencyId), tenant, earliest: `${localDay(latestZone, world.now()).slice(0, 8)}01` };
}

/** `at`: where in the input it stands. */
async function ofOwnBusiness(
  { world }: Call,
  { agencyId }: List,
  businessId: BusinessId | null,
  at = '',
): Promise<void> {
  if (businessId === null) return;
  const business = stateOf(Business, await world.events.read(streams.business(businessId)));
  if (agencyId !== null && business.status !== 'none' && business.agencyId === agencyId) return;
  const message = 'This business does not exist.';
  throw new DomainError('validation_failed', message, { [`${at}business_id`]: [message] });
}

/** Puts a price on a list, in place of the one for the same usage. */
export const addRate = decision({
  input: z.object({ ...of, businessId: BusinessId.nullable(), ...rateFields }),
  by: operators,
  aggregate: rates.Rates,
  at: async (call, input) => {
    await ofOwnBusiness(call, input, input.businessId);
    return listOf(call, input);
  },
  decide: (input, state, { earliest }) => rates.addRate(input, state, earliest),
});

/** Puts many prices on a list, all of them or none. */
export const addRates = decision({
  input: z.object({
    agencyId: AgencyId.nullable(),
    rates: z.array(z.object({ rateId: RateId, businessId: BusinessId.nullable(), ...rateFields })),
  }),
  by: operators,
  aggregate: rates.Rates,
  at: async (call, input) => {
    const place = listOf(call, input);
    const businesses = new Map(input.rates.map(({ businessId }, index) => [businessId, index]));
    for (const [businessId, index] of businesses) await ofOwnBusiness(call, input, businessId, `rates.${index}.`);
    return place;
  },
  decide: ({ agencyId, rates: added }, state, { earliest }) => rates.addRates(agencyId, added, state, earliest),
});

export const endRate = decision({
  input: z.object({ ...of, until: dayField }),
  by: operators,
  aggregate: rates.Rates,
  at: listOf,
  decide: (input, state, { earliest }) => rates.endRate(input, state, earliest),
});

/** The price list of the platform (null) or of an agency, as it is or as it was at a version. */
export const priceList = question(
  async (world, agencyId: AgencyId | null, version: number = Infinity): Promise<rates.PriceList> => {
    const events = (await world.events.read(streams.rates(agencyId))).slice(0, version);
    return { version: events.length, rates: stateOf(rates.Rates, events) };
  },
);
