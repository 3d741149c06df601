import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ApiKeyId, BusinessId, UserId } from '../kernel/ids.ts';
import { type MemberRight, type MemberRole, may } from '../team/fields.ts';
import { ApiKeyChanged, ApiKeyCreated, type ApiKeyEvent, ApiKeyKept, ApiKeyRevoked, ApiKeyRotated } from './events.ts';
import { type ApiScope, longestLifeMs, scopeRights } from './fields.ts';

/** A secret that a rotation replaced, and until when it works. */
interface Replaced {
  readonly hash: string;
  readonly until: string;
}
export interface LiveApiKey {
  readonly status: 'live' | 'revoked';
  readonly businessId: BusinessId;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly expiresAt: string | null;
  readonly hash: string;
  /** Newest first. */
  readonly replaced: readonly Replaced[];
  /** Who made it, or keeps it since that person left. */
  readonly keeper: UserId;
}
export type ApiKey = { readonly status: 'none' } | LiveApiKey;

const earlier = (left: string, right: string): string => (Date.parse(left) < Date.parse(right) ? left : right);

const evolve = (key: ApiKey, event: ApiKeyEvent): ApiKey => {
  if (event.type === 'ApiKeyCreated') {
    const { businessId, name, scopes, addresses, expiresAt, hash, createdBy: keeper } = event.data;
    return { status: 'live', businessId, name, scopes, addresses, expiresAt, hash, replaced: [], keeper };
  }
  if (key.status === 'none') return key;
  switch (event.type) {
    case 'ApiKeyChanged': {
      const { name, scopes, addresses, expiresAt } = event.data;
      return { ...key, name, scopes, addresses, expiresAt };
    }
    case 'ApiKeyRotated': {
      const { hash, previousUntil } = event.data;
      const replaced = [{ hash: key.hash, until: previousUntil }, ...key.replaced].map((one) => ({
        ...one,
        until: earlier(one.until, previousUntil),
      }));
      return { ...key, hash, replaced };
    }
    case 'ApiKeyKept':
      return { ...key, keeper: event.data.keptBy };
    case 'ApiKeyRevoked':
      return { ...key, status: 'revoked' };
    default:
      return unchanged(key, event);
  }
};
export const ApiKey: Aggregate<ApiKey, ApiKeyEvent> = { initial: { status: 'none' }, evolve };

/** Why a secret of a key doesn't work at an instant; null: it does. */
export function refusalOfSecret(
  key: ApiKey,
  hash: string,
  now: Date,
): 'unknown' | 'revoked' | 'expired' | 'rotated' | null {
  if (key.status === 'none') return 'unknown';
  if (key.status === 'revoked') return 'revoked';
  if (key.hash !== hash) {
    const before = key.replaced.find((one) => one.hash === hash);
    if (before === undefined) return 'unknown';
    if (now.getTime() >= Date.parse(before.until)) return 'rotated';
  }
  return key.expiresAt !== null && now.getTime() >= Date.parse(key.expiresAt) ? 'expired' : null;
}

interface Of {
  readonly businessId: BusinessId;
  readonly keyId: ApiKeyId;
}
interface Written {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly expiresAt: string | null;
}
interface Secret {
  readonly hash: string;
  readonly lastFour: string;
}

/** The rights that a scope stands for: none where an earlier version knew a scope that is gone. */
const rightsOfScope = (scope: string): readonly MemberRight[] =>
  (scopeRights as Readonly<Record<string, readonly MemberRight[]>>)[scope] ?? [];

/** What a key with these scopes may do, as a member of the business with these rights may. */
export const rightsOfScopes = (scopes: readonly string[]): readonly MemberRight[] => [
  ...new Set(scopes.flatMap(rightsOfScope)),
];

/** Which of the scopes someone in a role may not give. */
export const tooWideFor = (role: MemberRole, scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !rightsOfScope(scope).every((right) => may(role, right)));

function checkScopes(role: MemberRole, scopes: readonly string[]): void {
  const [first] = tooWideFor(role, scopes);
  if (first === undefined) return;
  const message = `Your role can’t give a key ${first}. Ask an owner.`;
  throw new DomainError('validation_failed', message, { scopes: [message] });
}

function checkEnd(expiresAt: string | null, now: Date): void {
  if (expiresAt === null) return;
  const left = Date.parse(expiresAt) - now.getTime();
  const message =
    left <= 0 ? 'Choose a time in the future.'
    : left > longestLifeMs ? 'Choose a time within five years.'
    : null;
  if (message !== null) throw new DomainError('validation_failed', message, { expiresAt: [message] });
}

/** A key of the business that still works. Throws `not_found`, or `conflict` for one that was revoked. */
function existing({ businessId }: Of, key: ApiKey): LiveApiKey {
  if (key.status === 'none' || key.businessId !== businessId)
    throw new DomainError('not_found', 'This API key does not exist.');
  if (key.status === 'revoked') throw new DomainError('conflict', 'This API key was revoked. Create another one.');
  return key;
}

export function createApiKey(
  { role, now, secret, ...command }: Of & Written & { createdBy: UserId; role: MemberRole; now: Date; secret: Secret },
  key: ApiKey,
): readonly ApiKeyEvent[] {
  if (key.status !== 'none') throw new DomainError('conflict', 'This API key exists already.');
  checkScopes(role, command.scopes);
  checkEnd(command.expiresAt, now);
  return [
    ApiKeyCreated.create({ ...command, scopes: [...command.scopes], addresses: [...command.addresses], ...secret }),
  ];
}

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one) => right.includes(one));

/** An end that stays may lie in the past: an expired key can be renamed. */
export function changeApiKey(
  { role, now, businessId, keyId, name, scopes, addresses, expiresAt }: Of & Written & { role: MemberRole; now: Date },
  key: ApiKey,
): readonly ApiKeyEvent[] {
  const before = existing({ businessId, keyId }, key);
  // Whoever can't give a scope can't widen who may use it either: addresses and the end count, too.
  checkScopes(role, scopes);
  if (expiresAt !== before.expiresAt) checkEnd(expiresAt, now);
  if (
    before.name === name &&
    before.expiresAt === expiresAt &&
    same(before.scopes, scopes) &&
    same(before.addresses, addresses)
  )
    return [];
  return [ApiKeyChanged.create({ businessId, keyId, name, scopes: [...scopes], addresses: [...addresses], expiresAt })];
}

/** Whoever rotates a key learns its secret, so that they need the rights to have made it. */
export function rotateApiKey(
  {
    role,
    now,
    secret,
    overlapHours,
    businessId,
    keyId,
  }: Of & { role: MemberRole; now: Date; secret: Secret; overlapHours: number },
  key: ApiKey,
): readonly ApiKeyEvent[] {
  const before = existing({ businessId, keyId }, key);
  checkScopes(role, before.scopes);
  if (before.expiresAt !== null && now.getTime() >= Date.parse(before.expiresAt))
    throw new DomainError('conflict', 'This API key has expired. Give it a later end first.');
  const previousUntil = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  return [ApiKeyRotated.create({ businessId, keyId, ...secret, previousUntil })];
}

export function keepApiKey(
  { role, by, businessId, keyId }: Of & { role: MemberRole; by: UserId },
  key: ApiKey,
): readonly ApiKeyEvent[] {
  const before = existing({ businessId, keyId }, key);
  checkScopes(role, before.scopes);
  return before.keeper === by ? [] : [ApiKeyKept.create({ businessId, keyId, keptBy: by })];
}

/** Revoking twice is revoking once. */
export function revokeApiKey({ businessId, keyId }: Of, key: ApiKey): readonly ApiKeyEvent[] {
  if (key.status === 'revoked' && key.businessId === businessId) return [];
  existing({ businessId, keyId }, key);
  return [ApiKeyRevoked.create({ businessId, keyId })];
}
