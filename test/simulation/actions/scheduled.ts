import { action } from '../action.ts';
import { pair } from '../cast.ts';

/**
 * Somebody of a business schedules a text, and moves it, takes it back, or sends it now: also in the moment when its time
 * comes, by two people at once, and by a screen that heard nothing and asks again.
 */
export const scheduled = action({
  name: 'scheduled',
  weight: 5,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    body: chance.one(['Until tomorrow!', 'Your table is ready at seven.', 'Did it arrive?']),
    /** In so many seconds. */
    in: chance.between(1, 180),
    pressedTwice: chance.is(0.2),
    then: Array.from({ length: chance.int(0, 3) }, () => ({
      what: chance.one(['take back', 'take back', 'send now', 'move', 'opt out'] as const),
      /** So many seconds from its time, or before it. */
      around: chance.is(0.6) ? chance.between(-3, 50) : chance.between(-120, 0),
      by: chance.between(5, 90),
    })),
  }),
  run(world, { shop: nth, phone, body, in: seconds, pressedTwice, then }) {
    const { person, name, businessId } = world.cast.shops[nth]!;
    const contactId = world.contactOf(businessId, phone);
    const at = (ms: number) => new Date(world.timeline.now().getTime() + ms).toISOString();
    world.tell(`${name} schedules ${JSON.stringify(body)} to ${phone} in ${seconds.toFixed(1)} s`);
    const commandId = world.uuid();
    const found = world.ask('a conversation', person, ({ livechat }, context) => livechat.start(context, { phone }));
    void found.then((ended) => {
      if (ended !== 'done') return;
      const sendAt = at(seconds * 1_000);
      for (let press = pressedTwice ? 2 : 1; press > 0; press -= 1)
        void world.ask(
          'a scheduled text',
          person,
          ({ livechat }, context) => livechat.schedule(context, { contactId, body, media: [], sendAt }),
          { commandId },
        );
      for (const { what, around, by } of then)
        world.timeline.later(Math.max(0, seconds + around) * 1_000, () => {
          world.tell(`${name}: ${what} what is scheduled to ${phone}`);
          void world.ask(`${what} a scheduled text`, person, async ({ livechat, contacts }, context) => {
            if (what === 'opt out') return contacts.optOut(context, { contactId });
            const { result } = await livechat.schedule(
              { ...context, commandId },
              { contactId, body, media: [], sendAt },
            );
            const of = { contactId, messageId: result.messageId };
            return (
              what === 'take back' ? livechat.takeBackScheduled(context, of)
              : what === 'send now' ? livechat.sendScheduled(context, of)
              : livechat.moveScheduled(context, { ...of, sendAt: at(by * 1_000) })
            );
          });
        });
    });
  },
});
