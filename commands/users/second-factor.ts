import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { type FactorPurpose, userFields } from '../../domain/users/fields.ts';
import * as factors from '../../domain/users/second-factor.ts';
import { type ActiveUser, existing, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { authenticatorUri, newAuthenticatorSecret, stepOfCode } from './authenticator-codes.ts';
import { emailTo } from './email.ts';
import { IpAddress, notWhileImpersonating, tenantOf } from './own-user.ts';
import { ownFactors, secretRefOf, twoStep } from './own-factors.ts';
import { forgetFactors, passkeyProof, PasskeyShown } from './passkeys.ts';
import { proveOneself } from './password.ts';
import { isFactorRequired } from './sign-in-policy.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';

/** What someone shows: the code of an app, a passkey, or one of their recovery codes. */
export const Shown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), code: z.string().max(40) }),
  z.object({ kind: z.literal('recovery'), code: z.string().max(100) }),
  PasskeyShown,
]);
export type Shown = z.output<typeof Shown>;

/**
 * What it proves, null: nothing. Every app of the user is asked, whichever one the code is of. That it was not used
 * before is decided by `useProof`.
 */
export async function proofOf(world: CommandServices, user: ActiveUser, shown: Shown): Promise<factors.Proof | null> {
  if (shown.kind === 'recovery')
    return { kind: 'recovery', digest: recoveryDigest(world.vault, user.userId, shown.code) };
  if (shown.kind === 'passkey') return passkeyProof(world, user, shown, false);
  const at = world.now();
  const steps = await Promise.all(
    [...user.secondFactors.values()]
      .filter(({ kind }) => kind === 'authenticator')
      .map(async ({ factorId, secretRef }) => {
        const secret = await world.vault.get(secretRef);
        return { factorId, step: secret === null ? null : await stepOfCode(secret, shown.code, at) };
      }),
  );
  const found = steps.find(({ step }) => step !== null);
  return found === undefined ? null : { kind: 'authenticator', factorId: found.factorId, step: found.step! };
}

/** Puts on record that what was shown is worth nothing, apart from the user's own stream. */
export async function refuseProof(
  { world, context }: Call,
  user: ActiveUser,
  purpose: FactorPurpose,
  ipAddress: string | null,
): Promise<void> {
  const refusal = startUnitOfWork(world, context, { tenant: tenantOf(user), commandId: world.identifiers.random() });
  await refusal.change({
    stream: streams.signInFailures(user.userId, world.now().toISOString().slice(0, 10)),
    aggregate: User,
    decide: () => factors.rejectProof({ purpose, ipAddress }, user),
  });
}

/** A secret for an app that is not set up yet, and what its QR code says. Nothing is kept. */
export const proposeAuthenticator = question(
  async (_world, { issuer, label }: { readonly issuer: string; readonly label: string }) => {
    const secret = await newAuthenticatorSecret();
    return { secret, uri: await authenticatorUri({ issuer, label, secret }) };
  },
);

/**
 * Takes an authenticator app once it shows the right code. Answers the recovery codes that come with the first factor,
 * this one time; null: they have some already. Repeated under the same `factorId` it changes nothing.
 */
export const addAuthenticator = command({
  input: z.object({
    userId: UserId,
    factorId: z.uuid(),
    secret: z.string().max(100),
    code: z.string().max(40),
    name: userFields.factorName,
  }),
  by: people,
  async run(call, { userId, factorId, secret, code, name }) {
    const { world } = call;
    const { stream, seen, user, ran, work } = await ownFactors(call, userId);
    const step = await stepOfCode(secret, code, world.now());
    const known = ran || user.secondFactors.has(factorId);
    if (step === null && !known) {
      const message = 'This code isn’t right. Enter the one that the app shows now.';
      throw new DomainError('validation_failed', message, { code: [message] });
    }
    const secretRef = secretRefOf(userId, factorId);
    const codes = newRecoveryCodes();
    const recoveryDigests = codes.map((one) => recoveryDigest(world.vault, userId, one));
    if (!known) await world.vault.putIfAbsent(secretRef, secret);
    const { events, repeated } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) =>
        factors.addFactor(
          { factorId, kind: 'authenticator', name, secretRef, step, recoveryDigests, at: world.now() },
          current,
        ),
    });
    if (events.length > 0) await emailTo(work, user, 'authenticator-added');
    const issued = !repeated && events.some(({ type }) => type === 'UserRecoveryCodesIssued');
    return work.outcome({ recoveryCodes: issued ? codes : null });
  },
});

export const renameSecondFactor = command({
  input: z.object({ userId: UserId, factorId: z.uuid(), name: userFields.factorName }),
  by: people,
  async run(call, { userId, factorId, name }) {
    const { stream, seen, work } = await ownFactors(call, userId);
    await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => factors.renameFactor({ factorId, name }, current),
    });
    return work.outcome(undefined);
  },
});

/** Forgets what proved it, then tells the person. */
export const removeSecondFactor = command({
  input: z.object({ userId: UserId, factorId: z.uuid() }),
  by: people,
  async run(call, { userId, factorId }) {
    const { stream, seen, user, ran, work } = await ownFactors(call, userId);
    const isLast = user.secondFactors.size === 1 && user.secondFactors.has(factorId);
    if (!ran && isLast && (await isFactorRequired(call.world, user.role)))
      throw new DomainError('conflict', 'Your account needs a second step. Add another one before you remove this.');
    const { before } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => factors.removeFactor({ factorId }, current),
    });
    const gone = existing(before).secondFactors.get(factorId);
    await forgetFactors(call.world, work, gone === undefined ? [] : [gone]);
    await emailTo(work, user, 'second-factor-removed');
    return work.outcome(undefined);
  },
});

/** Ten new codes, answered this one time; null when the command is repeated. */
export const renewRecoveryCodes = command({
  input: z.object({ userId: UserId }),
  by: people,
  async run(call, { userId }) {
    const { world } = call;
    const { stream, seen, user, work } = await ownFactors(call, userId);
    const codes = newRecoveryCodes();
    const digests = codes.map((one) => recoveryDigest(world.vault, userId, one));
    const { repeated } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => factors.issueRecoveryCodes({ digests }, current),
    });
    await emailTo(work, user, 'recovery-codes-renewed');
    return work.outcome({ recoveryCodes: repeated ? null : codes });
  },
});

/**
 * Someone who is signed in proves once more who they are, by their password or a second factor. Throws
 * `validation_failed` otherwise.
 */
export const confirmIdentity = command({
  input: z.object({
    userId: UserId,
    shown: z.union([z.object({ kind: z.literal('password'), password: userFields.password }), Shown]),
    ipAddress: IpAddress,
  }),
  by: people,
  async run(call, { userId, shown, ipAddress }) {
    const { world } = call;
    const { stream, seen, user, ran, work } = await ownFactors(call, userId);
    if (ran) return work.outcome(undefined);
    if (shown.kind === 'password') {
      await proveOneself(call, user, shown.password, ipAddress).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
        throw new DomainError('validation_failed', error.message, { password: [error.message] });
      });
      return work.outcome(undefined);
    }
    const proof = await proofOf(world, user, shown);
    const { events } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => {
        const event =
          proof === null || current.status !== 'active' ?
            null
          : factors.useProof(proof, { purpose: 'confirmation', at: world.now(), ipAddress }, current);
        return event === null ? [] : [event];
      },
    });
    if (events.length > 0) return work.outcome(undefined);
    await refuseProof(call, user, 'confirmation', ipAddress);
    throw wrongCode();
  },
});

export const wrongCode = (): DomainError => {
  const message = 'This code isn’t right, or it was used before.';
  return new DomainError('validation_failed', message, { code: [message] });
};

/** An admin takes someone's second factors away, for a reason that is kept. The person is told. */
export const resetSecondFactor = command({
  input: z.object({ userId: UserId, reason: userFields.resetReason }),
  by: ['admin'],
  async run(call, { userId, reason }) {
    const { world, context } = call;
    notWhileImpersonating(context, twoStep);
    const { actor } = context.caller;
    if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
    const resetBy = UserId.parse(actor.userId);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = existing(stateOf(User, seen));
    const work = startUnitOfWork(world, context, { tenant: tenantOf(user) });
    const { before } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) => factors.resetSecondFactor({ resetBy, reason }, current),
    });
    await forgetFactors(world, work, factorsIn(before));
    await emailTo(work, user, 'second-factor-reset');
    return work.outcome(undefined);
  },
});

const factorsIn = (user: User) => (user.status === 'active' ? [...user.secondFactors.values()] : []);

/** What someone signs in with besides the password, from their own stream. */
export const secondFactorsOf = question(async (world, userId: string) => {
  const user = existing(stateOf(User, await world.events.read(streams.user(UserId.parse(userId)))));
  return {
    factors: [...user.secondFactors.values()].map(({ factorId, kind, name, host, addedAt, lastUsedAt }) => ({
      factorId,
      kind,
      name,
      host,
      addedAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: user.recoveryCodes.size,
  };
});
