import { AgencyId, namespaces, RateId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { ListedRate } from '../../domain/rates/rates.ts';
import { unpricedOf } from '../../domain/rates/rating.ts';
import { previousMonth } from '../../domain/statements/fields.ts';
import { type CarrierFee, rateCalls, type UsageRate } from '../contract/index.ts';
import { wholeReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { todayOf } from '../kernel/today.ts';

/** Whose list the caller sets: the platform's, or that of an agency. */
const listOf = ({ role, agencyId }: Session): AgencyId | null => (role === 'Admin' ? null : AgencyId.parse(agencyId));

const feeOf = ({
  channel,
  direction,
  country,
  carrierClass,
  currency,
  price,
  from,
  until,
}: ListedRate): CarrierFee => ({
  channel,
  direction,
  country,
  carrier_class: carrierClass,
  currency,
  price,
  from,
  until,
});
const stateOn = ({ from, until }: ListedRate, today: string): UsageRate['state'] =>
  until !== null && until <= today ? 'ended'
  : from > today ? 'upcoming'
  : 'current';

export const rateRoutes = [
  route(rateCalls['GET /carrier-fees'], async ({ parts, session }) => {
    const { role, agencyId, businessId } = session;
    // A business of an agency is told its agency's prices, never what its agency pays.
    const isResold = role === 'Business' && agencyId !== null;
    const { rates } = await parts.commands.rates.priceList(isResold ? AgencyId.parse(agencyId) : null);
    const today = await todayOf(parts, session);
    const mine = [...rates.values()].filter(
      (rate) =>
        stateOn(rate, today) === 'current' && (rate.businessId === null || (rate.businessId as string) === businessId),
    );
    return wholeReply(mine.map(feeOf));
  }),

  route(rateCalls['GET /rates'], async ({ parts, session }) => {
    const agencyId = listOf(session);
    const { rates } = await parts.commands.rates.priceList(agencyId);
    const today = await todayOf(parts, session);
    const isForOne = [...rates.values()].some(({ businessId }) => businessId !== null);
    const businesses = agencyId === null || !isForOne ? [] : await parts.readModels.usersOfUsage({ agencyId });
    const names = new Map(businesses.map(({ id, name }) => [id, name]));
    const shown = [...rates].filter(([, { from, until }]) => until === null || until > from);
    return wholeReply(
      shown.map(([id, rate]) => ({
        ...feeOf(rate),
        id,
        carrier: agencyId === null ? rate.carrier : null,
        business: rate.businessId === null ? null : { id: rate.businessId, name: names.get(rate.businessId) ?? '' },
        state: stateOn(rate, today),
      })),
    );
  }),

  route(rateCalls['POST /rates'], async (call) => {
    const { parts, session, body } = call;
    const context = call.context();
    const rateId = RateId.parse(uuidV5(namespaces.command, context.commandId, 'rate'));
    const { business_id, carrier_class, carrier, ...price } = body;
    const agencyId = listOf(session);
    await parts.commands.rates.addRate(context, {
      ...price,
      agencyId,
      rateId,
      businessId: business_id,
      carrierClass: carrier_class,
      carrier: agencyId === null ? carrier : 0,
    });
    return { success: true as const, message: `The price holds from ${body.from} on.`, data: { id: rateId } };
  }),

  route(rateCalls['POST /rates/bulk'], async (call) => {
    const { parts, session, body } = call;
    const context = call.context();
    const agencyId = listOf(session);
    await parts.commands.rates.addRates(context, {
      agencyId,
      rates: body.rates.map(({ business_id, carrier_class, carrier, ...price }, nth) => ({
        ...price,
        rateId: RateId.parse(uuidV5(namespaces.command, context.commandId, 'rate', String(nth))),
        businessId: business_id,
        carrierClass: carrier_class,
        carrier: agencyId === null ? carrier : 0,
      })),
    });
    const count = body.rates.length;
    return { success: true as const, message: count === 1 ? '1 price is set.' : `${count} prices are set.` };
  }),

  route(rateCalls['GET /rates/unpriced'], async ({ parts, session }) => {
    const { rates } = await parts.commands.rates.priceList(null);
    const month = (await todayOf(parts, session)).slice(0, 7);
    const found = [];
    // Without a list nothing is charged at all.
    for (const asked of rates.size === 0 ? [] : [month, previousMonth(month)])
      for (const { key, firstDay, quantity, payers } of unpricedOf(await parts.readModels.usageOfAll(asked), [
        ...rates.values(),
      ]))
        found.push({
          channel: key.channel,
          direction: key.direction,
          country: key.country,
          carrier_class: key.carrierClass,
          currency: key.currency,
          month: asked,
          first_day: firstDay,
          quantity,
          payers,
        });
    return wholeReply(found);
  }),

  route(rateCalls['PUT /rates/{id}/end'], async (call) => {
    const { parts, session, params, body } = call;
    const rate = { agencyId: listOf(session), rateId: params.id, until: body.until };
    await parts.commands.rates.endRate(call.context(), rate);
    return { success: true as const, message: `The price ends on ${body.until}.` };
  }),
];
