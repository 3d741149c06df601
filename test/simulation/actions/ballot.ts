import { ballotIdOf } from '../../../commands/votes/cast.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { contactAt } from '../members.ts';
import { someVisitor, visitors } from '../pages.ts';

/** A vote is taken out of the count, and put back. */
export const ballot = action({
  name: 'ballot',
  weight: 3,
  plan: (chance) => ({ who: someVisitor(chance), counts: chance.is(0.4), twice: chance.is(0.3) }),
  run(world, { who, counts, twice }) {
    const page = world.cast.pages.find(({ kind }) => kind === 'vote')!;
    const one = visitors[who]!;
    const ballotId = ballotIdOf(CampaignId.parse(page.campaignId), contactAt(world, page, one));
    world.tell(`the vote of ${one.name} is ${counts ? 'put back' : 'taken out'}`);
    const judge = () =>
      world.ask('judge a vote', world.cast.shops[page.shop]!.person, ({ votes }, context) =>
        counts ? votes.include(context, { ballotId }) : votes.exclude(context, { ballotId, reason: 'looked odd' }),
      );
    void judge();
    if (twice) void judge();
  },
});
