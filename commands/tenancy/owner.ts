import { DomainError } from '../../domain/kernel/errors.ts';
import { type AgencyId, type BusinessId, namespaces, type UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { claimEmail, EmailClaim, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type Work, type World } from '../kernel.ts';
import type { CommandContext, CommandOutcome, Commands } from '../types.ts';
import { furthest } from './campaigns.ts';

/** The user who is made together with an agency or a business. */
export interface Owner {
  readonly ownerId: UserId; readonly role: 'Agency' | 'Business'; readonly agencyId: AgencyId | null; readonly businessId: BusinessId | null;
  readonly email: string; readonly firstName: string; readonly lastName: string; readonly password: string | null;
}

/** Refuses, before anything has happened, an address that is somebody's already (`email_taken`) or the id of another user. */
export async function checkOwner(world: World, context: CommandContext, { ownerId, email }: Pick<Owner, 'ownerId' | 'email'>): Promise<void> {
  const names = { claim: emailClaim(world, email), user: streams.user(ownerId) };
  const found = await world.events.readMany(Object.values(names));
  const user = found.get(names.user) ?? [];
  if (stateOf(User, user).status !== 'none' && user[0]!.metadata.commandId !== context.commandId) throw new DomainError('conflict', 'This user exists already.');
  claimEmail({ userId: ownerId }, stateOf(EmailClaim, found.get(names.claim)));
}

/** The address is the owner's before the record is there, so that no record is ever seen whose owner can not be made. */
export const claimAddress = (world: World, work: Work, { ownerId, email }: Pick<Owner, 'ownerId' | 'email'>): Promise<unknown> =>
  work.change({ stream: emailClaim(world, email), aggregate: EmailClaim, decide: (claim) => claimEmail({ userId: ownerId }, claim) });

/** Registers the owner of a record that is there; without a password an invitation goes out, except to addresses that no mail reaches. */
export async function makeOwner(identity: Commands['identity'], context: CommandContext, { ownerId, ...owner }: Owner): Promise<CommandOutcome['position']> {
  const registered = await identity.registerUser(context, { ...owner, userId: ownerId });
  if (owner.password !== null || owner.email.toLowerCase().endsWith('.invalid')) return registered.position;
  // In a command of its own: a command decides once on a stream.
  const invited = await identity.invite({ ...context, commandId: uuidV5(namespaces.command, context.commandId, 'invite') }, { userId: ownerId });
  return furthest(registered, invited);
}

const emailClaim = (world: World, email: string): string => streams.emailClaim(world.identifiers.emailHash(email));
