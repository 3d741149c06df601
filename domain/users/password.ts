import { DomainError } from '../kernel/errors.ts';
import type { UserId } from '../kernel/ids.ts';
import {
  UserInvited,
  UserPasswordChanged,
  UserPasswordRejected,
  UserPasswordReset,
  UserPasswordResetRequested,
  type UserEvent,
} from './events.ts';
import { existing, type PasswordLink, type User } from './user.ts';

const minute = 60_000;
/** How long a link can be used, in milliseconds. */
export const linkLife: Readonly<Record<PasswordLink['kind'], number>> = {
  reset: 60 * minute,
  invitation: 7 * 24 * 60 * minute,
};

/** So many unused links at most: whoever asks more often has a mailbox full of them. */
const maxLinks = 20;

interface NewLink {
  readonly mailId: string;
  readonly tokenHash: string;
  readonly at: Date;
}

const until = (kind: PasswordLink['kind'], at: Date): string => new Date(at.getTime() + linkLife[kind]).toISOString();

/** Email to such an address reaches nobody (RFC 2606): sample accounts have one. */
export const receivesEmail = (email: string | null): email is string => email !== null && !/\.invalid$/i.test(email);

/** Nothing for somebody who has no account, or no mailbox. */
export function requestPasswordReset(
  command: NewLink & { readonly ipAddress: string | null },
  user: User,
): readonly UserEvent[] {
  if (user.status !== 'active' || !receivesEmail(user.email)) return [];
  const alive = [...user.links.values()].filter(({ expiresAt }) => Date.parse(expiresAt) > command.at.getTime());
  if (alive.length >= maxLinks) return [];
  const { mailId, tokenHash, ipAddress, at } = command;
  return [
    UserPasswordResetRequested.create({
      userId: user.userId,
      mailId,
      tokenHash,
      expiresAt: until('reset', at),
      ipAddress,
    }),
  ];
}

/** Of somebody who has no password yet. */
export function invite(command: NewLink, user: User): readonly UserEvent[] {
  const { userId, credentialRef, email } = existing(user);
  if (credentialRef !== null) throw new DomainError('conflict', 'This user has a password already.');
  if (!receivesEmail(email)) return [];
  return [
    UserInvited.create({
      userId,
      mailId: command.mailId,
      tokenHash: command.tokenHash,
      expiresAt: until('invitation', command.at),
    }),
  ];
}

/** What a link is good for at an instant; null: nothing. */
export function usableLink(user: User, tokenHash: string, at: Date): PasswordLink | null {
  const link = user.status === 'active' ? user.links.get(tokenHash) : undefined;
  return link !== undefined && at.getTime() < Date.parse(link.expiresAt) ? link : null;
}

/** Uses a link up. Throws `token_invalid` for one that is unknown, used or too old. */
export function resetPassword(
  command: {
    readonly tokenHash: string;
    readonly credentialRef: string;
    readonly ipAddress: string | null;
    readonly at: Date;
  },
  user: User,
): readonly UserEvent[] {
  const link = usableLink(user, command.tokenHash, command.at);
  if (user.status !== 'active' || link === null) throw tokenInvalid();
  return [
    UserPasswordReset.create({
      userId: user.userId,
      credentialRef: command.credentialRef,
      mailId: link.mailId,
      ipAddress: command.ipAddress,
    }),
  ];
}

export const tokenInvalid = (): DomainError => {
  const message = 'This link can not be used any more. Ask for a new one.';
  return new DomainError('token_invalid', message, { token: [message] });
};

export const changePassword = (
  command: { readonly credentialRef: string; readonly changedBy: UserId; readonly ipAddress: string | null },
  user: User,
): readonly UserEvent[] => [UserPasswordChanged.create({ userId: existing(user).userId, ...command })];

export const denyPassword = (command: { readonly ipAddress: string | null }, user: User): readonly UserEvent[] => [
  UserPasswordRejected.create({ userId: existing(user).userId, ...command }),
];
