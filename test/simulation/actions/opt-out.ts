import { action } from '../action.ts';
import { pair } from '../cast.ts';

/** A contact is opted out on the screen. */
export const optOut = action({
  name: 'opt-out on the screen',
  weight: 3,
  plan: (chance, cast) => pair(chance, cast),
  run(world, { shop: nth, phone }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    world.tell(`${name} opts ${phone} out`);
    const contactId = world.contactOf(businessId, phone);
    void world.ask(`opt out ${phone}`, person, ({ contacts }, context) => contacts.optOut(context, { contactId }));
  },
});
