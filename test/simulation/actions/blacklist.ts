import { action } from '../action.ts';
import { pair } from '../cast.ts';

/** A business wants to hear and say no more to a number, and maybe changes its mind. */
export const blacklist = action({
  name: 'blacklist',
  weight: 2,
  plan: (chance, cast) => ({ ...pair(chance, cast), forSeconds: chance.is(0.4) ? chance.between(1, 900) : null }),
  run(world, { shop: nth, phone, forSeconds }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    world.tell(`${name} puts ${phone} on its blacklist`);
    void world
      .ask(`blacklist ${phone}`, person, ({ blocklists }, context) =>
        blocklists.add(context, { list: 'black', values: [phone], note: '' }),
      )
      .then((ended) => {
        if (ended !== 'done') return;
        world.blacklisted.push({ businessId, phone, from: world.timeline.steps, to: Infinity });
        if (forSeconds === null) return;
        world.timeline.later(forSeconds * 1_000, () => {
          world.tell(`${name} takes ${phone} off its blacklist`);
          // A number is on it once, however often it was put there.
          const off = (): void => {
            for (const one of world.blacklisted)
              if (one.businessId === businessId && one.phone === phone && one.to === Infinity)
                one.to = world.timeline.steps;
          };
          off();
          void world
            .ask(`take ${phone} off the blacklist`, person, ({ blocklists }, context) =>
              blocklists.remove(context, { list: 'black', entryId: world.listingOf(businessId, phone) }),
            )
            .then(off);
        });
      });
  },
});
