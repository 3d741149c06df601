import { action } from '../action.ts';

const second = 1_000;

/**
 * Two contacts of a business turn out to be one person: once pressed or twice, by two colleagues at once in both
 * directions, while something else goes on with either of them.
 */
export const merge = action({
  name: 'merge',
  weight: 2,
  plan: (chance, cast) => {
    const all = [...cast.phones, ...cast.strangers];
    const one = chance.int(0, all.length - 1);
    const other = (one + chance.int(1, all.length - 1)) % all.length;
    return {
      shop: chance.is(0.75) ? 0 : chance.int(0, cast.shops.length - 1),
      contact: all[one]!,
      other: all[other]!,
      takesNumber: chance.is(0.4),
      presses: chance.is(0.3) ? 2 : 1,
      bothWays: chance.is(0.25),
      after: chance.is(0.5) ? 0 : chance.between(0, 20) * second,
    };
  },
  run(world, { shop: nth, contact, other, takesNumber, presses, bothWays, after }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    const [contactId, otherId] = [world.contactOf(businessId, contact), world.contactOf(businessId, other)];
    const absorb = (into: string, gone: string): void =>
      void world.ask(`merge ${gone.slice(0, 8)} into ${into.slice(0, 8)}`, person, ({ contacts }, context) =>
        contacts.merge(context, { contactId: into, otherId: gone, taken: takesNumber ? ['phone'] : [] }),
      );
    world.timeline.later(after, () => {
      world.tell(`${name} merges ${other} into ${contact}${bothWays ? ', and the other way round' : ''}`);
      for (let press = presses; press > 0; press -= 1) absorb(contactId, otherId);
      if (bothWays) absorb(otherId, contactId);
    });
  },
});
