import { action } from '../action.ts';
import { pair } from '../cast.ts';
import { livechat } from './livechat.ts';

const second = 1_000;

/**
 * Somebody asked to be forgotten, mostly while texts to them are on their way. They may write again: then they are
 * somebody new, and opted out if they were.
 */
export const erasure = action({
  name: 'erasure',
  weight: 1,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    twice: chance.is(0.3),
    meanwhile: chance.one(['nothing', 'they write', 'we write'] as const),
    after: chance.one([chance.between(0, 1), chance.between(0, 8)]) * second,
  }),
  run(world, { shop: nth, phone, twice, meanwhile, after }) {
    const { businessId, person, name, number, keywords } = world.cast.shops[nth]!;
    if (meanwhile === 'they write') world.text(phone, number, keywords[0]!, 1);
    if (meanwhile === 'we write')
      void livechat.run(world, {
        shop: nth,
        phone,
        body: 'Are you there?',
        texts: 4,
        pressedTwice: false,
        outAfter: null,
      });
    const contactId = world.contactOf(businessId, phone);
    world.timeline.later(meanwhile === 'nothing' ? 0 : after, () => {
      world.tell(`${name} erases ${phone}`);
      for (let press = twice ? 2 : 1; press > 0; press -= 1)
        void world.ask(`erase ${phone}`, person, ({ contacts }, context) => contacts.erase(context, { contactId }));
    });
  },
});
