import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { userFields } from '../../domain/users/fields.ts';
import { claimPasskey, PasskeyClaim, releasePasskey } from '../../domain/users/passkey-claim.ts';
import * as factors from '../../domain/users/second-factor.ts';
import { type ActiveUser, type SecondFactor, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { type CommandServices, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { emailTo } from './email.ts';
import { ownFactors, secretRefOf } from './own-factors.ts';
import {
  authenticationOptions,
  credentialIdOf,
  type KeptPasskey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkey-answers.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';

const Place = z.object({ host: z.string().max(253), origin: z.string().max(300) });
/** What a browser was asked, and what the device answered. */
export const PasskeyShown = z.object({
  kind: z.literal('passkey'),
  response: z.unknown(),
  challenge: z.string().max(200),
  place: Place,
});

const claimOf = (world: Pick<CommandServices, 'vault'>, credentialId: string): string =>
  streams.passkeyClaim(world.vault.fingerprint(`passkey/${credentialId}`));

/** Names a user to their devices: random to everyone else, the same every time. */
const handleOf = (world: Pick<CommandServices, 'vault'>, userId: string): Uint8Array =>
  Buffer.from(world.vault.fingerprint(`passkey-user/${userId}`), 'base64url');

type Owned = SecondFactor & { readonly kept: KeptPasskey };

async function passkeysOf(world: Pick<CommandServices, 'vault'>, user: User, host: string): Promise<readonly Owned[]> {
  if (user.status !== 'active') return [];
  const here = [...user.secondFactors.values()].filter((one) => one.kind === 'passkey' && one.host === host);
  const kept = await Promise.all(here.map(({ secretRef }) => world.vault.get(secretRef)));
  return here.flatMap((one, at) =>
    kept[at] === null || kept[at] === undefined ? [] : [{ ...one, kept: JSON.parse(kept[at]) as KeptPasskey }],
  );
}

/** What an answer proves, null: nothing. `unlocked`: the device has to have checked that it is the person. */
export async function passkeyProof(
  world: CommandServices,
  user: ActiveUser,
  { response, challenge, place }: z.output<typeof PasskeyShown>,
  unlocked: boolean,
): Promise<factors.Proof | null> {
  const id = credentialIdOf(response);
  const found = (await passkeysOf(world, user, place.host)).find(({ kept }) => kept.credentialId === id);
  if (found === undefined) return null;
  const { factorId, kept, counter } = found;
  const proved = await verifyAuthentication(response, {
    challenge,
    place,
    passkey: kept,
    counter: counter ?? 0,
    unlocked,
  });
  return proved === null ? null : { kind: 'passkey', factorId, counter: proved.counter };
}

/** Whose passkey an answer says it is of; null: nobody's. */
export async function userOfPasskey(world: CommandServices, response: unknown): Promise<UserId | null> {
  const id = credentialIdOf(response);
  if (id === null) return null;
  const claim = stateOf(PasskeyClaim, await world.events.read(claimOf(world, id)));
  return claim.status === 'claimed' ? claim.userId : null;
}

const read = async (world: CommandServices, userId: string): Promise<User> =>
  stateOf(User, await world.events.read(streams.user(UserId.parse(userId))));

/** For the browser that is to make a passkey. */
export const proposePasskey = question(
  async (world, { userId, place, brand }: { userId: string; place: z.output<typeof Place>; brand: string }) => {
    const user = await read(world, userId);
    return registrationOptions({
      place,
      brand,
      userName: (user.status === 'active' ? user.email : null) ?? brand,
      handle: handleOf(world, userId),
      known: (await passkeysOf(world, user, place.host)).map(({ kept }) => kept),
    });
  },
);

/** For the browser that is to show one: of a user, or (`userId` null) whichever the person chooses. */
export const askForPasskey = question(
  async (world, { userId, place }: { userId: string | null; place: z.output<typeof Place> }) =>
    authenticationOptions(
      place,
      userId === null ? null : (await passkeysOf(world, await read(world, userId), place.host)).map(({ kept }) => kept),
    ),
);

/**
 * Takes a passkey that a device has just made for this host. Claims it first: one passkey is one user's. Repeated under
 * the same `factorId` it changes nothing.
 */
export const addPasskey = command({
  input: z.object({
    userId: UserId,
    factorId: z.uuid(),
    response: z.unknown(),
    challenge: z.string().max(200),
    place: Place,
    name: userFields.factorName,
  }),
  by: people,
  async run(call, { userId, factorId, response, challenge, place, name }) {
    const { world } = call;
    const { stream, seen, user, work } = await ownFactors(call, userId);
    const made = await verifyRegistration(response, { challenge, place });
    if (made === null) {
      const message = 'This passkey couldn’t be checked. Try again.';
      throw new DomainError('validation_failed', message, { response: [message] });
    }
    const secretRef = secretRefOf(userId, factorId);
    const codes = newRecoveryCodes();
    const recoveryDigests = codes.map((one) => recoveryDigest(world.vault, userId, one));
    await work.change({
      stream: claimOf(world, made.passkey.credentialId),
      aggregate: PasskeyClaim,
      decide: (claim) => claimPasskey({ userId, factorId }, claim),
    });
    await world.vault.putIfAbsent(secretRef, JSON.stringify(made.passkey));
    const { events, repeated } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) =>
        factors.addFactor(
          {
            factorId,
            kind: 'passkey',
            name,
            secretRef,
            step: null,
            host: place.host,
            counter: made.counter,
            recoveryDigests,
            at: world.now(),
          },
          current,
        ),
    });
    if (events.length > 0) await emailTo(work, user, 'passkey-added');
    const issued = !repeated && events.some(({ type }) => type === 'UserRecoveryCodesIssued');
    return work.outcome({ recoveryCodes: issued ? codes : null });
  },
});

/** Deletes what proves these factors, and lets go of the claims of passkeys. */
export async function forgetFactors(
  world: CommandServices,
  work: UnitOfWork,
  gone: readonly SecondFactor[],
): Promise<void> {
  for (const { factorId, kind, secretRef } of gone) {
    const kept = kind === 'passkey' ? await world.vault.get(secretRef) : null;
    if (kept !== null)
      await work.change({
        stream: claimOf(world, (JSON.parse(kept) as KeptPasskey).credentialId),
        aggregate: PasskeyClaim,
        decide: (claim) => releasePasskey({ factorId }, claim),
      });
    await world.vault.delete(secretRef);
  }
}
