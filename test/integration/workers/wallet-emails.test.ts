import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { EmailQueued } from '../../../domain/emails/events.ts';
import type { EmailPurpose } from '../../../domain/emails/fields.ts';
import { BusinessId, type ContactId, RateId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { bookOnce } from '../../../workers/delivery/text/book-slices.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { append } from '../../support/automations.ts';
import { broadcastNow } from '../../support/broadcasts.ts';
import { context, personOf } from '../../support/callers.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import {
  designFor,
  emailBroadcast,
  giveAddress,
  subscribeByEmail,
  untilEmailed,
} from '../../support/email-broadcasts.ts';
import { eventually } from '../../support/eventually.ts';
import { type Spine, system } from '../../support/spine.ts';

/** Emails that are paid out of a wallet: held before they leave, booked when the provider has them. */
const world = carrierWorld();
let spine: Spine;
const [carrier, price] = [ledgerAmount(3), ledgerAmount(9)];
const sentTo: string[] = [];

beforeAll(async () => {
  ({ spine } = world);
  await spine.commands.rates.addRate(system(), {
    agencyId: null,
    rateId: RateId.parse(randomUUID()),
    businessId: null,
    channel: 'email',
    direction: 'out',
    country: null,
    carrierClass: null,
    currency: 'USD',
    from: `${new Date().toISOString().slice(0, 8)}01`,
    carrier,
    price,
  });
});

const start = () => {
  const send = async ({ to }: { readonly to: string }) => {
    if (to.startsWith('refused')) return { kind: 'rejected', permanent: true, detail: 'no' } as const;
    sentTo.push(to);
    return { kind: 'accepted', providerMessageId: `id-${to}` } as const;
  };
  const provider = { name: 'quick', send, close: async () => {} };
  const brand = { name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null };
  return world.start({
    leaseMs: 6_000,
    takesPayments: true,
    polls: { emailMs: 20 },
    broadcasts: { pollMs: 50, lookMs: 50 },
    mail: {
      routeFor: async () => ({ provider, tells: false, from: { address: 'shop@x.test', name: null } }),
      brandOf: async () => brand as never,
      vault: { get: async () => undefined } as never,
    },
  });
};

/** A business that stands alone, with so many emails' worth in its wallet. */
async function payingTenant(emails: number) {
  const tenant = await world.newTenant();
  const payer = { kind: 'business', id: BusinessId.parse(tenant.businessId) } as Payer;
  await giveAddress(spine, tenant.businessId);
  if (emails > 0) await fill(payer, emails);
  return { ...tenant, payer };
}
type Paying = Awaited<ReturnType<typeof payingTenant>>;
async function fill(payer: Payer, emails: number): Promise<void> {
  const grant = { payer, currency: usd, grantId: randomUUID(), units: ledgerAmount(emails * price), reason: 'Test' };
  await spine.commands.wallets.grantCredit(system(), grant);
  await eventually(
    async () =>
      (await sql`select from ops.wallet_payers where payer_id = ${payer.id}::uuid`.execute(spine.db)).rows.length,
    (found) => found === 1,
    10_000,
  );
}
let made = 0;
const people = ({ businessId }: Paying, count: number, name = 'ann') =>
  subscribeByEmail(
    spine,
    businessId,
    Array.from({ length: count }, () => `${name}${(made += 1)}@x.test`),
  );
async function queue({ businessId }: Paying, contactId: ContactId, to: string, purpose: EmailPurpose = 'automation') {
  const mailId = randomUUID();
  const email = { mailId, businessId: BusinessId.parse(businessId), contactId, purpose, campaignId: null };
  const queued = { ...email, to, subject: 'Hello', body: 'Hello.', button: null, content: null };
  await append(spine, businessId, streams.email(mailId), EmailQueued.create(queued));
  return mailId;
}
async function send(tenant: Paying, count: number, purpose?: EmailPurpose, name?: string) {
  const before = made;
  const ids = await people(tenant, count, name);
  return Promise.all(ids.map((id, nth) => queue(tenant, id, `${name ?? 'ann'}${before + nth + 1}@x.test`, purpose)));
}
const endsOf = (ids: readonly string[]) =>
  eventually(
    () =>
      Promise.all(ids.map(async (id) => (await spine.store.read(streams.email(id))).map(({ type }) => type).at(-1)!)),
    (ends) => ends.every((end) => /Accepted|Failed|Suppressed/.test(end)),
  );
const count = (ends: readonly string[], end: string) => ends.filter((one) => one === end).length;
/** Books all slices as if their time were over. */
async function settled(payer: Payer) {
  await sql`update ops.wallet_slices set due_at = now() - interval '1 day', expires_at = now() - interval '1 hour'`.execute(
    spine.db,
  );
  const aside = createSetAside({ clock: spine.clock, log: spine.log, part: 'slice' });
  while ((await bookOnce(spine, aside)) > 0)
    await sql`delete from ops.wallet_slices where released and captured >= 0 and looks > 0`.execute(spine.db);
  const wallet = await spine.commands.wallets.walletOf(payer);
  expect(wallet.held).toBe(0);
  return wallet;
}

describe('emails of a payer with a wallet', () => {
  it('go out while there are funds, and cost what the provider took; the others are said to be unpaid', async () => {
    await Promise.all([start(), start()]);
    const tenant = await payingTenant(10);
    const ends = await endsOf(await send(tenant, 15));
    expect(count(ends, 'EmailAccepted')).toBe(10);
    expect(count(ends, 'EmailSuppressed')).toBe(5);
    const { wallet, credit } = await settled(tenant.payer);
    expect(wallet + credit).toBe(0);
    const captures = (await spine.store.read(streams.wallet(tenant.payer))).filter(
      ({ type }) => type === 'HoldCaptured',
    );
    const legs = captures.flatMap(({ data }) => data['posting'] as { account: string; units: number }[]);
    const sumOf = (account: string) => legs.reduce((sum, leg) => sum + (leg.account === account ? leg.units : 0), 0);
    expect([sumOf('carrier:cost'), sumOf('platform:revenue')]).toEqual([10 * carrier, 10 * (price - carrier)]);
  });

  it('cost nothing where the provider refuses them, and what is owed goes below zero', async () => {
    await start();
    const tenant = await payingTenant(1);
    expect(await endsOf(await send(tenant, 1, 'automation', 'refused'))).toEqual(['EmailFailed']);
    expect((await settled(tenant.payer)).credit).toBe(price);
    expect(await endsOf(await send(tenant, 1))).toEqual(['EmailAccepted']);
    expect(await endsOf(await send(tenant, 1))).toEqual(['EmailSuppressed']);
    expect(await endsOf(await send(tenant, 1, 'verify-email'))).toEqual(['EmailAccepted']);
    const { wallet, credit } = await settled(tenant.payer);
    expect([wallet, credit]).toEqual([-price, 0]);
  });

  it('pause a broadcast when the wallet is empty, and it goes on to the others when there are funds', async () => {
    await start();
    const tenant = await payingTenant(5);
    await people(tenant, 12);
    const design = await designFor(spine, tenant.businessId);
    const id = await emailBroadcast(spine, tenant.businessId, ['Hello'], design);
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toMatchObject({ by: 'insufficient-funds' });
    await fill(tenant.payer, 20);
    await spine.commands.broadcasts.resume(context(personOf(tenant.businessId, null)), { broadcastId: id });
    await untilEmailed(spine, id);
    const { credit } = await settled(tenant.payer);
    expect(credit).toBe(13 * price);
  });

  it('without a wallet are not asked for money', async () => {
    await start();
    const tenant = await payingTenant(0);
    expect(await endsOf(await send(tenant, 3))).toEqual(['EmailAccepted', 'EmailAccepted', 'EmailAccepted']);
    expect(await spine.store.read(streams.wallet(tenant.payer))).toEqual([]);
  });
});
