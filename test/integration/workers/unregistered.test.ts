import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import { streams } from '../../../domain/streams.ts';
import { systemContext } from '../../support/callers.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { broadcast, broadcastNow, untilOver } from '../../support/broadcasts.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { texts } from '../../support/outbox.ts';
import { register, type Step, stepsOf } from '../../support/registration.ts';
import { type Spine, story, type Tenant } from '../../support/spine.ts';

/** A carrier is there; nothing is asked of it here, since what it says is in the log. */
const registrations = createRegistrations({ baseUrl: 'http://127.0.0.1:9' });
const world = carrierWorld({ world: { registrations } });
let spine: Spine;
beforeAll(() => {
  ({ spine } = world);
});

const start = () => world.start({ leaseMs: 6_000, broadcasts: { pollMs: 50, lookMs: 50 } });
const of = ({ businessId }: Tenant) => stepsOf(BusinessId.parse(businessId));
const ago = (days: number) => Date.now() - days * 86_400_000;
/** A campaign that is verified, whose number waits. */
const waiting = (tenant: Tenant): readonly Step[] => {
  const { submitBrand, brandIs, submitCampaign, campaignIs, numberIs } = of(tenant);
  return [
    submitBrand,
    brandIs('verified', ago(20)),
    submitCampaign,
    campaignIs('verified', ago(2)),
    numberIs(tenant.number, 'pending', ago(1)),
  ];
};
const opens = (tenant: Tenant) =>
  register(spine.store, tenant, of(tenant).numberIs(tenant.number, 'registered', ago(0)));
const { atCarrier } = world;
const typesOf = async (id: string) => (await story(spine.store, id)).types;

describe('a business whose number isn’t registered', () => {
  it('has its texts wait with the reason, and they go out once it is', async () => {
    const tenant = await world.newTenant();
    await register(spine.store, tenant, ...waiting(tenant));
    const contact = await tenant.subscriber(world.phone());
    await start();
    const id = await tenant.queue(contact, 'Your table is ready.');
    await eventually(
      () => typesOf(id),
      (types) => types.includes('MessageDeferred'),
    );
    expect((await spine.store.read(`message-${id}`))[1]!.data).toMatchObject({ reason: 'unregistered' });
    // It is looked at again, and that is said once.
    await eventually(
      () => texts.rows(spine.db, ['note', 'attempts'], { where: { id } }),
      ([row]) => row!.note === 'unregistered',
    );
    await texts.change(spine.db, { dueAt: sql`now()` }, { id });
    await sql`update ops.senders set has_work = true, ready_at = now() where sender = ${tenant.number}`.execute(
      spine.db,
    );
    await eventually(
      async () => (await texts.rows(spine.db, ['attempts', 'note'], { where: { id } }))[0]!,
      ({ attempts, note }) => Number(attempts) >= 2 && note === 'unregistered',
    );
    expect(await typesOf(id)).toEqual(['MessageQueued', 'MessageDeferred']);
    expect(atCarrier(tenant)).toEqual([]);
    await opens(tenant);
    await eventually(
      () => typesOf(id),
      (types) => types.at(-1) === 'MessageDelivered',
    );
    expect(atCarrier(tenant)).toHaveLength(1);
  });

  it('is held from the operator’s day though it has begun nothing, and texts again once the day is moved', async () => {
    const requireFrom = (requiredFrom: string | null) =>
      spine.commands.registrations.changeRegistrationPolicy(systemContext(), { requiredFrom });
    const until = (tenant: Tenant, count: number) =>
      eventually(
        () => spine.store.read(streams.registrations(BusinessId.parse(tenant.businessId))),
        (events) => events.length === count,
      );
    const tenant = await world.newTenant();
    const contact = await tenant.subscriber(world.phone());
    await start();
    try {
      await requireFrom('2026-01-15');
      await until(tenant, 1);
      const id = await tenant.queue(contact, 'Your table is ready.');
      await eventually(
        () => typesOf(id),
        (types) => types.includes('MessageDeferred'),
      );
      // One that gets its number after the day was set.
      const later = await world.newTenant();
      const [event] = await until(later, 1);
      expect(event).toMatchObject({ type: 'RegistrationRequired', data: { number: later.number } });
      await requireFrom('2999-01-15');
      await eventually(
        () => typesOf(id),
        (types) => types.at(-1) === 'MessageDelivered',
      );
    } finally {
      await requireFrom(null);
    }
    const [, , last] = await until(tenant, 3);
    expect(last!.data['from']).toBeNull();
  });

  it('still confirms an opt-out and an opt-in, and answers HELP', async () => {
    const tenant = await world.newTenant();
    await register(spine.store, tenant, ...waiting(tenant));
    const contact = await tenant.subscriber(world.phone());
    await start();
    for (const purpose of ['opt-out-confirmation', 'opt-in-confirmation', 'help'] as const) {
      const id = await tenant.queue(contact, 'Owed.', purpose);
      await eventually(
        () => typesOf(id),
        (types) => types.at(-1) === 'MessageDelivered',
      );
    }
  });

  it('has a broadcast that falls due wait with its reason, and go on', async () => {
    const tenant = await world.newTenant();
    await register(spine.store, tenant, ...waiting(tenant));
    await Promise.all([1, 2, 3].map(() => tenant.subscriber(world.phone())));
    await start();
    const id = await broadcast(spine, tenant, 'Hello');
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toEqual({ by: 'unregistered', note: expect.stringContaining('haven’t registered') });
    expect(paused.run).toBeNull();
    await opens(tenant);
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 3, suppressed: 0 });
    expect(atCarrier(tenant)).toHaveLength(3);
  });

  it('has one that goes out stand still while its campaign is suspended, and loses no one by it', async () => {
    const tenant = await world.newTenant();
    await register(spine.store, tenant, ...waiting(tenant));
    await opens(tenant);
    await Promise.all(Array.from({ length: 30 }, () => tenant.subscriber(world.phone())));
    const id = await broadcast(spine, tenant, 'Hello');
    await start();
    await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'running',
    );
    await register(spine.store, tenant, of(tenant).campaignIs('suspended', ago(0)));
    await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused' || status === 'completed',
    );
    await register(spine.store, tenant, of(tenant).campaignIs('verified', Date.now() + 2_000));
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 30, suppressed: 0 });
    expect(new Set(atCarrier(tenant).map(({ to }) => to)).size).toBe(30);
  });
});

it('a business that has begun no registration, or another one, sends as before', async () => {
  const [other, tenant] = [await world.newTenant(), await world.newTenant()];
  await register(spine.store, other, ...waiting(other));
  await start();
  const id = await tenant.queue(await tenant.subscriber(world.phone()), 'Hello');
  await eventually(
    () => typesOf(id),
    (types) => types.at(-1) === 'MessageDelivered',
  );
});
