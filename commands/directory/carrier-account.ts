import type { TwilioAccount } from '../../adapters/providers/port.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { mask, Providers } from '../../domain/providers/providers.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';

/** The account at Twilio that holds a number of ours; null: it is not stored (any more), or at Bandwidth. */
export async function carrierAccountOf(world: CommandServices, number: E164): Promise<TwilioAccount | null> {
  const claim = stateOf(NumberClaim, await world.events.read(streams.numberClaim(number)));
  if (claim.status === 'free' || claim.heldBy?.carrier === 'bandwidth') return null;
  const installation = world.platformCarrier ?? null;
  const { heldBy } = claim;
  if (heldBy === undefined && installation !== null) return installation;
  const owner = heldBy?.owner ?? 'platform';
  const id =
    owner === 'platform' ? 'platform'
    : owner === 'agency' ? claim.agencyId
    : claim.businessId;
  if (id === null) return null;
  const { twilio } = stateOf(Providers, await world.events.read(streams.providers(id)));
  if (twilio !== undefined && (heldBy === undefined || twilio.masked['account_sid'] === heldBy.account)) {
    const secret = await world.vault.get(twilio.secretRef);
    if (secret === null) return null;
    const { account_sid: accountSid, auth_token: authToken } = JSON.parse(secret) as Record<string, string>;
    return { accountSid: accountSid!, authToken: authToken! };
  }
  const isInstallations =
    owner === 'platform' &&
    installation !== null &&
    mask({ account_sid: installation.accountSid })['account_sid'] === heldBy?.account;
  return isInstallations ? installation : null;
}
