import { AssignNumber, IdParams, NumberOffers, NumberReply, SearchNumbers, Success } from '../contract/index.ts';
import { type Call, type Route, route } from '../kernel/route.ts';

const tag = 'Numbers';
const readModels = ['businesses'];

/** Every one of these asks the carrier, some spend money: they are counted. */
const limited = (call: Call, what: string, max: number) =>
  call.parts.rateLimits.take([{ key: `${what}:${call.businessId}`, max, windowMs: 10 * 60_000 }]);

async function acquire(call: Call<unknown, unknown, { number: string }>, custom: boolean) {
  await limited(call, 'acquire-number', 20);
  const { position, result } = await call.parts.commands.providers.acquireNumber(call.context(), {
    businessId: call.businessId,
    number: call.body.number,
    custom,
  });
  await call.settled(position, readModels);
  return {
    success: true as const,
    message: 'The number is yours. Texts to it arrive here from now on.',
    data: { number: result.number },
  };
}

export const numberRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/businesses/search-numbers',
      who: ['Business'],
      tag,
      summary: 'Numbers that the carrier has on offer.',
      body: SearchNumbers,
      reply: NumberOffers,
    },
    async (call) => {
      await limited(call, 'search-numbers', 60);
      const { country, type, area_code: areaCode = null, state = null, contains } = call.body;
      const found = await call.parts.commands.providers.searchNumbers(
        { businessId: call.businessId },
        { country, type, areaCode, state, contains: contains || null },
      );
      return {
        data: found.map(({ isTollFree, number, locality, region, sms, mms, voice }) => ({
          number,
          locality,
          region,
          sms,
          mms,
          voice,
          is_tollfree: isTollFree,
        })),
      };
    },
  ),
  route(
    {
      method: 'POST',
      path: '/businesses/assign-number',
      who: ['Business'],
      tag,
      summary: 'Buy a number of the offers; texts to it come here.',
      body: AssignNumber,
      reply: NumberReply,
    },
    (call) => acquire(call, false),
  ),
  route(
    {
      method: 'POST',
      path: '/businesses/assign-custom-number',
      who: ['Business'],
      tag,
      summary: 'Use a number that the carrier account holds already.',
      body: AssignNumber,
      reply: NumberReply,
    },
    (call) => acquire(call, true),
  ),
  route(
    {
      method: 'POST',
      path: '/businesses/{id}/reset-number',
      who: ['Admin', 'Agency'],
      tag,
      summary: 'Take the number away from a business; its keywords wait for the next one.',
      params: IdParams,
      reply: Success,
    },
    async (call) => {
      const { position, result } = await call.parts.commands.tenancy.releaseNumber(call.context(), {
        businessId: call.params.id,
      });
      await call.settled(position, readModels);
      return {
        success: true as const,
        message:
          result.number === null ?
            'This business has no number.'
          : 'The number was taken away. The business can choose another one.',
      };
    },
  ),
];
