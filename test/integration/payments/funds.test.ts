import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { createWorld, type World } from '../commands/world.ts';

/** Money that goes into wallets and comes back, against the stand-in of the payment provider. */
let world: World;
let sandbox: Sandbox;
let payments: Payments;
let commands: Commands;
beforeAll(async () => {
  world = await createWorld();
  sandbox = await startSandbox({ seed: 'funds' });
  payments = createPayments({ secretKey: 'sk_test_funds', baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  commands = world.commandsWith({ payments });
});
afterAll(async () => {
  await sandbox.close();
  await world.close();
});

const cents = (of: number) => ledgerAmount(of * 10_000);

/** An agency with this card as its default. */
async function payerWith(token = 'pm_card_visa') {
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
  const payer = { kind: 'agency', id: agencyId } as Payer;
  const caller: Caller = {
    role: 'agency',
    actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
    tenant: { agencyId, businessId: null },
  };
  const by = (commandId?: string) => context(caller, commandId);
  await commands.payments.setup(by(), { payer });
  await commands.payments.add(by(), { payer, methodId: (await cardOf(token)).id });
  const { customerId } = await commands.payments.account(by(), payer);
  return { payer, by, customerId: customerId! };
}
/** A card as the browser saves it: a ready-made one of the stand-in becomes a method of its own. */
async function cardOf(token: string): Promise<{ readonly id: string }> {
  const customer = await payments.customers.create({
    payer: { kind: 'agency', id: randomUUID() } as Payer,
    name: 'Maker',
    email: null,
  });
  const made = await payments.methods.attach(token, customer.id, randomUUID());
  await payments.methods.detach(made.id, randomUUID());
  return made;
}
const walletOf = (payer: Payer) => commands.wallets.walletOf(payer);
const typesOf = async (payer: Payer) => (await world.events.read(streams.wallet(payer))).map(({ type }) => type);
const hear = (type: string, id: string) =>
  commands.paymentEvents.hear(context(system), { object: { type, id }, customerId: null, previousCustomerId: null });
const charged = async (customerId: string) =>
  (await payments.charges.list({ customerId, since: new Date(0) })).filter(({ status }) => status === 'succeeded');

describe('adding funds', () => {
  test('charges the default card once, however often and at once the same wish comes', async () => {
    const { payer, by, customerId } = await payerWith();
    const wish = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3]
        .map(() => commands.payments.addFunds(by(wish), { payer, amount: 5000 }))
        .map((asked) => asked.catch((error: { readonly code: string }) => error.code)),
    );
    // One that finds the key in use is told to ask again.
    for (const answer of answers)
      expect(answer).toSatisfy(
        (one: unknown) =>
          one === 'provider_unavailable' || (one as { result: { status: string } }).result.status === 'added',
      );
    await commands.payments.addFunds(by(wish), { payer, amount: 5000 });
    const [charge] = await charged(customerId);
    await Promise.all([hear('payment_intent', charge!.id), hear('payment_intent', charge!.id)]);
    expect(await charged(customerId)).toHaveLength(1);
    expect(await typesOf(payer)).toEqual(['WalletOpened', 'FundsAdded']);
    expect(await walletOf(payer)).toMatchObject({ currency: usd, wallet: cents(5000) });
  });

  test.each([
    ['charged', 'pm_card_visa', { result: { status: 'added' } }, 1],
    ['declined', 'pm_card_chargeCustomerFail', { code: 'payment_declined' }, 0],
    ['held up by its bank', 'pm_card_authenticationRequired', { result: { status: 'requires_action' } }, 0],
  ])(
    '%s, and repeated after the default card has changed, is answered as it was',
    async (_, token, answer, charges) => {
      const { payer, by, customerId } = await payerWith(token);
      const wish = randomUUID();
      const add = () => commands.payments.addFunds(by(wish), { payer, amount: 5000 }).catch((error: unknown) => error);
      const first = await add();
      const { id: methodId } = await cardOf('pm_card_mastercard');
      await commands.payments.add(by(), { payer, methodId });
      await commands.payments.makeDefault(by(), { payer, methodId });
      const again = await add();
      for (const one of [first, again]) expect(one).toMatchObject(answer);
      expect((again as { result?: { chargeId: string } }).result?.chargeId).toBe(
        (first as { result?: { chargeId: string } }).result?.chargeId,
      );
      expect(await charged(customerId)).toHaveLength(charges);
      expect((await walletOf(payer)).wallet).toBe(cents(charges * 5000));
    },
  );

  test('is booked by what the provider tells when the answer was lost', async () => {
    const { payer, customerId } = await payerWith();
    const { id } = await payments.charges.now(
      {
        amount: 2000,
        currency: 'usd',
        customerId,
        description: 'Wallet funds',
        metadata: { purpose: 'wallet', payer: `agency:${payer.id}` },
      },
      randomUUID(),
    );
    expect((await hear('payment_intent', id)).result.heard).toBe(true);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(2000) });
  });

  test('declined, or without a card, says what to do and books nothing', async () => {
    const { payer, by } = await payerWith('pm_card_chargeCustomerFail');
    await expect(commands.payments.addFunds(by(), { payer, amount: 5000 })).rejects.toMatchObject({
      code: 'payment_declined',
      message: expect.stringContaining('Use another card'),
    });
    const { methodId } = (await commands.payments.account(by(), payer)).methods[0]!;
    await commands.payments.remove(by(), { payer, methodId });
    await expect(commands.payments.addFunds(by(), { payer, amount: 5000 })).rejects.toMatchObject({
      code: 'payment_declined',
      message: 'Add a card first, then add funds.',
    });
    expect(await typesOf(payer)).toEqual([]);
  });

  test('a bank that wants its cardholder: confirmed in the browser, then booked once', async () => {
    const { payer, by, customerId } = await payerWith('pm_card_authenticationRequired');
    const wish = randomUUID();
    const { result } = await commands.payments.addFunds(by(wish), { payer, amount: 7000 });
    expect(result).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('_secret_') });
    expect(await typesOf(payer)).toEqual([]);
    const check = () => commands.payments.checkFunds(by(), { payer, chargeId: result.chargeId });
    await expect(check()).rejects.toMatchObject({ code: 'payment_declined' });
    await confirm(result.chargeId, result.clientSecret!, result.methodId);
    expect((await check()).result.status).toBe('added');
    expect((await commands.payments.addFunds(by(wish), { payer, amount: 7000 })).result.status).toBe('added');
    expect(await charged(customerId)).toHaveLength(1);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(7000) });
  });

  test('another payer’s charge, and a charge for something else, are not there', async () => {
    const [mine, theirs] = [await payerWith(), await payerWith()];
    const { result } = await commands.payments.addFunds(theirs.by(), { payer: theirs.payer, amount: 1000 });
    const look = (chargeId: string) => commands.payments.checkFunds(mine.by(), { payer: mine.payer, chargeId });
    await expect(look(result.chargeId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(commands.payments.addFunds(mine.by(), { payer: theirs.payer, amount: 1000 })).rejects.toMatchObject({
      code: 'not_found',
    });
    // It says that it is for their wallet, and was charged to my customer: our own record has the last word.
    const lie = await payments.charges.now(
      {
        amount: 900,
        currency: 'usd',
        customerId: mine.customerId,
        description: 'x',
        metadata: { purpose: 'wallet', payer: `agency:${theirs.payer.id}` },
      },
      randomUUID(),
    );
    expect((await hear('payment_intent', lie.id)).result.heard).toBe(false);
    expect(await walletOf(theirs.payer)).toMatchObject({ wallet: cents(1000) });
  });

  test.each([[-100], [99], [0.5], ['1e3'], [1e12]])('refuses an amount like %s', async (amount) => {
    const { payer, by } = await payerWith();
    await expect(commands.payments.addFunds(by(), { payer, amount: amount as number })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('what comes back', () => {
  test('a refund by an operator, and one that only the provider knows of, in any order and doubled', async () => {
    const { payer, by } = await payerWith();
    const { result } = await commands.payments.addFunds(by(), { payer, amount: 5000 });
    const { chargeId } = result;
    await commands.payments.refundFunds(context(system), { payer, chargeId, amount: 1500, reason: 'Asked for' });
    const elsewhere = await payments.charges.refund(chargeId, { amount: 500 }, randomUUID());
    for (const id of [elsewhere.id, elsewhere.id]) await hear('refund', id);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(3000) });
    const tooMuch = { payer, chargeId, amount: 3001, reason: 'Asked for' };
    await expect(commands.payments.refundFunds(context(system), tooMuch)).rejects.toMatchObject({
      message: 'Of this payment $30.00 is left.',
    });
  });

  test('a refund that is heard of before its charge books both', async () => {
    const { payer, customerId } = await payerWith();
    const { id } = await payments.charges.now(
      {
        amount: 2000,
        currency: 'usd',
        customerId,
        description: 'Wallet funds',
        metadata: { purpose: 'wallet', payer: `agency:${payer.id}` },
      },
      randomUUID(),
    );
    const refund = await payments.charges.refund(id, { amount: 700 }, randomUUID());
    await hear('refund', refund.id);
    await hear('payment_intent', id);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(1300), contradictions: [] });
  });

  test('a dispute takes the money until the bank has decided', async () => {
    const { payer, by } = await payerWith('pm_card_createDispute');
    await commands.payments.addFunds(by(), { payer, amount: 4000 });
    const disputeId = sandbox.stripe.events().findLast(({ type }) => type === 'charge.dispute.created')!.data.object[
      'id'
    ] as string;
    await hear('dispute', disputeId);
    await hear('dispute', disputeId);
    expect(await walletOf(payer)).toMatchObject({ wallet: 0 });
    sandbox.stripe.closeDispute(disputeId, 'won');
    await hear('dispute', disputeId);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(4000) });
    expect(await typesOf(payer)).toEqual(['WalletOpened', 'FundsAdded', 'FundsDisputed', 'DisputeClosed']);
  });
});

describe('a wallet that fills itself', () => {
  async function crossed(token?: string) {
    const one = await payerWith(token);
    const { payer } = one;
    await commands.wallets.grantCredit(context(system), {
      payer,
      currency: usd,
      grantId: randomUUID(),
      units: cents(100),
      reason: 'Welcome',
    });
    await commands.wallets.setAutoRecharge(context(system), {
      payer,
      recharge: { below: 1000, amount: 5000, mostPerDay: 50_000 },
    });
    return one;
  }
  const charge = (payer: Payer, crossing = 1) => commands.payments.chargeRecharge(context(system), { payer, crossing });

  test('is charged once for a crossing, tried by many at once and after its record was lost', async () => {
    const { payer, customerId } = await crossed();
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        charge(payer).catch((error: { code: string }) => expect(error.code).toBe('provider_unavailable')),
      ),
    );
    await charge(payer);
    expect(await charged(customerId)).toHaveLength(1);
    expect((await typesOf(payer)).filter((type) => type === 'FundsAdded')).toHaveLength(1);
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(5000), recharge: { inFlight: null, crossings: 1 } });
  });

  type Crossed = Awaited<ReturnType<typeof crossed>>;
  const remove = async ({ payer, by }: Crossed) => {
    const { defaultMethodId } = await commands.payments.account(by(), payer);
    await commands.payments.remove(by(), { payer, methodId: defaultMethodId! });
  };
  const replace = async ({ payer, by }: Crossed) => {
    const { id: methodId } = await cardOf('pm_card_mastercard');
    await commands.payments.add(by(), { payer, methodId });
    await commands.payments.makeDefault(by(), { payer, methodId });
  };
  test.each([
    ['tried again', async () => {}],
    ['its card removed in between', remove],
    ['another card the default in between', replace],
  ])('charged, and the process died before it was written: %s, it is the same charge', async (_, between) => {
    const one = await crossed();
    const { payer, customerId } = one;
    await payments.charges.now(
      {
        amount: 5000,
        currency: 'usd',
        customerId,
        methodId: (await payments.customers.fetch(customerId))!.defaultMethodId!,
        description: 'Automatic wallet recharge',
        metadata: { purpose: 'wallet', payer: `agency:${payer.id}`, crossing: '1' },
      },
      `recharge/agency:${payer.id}/1`,
    );
    await between(one);
    await charge(payer);
    expect(await charged(customerId)).toHaveLength(1);
    expect(await typesOf(payer)).not.toContain('RechargeDeclined');
    expect(await walletOf(payer)).toMatchObject({ wallet: cents(5000), recharge: { inFlight: null } });
  });

  test.each([
    ['pm_card_chargeCustomerFail', 'generic_decline'],
    ['pm_card_authenticationRequired', 'authentication_required'],
  ])('refused with %s: it waits until the card is another one', async (token, code) => {
    const { payer, by } = await crossed(token);
    await charge(payer);
    await charge(payer);
    const declined = (await world.events.read(streams.wallet(payer))).filter(({ type }) => type === 'RechargeDeclined');
    expect(declined).toMatchObject([{ data: { crossing: 1, code } }]);
    expect(await walletOf(payer)).toMatchObject({ recharge: { isPaused: true, crossings: 1 } });
    await commands.payments.add(by(), { payer, methodId: (await cardOf('pm_card_visa')).id });
    await commands.wallets.resumeRecharge(context(system), { payer });
    expect(await walletOf(payer)).toMatchObject({ recharge: { isPaused: false, inFlight: { crossing: 2 } } });
  });

  test('while the provider is away it stays asked for, and is charged later', async () => {
    const { payer, customerId } = await crossed();
    sandbox.stripe.configure({ away: 'reset' });
    try {
      await expect(charge(payer)).rejects.toMatchObject({ code: 'provider_unavailable' });
    } finally {
      sandbox.stripe.configure({ away: 'no' });
    }
    await charge(payer);
    expect(await charged(customerId)).toHaveLength(1);
  });
});

/** What the browser does with the secret of a payment: the bank asks, and the cardholder says yes. */
async function confirm(chargeId: string, clientSecret: string, methodId: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${chargeId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_funds' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: methodId }),
  });
  expect(((await answer.json()) as { status: string }).status).toBe('requires_action');
  await fetch(`${sandbox.url}/sandbox/stripe/authenticate/${chargeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'succeed', clientSecret }),
  });
}
