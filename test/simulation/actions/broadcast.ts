import { action } from '../action.ts';
import { bringUp } from '../read-models.ts';

const second = 1_000;

/**
 * A business writes to everybody: at once, or to each at nine in the morning, in one way or as a test of two. Somebody
 * may pause it and go on, stop it, press twice, or send it again to those whom it has not reached.
 */
export const broadcast = action({
  name: 'broadcast',
  weight: 4,
  plan: (chance, cast) => ({
    shop: chance.int(0, cast.shops.length - 1),
    body: chance.one(['Half price today, {{first_name|you}}!', 'We are open on Sunday.', 'https://example.test/menu']),
    byMail: chance.is(0.35),
    isTest: chance.is(0.25),
    morning: chance.is(0.2),
    windowHours: chance.one([null, null, 24]),
    validHours: chance.one([3, 24, 30]),
    pressedTwice: chance.is(0.3),
    then: chance.one(['nothing', 'nothing', 'pause', 'stop'] as const),
    after: chance.one([chance.between(0, 3), chance.between(0, 40)]) * second,
    againAfter: chance.is(0.25) ? chance.between(5, 4_000) * second : null,
  }),
  run(
    world,
    { shop: nth, body, byMail, isTest, morning, windowHours, validHours, pressedTwice, then, after, againAfter },
  ) {
    const { person, name, designId } = world.cast.shops[nth]!;
    const broadcastId = world.uuid();
    const tomorrow = new Date(world.timeline.now().getTime() + 24 * 3_600_000).toISOString().slice(0, 10);
    world.tell(
      `${name} ${byMail ? 'mails' : 'writes to'} everybody: ${JSON.stringify(body)}${isTest ? ', a test of two' : ''}`,
    );
    const contents = isTest ? [body, `${body} See you!`] : [body];
    const schedule = (id: string) =>
      world.ask('schedule a broadcast', person, ({ broadcasts }, context) =>
        broadcasts.schedule(context, { broadcastId: id, recipients: null }),
      );
    const order = (what: 'pause' | 'resume' | 'stop') => {
      world.tell(`${what} the broadcast of ${name}`);
      return world.ask(
        `${what} a broadcast`,
        person,
        ({ broadcasts }, context) => broadcasts[what](context, { broadcastId }),
        { tries: 20 },
      );
    };
    const drafted = world.ask('draft a broadcast', person, ({ broadcasts }, context) =>
      broadcasts.create(context, {
        broadcastId,
        name: 'News',
        type: byMail ? 'email' : 'sms',
        contents: contents.map((words) =>
          byMail ?
            { kind: 'mail' as const, subject: words, preheader: null, designId }
          : { kind: 'text' as const, body: words, media: [] },
        ),
        test: isTest ? { share: 50, by: byMail ? 'clicks' : 'replies', hours: 1 } : null,
        schedule: morning && !byMail ? { kind: 'recipient', at: `${tomorrow}T09:00` } : { kind: 'now' },
        windowHours,
        validHours,
      }),
    );
    void drafted.then((ended) => {
      if (ended !== 'done') return;
      for (let press = pressedTwice ? 2 : 1; press > 0; press -= 1) void schedule(broadcastId);
      // Whom it is to is asked of the read models: they come up to date now and then.
      for (const soon of [2, 5, 20, 100]) world.timeline.later(soon * second, () => bringUp(world));
      if (then !== 'nothing')
        world.timeline.later(after, () => {
          void order(then).then(() => {
            if (then === 'pause')
              world.timeline.later(world.chance.between(1, 600) * second, () => void order('resume'));
          });
        });
      if (againAfter === null) return;
      const resentId = world.uuid();
      world.timeline.later(againAfter, () => {
        world.tell(`${name} sends it again to those whom it has not reached`);
        void world
          .ask('resend a broadcast', person, ({ broadcasts }, context) =>
            broadcasts.resend(context, { broadcastId: resentId, of: broadcastId, name: 'Again' }),
          )
          .then((copied) => {
            if (copied === 'done') void schedule(resentId);
          });
      });
    });
  },
});
