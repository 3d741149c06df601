import { AgencyId, BusinessId, RateId } from '../../domain/kernel/ids.ts';
import { LedgerAmount, toLedger, usd } from '../../domain/kernel/money.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { MessageQueued } from '../../domain/messages/events.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { nextMonth as following } from '../../domain/statements/fields.ts';
import type { PlanSection } from '../../domain/plans/fields.ts';
import { feeOn } from '../../domain/registrations/a2p/fees.ts';
import { streams } from '../../domain/streams.ts';
import { currentOf, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { type Card, enterCards, failingVisa, mastercard, type Till, visa } from './cards.ts';
import type { Moment, PastParts } from './moment.ts';
import { context, id } from './names.ts';
import { payAsYouGo, planIdOf, raisedCounter } from './plans.ts';
import { registered, registerNumber } from './registrations.ts';
import { createScene } from './scene.ts';
import { plan, rights } from './tenants.ts';
import { whenFrom } from './when.ts';

const timezone = 'America/Chicago';

interface Tenant {
  /** The name in its address, and in ids for ever. */
  readonly key: string;
  readonly name: string;
  readonly owner: readonly [string, string];
}
interface Subscriber extends Tenant {
  readonly kind: Payer['kind'];
  /** In days; it has subscribed at once. */
  readonly age: number;
  readonly plan: string;
  /** The first is the default. */
  readonly cards: readonly Card[];
}

const northside: Subscriber = {
  kind: 'agency',
  key: 'northside',
  name: 'Northside Marketing',
  owner: ['June', 'Castellanos'],
  age: 98,
  plan: payAsYouGo.name,
  cards: [visa, mastercard],
};
const bakery: Subscriber = {
  kind: 'business',
  key: 'bakery',
  name: 'Pine Street Bakery',
  owner: ['Walt', 'Lindgren'],
  age: 110,
  plan: 'Counter',
  cards: [visa],
};
/** Cancels before its period ends. */
const lantern: Subscriber = {
  kind: 'business',
  key: 'lantern',
  name: 'Lantern Books',
  owner: ['Esther', 'Moss'],
  age: 30,
  plan: 'Main Street',
  cards: [mastercard],
};
/** In its trial. */
const juniper: Subscriber = {
  kind: 'agency',
  key: 'juniper',
  name: 'Juniper Digital',
  owner: ['Omar', 'Haddad'],
  age: 9,
  plan: 'Growth',
  cards: [visa],
};
/** Its trial ended two days ago, and the card was declined. */
const copper: Subscriber = {
  kind: 'agency',
  key: 'copper',
  name: 'Copper Canyon Media',
  owner: ['Rosa', 'Begay'],
  age: 16,
  plan: 'Starter',
  cards: [failingVisa],
};
const subscribers: readonly Subscriber[] = [northside, juniper, copper, bakery, lantern];
/** Has the second version of the plan of which the bakery has the first. */
const marigold: Subscriber = {
  kind: 'business',
  key: 'marigold',
  name: 'Marigold Yoga',
  owner: ['Ines', 'Cardoso'],
  age: 20,
  plan: 'Counter',
  cards: [visa],
};
/** Northside's. */
const clients: readonly Tenant[] = [
  { key: 'fernbrook', name: 'Fernbrook Coffee', owner: ['Ana', 'Petrov'] },
  { key: 'atlas', name: 'Atlas Cycles', owner: ['Ben', 'Achebe'] },
];
/** Those that text: each of their people once in so many days. */
const texting = [
  { ...clients[0]!, agency: northside.key, number: '+13125550106', area: '773', every: 7 },
  { ...clients[1]!, agency: northside.key, number: '+13125550107', area: '872', every: 10 },
  { ...bakery, agency: null, number: '+13125550108', area: '331', every: 20 },
] as const;
const people = [
  ['Clara', 'Novak'],
  ['Isaac', 'Trent'],
  ['Mina', 'Osei'],
  ['Paul', 'Dietrich'],
  ['Yara', 'Salim'],
  ['Gus', 'Henriksen'],
] as const;
const texts = [
  'Here is what is new this week: we open an hour earlier from Monday on, and friends you bring along get the first one free. See you soon! Reply STOP to stop.',
  'Your order is ready and waits for you at the counter until Saturday evening. Bring this text along, and we take ten percent off whatever else you choose. Does another day suit you better? Just reply.',
  'Thank you for coming by! We turn nine this month and would love to see you on Friday from five: music, something to eat, and a raffle for everyone who shows this text at the door.',
] as const;

const numberOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(texting.map(({ key, number }) => [key, number])),
  [lantern.key]: '+13125550109',
};

/** What the carrier must know of them. */
export const payerNumbers = [...clients, bakery, lantern].map((one) => ({
  number: numberOf[one.key]!,
  name: one.name,
  keyword: null,
}));

/** Of the platform: what the carrier takes, and what payers are charged, in 1/10,000 cent. Null: any country or number. */
const rates = [
  ['sms', 'out', 'US', null, 8_300, 15_000],
  ['sms', 'out', 'US', 'toll-free', 11_000, 18_000],
  ['sms', 'in', 'US', null, 7_900, 10_000],
  ['sms', 'out', 'CA', null, 10_800, 18_000],
  ['sms', 'in', 'CA', null, 7_900, 10_000],
  ['mms', 'out', null, null, 22_000, 40_000],
  ['mms', 'in', null, null, 16_500, 25_000],
  ['email', 'out', null, null, 300, 1_000],
  ['voice', 'out', 'US', null, 14_000, 25_000],
  ['voice', 'in', 'US', null, 8_500, 15_000],
  ['number', 'out', 'US', null, 1_150_000, 1_500_000],
] as const;
/** What texts will cost from next month on. */
const plannedRates = [
  ['sms', 'out', 'US', null, 8_800, 16_000],
  ['mms', 'out', null, null, 22_000, 42_000],
] as const;
/** Agencies' own, for their businesses; one of Northside's pays less. */
const ownRates = [
  ['northwind', 'sms', 'out', null, 25_000],
  ['northwind', 'sms', 'in', null, 14_000],
  ['northwind', 'voice', 'in', null, 30_000],
  ['northwind', 'number', 'out', null, 3_000_000],
  ['northside', 'sms', 'out', null, 25_000],
  ['northside', 'sms', 'out', 'atlas', 22_000],
  ['northside', 'sms', 'in', null, 12_000],
  ['northside', 'number', 'out', null, 3_000_000],
  ['juniper', 'sms', 'out', null, 24_000],
  ['juniper', 'mms', 'out', null, 60_000],
] as const;
/** From next month on. */
const ownPlanned = [
  ['northside', 'sms', 'out', null, 27_000],
  ['juniper', 'sms', 'out', null, 25_000],
] as const;

const emailOf = ({ key }: Tenant): string => `${key}@demo.test`;
const agencyOf = (key: string): AgencyId => AgencyId.parse(id('agency', key));
const businessOf = (key: string): BusinessId => BusinessId.parse(id('business', key));
const payerOf = ({ kind, key }: Subscriber): Payer =>
  kind === 'agency' ? { kind, id: agencyOf(key) } : { kind, id: businessOf(key) };
/** The payer's own hand. */
function by(payer: Payer, ...purpose: string[]): CommandContext {
  const own = context('payer', payer.id, ...purpose);
  const tenant =
    payer.kind === 'agency' ? { agencyId: payer.id, businessId: null } : { agencyId: null, businessId: payer.id };
  return { ...own, caller: { ...own.caller, role: payer.kind, tenant } };
}

interface Life extends PastParts {
  readonly till: Till;
  /** The time of its commands, and of what they ask the provider. */
  now: Date;
  readonly commands: Commands;
}
function begin(parts: PastParts, till: Till): Life {
  const life = { ...parts, till, now: parts.since };
  const now = () => life.now;
  const attendance = { here: async (userIds: readonly string[]) => new Set(userIds), at: async () => [] };
  return Object.assign(life, { commands: parts.commandsWith({ now, attendance, payments: till.paymentsAt(now) }) });
}
const ago = ({ since }: PastParts, days: number): Date => new Date(since.getTime() - days * 86_400_000);

/** Makes those who pay, each at its time, and what they have paid and used since. Made again, nothing changes. */
export async function settlePayers(parts: PastParts, signal: AbortSignal): Promise<void> {
  if (parts.till === null) return;
  const life = begin(parts, parts.till);
  life.now = ago(life, 130);
  await sells(life);
  for (const one of subscribers) {
    if (signal.aborted) return;
    await joins(life, one);
  }
  life.now = ago(life, 60);
  await life.commands.plans.changePlan(context('plan', 'raised', raisedCounter.name), {
    ...raisedCounter,
    features: [...raisedCounter.features],
  });
  await joins(life, marigold);
  life.now = ago(life, 97);
  for (const one of clients) await opensBusiness(life, one, agencyOf(northside.key));
  for (const rate of ownRates) if (rate[0] !== juniper.key) await setsPrice(life, rate, firstOfMonth(life.now));
  life.now = ago(life, 61);
  await subscribes(life, northside, 'loop');
  life.now = ago(life, 8);
  for (const rate of ownRates) if (rate[0] === juniper.key) await setsPrice(life, rate, firstOfMonth(life.now));
  for (const rate of plannedRates) await lists(life, rate, nextMonth(life.since), 'planned');
  for (const rate of ownPlanned) await setsPrice(life, rate, nextMonth(life.since), 'planned');
  life.now = ago(life, 6);
  const canceling = payerOf(lantern);
  await life.commands.subscriptions.cancel(by(canceling, 'cancel'), {
    payer: canceling,
    section: 'plan',
    when: 'period-end',
  });
  await Promise.all(texting.map((shop) => sendsTexts(parts, life.till, shop, signal)));
  if (signal.aborted) return;
  await fillsWallet(life);
  await paysForTexts(life, signal);
  await needOperators(life);
  life.now = life.since;
  for (const payer of [...subscribers, marigold].map(payerOf)) {
    await life.commands.subscriptions.follow(context('payer', payer.id, 'subscriptions'), { payer });
    await life.commands.invoices.follow(context('payer', payer.id, 'invoices'), { payer });
  }
}

const firstOfMonth = (instant: Date): string => `${instant.toISOString().slice(0, 8)}01`;

const nextMonth = (instant: Date): string => `${following(instant.toISOString().slice(0, 7))}-01`;

async function joins(life: Life, one: Subscriber): Promise<void> {
  life.now = ago(life, one.age);
  await (one.kind === 'agency' ? opensAgency(life, one) : opensBusiness(life, one, null));
  await enterCards(life.commands, (purpose) => by(payerOf(one), 'card', purpose), payerOf(one), one.cards, life.till);
  await subscribes(life, one, 'plan');
}

async function sells(life: Life): Promise<void> {
  await life.commands.plans.createPlan(context('plan', payAsYouGo.kind, payAsYouGo.name), {
    ...payAsYouGo,
    features: [...payAsYouGo.features],
  });
  for (const rate of rates) await lists(life, rate, firstOfMonth(life.now));
}

type ListedRate = (typeof rates)[number] | (typeof plannedRates)[number];
/** The platform puts a price on its list. `planned`: in place of one that holds. */
async function lists(
  { commands }: Life,
  [channel, direction, country, carrierClass, carrier, price]: ListedRate,
  from: string,
  ...planned: 'planned'[]
): Promise<void> {
  const name = [channel, direction, String(country), String(carrierClass), ...planned] as const;
  await commands.rates.addRate(context('rate', ...name), {
    rateId: RateId.parse(id('rate', ...name)),
    agencyId: null,
    businessId: null,
    currency: usd,
    from,
    channel,
    direction,
    country,
    carrierClass,
    carrier: LedgerAmount.parse(carrier),
    price: LedgerAmount.parse(price),
  });
}

type OwnRate = (typeof ownRates)[number] | (typeof ownPlanned)[number];
/** An agency says what its businesses pay it. */
async function setsPrice(
  { commands }: Life,
  [agency, channel, direction, of, price]: OwnRate,
  from: string,
  ...planned: 'planned'[]
): Promise<void> {
  const agencyId = agencyOf(agency);
  const name = [channel, direction, String(of), ...planned] as const;
  await commands.rates.addRate(by({ kind: 'agency', id: agencyId }, 'rate', ...name), {
    rateId: RateId.parse(id('rate', agency, ...name)),
    agencyId,
    businessId: of === null ? null : businessOf(of),
    currency: usd,
    from,
    channel,
    direction,
    country: null,
    carrierClass: null,
    carrier: LedgerAmount.parse(0),
    price: LedgerAmount.parse(price),
  });
}

async function opensAgency({ commands, password }: Life, one: Tenant): Promise<void> {
  const [firstName, lastName] = one.owner;
  const email = emailOf(one);
  const agencyId = agencyOf(one.key);
  await commands.agencies.create(context('agency', email), {
    ...rights,
    isActiveLivechat: false,
    isActiveLoop: false,
    freeFee: false,
    freeNumbers: 0,
    freeMessages: 0,
    freeCalls: 0,
    agencyId,
    ownerId: id('user', email),
    name: one.name,
    firstName,
    lastName,
    email,
    phone: null,
    website: null,
    timezone,
    password,
  });
  await commands.agencies.setNew(context('onboarded', email), { agencyId, isNew: false });
}

/** `agencyId`: whose it is; null: it stands alone. What it may do, its plan says or its agency's. */
async function opensBusiness({ commands, password }: Life, one: Tenant, agencyId: AgencyId | null): Promise<void> {
  const [firstName, lastName] = one.owner;
  const email = emailOf(one);
  const businessId = businessOf(one.key);
  await commands.businesses.create(context('business', one.key), {
    ...plan,
    monthlyMessages: null,
    contactLimit: null,
    isEnabledLivechat: false,
    isEnabledLoop: false,
    isActiveMms: false,
    businessId,
    agencyId,
    ownerId: id('user', email),
    name: one.name,
    uniqueId: one.key,
    firstName,
    lastName,
    email,
    timezone,
    password,
  });
  const number = numberOf[one.key];
  if (number !== undefined)
    await commands.setup.assignNumber(context('number', one.key), {
      businessId,
      number,
      providerNumberId: null,
      isTollFree: false,
    });
}

async function subscribes({ store, commands }: Life, one: Subscriber, section: PlanSection): Promise<void> {
  const payer = payerOf(one);
  const { all } = stateOf(Subscriptions, await store.read(streams.subscriptions(payer.id)));
  if (currentOf(all.values(), section) !== null) return;
  await commands.subscriptions.subscribe(by(payer, 'subscribe', section), {
    payer,
    what: section === 'plan' ? { planId: planIdOf(payer.kind, one.plan), version: null } : { section },
    coupon: null,
    prorationDate: null,
  });
}

/** Its people come, and hear from it. */
async function sendsTexts(
  parts: PastParts,
  till: Till,
  { key, agency, number, area, every }: (typeof texting)[number],
  signal: AbortSignal,
): Promise<void> {
  const life = begin(parts, till);
  const ownerId = id('user', `${key}@demo.test`);
  const shop = {
    businessId: businessOf(key),
    agencyId: agency === null ? null : agencyOf(agency),
    uniqueId: key,
    number,
    timezone,
    keyword: 'START',
    ownerId,
    colleagueId: ownerId,
  };
  const when = whenFrom(life.since, timezone);
  const moments = people.flatMap(([first, last], index): Moment[] => {
    const phone = `+1${area}55501${20 + index}`;
    return [
      {
        at: when.daysAgo(94 - index, '11:20'),
        what: `${first} comes`,
        async happen(scene) {
          await scene.hears(phone, 'START');
          await scene.names(phone, first, last);
        },
      },
      ...Array.from({ length: 1 + Math.floor(83 / every) }, (_, nth) => ({
        at: when.daysAgo(86 - nth * every, '12:05'),
        what: `${first} hears of it ${nth}`,
        happen: (scene: ReturnType<typeof createScene>) => scene.writes(phone, texts[nth % texts.length]!),
      })),
    ];
  });
  for (const { at, what, happen } of moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (signal.aborted) return;
    life.now = at;
    await happen(createScene({ ...life, now: () => life.now, shop }, what));
  }
}

async function fillsWallet(life: Life): Promise<void> {
  const { commands } = life;
  const payer = payerOf(northside);
  life.now = ago(life, 96);
  if ((await commands.wallets.walletOf(payer)).currency === null)
    await commands.payments.addFunds(by(payer, 'funds'), { payer, amount: 1_000 });
  await commands.wallets.setAutoRecharge(by(payer, 'recharge'), {
    payer,
    recharge: { below: 750, amount: 1_000, mostPerDay: 5_000 },
  });
}

/** Wallets that operators look at: one low at its daily limit, one whose recharge was declined, one on hold. */
async function needOperators(life: Life): Promise<void> {
  const { wallets, payments } = life.commands;
  life.now = ago(life, 2);
  for (const [one, recharge] of [
    [juniper, { below: 3_000, amount: 1_000, mostPerDay: 1_000 }],
    [copper, { below: 1_500, amount: 2_500, mostPerDay: 10_000 }],
  ] as const) {
    const payer = payerOf(one);
    const units = toLedger({ amount: 500 });
    const credit = { payer, currency: usd, grantId: id('wallet', 'welcome', one.key), units, reason: 'Welcome credit' };
    await wallets.grantCredit(context('wallet', 'welcome', one.key), credit);
    await wallets.setAutoRecharge(by(payer, 'recharge'), { payer, recharge });
    const { inFlight } = (await wallets.walletOf(payer)).recharge;
    if (inFlight !== null)
      await payments.chargeRecharge(context('wallet', 'recharge', one.key), { payer, crossing: inFlight.crossing });
  }
  const payer = payerOf(lantern);
  if ((await wallets.walletOf(payer)).currency === null)
    await payments.addFunds(by(payer, 'funds'), { payer, amount: 2_500 });
  const [chargeId] = [...(await wallets.walletOf(payer)).topUps.entries()].map(([charge]) => charge);
  if (chargeId !== undefined)
    await wallets.refundFunds(context('wallet', 'refund', lantern.key), {
      payer,
      currency: usd,
      chargeId,
      refundId: 're_told_by_mistake',
      units: toLedger({ amount: 4_000 }),
    });
}

const key = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;

/** What Northside's businesses have sent in a day is booked that evening, as its workers would have done in the hour. */
async function paysForTexts(life: Life, signal: AbortSignal): Promise<void> {
  const { commands } = life;
  const payer = payerOf(northside);
  const [client] = clients;
  const registersOn = ago(life, registered[numberOf[client!.key]!]!.age - 15)
    .toISOString()
    .slice(0, 10);
  let isRegistered = false;
  for (const { day, businessId, segments } of await sentByDay(life)) {
    if (signal.aborted) return;
    if (!isRegistered && day > registersOn) {
      await registers(life, client!);
      isRegistered = true;
    }
    life.now = new Date(`${day}T21:00:00.000Z`);
    const price = await commands.wallets.slicePrice(payer, businessId, key, day);
    if (price === null) continue;
    const { currency, ...each } = price;
    const { result } = await commands.wallets.captureSlice(context('wallet', 'usage', businessId, day), {
      payer,
      currency,
      holdId: id('wallet', 'slice', businessId, day),
      month: `${day.slice(0, 8)}01`,
      businessId,
      key,
      quantity: segments,
      price: each,
    });
    const { inFlight } = result.wallet.recharge;
    if (inFlight !== null)
      await commands.payments.chargeRecharge(context('wallet', 'recharge', String(inFlight.crossing)), {
        payer,
        crossing: inFlight.crossing,
      });
  }
}

async function sentByDay({ store }: Life) {
  const businessIds = clients.map((one) => businessOf(one.key));
  const days = new Map<string, { day: string; businessId: BusinessId; segments: number }>();
  for (let from = 0n, atEnd = false; !atEnd;) {
    const page = await store.readAll(from, { filter: { types: [MessageQueued.type] }, limit: 1_000 });
    for (const event of page.events) {
      if (!is(event, MessageQueued)) continue;
      const businessId = businessIds.find((one) => one === event.data.businessId);
      if (businessId === undefined) continue;
      const day = event.metadata.occurredAt.slice(0, 10);
      const known = days.get(`${day} ${businessId}`)?.segments ?? 0;
      days.set(`${day} ${businessId}`, { day, businessId, segments: known + (event.data.segments ?? 1) });
    }
    ({ next: from, atEnd } = page);
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
}

/** Northside pays what the carriers take for the registration of a business, which is over by then. */
async function registers(life: Life, { key, name, owner }: Tenant): Promise<void> {
  const { registrations, payments } = life.commands;
  const businessId = businessOf(key);
  const number = numberOf[key]!;
  const { age } = registered[number]!;
  const payer = payerOf(northside);
  life.now = ago(life, age);
  const { canRegister, registration } = await registrations.a2pRequest(context('a2p', key), { businessId });
  if (!canRegister) return;
  const fees = ['brand-low-volume', 'campaign-vetting'] as const;
  const day = life.now.toISOString().slice(0, 10);
  const amount = fees.reduce((sum, fee) => sum + (feeOn(fee, day) ?? 0), 0);
  if (registration.brand === null) await payments.addFunds(by(payer, 'funds', 'registration'), { payer, amount });
  const shop = { businessId, uniqueId: key, name, owner: owner.join(' '), number };
  await registerNumber(life.commands, shop, (days) => (life.now = ago(life, days)));
}
