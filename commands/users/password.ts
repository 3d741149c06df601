import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { maySetPasswordOf } from '../../domain/users/impersonation.ts';
import { userFields } from '../../domain/users/fields.ts';
import * as password from '../../domain/users/password.ts';
import { type ActiveUser, EmailClaim, existing, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, operators, peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command, question } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { aboutUser } from './about-user.ts';
import { judge, type Judgement, refuseGuessable } from './guessing.ts';
import { standingOf } from './impersonation.ts';
import { emailIdOf, emailTo } from './email.ts';
import { IpAddress, notWhileImpersonating, oneself, tenantOf } from './own-user.ts';
import { hashOfToken, newToken, userOfToken } from './tokens.ts';

/** Asking for a link takes this long (milliseconds) at least, whether there is somebody to send it to or not. */
const requestTakes = 250;

const tokenRefOf = (emailId: string): string => `account-mail/${emailId}`;

/** Checks the password that somebody signed in says is theirs; a wrong one is put on record and refused. */
export async function proveOneself(
  { world, context }: Call,
  user: ActiveUser,
  typed: string,
  ipAddress: string | null,
): Promise<void> {
  const credential = user.credentialRef === null ? null : await world.vault.get(user.credentialRef);
  if (await world.passwords.matches(credential, typed)) return;
  // Under an id of its own: repeated with the right password, the command has not run.
  const denial = startUnitOfWork(world, context, { tenant: tenantOf(user), commandId: world.identifiers.random() });
  await denial.change({
    stream: streams.user(user.userId),
    aggregate: User,
    decide: (current) => password.denyPassword({ ipAddress }, current),
  });
  const message = 'This is not your current password.';
  throw new DomainError('validation_failed', message, { currentPassword: [message] });
}

/** Makes a token, keeps it in the vault for the email, puts its hash on the user's record, and asks for the email. */
async function sendLink(
  { world, context }: Call,
  userId: UserId,
  kind: 'password-reset' | 'invitation',
  decide: (link: { mailId: string; tokenHash: string; at: Date }, user: User) => ReturnType<typeof password.invite>,
) {
  const stream = streams.user(userId);
  const seen = await world.events.read(stream);
  const user = stateOf(User, seen);
  const work = startUnitOfWork(world, context, { tenant: tenantOf(user) });
  const mailId = emailIdOf(context.commandId, kind);
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
    await emailTo(work, user, kind, { tokenRef: tokenRefOf(mailId), expiresAt: link.data.expiresAt });
  return work.outcome(undefined);
}

/** Puts a new hash into the vault, records it with `decide`, forgets the old one. */
async function replace(
  { world, context }: Call,
  user: ActiveUser,
  chosen: string,
  decide: (credentialRef: string, user: User) => ReturnType<typeof password.changePassword>,
) {
  const stream = streams.user(user.userId);
  const work = startUnitOfWork(world, context, { tenant: tenantOf(user) });
  const credentialRef = `password/${user.userId}/${context.commandId}`;
  await refuseGuessable(chosen, await aboutUser(world, user));
  await world.vault.putIfAbsent(credentialRef, await world.passwords.hash(chosen));
  const { before } = await work
    .change({ stream, aggregate: User, decide: (current) => decide(credentialRef, current) })
    .catch(async (error: unknown) => {
      if (error instanceof DomainError) await world.vault.delete(credentialRef);
      throw error;
    });
  const old = existing(before);
  if (old.credentialRef !== null && old.credentialRef !== credentialRef) await world.vault.delete(old.credentialRef);
  await emailTo(work, old, 'password-changed');
  return work;
}

/** Always the same answer. When the address belongs to somebody, an email with a single-use link is on its way. */
export const requestPasswordReset = command({
  input: z.object({ email: z.string().max(254), ipAddress: IpAddress }),
  by: anybody,
  async run(call, { email, ipAddress }) {
    const { world } = call;
    const started = performance.now();
    const claim = stateOf(EmailClaim, await world.events.read(streams.emailClaim(world.identifiers.emailHash(email))));
    // For nobody the same is done with a user that does not exist.
    const userId = claim.status === 'claimed' ? claim.userId : UserId.parse(world.identifiers.random());
    const outcome = await sendLink(call, userId, 'password-reset', (link, user) =>
      password.requestPasswordReset({ ...link, ipAddress }, user),
    );
    await world.pause(Math.max(0, requestTakes - (performance.now() - started)));
    return { position: null, result: outcome.result };
  },
});

/** An email with a link to choose a first password; also sent by `agencies.create` and `createBusiness` when no password was given. */
export const invite = command({
  input: z.object({ userId: UserId }),
  by: operators,
  async run(call, { userId }) {
    const { world, context } = call;
    if (context.caller.role !== 'system')
      maySetPasswordOf(standingOf(context), stateOf(User, await world.events.read(streams.user(userId))));
    return sendLink(call, userId, 'invitation', password.invite);
  },
});

/** What a link is good for, without using it up. */
export const inspectToken = question(async (world, token: string) => {
  const userId = userOfToken(token);
  const user = userId === null ? User.initial : stateOf(User, await world.events.read(streams.user(userId)));
  const link = password.usableLink(user, hashOfToken(token), world.now());
  return user.status !== 'active' || link === null ?
      { valid: false, kind: null, email: null, expiresAt: null }
    : { valid: true, kind: link.kind, email: user.email, expiresAt: link.expiresAt };
});

/**
 * What a password would be worth to somebody, before it is chosen. Whose: `userId` for who is signed in, `token` for
 * who has a link; `about`: what else is known of them. Nothing is kept.
 */
export const judgePassword = question(
  async (
    world,
    asked: { password: string; userId: string | null; token: string | null; about: readonly string[] },
  ): Promise<Judgement> => {
    const { userId, token } = asked;
    const whose = userId === null ? userOfToken(token ?? '') : UserId.parse(userId);
    const user = whose === null ? User.initial : stateOf(User, await world.events.read(streams.user(whose)));
    // A link that can not be used (any more) says nothing about whose it was.
    const known = userId !== null || password.usableLink(user, hashOfToken(token ?? ''), world.now()) !== null;
    const theirs = user.status === 'active' && known ? await aboutUser(world, user) : [];
    return judge(asked.password, [...asked.about, ...theirs]);
  },
);

/** Throws `token_invalid` for a link that is unknown, used or too old. The sessions of the user have to be ended by the caller. */
export const resetPassword = command({
  input: z.object({ token: z.string().max(200), password: userFields.newPassword, ipAddress: IpAddress }),
  by: anybody,
  async run(call, { token, password: chosen, ipAddress }) {
    const { world, context } = call;
    const userId = userOfToken(token);
    if (userId === null) throw password.tokenInvalid();
    const tokenHash = hashOfToken(token);
    const seen = await world.events.read(streams.user(userId));
    const user = stateOf(User, seen);
    const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
    if (user.status !== 'active' || (!ran && password.usableLink(user, tokenHash, world.now()) === null))
      throw password.tokenInvalid();
    const work = await replace(call, user, chosen, (credentialRef, current) =>
      password.resetPassword({ tokenHash, credentialRef, ipAddress, at: world.now() }, current),
    );
    return work.outcome({ userId });
  },
});

/** For oneself. Throws `validation_failed` on a wrong current password. */
export const changePassword = command({
  input: z.object({
    userId: UserId,
    currentPassword: userFields.password,
    password: userFields.newPassword,
    ipAddress: IpAddress,
  }),
  by: peopleAndSystem,
  async run(call, { userId, currentPassword, password: chosen, ipAddress }) {
    const { world, context } = call;
    oneself(context, userId);
    notWhileImpersonating(context, 'the password');
    const seen = await world.events.read(streams.user(userId));
    const user = existing(stateOf(User, seen));
    if (!seen.some(({ metadata }) => metadata.commandId === context.commandId))
      await proveOneself(call, user, currentPassword, ipAddress);
    const work = await replace(call, user, chosen, (credentialRef, current) =>
      password.changePassword({ credentialRef, changedBy: userId, ipAddress }, current),
    );
    return work.outcome(undefined);
  },
});

/** For somebody below the caller; `not_found` for anybody else. */
export const setPasswordOf = command({
  input: z.object({ userId: UserId, password: userFields.newPassword, ipAddress: IpAddress }),
  by: ['admin', 'agency'],
  async run(call, { userId, password: chosen, ipAddress }) {
    const { world, context } = call;
    notWhileImpersonating(context, 'a password');
    const { actor } = context.caller;
    if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
    const changedBy = UserId.parse(actor.userId);
    const user = maySetPasswordOf(standingOf(context), stateOf(User, await world.events.read(streams.user(userId))));
    const work = await replace(call, user, chosen, (credentialRef, current) =>
      password.changePassword({ credentialRef, changedBy, ipAddress }, current),
    );
    return work.outcome(undefined);
  },
});
