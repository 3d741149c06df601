import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { tenantOf } from '../../../commands/wallets/decider.ts';
import { stateOf } from '../../../commands/kernel/unit-of-work.ts';
import { draftStatement } from '../../../commands/statements/draft.ts';
import { AgencyBillingChanged } from '../../../domain/agencies/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { ContactDiscovered } from '../../../domain/contacts/events.ts';
import { EmailAccepted } from '../../../domain/emails/events.ts';
import { AgencyId, BusinessId, ContactId, PlanId, RateId } from '../../../domain/kernel/ids.ts';
import { LedgerAmount, ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import { MessageAccepted, MessageQueued, MessageReceived } from '../../../domain/messages/events.ts';
import { Payer } from '../../../domain/payments/payer.ts';
import type { UsageKey } from '../../../domain/rates/fields.ts';
import { singleFees } from '../../../domain/registrations/a2p/fields.ts';
import { feeLines } from '../../../domain/statements/fees.ts';
import { totalOf } from '../../../domain/statements/statement.ts';
import { streams } from '../../../domain/streams.ts';
import { SubscriptionChanged, SubscriptionStarted } from '../../../domain/subscriptions/events.ts';
import type { Leg } from '../../../domain/wallets/accounts.ts';
import { Draft } from '../../../domain/wallets/book.ts';
import { chargeFee } from '../../../domain/wallets/funds.ts';
import { Wallet } from '../../../domain/wallets/wallet.ts';
import { closeMonths } from '../../../workers/statements/close.ts';
import { settleMonths } from '../../../workers/statements/settle.ts';
import { said } from '../../support/said.ts';
import { planTerms } from '../../support/subscribed.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/**
 * A month's wallet and its statement come to the same cents, over random months: texts of several countries and kinds of
 * number, what is included running out, prices and plans that change, what comes in, and words that come late.
 */
let world: World;
let commands: Commands;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
  world.clock.at = new Date('2026-09-01T12:00:00Z');
  // Payments are on; nothing here asks the provider.
  const account = {
    secretKey: 'sk_test_1',
    baseUrl: 'http://127.0.0.1:1',
    webhookSecret: null,
    mode: 'sandbox',
  } as const;
  commands = world.commandsWith({ payments: createPayments(account) });
  const list = [
    ['sms', 'out', 'US', null, 50, 100],
    ['sms', 'out', 'CA', null, 70, 131],
    ['sms', 'out', null, 'toll-free', 60, 117],
    ['mms', 'out', null, null, 200, 317],
    ['sms', 'in', null, null, 40, 53],
    ['email', 'out', null, null, 3, 7],
    ['number', 'out', 'US', null, 11_500, 15_000],
  ] as const;
  for (const [channel, direction, country, carrierClass, carrier, price] of list)
    await rate({ channel, direction, country, carrierClass, carrier, price, from: '2026-09-01' });
});
afterAll(() => world.close());

type Priced = Omit<UsageKey, 'country' | 'carrierClass'> & {
  readonly country: string | null;
  readonly carrierClass: UsageKey['carrierClass'] | null;
};
const rate = (
  of: Priced & { readonly carrier: number; readonly price: number; readonly from: string },
  agencyId: AgencyId | null = null,
  businessId: BusinessId | null = null,
) =>
  commands.rates.addRate(context(system), {
    ...of,
    agencyId,
    businessId,
    rateId: RateId.parse(randomUUID()),
    currency: usd,
    carrier: ledgerAmount(of.carrier),
    price: ledgerAmount(of.price),
  });

const numbers = { US: '+12125550199', CA: '+14165550199', GB: '+442079460018' } as const;
const own = { local: '+14155550101', 'toll-free': '+18005550101' } as const;
const which = fc.constantFrom(0, 1);
const day = fc.integer({ min: 1, max: 31 });
const text = fc.record({
  kind: fc.constant('text' as const),
  day,
  who: which,
  country: fc.constantFrom('US', 'US', 'CA', 'GB'),
  carrierClass: fc.constantFrom('local', 'local', 'toll-free'),
  pieces: fc.integer({ min: 1, max: 40 }),
  isMms: fc.boolean(),
  /**
   * `early`: captured at once. `never`: the carrier's word came without a slice. `late`: it is heard of in the next month.
   * `unheard`: it counts from when it was queued, and the carrier's id comes in the next month.
   */
  booked: fc.constantFrom('early', 'early', 'early', 'never', 'late', 'unheard'),
});
const act = fc.oneof(
  { weight: 6, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant('in' as const), day, who: which }),
      fc.record({ kind: fc.constant('email' as const), day, who: which }),
      fc.record({ kind: fc.constant('contact' as const), day, who: which, isNew: fc.constantFrom(true, true, false) }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      day,
      included: fc.constantFrom(0, 25, 60, null),
      overage: fc.constantFrom(null, 90, 140),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const), day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fee' as const),
      day,
      who: which,
      what: fc.constantFrom(...singleFees),
      /** `late`: the wallet's event of that day is heard of in the next month. */
      told: fc.constantFrom('early', 'early', 'reversed', 'late'),
    }),
  },
);
const months = fc.record({
  isAgency: fc.boolean(),
  opened: fc.constantFrom('2026-09-15T12:00:00Z', '2026-10-10T12:00:00Z'),
  hasPrices: fc.boolean(),
  /** The plan has a price for contacts beyond the one that it includes. */
  sellsContacts: fc.boolean(),
  /** A price for texts within the US that begins on a day of the month. */
  priceFrom: day,
  acts: fc.array(act, { minLength: 8, maxLength: 30 }),
});
type Months = typeof months extends fc.Arbitrary<infer T> ? T : never;
let nth = 0;

const instant = (of: number, minute: number) => new Date(Date.UTC(2026, 9, of, 19, minute)).toISOString();

async function live({ isAgency, opened, hasPrices, sellsContacts, priceFrom, acts }: Months, { isCalm = false } = {}) {
  nth += 1;
  const agencyId = isAgency ? AgencyId.parse(randomUUID()) : null;
  const ids = (isAgency ? [0, 1] : [0]).map(() => BusinessId.parse(randomUUID()));
  const payer = Payer.parse(agencyId === null ? { kind: 'business', id: ids[0]! } : { kind: 'agency', id: agencyId });
  const at = (when: string) => (world.clock.at = new Date(when));
  at('2026-09-01T12:00:00Z');
  const { setup } = commands;
  if (agencyId !== null) {
    await setup.createAgency(context(system), { agencyId, name: 'North', email: `a${nth}@demo.test` });
    const billed = AgencyBillingChanged.create({ agencyId, freeFee: false });
    await world.events.append(streams.agency(agencyId), 'any', said([billed], { agencyId }));
  }
  for (const businessId of ids)
    await setup.createBusiness(context(system), {
      businessId,
      agencyId,
      name: 'Bella',
      uniqueId: `b-${businessId}`,
      currency: 'USD',
      timezone: 'America/Chicago',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
  await setup.assignNumber(context(system), {
    businessId: ids[0]!,
    number: `+1312555${String(nth).padStart(4, '0')}`,
    providerNumberId: null,
    isTollFree: false,
  });
  if (hasPrices && agencyId !== null) {
    const sms = { channel: 'sms', direction: 'out', country: null, carrierClass: null } as const;
    await rate({ ...sms, carrier: 0, price: 250, from: '2026-09-01' }, agencyId);
    await rate({ ...sms, carrier: 0, price: 90, from: isCalm ? '2026-09-01' : '2026-10-12' }, agencyId, ids[1]!);
  }
  let plan: readonly [number | null, number | null] = [25, null];
  let version = 0;
  const put = async ([messages, overageMessages]: typeof plan, when: string) => {
    version += 1;
    const overageContacts = sellsContacts ? contactPrice : null;
    const terms = { ...monthlyTerms, messages, overageMessages, overageContacts };
    const event = (version === 1 ? SubscriptionStarted : SubscriptionChanged).create({
      payer,
      subscriptionId: `sub_${nth}`,
      section: 'plan',
      planId,
      version,
      terms,
      priceId: 'price_1',
      itemId: 'si_1',
      status: 'active',
      requestId: null,
      startedAt: when,
      periodStart: when,
      periodEnd: '2099-11-01T00:00:00.000Z',
      trialEnd: null,
      cancelAt: null,
      endedAt: null,
    });
    plan = [messages, overageMessages];
    await world.events.append(streams.subscriptions(payer.id), 'any', said([event], tenant, when));
  };
  const tenant = { agencyId, businessId: agencyId === null ? ids[0]! : null };
  await put(plan, '2026-09-01T12:00:00.000Z');
  at(opened);
  const funds = { payer, currency: usd, reason: 'Test' };
  await commands.wallets.grantCredit(context(system), { ...funds, grantId: randomUUID(), units: ledgerAmount(3_000) });
  if (opened < '2026-10') await closed('2026-10-01T18:00:00Z');
  if (nth % 2 === 0 && !isCalm) {
    at('2026-10-02T12:00:00Z');
    const day = `2026-10-${String(priceFrom).padStart(2, '0')}`;
    // A price of the platform for all: each run adds a day to it, so only later ones.
    if (day > lastPrice)
      await rate({
        channel: 'sms',
        direction: 'out',
        country: 'US',
        carrierClass: null,
        carrier: 55,
        price: 100 + nth,
        from: (lastPrice = day),
      });
  }
  const late: (() => Promise<unknown>)[] = [];
  const contacts: { readonly businessId: BusinessId; readonly contactId: ContactId }[] = [];
  let most = 0;
  const inOrder = acts.toSorted((one, other) => one.day - other.day);
  for (const [minute, one] of inOrder.entries()) {
    const when = instant(one.day, minute);
    at(when);
    if (one.kind === 'plan') await put([one.included, one.overage], when);
    else if (one.kind === 'settle') await settled();
    else if (one.kind === 'contact') {
      await moved(contacts, one.isNew, { businessId: ids[one.who % ids.length]!, agencyId, when });
    } else if (one.kind === 'fee') {
      const fee = { payer, businessId: ids[one.who % ids.length]!, what: one.what, when };
      if (one.told === 'late') late.push(() => feeCharged(fee));
      else if (when >= opened) await feeCharged(fee, one.told === 'reversed');
    } else
      await used(one, when, { payer, businessId: ids[one.who % ids.length]!, agencyId, late, isOpen: when >= opened });
    // At the end of a day.
    if (inOrder[minute + 1]?.day !== one.day) most = Math.max(most, contacts.length);
  }
  return { payer, late, most };
}
/** Someone becomes a contact, or the first of them is erased. */
async function moved(
  contacts: { readonly businessId: BusinessId; readonly contactId: ContactId }[],
  isNew: boolean,
  {
    businessId,
    agencyId,
    when,
  }: { readonly businessId: BusinessId; readonly agencyId: AgencyId | null; readonly when: string },
): Promise<void> {
  const one = isNew ? { businessId, contactId: ContactId.parse(randomUUID()) } : contacts.shift();
  if (one === undefined) return;
  if (isNew) contacts.push(one);
  const event =
    isNew ?
      ContactDiscovered.create({ ...one, phone: numbers.US, email: null, via: 'manual' })
    : ContactErased.create({ ...one, identities: [] });
  const tenant = { agencyId, businessId: one.businessId };
  await world.events.append(streams.contact(one.contactId), 'any', said([event], tenant, when));
}
/** A fee of a registration, and an operator who gives it back. */
async function feeCharged(
  given: {
    readonly payer: Payer;
    readonly businessId: BusinessId;
    readonly what: (typeof singleFees)[number];
    readonly when: string;
  },
  isReversed = false,
): Promise<void> {
  const { payer, when, ...fee } = given;
  const stream = streams.wallet(payer);
  const draft = new Draft(stateOf(Wallet, await world.events.read(stream)), new Date(when));
  chargeFee(
    { payer, currency: usd, feeId: randomUUID(), holdId: randomUUID(), ...fee, units: ledgerAmount(4_500_000) },
    draft,
  );
  const events = said(draft.events, tenantOf(payer), when);
  await world.events.append(stream, 'any', events);
  if (!isReversed) return;
  const about = { payer, reversalId: randomUUID(), eventId: events.at(-1)!.id, reason: 'Test' };
  await commands.wallets.reversePosting(context(system), about);
}
let lastPrice = '2026-10-02';
const contactPrice = 310;
const planId = PlanId.parse('00000000-0000-4000-8000-0000000000aa');
const monthlyTerms = { ...planTerms, mms: 10, emails: 1, contacts: 1, numbers: 0 };

interface Place {
  readonly payer: Payer;
  readonly businessId: BusinessId;
  readonly agencyId: AgencyId | null;
  readonly late: (() => Promise<unknown>)[];
  readonly isOpen: boolean;
}
async function used(
  one: Extract<Months['acts'][number], { kind: 'text' | 'in' | 'email' }>,
  when: string,
  { payer, businessId, agencyId, late, isOpen }: Place,
): Promise<unknown> {
  const tenant = { agencyId, businessId };
  const of = { businessId, contactId: randomUUID() };
  const messageId = randomUUID();
  if (one.kind === 'email') {
    const event = EmailAccepted.create({ ...of, mailId: messageId, provider: 'smtp', providerMessageId: '<1>' });
    return world.events.append(`mail-${messageId}`, 'noStream', said([event], tenant, when));
  }
  const carrier = { provider: 'twilio', providerMessageId: messageId } as const;
  if (one.kind === 'in') {
    const received = { from: numbers.US, to: own.local, body: 'x', media: [], segments: 1, pictures: 0 };
    const event = MessageReceived.create({ ...of, ...carrier, messageId, ...received, receivedAt: when });
    return world.events.append(`message-${messageId}`, 'noStream', said([event], tenant, when));
  }
  const { country, carrierClass, pieces, isMms, booked } = one;
  const queued = MessageQueued.create({
    ...of,
    messageId,
    from: own[carrierClass],
    to: numbers[country],
    body: 'x',
    media: [],
    encoding: 'GSM-7',
    ...(country === 'US' ? {} : { country }),
    purpose: 'livechat',
    notBefore: null,
    segments: pieces,
    ...(isMms ? { pictures: 1 } : {}),
  });
  const accepted = MessageAccepted.create({ ...of, ...carrier, messageId });
  const stream = `message-${messageId}`;
  const measured = () => world.events.append(stream, 'any', said([queued, accepted], tenant, when));
  const capture = isOpen && booked !== 'never' ? await slice() : () => Promise.resolve();
  if (booked === 'unheard') {
    await measured();
    return late.push(capture);
  }
  if (booked !== 'late') return Promise.all([measured(), capture()]);
  // The carrier says that it took it when the month is closed.
  return late.push(measured, capture);

  /** What the sender does of it: a slice, and what of it was sent. */
  async function slice(): Promise<() => Promise<unknown>> {
    const key = { channel: isMms ? 'mms' : 'sms', direction: 'out', country, carrierClass } as const;
    const quantity = isMms ? 1 : pieces;
    const price = await commands.wallets.slicePrice(payer, businessId, key, when.slice(0, 10));
    if (price === null) return () => Promise.resolve();
    const hold = { payer, currency: price.currency, holdId: randomUUID(), month: '2026-10-01' };
    await commands.wallets.holdSlice(context(system), {
      ...hold,
      channel: key.channel,
      price: price.price,
      included: price.included,
      most: 50,
      least: quantity,
      expiresAt: when,
    });
    return async () => {
      const { carrier, price: units, resale, included } = price;
      const given = { ...hold, businessId, key, price: { carrier, price: units, resale, included } };
      await commands.wallets.captureSlice(context(system), { ...given, quantity: Math.ceil(quantity / 2) });
      await commands.wallets.captureSlice(context(system), { ...given, quantity });
      await commands.wallets.releaseHold(context(system), { payer, holdId: hold.holdId });
    };
  }
}

const parts = () => ({
  db: world.db,
  commands,
  billing: {
    reached: () => Promise.resolve(true),
    payers: world.readModels.usagePayers,
    wallets: world.readModels.walletPayers,
    draft: (payer: Payer, month: string) => draftStatement(commands, world.readModels, payer, month, world.now()),
  },
  head: () => world.events.head(),
  now: world.now,
  // What goes wrong fails the test.
  aside: {
    attempt: async <T>(_key: string, _fields: object, work: () => Promise<T>) =>
      ({ done: true, value: await work() }) as const,
  },
});
async function settled(): Promise<void> {
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  await settleMonths(parts());
}
async function closed(when: string): Promise<void> {
  world.clock.at = new Date(when);
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  await closeMonths({ ...parts(), known: new Set() });
  await settled();
}

/** What the wallet was charged and paid for usage, from its postings. */
async function chargedTo(payer: Payer) {
  const events = await world.events.read(streams.wallet(payer));
  const { settled } = await commands.wallets.walletOf(payer);
  const sums = { carrier: 0, price: 0, resale: 0 };
  for (const { type, data } of events) {
    if (type !== 'HoldCaptured' && type !== 'UsageSettled') continue;
    // The month that goes on has no statement yet.
    if (type === 'UsageSettled' && (settled === null || (data['month'] as string) > settled)) continue;
    for (const { account, units } of data['posting'] as readonly Leg[]) {
      if (account === 'carrier:cost') sums.carrier += units;
      if (account === 'carrier:cost' || account === 'platform:revenue') sums.price += units;
      if (account.startsWith('business:')) sums.resale -= units;
    }
    const legs = data['posting'] as readonly Leg[];
    expect(legs.reduce((sum, { units }) => sum + units, 0)).toBe(0);
  }
  return { events, sums };
}
/** What the closed statements of a payer say of all months since its wallet was opened. */
async function statedOf(payer: Payer) {
  const statements = await commands.statements.closed(payer.id);
  const all = [...statements.values()].filter(({ wallet }) => wallet !== undefined);
  const total = totalOf(all.flatMap(({ lines, late }) => [...lines, ...late]));
  const before = totalOf(all.flatMap(({ wallet }) => wallet!.before));
  const less = (name: 'carrier' | 'price' | 'resale') => LedgerAmount.parse(total[name] - before[name]);
  const resale = payer.kind === 'agency' ? less('resale') : 0;
  return { statements, sums: { carrier: less('carrier'), price: less('price'), resale } };
}

/** Fees at all their levels, as a wallet was charged them and as its closed statements say. */
async function feesOf(payer: Payer) {
  const events = await world.events.read(streams.wallet(payer));
  const fees = new Set(events.flatMap(({ id, type }) => (type === 'FeeCharged' ? [id] : [])));
  const moved = (starts: string): number =>
    events
      .filter(({ id, data }) => fees.has(id) || fees.has(String(data['reversedEventId'])))
      .flatMap(({ data }) => data['posting'] as readonly Leg[])
      .reduce((sum, { account, units }) => (account.startsWith(starts) ? sum + units : sum), 0);
  const closed = [...(await commands.statements.closed(payer.id)).values()];
  const stated = totalOf(closed.flatMap(({ fees: kept = [] }) => feeLines(kept)));
  return {
    wallet: {
      paid: 0 - moved('wallet') - moved('credit'),
      carrier: moved('carrier:cost'),
      resale: 0 - moved('business:'),
    },
    stated: { paid: stated.price, carrier: stated.carrier, resale: payer.kind === 'agency' ? stated.resale : 0 },
    count: fees.size,
  };
}

/** What the statement of October says of contacts. */
async function chargedForContacts(payer: Payer): Promise<number> {
  const lines = (await commands.statements.closed(payer.id)).get('2026-10')?.lines ?? [];
  return lines.reduce((sum, { channel, price }) => (channel === 'contact' ? sum + price : sum), 0);
}

describe('a wallet and its statement', () => {
  it('come to the same cents when a month is closed, whatever was in it, and what comes late is booked in the next', async () => {
    let charged = 0;
    await fc.assert(
      fc.asyncProperty(months, async (given) => {
        const { payer, late, most } = await live(given);
        await closed('2026-11-02T12:00:00Z');
        expect(await chargedForContacts(payer)).toBe(given.sellsContacts ? Math.max(0, most - 1) * contactPrice : 0);
        expect((await chargedTo(payer)).sums).toEqual((await statedOf(payer)).sums);
        const onTime = await feesOf(payer);
        expect(onTime.wallet).toEqual(onTime.stated);
        // Told again, nothing is booked.
        const { events } = await chargedTo(payer);
        await closed('2026-11-02T13:00:00Z');
        expect((await chargedTo(payer)).events.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
        for (const told of late) await told();
        // What the closed month had counted is not paid twice, not even until the next one is closed.
        expect((await chargedTo(payer)).sums).toEqual((await statedOf(payer)).sums);
        await closed('2026-12-02T12:00:00Z');
        expect((await chargedTo(payer)).sums).toEqual((await statedOf(payer)).sums);
        const fees = await feesOf(payer);
        expect(fees.wallet).toEqual(fees.stated);
        charged += fees.count;
        const wallet = await commands.wallets.walletOf(payer);
        expect({ settled: wallet.settled, held: wallet.held }).toEqual({ settled: '2026-11-01', held: 0 });
      }),
      { numRuns: Number(process.env['RUNS'] ?? 12) },
    );
    expect(charged).toBeGreaterThan(0);
  }, 240_000);

  it('need no difference where all was captured and prices and plans stay, also when what is included runs out', async () => {
    const calm = months.map((given): Months => ({
      ...given,
      opened: '2026-09-15T12:00:00Z',
      // Few days: on one of them what is included runs out between texts to several countries.
      acts: given.acts.flatMap((one): Months['acts'] => {
        const day = (one.day % 3) + 1;
        if (one.kind === 'text') return [{ ...one, day, booked: 'early' as const }];
        return one.kind === 'plan' ? [] : [{ ...one, day }];
      }),
    }));
    let free = 0;
    await fc.assert(
      fc.asyncProperty(calm, async (given) => {
        const { payer } = await live(given, { isCalm: true });
        await closed('2026-11-02T12:00:00Z');
        const { events } = await chargedTo(payer);
        for (const { type, data } of events) {
          if (type === 'HoldCaptured' && data['included'] !== undefined) free += 1;
          if (type !== 'UsageSettled') continue;
          const lines = data['lines'] as readonly UsageKey[];
          const texts = lines.filter(({ channel, direction }) => direction === 'out' && /^[sm]ms$/.test(channel));
          expect(texts).toEqual([]);
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 8) },
    );
    expect(free).toBeGreaterThan(0);
  }, 240_000);

  it('are closed for a month in which nothing was used, but a fee was charged', async () => {
    const businessId = BusinessId.parse(randomUUID());
    const payer = Payer.parse({ kind: 'business', id: businessId });
    world.clock.at = new Date('2026-10-20T12:00:00Z');
    await commands.setup.createBusiness(context(system), {
      businessId,
      agencyId: null,
      name: 'Fee only',
      uniqueId: `b-${businessId}`,
      currency: 'USD',
      timezone: 'America/Chicago',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    // Still October where the business is.
    await feeCharged({ payer, businessId, what: 'campaign-vetting', when: '2026-11-01T03:00:00.000Z' });
    await closed('2026-11-02T12:00:00Z');
    const statements = await commands.statements.closed(businessId);
    expect([...statements.values()].map(({ month, fees }) => [month, fees?.map(({ day }) => day)])).toEqual([
      ['2026-10', ['2026-10-31']],
    ]);
  });

  it('begin a month where it begins: what comes in on the 1st of a zone ahead of UTC is booked within minutes', async () => {
    const businessId = BusinessId.parse(randomUUID());
    const payer = Payer.parse({ kind: 'business', id: businessId });
    world.clock.at = new Date('2026-10-20T12:00:00Z');
    await commands.setup.createBusiness(context(system), {
      businessId,
      agencyId: null,
      name: 'Line Islands',
      uniqueId: `b-${businessId}`,
      currency: 'USD',
      timezone: 'Pacific/Kiritimati',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    const funds = { payer, currency: usd, reason: 'Test', grantId: randomUUID(), units: ledgerAmount(3_000) };
    await commands.wallets.grantCredit(context(system), funds);
    // Ten hours before it is November in UTC.
    const when = '2026-10-31T14:00:00.000Z';
    world.clock.at = new Date(when);
    const place = { payer, businessId, agencyId: null, late: [], isOpen: true };
    await used({ kind: 'in', day: 1, who: 0 }, when, place);
    await settled();
    const events = await world.events.read(streams.wallet(payer));
    const settles = events.filter(({ type }) => type === 'UsageSettled');
    expect(settles.map(({ data }) => data)).toMatchObject([{ month: '2026-11-01', units: 53 }]);
  });
});
