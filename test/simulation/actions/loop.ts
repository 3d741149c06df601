import { action } from '../action.ts';
import { memberOf } from '../members.ts';
import { someVisitor, visitors } from '../pages.ts';
import { visitor } from './entry.ts';

/**
 * In a loop: a member shares it or takes a reward, the business hands it out, also twice at once, judges a referral, and
 * its rules change.
 */
export const loop = action({
  name: 'loop',
  weight: 5,
  plan: (chance) => ({
    who: someVisitor(chance),
    other: someVisitor(chance),
    what: chance.one(['act', 'act', 'claim', 'claim', 'hand-out', 'accept', 'refuse', 'points', 'switch'] as const),
    rule: chance.int(0, 4),
    points: chance.one([0, 5, 10, 25, 60]),
    on: chance.is(0.6),
    copies: chance.is(0.3) ? 2 : 1,
  }),
  run(world, { who, other, what, rule: nth, points, on, copies }) {
    const page = world.cast.pages.find(({ kind }) => kind === 'loop')!;
    const { person } = world.cast.shops[page.shop]!;
    const { campaignId, rules } = page;
    const memberId = memberOf(world, page, visitors[who]!);
    const invited = memberOf(world, page, visitors[other]!);
    const { rewardId, rule } = rules[nth]!;
    const presses = [world.uuid(), world.uuid()];
    world.tell(`loop: ${what} ${visitors[who]!.name}${copies > 1 ? ' twice' : ''}, ${rule.title}`);
    for (let copy = 0; copy < copies; copy += 1)
      void world.ask(
        `loop ${what}`,
        what === 'act' || what === 'claim' ? visitor : person,
        ({ coupons, loops }, context) => {
          switch (what) {
            case 'act':
              return loops.act(context, { memberId, rewardId: rules[2]!.rewardId, action: 'share-text' });
            case 'claim':
              return loops.claim(context, { memberId, rewardId: rules[3]!.rewardId });
            case 'hand-out':
              return loops
                .claimForMember(context, { campaignId, memberId, rewardId: rules[3]!.rewardId })
                .then(({ result: { couponId } }) =>
                  coupons.redeem(context, { couponId, redemptionId: presses[copy]!, by: { kind: 'screen' } }),
                );
            case 'accept':
            case 'refuse':
              return loops.judge(context, { memberId, invited, accept: what === 'accept' });
            case 'points':
              return loops.setRule(context, {
                campaignId,
                rewardId,
                rule: { ...rule, points: rule.kind === 'reward' ? Math.max(1, points) : points },
                isNew: false,
              });
            case 'switch':
              return loops.switchRule(context, { campaignId, rewardId, active: on });
          }
        },
      );
  },
});
