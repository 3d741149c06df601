import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { type AgencyId, type BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { type Role, userFields } from '../../domain/users/fields.ts';
import { useProof } from '../../domain/users/second-factor.ts';
import * as user from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, type CommandOutcome } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { emailTo } from './email.ts';
import { tenantOf, userStream } from './own-user.ts';
import { passkeyProof, PasskeyShown, userOfPasskey } from './passkeys.ts';
import { proofOf, refuseProof, Shown } from './second-factor.ts';

const { EmailClaim, User } = user;

/** A refused sign-in takes this long (milliseconds) at least, whatever it was refused for. */
const refusalTakes = 150;

interface SignedIn {
  readonly userId: UserId;
  readonly role: Role;
  readonly agencyId: AgencyId | null;
  readonly businessId: BusinessId | null;
}

/** The password is right, and a second factor is asked for. Nobody is signed in yet. */
export interface SecondStep {
  readonly userId: UserId;
  /** The password that was shown: changed before the second step, that step is worth nothing. */
  readonly credentialRef: string;
  /** They signed in from this device before. */
  readonly knownDevice: boolean;
}

const { device } = userFields;
const deviceDigest = (world: CommandServices, userId: UserId, given: string | undefined): string | null =>
  given === undefined ? null : world.vault.fingerprint(`device/${userId}/${given}`);

/** Someone who signed in before does so from somewhere new: they are told. */
async function tellOfDevice(work: UnitOfWork, before: user.User, digest: string | null): Promise<void> {
  if (before.status !== 'active' || digest === null || before.devices.size === 0 || before.devices.has(digest)) return;
  await emailTo(work, before, 'new-sign-in');
}

/**
 * Null: refused, for whatever reason. The work is the same whether the address exists or not. `secondStep`: go on with
 * `completeSignIn`.
 */
export const signIn = command({
  input: z.object({
    email: z.string().max(254),
    password: userFields.password,
    ipAddress: text.nullable(),
    sessionId: z.uuid(),
    device,
  }),
  by: anybody,
  async run({ world, context }, input): Promise<CommandOutcome<SignedIn | { readonly secondStep: SecondStep } | null>> {
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
    const digest = deviceDigest(world, userId, input.device);
    if (known.status === 'active' && right) {
      const { credentialRef, role, agencyId, businessId } = known;
      const isFree = (current: user.User): current is user.ActiveUser =>
        current.status === 'active' && current.credentialRef === credentialRef;
      // A password that was changed while it was being checked signs in nobody, and a factor that was added is asked for.
      const { before, repeated } = await work.change({
        stream,
        aggregate: User,
        seen,
        decide: (current) =>
          isFree(current) && current.secondFactors.size === 0 ?
            user.signIn({ sessionId, ipAddress, ...(digest === null ? {} : { device: digest }) }, current)
          : [],
      });
      if (!repeated && isFree(before) && before.secondFactors.size > 0)
        return work.outcome({
          secondStep: {
            userId,
            credentialRef: credentialRef!,
            knownDevice: digest !== null && before.devices.has(digest),
          },
        });
      if (repeated || isFree(before)) {
        await tellOfDevice(work, before, digest);
        return work.outcome({ userId, role, agencyId, businessId });
      }
    }
    const failures = streams.signInFailures(userId, world.now().toISOString().slice(0, 10));
    if (known.status === 'none') await world.events.read(failures);
    else
      await work.change({ stream: failures, aggregate: User, decide: () => user.signInFailed({ ipAddress }, known) });
    await world.pause(Math.max(0, refusalTakes - (performance.now() - started)));
    return work.outcome(null);
  },
});

/**
 * The second step: what is shown is used up and the user signed in, in one append. Null: it is not right, was used
 * before, or the password or the factor changed meanwhile.
 */
export const completeSignIn = command({
  input: z.object({
    userId: UserId,
    credentialRef: z.string().max(300),
    shown: Shown,
    ipAddress: text.nullable(),
    sessionId: z.uuid(),
    device,
  }),
  by: anybody,
  async run(call, input): Promise<CommandOutcome<SignedIn | null>> {
    const { world, context } = call;
    const started = performance.now();
    const { userId, credentialRef, sessionId, ipAddress, shown } = input;
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const known = stateOf(User, seen);
    const work = startUnitOfWork(world, context, { tenant: tenantOf(known) });
    const refused = async () => {
      if (known.status === 'active') await refuseProof(call, known, 'sign-in', ipAddress);
      await world.pause(Math.max(0, refusalTakes - (performance.now() - started)));
      return work.outcome(null);
    };
    if (known.status !== 'active') return refused();
    const proof = await proofOf(world, known, shown);
    if (proof === null) return refused();
    const digest = deviceDigest(world, userId, input.device);
    const { events, before } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide(current) {
        if (current.status !== 'active' || current.credentialRef !== credentialRef) return [];
        const used = useProof(proof, { purpose: 'sign-in', at: world.now(), ipAddress }, current);
        if (used === null) return [];
        return [
          used,
          ...user.signIn({ sessionId, ipAddress, ...(digest === null ? {} : { device: digest }) }, current),
        ];
      },
    });
    if (events.length === 0) return refused();
    await tellOfDevice(work, before, digest);
    if (shown.kind === 'recovery') await emailTo(work, known, 'recovery-code-used');
    const { role, agencyId, businessId } = known;
    return work.outcome({ userId, role, agencyId, businessId });
  },
});

/**
 * A passkey in place of a password: the device has checked that it is the person. Null: it is nobody's, is not right, or
 * was used before.
 */
export const signInWithPasskey = command({
  input: z.object({ shown: PasskeyShown, ipAddress: text.nullable(), sessionId: z.uuid(), device }),
  by: anybody,
  async run(call, input): Promise<CommandOutcome<SignedIn | null>> {
    const { world, context } = call;
    const started = performance.now();
    const { shown, sessionId, ipAddress } = input;
    const userId = (await userOfPasskey(world, shown.response)) ?? UserId.parse(world.identifiers.random());
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const known = stateOf(User, seen);
    const work = startUnitOfWork(world, context, { tenant: tenantOf(known) });
    const proof = known.status === 'active' ? await passkeyProof(world, known, shown, true) : null;
    const digest = deviceDigest(world, userId, input.device);
    const { events, before } =
      proof === null ?
        { events: [], before: known }
      : await work.change({
          stream,
          aggregate: User,
          seen,
          decide(current) {
            if (current.status !== 'active') return [];
            const used = useProof(proof, { purpose: 'sign-in', at: world.now(), ipAddress }, current);
            if (used === null) return [];
            return [
              used,
              ...user.signIn({ sessionId, ipAddress, ...(digest === null ? {} : { device: digest }) }, current),
            ];
          },
        });
    if (events.length > 0 && known.status === 'active') {
      await tellOfDevice(work, before, digest);
      const { role, agencyId, businessId } = known;
      return work.outcome({ userId, role, agencyId, businessId });
    }
    if (known.status === 'active') await refuseProof(call, known, 'sign-in', ipAddress);
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
