import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import { EmailQueued } from '../../../domain/emails/events.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { TrialGranted } from '../../../domain/subscriptions/events.ts';
import { append } from '../../support/automations.ts';
import { giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { broadcast, broadcastNow, untilOver } from '../../support/broadcasts.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { emails, texts } from '../../support/outbox.ts';
import { said } from '../../support/said.ts';
import { subscribed } from '../../support/subscribed.ts';
import { type Spine, story, system, type Tenant } from '../../support/spine.ts';

/** Payments are on, and nothing is asked of them here. */
const payments = createPayments({
  secretKey: 'sk_test_unpaid',
  baseUrl: 'http://127.0.0.1:9',
  webhookSecret: null,
  mode: 'sandbox' as const,
});
const world = carrierWorld({ world: { payments } });
let spine: Spine;
beforeAll(() => {
  ({ spine } = world);
});

const settings = { leaseMs: 6_000, broadcasts: { pollMs: 50, lookMs: 50 } };
const start = () => world.start(settings);
/** Texts go out one by one, and are looked at before their broadcast is: each waits with it, and not on its own. */
const startSlowly = () =>
  world.start({
    ...settings,
    broadcasts: { pollMs: 50, lookMs: 1_000 },
    sender: { rateFor: () => ({ segmentsPerSecond: 30, burst: 1 }), concurrency: 2 },
  });
const isFree = ({ businessId }: Tenant, freeFee: boolean) =>
  spine.commands.businesses.setBilling(system(), {
    businessId,
    revision: null,
    monthlyMessages: null,
    contactLimit: null,
    freeFee,
  });
async function unpaid(): Promise<Tenant> {
  const tenant = await world.newTenant();
  await isFree(tenant, false);
  return tenant;
}
const pay = ({ businessId }: Tenant) => {
  const id = BusinessId.parse(businessId);
  const trial = TrialGranted.create({ payer: { kind: 'business', id }, endsAt: '2099-01-01T00:00:00.000Z' });
  return spine.store.append(streams.subscriptions(id), 'noStream', said([trial], { agencyId: null, businessId }));
};
const { atCarrier } = world;
const typesOf = async (id: string) => (await story(spine.store, id)).types;

describe('a business whose subscription isn’t paid', () => {
  it('has its texts wait, and they go out once it is', async () => {
    const tenant = await unpaid();
    const contact = await tenant.subscriber(world.phone());
    await start();
    const id = await tenant.queue(contact, 'Your table is ready.');
    await eventually(
      () => typesOf(id),
      (types) => types.includes('MessageDeferred'),
    );
    // It is looked at again, and that is said once.
    const dueAt = async () => (await texts.rows(spine.db, ['dueAt'], { where: { id } }))[0]!.dueAt.getTime();
    const first = await dueAt();
    await isFree(tenant, false);
    await spine.commands.businesses.setBilling(system(), {
      businessId: tenant.businessId,
      revision: null,
      monthlyMessages: 5_000,
      contactLimit: null,
    });
    await eventually(dueAt, (due) => due > first);
    expect(await typesOf(id)).toEqual(['MessageQueued', 'MessageDeferred']);
    expect(atCarrier(tenant)).toEqual([]);
    // Looked at again at once, not a quarter of an hour later.
    await pay(tenant);
    await eventually(
      () => typesOf(id),
      (types) => types.at(-1) === 'MessageDelivered',
    );
    expect(atCarrier(tenant)).toHaveLength(1);
  });

  it('has an email wait, and it goes out once it is', async () => {
    const tenant = await unpaid();
    const businessId = BusinessId.parse(tenant.businessId);
    await giveAddress(spine, businessId);
    const [contactId] = await subscribeByEmail(spine, businessId, ['ann@x.test']);
    const sentTo: string[] = [];
    const send = async ({ to }: { readonly to: string }) => {
      sentTo.push(to);
      return { kind: 'accepted', providerMessageId: 'x' } as const;
    };
    const provider = { name: 'quick', send, close: async () => {} };
    const from = { address: 'shop@x.test', name: null };
    const brand = { name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null };
    await world.start({
      leaseMs: 6_000,
      polls: { emailMs: 20 },
      mail: {
        routeFor: async () => ({ provider, tells: false, from }),
        brandOf: async () => brand as never,
        vault: { get: async () => undefined } as never,
      },
    });
    const mailId = randomUUID();
    const email = { mailId, businessId, contactId: contactId!, purpose: 'automation' as const, campaignId: null };
    const queued = { ...email, to: 'ann@x.test', subject: 'Hello', body: 'Hello.', button: null, content: null };
    await append(spine, businessId, streams.email(mailId), EmailQueued.create(queued));
    const row = async () => (await emails.rows(spine.db, ['state', 'note'], { where: { id: mailId } }))[0];
    await eventually(row, (found) => found?.note === 'unpaid');
    expect(await row()).toEqual({ state: 'pending', note: 'unpaid' });
    await pay(tenant);
    await eventually(
      async () => sentTo,
      (all) => all.length > 0,
    );
    expect(sentTo).toEqual(['ann@x.test']);
  });

  it('still confirms an opt-out and an opt-in, and answers HELP', async () => {
    const tenant = await unpaid();
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

  it('has a broadcast that falls due wait with its reason, and go on by itself', async () => {
    const tenant = await unpaid();
    await Promise.all([1, 2, 3].map(() => tenant.subscriber(world.phone())));
    await start();
    const id = await broadcast(spine, tenant, 'Hello');
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toEqual({ by: 'unpaid', note: expect.stringContaining('Choose a plan') });
    expect(paused.run).toBeNull();
    await pay(tenant);
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 3, suppressed: 0 });
    expect(atCarrier(tenant)).toHaveLength(3);
  });

  it('has one that goes out stand still, and loses no one by it', async () => {
    const tenant = await world.newTenant();
    await Promise.all(Array.from({ length: 30 }, () => tenant.subscriber(world.phone())));
    const id = await broadcast(spine, tenant, 'Hello');
    await startSlowly();
    await eventually(
      async () => atCarrier(tenant),
      (all) => all.length > 0,
    );
    await isFree(tenant, false);
    await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused' || status === 'completed',
    );
    await isFree(tenant, true);
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 30, suppressed: 0 });
    expect(new Set(atCarrier(tenant).map(({ to }) => to)).size).toBe(30);
  });
});

describe('a business on a plan of its own', () => {
  const endsOf = async (tenant: Tenant) => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => tenant.queue(await tenant.subscriber(world.phone()), 'Hello')),
    );
    const ends = await eventually(
      () => Promise.all(ids.map(async (id) => (await typesOf(id)).at(-1)!)),
      (all) => all.every((end) => /Delivered|Suppressed/.test(end)),
    );
    return ends.filter((end) => end === 'MessageDelivered').length;
  };
  it('sends what it includes of texts and pictures in a month, and more only where more are sold', async () => {
    const [bound, open] = [await unpaid(), await unpaid()];
    await subscribed(spine.store, bound, { messages: 2, mms: 1 });
    await subscribed(spine.store, open, { messages: 2, mms: 1, overageMessages: 20_000 });
    await start();
    expect(await endsOf(bound)).toBe(3);
    expect(await endsOf(open)).toBe(5);
  });
});
