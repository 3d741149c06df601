import type { twilioNumbers } from '../sms/twilio/numbers.ts';
import { statusOf, within } from './failure.ts';
import { type CarrierAccount, type NumberInventory, NumberRefused, NumbersUnavailable } from './port.ts';

type Numbers = ReturnType<typeof twilioNumbers>;

export interface NumberInventoryOptions {
  /** Where Twilio's API is; null: Twilio's own address. */
  readonly baseUrl?: string | null;
  readonly timeoutMs?: number;
}

const orderedThere =
  'Bandwidth’s numbers are ordered in its dashboard. Order one there and assign it to your application, then have it entered as your own number.';
/** The first page of what can be bought; more is found with a narrower search. */
const offers = 30;
/** NANP codes that are free to the caller. */
const tollFreeCodes = new Set(['800', '833', '844', '855', '866', '877', '888']);
export const isTollFree = (number: string): boolean => number.startsWith('+1') && tollFreeCodes.has(number.slice(2, 5));

/** Numbers of a Twilio account (AvailablePhoneNumbers, IncomingPhoneNumbers). The SDK is loaded when first needed. */
export function createNumberInventory({
  baseUrl = null,
  timeoutMs = 15_000,
}: NumberInventoryOptions = {}): NumberInventory {
  const ask = async <T>(account: CarrierAccount, work: (numbers: Numbers) => Promise<T>): Promise<T> => {
    if (account.carrier === 'bandwidth') throw new NumberRefused(orderedThere);
    const twilio = await import('../sms/twilio/numbers.ts');
    try {
      return await within(timeoutMs * 2, work(twilio.twilioNumbers({ ...account, baseUrl, timeoutMs })));
    } catch (error) {
      throw refusalOf(error);
    }
  };

  return {
    search: (account, { country, type, areaCode, state, contains }) =>
      ask(account, async (numbers) => {
        const found = await numbers.search({
          country,
          tollFree: type === 'tollfree',
          areaCode,
          region: state,
          contains,
          limit: offers,
        });
        return found.map((one) => ({ ...one, isTollFree: isTollFree(one.number) }));
      }),
    // A purchase whose answer was lost has gone through all the same: what the account holds is not bought again.
    buy: (account, number, smsUrl) =>
      ask(account, async (numbers) => {
        const held = await numbers.held(number);
        if (held === null)
          return { providerNumberId: (await numbers.buy(number, smsUrl)).sid, isTollFree: isTollFree(number) };
        if (held.smsUrl !== smsUrl) await numbers.point(held.sid, smsUrl);
        return { providerNumberId: held.sid, isTollFree: isTollFree(number) };
      }),
    call: async (account, id, since) => {
      try {
        const timed = { ...account, baseUrl, timeoutMs };
        if (timed.carrier !== 'bandwidth') {
          const { twilioNumbers } = await import('../sms/twilio/numbers.ts');
          return await within(timeoutMs * 2, twilioNumbers(timed).call(id));
        }
        const { bandwidthCall } = await import('../sms/bandwidth/calls.ts');
        return await within(timeoutMs * 2, bandwidthCall(timed, id, since));
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw refusalOf(error);
      }
    },
    connectCalls: async (account, number, voiceUrl) =>
      account.carrier === 'bandwidth' ||
      ask(account, async (numbers) => {
        const held = await numbers.held(number);
        if (held === null) return false;
        await numbers.pointCalls(held.sid, voiceUrl);
        return true;
      }),
    adopt: async (account, number, smsUrl) =>
      account.carrier === 'bandwidth' ?
        { providerNumberId: null, isTollFree: isTollFree(number) }
      : ask(account, async (numbers) => {
          const held = await numbers.held(number);
          if (held === null) return null;
          if (held.smsUrl !== smsUrl) await numbers.point(held.sid, smsUrl);
          return { providerNumberId: held.sid, isTollFree: isTollFree(number) };
        }),
  };
}

/** Twilio's own words about numbers are fit for people; about credentials they are not. */
function refusalOf(error: unknown): Error {
  const status = statusOf(error);
  const { code, message } = error as { code?: unknown; message?: string };
  if (status === 401 || status === 403)
    return new NumberRefused(
      'The carrier does not accept the stored account any more. Enter it again in the settings.',
    );
  if (status === 404 && code === 20404)
    return new NumberRefused('The carrier has no numbers of this kind in this country.');
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new NumberRefused(message ?? 'The carrier refused.');
  return new NumbersUnavailable('The carrier could not be asked just now. Please try again in a moment.');
}
