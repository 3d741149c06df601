import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgencyArchived, AgencyCreated, AgencyDetailsChanged } from '../../../domain/agencies/events.ts';
import { BusinessBillingChanged, BusinessCreated } from '../../../domain/businesses/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { ProviderConfigured } from '../../../domain/providers/events.ts';
import {
  UserImpersonationStarted,
  UserRegistered,
  UserRenamed,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
} from '../../../domain/users/events.ts';
import { createWorld, toStore, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

interface By {
  readonly userId: string;
  readonly impersonatorId?: string;
}
const page = { page: 1, perPage: 20 };
const everything = { agencyId: null, businessId: null, userId: null };

async function story() {
  const [admin, owner, agencyId, businessId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const tell = async (
    stream: string,
    event: DomainEvent,
    by: By | null,
    tenant: { agencyId: string | null; businessId: string | null } = { agencyId: null, businessId: null },
  ) => {
    const told = toStore({ event });
    const actor =
      by === null ?
        { kind: 'public' as const, name: 'login' }
      : { kind: 'user' as const, userId: by.userId, impersonatorId: by.impersonatorId ?? null };
    await world.store.append(stream, 'any', [{ ...told, metadata: { ...told.metadata, tenant, actor } }]);
  };
  const [ofAgency, ofBusiness] = [
    { agencyId, businessId: null },
    { agencyId, businessId },
  ];
  await tell(
    `user-${admin}`,
    UserRegistered.create({
      userId: admin,
      role: 'Admin',
      agencyId: null,
      businessId: null,
      email: 'ada@demo.test',
      firstName: 'Ada',
      lastName: 'Admin',
    }),
    null,
  );
  await tell(
    `agency-${agencyId}`,
    AgencyCreated.create({ agencyId, name: 'Northwind', email: 'old@demo.test' }),
    { userId: admin },
    ofAgency,
  );
  await tell(
    `user-${owner}`,
    UserRegistered.create({
      userId: owner,
      role: 'Agency',
      agencyId,
      businessId: null,
      email: 'olga@demo.test',
      firstName: 'Olga',
      lastName: 'Owner',
    }),
    { userId: admin },
    ofAgency,
  );
  await tell(
    `agency-${agencyId}`,
    AgencyDetailsChanged.create({ agencyId, name: 'Northwind Marketing', phone: '+14155550100' }),
    { userId: owner },
    ofAgency,
  );
  await tell(
    `agency-${agencyId}`,
    AgencyDetailsChanged.create({ agencyId, phone: null }),
    { userId: owner, impersonatorId: admin },
    ofAgency,
  );
  await tell(`user-${owner}`, UserSignInFailed.create({ userId: owner, ipAddress: '203.0.113.9' }), null, ofAgency);
  await tell(
    `user-${owner}`,
    UserSignedIn.create({ userId: owner, sessionId: randomUUID(), ipAddress: '203.0.113.9' }),
    null,
    ofAgency,
  );
  await tell(
    `user-${owner}`,
    UserImpersonationStarted.create({ userId: owner, impersonatorId: admin, sessionId: randomUUID(), ipAddress: null }),
    { userId: admin },
    ofAgency,
  );
  await tell(
    `business-${businessId}`,
    BusinessCreated.create({
      businessId,
      agencyId,
      name: 'Bella',
      uniqueId: 'bella',
      currency: 'USD',
      timezone: 'UTC',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: 500,
      contactLimit: null,
    }),
    { userId: owner },
    ofBusiness,
  );
  await tell(
    `business-${businessId}`,
    BusinessBillingChanged.create({ businessId, monthlyMessages: 1000 }),
    { userId: admin },
    ofBusiness,
  );
  await tell(
    `user-${owner}`,
    UserSignedOut.create({ userId: owner, sessionId: randomUUID() }),
    { userId: owner },
    ofAgency,
  );
  await world.runner().start();
  const settled = async () =>
    expect(
      await world.runner().waitFor(await world.store.head(), { timeoutMs: 20_000, projectors: ['activity'] }),
    ).toBe(true);
  await settled();
  return { admin, owner, agencyId, businessId, tell, settled, ofAgency };
}

describe('the trail', () => {
  it('says who did what, and who was really at the keyboard', async () => {
    const { admin, owner, agencyId, businessId, tell, settled, ofAgency } = await story();
    const { data, total } = await world.models.activity(everything, page);
    expect(total).toBe(10);
    expect(
      data.map(({ type, actor, impersonator }) => [type, actor?.name ?? null, impersonator?.name ?? null]),
    ).toEqual([
      ['BusinessBillingChanged', 'Ada Admin', null],
      ['BusinessCreated', 'Olga Owner', null],
      ['UserImpersonationStarted', 'Ada Admin', null],
      ['UserSignedIn', 'Olga Owner', null],
      ['UserSignInFailed', null, null],
      ['AgencyDetailsChanged', 'Olga Owner', 'Ada Admin'],
      ['AgencyDetailsChanged', 'Olga Owner', null],
      ['UserRegistered', 'Ada Admin', null],
      ['AgencyCreated', 'Ada Admin', null],
      ['UserRegistered', null, null],
    ]);
    expect(data[0]).toMatchObject({
      agency: { id: agencyId, name: 'Northwind Marketing' },
      business: { id: businessId, name: 'Bella' },
    });
    expect(data[2]!.details).toMatchObject({ about: { id: owner, name: 'Olga Owner' } });
    expect(data[4]!.details).toEqual({ ip: '203.0.113.9', about: { id: owner, name: 'Olga Owner' } });
    await tell(`user-${admin}`, UserRenamed.create({ userId: admin, firstName: 'Ada', lastName: 'Lovelace' }), {
      userId: admin,
    });
    await tell(`agency-${agencyId}`, AgencyArchived.create({ agencyId }), { userId: admin }, ofAgency);
    await settled();
    expect((await world.models.activity(everything, { page: 1, perPage: 1 })).data[0]).toMatchObject({
      type: 'AgencyArchived',
      actor: { name: 'Ada Lovelace' },
    });
  });

  it('shows what each changed field was before, and never a secret', async () => {
    const { agencyId, owner, tell, settled, ofAgency } = await story();
    const changes = (await world.models.activity({ ...everything, agencyId }, page)).data
      .filter(({ type }) => type.endsWith('Changed'))
      .map(({ details }) => details['changes']);
    expect(changes).toEqual([
      [{ field: 'monthly_messages', was: 500, now: 1000 }],
      [{ field: 'phone', was: '+14155550100', now: null }],
      [
        { field: 'name', was: 'Northwind', now: 'Northwind Marketing' },
        { field: 'phone', was: null, now: '+14155550100' },
      ],
    ]);
    await tell(
      `providers-${agencyId}`,
      ProviderConfigured.create({
        ownerKind: 'agency',
        ownerId: agencyId,
        provider: 'twilio',
        secretRef: 'provider/secret-place',
        masked: { account_sid: 'AC…9f' },
        fromEmail: null,
        fromName: null,
        trial: false,
      }),
      { userId: owner },
      ofAgency,
    );
    await settled();
    const [configured] = (await world.models.activity({ ...everything, agencyId }, page)).data;
    expect(configured!.details).toMatchObject({ provider: 'twilio', masked: { account_sid: 'AC…9f' } });
    expect(JSON.stringify(configured)).not.toContain('secret-place');
  });

  it('of a tenant holds what is its own, of a person what they did and what was done to them', async () => {
    const { agencyId, businessId, owner } = await story();
    expect((await world.models.activity({ ...everything, businessId }, page)).data.map(({ type }) => type)).toEqual([
      'BusinessBillingChanged',
      'BusinessCreated',
    ]);
    expect((await world.models.activity({ ...everything, agencyId }, page)).total).toBe(9);
    expect((await world.models.activity({ ...everything, agencyId: randomUUID() }, page)).data).toEqual([]);
    expect((await world.models.activity({ ...everything, userId: owner }, page)).data.map(({ type }) => type)).toEqual([
      'BusinessCreated',
      'UserImpersonationStarted',
      'UserSignedIn',
      'UserSignInFailed',
      'AgencyDetailsChanged',
      'AgencyDetailsChanged',
      'UserRegistered',
    ]);
  });
});
