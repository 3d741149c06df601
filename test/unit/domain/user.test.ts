import { describe, expect, it } from 'vitest';
import { AgencyId, UserId } from '../../../domain/kernel/ids.ts';
import { AccountEmail, requestEmail } from '../../../domain/emails/account-email.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import {
  EmailClaimed,
  EmailReleased,
  UserA2pConfirmed,
  UserAvatarChanged,
  UserPhoneChanged,
  UserEmailChanged,
  type UserEvent,
  UserImpersonationStarted,
  UserImpersonationStopped,
  UserInvited,
  UserPasswordChanged,
  UserPasswordRejected,
  UserPasswordReset,
  UserPasswordResetRequested,
  UserPasswordSet,
  UserRegistered,
  UserRenamed,
  UserSettingsChanged,
} from '../../../domain/users/events.ts';
import {
  maySetPasswordOf,
  startImpersonation,
  type Impersonability,
  stopImpersonation,
} from '../../../domain/users/impersonation.ts';
import {
  changePassword,
  denyPassword,
  invite,
  linkLife,
  requestPasswordReset,
  resetPassword,
  usableLink,
} from '../../../domain/users/password.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { changeProfile, changeSettings, confirmA2p } from '../../../domain/users/profile.ts';
import { claimEmail, EmailClaim, registerUser, releaseEmail, User } from '../../../domain/users/user.ts';
import { given } from '../../support/given.ts';
import { agencyId, businessId, otherUserId, userId } from './fixtures.ts';

const registration = {
  userId,
  role: 'Business' as const,
  agencyId,
  businessId,
  email: 'bella@demo.test',
  firstName: 'Bella',
  lastName: 'Rossi',
};
const registered = UserRegistered.create(registration);
const passwordSet = UserPasswordSet.create({ userId, credentialRef: 'ref-1' });
const member: readonly UserEvent[] = [registered, passwordSet];
const at = new Date('2026-11-20T12:00:00Z');
const later = (ms: number): Date => new Date(at.getTime() + ms);
const emailId = '00000000-0000-4000-8000-0000000000aa';
const asked = { mailId: emailId, tokenHash: 'hash-1', at };
const requested = UserPasswordResetRequested.create({
  userId,
  mailId: emailId,
  tokenHash: 'hash-1',
  expiresAt: '2026-11-20T13:00:00.000Z',
  ipAddress: '192.0.2.1',
});
const invited = UserInvited.create({
  userId,
  mailId: emailId,
  tokenHash: 'hash-1',
  expiresAt: '2026-11-27T12:00:00.000Z',
});
const sessionId = '00000000-0000-4000-8000-000000000077';

describe('a password', () => {
  it('can be left out: an invitation asks for it', () => {
    given(User)
      .when((user) => registerUser({ ...registration, credentialRef: null }, user))
      .then([registered]);
    given(User, [registered])
      .when((user) => invite(asked, user))
      .then([invited]);
    given(User, member)
      .when((user) => invite(asked, user))
      .thenRefused('conflict');
    given(User)
      .when((user) => invite(asked, user))
      .thenRefused('not_found');
  });

  it('is reset by a link of sixty minutes, of which nobody else hears', () => {
    expect(linkLife).toEqual({ reset: 3_600_000, invitation: 604_800_000 });
    given(User, member)
      .when((user) => requestPasswordReset({ ...asked, ipAddress: '192.0.2.1' }, user))
      .then([requested]);
    given(User)
      .when((user) => requestPasswordReset({ ...asked, ipAddress: null }, user))
      .thenNothing();
  });

  it('no link goes to an address that reaches nobody', () => {
    const sample = UserRegistered.create({ ...registration, email: 'owner@sample.invalid' });
    given(User, [sample])
      .when((user) => invite(asked, user))
      .thenNothing();
    given(User, [sample, passwordSet])
      .when((user) => requestPasswordReset({ ...asked, ipAddress: null }, user))
      .thenNothing();
  });

  it('at most twenty unused links are about at once', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      UserPasswordResetRequested.create({ ...requested.data, tokenHash: `hash-${index}` }),
    );
    given(User, [...member, ...many])
      .when((user) => requestPasswordReset({ ...asked, ipAddress: null }, user))
      .thenNothing();
    given(User, [...member, ...many])
      .when((user) => requestPasswordReset({ ...asked, at: later(3_600_000), ipAddress: null }, user))
      .then([{ type: 'UserPasswordResetRequested' }]);
  });

  it('is chosen with a link once, in time, and only with its own token', () => {
    const reset = { tokenHash: 'hash-1', credentialRef: 'ref-2', ipAddress: null, at: later(3_599_999) };
    const done = UserPasswordReset.create({ userId, credentialRef: 'ref-2', mailId: emailId, ipAddress: null });
    given(User, [...member, requested])
      .when((user) => resetPassword(reset, user))
      .then([done]);
    given(User, [...member, requested])
      .when((user) => resetPassword({ ...reset, at: later(3_600_000) }, user))
      .thenRefused('token_invalid');
    given(User, [...member, requested])
      .when((user) => resetPassword({ ...reset, tokenHash: 'hash-2' }, user))
      .thenRefused('token_invalid');
    given(User, [...member, requested, done])
      .when((user) => resetPassword(reset, user))
      .thenRefused('token_invalid');
    given(User, [registered, invited])
      .when((user) => resetPassword({ ...reset, at: later(604_799_999) }, user))
      .then([done]);
    given(User)
      .when((user) => resetPassword(reset, user))
      .thenRefused('token_invalid');
  });

  it('makes every other link worthless; so does a new address', () => {
    const second = UserPasswordResetRequested.create({ ...requested.data, tokenHash: 'hash-2' });
    const usable = (...events: UserEvent[]) =>
      usableLink(given(User, [...member, requested, second, ...events]).state, 'hash-2', at);
    expect(usable()).toMatchObject({ kind: 'reset' });
    expect(
      usable(UserPasswordReset.create({ userId, credentialRef: 'ref-2', mailId: emailId, ipAddress: null })),
    ).toBeNull();
    expect(
      usable(UserPasswordChanged.create({ userId, credentialRef: 'ref-2', changedBy: userId, ipAddress: null })),
    ).toBeNull();
    expect(usable(UserEmailChanged.create({ userId, email: 'new@demo.test' }))).toBeNull();
  });

  it('is changed, and a wrong one is on record', () => {
    const changed = { credentialRef: 'ref-2', changedBy: otherUserId, ipAddress: null };
    given(User, member)
      .when((user) => changePassword(changed, user))
      .then([UserPasswordChanged.create({ userId, ...changed })]);
    given(User, member)
      .when((user) => denyPassword({ ipAddress: '192.0.2.1' }, user))
      .then([UserPasswordRejected.create({ userId, ipAddress: '192.0.2.1' })]);
    given(User)
      .when((user) => changePassword(changed, user))
      .thenRefused('not_found');
  });
});

describe('acting as somebody else', () => {
  const admin: Impersonability = { role: 'admin' };
  const agency: Impersonability = { role: 'agency', agencyId };
  const otherAgency: Impersonability = {
    role: 'agency',
    agencyId: AgencyId.parse('00000000-0000-4000-8000-0000000000a9'),
  };
  const agencyUser = UserRegistered.create({ ...registration, role: 'Agency', businessId: null });
  const adminUser = UserRegistered.create({ ...registration, role: 'Admin', agencyId: null, businessId: null });
  const standalone = UserRegistered.create({ ...registration, agencyId: null });
  const begin = (standing: Impersonability) => ({
    standing,
    impersonatorId: otherUserId,
    sessionId,
    ipAddress: '192.0.2.1',
  });
  const started = UserImpersonationStarted.create({
    userId,
    impersonatorId: otherUserId,
    sessionId,
    ipAddress: '192.0.2.1',
  });

  it('goes down only: an admin as anybody but admins, an agency as the people of its businesses', () => {
    given(User, [registered])
      .when((user) => startImpersonation(begin(admin), user))
      .then([started]);
    given(User, [agencyUser])
      .when((user) => startImpersonation(begin(admin), user))
      .then([started]);
    given(User, [registered])
      .when((user) => startImpersonation(begin(agency), user))
      .then([started]);
    given(User, [adminUser])
      .when((user) => startImpersonation(begin(admin), user))
      .thenRefused('forbidden');
    given(User, [registered])
      .when((user) => startImpersonation(begin({ role: 'business' }), user))
      .thenRefused('forbidden');
  });

  it('others do not exist for an agency: of another agency, without one, its own people, and admins', () => {
    given(User, [registered])
      .when((user) => startImpersonation(begin(otherAgency), user))
      .thenRefused('not_found');
    given(User, [standalone])
      .when((user) => startImpersonation(begin(agency), user))
      .thenRefused('not_found');
    given(User, [standalone])
      .when((user) => startImpersonation(begin({ role: 'agency', agencyId: null }), user))
      .thenRefused('not_found');
    given(User, [agencyUser])
      .when((user) => startImpersonation(begin(agency), user))
      .thenRefused('not_found');
    given(User, [adminUser])
      .when((user) => startImpersonation(begin(agency), user))
      .thenRefused('not_found');
    given(User)
      .when((user) => startImpersonation(begin(admin), user))
      .thenRefused('not_found');
  });

  it('is ended by whoever began it, once', () => {
    const stop = { impersonatorId: otherUserId, sessionId };
    const stopped = UserImpersonationStopped.create({ userId, ...stop });
    given(User, [registered, started])
      .when((user) => stopImpersonation(stop, user))
      .then([stopped]);
    given(User, [registered, started, stopped])
      .when((user) => stopImpersonation(stop, user))
      .thenNothing();
    given(User, [registered, started])
      .when((user) => stopImpersonation({ ...stop, impersonatorId: userId }, user))
      .thenNothing();
    given(User, [registered, started])
      .when((user) => startImpersonation(begin(admin), user))
      .thenNothing();
  });

  it('passwords are chosen for the same people', () => {
    const of = (events: readonly UserEvent[], standing: Impersonability) => () =>
      maySetPasswordOf(standing, given(User, events).state);
    expect(of([registered], agency)().userId).toBe(userId);
    expect(of([agencyUser], admin)().userId).toBe(userId);
    expect(of([adminUser], admin)).toThrow(/password/);
    expect(of([agencyUser], agency)).toThrow(/does not exist/);
    expect(of([registered], otherAgency)).toThrow(/does not exist/);
    expect(of([registered], { role: 'business' })).toThrow(/password/);
  });
});

describe('a profile', () => {
  const same = { firstName: 'Bella', lastName: 'Rossi', email: 'bella@demo.test' };
  it('records what is different, each under its own name', () => {
    given(User, member)
      .when((user) => changeProfile(same, user))
      .thenNothing();
    given(User, member)
      .when((user) => changeProfile({ ...same, firstName: 'Isabella' }, user))
      .then([UserRenamed.create({ userId, firstName: 'Isabella', lastName: 'Rossi' })]);
    given(User, member)
      .when((user) => changeProfile({ ...same, email: 'b@demo.test', avatar: '/media/x' }, user))
      .then([
        UserEmailChanged.create({ userId, email: 'b@demo.test' }),
        UserAvatarChanged.create({ userId, avatar: '/media/x' }),
      ]);
    given(User, [...member, UserAvatarChanged.create({ userId, avatar: '/media/x' })])
      .when((user) => changeProfile(same, user))
      .thenNothing();
    given(User, [...member, UserAvatarChanged.create({ userId, avatar: '/media/x' })])
      .when((user) => changeProfile({ ...same, avatar: null }, user))
      .then([UserAvatarChanged.create({ userId, avatar: null })]);
  });

  it('has a mobile number, which can be taken away; left out, it stays', () => {
    const has = UserPhoneChanged.create({ userId, phone: E164.parse('+14155550123') });
    given(User, member)
      .when((user) => changeProfile({ ...same, phone: has.data.phone }, user))
      .then([has]);
    given(User, [...member, has])
      .when((user) => changeProfile(same, user))
      .thenNothing();
    given(User, [...member, has])
      .when((user) => changeProfile({ ...same, phone: null }, user))
      .then([UserPhoneChanged.create({ userId, phone: null })]);
  });

  it('has settings; what is left out stays', () => {
    const dark = UserSettingsChanged.create({ userId, pushNotifications: true, timezone: null, colorScheme: 'dark' });
    given(User, member)
      .when((user) => changeSettings({ colorScheme: 'dark' }, user))
      .then([dark]);
    given(User, [...member, dark])
      .when((user) => changeSettings({ colorScheme: 'dark' }, user))
      .thenNothing();
    given(User, [...member, dark])
      .when((user) => changeSettings({ timezone: 'Europe/Berlin', pushNotifications: false }, user))
      .then([
        UserSettingsChanged.create({
          userId,
          pushNotifications: false,
          timezone: 'Europe/Berlin',
          colorScheme: 'dark',
        }),
      ]);
    given(User, [
      ...member,
      UserSettingsChanged.create({ userId, pushNotifications: true, timezone: 'Europe/Berlin', colorScheme: 'auto' }),
    ])
      .when((user) => changeSettings({ timezone: null }, user))
      .then([UserSettingsChanged.create({ userId, pushNotifications: true, timezone: null, colorScheme: 'auto' })]);
  });

  it('the A2P question is answered once a day of UTC', () => {
    const confirmed = UserA2pConfirmed.create({ userId, businessId, day: '2026-11-20' });
    given(User, member)
      .when((user) => confirmA2p({ at }, user))
      .then([confirmed]);
    given(User, [...member, confirmed])
      .when((user) => confirmA2p({ at: new Date('2026-11-20T23:59:59.999Z') }, user))
      .thenNothing();
    given(User, [...member, confirmed])
      .when((user) => confirmA2p({ at: new Date('2026-11-21T00:00:00Z') }, user))
      .then([UserA2pConfirmed.create({ userId, businessId, day: '2026-11-21' })]);
  });
});

describe('an email address', () => {
  it('is free again when its holder gives it back', () => {
    const claimed = EmailClaimed.create({ userId });
    const released = EmailReleased.create({ userId });
    given(EmailClaim, [claimed])
      .when((claim) => releaseEmail({ userId }, claim))
      .then([released]);
    given(EmailClaim, [claimed])
      .when((claim) => releaseEmail({ userId: otherUserId }, claim))
      .thenNothing();
    given(EmailClaim, [claimed, released])
      .when((claim) => releaseEmail({ userId }, claim))
      .thenNothing();
    given(EmailClaim, [claimed, released])
      .when((claim) => claimEmail({ userId: otherUserId }, claim))
      .then([EmailClaimed.create({ userId: otherUserId })]);
  });
});

describe('an email of an account', () => {
  it('is asked for once', () => {
    const email = {
      mailId: emailId,
      userId: UserId.parse(userId),
      agencyId,
      kind: 'password-reset' as const,
      email: 'bella@demo.test',
      tokenRef: 'ref',
      expiresAt: null,
    };
    given(AccountEmail)
      .when((state) => requestEmail(email, state))
      .then([AccountEmailRequested.create(email)]);
    given(AccountEmail, [AccountEmailRequested.create(email)])
      .when((state) => requestEmail(email, state))
      .thenNothing();
  });
});
