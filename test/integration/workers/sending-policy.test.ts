import { beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createPayments } from '../../../adapters/payments/index.ts';
import { RateId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount } from '../../../domain/kernel/money.ts';
import type { MessagePurpose } from '../../../domain/messages/events.ts';
import { broadcast, broadcastNow } from '../../support/broadcasts.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { story, system, type Tenant } from '../../support/spine.ts';
import { subscribed } from '../../support/subscribed.ts';

/** Texts that no one pays for: the operator says whether they go. Payments are on; nothing here asks the provider. */
const payments = createPayments({
  secretKey: 'sk_test_1',
  baseUrl: 'http://127.0.0.1:1',
  webhookSecret: null,
  mode: 'sandbox',
});
const world = carrierWorld({ world: { payments } });
const rateId = RateId.parse(randomUUID());
const policy = (unpriced: 'send' | 'hold', withoutWallet: 'send' | 'hold') =>
  world.spine.commands.rates.changeSendingPolicy(system(), { unpriced, withoutWallet });
/** Workers that have asked for the policy just now. */
const start = () => world.start({ leaseMs: 6_000, takesPayments: true, broadcasts: { pollMs: 50, lookMs: 50 } });

beforeAll(() =>
  world.spine.commands.rates.addRate(system(), {
    agencyId: null,
    rateId,
    businessId: null,
    channel: 'sms',
    direction: 'out',
    country: 'US',
    carrierClass: null,
    currency: 'USD',
    from: `${new Date().toISOString().slice(0, 8)}01`,
    carrier: ledgerAmount(40),
    price: ledgerAmount(79),
  }),
);

/** A business that stands alone on a plan of three texts, and sells more or not. */
async function onPlan(overageMessages: number | null) {
  const tenant = await world.newTenant();
  await subscribed(world.spine.store, tenant, { messages: 3, overageMessages });
  return tenant;
}
async function ends(
  tenant: Tenant,
  count: number,
  { purpose, phone }: { purpose?: MessagePurpose; phone?: string } = {},
) {
  const all: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const id = await tenant.queue(await tenant.subscriber(phone ?? world.phone()), 'Hello', purpose);
    const told = await eventually(
      () => story(world.spine.store, id),
      ({ types }) => /Delivered|Failed|Suppressed/.test(types.at(-1)!),
    );
    all.push(told.types.at(-1)!);
  }
  return all;
}
const [went, held] = ['MessageDelivered', 'MessageSuppressed'];

describe('texts that no one pays for', () => {
  it('go out until the operator says otherwise', async () => {
    await start();
    const tenant = await onPlan(90);
    expect(await ends(tenant, 5)).toEqual([went, went, went, went, went]);
  });

  it('beyond a plan that sells more are held without a wallet, and what is owed to a person goes', async () => {
    await policy('send', 'hold');
    await start();
    const tenant = await onPlan(90);
    expect(await ends(tenant, 4)).toEqual([went, went, went, held]);
    expect(await ends(tenant, 1, { purpose: 'opt-out-confirmation' })).toEqual([went]);
    // A plan that sells no more asks for no wallet.
    expect(await ends(await onPlan(null), 4)).toEqual([went, went, went, went]);
  });

  it('without a price are held, those of a broadcast by a pause that says why', async () => {
    await policy('hold', 'hold');
    await start();
    const tenant = await onPlan(90);
    const [abroad, asking] = ['+442079460018', '+442079460019'];
    expect(await ends(tenant, 1, { phone: abroad })).toEqual([held]);
    expect(await ends(tenant, 1, { phone: asking, purpose: 'help' })).toEqual([went]);
    expect(await ends(tenant, 1)).toEqual([went]);
    const today = new Date().toISOString().slice(0, 10);
    await world.spine.commands.rates.endRate(system(), { agencyId: null, rateId, until: today });
    const other = await onPlan(90);
    await other.subscriber(world.phone());
    const id = await broadcast(world.spine, other, 'Hello');
    const paused = await eventually(
      () => broadcastNow(world.spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toMatchObject({ by: 'no-price' });
  });
});
