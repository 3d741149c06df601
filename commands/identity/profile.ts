import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { changeProfile, changeSettings, confirmA2p } from '../../domain/user/profile.ts';
import { claimEmail, EmailClaim, existing, releaseEmail, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { Line } from '../inputs.ts';
import { begin, parse, stateOf, type World } from '../kernel.ts';
import { furthest } from '../tenancy/campaigns.ts';
import { recordFollowsOwner } from '../tenancy/owner.ts';
import type { Commands } from '../types.ts';
import { Email, IpAddress, notWhileImpersonating, oneself, tenantOf } from './inputs.ts';
import { mailTo } from './mail.ts';
import { proveOneself } from './password.ts';
import type { Passwords } from './passwords.ts';

const isTimezone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const Profile = z.object({
  userId: UserId,
  firstName: Line('The first name', 100),
  lastName: z.string().trim().max(100),
  email: Email,
  avatar: z.string().max(500).nullable().optional(),
  currentPassword: z.string().max(200).optional(),
  ipAddress: IpAddress,
});
const ChangeSettings = z.object({
  userId: UserId,
  pushNotifications: z.boolean().optional(),
  timezone: z.string().max(60).refine(isTimezone, 'This time zone is not known.').nullable().optional(),
  colorScheme: z.enum(['auto', 'light', 'dark']).optional(),
});
const Oneself = z.object({ userId: UserId });

export const profileCommands = (
  world: World,
  passwords: Passwords,
): Pick<Commands['identity'], 'changeProfile' | 'changeSettings' | 'confirmA2p'> => ({
  /** Claims the new address, records the change, frees the old address, and tells the old one: repeated after any of these it goes on. */
  async changeProfile(context, given) {
    const { userId, currentPassword, ipAddress, ...fields } = parse(Profile, given);
    oneself(context, userId);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = existing(stateOf(User, seen));
    const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
    const hashOf = (email: string | null): string | null =>
      email === null ? null : world.identifiers.emailHash(email);
    if (!ran && fields.email !== user.email) {
      notWhileImpersonating(context, 'The e-mail address');
      if (currentPassword === undefined || currentPassword === '') {
        const message = 'Enter your current password to change the e-mail address.';
        throw new DomainError('validation_failed', message, { current_password: [message] });
      }
      await proveOneself(world, passwords, context, user, currentPassword, ipAddress);
    }
    const work = begin(world, context, { tenant: tenantOf(user) });
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
      decide: (current) => changeProfile(fields, current),
    });
    const followed = events.length === 0 ? null : await recordFollowsOwner(world, context, existing(before), fields);
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
    await mailTo(work, old, 'email-changed');
    return outcome();
  },

  async changeSettings(context, given) {
    const { userId, ...settings } = parse(ChangeSettings, given);
    oneself(context, userId);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const work = begin(world, context, { tenant: tenantOf(stateOf(User, seen)) });
    await work.change({ stream, aggregate: User, seen, decide: (user) => changeSettings(settings, user) });
    return work.outcome(undefined);
  },

  async confirmA2p(context, given) {
    const { userId } = parse(Oneself, given);
    oneself(context, userId);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const work = begin(world, context, { tenant: tenantOf(stateOf(User, seen)) });
    await work.change({ stream, aggregate: User, seen, decide: (user) => confirmA2p({ at: world.now() }, user) });
    return work.outcome(undefined);
  },
});
