import { hash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Bus } from '../../adapters/bus/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type LiveApiKey, refusalOfSecret, rightsOfScopes } from '../../domain/api-keys/key.ts';
import type { ErrorCode } from '../../domain/kernel/errors.ts';
import { isSecret } from '../../domain/api-keys/secret.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import { ApiError } from './errors.ts';
import type { Session } from './sessions.ts';

/** A key that was shown with a call. */
export interface PresentedKey {
  readonly session: Session & { readonly apiKey: NonNullable<Session['apiKey']> };
  readonly scopes: ReadonlySet<string>;
  /** Null: from everywhere. */
  readonly allowed: BlockList | null;
}
interface Known extends PresentedKey {
  readonly key: LiveApiKey;
  readonly hash: string;
  readonly until: number;
}

const changedSubject = 'api.keys.changed';
/** How long a look-up is trusted. A change made through the API travels over the bus at once; this bounds it when the bus is away. */
const trustMs = 3_000;
const most = 50_000;

const refusals: Readonly<Record<'unknown' | 'revoked' | 'expired' | 'rotated', readonly [ErrorCode, string]>> = {
  unknown: ['unauthenticated', 'This API key does not exist.'],
  revoked: ['api_key_revoked', 'This API key was revoked.'],
  expired: ['api_key_expired', 'This API key has expired.'],
  rotated: ['api_key_rotated', 'This API key was rotated. Use its new secret.'],
};

const malformed = (): ApiError =>
  new ApiError('unauthenticated', 'This is not an API key: a character is missing or wrong.');

/** Addresses and ranges as something that can be asked. Null: there are none. */
export function allowedFrom(addresses: readonly string[]): BlockList | null {
  if (addresses.length === 0) return null;
  const list = new BlockList();
  for (const given of addresses) {
    const [address = '', length] = given.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

/** An IPv4 address that came as IPv6 (`::ffff:203.0.113.7`) is the IPv4 address. */
export function isAllowed(list: BlockList, ip: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  const address = mapped?.[1] ?? ip.split('%')[0]!;
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Who calls with an API key. The read model says which key a secret is of; whether it works, the key's stream says, so
 * that a read model that is behind lets no revoked key in.
 */
export function createApiKeys({
  commands,
  readModels,
  bus,
  now,
}: {
  readonly commands: Commands;
  readonly readModels: Pick<ReadModels, 'apiKeyOfSecret'>;
  readonly bus: Bus;
  readonly now: () => Date;
}) {
  const known = new Map<string, Known>();
  /** Raised by every change: what was asked before it is not remembered. */
  let generation = 0;
  const forget = (keyId: string | null): void => {
    generation += 1;
    for (const [secret, { session }] of known) if (keyId === null || session.apiKey.id === keyId) known.delete(secret);
  };
  const stop = bus.subscribe(changedSubject, (message) => {
    const { keyId } = message as { keyId?: unknown };
    if (typeof keyId === 'string') forget(keyId);
  });
  const stopReconnect = bus.onReconnect(() => forget(null));

  const check = (key: LiveApiKey, secretHash: string): void => {
    const refusal = refusalOfSecret(key, secretHash, now());
    if (refusal !== null) throw new ApiError(...refusals[refusal]);
  };

  return {
    /** What is known of a secret without asking; undefined: ask with `find`. Throws as `find` does. */
    peek(secret: string): PresentedKey | undefined {
      const entry = known.get(secret);
      if (entry === undefined || now().getTime() >= entry.until) return undefined;
      check(entry.key, entry.hash);
      return entry;
    },

    /** The key of a secret. Throws 401, with why. */
    async find(secret: string): Promise<PresentedKey> {
      if (!isSecret(secret)) throw malformed();
      const asked = generation;
      const secretHash = hash('sha256', secret, 'hex');
      const keyId = await readModels.apiKeyOfSecret(secretHash);
      const found = keyId === null ? null : await commands.apiKeys.find(keyId);
      if (found === null || keyId === null) throw new ApiError(...refusals.unknown);
      const { key, tenant } = found;
      check(key, secretHash);
      const entry: Known = {
        session: {
          sessionId: keyId,
          userId: key.keeper,
          role: 'Business',
          agencyId: tenant.agencyId,
          businessId: key.businessId,
          impersonator: null,
          apiKey: { id: keyId, rights: rightsOfScopes(key.scopes) },
        },
        scopes: new Set(key.scopes),
        allowed: allowedFrom(key.addresses),
        key,
        hash: secretHash,
        until: now().getTime() + trustMs,
      };
      if (asked === generation) {
        if (known.size >= most) known.delete(known.keys().next().value!);
        known.set(secret, entry);
      }
      return entry;
    },

    /** A key was changed, rotated or revoked. */
    changed(keyId: string): void {
      forget(keyId);
      bus.publish(changedSubject, { keyId });
    },

    close(): void {
      stop();
      stopReconnect();
      known.clear();
    },
  };
}
export type ApiKeys = ReturnType<typeof createApiKeys>;
