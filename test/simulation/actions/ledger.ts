import type { Caller } from '../../../commands/kernel/caller.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import { system } from '../../support/callers.ts';
import { action } from '../action.ts';
import type { SimulatedPayer } from '../cast.ts';
import type { World } from '../world.ts';

const second = 1_000;
const cent = 10_000;
const admin: Caller = {
  role: 'admin',
  actor: { kind: 'user', userId: '00000000-0000-4000-8000-000000000001', impersonatorId: null },
  tenant: platformTenant,
};
const line = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;

/**
 * An operator grants credit and corrects, a payer sets how the wallet fills itself, and something is sent against it:
 * held for, captured by running totals that are told late, twice and out of order, and released or left to expire.
 */
export const ledger = action({
  name: 'ledger',
  weight: 6,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    payer: chance.int(0, cast.payers.length - 1),
    what: chance.weighted([
      { what: 'grant' as const, weight: 2 },
      { what: 'adjust' as const, weight: 1 },
      { what: 'fill by itself' as const, weight: 1 },
      { what: 'send' as const, weight: 5 },
      { what: 'reverse' as const, weight: 1 },
    ]).what,
    cents: chance.int(1, 900),
    twice: chance.is(0.3),
    holdCents: chance.int(1, 40),
    heldForSeconds: chance.between(20, 900),
    /** Running totals, and when each is told after the hold, maybe after the release. */
    totals: Array.from({ length: chance.int(0, 4) }, () => ({
      texts: chance.int(1, 60),
      after: chance.is(0.7) ? chance.between(1, 60) : chance.between(60, 2_000),
      copies: chance.is(0.3) ? 2 : 1,
    })),
    releasesAfter: chance.is(0.7) ? chance.between(20, 600) : null,
    nth: chance.int(0, 5),
  }),
  async run(world, { payer: at, what, cents, twice, holdCents, heldForSeconds, totals, releasesAfter, nth }) {
    const one = world.cast.payers[at]!;
    const { payer, name } = one;
    const book = world.books.get(payer.id)!;
    const reason = 'In a story';
    const again = (words: string, by: Caller, work: Parameters<World['ask']>[2]): Promise<unknown> =>
      Promise.all(Array.from({ length: twice ? 2 : 1 }, () => world.ask(words, by, work, { tries: 8 })));
    switch (what) {
      case 'grant': {
        const [grantId, units] = [world.uuid(), ledgerAmount(cents * cent)];
        book.named.set(grantId, units);
        world.tell(`${name} gets a credit of ${cents} cents`);
        return void again('grant credit', admin, ({ wallets }, context) =>
          wallets.grantCredit(context, { payer, currency: usd, grantId, units, reason }),
        );
      }
      case 'adjust': {
        const [adjustmentId, units] = [world.uuid(), ledgerAmount((cents % 50) * cent - 20 * cent + 1)];
        book.named.set(adjustmentId, units);
        world.tell(`${name}’s wallet is corrected by ${units}`);
        return void again('adjust a wallet', admin, ({ wallets }, context) =>
          wallets.adjustWallet(context, { payer, currency: usd, adjustmentId, units, reason }),
        );
      }
      case 'fill by itself': {
        const recharge = { below: (cents % 9) * 1_000, amount: 1_000, mostPerDay: 5_000 };
        world.tell(`${name}’s wallet fills itself below ${recharge.below} cents`);
        return void again('set auto-recharge', one.person, ({ wallets }, context) =>
          wallets.setAutoRecharge(context, { payer, recharge: nth === 0 ? null : recharge }),
        );
      }
      case 'send':
        return void send(world, one, { holdCents, heldForSeconds, totals, releasesAfter, twice });
      case 'reverse': {
        // Read before anyone asks: what the log says outside the timeline takes as long as it takes.
        const booked = (await world.observer.store.read(`wallet-${payer.id}`)).filter(
          ({ type }) => type === 'HoldCaptured' || type === 'CreditGranted',
        );
        if (booked.length === 0) return;
        const eventId = booked[nth % booked.length]!.id;
        return void world.ask(
          'reverse a posting',
          admin,
          ({ wallets }, context) =>
            wallets.reversePosting(context, { payer, reversalId: context.commandId, eventId, reason }),
          { tries: 8 },
        );
      }
    }
  },
});

/** Something is sent, and what is told of it is what has gone out up to then. */
async function send(
  world: World,
  { payer, name }: SimulatedPayer,
  {
    holdCents,
    heldForSeconds,
    totals,
    releasesAfter,
    twice,
  }: {
    readonly holdCents: number;
    readonly heldForSeconds: number;
    readonly totals: readonly { readonly texts: number; readonly after: number; readonly copies: number }[];
    readonly releasesAfter: number | null;
    readonly twice: boolean;
  },
): Promise<void> {
  const holdId = world.uuid();
  const businessId = BusinessId.parse(payer.kind === 'agency' ? world.cast.shops[0]!.businessId : payer.id);
  const units = ledgerAmount(holdCents * cent);
  const expiresAt = new Date(world.timeline.now().getTime() + heldForSeconds * second).toISOString();
  const hold = (): Promise<unknown> =>
    world.ask(
      'hold funds',
      system,
      ({ wallets }, context) => wallets.holdFunds(context, { payer, currency: usd, holdId, units, expiresAt }),
      { tries: 8 },
    );
  const end = (how: 'releaseHold' | 'expireHold') =>
    world.ask(how, system, ({ wallets }, context) => wallets[how](context, { payer, holdId }), { tries: 40 });
  const answers = await Promise.all([hold(), ...(twice ? [hold()] : [])]);
  if (!answers.includes('done')) return;
  world.tell(`${name} has ${holdCents} cents held for ${holdId.slice(0, 8)}`);
  const { usage } = world.books.get(payer.id)!;
  for (const { texts, after, copies } of totals)
    for (let copy = 0; copy < copies; copy += 1)
      world.intend('a capture', (after + copy * 7) * second, () => {
        usage.set(holdId, Math.max(usage.get(holdId) ?? 0, texts));
        return world.ask(
          `capture ${texts} of ${holdId.slice(0, 8)}`,
          system,
          ({ wallets }, context) =>
            wallets.captureHold(context, {
              payer,
              currency: usd,
              holdId,
              businessId,
              totals: [{ ...line, quantity: texts, ...pricesOf(texts) }],
            }),
          { tries: 60, mayBeRefused: false },
        );
      });
  if (releasesAfter !== null) world.intend('a release', releasesAfter * second, () => end('releaseHold'));
  // Clocks may be set back by an hour.
  world.intend('the end of a hold', (heldForSeconds + 2 * 3_600) * second, () => end('expireHold'));
}

/** What so many texts cost, in ledger units. */
export const pricesOf = (texts: number) => ({
  carrier: ledgerAmount(texts * 4_000),
  price: ledgerAmount(texts * 7_900),
  resale: ledgerAmount(texts * 12_000),
});
