import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Held } from '../kernel/edit.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import {
  EmailClaimed,
  EmailReleased,
  UserRemoved,
  UserPasswordSet,
  UserRegistered,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
  type UserEvent,
} from './events.ts';
import type { E164 } from '../sms/values.ts';
import type { FactorKind, Role, storedUser } from './fields.ts';

/** What somebody can set for themselves. */
export type Settings = Held<typeof storedUser.settings>;
export const defaultSettings: Settings = { pushNotifications: true, timezone: null, colorScheme: 'auto' };

/** One thing besides the password that someone signs in with. Times are ISO instants. */
export interface SecondFactor {
  readonly factorId: string;
  readonly kind: FactorKind;
  /** Null once the person was erased. */
  readonly name: string | null;
  /** Where the vault keeps what proves it. */
  readonly secretRef: string;
  /** The newest step of a code that was taken: it and those before it are used up. */
  readonly lastStep: number | null;
  /** Of a passkey: the host it works on, and the count of uses that its device last gave. */
  readonly host: string | null;
  readonly counter: number | null;
  readonly addedAt: string;
  readonly lastUsedAt: string | null;
}

/** A link that was sent and not used yet. `expiresAt` is an ISO instant. */
export interface PasswordLink {
  readonly kind: 'reset' | 'invitation';
  readonly mailId: string;
  readonly expiresAt: string;
}

export type User =
  | { readonly status: 'none' }
  /** They were of a business, and are not any more. What they did stays theirs by its id. */
  | {
      readonly status: 'removed';
      readonly userId: UserId;
      readonly agencyId: AgencyId | null;
      readonly businessId: BusinessId;
      readonly firstName: string | null;
      readonly lastName: string | null;
    }
  | {
      readonly status: 'active';
      readonly userId: UserId;
      readonly role: Role;
      readonly agencyId: AgencyId | null;
      readonly businessId: BusinessId | null;
      /** Null once the person was erased; so are the names. */
      readonly email: string | null;
      readonly firstName: string | null;
      readonly lastName: string | null;
      readonly avatar: string | null;
      readonly phone: E164 | null;
      /** Where the vault keeps the hash of the password, null before one is set. */
      readonly credentialRef: string | null;
      /** By the hash of the token. */
      readonly links: ReadonlyMap<string, PasswordLink>;
      readonly sessions: ReadonlySet<string>;
      /** Sessions of others who act as this user, and who they really are. */
      readonly impersonations: ReadonlyMap<string, UserId>;
      readonly settings: Settings;
      /** The UTC day of the newest confirmation. */
      readonly a2pConfirmedOn: string | null;
      readonly secondFactors: ReadonlyMap<string, SecondFactor>;
      /** Digests of the recovery codes that are not used yet. */
      readonly recoveryCodes: ReadonlySet<string>;
      /** Digests of the devices that they signed in from. */
      readonly devices: ReadonlySet<string>;
    };
export type ActiveUser = Extract<User, { status: 'active' }>;

/** Whether somebody answers for a business: they are of it, or of its agency. */
export const worksFor = (
  user: User,
  business: { readonly businessId: string; readonly agencyId: string | null },
): boolean =>
  user.status === 'active' &&
  (user.businessId === business.businessId ||
    (user.businessId === null && user.agencyId !== null && user.agencyId === business.agencyId));

const evolve = (user: User, event: UserEvent): User => {
  if (event.type === 'UserRegistered') {
    const { userId, role, agencyId, businessId, email, firstName, lastName } = event.data;
    return {
      status: 'active',
      userId,
      role,
      agencyId,
      businessId,
      email,
      firstName,
      lastName,
      avatar: null,
      phone: null,
      credentialRef: null,
      links: new Map(),
      sessions: new Set(),
      impersonations: new Map(),
      settings: defaultSettings,
      a2pConfirmedOn: null,
      secondFactors: new Map(),
      recoveryCodes: new Set(),
      devices: new Set(),
    };
  }
  if (user.status !== 'active') return user;
  switch (event.type) {
    case 'UserPasswordSet':
      return { ...user, credentialRef: event.data.credentialRef };
    case 'UserSignedIn':
      return {
        ...user,
        sessions: new Set([...user.sessions, event.data.sessionId]),
        devices: event.data.device === undefined ? user.devices : new Set([...user.devices, event.data.device]),
      };
    case 'UserSignedOut':
      return { ...user, sessions: new Set([...user.sessions].filter((id) => id !== event.data.sessionId)) };
    case 'UserSignInFailed':
    case 'UserPasswordRejected':
    case 'UserSecondFactorRejected':
      return user;
    case 'UserPasswordResetRequested':
      return withLink(user, event.data, 'reset');
    case 'UserInvited':
      return withLink(user, event.data, 'invitation');
    // Whoever chose a new password needs no other link, and no old session.
    case 'UserPasswordReset':
    case 'UserPasswordChanged':
      return { ...user, credentialRef: event.data.credentialRef, links: new Map() };
    case 'UserRenamed':
      return { ...user, firstName: event.data.firstName, lastName: event.data.lastName };
    // Links that lie in the old mailbox are worth nothing any more.
    case 'UserEmailChanged':
      return { ...user, email: event.data.email, links: new Map() };
    case 'UserAvatarChanged':
      return { ...user, avatar: event.data.avatar };
    case 'UserPhoneChanged':
      return { ...user, phone: event.data.phone };
    case 'UserSettingsChanged': {
      const { pushNotifications, timezone, colorScheme } = event.data;
      return { ...user, settings: { pushNotifications, timezone, colorScheme } };
    }
    case 'UserA2pConfirmed':
      return { ...user, a2pConfirmedOn: event.data.day };
    case 'UserImpersonationStarted':
      return {
        ...user,
        impersonations: new Map(user.impersonations).set(event.data.sessionId, event.data.impersonatorId),
      };
    case 'UserImpersonationStopped':
      return {
        ...user,
        impersonations: new Map([...user.impersonations].filter(([id]) => id !== event.data.sessionId)),
      };
    case 'UserSecondFactorAdded': {
      const { step, host = null, counter = null, userId: _, ...rest } = event.data;
      const added = { ...rest, lastStep: step, host, counter, lastUsedAt: null };
      return { ...user, secondFactors: new Map(user.secondFactors).set(added.factorId, added) };
    }
    case 'UserSecondFactorRenamed': {
      const { name } = event.data;
      return withFactor(user, event.data.factorId, (one) => ({ ...one, name }));
    }
    case 'UserSecondFactorUsed': {
      const { step, counter, usedAt } = event.data;
      return withFactor(user, event.data.factorId, (one) => ({
        ...one,
        lastStep: step ?? one.lastStep,
        counter: counter ?? one.counter,
        lastUsedAt: usedAt,
      }));
    }
    case 'UserSecondFactorRemoved': {
      const secondFactors = new Map([...user.secondFactors].filter(([id]) => id !== event.data.factorId));
      return { ...user, secondFactors, recoveryCodes: secondFactors.size === 0 ? new Set() : user.recoveryCodes };
    }
    case 'UserRecoveryCodesIssued':
      return { ...user, recoveryCodes: new Set(event.data.digests) };
    case 'UserRecoveryCodeUsed':
      return {
        ...user,
        recoveryCodes: new Set([...user.recoveryCodes].filter((digest) => digest !== event.data.digest)),
      };
    case 'UserSecondFactorReset':
      return { ...user, secondFactors: new Map(), recoveryCodes: new Set() };
    case 'UserRemoved':
      return {
        status: 'removed',
        businessId: event.data.businessId,
        userId: user.userId,
        agencyId: user.agencyId,
        firstName: user.firstName,
        lastName: user.lastName,
      };
    default:
      return unchanged(user, event);
  }
};

function withFactor(user: ActiveUser, factorId: string, change: (factor: SecondFactor) => SecondFactor): User {
  const found = user.secondFactors.get(factorId);
  if (found === undefined) return user;
  return { ...user, secondFactors: new Map(user.secondFactors).set(factorId, change(found)) };
}

function withLink(
  user: ActiveUser,
  { tokenHash, mailId, expiresAt }: { tokenHash: string; mailId: string; expiresAt: string },
  kind: PasswordLink['kind'],
): User {
  return { ...user, links: new Map(user.links).set(tokenHash, { kind, mailId, expiresAt }) };
}

export const User: Aggregate<User, UserEvent> = { initial: { status: 'none' }, evolve };

/** The user, who must exist and work here still: throws `not_found`. */
export function existing(user: User): ActiveUser {
  if (user.status !== 'active') throw new DomainError('not_found', 'This user does not exist.');
  return user;
}

/** A role says which of the two a user belongs to. Without a credential nobody can sign in until an invitation is accepted. */
export function registerUser(
  command: {
    userId: UserId;
    role: Role;
    agencyId: AgencyId | null;
    businessId: BusinessId | null;
    email: string;
    firstName: string;
    lastName: string;
    credentialRef: string | null;
  },
  user: User,
): readonly UserEvent[] {
  if (user.status !== 'none') throw new DomainError('conflict', 'This user exists already.');
  const { credentialRef, ...registration } = command;
  const problem =
    command.role === 'Admin' && (command.agencyId !== null || command.businessId !== null) ?
      'An admin belongs to no agency and no business.'
    : command.role === 'Agency' && (command.agencyId === null || command.businessId !== null) ?
      'An agency’s user belongs to an agency and no business.'
    : command.role === 'Business' && command.businessId === null ? 'A business’s user belongs to a business.'
    : null;
  if (problem !== null) throw new DomainError('validation_failed', problem, { role: [problem] });
  return [
    UserRegistered.create(registration),
    ...(credentialRef === null ? [] : [UserPasswordSet.create({ userId: command.userId, credentialRef })]),
  ];
}

export const signIn = (
  command: { readonly sessionId: string; readonly ipAddress: string | null; readonly device?: string },
  user: User,
): readonly UserEvent[] =>
  user.status !== 'active' || user.sessions.has(command.sessionId) ?
    []
  : [UserSignedIn.create({ userId: user.userId, ...command })];

export const signInFailed = (command: { readonly ipAddress: string | null }, user: User): readonly UserEvent[] =>
  user.status !== 'active' ? [] : [UserSignInFailed.create({ userId: user.userId, ...command })];

export const signOut = (command: { readonly sessionId: string }, user: User): readonly UserEvent[] =>
  user.status !== 'active' || !user.sessions.has(command.sessionId) ?
    []
  : [UserSignedOut.create({ userId: user.userId, ...command })];

/** Of a business, whose team has decided so. Twice is once. */
export const removeUser = (user: User): readonly UserEvent[] =>
  user.status === 'active' && user.businessId !== null ?
    [UserRemoved.create({ userId: user.userId, businessId: user.businessId })]
  : [];

type EmailClaimEvent = EventOf<typeof EmailClaimed> | EventOf<typeof EmailReleased>;
export type EmailClaim = { readonly status: 'free' } | { readonly status: 'claimed'; readonly userId: UserId };
export const EmailClaim: Aggregate<EmailClaim, EmailClaimEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'EmailClaimed':
        return { status: 'claimed', userId: event.data.userId };
      case 'EmailReleased':
        return { status: 'free' };
      default:
        return unchanged(claim, event);
    }
  },
};

/** An email address signs in one user only. */
export function claimEmail(command: { readonly userId: UserId }, claim: EmailClaim): readonly EmailClaimEvent[] {
  if (claim.status === 'free') return [EmailClaimed.create(command)];
  if (claim.userId === command.userId) return [];
  const message = 'Another user has this email address. Use another one.';
  throw new DomainError('email_taken', message, { email: [message] });
}

/** Only its holder gives an address back. */
export const releaseEmail = (command: { readonly userId: UserId }, claim: EmailClaim): readonly EmailClaimEvent[] =>
  claim.status === 'claimed' && claim.userId === command.userId ? [EmailReleased.create(command)] : [];
