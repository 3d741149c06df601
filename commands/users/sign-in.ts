import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { type AgencyId, type BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { type Role, userFields } from '../../domain/users/fields.ts';
import * as user from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, type CommandOutcome } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { tenantOf, userStream } from './own-user.ts';

const { EmailClaim, User } = user;

/** A refused sign-in takes this long (milliseconds) at least, whatever it was refused for. */
const refusalTakes = 150;

interface SignedIn {
  readonly userId: UserId;
  readonly role: Role;
  readonly agencyId: AgencyId | null;
  readonly businessId: BusinessId | null;
}

/** Null: refused, for whatever reason. The work is the same whether the address exists or not. */
export const signIn = command({
  input: z.object({
    email: z.string().max(254),
    password: userFields.password,
    ipAddress: text.nullable(),
    sessionId: z.uuid(),
  }),
  by: anybody,
  async run({ world, context }, input): Promise<CommandOutcome<SignedIn | null>> {
    const started = performance.now();
    const hash = world.identifiers.emailHash(input.email);
    const claim = stateOf(EmailClaim, await world.events.read(streams.emailClaim(hash)));
    const userId = claim.status === 'claimed' ? claim.userId : UserId.parse(world.identifiers.random());
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const known = stateOf(User, seen);
    const credential = await world.vault.get(
      known.status === 'active' && known.credentialRef !== null ? known.credentialRef : `password/${userId}`,
    );
    const right = await world.passwords.matches(credential, input.password);
    const work = startUnitOfWork(world, context, { tenant: tenantOf(known) });
    const { sessionId, ipAddress } = input;
    if (known.status === 'active' && right) {
      const { credentialRef, role, agencyId, businessId } = known;
      // A password that was changed while it was being checked signs in nobody.
      const { before, repeated } = await work.change({
        stream,
        aggregate: User,
        seen,
        decide: (current) =>
          current.status === 'active' && current.credentialRef === credentialRef ?
            user.signIn({ sessionId, ipAddress }, current)
          : [],
      });
      if (repeated || (before.status === 'active' && before.credentialRef === credentialRef))
        return work.outcome({ userId, role, agencyId, businessId });
    }
    const failures = streams.signInFailures(userId, world.now().toISOString().slice(0, 10));
    if (known.status === 'none') await world.events.read(failures);
    else
      await work.change({ stream: failures, aggregate: User, decide: () => user.signInFailed({ ipAddress }, known) });
    await world.pause(Math.max(0, refusalTakes - (performance.now() - started)));
    return work.outcome(null);
  },
});

export const signOut = decision({
  input: z.object({ userId: UserId, sessionId: z.uuid() }),
  by: anybody,
  aggregate: User,
  async at(call, { userId }) {
    const { actor, role } = call.context.caller;
    const mine = actor.kind === 'user' && (actor.userId === userId || actor.impersonatorId === userId);
    if (role !== 'system' && !mine) throw new DomainError('not_found', 'This user does not exist.');
    return userStream(call, { userId });
  },
  decide: ({ sessionId }, state) => user.signOut({ sessionId }, state),
});
