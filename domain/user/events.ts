import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';

export const Role = z.enum(['Admin', 'Agency', 'Business']);
export type Role = z.output<typeof Role>;

export const UserRegistered = event('UserRegistered', 1,
  z.object({
    userId: UserId, role: Role, agencyId: AgencyId.nullable(), businessId: BusinessId.nullable(),
    email: z.email(), firstName: z.string().max(100), lastName: z.string().max(100),
  }),
  { personal: ['email', 'firstName', 'lastName'], subject: 'userId' });
/** The hash itself lives in the vault under this reference, never here. */
export const UserPasswordSet = event('UserPasswordSet', 1, z.object({ userId: UserId, credentialRef: z.string() }));
export const UserSignedIn = event('UserSignedIn', 1, z.object({ userId: UserId, sessionId: z.uuid(), ipAddress: z.string().nullable() }), { personal: ['ipAddress'], subject: 'userId' });
export const UserSignInFailed = event('UserSignInFailed', 1, z.object({ userId: UserId, ipAddress: z.string().nullable() }), { personal: ['ipAddress'], subject: 'userId' });
export const UserSignedOut = event('UserSignedOut', 1, z.object({ userId: UserId, sessionId: z.uuid() }));
/** Claim stream, named by a keyed hash of the address. */
export const EmailClaimed = event('EmailClaimed', 1, z.object({ userId: UserId }));

export const userEvents = [UserRegistered, UserPasswordSet, UserSignedIn, UserSignInFailed, UserSignedOut] as const;
export const emailClaimEvents = [EmailClaimed] as const;
export type UserEvent = EventOf<(typeof userEvents)[number]>;
