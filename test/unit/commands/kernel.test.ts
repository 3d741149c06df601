import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPasswords } from '../../../commands/kernel/passwords.ts';
import { allow, allowTenant, parse } from '../../../commands/kernel/unit-of-work.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { agencyId, businessId, otherBusinessId } from '../domain/fixtures.ts';

const caller = (role: Caller['role'], tenant: Caller['tenant']): Caller => ({
  role,
  tenant,
  actor: { kind: 'system', name: 'test' },
});
const owner = { agencyId, businessId };

describe('input', () => {
  it('that is wrong is refused with its first message, and all of them by field', () => {
    const schema = z.object({ name: z.string('Enter a name.'), age: z.number('Enter an age.') });
    expect(() => parse(schema, {})).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: 'Enter a name.',
        fields: { name: ['Enter a name.'], age: ['Enter an age.'] },
      }),
    );
    expect(() => parse(schema, null)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

describe('authorisation', () => {
  it.each([
    ['admin', { agencyId: null, businessId: null }, true],
    ['system', { agencyId: null, businessId: null }, true],
    ['agency', { agencyId, businessId: null }, true],
    ['business', owner, true],
    ['agency', { agencyId: otherBusinessId, businessId: null }, false],
    ['business', { agencyId, businessId: otherBusinessId }, false],
    ['business', { agencyId, businessId: null }, false],
    ['public', owner, false],
    ['carrier', owner, false],
  ] as const)('%s of %j: %s', (role, tenant, allowed) => {
    const ask = () => {
      allowTenant(caller(role, tenant), owner, 'This business');
    };
    if (allowed) ask();
    else expect(ask).toThrow(expect.objectContaining({ code: 'not_found', message: 'This business does not exist.' }));
  });
  it('a standalone business has no agency that could reach it', () => {
    expect(() => {
      allowTenant(
        caller('agency', { agencyId: null, businessId: null }),
        { agencyId: null, businessId },
        'This business',
      );
    }).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
  it('another role is forbidden', () => {
    expect(() => {
      allow(caller('public', owner), 'system');
    }).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });
});

describe('passwords', () => {
  it('are hashed with argon2id at OWASP’s cost, matched, and bounded', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 1 });
    const hash = await passwords.hash('correct-horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([
      await passwords.matches(hash, 'correct-horse'),
      await passwords.matches(hash, 'wrong'),
      await passwords.matches(null, 'nobody has this password'),
    ]).toEqual([true, false, false]);
    const settled = await Promise.allSettled([1, 2, 3].map(() => passwords.matches(hash, 'wrong')));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await passwords.matches(hash, 'correct-horse')).toBe(true);
  });
});
