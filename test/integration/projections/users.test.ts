import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgencyCreated, AgencyDetailsChanged } from '../../../domain/agencies/events.ts';
import {
  UserA2pConfirmed,
  UserAvatarChanged,
  UserPhoneChanged,
  UserEmailChanged,
  type UserEvent,
  UserRegistered,
  UserRenamed,
  UserSettingsChanged,
  UserSignedIn,
} from '../../../domain/users/events.ts';
import { AgencyId, UserId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { users } from '../../../projections/users/projector.ts';
import { createWorld, toStore, type World } from './world.ts';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const everyone = { page: 1, perPage: 10, search: null, sortBy: null, sortDesc: false, status: null, role: null };
const newUser = (more: Partial<Parameters<typeof UserRegistered.create>[0]> = {}) =>
  UserRegistered.create({
    userId: UserId.parse(randomUUID()),
    role: 'Agency',
    agencyId: AgencyId.parse(randomUUID()),
    businessId: null,
    email: 'noor@northwind.test',
    firstName: 'Noor',
    lastName: 'Haddad',
    ...more,
  });

describe('users', () => {
  it('are as they last said, and their tenants have the names of now', async () => {
    const runner = world.runner();
    await runner.start();
    const registered = newUser();
    const { userId, agencyId } = registered.data;
    await world.append(`agency-${agencyId}`, {
      event: AgencyCreated.create({ agencyId: agencyId!, name: 'Northwind', email: 'a@b.test' }),
    });
    await world.append(`user-${userId}`, { event: registered, at: '2026-11-01T10:00:00.000Z' });
    const told: [UserEvent, string][] = [
      [UserRenamed.create({ userId, firstName: 'Nora', lastName: 'Haddad' }), '2026-11-02T10:00:00.000Z'],
      [UserEmailChanged.create({ userId, email: 'nora@northwind.test' }), '2026-11-02T11:00:00.000Z'],
      [UserAvatarChanged.create({ userId, avatar: '/media/x' }), '2026-11-02T12:00:00.000Z'],
      [UserPhoneChanged.create({ userId, phone: E164.parse('+14155550123') }), '2026-11-02T12:30:00.000Z'],
      [
        UserSettingsChanged.create({
          userId,
          pushNotifications: false,
          timezone: 'Asia/Kathmandu',
          colorScheme: 'dark',
        }),
        '2026-11-02T13:00:00.000Z',
      ],
      [UserSignedIn.create({ userId, sessionId: randomUUID(), ipAddress: null }), '2026-11-03T10:00:00.000Z'],
      [UserSignedIn.create({ userId, sessionId: randomUUID(), ipAddress: null }), '2026-11-04T10:00:00.000Z'],
      [UserA2pConfirmed.create({ userId, businessId: null, day: '2026-11-04' }), '2026-11-04T11:00:00.000Z'],
    ];
    await world.append(`user-${userId}`, ...told.map(([event, at]) => ({ event, at })));
    await world.append(`agency-${agencyId}`, {
      event: AgencyDetailsChanged.create({ agencyId: agencyId!, name: 'Northwind & Co' }),
    });
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    const view = {
      id: userId,
      role: 'Agency',
      email: 'nora@northwind.test',
      firstName: 'Nora',
      lastName: 'Haddad',
      agencyId,
      businessId: null,
      avatar: '/media/x',
      phone: '+14155550123',
      settings: { pushNotifications: false, timezone: 'Asia/Kathmandu', colorScheme: 'dark' },
      createdAt: '2026-11-01T10:00:00.000Z',
      lastSignInAt: '2026-11-04T10:00:00.000Z',
      a2pConfirmedOn: '2026-11-04',
      hasSecondFactor: null,
    };
    expect(await world.models.user(userId)).toEqual(view);
    for (const search of ['nora', 'HADDAD', 'nora had', 'northwind.test'])
      expect(await world.models.users({ ...everyone, search })).toEqual({
        data: [{ ...view, agencyName: 'Northwind & Co', businessName: null }],
        total: 1,
      });
    // What a pattern would mean is taken as it is typed, and the old name is gone.
    for (const search of ['noor', '%', 'n_ra', '\\'])
      expect(await world.models.users({ ...everyone, search })).toEqual({ data: [], total: 0 });
    expect(await runner.verify('users')).toEqual([]);
    await runner.stop();
  });

  it('who never signed in come first upwards and last downwards; the tally is by role', async () => {
    const own = await createWorld();
    const runner = own.runner();
    await runner.start();
    const [never, early, late] = [newUser(), newUser({ role: 'Admin', agencyId: null }), newUser()];
    for (const registered of [never, early, late])
      await own.append(`user-${registered.data.userId}`, { event: registered });
    await own.append(`user-${early.data.userId}`, {
      event: UserSignedIn.create({ userId: early.data.userId, sessionId: randomUUID(), ipAddress: null }),
      at: '2026-11-03T10:00:00.000Z',
    });
    await own.append(`user-${late.data.userId}`, {
      event: UserSignedIn.create({ userId: late.data.userId, sessionId: randomUUID(), ipAddress: null }),
      at: '2026-11-04T10:00:00.000Z',
    });
    await runner.waitFor(await own.store.head(), { timeoutMs: 20_000 });
    const ids = async (sortDesc: boolean) =>
      (await own.models.users({ ...everyone, sortBy: 'last_sign_in_at', sortDesc })).data.map(({ id }) => id);
    expect(await ids(false)).toEqual([never, early, late].map(({ data }) => data.userId));
    expect(await ids(true)).toEqual([late, early, never].map(({ data }) => data.userId));
    expect(await own.models.users({ ...everyone, perPage: 1 })).toMatchObject({
      total: 3,
      data: [{ id: never.data.userId }],
    });
    expect(await own.models.users({ ...everyone, role: 'Admin' })).toMatchObject({
      total: 1,
      data: [{ id: early.data.userId }],
    });
    expect(await own.models.users({ ...everyone, role: 'Business' })).toEqual({ total: 0, data: [] });
    await own.close();
  });

  it('law: however the feed is cut into batches, the rows are the same', async () => {
    const people = Array.from({ length: 3 }, () => newUser());
    const userId = fc.constantFrom(...people.map(({ data }) => data.userId));
    const word = fc.constantFrom('Ann', 'Lee', 'Kim');
    const someEvent = fc.oneof(
      fc.record({ userId, firstName: word, lastName: word }).map((data) => UserRenamed.create(data)),
      fc
        .record({ userId, email: fc.constantFrom('a@x.test', 'b@x.test') })
        .map((data) => UserEmailChanged.create(data)),
      fc.record({ userId, avatar: fc.constantFrom('/media/a', null) }).map((data) => UserAvatarChanged.create(data)),
      fc
        .record({
          userId,
          pushNotifications: fc.boolean(),
          timezone: fc.constantFrom('UTC', null),
          colorScheme: fc.constantFrom('auto' as const, 'dark' as const),
        })
        .map((data) => UserSettingsChanged.create(data)),
      userId.map((id) => UserSignedIn.create({ userId: id, sessionId: randomUUID(), ipAddress: null })),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(someEvent, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
        async (events, cuts) => {
          const feed = [...people, ...events].map((event, index) => ({
            ...toStore({ event, at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString() }),
            stream: 'x',
            revision: index,
            position: BigInt(index + 1),
          })) as unknown as StoredEvent[];
          const fill = async (schema: string, sizes: readonly number[]) => {
            await world.pool.query(`create schema ${schema}; ${users.create(schema)}`);
            for (let from = 0, turn = 0; from < feed.length; turn += 1) {
              const batch = feed.slice(from, (from += sizes[turn % sizes.length]!));
              for (const { text, values } of users.fold(batch, schema)) await world.pool.query(text, [...values]);
            }
            const { rows } = await world.pool.query(`select * from ${schema}.users order by id`);
            const tally = await world.pool.query(`select * from ${schema}.user_counts`);
            await world.pool.query(`drop schema ${schema} cascade`);
            return [rows, tally.rows];
          };
          run += 1;
          expect(await fill(`cut_${run}`, cuts)).toEqual(await fill(`whole_${run}`, [feed.length]));
        },
      ),
      { numRuns: 25 },
    );
  });
});
