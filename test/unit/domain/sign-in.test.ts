import { describe, it } from 'vitest';
import {
  UserPasswordSet,
  UserRegistered,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
} from '../../../domain/users/events.ts';
import { registerUser, signIn, signInFailed, signOut, User } from '../../../domain/users/user.ts';
import { given } from '../../support/given.ts';
import { agencyId, businessId, userId } from './fixtures.ts';

describe('a user', () => {
  const registration = {
    userId,
    role: 'Business' as const,
    agencyId,
    businessId,
    email: 'b@demo.test',
    firstName: 'B',
    lastName: 'C',
  };
  const registered = UserRegistered.create(registration);
  const passwordSet = UserPasswordSet.create({ userId, credentialRef: 'ref' });
  const session = { sessionId: '00000000-0000-4000-8000-000000000077', ipAddress: null };
  const signedIn = UserSignedIn.create({ userId, ...session });
  it('is registered once, where its role belongs', () => {
    given(User)
      .when((state) => registerUser({ ...registration, credentialRef: 'ref' }, state))
      .then([registered, passwordSet]);
    given(User, [registered])
      .when((state) => registerUser({ ...registration, credentialRef: 'ref' }, state))
      .thenRefused('conflict');
    for (const wrong of [
      { role: 'Admin' as const },
      { role: 'Agency' as const },
      { role: 'Business' as const, businessId: null },
    ]) {
      given(User)
        .when((state) => registerUser({ ...registration, ...wrong, credentialRef: 'ref' }, state))
        .thenRefused('validation_failed');
    }
  });
  it('signs in and out once per session', () => {
    given(User, [registered])
      .when((state) => signIn(session, state))
      .then([signedIn]);
    given(User, [registered, signedIn])
      .when((state) => signIn(session, state))
      .thenNothing();
    given(User, [registered, signedIn])
      .when((state) => signOut(session, state))
      .then([UserSignedOut.create({ userId, sessionId: session.sessionId })]);
    given(User, [registered])
      .when((state) => signOut(session, state))
      .thenNothing();
    given(User, [registered])
      .when((state) => signInFailed({ ipAddress: null }, state))
      .then([UserSignInFailed.create({ userId, ipAddress: null })]);
    given(User)
      .when((state) => signInFailed({ ipAddress: null }, state))
      .thenNothing();
  });
});
