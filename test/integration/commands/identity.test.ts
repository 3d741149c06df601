import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/kernel/caller.ts';
import type { DomainError } from '../../../domain/kernel/errors.ts';
import { context, createWorld, everything, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const password = 'correct-horse-battery';
const anybody: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'account' },
  tenant: { agencyId: null, businessId: null },
};
const admin = (userId: string = randomUUID()): Caller => ({
  role: 'admin',
  actor: { kind: 'user', userId, impersonatorId: null },
  tenant: { agencyId: null, businessId: null },
});
const agencyCaller = (
  agencyId: string,
  userId: string = randomUUID(),
  impersonatorId: string | null = null,
): Caller => ({
  role: 'agency',
  actor: { kind: 'user', userId, impersonatorId },
  tenant: { agencyId, businessId: null },
});
const self = (userId: string, impersonatorId: string | null = null): Caller => ({
  role: 'admin',
  actor: { kind: 'user', userId, impersonatorId },
  tenant: { agencyId: null, businessId: null },
});
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: DomainError) => error.code,
  );

let people = 0;
/** An admin: needs no tenant. */
async function person(options: { readonly email?: string; readonly password?: string | null } = {}) {
  const userId = randomUUID();
  const email = options.email ?? `person-${(people += 1)}@demo.test`;
  await world.commands.users.registerUser(context(system), {
    userId,
    role: 'Admin',
    agencyId: null,
    businessId: null,
    email,
    firstName: 'Ada',
    lastName: 'L',
    password: options.password === undefined ? password : options.password,
  });
  return { userId, email };
}
const history = async (userId: string) => (await world.events.read(`user-${userId}`)).map(({ type }) => type);
const emailsTo = async (userId: string) =>
  (await everything(world))
    .filter(({ type, data }) => type === 'AccountEmailRequested' && data['userId'] === userId)
    .map(({ data }) => data);
const signIn = async (email: string, secret = password) =>
  (
    await world.commands.users.signIn(context(anybody), {
      email,
      password: secret,
      ipAddress: '192.0.2.7',
      sessionId: randomUUID(),
    })
  ).result;
/** The token that the newest email to somebody carries, as the email worker reads it. */
const tokenFor = async (userId: string): Promise<string> =>
  (await world.vault.get((await emailsTo(userId)).at(-1)!['tokenRef'] as string))!;
const forgot = (email: string, commandId?: string) =>
  world.commands.users.requestPasswordReset(context(anybody, commandId), { email, ipAddress: '192.0.2.7' });
const use = (token: string, secret = 'a-new-password', commandId?: string) =>
  world.commands.users.resetPassword(context(anybody, commandId), { token, password: secret, ipAddress: '192.0.2.7' });

async function tenancy() {
  const [agencyId, ownerId, businessId, businessOwnerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const people = { firstName: 'Noor', lastName: 'N', timezone: 'America/New_York' };
  await world.commands.agencies.create(context(admin()), {
    ...people,
    agencyId,
    ownerId,
    name: 'Northwind',
    email: `agency-${agencyId}@demo.test`,
    phone: null,
    website: null,
    isTemplate: false,
    isActiveLivechat: true,
    isActiveLoop: false,
    freeFee: true,
    freeNumbers: 0,
    freeMessages: 0,
    freeCalls: 0,
    password,
  });
  await world.commands.businesses.create(context(agencyCaller(agencyId, ownerId)), {
    ...people,
    businessId,
    ownerId: businessOwnerId,
    agencyId,
    uniqueId: null,
    name: 'Bella',
    email: `business-${businessId}@demo.test`,
    currency: 'USD',
    dateFormat: 'MM/DD/YYYY',
    isEnabledLivechat: true,
    isActiveLivechat: true,
    isEnabledLoop: false,
    isActiveLoop: false,
    isActiveMms: false,
    isTemplate: false,
    templateContent: null,
    monthlyMessages: null,
    contactLimit: null,
    password,
  });
  return { agencyId, ownerId, businessId, businessOwnerId };
}

describe('a forgotten password', () => {
  it('is chosen anew with the link of an email, once; the old one signs in nobody', async () => {
    const { userId, email } = await person();
    const oldRef = (await world.events.read(`user-${userId}`)).find(({ type }) => type === 'UserPasswordSet')!.data[
      'credentialRef'
    ] as string;
    await forgot(email.toUpperCase());
    const [mail] = await emailsTo(userId);
    expect(mail).toMatchObject({
      kind: 'password-reset',
      email,
      agencyId: null,
      expiresAt: '2026-11-20T18:00:00.000Z',
    });
    const token = await tokenFor(userId);
    expect(Buffer.from(token, 'base64url')).toHaveLength(48);
    expect(await world.commands.users.inspectToken(token)).toEqual({
      valid: true,
      kind: 'reset',
      email,
      expiresAt: '2026-11-20T18:00:00.000Z',
    });
    expect((await use(token)).result).toEqual({ userId });
    expect(await signIn(email)).toBeNull();
    expect(await signIn(email, 'a-new-password')).toMatchObject({ userId });
    expect(await world.vault.get(oldRef)).toBeNull();
    expect(await codeOf(use(token, 'another-password'))).toBe('token_invalid');
    expect(await world.commands.users.inspectToken(token)).toEqual({
      valid: false,
      kind: null,
      email: null,
      expiresAt: null,
    });
    expect((await emailsTo(userId)).map(({ kind }) => kind)).toEqual(['password-reset', 'password-changed']);
  });

  it('the token is nowhere in the log', async () => {
    const { userId, email } = await person();
    await forgot(email);
    const token = await tokenFor(userId);
    const secret = Buffer.from(token, 'base64url').subarray(16).toString('base64url');
    const log = JSON.stringify(await everything(world), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(log).not.toContain(token);
    expect(log).not.toContain(secret);
  });

  it('a link ends after sixty minutes, and an altered one is none', async () => {
    const { userId, email } = await person();
    await forgot(email);
    const token = await tokenFor(userId);
    const flip = (index: number) =>
      `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
    for (const bad of [
      flip(0),
      flip(30),
      flip(63),
      token.slice(1),
      `${token}A`,
      '',
      'x'.repeat(64),
      token.toLowerCase(),
    ])
      expect(await codeOf(use(bad))).toBe('token_invalid');
    const then = world.clock.at;
    world.clock.at = new Date(then.getTime() + 60 * 60_000);
    expect(await codeOf(use(token))).toBe('token_invalid');
    world.clock.at = new Date(then.getTime() + 60 * 60_000 - 1);
    await use(token);
    world.clock.at = then;
  });

  it('asked for an unknown address, nothing is written and nothing kept', async () => {
    const events = (await everything(world)).length;
    expect(await forgot('nobody@demo.test')).toEqual({ position: null, result: undefined });
    expect((await everything(world)).length).toBe(events);
    const { email } = await person();
    expect(await forgot(email)).toEqual({ position: null, result: undefined });
  });

  it('repeated, it is one link and one email', async () => {
    const { userId, email } = await person();
    const commandId = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => forgot(email, commandId)));
    await forgot(email, commandId);
    expect(await history(userId)).toEqual(['UserRegistered', 'UserPasswordSet', 'UserPasswordResetRequested']);
    expect(await emailsTo(userId)).toHaveLength(1);
    await use(await tokenFor(userId));
  });

  it('cut off before the email was asked for, a repeat asks for it, with the same link', async () => {
    const { userId, email } = await person();
    const commandId = randomUUID();
    const failing = world.commandsOver({
      ...world.events,
      append: (stream, ...rest) =>
        stream.startsWith('accountMail-') ? Promise.reject(new Error('gone')) : world.events.append(stream, ...rest),
    });
    await expect(
      failing.users.requestPasswordReset(context(anybody, commandId), { email, ipAddress: null }),
    ).rejects.toThrow('gone');
    expect(await emailsTo(userId)).toHaveLength(0);
    await forgot(email, commandId);
    expect(await emailsTo(userId)).toHaveLength(1);
    await use(await tokenFor(userId));
    expect(await signIn(email, 'a-new-password')).not.toBeNull();
  });

  it('twenty who use one link at once: one wins', async () => {
    const { userId, email } = await person();
    await forgot(email);
    const token = await tokenFor(userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOf(use(token, `the lamp of number ${index}`))),
    );
    expect(answers.filter((code) => code === 'no refusal')).toHaveLength(1);
    expect(answers.filter((code) => code === 'token_invalid')).toHaveLength(19);
    expect((await history(userId)).filter((type) => type === 'UserPasswordReset')).toHaveLength(1);
    expect(await signIn(email, `the lamp of number ${answers.indexOf('no refusal')}`)).not.toBeNull();
  });

  it('repeated after it was used, the command comes to the same end', async () => {
    const { userId, email } = await person();
    await forgot(email);
    const token = await tokenFor(userId);
    const commandId = randomUUID();
    await use(token, 'a-new-password', commandId);
    expect((await use(token, 'a-new-password', commandId)).result).toEqual({ userId });
    expect((await emailsTo(userId)).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
    expect(await signIn(email, 'a-new-password')).not.toBeNull();
  });
});

describe('a sign-in', () => {
  it('with a password that is changed while it is checked is refused', async () => {
    const { userId, email } = await person();
    let changed = false;
    const slow = world.commandsOver({
      ...world.events,
      append: async (stream, expected, events) => {
        if (!changed && events.some(({ type }) => type === 'UserSignedIn')) {
          changed = true;
          await world.commands.users.changePassword(context(self(userId)), {
            userId,
            currentPassword: password,
            password: 'a-new-password',
          });
        }
        return world.events.append(stream, expected, events);
      },
    });
    expect(
      (await slow.users.signIn(context(anybody), { email, password, ipAddress: null, sessionId: randomUUID() })).result,
    ).toBeNull();
    expect(await history(userId)).toEqual(['UserRegistered', 'UserPasswordSet', 'UserPasswordChanged']);
  });
});

describe('an invitation', () => {
  it('lets somebody without a password choose one within seven days', async () => {
    const { userId, email } = await person({ password: null });
    for (const guess of ['', 'anything-at-all', 'null']) expect(await signIn(email, guess)).toBeNull();
    const commandId = randomUUID();
    await world.commands.users.invite(context(system, commandId), { userId });
    await world.commands.users.invite(context(system, commandId), { userId });
    expect(await emailsTo(userId)).toMatchObject([
      { kind: 'invitation', email, expiresAt: '2026-11-27T17:00:00.000Z' },
    ]);
    const token = await tokenFor(userId);
    expect(await world.commands.users.inspectToken(token)).toMatchObject({ valid: true, kind: 'invitation', email });
    await use(token);
    expect(await signIn(email, 'a-new-password')).toMatchObject({ userId });
    expect(await codeOf(world.commands.users.invite(context(system), { userId }))).toBe('conflict');
  });

  it('does not go to the address of a sample account', async () => {
    const { userId } = await person({ password: null, email: 'owner@sample.invalid' });
    await world.commands.users.invite(context(system), { userId });
    expect(await emailsTo(userId)).toEqual([]);
    expect(await history(userId)).toEqual(['UserRegistered']);
  });
});

describe("a password of one's own", () => {
  it('is changed with the current one; a wrong one is refused and on record, with where it came from', async () => {
    const { userId, email } = await person();
    const change = (currentPassword: string, commandId?: string) =>
      world.commands.users.changePassword(context(self(userId), commandId), {
        userId,
        currentPassword,
        password: 'a-new-password',
        ipAddress: '192.0.2.9',
      });
    const commandId = randomUUID();
    expect(await codeOf(change('wrong', commandId))).toBe('validation_failed');
    expect((await world.events.read(`user-${userId}`)).at(-1)).toMatchObject({
      type: 'UserPasswordRejected',
      data: { ipAddress: '192.0.2.9' },
    });
    expect(await signIn(email)).not.toBeNull();
    await change(password, commandId);
    await change(password, commandId);
    expect(await history(userId)).toEqual([
      'UserRegistered',
      'UserPasswordSet',
      'UserPasswordRejected',
      'UserSignedIn',
      'UserPasswordChanged',
    ]);
    expect(await signIn(email)).toBeNull();
    expect(await signIn(email, 'a-new-password')).not.toBeNull();
    expect(await emailsTo(userId)).toMatchObject([{ kind: 'password-changed', email, tokenRef: null }]);
  });

  it("is nobody else's to change, nor that of whoever acts as one", async () => {
    const [one, other] = [await person(), await person()];
    const given = { userId: one.userId, currentPassword: password, password: 'a-new-password' };
    expect(await codeOf(world.commands.users.changePassword(context(self(other.userId)), given))).toBe('not_found');
    expect(await codeOf(world.commands.users.changePassword(context(self(one.userId, other.userId)), given))).toBe(
      'forbidden',
    );
    expect(await history(one.userId)).toEqual(['UserRegistered', 'UserPasswordSet']);
  });

  it('of those below is chosen by an admin or their agency, and they are told', async () => {
    const [mine, theirs] = [await tenancy(), await tenancy()];
    const set = (caller: Caller, userId: string) =>
      codeOf(
        world.commands.users.setPasswordOf(context(caller), {
          userId,
          password: 'given-from-above',
          ipAddress: '192.0.2.9',
        }),
      );
    const boss = await person();
    expect(await set(agencyCaller(mine.agencyId, mine.ownerId), mine.businessOwnerId)).toBe('no refusal');
    expect((await world.events.read(`user-${mine.businessOwnerId}`)).at(-1)).toMatchObject({
      type: 'UserPasswordChanged',
      data: { changedBy: mine.ownerId, ipAddress: '192.0.2.9' },
    });
    expect((await emailsTo(mine.businessOwnerId)).map(({ kind, agencyId }) => [kind, agencyId])).toEqual([
      ['password-changed', mine.agencyId],
    ]);
    expect(await set(agencyCaller(mine.agencyId, mine.ownerId), theirs.businessOwnerId)).toBe('not_found');
    expect(await set(agencyCaller(mine.agencyId, mine.ownerId), mine.ownerId)).toBe('not_found');
    expect(await set(admin(), mine.ownerId)).toBe('no refusal');
    expect(await set(admin(), boss.userId)).toBe('forbidden');
    expect(await set({ ...self(mine.businessOwnerId), role: 'business' }, mine.businessOwnerId)).toBe('forbidden');
    expect(await set(agencyCaller(mine.agencyId, mine.ownerId, boss.userId), mine.businessOwnerId)).toBe('forbidden');
  });
});

describe('a profile', () => {
  const save = (
    caller: Caller,
    userId: string,
    email: string,
    more: { currentPassword?: string; commandId?: string } = {},
  ) =>
    world.commands.users.changeProfile(context(caller, more.commandId), {
      userId,
      firstName: 'Ada',
      lastName: 'L',
      email,
      ...(more.currentPassword === undefined ? {} : { currentPassword: more.currentPassword }),
    });

  it('moves to a new address with the current password; the old one is told and free again', async () => {
    const { userId, email } = await person();
    const fresh = `fresh-${userId}@demo.test`;
    expect(await codeOf(save(self(userId), userId, fresh))).toBe('validation_failed');
    expect(await codeOf(save(self(userId), userId, fresh, { currentPassword: 'wrong' }))).toBe('validation_failed');
    expect(await codeOf(save(self(userId, randomUUID()), userId, fresh, { currentPassword: password }))).toBe(
      'forbidden',
    );
    expect(await signIn(fresh)).toBeNull();
    await save(self(userId), userId, fresh, { currentPassword: password });
    expect(await signIn(email)).toBeNull();
    expect(await signIn(fresh)).toMatchObject({ userId });
    expect(await emailsTo(userId)).toMatchObject([{ kind: 'email-changed', email }]);
    const heir = await person({ email });
    expect(await signIn(email)).toMatchObject({ userId: heir.userId });
  });

  it('an address that somebody has is refused, and nothing moves', async () => {
    const [one, other] = [await person(), await person()];
    expect(
      await codeOf(save(self(one.userId), one.userId, other.email.toUpperCase(), { currentPassword: password })),
    ).toBe('email_taken');
    expect(await history(one.userId)).toEqual(['UserRegistered', 'UserPasswordSet']);
    expect(await signIn(one.email)).toMatchObject({ userId: one.userId });
    expect(await signIn(other.email)).toMatchObject({ userId: other.userId });
  });

  it('repeated long after, when the old address is in use again, it takes nothing away', async () => {
    const { userId, email } = await person();
    const [there, commandId] = [`there-${userId}@demo.test`, randomUUID()];
    const failing = world.commandsOver({
      ...world.events,
      append: (stream, expected, events) =>
        events.some(({ type }) => type === 'EmailReleased') ?
          Promise.reject(new Error('gone'))
        : world.events.append(stream, expected, events),
    });
    await expect(
      failing.users.changeProfile(context(self(userId), commandId), {
        userId,
        firstName: 'Ada',
        lastName: 'L',
        email: there,
        currentPassword: password,
      }),
    ).rejects.toThrow('gone');
    await save(self(userId), userId, email, { currentPassword: password });
    await save(self(userId), userId, there, { currentPassword: password, commandId });
    expect(await signIn(email)).toMatchObject({ userId });
  });

  it('twenty who want one address at once: one gets it', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => person()));
    const wanted = `wanted-${randomUUID()}@demo.test`;
    const answers = await Promise.all(
      crowd.map(({ userId }) => codeOf(save(self(userId), userId, wanted, { currentPassword: password }))),
    );
    expect(answers.filter((code) => code === 'no refusal')).toHaveLength(1);
    expect(answers.filter((code) => code === 'email_taken')).toHaveLength(19);
  });
});

describe('acting as somebody else', () => {
  const start = (caller: Caller, targetId: string, sessionId: string = randomUUID()) =>
    world.commands.users.startImpersonation(context(caller), { targetId, sessionId, ipAddress: '192.0.2.9' });

  it('is as the owner of an agency or a business, or as a user; the record names both', async () => {
    const { agencyId, ownerId, businessId, businessOwnerId } = await tenancy();
    const boss = randomUUID();
    expect((await start(admin(boss), agencyId)).result).toEqual({
      userId: ownerId,
      role: 'Agency',
      agencyId,
      businessId: null,
    });
    expect((await start(admin(boss), businessId)).result).toEqual({
      userId: businessOwnerId,
      role: 'Business',
      agencyId,
      businessId,
    });
    expect((await start(admin(boss), businessOwnerId)).result).toMatchObject({ userId: businessOwnerId });
    expect((await start(agencyCaller(agencyId, ownerId), businessId)).result).toMatchObject({
      userId: businessOwnerId,
    });
    // On through the agency: the admin is still the one at the keyboard.
    const sessionId = randomUUID();
    await start(agencyCaller(agencyId, ownerId, boss), businessId, sessionId);
    const last = (await world.events.read(`user-${businessOwnerId}`)).at(-1)!;
    expect(last).toMatchObject({
      type: 'UserImpersonationStarted',
      data: { userId: businessOwnerId, impersonatorId: boss, sessionId, ipAddress: '192.0.2.9' },
    });
    expect(last.metadata).toMatchObject({
      tenant: { agencyId, businessId },
      actor: { kind: 'user', userId: ownerId, impersonatorId: boss },
    });
    await world.commands.users.stopImpersonation(context(agencyCaller(agencyId, ownerId, boss)), {
      userId: businessOwnerId,
      sessionId,
    });
    expect((await history(businessOwnerId)).at(-1)).toBe('UserImpersonationStopped');
  });

  it('is refused sideways and upwards', async () => {
    const [mine, theirs] = [await tenancy(), await tenancy()];
    const agency = agencyCaller(mine.agencyId, mine.ownerId);
    for (const foreign of [
      theirs.businessId,
      theirs.businessOwnerId,
      theirs.agencyId,
      mine.agencyId,
      mine.ownerId,
      randomUUID(),
    ])
      expect(await codeOf(start(agency, foreign))).toBe('not_found');
    expect(await codeOf(start(admin(), (await person()).userId))).toBe('forbidden');
    for (const up of [mine.agencyId, mine.ownerId, mine.businessId]) {
      expect(
        await codeOf(
          start(
            {
              role: 'business',
              actor: { kind: 'user', userId: mine.businessOwnerId, impersonatorId: mine.ownerId },
              tenant: mine,
            },
            up,
          ),
        ),
      ).toBe('forbidden');
    }
  });
});

describe('the A2P question', () => {
  it('is on record once a day', async () => {
    const { businessOwnerId, agencyId, businessId } = await tenancy();
    const caller: Caller = {
      role: 'business',
      actor: { kind: 'user', userId: businessOwnerId, impersonatorId: null },
      tenant: { agencyId, businessId },
    };
    await world.commands.users.confirmA2p(context(caller), { userId: businessOwnerId });
    await world.commands.users.confirmA2p(context(caller), { userId: businessOwnerId });
    const asked = (await world.events.read(`user-${businessOwnerId}`)).filter(
      ({ type }) => type === 'UserA2pConfirmed',
    );
    expect(asked).toMatchObject([
      { data: { businessId, day: '2026-11-20' }, metadata: { tenant: { agencyId, businessId } } },
    ]);
  });
});
