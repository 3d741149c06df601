import { action } from '../action.ts';
import { cards, saveCard } from './card.ts';

/** A wallet falls below its line while the payer takes its cards away, here or at the payment provider, and brings another. */
export const recharge = action({
  name: 'recharge',
  weight: 4,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    payer: chance.int(0, cast.payers.length - 1),
    /** Null: they stay. */
    removesAfter: chance.is(0.6) ? chance.between(200, 40_000) : null,
    where: chance.is(0.5) ? ('here' as const) : ('at stripe' as const),
    bringsAfter: chance.between(30_000, 600_000),
    cents: chance.int(100, 900),
  }),
  run(world, { payer: at, removesAfter, where, bringsAfter, cents }) {
    const one = world.cast.payers[at]!;
    const { payer, person, name } = one;
    const line = { below: 90_000 + cents, amount: cents + 500, mostPerDay: 90_000 };
    world.tell(`${name}’s wallet is below its line`);
    void world.ask(
      'raise the line',
      person,
      ({ wallets }, context) => wallets.setAutoRecharge(context, { payer, recharge: line }),
      { tries: 8 },
    );
    if (removesAfter === null) return;
    world.timeline.in(removesAfter, () => {
      const { core } = world.stripe!.standIn;
      const own = core.all('customer').filter(({ metadata }) => metadata['payer']?.endsWith(payer.id) === true);
      const kept = core.all('payment_method').filter(({ customer }) => own.some(({ id }) => id === customer));
      for (const { id: methodId } of kept) {
        world.tell(`${name} takes the card ${methodId.slice(-4)} away ${where}`);
        if (where === 'at stripe') world.stripe!.atStripe(`/v1/payment_methods/${methodId}/detach`);
        else
          void world.ask('take a card away', person, ({ payments }, context) =>
            payments.remove(context, { payer, methodId }),
          );
      }
    });
    world.timeline.later(bringsAfter, () => void saveCard(world, one, cards.good));
  },
});
