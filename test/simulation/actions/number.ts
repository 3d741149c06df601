import { action } from '../action.ts';
import { system } from '../../support/callers.ts';

/** A business gives its number away and takes another, or the same again; it may want one that somebody else has. */
export const number = action({
  name: 'number',
  weight: 1,
  plan: (chance, cast) => ({
    shop: chance.int(0, cast.shops.length - 1),
    next: chance.one([...cast.spareNumbers, ...cast.shops.map((shop) => shop.number)]),
    afterSeconds: chance.between(0, 60),
  }),
  run(world, { shop: nth, next, afterSeconds }) {
    const { businessId, name, number: first } = world.cast.shops[nth]!;
    world.tell(`${name} gives its number back and wants ${next}`);
    const assign = (wanted: string) =>
      world.ask(`${name} takes ${wanted}`, system, ({ setup }, context) =>
        setup.assignNumber(context, { businessId, number: wanted, providerNumberId: null, isTollFree: false }),
      );
    void world
      .ask(`${name} gives its number back`, { ...system, role: 'admin' }, ({ businesses }, context) =>
        businesses.releaseNumber(context, { businessId }),
      )
      .then(() => {
        world.timeline.later(afterSeconds * 1_000, () => {
          void assign(next).then((ended) => {
            if (ended !== 'done') void assign(first);
          });
        });
      });
  },
});
