import { UserId } from '../../../domain/kernel/ids.ts';
import { personOf } from '../../support/callers.ts';
import { action } from '../action.ts';

const second = 1_000;

/**
 * A business shares its live chat: it says who takes conversations by turns and within which time contacts are answered.
 * These people come and go, say that they are away and that they are back, take a conversation and hand it on, all of
 * that while texts come in.
 */
export const team = action({
  name: 'team',
  weight: 3,
  plan: (chance, cast) => ({
    what: chance.weighted([
      { what: 'choose' as const, weight: 3 },
      { what: 'away' as const, weight: 2 },
      { what: 'gone' as const, weight: 2 },
      { what: 'take' as const, weight: 2 },
    ]).what,
    mode: chance.one(['round-robin', 'round-robin', 'least-busy', 'off'] as const),
    people: [...cast.users.keys()].filter(() => chance.is(0.6)),
    replyMinutes: chance.one([null, 1, 10, 60]),
    who: chance.int(0, cast.users.length - 1),
    phone: chance.one(cast.phones),
    forSeconds: chance.is(0.7) ? chance.between(5, 400) : chance.between(400, 9_000),
    twice: chance.is(0.3),
  }),
  run(world, { what, mode, people, replyMinutes, who, phone, forSeconds, twice }) {
    const { businessId, agencyId, name, person } = world.cast.shops[0]!;
    const { userId, email } = world.cast.users[who]!;
    const own = personOf(businessId, agencyId, userId);
    const press = (words: string, by: typeof own, work: Parameters<typeof world.ask>[2]): void => {
      for (let times = twice ? 2 : 1; times > 0; times -= 1) void world.ask(words, by, work);
    };
    switch (what) {
      case 'choose': {
        const chosen = [who, ...people.filter((one) => one !== who)].map((nth) =>
          UserId.parse(world.cast.users[nth]!.userId),
        );
        world.tell(`${name} shares its live chat among ${chosen.length}: ${mode}, answers in ${replyMinutes} minutes`);
        return press('share live chat', person, ({ livechat }, context) =>
          livechat.chooseTeam(context, { mode, people: chosen, replyMinutes, hours: null, revision: null }),
        );
      }
      case 'away': {
        const say = (away: boolean): void => {
          world.tell(`${email} is ${away ? 'away' : 'back'}`);
          press(`say that one is ${away ? 'away' : 'back'}`, own, ({ livechat }, context) =>
            livechat.setAway(context, { userId, away }),
          );
        };
        say(true);
        return world.timeline.later(forSeconds * second, () => say(false));
      }
      case 'gone':
        world.tell(`${email} goes home`);
        world.goes(userId);
        return world.timeline.later(forSeconds * second, () => {
          world.tell(`${email} comes to work`);
          world.comes(userId);
        });
      case 'take': {
        const contactId = world.contactOf(businessId, phone);
        world.tell(`${email} takes the conversation with ${phone}`);
        press('take a conversation', own, ({ livechat }, context) =>
          livechat.assign(context, { contactId, assigneeId: userId }),
        );
        return world.timeline.later(forSeconds * second, () => {
          world.tell(`${email} gives the conversation with ${phone} back`);
          press('give a conversation back', own, ({ livechat }, context) =>
            livechat.giveBack(context, { contactId, userId }),
          );
        });
      }
    }
  },
});
