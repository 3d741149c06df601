import { numberCalls } from '../contract/index.ts';
import { type Call, type Route, route } from '../kernel/route.ts';

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
  route(numberCalls['POST /businesses/search-numbers'], async (call) => {
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
  }),
  route(numberCalls['POST /businesses/assign-number'], (call) => acquire(call, false)),
  route(numberCalls['POST /businesses/assign-custom-number'], (call) => acquire(call, true)),
  route(numberCalls['POST /businesses/{id}/reset-number'], async (call) => {
    const { position, result } = await call.parts.commands.businesses.releaseNumber(call.context(), {
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
  }),
];
