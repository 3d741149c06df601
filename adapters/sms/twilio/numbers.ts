import type { CarrierCall } from '../carrier-call.ts';
import { createTwilioClient } from './client.ts';

type Client = ReturnType<typeof createTwilioClient>;
export interface TwilioAccess {
  readonly accountSid: string;
  readonly authToken: string;
  readonly baseUrl: string | null;
  readonly timeoutMs: number;
}
export interface TwilioNumber {
  readonly sid: string;
  readonly number: string;
  readonly smsUrl: string;
}
export interface TwilioOffer {
  readonly number: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly sms: boolean;
  readonly mms: boolean;
  readonly voice: boolean;
}

const stillOn: ReadonlySet<string> = new Set(['queued', 'initiated', 'ringing', 'in-progress']);
const results: Readonly<Record<string, NonNullable<CarrierCall['forwarded']>['result']>> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  canceled: 'hung-up',
};

/** Twilio writes `SMS` and `MMS` here, and `sms` and `mms` of numbers that are held; the SDK's types know only the latter. */
const can = ({ capabilities }: { capabilities: object }, what: string): boolean =>
  Object.entries(capabilities).some(([name, value]) => name.toLowerCase() === what && value === true);

/** The calls about numbers that the product makes of one account. They throw what the SDK throws. */
export function twilioNumbers(access: TwilioAccess) {
  const client: Client = createTwilioClient(access);
  const toNumber = ({
    sid,
    phoneNumber,
    smsUrl,
  }: {
    sid: string;
    phoneNumber: string;
    smsUrl: string;
  }): TwilioNumber => ({ sid, number: phoneNumber, smsUrl });
  return {
    async search(query: {
      country: string;
      tollFree: boolean;
      areaCode: string | null;
      region: string | null;
      contains: string | null;
      limit: number;
    }): Promise<readonly TwilioOffer[]> {
      const country = client.availablePhoneNumbers(query.country);
      const filter = {
        smsEnabled: true,
        limit: query.limit,
        ...(query.areaCode === null ? {} : { areaCode: Number(query.areaCode) }),
        ...(query.contains === null ? {} : { contains: query.contains }),
      };
      const found =
        query.tollFree ?
          await country.tollFree.list(filter)
        : await country.local.list({ ...filter, ...(query.region === null ? {} : { inRegion: query.region }) });
      return found.map((one) => ({
        number: one.phoneNumber,
        locality: one.locality || null,
        region: one.region || null,
        sms: can(one, 'sms'),
        mms: can(one, 'mms'),
        voice: can(one, 'voice'),
      }));
    },
    /** The number, if the account holds it. The carrier matches parts of numbers too: only the exact one counts. */
    async held(number: string): Promise<TwilioNumber | null> {
      const found = await client.incomingPhoneNumbers.list({ phoneNumber: number, limit: 20 });
      const exact = found.find((one) => one.phoneNumber === number);
      return exact === undefined ? null : toNumber(exact);
    },
    buy: async (number: string, smsUrl: string): Promise<TwilioNumber> =>
      toNumber(await client.incomingPhoneNumbers.create({ phoneNumber: number, smsUrl, smsMethod: 'POST' })),
    /** Calls ask at `voiceUrl` what to do, and tell below it how they ended. */
    pointCalls: async (sid: string, voiceUrl: string): Promise<void> => {
      await client
        .incomingPhoneNumbers(sid)
        .update({ voiceUrl, voiceMethod: 'POST', statusCallback: `${voiceUrl}/ended`, statusCallbackMethod: 'POST' });
    },
    /** A call with the one that it was forwarded by. 404: the account knows none of this sid, or it is too old. */
    async call(sid: string): Promise<CarrierCall> {
      const call = await client.calls(sid).fetch();
      const [child] = await client.calls.list({ parentCallSid: sid, limit: 1 });
      const seconds = Number(call.duration ?? 0);
      return {
        seconds: stillOn.has(call.status) ? null : seconds,
        forwarded:
          child === undefined ? null : (
            {
              to: child.to,
              result: results[child.status] ?? 'unreachable',
              // The caller's own call begins when both are connected (answerOnBridge).
              connected: seconds > 0,
              seconds: Number(child.duration ?? 0),
            }
          ),
      };
    },
    point: async (sid: string, smsUrl: string): Promise<TwilioNumber> =>
      toNumber(await client.incomingPhoneNumbers(sid).update({ smsUrl, smsMethod: 'POST' })),
  };
}
