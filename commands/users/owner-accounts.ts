import { DomainError } from '../../domain/kernel/errors.ts';
import type { Erasable } from '../../domain/kernel/event.ts';
import { type AgencyId, type BusinessId, namespaces, type UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { receivesEmail } from '../../domain/users/password.ts';
import { changeProfile } from '../../domain/users/profile.ts';
import { claimEmail, EmailClaim, releaseEmail, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { type Call, execute } from '../kernel/command.ts';
import { aboutUser } from './about-user.ts';
import { refuseGuessable } from './guessing.ts';
import { emailTo } from './email.ts';
import { invite } from './password.ts';
import type { Person } from './record-follows-owner.ts';
import { type ChosenPassword, registerUser } from './register.ts';
import { startUnitOfWork, furthest, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';

/** The user who is made together with an agency or a business. */
export interface Owner {
  readonly ownerId: UserId;
  readonly role: 'Agency' | 'Business';
  readonly agencyId: AgencyId | null;
  readonly businessId: BusinessId | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: ChosenPassword | null;
}

/** Refuses, before anything has happened, an address that is somebody's already (`email_taken`) or the id of another user. */
export async function checkOwner(
  { world, context }: Call,
  { ownerId, email }: Pick<Owner, 'ownerId' | 'email'>,
): Promise<void> {
  const names = { claim: emailClaim(world, email), user: streams.user(ownerId) };
  const found = await world.events.readMany(Object.values(names));
  const user = found.get(names.user) ?? [];
  if (stateOf(User, user).status !== 'none' && user[0]!.metadata.commandId !== context.commandId)
    throw new DomainError('conflict', 'This user exists already.');
  claimEmail({ userId: ownerId }, stateOf(EmailClaim, found.get(names.claim)));
}

/** Refuses, before anything has happened, a password that is easy to guess. `name`: of the record that will be theirs. */
export async function checkPassword(
  { world, context }: Call,
  { password, ...person }: Owner,
  name: string,
): Promise<void> {
  if (typeof password === 'string' && context.caller.role !== 'system')
    await refuseGuessable(password, [name, ...(await aboutUser(world, person))]);
}

/** The address is the owner's before the record is there, so that no record is ever seen whose owner can not be made. */
export const claimAddress = (
  world: CommandServices,
  work: UnitOfWork,
  { ownerId, email }: Pick<Owner, 'ownerId' | 'email'>,
): Promise<unknown> =>
  work.change({
    stream: emailClaim(world, email),
    aggregate: EmailClaim,
    decide: (claim) => claimEmail({ userId: ownerId }, claim),
  });

/** Registers the owner of a record that is there; without a password an invitation goes out, except to addresses that no email reaches. */
export async function makeOwner(call: Call, { ownerId, ...owner }: Owner): Promise<CommandOutcome['position']> {
  const registered = await execute(registerUser, call, { ...owner, userId: ownerId });
  if (owner.password !== null || !receivesEmail(owner.email)) return registered.position;
  // In a command of its own: a command decides once on a stream.
  return furthest(registered, await inviteOwner(call, call.context.commandId, ownerId));
}

const inviteOwner = ({ world, context }: Call, commandId: string, userId: UserId) =>
  execute(
    invite,
    { world, context: { ...context, commandId: uuidV5(namespaces.command, commandId, 'invite') } },
    { userId },
  );

const samePerson = (a: Erasable<Person, keyof Person>, b: Person): boolean =>
  a.email === b.email && a.firstName === b.firstName && a.lastName === b.lastName;

/**
 * An operator corrects the owner's name or address together with the record's: the owner signs in with the new
 * address from then on, the old one is told, and who has no password yet is invited anew. `was`: what the record said
 * before; where the edit leaves that alone, so does it the owner. `record` is the edit of the record; refused, the
 * owner stays as they are. Repeated after a cut it goes on.
 */
export async function withOwner<R extends { readonly position: bigint | null }>(
  call: Call,
  { ownerId, was }: { readonly ownerId: UserId | null; readonly was: Erasable<Person, keyof Person> },
  { firstName, lastName, email }: Person,
  record: () => Promise<R>,
): Promise<R> {
  const { world, context } = call;
  // Of a form that says more the rest is the record's: its phone number is not its owner's.
  const person: Person = { firstName, lastName, email };
  const stream = ownerId === null ? null : streams.user(ownerId);
  // Cut off after the record was edited: the address is the owner's already, but they do not sign in with it yet.
  const holds = async (address: string): Promise<boolean> => {
    const claim = stateOf(EmailClaim, await world.events.read(emailClaim(world, address)));
    return claim.status === 'claimed' && claim.userId === ownerId;
  };
  const seen = stream === null ? [] : await world.events.read(stream);
  const before = stateOf(User, seen);
  if (ownerId === null || stream === null || before.status !== 'active') return record();
  const commandId = uuidV5(namespaces.command, context.commandId, 'owner');
  const ran = seen.some(({ metadata }) => metadata.commandId === commandId);
  if (!ran && (changeProfile(person, before).length === 0 || (samePerson(was, person) && !(await holds(person.email)))))
    return record();

  const work = startUnitOfWork(world, context, {
    tenant: { agencyId: before.agencyId, businessId: before.businessId },
    commandId,
  });
  const moved = !ran && before.email !== person.email;
  const release = (email: string | null, purpose: string) =>
    email === null ?
      Promise.resolve()
    : startUnitOfWork(world, context, {
        tenant: { agencyId: before.agencyId, businessId: before.businessId },
        commandId: uuidV5(namespaces.command, commandId, purpose),
      }).change({
        stream: emailClaim(world, email),
        aggregate: EmailClaim,
        decide: (claim) => releaseEmail({ userId: ownerId }, claim),
      });
  if (moved) await claimAddress(world, work, { ownerId, email: person.email });
  let recorded: R;
  try {
    recorded = await record();
  } catch (error) {
    // Refused: the new address is nobody's again, unless it is this user's for another spelling of it.
    if (moved && emailClaim(world, person.email) !== emailClaim(world, before.email ?? ''))
      await release(person.email, 'give-back');
    throw error;
  }
  const { events, before: stood } = await work.change({
    stream,
    aggregate: User,
    seen,
    decide: (user) => changeProfile(person, user),
  });
  let position = furthest(recorded, work.outcome(undefined));
  if (events.some(({ type }) => type === 'UserEmailChanged') && stood.status === 'active') {
    if (stood.email !== null && emailClaim(world, stood.email) !== emailClaim(world, person.email))
      await release(stood.email, 'free');
    if (stood.credentialRef !== null) await emailTo(work, stood, 'email-changed');
    else if (receivesEmail(person.email))
      position = furthest({ position }, await inviteOwner(call, commandId, ownerId));
  }
  return { ...recorded, position };
}

const emailClaim = (world: CommandServices, email: string): string =>
  streams.emailClaim(world.identifiers.emailHash(email));
