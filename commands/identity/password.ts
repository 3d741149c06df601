import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { maySetPasswordOf } from '../../domain/user/impersonation.ts';
import {
  changePassword,
  denyPassword,
  invite,
  requestPasswordReset,
  resetPassword,
  tokenInvalid,
  usableLink,
} from '../../domain/user/password.ts';
import { type ActiveUser, EmailClaim, existing, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { allow, begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';
import { standingOf } from './impersonation.ts';
import { IpAddress, NewPassword, notWhileImpersonating, oneself, tenantOf } from './inputs.ts';
import { mailIdOf, mailTo } from './mail.ts';
import type { Passwords } from './passwords.ts';
import { hashOfToken, newToken, userOfToken } from './tokens.ts';

const Request = z.object({ email: z.string().max(254), ipAddress: IpAddress });
const Reset = z.object({ token: z.string().max(200), password: NewPassword, ipAddress: IpAddress });
const Change = z.object({
  userId: UserId,
  currentPassword: z.string().max(200),
  password: NewPassword,
  ipAddress: IpAddress,
});
const SetPassword = z.object({ userId: UserId, password: NewPassword, ipAddress: IpAddress });
const Invite = z.object({ userId: UserId });

/** Asking for a link takes this long (milliseconds) at least, whether there is somebody to send it to or not. */
const requestTakes = 250;

const tokenRefOf = (mailId: string): string => `account-mail/${mailId}`;

/** Checks the password that somebody signed in says is theirs; a wrong one is put on record and refused. */
export async function proveOneself(
  world: World,
  passwords: Passwords,
  context: CommandContext,
  user: ActiveUser,
  password: string,
  ipAddress: string | null,
): Promise<void> {
  const credential = user.credentialRef === null ? null : await world.vault.get(user.credentialRef);
  if (await passwords.matches(credential, password)) return;
  // Under an id of its own: repeated with the right password, the command has not run.
  const denial = begin(world, context, { tenant: tenantOf(user), commandId: world.identifiers.random() });
  await denial.change({
    stream: streams.user(user.userId),
    aggregate: User,
    decide: (current) => denyPassword({ ipAddress }, current),
  });
  const message = 'This is not your current password.';
  throw new DomainError('validation_failed', message, { current_password: [message] });
}

export const passwordCommands = (
  world: World,
  passwords: Passwords,
): Pick<
  Commands['identity'],
  'requestPasswordReset' | 'resetPassword' | 'inspectToken' | 'changePassword' | 'setPasswordOf' | 'invite'
> => {
  /** Makes a token, keeps it in the vault for the mail, puts its hash on the user's record, and asks for the mail. */
  async function sendLink(
    context: CommandContext,
    userId: UserId,
    kind: 'password-reset' | 'invitation',
    decide: (link: { mailId: string; tokenHash: string; at: Date }, user: User) => ReturnType<typeof invite>,
  ) {
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = stateOf(User, seen);
    const work = begin(world, context, { tenant: tenantOf(user) });
    const mailId = mailIdOf(context.commandId, kind);
    const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
    // Decided before a secret is made: what is refused leaves nothing behind. A repeat finds the hash on record already.
    const wanted = ran || decide({ mailId, tokenHash: '', at: world.now() }, user).length > 0;
    const ref = wanted ? tokenRefOf(mailId) : `account-mail/none/${mailId}`;
    const token = ran ? '' : await world.vault.putIfAbsent(ref, newToken(userId));
    if (!wanted) {
      await world.vault.delete(ref);
      return work.outcome(undefined);
    }
    const { events } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => decide({ mailId, tokenHash: hashOfToken(token), at: world.now() }, current),
    });
    const link = events.find((event) => event.type === 'UserPasswordResetRequested' || event.type === 'UserInvited');
    if (link !== undefined && user.status === 'active')
      await mailTo(work, user, kind, { tokenRef: tokenRefOf(mailId), expiresAt: link.data.expiresAt });
    return work.outcome(undefined);
  }

  /** Puts a new hash into the vault, records it with `decide`, forgets the old one. */
  async function replace(
    context: CommandContext,
    user: ActiveUser,
    password: string,
    decide: (credentialRef: string, user: User) => ReturnType<typeof changePassword>,
  ) {
    const stream = streams.user(user.userId);
    const work = begin(world, context, { tenant: tenantOf(user) });
    const credentialRef = `password/${user.userId}/${context.commandId}`;
    await world.vault.putIfAbsent(credentialRef, await passwords.hash(password));
    const { before } = await work
      .change({ stream, aggregate: User, decide: (current) => decide(credentialRef, current) })
      .catch(async (error: unknown) => {
        if (error instanceof DomainError) await world.vault.delete(credentialRef);
        throw error;
      });
    const old = existing(before);
    if (old.credentialRef !== null && old.credentialRef !== credentialRef) await world.vault.delete(old.credentialRef);
    await mailTo(work, old, 'password-changed');
    return work;
  }

  return {
    async requestPasswordReset(context, given) {
      const { email, ipAddress } = parse(Request, given);
      const started = performance.now();
      const claim = stateOf(
        EmailClaim,
        await world.events.read(streams.emailClaim(world.identifiers.emailHash(email))),
      );
      // For nobody the same is done with a user that does not exist.
      const userId = claim.status === 'claimed' ? claim.userId : UserId.parse(world.identifiers.random());
      const outcome = await sendLink(context, userId, 'password-reset', (link, user) =>
        requestPasswordReset({ ...link, ipAddress }, user),
      );
      await world.pause(Math.max(0, requestTakes - (performance.now() - started)));
      return { position: null, result: outcome.result };
    },

    async invite(context, given) {
      allow(context.caller, 'admin', 'agency', 'system');
      const { userId } = parse(Invite, given);
      if (context.caller.role !== 'system')
        maySetPasswordOf(standingOf(context), stateOf(User, await world.events.read(streams.user(userId))));
      return sendLink(context, userId, 'invitation', invite);
    },

    async inspectToken(token) {
      const userId = userOfToken(token);
      const user = userId === null ? User.initial : stateOf(User, await world.events.read(streams.user(userId)));
      const link = usableLink(user, hashOfToken(token), world.now());
      return user.status === 'none' || link === null ?
          { valid: false, kind: null, email: null, expiresAt: null }
        : { valid: true, kind: link.kind, email: user.email, expiresAt: link.expiresAt };
    },

    async resetPassword(context, given) {
      const { token, password, ipAddress } = parse(Reset, given);
      const userId = userOfToken(token);
      if (userId === null) throw tokenInvalid();
      const tokenHash = hashOfToken(token);
      const seen = await world.events.read(streams.user(userId));
      const user = stateOf(User, seen);
      const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
      if (user.status === 'none' || (!ran && usableLink(user, tokenHash, world.now()) === null)) throw tokenInvalid();
      const work = await replace(context, user, password, (credentialRef, current) =>
        resetPassword({ tokenHash, credentialRef, ipAddress, at: world.now() }, current),
      );
      return work.outcome({ userId });
    },

    async changePassword(context, given) {
      const { userId, currentPassword, password, ipAddress } = parse(Change, given);
      oneself(context, userId);
      notWhileImpersonating(context, 'The password');
      const seen = await world.events.read(streams.user(userId));
      const user = existing(stateOf(User, seen));
      if (!seen.some(({ metadata }) => metadata.commandId === context.commandId))
        await proveOneself(world, passwords, context, user, currentPassword, ipAddress);
      const work = await replace(context, user, password, (credentialRef, current) =>
        changePassword({ credentialRef, changedBy: userId, ipAddress }, current),
      );
      return work.outcome(undefined);
    },

    async setPasswordOf(context, given) {
      allow(context.caller, 'admin', 'agency');
      const { userId, password, ipAddress } = parse(SetPassword, given);
      notWhileImpersonating(context, 'A password');
      const { actor } = context.caller;
      if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
      const changedBy = UserId.parse(actor.userId);
      const user = maySetPasswordOf(standingOf(context), stateOf(User, await world.events.read(streams.user(userId))));
      const work = await replace(context, user, password, (credentialRef, current) =>
        changePassword({ credentialRef, changedBy, ipAddress }, current),
      );
      return work.outcome(undefined);
    },
  };
};
