import { action } from '../action.ts';
import { pair } from '../cast.ts';

/** Somebody of a business answers a phone from live chat, or writes first. A screen that heard nothing asks again. */
export const livechat = action({
  name: 'livechat',
  weight: 7,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    body: chance.one(['Yes, we do.', 'See you at eight.', 'Anything else?', 'Sorry, we are closed.']),
    texts: chance.is(0.2) ? 3 : 1,
    pressedTwice: chance.is(0.2),
    /** In so many seconds the contact has had enough. */
    outAfter: chance.is(0.2) ? chance.between(0, 25) : null,
  }),
  async run(world, { shop: nth, phone, body, texts, pressedTwice, outAfter }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    world.tell(`${name} writes ${JSON.stringify(body)} to ${phone}${texts > 1 ? `, ${texts} times` : ''}`);
    const contactId = world.contactOf(businessId, phone);
    const found = world.ask('a conversation', person, ({ livechat: chat }, context) => chat.start(context, { phone }));
    void found.then((ended) => {
      if (ended !== 'done') return;
      if (outAfter !== null)
        world.timeline.later(outAfter * 1_000, () => {
          world.tell(`${name} opts ${phone} out`);
          void world.ask(`opt out ${phone}`, person, ({ contacts }, context) =>
            contacts.optOut(context, { contactId }),
          );
        });
      for (let count = 0; count < texts; count += 1) {
        const commandId = world.uuid();
        for (let press = pressedTwice ? 2 : 1; press > 0; press -= 1)
          void world.ask(
            'a text from live chat',
            person,
            ({ livechat: chat }, context) => chat.send(context, { contactId, body, media: [] }),
            { commandId },
          );
      }
    });
  },
});
