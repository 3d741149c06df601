import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { ipAddress } from '../kernel/personal.ts';
import { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { FactorKind, FactorPurpose, FactorRequirement, Role, storedUser } from './fields.ts';

const { email, firstName, lastName } = storedUser;

export const UserRegistered = event(
  'UserRegistered',
  1,
  z.object({
    userId: UserId,
    role: Role,
    agencyId: AgencyId.nullable(),
    businessId: BusinessId.nullable(),
    email,
    firstName,
    lastName,
  }),
  { subject: 'userId' },
);
/** The hash itself lives in the vault under this reference, never here. */
export const UserPasswordSet = event('UserPasswordSet', 1, z.object({ userId: UserId, credentialRef: z.string() }));
/** `device`: a keyed digest of what the browser calls itself, by which the next sign-in from there is known; left out: not known. */
export const UserSignedIn = event(
  'UserSignedIn',
  1,
  z.object({ userId: UserId, sessionId: z.uuid(), ipAddress, device: z.string().optional() }),
  { subject: 'userId' },
);
export const UserSignInFailed = event('UserSignInFailed', 1, z.object({ userId: UserId, ipAddress }), {
  subject: 'userId',
});
export const UserSignedOut = event('UserSignedOut', 1, z.object({ userId: UserId, sessionId: z.uuid() }));

/**
 * A link that lets its bearer choose a password: the SHA-256 of its 256 random bits, and until when it can be used.
 * `mailId` is the email that carries it.
 */
const link = { userId: UserId, mailId: z.uuid(), tokenHash: z.string(), expiresAt: z.string() };
export const UserPasswordResetRequested = event('UserPasswordResetRequested', 1, z.object({ ...link, ipAddress }), {
  subject: 'userId',
});
export const UserInvited = event('UserInvited', 1, z.object(link));
/** With the link of an email, which is used up by it. */
export const UserPasswordReset = event(
  'UserPasswordReset',
  1,
  z.object({ userId: UserId, credentialRef: z.string(), mailId: z.uuid(), ipAddress }),
  { subject: 'userId' },
);
/** By the user, or by somebody above, whose address it then is. */
export const UserPasswordChanged = event(
  'UserPasswordChanged',
  1,
  z.object({ userId: UserId, credentialRef: z.string(), changedBy: UserId, ipAddress }),
  { subject: 'changedBy' },
);
/** Somebody who is signed in as this user did not know the current password. */
export const UserPasswordRejected = event('UserPasswordRejected', 1, z.object({ userId: UserId, ipAddress }), {
  subject: 'userId',
});

export const UserRenamed = event('UserRenamed', 1, z.object({ userId: UserId, firstName, lastName }), {
  subject: 'userId',
});
export const UserEmailChanged = event('UserEmailChanged', 1, z.object({ userId: UserId, email }), {
  subject: 'userId',
});
export const UserAvatarChanged = event(
  'UserAvatarChanged',
  1,
  z.object({ userId: UserId, avatar: storedUser.avatar }),
  { subject: 'userId' },
);
export const UserPhoneChanged = event('UserPhoneChanged', 1, z.object({ userId: UserId, phone: storedUser.phone }), {
  subject: 'userId',
});
/** All settings as they are from now on. */
export const UserSettingsChanged = event(
  'UserSettingsChanged',
  1,
  z.object({ userId: UserId, ...storedUser.settings }),
);
/**
 * The daily question before texting without a registration: the user knows, and the operators should know that this
 * business asked. `day` is one of UTC.
 */
export const UserA2pConfirmed = event(
  'UserA2pConfirmed',
  1,
  z.object({ userId: UserId, businessId: BusinessId.nullable(), day: z.string() }),
);

/** In the stream of whom they act as. `impersonatorId` is who is really at the keyboard, whose address it is. */
export const UserImpersonationStarted = event(
  'UserImpersonationStarted',
  1,
  z.object({ userId: UserId, impersonatorId: UserId, sessionId: z.uuid(), ipAddress }),
  { subject: 'impersonatorId' },
);
export const UserImpersonationStopped = event(
  'UserImpersonationStopped',
  1,
  z.object({ userId: UserId, impersonatorId: UserId, sessionId: z.uuid() }),
);

/** They work for their business no more: nobody signs in as them, and their links are worth nothing. */
export const UserRemoved = event('UserRemoved', 1, z.object({ userId: UserId, businessId: BusinessId }));

const factor = { userId: UserId, factorId: z.uuid() };
/**
 * From now on signing in takes this as well. What proves it lies in the vault under `secretRef`, never here. `step` is
 * that of the code it was set up with, which is used up by it.
 */
export const UserSecondFactorAdded = event(
  'UserSecondFactorAdded',
  1,
  z.object({
    ...factor,
    kind: FactorKind,
    name: storedUser.factorName,
    secretRef: z.string(),
    step: z.number().int().nullable(),
    addedAt: z.iso.datetime(),
    /** Of a passkey: the host that it works on, and how often it says that it was used. */
    host: z.string().optional(),
    counter: z.number().int().optional(),
  }),
  { subject: 'userId' },
);
export const UserSecondFactorRenamed = event(
  'UserSecondFactorRenamed',
  1,
  z.object({ ...factor, name: storedUser.factorName }),
  { subject: 'userId' },
);
/** `remaining`: how many others they have. With the last one their recovery codes are gone too. */
export const UserSecondFactorRemoved = event(
  'UserSecondFactorRemoved',
  1,
  z.object({ ...factor, remaining: z.number().int() }),
);
/** It was shown, for a sign-in or to confirm who one is. `step`: of the code, which is used up by it. */
export const UserSecondFactorUsed = event(
  'UserSecondFactorUsed',
  1,
  z.object({
    ...factor,
    purpose: FactorPurpose,
    step: z.number().int().nullable(),
    counter: z.number().int().optional(),
    usedAt: z.iso.datetime(),
    ipAddress,
  }),
  { subject: 'userId' },
);
/** A code or key that was not right. In the stream of the day's refused sign-ins. */
export const UserSecondFactorRejected = event(
  'UserSecondFactorRejected',
  1,
  z.object({ userId: UserId, purpose: FactorPurpose, ipAddress }),
  { subject: 'userId' },
);
/** Keyed digests of codes that work once each; those from before are worth nothing. */
export const UserRecoveryCodesIssued = event(
  'UserRecoveryCodesIssued',
  1,
  z.object({ userId: UserId, digests: z.array(z.string()) }),
);
export const UserRecoveryCodeUsed = event(
  'UserRecoveryCodeUsed',
  1,
  z.object({ userId: UserId, digest: z.string(), purpose: FactorPurpose, usedAt: z.iso.datetime(), ipAddress }),
  { subject: 'userId' },
);
/** An admin took all of it away, since the person could not sign in any more. */
export const UserSecondFactorReset = event(
  'UserSecondFactorReset',
  1,
  z.object({ userId: UserId, resetBy: UserId, reason: storedUser.resetReason }),
  { subject: 'userId' },
);

/** Claim stream, named by a keyed hash of the address. */
export const EmailClaimed = event('EmailClaimed', 1, z.object({ userId: UserId }));
export const EmailReleased = event('EmailReleased', 1, z.object({ userId: UserId }));

/** In a stream of the platform's: who has to have a second factor from their next sign-in on. */
export const SignInPolicyChanged = event('SignInPolicyChanged', 1, z.object({ secondFactorFor: FactorRequirement }));

/** Claim stream, named by a keyed hash of the passkey's id. */
export const PasskeyClaimed = event('PasskeyClaimed', 1, z.object(factor));
export const PasskeyReleased = event('PasskeyReleased', 1, z.object({ factorId: z.uuid() }));

export const userEvents = [
  UserRegistered,
  UserPasswordSet,
  UserSignedIn,
  UserSignInFailed,
  UserSignedOut,
  UserPasswordResetRequested,
  UserInvited,
  UserPasswordReset,
  UserPasswordChanged,
  UserPasswordRejected,
  UserRenamed,
  UserEmailChanged,
  UserAvatarChanged,
  UserPhoneChanged,
  UserSettingsChanged,
  UserA2pConfirmed,
  UserImpersonationStarted,
  UserImpersonationStopped,
  UserRemoved,
  UserSecondFactorAdded,
  UserSecondFactorRenamed,
  UserSecondFactorRemoved,
  UserSecondFactorUsed,
  UserSecondFactorRejected,
  UserRecoveryCodesIssued,
  UserRecoveryCodeUsed,
  UserSecondFactorReset,
] as const;
export const emailClaimEvents = [EmailClaimed, EmailReleased] as const;
export const signInPolicyEvents = [SignInPolicyChanged] as const;
export const passkeyClaimEvents = [PasskeyClaimed, PasskeyReleased] as const;
export type UserEvent = EventOf<(typeof userEvents)[number]>;
