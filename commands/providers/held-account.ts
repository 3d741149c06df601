import type { CarrierAccount, TwilioAccount } from '../../adapters/providers/port.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { mask, Providers } from '../../domain/providers/providers.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { accountName, accountOf, type Carrier } from './carrier-account.ts';

/** Where accounts are looked up. `installation`: of the environment or the sandbox; null: none. */
export interface AccountsParts {
  read(stream: string): Promise<readonly StoredEvent[]>;
  secret(ref: string): Promise<string | null>;
  readonly installation: TwilioAccount | null;
}

/** The account that holds a number, by its claim; null: it is not stored (any more). */
export async function accountHolding(parts: AccountsParts, claim: NumberClaim): Promise<CarrierAccount | null> {
  const { installation } = parts;
  if (claim.status === 'free' || claim.heldBy === undefined)
    return installation ?? storedAccount(parts, 'platform', null);
  const { owner, account, carrier = 'twilio' } = claim.heldBy;
  const id =
    owner === 'platform' ? 'platform'
    : owner === 'agency' ? claim.agencyId
    : claim.businessId;
  const stored = id === null ? null : await storedAccount(parts, id, account, carrier);
  if (stored !== null || owner !== 'platform' || carrier !== 'twilio' || installation === null) return stored;
  return mask({ account_sid: installation.accountSid })['account_sid'] === account ? installation : null;
}

async function storedAccount(
  { read, secret }: AccountsParts,
  owner: Parameters<typeof streams.providers>[0],
  wanted: string | null,
  carrier: Carrier = 'twilio',
): Promise<CarrierAccount | null> {
  const { [carrier]: kept } = stateOf(Providers, await read(streams.providers(owner)));
  if (kept === undefined || (wanted !== null && accountName(carrier, kept.masked) !== wanted)) return null;
  const found = await secret(kept.secretRef);
  // Null: replaced at this very moment.
  return found === null ? null : accountOf(carrier, found);
}

/** The account at Twilio that holds a number of ours; null: it is not stored (any more), or at Bandwidth. */
export async function carrierAccountOf(world: CommandServices, number: E164): Promise<TwilioAccount | null> {
  const claim = stateOf(NumberClaim, await world.events.read(streams.numberClaim(number)));
  if (claim.status === 'free' || claim.heldBy?.carrier === 'bandwidth') return null;
  const account = await accountHolding(
    {
      read: (stream) => world.events.read(stream),
      secret: (ref) => world.vault.get(ref),
      installation: world.platformCarrier ?? null,
    },
    claim,
  );
  return account === null || account.carrier === 'bandwidth' ? null : account;
}
