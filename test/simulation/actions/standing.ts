import type { Caller } from '../../../commands/kernel/caller.ts';
import { action } from '../action.ts';

const admin: Caller = {
  role: 'admin',
  actor: { kind: 'user', userId: '00000000-0000-4000-8000-000000000001', impersonatorId: null },
  tenant: { agencyId: null, businessId: null },
};

/** A business is archived, switched off, or brought back; or the whole agency is. */
export const standing = action({
  name: 'archive and restore',
  weight: 2,
  plan: (chance, cast) => ({
    shop: chance.int(0, cast.shops.length - 1),
    what: chance.one(['archive', 'off', 'archive the agency'] as const),
    seconds: chance.is(0.7) ? chance.between(5, 300) : chance.between(300, 30_000),
  }),
  run(world, { shop: nth, what, seconds }) {
    const { businessId, agencyId, name } = world.cast.shops[nth]!;
    const say = (back: boolean): void => {
      world.tell(`${name}: ${back ? 'back again' : what}`);
      void world.ask(
        `${what} ${name}`,
        admin,
        ({ agencies, businesses }, context) => {
          switch (what) {
            case 'archive':
              return back ? businesses.restore(context, { businessId }) : businesses.archive(context, { businessId });
            case 'off':
              return businesses.setActive(context, { businessId, active: back });
            case 'archive the agency':
              return back ? agencies.restore(context, { agencyId }) : agencies.archive(context, { agencyId });
          }
        },
        { tries: 20 },
      );
    };
    say(false);
    world.timeline.later(seconds * 1_000, () => say(true));
  },
});
