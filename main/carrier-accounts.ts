import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { EventStore, StoredEvent } from '../adapters/event-store/port.ts';
import { accountHolding } from '../commands/providers/held-account.ts';
import type { CarrierAccount, TwilioAccount } from '../adapters/providers/port.ts';
import type { SmsCarrier } from '../adapters/sms/port.ts';
import type { Vault } from '../adapters/vault/port.ts';
import { NumberClaim } from '../domain/businesses/claims.ts';
import { NumberClaimed, NumberReleased } from '../domain/businesses/events.ts';
import { stateOf } from '../domain/kernel/decider.ts';
import { is, platformTenant, type Tenant } from '../domain/kernel/event.ts';
import { providerEvents } from '../domain/providers/events.ts';
import { E164 } from '../domain/sms/values.ts';
import { streams } from '../domain/streams.ts';

export interface CarrierAccountsParts {
  readonly store: EventStore;
  readonly vault: Pick<Vault, 'get'>;
  /** The account of the installation (environment or sandbox), null: none. */
  readonly installation: TwilioAccount | null;
  /** Makes the carrier that talks through an account. */
  readonly carrierOf: (account: CarrierAccount) => SmsCarrier;
  readonly log: Logger;
}

/** `tenant`: whose account it is. Who signs with it speaks for this tenant and no other. */
export type OwnedAccount = CarrierAccount & {
  readonly tenant: Tenant;
  /** Since when it holds the number, where another one held it before; null: no other did. */
  readonly since: Date | null;
};

export interface CarrierAccounts {
  /** The account that holds a number of ours; of a number that nobody holds, the installation's. Null: it is not stored (any more). */
  accountOf(number: string): Promise<OwnedAccount | null>;
  /** The carrier to send with from a number. Null: its account is not stored. */
  carrierFor(sender: string): Promise<SmsCarrier | null>;
  /** Follows what changes, so that answers may be remembered. Before it runs, and while it can't, every answer is looked up. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Should an announcement ever be missed, an answer is this old at most (milliseconds). */
const oldestMs = 60_000;
const maxNumbers = 10_000;

/**
 * Which account at the carrier each number belongs to: texts from it go out with that account, its webhooks are checked
 * with that account's token.
 */
export function createCarrierAccounts({
  store,
  vault,
  installation,
  carrierOf,
  log,
}: CarrierAccountsParts): CarrierAccounts {
  const known = new Map<string, { readonly at: number; readonly account: Promise<OwnedAccount | null> }>();
  const carriers = new Map<string, SmsCarrier>();
  const stopping = new AbortController();
  let following: Promise<void> = Promise.resolve();
  let live = false;

  async function lookUp(number: string): Promise<OwnedAccount | null> {
    const parsed = E164.safeParse(number);
    const events = parsed.success ? await store.read(streams.numberClaim(parsed.data)) : [];
    const claim = stateOf(NumberClaim, events);
    const since = heldSince(events);
    const account = await accountHolding(
      { read: (stream) => store.read(stream), secret: (ref) => vault.get(ref), installation },
      claim,
    );
    if (account === null) return null;
    const owner = claim.status === 'free' ? 'platform' : (claim.heldBy?.owner ?? 'platform');
    if (claim.status === 'free' || owner === 'platform') return { ...account, tenant: platformTenant, since };
    const { agencyId } = claim;
    return { ...account, since, tenant: { agencyId, businessId: owner === 'business' ? claim.businessId : null } };
  }

  const accounts: CarrierAccounts = {
    accountOf(number) {
      const found = known.get(number);
      if (found !== undefined && live && performance.now() - found.at < oldestMs) return found.account;
      const account = lookUp(number);
      if (live) {
        if (known.size >= maxNumbers) known.clear();
        known.set(number, { at: performance.now(), account });
        account.catch(() => known.delete(number));
      }
      return account;
    },
    async carrierFor(sender) {
      const account = await accounts.accountOf(sender);
      if (account === null) return null;
      const key = createHash('sha256').update(keyOf(account).join('\u0000')).digest('base64url');
      let carrier = carriers.get(key);
      if (carrier === undefined) {
        if (carriers.size >= 1_000) carriers.clear();
        carriers.set(key, (carrier = carrierOf(account)));
      }
      return account.since === null ? carrier : { ...carrier, heldSince: account.since };
    },
    async start() {
      const types = [NumberClaimed, NumberReleased, ...providerEvents].map(({ type }) => type);
      const from = await store.head();
      live = true;
      following = (async () => {
        for (let position = from; !stopping.signal.aborted;) {
          try {
            for await (const page of store.subscribe(position, { filter: { types }, signal: stopping.signal })) {
              for (const { type, data } of page.events) {
                if (type === NumberClaimed.type || type === NumberReleased.type)
                  known.delete((data as { number: string }).number);
                else known.clear();
              }
              position = page.next;
              live = true;
            }
          } catch (error) {
            if (stopping.signal.aborted) return;
            live = false;
            known.clear();
            log.warn(
              { err: error },
              'Changes of carrier accounts can not be followed: every account is looked up until they can.',
            );
            await new Promise((resolve) => setTimeout(resolve, 1_000));
            live = false;
          }
        }
      })();
    },
    async stop() {
      stopping.abort();
      live = false;
      await following;
    },
  };
  return accounts;
}

const keyOf = (account: CarrierAccount): readonly string[] =>
  account.carrier === 'bandwidth' ?
    ['bandwidth', account.accountId, account.applicationId, account.username, account.password]
  : ['twilio', account.accountSid, account.authToken];

/** When the number came to the account that holds it now from another one; null: it never changed. */
function heldSince(events: readonly StoredEvent[]): Date | null {
  let before: string | null = null;
  let since: Date | null = null;
  for (const event of events) {
    if (!is(event, NumberClaimed)) continue;
    const { carrier = 'twilio', owner = 'platform', account = '' } = event.data.heldBy ?? {};
    const holder = [carrier, owner, account].join(' ');
    if (before !== null && before !== holder) since = new Date(event.metadata.occurredAt);
    before = holder;
  }
  return since;
}

/**
 * For numbers whose account is not stored (any more), or where there is none at all: their texts wait, a minute at a
 * time, and nobody else's do.
 */
export const accountGone = (log: Logger): SmsCarrier => ({
  name: 'twilio',
  send: async ({ from }) => {
    log.warn(
      { from: `…${from.slice(-4)}` },
      'A text waits: the carrier account that holds its number is not stored. Enter it in the settings ' +
        "(the installation's own: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN).",
    );
    return { kind: 'throttled', retryAfterMs: 60_000 };
  },
  find: async () => {
    throw new Error('The carrier account that holds this number is not stored any more.');
  },
  fetch: async () => {
    throw new Error('The carrier account that holds this number is not stored any more.');
  },
});
