import { wordings } from '../../support/opt-out-wordings.ts';
import { action } from '../action.ts';
import { pair } from '../cast.ts';

const of = (expected: 'stop' | 'looks-like' | 'none'): readonly string[] =>
  wordings.filter((one) => one.expected === expected).map(({ body }) => body);
const bodies = { stop: of('stop'), 'looks-like': of('looks-like'), none: of('none') };

/**
 * Someone texts an opt-out in any wording, or what only looks like one; and maybe someone of the business looks at it and
 * keeps them subscribed, once or twice, soon or after a while.
 */
export const wording = action({
  name: 'opt-out in any wording',
  weight: 4,
  plan: (chance, cast) => {
    const expected = chance.one(['stop', 'looks-like', 'looks-like', 'looks-like', 'none'] as const);
    return {
      ...pair(chance, cast),
      body: chance.one(bodies[expected]),
      copies: chance.is(0.2) ? 2 : 1,
      /** Someone looks at it so long after, s; null: nobody does. */
      kept: chance.is(0.3) ? chance.between(1, 600) : null,
      presses: chance.is(0.3) ? 2 : 1,
    };
  },
  run(world, { shop: nth, phone, body, copies, kept, presses }) {
    const { businessId, number, person, name } = world.cast.shops[nth]!;
    world.text(phone, number, body, copies);
    if (kept === null) return;
    world.timeline.later(kept * 1_000, () => {
      world.tell(`${name} keeps ${phone} subscribed`);
      const contactId = world.contactOf(businessId, phone);
      for (let press = presses; press > 0; press -= 1)
        void world.ask(`keep ${phone} subscribed`, person, ({ contacts }, context) =>
          contacts.keepSubscribed(context, { contactId }),
        );
    });
  },
});
