import type { CarrierAccount } from '../../adapters/providers/port.ts';
import type { HeldBy } from '../../domain/businesses/claims.ts';
import { Credentials } from './configure.ts';

export type Carrier = 'twilio' | 'bandwidth';

/** The account that the vault holds for a carrier. */
export function accountOf(carrier: Carrier, secret: string): CarrierAccount {
  if (carrier === 'twilio') {
    const { account_sid: accountSid, auth_token: authToken } = Credentials.twilio.parse(JSON.parse(secret));
    return { accountSid, authToken };
  }
  const kept = Credentials.bandwidth.parse(JSON.parse(secret));
  return {
    carrier,
    accountId: kept.account_id,
    applicationId: kept.application_id,
    username: kept.username,
    password: kept.password,
    callbackUsername: kept.callback_username,
    callbackPassword: kept.callback_password,
  };
}

/** What a number's claim says of an account: by this it is known again. */
export const accountName = (carrier: Carrier, masked: Readonly<Record<string, string>>): string =>
  masked[carrier === 'twilio' ? 'account_sid' : 'account_id'] ?? '';

export const heldByOf = (
  owner: HeldBy['owner'],
  carrier: Carrier,
  masked: Readonly<Record<string, string>>,
): HeldBy => ({ owner, account: accountName(carrier, masked), ...(carrier === 'twilio' ? {} : { carrier }) });
