import type { Caller } from '../../../commands/kernel/caller.ts';
import { action } from '../action.ts';
import type { SimulatedPayer } from '../cast.ts';
import type { World } from '../world.ts';

export const cards = {
  good: '4242424242424242',
  another: '5555555555554444',
  'refused when it is saved': '4000000000000002',
  'refused when it is charged': '4000000000000341',
  disputed: '4000000000000259',
  'to be confirmed each time': '4000002760003184',
} as const;

/** Cards are saved by a browser that may be closed in the middle, made the default and removed, here or at Stripe. */
export const card = action({
  name: 'card',
  weight: 4,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    payer: chance.int(0, cast.payers.length - 1),
    what: chance.weighted([
      { what: 'save' as const, weight: 4 },
      { what: 'default' as const, weight: 1 },
      { what: 'remove' as const, weight: 1 },
      { what: 'remove at stripe' as const, weight: 1 },
    ]).what,
    which: chance.weighted([
      { which: 'good' as const, weight: 4 },
      { which: 'another' as const, weight: 2 },
      { which: 'refused when it is saved' as const, weight: 1 },
      { which: 'refused when it is charged' as const, weight: 2 },
      { which: 'disputed' as const, weight: 2 },
      { which: 'to be confirmed each time' as const, weight: 1 },
    ]).which,
    /** The browser is closed once Stripe has the card. */
    closes: chance.is(0.25),
    twice: chance.is(0.3),
    nth: chance.int(0, 3),
    /** In a second tab another card is saved at the same time: looks at what Stripe has cross each other. */
    inTwoTabs: chance.is(0.4),
  }),
  run(world, { payer: at, what, which, closes, twice, nth, inTwoTabs }) {
    const one = world.cast.payers[at]!;
    if (inTwoTabs) void saveCard(world, one, cards.another);
    if (what === 'save') return void saveCard(world, one, cards[which], { closes, twice });
    void pickCard(world, one, nth).then((methodId) => {
      if (methodId === null) return;
      world.tell(`${one.name}: ${what} ${methodId.slice(-4)}`);
      if (what === 'remove at stripe') return world.stripe!.atStripe(`/v1/payment_methods/${methodId}/detach`);
      press(world, twice, `${what} a card`, one.person, (commands, context) =>
        commands.payments[what === 'default' ? 'makeDefault' : 'remove'](context, { payer: one.payer, methodId }),
      );
    });
  },
});

/** Presses a button once, or twice at once: two commands. */
function press(world: World, twice: boolean, words: string, by: Caller, work: Parameters<World['ask']>[2]): void {
  for (let times = twice ? 2 : 1; times > 0; times -= 1) void world.ask(words, by, work, { tries: 8 });
}

/** As a browser does: asks for a secret, gives the number to Stripe, and says that it has. */
export async function saveCard(
  world: World,
  { payer, person, name }: SimulatedPayer,
  number: string,
  {
    closes = false,
    twice = false,
    isDefault = false,
  }: { readonly closes?: boolean; readonly twice?: boolean; readonly isDefault?: boolean } = {},
): Promise<void> {
  let secret: string | null = null;
  world.tell(`${name} enters the card ${number.slice(-4)}`);
  await world.ask(
    'ask for a card form',
    person,
    async ({ payments }, context) => {
      secret = (await payments.setup(context, { payer })).result.clientSecret;
    },
    { tries: 8 },
  );
  if (secret === null) return;
  const methodId = await enterCard(world, secret, number);
  if (methodId === null || closes) return;
  press(world, twice, 'keep a card', person, ({ payments }, context) => payments.add(context, { payer, methodId }));
  if (isDefault)
    await world.ask('make a card the default', person, async ({ payments }, context) => {
      await payments.add(context, { payer, methodId });
      await payments.makeDefault({ ...context, commandId: world.uuid() }, { payer, methodId });
    });
}

/** The form of Stripe: the number of a card for a secret. Null: it was refused, or the bank wanted more. */
export async function enterCard(world: World, secret: string, number: string): Promise<string | null> {
  const method = await world.stripe!.browse('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  if (method === null) return null;
  const methodId = String(method['id']);
  const saved = await world.stripe!.browse(`/v1/setup_intents/${secret.split('_secret_')[0]!}/confirm`, {
    client_secret: secret,
    payment_method: methodId,
  });
  return saved?.['status'] === 'succeeded' ? methodId : null;
}

/** One of the cards that somebody sees. */
async function pickCard(world: World, { payer, person }: SimulatedPayer, nth: number): Promise<string | null> {
  let found: string | null = null;
  await world.ask(
    'look at the cards',
    person,
    async ({ payments }, context) => {
      const { methods } = await payments.account(context, payer);
      found = methods.length === 0 ? null : methods[nth % methods.length]!.methodId;
    },
    { tries: 8 },
  );
  return found;
}
