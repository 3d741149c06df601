import { action } from '../action.ts';
import { pair } from '../cast.ts';

/** Somebody asked to be forgotten. They may write again: then they are somebody new, and opted out if they were. */
export const erasure = action({
  name: 'erasure',
  weight: 1,
  plan: (chance, cast) => ({ ...pair(chance, cast), twice: chance.is(0.3) }),
  run(world, { shop: nth, phone, twice }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    world.tell(`${name} erases ${phone}`);
    const contactId = world.contactOf(businessId, phone);
    for (let press = twice ? 2 : 1; press > 0; press -= 1)
      void world.ask(`erase ${phone}`, person, ({ contacts }, context) => contacts.erase(context, { contactId }));
  },
});
