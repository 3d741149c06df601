import type { Caller } from '../../../commands/kernel/caller.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import { namespaces, OrderId, uuidV5 } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import type { OrderBook } from '../books.ts';
import type { World } from '../world.ts';
import { cards, enterCard } from './card.ts';

const buyer: Caller = { role: 'public', actor: { kind: 'public', name: 'order' }, tenant: platformTenant };
const emails = ['new@example.test', 'newer@example.test', 'dora@example.test'];

/**
 * Someone new orders on a public page and enters a card; pays in two tabs, confirms at the bank or doesn't, tries
 * another card, or closes the browser at any of these; two have one address, and one has an account already.
 */
export const order = action({
  name: 'order',
  weight: 5,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    page: chance.int(0, Math.max(0, (cast.market?.pages.length ?? 0) - 1)),
    email: chance.weighted([
      { nth: 0, weight: 4 },
      { nth: 1, weight: 4 },
      { nth: 2, weight: 1 },
    ]).nth,
    /** Everybody has an address of their own, but for some. */
    number: chance.is(0.6) ? chance.int(1, 1_000_000) : null,
    which: chance.weighted([
      { which: 'good' as const, weight: 5 },
      { which: 'refused when it is charged' as const, weight: 2 },
      { which: 'to be confirmed each time' as const, weight: 2 },
    ]).which,
    tabs: chance.is(0.35) ? 2 : 1,
    closes: chance.weighted([
      { when: 'never' as const, weight: 5 },
      { when: 'before the card' as const, weight: 1 },
      { when: 'before the click' as const, weight: 1 },
      { when: 'after the click' as const, weight: 2 },
    ]).when,
    confirms: chance.is(0.7),
    triesAnother: chance.is(0.7),
  }),
  run(world, given) {
    if (world.cast.market === null) return;
    void visit(world, given);
  },
});

interface Visit {
  readonly page: number;
  readonly email: number;
  readonly number: number | null;
  readonly which: keyof typeof cards;
  readonly tabs: number;
  readonly closes: 'never' | 'before the card' | 'before the click' | 'after the click';
  readonly confirms: boolean;
  readonly triesAnother: boolean;
}

async function visit(world: World, { page, email: nth, number, which, tabs, closes, confirms, triesAnother }: Visit) {
  const { orderPageId } = world.cast.market!.pages[page]!;
  const email = number === null ? emails[nth]! : `visitor-${number}@example.test`;
  const commandId = world.uuid();
  const orderId = OrderId.parse(uuidV5(namespaces.command, commandId, 'order'));
  const name = `order ${orderId.slice(0, 8)}`;
  const book: OrderBook = { orderId, email, page, told: null };
  world.orders.push(book);
  world.tell(`${email} begins the ${name} on page ${page}`);
  let secret = null as string | null;
  const ask = (words: string, work: Parameters<World['ask']>[2], id = world.uuid()) =>
    world.ask(`${name}: ${words}`, buyer, work, { tries: 8, commandId: id });
  await ask(
    'begin',
    async ({ orders }, context) => {
      const given = { email, firstName: 'Nora', lastName: 'Newman', company: `Company ${orderId.slice(0, 8)}` };
      secret = (
        await orders.start(context, {
          orderPageId,
          version: 1,
          ...given,
          password: 'seven words nobody would guess here',
          timezone: 'America/New_York',
          coupon: null,
        })
      ).result.clientSecret;
    },
    commandId,
  );
  if (secret === null || closes === 'before the card') return;
  const methodId = await enterCard(world, secret, cards[which]);
  if (methodId === null || closes === 'before the click') return;
  const look = (method: string | null) =>
    new Promise<{ readonly kind: string; readonly clientSecret?: string; readonly field?: string } | null>(
      (resolve) => {
        let standing = null as { readonly kind: string; readonly clientSecret?: string } | null;
        void ask(method === null ? 'look' : 'pay', async ({ orders }, context) => {
          standing = (await orders.pay(context, { orderId, methodId: method })).result;
        }).then(() => {
          if (standing !== null) {
            book.told = standing.kind;
            world.tell(`${name} is told: ${standing.kind}`);
          }
          resolve(standing);
        });
      },
    );
  const clicks = Array.from({ length: tabs }, () => look(methodId));
  if (closes === 'after the click') return;
  let standing = (await Promise.all(clicks)).find((one) => one !== null) ?? null;
  if (standing?.kind === 'confirm') {
    await pause(world, 5_000);
    confirm(world, standing.clientSecret!, confirms);
    standing = await look(null);
  }
  if (standing?.kind === 'refused' && standing.field === 'payment_method' && triesAnother) {
    let another = null as string | null;
    await ask('another card', async ({ orders }, context) => {
      another = (await orders.cardSecret(context, { orderId })).result.clientSecret;
    });
    const second = another === null ? null : await enterCard(world, another, cards.good);
    if (second !== null) standing = await look(second);
  }
  // Whoever is told nothing looks again, as the page does.
  for (let times = 0; times < 3 && (standing === null || standing.kind === 'confirm'); times += 1) {
    await pause(world, 20_000);
    standing = await look(null);
  }
}

const pause = (world: World, ms: number) => new Promise<void>((resolve) => world.timeline.later(ms, () => resolve()));

function confirm(world: World, secret: string, confirms: boolean): void {
  const intentId = secret.split('_secret_')[0]!;
  const { standIn } = world.stripe!;
  if (standIn.core.find('payment_intent', intentId)?.status !== 'requires_action') return;
  world.tell(`the buyer ${confirms ? 'confirms' : 'does not confirm'} ${intentId.slice(-4)} at the bank`);
  standIn.authenticate(intentId, confirms ? 'succeed' : 'fail');
  world.stripe!.look();
}
