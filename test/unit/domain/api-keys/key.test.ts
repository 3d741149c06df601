import { describe, expect, it } from 'vitest';
import {
  ApiKeyChanged,
  ApiKeyCreated,
  ApiKeyKept,
  ApiKeyRevoked,
  ApiKeyRotated,
} from '../../../../domain/api-keys/events.ts';
import { apiKeyFields, type ApiScope } from '../../../../domain/api-keys/fields.ts';
import {
  ApiKey,
  changeApiKey,
  createApiKey,
  keepApiKey,
  refusalOfSecret,
  revokeApiKey,
  rotateApiKey,
} from '../../../../domain/api-keys/key.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import { ApiKeyId } from '../../../../domain/kernel/ids.ts';
import { given } from '../../../support/given.ts';
import { businessId, otherBusinessId, otherUserId, userId } from '../fixtures.ts';

const now = new Date('2026-11-27T12:00:00.000Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const hashes = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const secret = (nth: number) => ({ hash: hashes[nth]!, lastFour: `000${nth}` });
const of = { businessId, keyId: ApiKeyId.parse('00000000-0000-4000-8000-0000000000f7') };
const settings = { name: 'Website', scopes: ['contacts:read'] as ApiScope[], addresses: [], expiresAt: null };
const create = { ...of, ...settings, createdBy: userId, role: 'owner' as const, now, secret: secret(0) };
const created = ApiKeyCreated.create({ ...of, ...settings, createdBy: userId, ...secret(0) });
const rotated = (nth: number, hours: number) =>
  ApiKeyRotated.create({ ...of, ...secret(nth), previousUntil: later(hours).toISOString() });
const revoked = ApiKeyRevoked.create(of);

describe('an API key', () => {
  it('is created once, with scopes that its maker may use', () => {
    given(ApiKey)
      .when((key) => createApiKey(create, key))
      .then([created]);
    given(ApiKey, [created])
      .when((key) => createApiKey(create, key))
      .thenRefused('conflict');
    const wide = { ...create, scopes: ['billing:read'] as ApiScope[] };
    given(ApiKey)
      .when((key) => createApiKey({ ...wide, role: 'manager' }, key))
      .thenRefused('validation_failed', /billing:read/);
    given(ApiKey)
      .when((key) => createApiKey(wide, key))
      .then([{ type: 'ApiKeyCreated' }]);
  });

  it.each([
    ['now', now, false],
    ['in an hour', later(1), true],
    ['in six years', later(6 * 365 * 24), false],
  ])('ends in the future, within five years: %s', (_when, at, ok) => {
    const outcome = given(ApiKey).when((key) => createApiKey({ ...create, expiresAt: at.toISOString() }, key));
    if (ok) outcome.then([{ type: 'ApiKeyCreated' }]);
    else outcome.thenRefused('validation_failed');
  });

  it('is changed where something differs, and never wider than who changes it', () => {
    const change = { ...of, ...settings, role: 'manager' as const, now };
    given(ApiKey, [created])
      .when((key) => changeApiKey(change, key))
      .thenNothing();
    given(ApiKey, [created])
      .when((key) => changeApiKey({ ...change, name: 'Shop' }, key))
      .then([ApiKeyChanged.create({ ...of, ...settings, name: 'Shop' })]);
    given(ApiKey, [created])
      .when((key) => changeApiKey({ ...change, scopes: ['contacts:read', 'billing:read'] }, key))
      .thenRefused('validation_failed', /billing:read/);
    // One that has expired can be renamed without a new end.
    const ended = ApiKeyChanged.create({ ...of, ...settings, expiresAt: later(-1).toISOString() });
    given(ApiKey, [created, ended])
      .when((key) => changeApiKey({ ...change, expiresAt: later(-1).toISOString(), name: 'Shop' }, key))
      .then([{ type: 'ApiKeyChanged' }]);
  });

  it('gives its secret only to someone who could have made it', () => {
    const wide = ApiKeyCreated.create({
      ...of,
      ...settings,
      scopes: ['billing:read'],
      createdBy: userId,
      ...secret(0),
    });
    const rotate = { ...of, now, secret: secret(1), overlapHours: 24 };
    given(ApiKey, [wide])
      .when((key) => rotateApiKey({ ...rotate, role: 'manager' }, key))
      .thenRefused('validation_failed');
    given(ApiKey, [wide])
      .when((key) => rotateApiKey({ ...rotate, role: 'owner' }, key))
      .then([rotated(1, 24)]);
  });

  it('works with the secret before until the overlap is over', () => {
    const key = fold(ApiKey, [created, rotated(1, 24)]);
    expect(refusalOfSecret(key, hashes[1]!, later(25))).toBeNull();
    expect(refusalOfSecret(key, hashes[0]!, later(23))).toBeNull();
    expect(refusalOfSecret(key, hashes[0]!, later(24))).toBe('rotated');
    expect(refusalOfSecret(key, hashes[2]!, now)).toBe('unknown');
  });

  it('keeps all secrets whose overlap runs when two people rotate it at once, and ends them all without one', () => {
    const twice = [created, rotated(1, 24), rotated(2, 24)];
    for (const hash of hashes) expect(refusalOfSecret(fold(ApiKey, twice), hash, later(1))).toBeNull();
    const leaked = [created, rotated(1, 24), rotated(2, 0)];
    expect(hashes.map((hash) => refusalOfSecret(fold(ApiKey, leaked), hash, now))).toEqual([
      'rotated',
      'rotated',
      null,
    ]);
    // A longer overlap later gives no older secret more time.
    const longer = [created, rotated(1, 1), rotated(2, 720)];
    expect(refusalOfSecret(fold(ApiKey, longer), hashes[0]!, later(2))).toBe('rotated');
    expect(refusalOfSecret(fold(ApiKey, longer), hashes[1]!, later(2))).toBeNull();
  });

  it('tells revoked from expired', () => {
    const ended = ApiKeyChanged.create({ ...of, ...settings, expiresAt: later(1).toISOString() });
    expect(refusalOfSecret(fold(ApiKey, [created, ended]), hashes[0]!, now)).toBeNull();
    expect(refusalOfSecret(fold(ApiKey, [created, ended]), hashes[0]!, later(1))).toBe('expired');
    expect(refusalOfSecret(fold(ApiKey, [created, ended, revoked]), hashes[0]!, later(1))).toBe('revoked');
    expect(refusalOfSecret(ApiKey.initial, hashes[0]!, now)).toBe('unknown');
  });

  it('is revoked once, and nothing happens to it after that', () => {
    given(ApiKey, [created])
      .when((key) => revokeApiKey(of, key))
      .then([revoked]);
    given(ApiKey, [created, revoked])
      .when((key) => revokeApiKey(of, key))
      .thenNothing();
    for (const decide of [
      (key: ApiKey) => changeApiKey({ ...of, ...settings, name: 'Shop', role: 'owner', now }, key),
      (key: ApiKey) => rotateApiKey({ ...of, role: 'owner', now, secret: secret(1), overlapHours: 0 }, key),
      (key: ApiKey) => keepApiKey({ ...of, role: 'owner', by: otherUserId }, key),
    ])
      given(ApiKey, [created, revoked]).when(decide).thenRefused('conflict');
  });

  it('gets someone else who answers for it', () => {
    const kept = ApiKeyKept.create({ ...of, keptBy: otherUserId });
    const keep = { ...of, role: 'owner' as const, by: otherUserId };
    given(ApiKey, [created])
      .when((key) => keepApiKey(keep, key))
      .then([kept]);
    given(ApiKey, [created, kept])
      .when((key) => keepApiKey(keep, key))
      .thenNothing();
  });

  it('is nothing to another business', () => {
    const theirs = { ...of, businessId: otherBusinessId };
    for (const decide of [
      (key: ApiKey) => changeApiKey({ ...theirs, ...settings, role: 'owner', now }, key),
      (key: ApiKey) => rotateApiKey({ ...theirs, role: 'owner', now, secret: secret(1), overlapHours: 0 }, key),
      (key: ApiKey) => keepApiKey({ ...theirs, role: 'owner', by: otherUserId }, key),
      (key: ApiKey) => revokeApiKey(theirs, key),
    ]) {
      given(ApiKey, [created]).when(decide).thenRefused('not_found');
      given(ApiKey, [created, revoked]).when(decide).thenRefused('not_found');
    }
  });
});

describe('what is entered of an API key', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '2001:db8::1', '2001:db8::/32'])('takes the address %s', (address) => {
    expect(apiKeyFields.addresses.parse([` ${address} `])).toEqual([address]);
  });
  it.each(['', 'example.com', '203.0.113.256', '203.0.113.0/33', '2001:db8::/129', '203.0.113.7:80', '*'])(
    'refuses the address %s',
    (address) => {
      expect(apiKeyFields.addresses.safeParse([address]).success).toBe(false);
    },
  );
  it('takes scopes that there are, each once', () => {
    expect(apiKeyFields.scopes.parse(['contacts:read', 'contacts:read'])).toEqual(['contacts:read']);
    for (const scopes of [[], ['everything'], ['contacts:*']])
      expect(apiKeyFields.scopes.safeParse(scopes).success).toBe(false);
  });
});
