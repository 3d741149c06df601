import { action } from '../action.ts';
import { system } from '../../support/callers.ts';

/** Somebody is invited, or has forgotten a password: an email is due. */
export const mail = action({
  name: 'mail',
  weight: 3,
  plan: (chance, cast) => ({
    user: chance.int(0, cast.users.length - 1),
    what: chance.one(['invite', 'reset'] as const),
  }),
  run(world, { user: nth, what }) {
    const { userId, email } = world.cast.users[nth]!;
    world.tell(`${what} ${email}`);
    void world.ask(`${what} ${email}`, system, ({ users }, context) =>
      what === 'invite' ?
        users.invite(context, { userId })
      : users.requestPasswordReset(context, { email, ipAddress: null }),
    );
  },
});
