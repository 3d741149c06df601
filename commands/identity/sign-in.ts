import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { EmailClaim, signIn, signInFailed, signOut, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { Text } from '../inputs.ts';
import { begin, parse, stateOf, type World } from '../kernel.ts';
import type { Commands } from '../types.ts';
import { tenantOf } from './inputs.ts';
import type { Passwords } from './passwords.ts';

const SignIn = z.object({
  email: z.string().max(254),
  password: z.string().max(200),
  ipAddress: Text.nullable(),
  sessionId: z.uuid(),
});
const SignOut = z.object({ userId: UserId, sessionId: z.uuid() });

/** A refused sign-in takes this long (milliseconds) at least, whatever it was refused for. */
const refusalTakes = 150;

export const signing = (world: World, passwords: Passwords): Pick<Commands['identity'], 'signIn' | 'signOut'> => ({
  /** Null: refused, for whatever reason. The work is the same whether the address exists or not. */
  async signIn(context, given) {
    const input = parse(SignIn, given);
    const started = performance.now();
    const hash = world.identifiers.emailHash(input.email);
    const claim = stateOf(EmailClaim, await world.events.read(streams.emailClaim(hash)));
    const userId = claim.status === 'claimed' ? claim.userId : UserId.parse(world.identifiers.random());
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = stateOf(User, seen);
    const credential = await world.vault.get(
      user.status === 'active' && user.credentialRef !== null ? user.credentialRef : `password/${userId}`,
    );
    const right = await passwords.matches(credential, input.password);
    const work = begin(world, context, { tenant: tenantOf(user) });
    const { sessionId, ipAddress } = input;
    if (user.status === 'active' && right) {
      const { credentialRef, role, agencyId, businessId } = user;
      // A password that was changed while it was being checked signs in nobody.
      const { before, repeated } = await work.change({
        stream,
        aggregate: User,
        seen,
        decide: (current) =>
          current.status === 'active' && current.credentialRef === credentialRef ?
            signIn({ sessionId, ipAddress }, current)
          : [],
      });
      if (repeated || (before.status === 'active' && before.credentialRef === credentialRef))
        return work.outcome({ userId, role, agencyId, businessId });
    }
    const failures = streams.signInFailures(userId, world.now().toISOString().slice(0, 10));
    if (user.status === 'none') await world.events.read(failures);
    else await work.change({ stream: failures, aggregate: User, decide: () => signInFailed({ ipAddress }, user) });
    await world.pause(Math.max(0, refusalTakes - (performance.now() - started)));
    return work.outcome(null);
  },

  async signOut(context, given) {
    const input = parse(SignOut, given);
    const { actor, role } = context.caller;
    if (
      role !== 'system' &&
      (actor.kind !== 'user' || (actor.userId !== input.userId && actor.impersonatorId !== input.userId))
    )
      throw new DomainError('not_found', 'This user does not exist.');
    const stream = streams.user(input.userId);
    const seen = await world.events.read(stream);
    const work = begin(world, context, { tenant: tenantOf(stateOf(User, seen)) });
    await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (user) => signOut({ sessionId: input.sessionId }, user),
    });
    return work.outcome(undefined);
  },
});
