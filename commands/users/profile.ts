import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { type Country, defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { userFields } from '../../domain/users/fields.ts';
import * as profile from '../../domain/users/profile.ts';
import { type ActiveUser, claimEmail, EmailClaim, existing, releaseEmail, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { startUnitOfWork, furthest, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { emailTo } from './email.ts';
import { IpAddress, notWhileImpersonating, oneself, ownUser, tenantOf } from './own-user.ts';
import { proveOneself } from './password.ts';
import { recordFollowsOwner } from './record-follows-owner.ts';

/**
 * A new address is claimed, the change recorded, the old address freed and told: repeated after any of these it goes
 * on. It needs the current password (not while somebody impersonates: then `forbidden`).
 */
export const changeProfile = command({
  input: z.object({
    userId: UserId,
    firstName: userFields.firstName,
    lastName: userFields.lastName,
    email: userFields.email,
    avatar: userFields.avatar.optional(),
    phone: userFields.phone.optional(),
    currentPassword: userFields.password.optional(),
    ipAddress: IpAddress,
  }),
  by: peopleAndSystem,
  async run(call, { userId, currentPassword, ipAddress, phone: typed, ...given }) {
    const { world, context } = call;
    oneself(context, userId);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = existing(stateOf(User, seen));
    const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
    const country = typed ? await countryOf(world, user) : 'US';
    const phone = typed ? parsePhone(typed, country) : null;
    const fields = { ...given, ...(typed === undefined ? {} : { phone }) };
    const hashOf = (email: string | null): string | null =>
      email === null ? null : world.identifiers.emailHash(email);
    if (!ran && fields.email !== user.email) {
      notWhileImpersonating(context, 'the email address');
      if (currentPassword === undefined || currentPassword === '') {
        const message = 'Enter your current password to change the email address.';
        throw new DomainError('validation_failed', message, { currentPassword: [message] });
      }
      await proveOneself(call, user, currentPassword, ipAddress);
    }
    const work = startUnitOfWork(world, context, { tenant: tenantOf(user) });
    const claimOf = (hash: string): string => streams.emailClaim(hash);
    if (!ran)
      await work.change({
        stream: claimOf(hashOf(fields.email)!),
        aggregate: EmailClaim,
        decide: (claim) => claimEmail({ userId }, claim),
      });
    const { before, events, repeated } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => profile.changeProfile(fields, current),
    });
    const followed = events.length === 0 ? null : await recordFollowsOwner(call, existing(before), fields);
    const outcome = () => ({ position: furthest(work.outcome(undefined), { position: followed }), result: undefined });
    if (!events.some(({ type }) => type === 'UserEmailChanged')) return outcome();

    const old = existing(before);
    const [freed, now] = [
      hashOf(old.email),
      hashOf(repeated ? existing(stateOf(User, await world.events.read(stream))).email : fields.email),
    ];
    // A repeat long after may find that the old address is in use again, by this very user.
    if (freed !== null && freed !== now)
      await work.change({
        stream: claimOf(freed),
        aggregate: EmailClaim,
        decide: (claim) => releaseEmail({ userId }, claim),
      });
    await emailTo(work, old, 'email-changed');
    return outcome();
  },
});

/** The country that somebody writes their number in. */
async function countryOf(world: CommandServices, { businessId }: ActiveUser): Promise<Country> {
  if (businessId === null) return 'US';
  const business = stateOf(Business, await world.events.read(streams.business(businessId)));
  return business.status === 'none' ? 'US' : defaultCountry(business);
}

export const changeSettings = decision({
  input: z.object({ userId: UserId, ...z.object(userFields.settings).partial().shape }),
  by: peopleAndSystem,
  aggregate: User,
  at: ownUser,
  decide: profile.changeSettings,
});

/** The daily confirmation of the A2P dialog; tells the operators that this business asked. Once a day and user. */
export const confirmA2p = decision({
  input: z.object({ userId: UserId }),
  by: peopleAndSystem,
  aggregate: User,
  at: async (call, input) => ({ ...(await ownUser(call, input)), now: call.world.now() }),
  decide: (_, user, { now }) => profile.confirmA2p({ at: now }, user),
});
