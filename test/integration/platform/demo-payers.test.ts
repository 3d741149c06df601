import { expect, onTestFinished, test } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { draftStatement } from '../../../commands/statements/draft.ts';
import { AgencyId, BusinessId } from '../../../domain/kernel/ids.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { walletList } from '../../../domain/wallets/list.ts';
import { previousMonth } from '../../../domain/statements/fields.ts';
import { InvoiceIssued, InvoicePaid } from '../../../domain/invoices/events.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { is } from '../../../domain/kernel/event.ts';
import { streams } from '../../../domain/streams.ts';
import { Subscriptions } from '../../../domain/subscriptions/subscriptions.ts';
import { context as demo, id } from '../../../main/demo/names.ts';
import { settlePayers } from '../../../main/demo/payers.ts';
import { planDemo } from '../../../main/demo/plans.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';
import { openSpine } from '../../support/spine.ts';

const agency = (key: string): Payer => ({ kind: 'agency', id: AgencyId.parse(id('agency', key)) });
const business = (key: string): Payer => ({ kind: 'business', id: BusinessId.parse(id('business', key)) });
const day = 86_400_000;
const never = new AbortController().signal;

test('the demo has payers in every state, whose past the provider agrees with; cut off it goes on, and nobody pays twice', async () => {
  const database = await createTestDatabase({ readModels: true });
  const spine = await openSpine(database.connectionString);
  await spine.runner.start();
  const sandbox = await startSandbox({ seed: 'payers' });
  onTestFinished(async () => {
    await sandbox.close();
    await spine.close();
    await database.drop();
  });
  const since = new Date();
  const account = { secretKey: 'sk_test_payers', baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' } as const;
  const atCarrier = {
    registrations: createRegistrations({ baseUrl: sandbox.url, paceMs: 0 }),
    platformCarrier: { accountSid: `AC${'7'.repeat(32)}`, authToken: 'token of the demo' },
  };
  const withCarrier: typeof spine.commandsWith = (parts) => spine.commandsWith({ ...atCarrier, ...parts });
  const settle = (commandsWith = withCarrier) =>
    settlePayers(
      {
        ...spine,
        commandsWith,
        picturesAt: null,
        files: null,
        noteCall: () => Promise.resolve(),
        askReport: () => Promise.resolve(),
        shops: [],
        password: 'correct horse',
        since,
        log: quietLog,
        till: {
          url: sandbox.url,
          publishableKey: 'pk_test_payers',
          paymentsAt: (at) => createPayments({ ...account, at }),
        },
      },
      never,
    );
  await planDemo(spine.commandsWith, demo, new Date(since.getTime() - 200 * day));

  // Killed when the provider has charged, and before that is known.
  const dying: typeof spine.commandsWith = (world) => {
    const commands = withCarrier(world);
    const addFunds: Commands['payments']['addFunds'] = async (...call) => {
      await commands.payments.addFunds(...call);
      throw new Error('killed');
    };
    return { ...commands, payments: { ...commands.payments, addFunds } };
  };
  await expect(settle(dying)).rejects.toThrow('killed');
  await settle();
  const head = await spine.store.head();
  await settle();
  expect(await spine.store.head()).toBe(head);

  const subscribed = async ({ id: payerId }: Payer) =>
    [...stateOf(Subscriptions, await spine.store.read(streams.subscriptions(payerId))).all.values()].map(
      ({ section, status, cancelAt }) => [section, status, cancelAt !== null],
    );
  expect(await subscribed(agency('northside'))).toEqual([
    ['plan', 'active', false],
    ['loop', 'active', false],
  ]);
  expect(await subscribed(agency('juniper'))).toEqual([['plan', 'trialing', false]]);
  expect(await subscribed(agency('copper'))).toEqual([['plan', 'past_due', false]]);
  expect(await subscribed(business('bakery'))).toEqual([['plan', 'active', false]]);
  expect(await subscribed(business('lantern'))).toEqual([['plan', 'active', true]]);
  const versionOf = async ({ id: payerId }: Payer) =>
    [...stateOf(Subscriptions, await spine.store.read(streams.subscriptions(payerId))).all.values()].map(
      ({ version, terms }) => [version, terms.amount],
    );
  expect(await versionOf(business('bakery'))).toEqual([[1, 4900]]);
  expect(await versionOf(business('marigold'))).toEqual([[2, 5900]]);
  for (const payer of [agency('northside'), business('bakery')]) {
    const events = await spine.store.read(streams.invoices(payer.id));
    const isPaid = new Set(events.filter((one) => is(one, InvoicePaid)).map(({ data }) => data.invoiceId));
    const paid = events
      .filter((one) => is(one, InvoiceIssued))
      .flatMap(({ data }) => (isPaid.has(data.invoiceId) && data.total > 0 ? [data] : []));
    expect(new Set(paid.map(({ issuedAt }) => issuedAt.slice(0, 7))).size).toBeGreaterThanOrEqual(3);
  }
  const wallet = await spine.commands.wallets.walletOf(agency('northside'));
  expect(wallet.recharge).toMatchObject({ crossings: 1, inFlight: null, isPaused: false });
  const charges = await createPayments(account).charges.list({
    customerId: (await spine.commands.payments.account(context(system), agency('northside'))).customerId!,
    since: new Date(0),
  });
  expect(
    charges
      .filter(({ metadata }) => metadata['purpose'] === 'wallet')
      .map(({ amount }) => amount)
      .sort(),
  ).toEqual([1_000, 1_000, 1_950]);

  await spine.runner.waitFor(head, { timeoutMs: 30_000 });
  const operators = await spine.readModels.wallets(asked(walletList));
  expect(operators.data.map(({ name, isParked, isPaused, isLow }) => [name, isParked, isPaused, isLow])).toEqual([
    ['Lantern Books', true, false, false],
    ['Copper Canyon Media', false, true, true],
    ['Juniper Digital', false, false, true],
    ['Northside Marketing', false, false, false],
  ]);
  // The statement of the month names what the wallet was charged for a registration.
  const charged = await spine.readModels.chargedFees(agency('northside'));
  expect(charged.map(({ what, units }) => [what, units])).toEqual([
    ['brand-low-volume', 4_500_000],
    ['campaign-vetting', 15_000_000],
  ]);
  const monthOfFees = charged[0]!.day.slice(0, 7);
  const stated = await draftStatement(spine.commands, spine.readModels, agency('northside'), monthOfFees, since);
  expect(stated.fees).toEqual(charged);
  let month = since.toISOString().slice(0, 7);
  for (let back = 0; back < 3; back += 1) {
    month = previousMonth(month);
    const { lines, unrated } = await draftStatement(
      spine.commands,
      spine.readModels,
      agency('northside'),
      month,
      since,
    );
    expect(unrated).toEqual([]);
    const sum = (of: 'price' | 'resale') => lines.reduce((total, line) => total + line[of], 0);
    expect(sum('price')).toBeGreaterThan(0);
    expect(sum('resale')).toBeGreaterThan(sum('price'));
  }
}, 120_000);
