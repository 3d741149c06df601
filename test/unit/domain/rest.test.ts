import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agency } from '../../../domain/agency/agency.ts';
import { createAgency } from '../../../domain/agency/decide.ts';
import { AgencyCreated } from '../../../domain/agency/events.ts';
import { Business } from '../../../domain/business/business.ts';
import {
  claimKeyword,
  claimNumber,
  claimUniqueId,
  KeywordClaim,
  NumberClaim,
  releaseKeyword,
  releaseNumberClaim,
  UniqueIdClaim,
} from '../../../domain/business/claims.ts';
import { assignNumber, createBusiness, releaseNumber } from '../../../domain/business/decide.ts';
import {
  BusinessCreated,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  KeywordClaimed,
  KeywordReleased,
  NumberClaimed,
  NumberReleased,
  UniqueIdClaimed,
} from '../../../domain/business/events.ts';
import { Campaign, chooseKeyword, createCampaign } from '../../../domain/campaign/campaign.ts';
import { CampaignCreated } from '../../../domain/campaign/events.ts';
import { Conversation, isDialogueOf } from '../../../domain/conversation/conversation.ts';
import {
  addNote,
  assign,
  contactWrote,
  markUnread,
  close,
  read,
  reopen,
  start,
} from '../../../domain/conversation/decide.ts';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
} from '../../../domain/conversation/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { NoteId, NotificationId } from '../../../domain/kernel/ids.ts';
import {
  NotificationDeleted,
  NotificationRaised,
  NotificationRead,
  AllNotificationsRead,
} from '../../../domain/notification/events.ts';
import {
  deleteNotification,
  Notification,
  NotificationInbox,
  raise,
  readAll,
  readNotification,
} from '../../../domain/notification/notification.ts';
import {
  EmailClaimed,
  UserPasswordSet,
  UserRegistered,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
} from '../../../domain/user/events.ts';
import {
  claimEmail,
  EmailClaim,
  registerUser,
  signIn,
  signInFailed,
  signOut,
  User,
} from '../../../domain/user/user.ts';
import { given } from '../../support/given.ts';
import {
  agencyId,
  businessId,
  campaignId,
  contactId,
  number,
  otherBusinessId,
  otherCampaignId,
  otherNumber,
  otherUserId,
  pizza,
  userId,
} from './fixtures.ts';

const of = { contactId, businessId };
const by = { ...of, userId };

describe('a conversation', () => {
  const started = ConversationStarted.create(by);
  const closed = ConversationClosed.create(by);
  const reopened = ConversationOpened.create({ ...of, userId: null });
  const opened = ConversationOpened.create(by);
  it('is started once, and opened again when closed', () => {
    given(Conversation)
      .when((state) => start(by, state))
      .then([started]);
    given(Conversation, [started])
      .when((state) => start(by, state))
      .thenNothing();
    given(Conversation, [started, closed])
      .when((state) => start(by, state))
      .then([opened]);
  });
  it('opens when the contact writes into a closed one, and becomes a dialogue when we began it', () => {
    given(Conversation, [closed])
      .when((state) => contactWrote({ ...of, wroteFirst: true, forPeople: true }, state))
      .then([reopened]);
    given(Conversation, [started])
      .when((state) => contactWrote({ ...of, wroteFirst: false, forPeople: true }, state))
      .then([reopened]);
    given(Conversation, [started, reopened])
      .when((state) => contactWrote({ ...of, wroteFirst: false, forPeople: true }, state))
      .thenNothing();
    given(Conversation)
      .when((state) => contactWrote({ ...of, wroteFirst: true, forPeople: true }, state))
      .thenNothing();
    expect(
      [[], [started], [started, reopened], [started, reopened, closed], [started, reopened, closed, opened]].map(
        (events) => isDialogueOf(fold(Conversation, events), false),
      ),
    ).toEqual([false, false, true, false, false]);
    expect(isDialogueOf(Conversation.initial, true)).toBe(true);
  });
  it('is closed and opened by people, each once', () => {
    given(Conversation)
      .when((state) => close({ ...by, upToPosition: null }, state))
      .then([closed]);
    given(Conversation, [closed])
      .when((state) => close({ ...by, upToPosition: null }, state))
      .thenNothing();
    given(Conversation, [closed])
      .when((state) => reopen(by, state))
      .then([opened]);
    given(Conversation)
      .when((state) => reopen(by, state))
      .thenNothing();
  });
  it('law: reading never goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), (positions) => {
        let state: Conversation = Conversation.initial;
        for (const position of positions)
          state = fold(Conversation, read({ ...by, upToPosition: String(position) }, state), state);
        expect(state.readUpTo).toBe(positions.length === 0 ? null : BigInt(Math.max(...positions)));
      }),
    );
  });
  it('marked unread stays so until it is read again', () => {
    const seen = ConversationRead.create({ ...by, upToPosition: '5' });
    const unread = ConversationMarkedUnread.create(by);
    given(Conversation, [seen])
      .when((state) => markUnread(by, state))
      .then([unread]);
    given(Conversation, [seen, unread])
      .when((state) => markUnread(by, state))
      .thenNothing();
    given(Conversation, [seen, unread])
      .when((state) => read({ ...by, upToPosition: '5' }, state))
      .then([seen]);
    given(Conversation, [seen])
      .when((state) => read({ ...by, upToPosition: '5' }, state))
      .thenNothing();
  });
  it('is assigned once to the same person, and takes any note', () => {
    const assigned = ConversationAssigned.create({ ...of, assigneeId: userId });
    given(Conversation)
      .when((state) => assign({ ...of, assigneeId: userId }, state))
      .then([assigned]);
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: userId }, state))
      .thenNothing();
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: null }, state))
      .then([{ type: 'ConversationAssigned' }]);
    given(Conversation)
      .when((state) =>
        addNote({ ...by, noteId: NoteId.parse('00000000-0000-4000-8000-000000000099'), text: 'x' }, state),
      )
      .then([{ type: 'ConversationNoteAdded' }]);
  });
});

describe('an agency and a business', () => {
  const agency = { agencyId, name: 'Northwind', email: 'agency@demo.test' };
  const business = {
    businessId,
    agencyId,
    name: "Bella's",
    uniqueId: 'bellas',
    currency: 'USD' as const,
    timezone: 'UTC',
    dateFormat: 'MM/DD/YYYY' as const,
    monthlyMessages: null,
    contactLimit: null,
  };
  const created = BusinessCreated.create(business);
  const assignment = { number, providerNumberId: null, isTollFree: false };
  const assigned = BusinessNumberAssigned.create({ businessId, ...assignment });
  const released = BusinessNumberReleased.create({ businessId, number });
  it('are created once', () => {
    given(Agency)
      .when((state) => createAgency(agency, state))
      .then([AgencyCreated.create(agency)]);
    given(Agency, [AgencyCreated.create(agency)])
      .when((state) => createAgency(agency, state))
      .thenRefused('conflict');
    given(Business)
      .when((state) => createBusiness(business, state))
      .then([created]);
    given(Business, [created])
      .when((state) => createBusiness(business, state))
      .thenRefused('conflict');
  });
  it('a business has one number at a time', () => {
    given(Business, [created])
      .when((state) => assignNumber(assignment, state))
      .then([assigned]);
    given(Business, [created, assigned])
      .when((state) => assignNumber(assignment, state))
      .thenNothing();
    given(Business, [created, assigned])
      .when((state) => assignNumber({ ...assignment, number: otherNumber }, state))
      .thenRefused('conflict', /Release it/);
    given(Business, [created, assigned])
      .when((state) => releaseNumber({ number }, state))
      .then([released]);
    given(Business, [created, assigned, released])
      .when((state) => assignNumber({ ...assignment, number: otherNumber }, state))
      .then([{ type: 'BusinessNumberAssigned' }]);
    given(Business, [created])
      .when((state) => releaseNumber({ number }, state))
      .thenNothing();
    given(Business)
      .when((state) => assignNumber(assignment, state))
      .thenRefused('not_found');
  });
});

describe('claims', () => {
  const claim = { number, businessId, agencyId };
  const keyword = { number, keyword: pizza, businessId, campaignId };
  it('of a number: one holder at a time, the holder as often as it likes', () => {
    given(NumberClaim)
      .when((state) => claimNumber(claim, state))
      .then([NumberClaimed.create(claim)]);
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => claimNumber(claim, state))
      .thenNothing();
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => claimNumber({ ...claim, businessId: otherBusinessId }, state))
      .thenRefused('number_taken', /\(415\) 555-0100/);
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => releaseNumberClaim({ number, businessId: otherBusinessId }, state))
      .thenNothing();
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => releaseNumberClaim({ number, businessId }, state))
      .then([NumberReleased.create({ number, businessId })]);
    given(NumberClaim, [NumberClaimed.create(claim), NumberReleased.create({ number, businessId })])
      .when((state) => claimNumber({ ...claim, businessId: otherBusinessId }, state))
      .then([{ type: 'NumberClaimed' }]);
  });
  it('of a keyword on a number', () => {
    given(KeywordClaim)
      .when((state) => claimKeyword(keyword, state))
      .then([KeywordClaimed.create(keyword)]);
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => claimKeyword(keyword, state))
      .thenNothing();
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => claimKeyword({ ...keyword, campaignId: otherCampaignId }, state))
      .thenRefused('keyword_taken', /PIZZA/);
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => releaseKeyword({ ...keyword, campaignId: otherCampaignId }, state))
      .thenNothing();
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => releaseKeyword(keyword, state))
      .then([KeywordReleased.create(keyword)]);
  });
  it('of a unique id and an e-mail address', () => {
    const unique = UniqueIdClaimed.create({ uniqueId: 'bellas', businessId });
    given(UniqueIdClaim)
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId }, state))
      .then([unique]);
    given(UniqueIdClaim, [unique])
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId }, state))
      .thenNothing();
    given(UniqueIdClaim, [unique])
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId: otherBusinessId }, state))
      .thenRefused('unique_id_taken', /bellas/);
    given(EmailClaim)
      .when((state) => claimEmail({ userId }, state))
      .then([EmailClaimed.create({ userId })]);
    given(EmailClaim, [EmailClaimed.create({ userId })])
      .when((state) => claimEmail({ userId }, state))
      .thenNothing();
    given(EmailClaim, [EmailClaimed.create({ userId })])
      .when((state) => claimEmail({ userId: otherUserId }, state))
      .thenRefused('email_taken');
  });
});

describe('a campaign', () => {
  const campaign = {
    campaignId,
    businessId,
    name: 'Slice',
    type: 'text' as const,
    number,
    keyword: pizza,
    reply: 'Hi {{first_name|there}}',
    replyMedia: [],
  };
  it('is created once, with a reply whose merge fields exist', () => {
    given(Campaign)
      .when((state) => createCampaign(campaign, state))
      .then([CampaignCreated.create(campaign)]);
    given(Campaign, [CampaignCreated.create(campaign)])
      .when((state) => createCampaign(campaign, state))
      .thenRefused('conflict');
    given(Campaign)
      .when((state) => createCampaign({ ...campaign, reply: '{{nickname}}' }, state))
      .thenRefused('validation_failed', /nickname/);
    given(Campaign)
      .when((state) => createCampaign({ ...campaign, reply: ' ' }, state))
      .thenRefused('validation_failed', /reply/);
  });
  it('has a keyword in canonical form', () => {
    expect(chooseKeyword(' pízza! ')).toBe('PIZZA');
  });
});

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

describe('a notification', () => {
  const notificationId = NotificationId.parse('00000000-0000-4000-8000-000000000088');
  const raised = {
    notificationId,
    businessId,
    contactId,
    kind: 'message' as const,
    title: 'New message',
    content: 'Hello',
    link: null,
  };
  const event = NotificationRaised.create(raised);
  const mine = { notificationId, businessId, userId };
  it('is raised once, and read and deleted once by each person', () => {
    given(Notification)
      .when((state) => raise(raised, state))
      .then([event]);
    given(Notification, [event])
      .when((state) => raise(raised, state))
      .thenNothing();
    given(Notification, [event])
      .when((state) => readNotification({ userId, businessId }, state))
      .then([NotificationRead.create(mine)]);
    given(Notification, [event, NotificationRead.create(mine)])
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification, [event, NotificationRead.create(mine)])
      .when((state) => readNotification({ userId: otherUserId, businessId }, state))
      .then([{ type: 'NotificationRead' }]);
    given(Notification, [event])
      .when((state) => deleteNotification({ userId, businessId }, state))
      .then([NotificationDeleted.create(mine)]);
    given(Notification, [event, NotificationDeleted.create(mine)])
      .when((state) => deleteNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification, [event, NotificationDeleted.create(mine)])
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification)
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
  });
  it('all are read up to a position, never back', () => {
    const all = AllNotificationsRead.create({ businessId, userId, upToPosition: '9' });
    given(NotificationInbox)
      .when((state) => readAll({ businessId, userId, upToPosition: '9' }, state))
      .then([all]);
    given(NotificationInbox, [all])
      .when((state) => readAll({ businessId, userId, upToPosition: '8' }, state))
      .thenNothing();
  });
});
