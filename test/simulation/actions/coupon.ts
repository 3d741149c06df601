import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { contactAt } from '../members.ts';
import { someVisitor, visitors } from '../pages.ts';

/** A coupon is shown at several tills at once, each of which may press again; a slip is taken back; one is withdrawn. */
export const coupon = action({
  name: 'coupon',
  weight: 5,
  plan: (chance, cast) => ({
    page:
      cast.pages[cast.favourite]!.offer !== null && chance.is(0.8) ?
        cast.favourite
      : chance.one(cast.pages.flatMap(({ offer }, index) => (offer === null ? [] : [index]))),
    who: someVisitor(chance),
    presses: chance.int(1, 3),
    again: chance.is(0.3),
    undo: chance.is(0.3),
    revoke: chance.is(0.06),
  }),
  run(world, { page: nth, who, presses, again, undo, revoke }) {
    const page = world.cast.pages[nth]!;
    const { person } = world.cast.shops[page.shop]!;
    const one = visitors[who]!;
    const couponId = couponIdOf(CampaignId.parse(page.campaignId), contactAt(world, page, one));
    world.tell(`${one.name} shows the coupon of ${page.keyword}, ${presses} times${undo ? ', taken back' : ''}`);
    if (revoke)
      void world.ask('withdraw a coupon', person, ({ coupons }, context) => coupons.revoke(context, { couponId }));
    for (let press = 0; press < presses; press += 1) {
      const redemptionId = world.uuid();
      const by = { kind: 'screen' } as const;
      const redeem = () =>
        world.ask('redeem', person, ({ coupons }, context) => coupons.redeem(context, { couponId, redemptionId, by }));
      const pressed = redeem();
      if (again) void redeem();
      if (undo && press === 0)
        void pressed.then((ended) => {
          if (ended !== 'done') return;
          world.timeline.later(world.chance.between(10, 60_000), () => {
            void world.ask('take a redemption back', person, ({ coupons }, context) =>
              coupons.undo(context, { couponId, redemptionId, by }),
            );
          });
        });
    }
  },
});
