import { BusinessId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import type { SimulatedPayer } from '../cast.ts';
import type { World } from '../world.ts';
import { saveCard } from './card.ts';

const day = 86_400_000;

/**
 * Payers subscribe, in two tabs maybe, on our screens or on a page of Stripe; change to a higher and a lower plan,
 * cancel, resume and pay what is due; Stripe's own people end something; and months pass, with renewals that fail.
 */
export const subscription = action({
  name: 'subscription',
  weight: 8,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    payer: chance.int(0, Math.max(0, cast.payers.length - 1)),
    what: chance.weighted([
      { what: 'subscribe' as const, weight: 7 },
      { what: 'subscribe on a page of stripe' as const, weight: 2 },
      { what: 'cancel' as const, weight: 2 },
      { what: 'resume' as const, weight: 2 },
      { what: 'end at stripe' as const, weight: 1 },
      { what: 'time passes' as const, weight: 3 },
    ]).what,
    nth: chance.is(0.85) ? chance.int(0, 2) : 3,
    /** What the other tab wants; null: there is none. */
    other: chance.is(0.35) ? chance.int(0, 2) : null,
    quotes: chance.is(0.4),
    confirms: chance.is(0.8),
    now: chance.is(0.4),
    days: chance.one([1, 8, 14, 31, 31, 40]),
    minutes: chance.one([0, 5, 90]),
  }),
  async run(world, { payer: at, what, nth, other, quotes, confirms, now, days, minutes }) {
    const { market } = world.cast;
    const one = world.cast.payers[at];
    if (market === null || one === undefined) return;
    const { payer, person, name } = one;
    const plans = market.plans.filter(({ kind }) => kind === payer.kind);
    const section = plans[nth]!.section;
    switch (what) {
      case 'subscribe':
        for (const tab of other === null ? [nth] : [nth, other])
          void subscribe(world, one, tab, { quotes, confirms, minutes });
        return;
      case 'subscribe on a page of stripe':
        return void onPage(world, one, nth, { confirms, minutes });
      case 'cancel':
        world.tell(`${name} cancels: ${section}, ${now ? 'now' : 'at the end'}`);
        return void world.ask(
          `cancel ${section}`,
          person,
          ({ subscriptions }, context) =>
            subscriptions.cancel(context, { payer, section, when: now ? 'now' : 'period-end' }),
          { tries: 8 },
        );
      case 'resume':
        return void resume(world, one, section, confirms);
      case 'end at stripe': {
        const { core } = world.stripe!.standIn;
        const live = core
          .all('subscription')
          .find(
            ({ metadata, ended_at: endedAt }) => metadata['payer'] === `${payer.kind}:${payer.id}` && endedAt === null,
          );
        if (live === undefined) return;
        world.tell(`${name}’s subscription ${live.id.slice(-4)} is ended at Stripe`);
        return world.stripe!.endAtStripe(live.id);
      }
      case 'time passes':
        world.tell(`${days} days pass`);
        // As for a leap between scenes: what is under way ends first.
        await world.timeline.runUntil(world.timeline.elapsed + 20_000);
        return world.timeline.leap(world.timeline.elapsed + days * day);
    }
  },
});

interface Buying {
  readonly quotes?: boolean;
  readonly confirms?: boolean;
  /** Between what was quoted, or the page, and the click. */
  readonly minutes?: number;
}

/** As the screens do it: what it costs is looked at first, maybe; a bank may want the cardholder. */
export async function subscribe(
  world: World,
  { payer, person, name }: SimulatedPayer,
  nth: number,
  { quotes = false, confirms = true, minutes = 0 }: Buying = {},
): Promise<void> {
  const plan = world.cast.market!.plans.filter(({ kind }) => kind === payer.kind)[nth]!;
  const what = plan.section === 'plan' ? { planId: plan.planId } : { section: plan.section };
  let prorationDate = null as Date | null;
  if (quotes) {
    await world.ask(
      'ask what it costs',
      person,
      async ({ subscriptions }, context) => {
        ({ prorationDate } = (await subscriptions.quote(context, { payer, what })).result);
      },
      { tries: 8 },
    );
    if (minutes > 0) await new Promise<void>((resolve) => world.timeline.in(minutes * 60_000, resolve, null, true));
  }
  world.tell(`${name} subscribes to ${plan.name}`);
  let came = null as {
    readonly subscriptionId: string;
    readonly outcome: string;
    readonly clientSecret: string | null;
  } | null;
  await world.ask(
    `subscribe to ${plan.name}`,
    person,
    async ({ subscriptions }, context) => {
      came = (await subscriptions.subscribe(context, { payer, what, prorationDate })).result;
    },
    { tries: 8 },
  );
  if (came === null) return;
  const { subscriptionId, outcome, clientSecret } = came;
  if (outcome === 'subscribed') world.books.get(payer.id)!.subscribed.add(subscriptionId);
  if (clientSecret !== null) confirm(world, { payer, person, name }, clientSecret, confirms);
}

/** The cardholder at the bank, and the browser that looks what came of it. */
function confirm(world: World, { payer, person, name }: SimulatedPayer, secret: string, confirms: boolean): void {
  const intentId = secret.split('_secret_')[0]!;
  world.timeline.in(5_000, () => {
    if (world.stripe!.standIn.core.find('payment_intent', intentId)?.status !== 'requires_action') return;
    world.tell(`${name} ${confirms ? 'confirms' : 'does not confirm'} ${intentId.slice(-4)} at the bank`);
    world.stripe!.standIn.authenticate(intentId, confirms ? 'succeed' : 'fail');
    world.stripe!.look();
    void world.ask('look at the subscriptions', person, ({ subscriptions }, context) =>
      subscriptions.follow(context, { payer }),
    );
  });
}

export async function resume(
  world: World,
  one: SimulatedPayer,
  section: 'plan' | 'livechat' | 'loop' | 'a2p' | 'unlimited',
  confirms = true,
): Promise<void> {
  const { payer, person, name } = one;
  world.tell(`${name} resumes: ${section}`);
  let secret = null as string | null;
  await world.ask(
    `resume ${section}`,
    person,
    async ({ subscriptions }, context) => {
      secret = (await subscriptions.resume(context, { payer, section })).result.clientSecret;
    },
    { tries: 8 },
  );
  if (secret !== null) confirm(world, one, secret, confirms);
}

/** On a page of Stripe, which stays open in a tab; another card is entered there. */
async function onPage(
  world: World,
  { payer, person, name }: SimulatedPayer,
  nth: number,
  { confirms = true, minutes = 0 }: Buying,
): Promise<void> {
  const plan = world.cast.market!.plans.filter(({ kind }) => kind === payer.kind)[nth]!;
  const what = plan.section === 'plan' ? { planId: plan.planId } : { section: plan.section };
  const back = 'https://beckon.example.test/';
  let url = null as string | null;
  await world.ask(
    `open a page for ${plan.name}`,
    person,
    async ({ subscriptions }, context) => {
      ({ url } = (await subscriptions.checkout(context, { payer, what, successUrl: back, cancelUrl: back })).result);
    },
    { tries: 8 },
  );
  if (url === null) return;
  const session = world.stripe!.standIn.core.all('checkout.session').find((known) => known.url === url);
  if (session === undefined) return;
  world.timeline.later(5_000 + minutes * 60_000, () => {
    world.tell(`${name} pays ${plan.name} on the page ${session.id.slice(-4)}`);
    world.stripe!.payOnPage(session.id, name, confirms);
  });
}

/** Whoever has to pay does so at last, so that what waits for it goes on. */
export async function payUp(world: World): Promise<boolean> {
  if (world.cast.market === null) return false;
  let isOwing = false;
  for (const one of world.cast.payers) {
    const { payer } = one;
    const { isBlocked, planStatus } = await world.observer.commands.subscriptions.standingOf(
      payer.kind === 'agency' ?
        { agencyId: payer.id, businessId: null }
      : { agencyId: null, businessId: BusinessId.parse(payer.id) },
    );
    if (isBlocked === null || isBlocked === 'no-number') continue;
    isOwing = true;
    const isDue = planStatus !== null && ['past_due', 'unpaid', 'paused'].includes(planStatus);
    void saveCard(world, one, '4242424242424242', { isDefault: true }).then(() =>
      isDue ? resume(world, one, 'plan') : subscribe(world, one, 0),
    );
  }
  return isOwing;
}
