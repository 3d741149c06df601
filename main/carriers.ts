import type { CarrierAccount } from '../adapters/providers/port.ts';
import { createBandwidthCarrier } from '../adapters/sms/bandwidth/index.ts';
import type { SmsCarrier } from '../adapters/sms/port.ts';
import { createTwilioCarrier } from '../adapters/sms/twilio/index.ts';
import { writeBxml } from '../adapters/voice/bandwidth.ts';
import type { WriteStep } from '../adapters/voice/port.ts';
import { writeTwiml } from '../adapters/voice/twilio.ts';

export { createCarrierMedia } from '../adapters/sms/media.ts';
export { verifyTwilioSignature } from '../adapters/sms/twilio/index.ts';

/** What a carrier is to do with a call, in its own markup. */
export const writeStep: WriteStep = (step, signIn) => (signIn === null ? writeTwiml(step) : writeBxml(step, signIn));

/** The carrier that talks through an account. `baseUrl` null: at its own address. */
export const carrierOf =
  (baseUrl: string | null, now: () => Date) =>
  (account: CarrierAccount): SmsCarrier =>
    account.carrier === 'bandwidth' ?
      createBandwidthCarrier({ ...account, baseUrl, now })
    : createTwilioCarrier({ ...account, baseUrl });

/** Where an account's own API is, and who asks there. */
export const carrierSignIn = (account: CarrierAccount | null, baseUrl: string | null) =>
  account === null ? null
  : account.carrier === 'bandwidth' ?
    { origin: baseUrl ?? 'https://messaging.bandwidth.com', username: account.username, password: account.password }
  : { origin: baseUrl ?? 'https://api.twilio.com', username: account.accountSid, password: account.authToken };
