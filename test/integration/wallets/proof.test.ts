import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { walletModel } from '../../../projections/tables/wallets.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { proveLedger } from '../../../workers/proofs/prove.ts';
import { quietLog } from '../../support/quiet.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/** The proof of the ledger: what it finds, and that it finds what was broken on purpose. */
let world: World;
let sandbox: Sandbox;
let payments: Payments;
let commands: Commands;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
  sandbox = await startSandbox({ seed: 'proof' });
  payments = createPayments({
    secretKey: 'sk_test_proofs',
    baseUrl: sandbox.url,
    webhookSecret: null,
    mode: 'sandbox',
  });
  commands = world.commandsWith({ payments });
});
afterAll(async () => {
  await sandbox.close();
  await world.close();
});

const cents = (of: number) => ledgerAmount(of * 10_000);
const never = new AbortController().signal;

async function prove(night: string | null = null) {
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  const proofId = randomUUID();
  const parts = { store: world.events, db: world.db, commands, shown: world.readModels.walletShown };
  const aside = createSetAside({ clock: systemClock, log: quietLog, part: 'wallet' });
  const rest = { clock: systemClock, now: () => new Date(), log: quietLog, aside };
  return (await proveLedger({ ...parts, ...rest }, { proofId, night }, never))!;
}

/** An agency that has paid in at the provider. */
async function payerWith(units: number) {
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
  const payer = { kind: 'agency', id: agencyId } as Payer;
  const by = () =>
    context({
      role: 'agency',
      actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
      tenant: { agencyId, businessId: null },
    });
  await commands.payments.setup(by(), { payer });
  const { customerId } = await commands.payments.account(by(), payer);
  const { id: methodId } = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
  await commands.payments.add(by(), { payer, methodId });
  await commands.payments.addFunds(by(), { payer, amount: units });
  await sql`insert into ops.wallet_payers (payer_id) values (${agencyId}) on conflict do nothing`.execute(world.db);
  return { payer, customerId: customerId! };
}
const codes = async (payer: Payer) => (await commands.wallets.walletOf(payer)).contradictions.map(({ code }) => code);

it('adds up, leaves alone what is on its way, and is kept once a night', async () => {
  const { payer, customerId } = await payerWith(5_000);
  const charge = await payments.charges.now(
    {
      amount: 2_000,
      currency: 'usd',
      customerId,
      description: 'Wallet funds',
      metadata: { purpose: 'wallet', payer: `agency:${payer.id}` },
    },
    randomUUID(),
  );
  expect(await prove('2026-11-20')).toMatchObject({ wallets: 1, postings: 1, charges: 2, faultCount: 0, behind: 0 });
  // One of this minute is on its way; later it is not.
  expect((await commands.wallets.walletOf(payer)).wallet).toBe(cents(5_000));
  await commands.paymentEvents.hear(context(system), {
    object: { type: 'payment_intent', id: charge.id },
    customerId: null,
    previousCustomerId: null,
  });
  await prove('2026-11-20');
  expect(await prove()).toMatchObject({ postings: 2, faultCount: 0 });
  const { finished, lastNight } = await commands.proofs.latest();
  expect(finished.map(({ night }) => night)).toEqual([null, '2026-11-20']);
  expect(lastNight).toBe('2026-11-20');
  expect(await codes(payer)).toEqual([]);
});

it('finds a wallet that is shown differently, and a payment that the provider does not know; both are parked', async () => {
  const { payer: shown } = await payerWith(3_000);
  const { payer: forged } = await payerWith(1_000);
  await commands.wallets.addFunds(context(system), {
    payer: forged,
    currency: usd,
    chargeId: 'pi_forged',
    units: cents(9_000),
    crossing: null,
  });
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  const schema = `rm_${walletModel.name}_v${walletModel.version}`;
  const { rows } = await sql<{ schema: string }>`select table_schema as schema from information_schema.tables
    where table_name = 'wallet_accounts' and table_schema like ${`%${walletModel.name}%${walletModel.version}%`}`.execute(
    world.db,
  );
  const { schema: found } = rows[0] ?? { schema };
  await sql`update ${sql.table(`${found}.wallet_accounts`)} set units = units + 1
    where id = ${shown.id} and account = 'wallet'`.execute(world.db);
  // The proof lies in the window of weeks: the clock of this world is at its own day.
  const proof = await prove();
  expect(proof.faults).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        walletId: shown.id,
        kind: 'shown-differently',
        about: 'USD wallet',
        expected: cents(3_000),
        found: cents(3_000) + 1,
      }),
      expect.objectContaining({ walletId: forged.id, kind: 'charge-not-found', about: 'pi_forged' }),
    ]),
  );
  expect(proof.faultCount).toBe(2);
  expect(await codes(shown)).toEqual(['shown-differently']);
  expect(await codes(forged)).toEqual(['charge-not-found']);
});
