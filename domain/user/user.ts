import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { EmailClaimed, type Role, UserPasswordSet, UserRegistered, UserSignedIn, UserSignedOut, UserSignInFailed, type UserEvent } from './events.ts';

export type User =
  | { readonly status: 'none' }
  | {
      readonly status: 'active'; readonly userId: UserId; readonly role: Role; readonly agencyId: AgencyId | null; readonly businessId: BusinessId | null;
      /** Where the vault keeps the hash of the password, null before one is set. */
      readonly credentialRef: string | null;
      readonly sessions: ReadonlySet<string>;
    };

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserRegistered': {
      const { userId, role, agencyId, businessId } = event.data;
      return { status: 'active', userId, role, agencyId, businessId, credentialRef: null, sessions: new Set() };
    }
    case 'UserPasswordSet': return user.status === 'active' ? { ...user, credentialRef: event.data.credentialRef } : user;
    case 'UserSignedIn': return user.status === 'active' ? { ...user, sessions: new Set([...user.sessions, event.data.sessionId]) } : user;
    case 'UserSignedOut': return user.status === 'active' ? { ...user, sessions: new Set([...user.sessions].filter((id) => id !== event.data.sessionId)) } : user;
    case 'UserSignInFailed': return user;
    default: return unchanged(user, event);
  }
};
export const User: Aggregate<User, UserEvent> = { initial: { status: 'none' }, evolve };

/** A role says which of the two a user belongs to. */
export function registerUser(
  command: { userId: UserId; role: Role; agencyId: AgencyId | null; businessId: BusinessId | null; email: string; firstName: string; lastName: string; credentialRef: string },
  user: User,
): readonly UserEvent[] {
  if (user.status !== 'none') throw new DomainError('conflict', 'This user exists already.');
  const { credentialRef, ...registration } = command;
  const problem =
    command.role === 'Admin' && (command.agencyId !== null || command.businessId !== null) ? 'An admin belongs to no agency and no business.'
    : command.role === 'Agency' && (command.agencyId === null || command.businessId !== null) ? 'An agency’s user belongs to an agency and no business.'
    : command.role === 'Business' && command.businessId === null ? 'A business’s user belongs to a business.'
    : null;
  if (problem !== null) throw new DomainError('validation_failed', problem, { role: [problem] });
  return [UserRegistered.create(registration), UserPasswordSet.create({ userId: command.userId, credentialRef })];
}

export const signIn = (command: { readonly sessionId: string; readonly ipAddress: string | null }, user: User): readonly UserEvent[] =>
  user.status === 'none' || user.sessions.has(command.sessionId) ? [] : [UserSignedIn.create({ userId: user.userId, ...command })];

export const signInFailed = (command: { readonly ipAddress: string | null }, user: User): readonly UserEvent[] =>
  user.status === 'none' ? [] : [UserSignInFailed.create({ userId: user.userId, ...command })];

export const signOut = (command: { readonly sessionId: string }, user: User): readonly UserEvent[] =>
  user.status === 'none' || !user.sessions.has(command.sessionId) ? [] : [UserSignedOut.create({ userId: user.userId, ...command })];

type EmailClaimEvent = EventOf<typeof EmailClaimed>;
export type EmailClaim = { readonly status: 'free' } | { readonly status: 'claimed'; readonly userId: UserId };
export const EmailClaim: Aggregate<EmailClaim, EmailClaimEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'EmailClaimed': return { status: 'claimed', userId: event.data.userId };
      default: return unchanged(claim, event.type satisfies never);
    }
  },
};

/** An e-mail address signs in one user only. */
export function claimEmail(command: { readonly userId: UserId }, claim: EmailClaim): readonly EmailClaimEvent[] {
  if (claim.status === 'free') return [EmailClaimed.create(command)];
  if (claim.userId === command.userId) return [];
  const message = 'Another user has this e-mail address. Use another one.';
  throw new DomainError('email_taken', message, { email: [message] });
}
