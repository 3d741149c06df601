import type { Caller } from '../../../commands/kernel/caller.ts';
import { action } from '../action.ts';
import { memberOf } from '../members.ts';
import { answersOf, someVisitor, visitors } from '../pages.ts';

export const visitor: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'page' },
  tenant: { agencyId: null, businessId: null },
};

/**
 * A few people send a page's form, one after another or together: twice pressed, sent again later, on two devices with
 * the same page open; or they have entered before. A loop's may be reached by somebody's link, their own too.
 */
export const entry = action({
  name: 'entry',
  weight: 8,
  plan: (chance, cast) => ({
    page: chance.is(0.75) ? cast.favourite : chance.int(0, cast.pages.length - 1),
    guests: Array.from({ length: chance.int(1, 5) }, () => ({
      who: someVisitor(chance),
      withNumber: chance.is(0.8),
      choice: chance.int(1, 2),
      copies: chance.is(0.3) ? chance.int(2, 3) : 1,
      atOnce: chance.is(0.6),
      by: chance.is(0.7) ? someVisitor(chance) : null,
      sameLine: chance.is(0.2),
      after: chance.is(0.5) ? 0 : chance.between(0, 30_000),
    })),
  }),
  run(world, { page: nth, guests }) {
    const page = world.cast.pages[nth]!;
    for (const { who, withNumber, choice, copies, atOnce, by, sameLine, after } of guests) {
      const one = visitors[who]!;
      const phone = withNumber && one.phone !== null ? world.cast.phones[one.phone]! : null;
      const submissionId = world.uuid();
      const referral = page.kind === 'loop' && by !== null ? `member:${memberOf(world, page, visitors[by]!)}` : null;
      world.entries.push(submissionId);
      world.tell(`${one.name} sends the form of ${page.keyword}${copies > 1 ? `, ${copies} times` : ''}`);
      for (let copy = 0; copy < copies; copy += 1)
        world.timeline.in(after + (atOnce ? world.chance.between(0, 3) : world.chance.between(0, 40_000)), () => {
          void world.ask(`entry of ${one.name}`, visitor, ({ pages }, context) =>
            pages.submit(context, {
              submissionId,
              campaignId: page.campaignId,
              pageVersion: 1,
              answers: answersOf(one, phone, page.kind === 'vote' ? choice : null),
              ipAddress: `192.0.2.${sameLine ? 1 : 10 + who}`,
              device: 'phone',
              from: { source: null, medium: null, campaign: null, referrer: null },
              referral,
            }),
          );
        });
    }
  },
});
