import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { cardState } from '../../../domain/payments/account.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, personOf, system } from '../../support/callers.ts';
import { createWorld, type World } from '../commands/world.ts';

const secretKey = 'sk_test_methods';
let world: World;
let sandbox: Sandbox;
let payments: Payments;
let commands: Commands;
beforeAll(async () => {
  world = await createWorld();
  sandbox = await startSandbox({ seed: 'methods' });
  payments = createPayments({ secretKey, baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  commands = world.commandsWith({ payments });
});
afterAll(async () => {
  await sandbox.close();
  await world.close();
});

const agencyUser = (agencyId: string): Caller => ({
  role: 'agency',
  actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
  tenant: { agencyId, businessId: null },
});
async function agency() {
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
  return { payer: { kind: 'agency', id: agencyId } as Payer, by: () => context(agencyUser(agencyId)) };
}
async function business(agencyId: string | null) {
  const businessId = randomUUID();
  await world.commands.setup.createBusiness(context(system), {
    businessId,
    agencyId,
    name: 'Bella',
    uniqueId: `bella-${businessId.slice(0, 8)}`,
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  return { payer: { kind: 'business', id: businessId } as Payer, by: () => context(personOf(businessId, agencyId)) };
}
/** What the browser does with a secret: it saves a card at the provider. The payment method's id. */
async function saved(clientSecret: string, number = '4242424242424242') {
  const post = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await (
      await fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_methods' },
        body: new URLSearchParams(fields),
      })
    ).json()) as { id: string };
  const method = await post('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
  });
  await post(`/v1/setup_intents/${clientSecret.split('_secret_')[0] ?? ''}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
  return method.id;
}
async function withCard(one: Awaited<ReturnType<typeof agency>>, number?: string) {
  const { result } = await commands.payments.setup(one.by(), { payer: one.payer });
  const methodId = await saved(result.clientSecret, number);
  await commands.payments.add(one.by(), { payer: one.payer, methodId });
  return methodId;
}

describe('the cards of a payer', () => {
  test('the first becomes the default; another can; the default stays while there are others', async () => {
    const one = await agency();
    const first = await withCard(one);
    const second = await withCard(one, '5555555555554444');
    const account = () => commands.payments.account(one.by(), one.payer);
    expect(await account()).toMatchObject({
      defaultMethodId: first,
      methods: [
        { methodId: first, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031 },
        { methodId: second, brand: 'mastercard', last4: '4444' },
      ],
    });
    const away = (methodId: string) => commands.payments.remove(one.by(), { payer: one.payer, methodId });
    await expect(away(first)).rejects.toMatchObject({ code: 'in_use' });
    await commands.payments.makeDefault(one.by(), { payer: one.payer, methodId: second });
    await away(first);
    expect(await account()).toMatchObject({ defaultMethodId: second, methods: [{ methodId: second }] });
    await expect(away(first)).rejects.toMatchObject({ code: 'not_found' });
    await away(second);
    expect(await account()).toMatchObject({ defaultMethodId: null, methods: [] });
  });

  test('twice the same command, and twenty at once, are one customer and one card', async () => {
    const one = await agency();
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => commands.payments.setup(one.by(), { payer: one.payer })),
    );
    const methodId = await saved(secrets[0]!.result.clientSecret);
    const again = one.by();
    await commands.payments.add(again, { payer: one.payer, methodId });
    await commands.payments.add(again, { payer: one.payer, methodId });
    await Promise.all(
      Array.from({ length: 10 }, () => commands.payments.add(one.by(), { payer: one.payer, methodId })),
    );
    const recorded = await world.events.read(`payments-${one.payer.id}`);
    expect(recorded.map((event) => event.type)).toEqual([
      'PaymentCustomerLinked',
      'PaymentMethodSaved',
      'DefaultPaymentMethodChanged',
    ]);
  });

  test('no card of another payer can be added, seen, chosen or removed', async () => {
    const [mine, theirs] = [await agency(), await business(null)];
    const methodId = await withCard(theirs);
    await commands.payments.setup(mine.by(), { payer: mine.payer });
    const wish = { payer: mine.payer, methodId };
    for (const refused of [
      () => commands.payments.add(mine.by(), wish),
      () => commands.payments.makeDefault(mine.by(), wish),
      () => commands.payments.remove(mine.by(), wish),
      () => commands.payments.account(mine.by(), theirs.payer),
      () => commands.payments.setup(mine.by(), { payer: theirs.payer }),
      () => commands.payments.remove(mine.by(), { payer: theirs.payer, methodId }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
    expect(await commands.payments.account(theirs.by(), theirs.payer)).toMatchObject({ defaultMethodId: methodId });
  });

  test('a business of an agency has none: its agency pays', async () => {
    const { payer } = await agency();
    const one = await business(payer.id);
    await expect(commands.payments.setup(one.by(), { payer: one.payer })).rejects.toMatchObject({
      message: 'Your agency pays for this business.',
    });
  });

  test('what happened at the provider is followed, whatever order the hints come in', async () => {
    const one = await agency();
    const first = await withCard(one);
    const { customerId } = await commands.payments.account(one.by(), one.payer);
    const other = await payments.methods.attach('pm_card_amex', customerId ?? '', 'attach');
    await payments.methods.makeDefault(other.id, customerId ?? '', 'default');
    await payments.methods.detach(first, 'detach');
    const hint = async (customer: string | null, previous: string | null = null) => {
      const object = { type: 'payment_method', id: null };
      const about = { object, customerId: customer, previousCustomerId: previous };
      return (await commands.paymentEvents.hear(context(system), about)).result.heard;
    };
    expect(await Promise.all([hint(customerId), hint(null, customerId), hint(customerId)])).toEqual([true, true, true]);
    expect(await hint(customerId)).toBe(true);
    expect(await commands.payments.account(one.by(), one.payer)).toMatchObject({
      defaultMethodId: other.id,
      methods: [{ methodId: other.id, brand: 'amex' }],
    });
    const foreign = await payments.customers.create({ payer: (await agency()).payer, name: 'Unlinked', email: null });
    expect([await hint(foreign.id), await hint('cus_none'), await hint(null)]).toEqual([false, false, false]);
    const object = { type: 'tax_rate', id: 'txr_1' };
    const unknown = await commands.paymentEvents.hear(context(system), {
      object,
      customerId,
      previousCustomerId: null,
    });
    expect(unknown.result.heard).toBe(false);
  });

  test('without a provider, or while it is away, it is said so and nothing is recorded', async () => {
    const one = await agency();
    const off = world.commands.payments.setup(one.by(), { payer: one.payer });
    await expect(off).rejects.toMatchObject({ code: 'provider_unavailable' });
    sandbox.stripe.configure({ away: 'reset' });
    try {
      const away = commands.payments.setup(one.by(), { payer: one.payer });
      await expect(away).rejects.toMatchObject({ code: 'provider_unavailable' });
    } finally {
      sandbox.stripe.configure({ away: 'no' });
    }
    expect(await world.events.read(`payments-${one.payer.id}`)).toEqual([]);
    await withCard(one);
  });
});

test.each([
  [11, 2026, 'expired'],
  [12, 2026, 'expiring'],
  [1, 2027, 'expiring'],
  [2, 2027, 'valid'],
])('a card until %i/%i is %s in December 2026', (expMonth, expYear, state) => {
  expect(cardState({ expMonth, expYear }, new Date('2026-12-31T23:00:00Z'))).toBe(state);
});
