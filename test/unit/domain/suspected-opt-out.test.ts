import { describe, expect, it } from 'vitest';
import { Contact, type KnownContact } from '../../../domain/contacts/contact.ts';
import {
  ContactDiscovered,
  ContactImported,
  ContactOptOutDismissed,
  ContactOptedIn,
  ContactOptedOut,
  ContactOptOutSuspected,
  type ContactEvent,
} from '../../../domain/contacts/events.ts';
import { mergeContacts } from '../../../domain/contacts/merge.ts';
import { answeredByNo, keepSubscribed, suspectOptOut } from '../../../domain/contacts/suspect.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { ContactId, MessageId } from '../../../domain/kernel/ids.ts';
import { given } from '../../support/given.ts';
import { businessId, campaignId, contactId, messageId, phone, pizza, proof } from './fixtures.ts';

const of = { contactId, businessId };
const later = MessageId.parse('00000000-0000-4000-8000-0000000000e1');
const came = ContactDiscovered.create({ ...of, phone, email: null, via: 'inbound-message' });
const optedIn = (over: Partial<Parameters<typeof ContactOptedIn.create>[0]> = {}) =>
  ContactOptedIn.create({
    ...of,
    phone,
    keyword: pizza,
    campaignId,
    source: 'keyword',
    consent: proof,
    ipAddress: null,
    ...over,
  });
const optedOut = ContactOptedOut.create({ ...of, via: 'message', words: 'STOP', providerMessageId: 'SM2' });
const suspected = (id = messageId, isBareNo = false) =>
  ContactOptOutSuspected.create({ ...of, messageId: id, isBareNo });
const suspect = (
  look: Parameters<typeof suspectOptOut>[0]['look'],
  over: { id?: MessageId; inDialogue?: boolean } = {},
) => {
  const { id = messageId, inDialogue = false } = over;
  return (contact: Contact) => suspectOptOut({ ...of, messageId: id, look, inDialogue }, contact);
};
const held = (...events: readonly ContactEvent[]) => (fold(Contact, [came, ...events]) as KnownContact).suspected;

describe('a text that looks like an opt-out', () => {
  it('is put down once, of anybody who is not out', () => {
    given(Contact, [came, optedIn()]).when(suspect('looks-like')).then([suspected()]);
    given(Contact, [came]).when(suspect('looks-like')).then([suspected()]);
    given(Contact, [came, optedIn()]).when(suspect(null)).thenNothing();
    given(Contact, [came, optedOut]).when(suspect('looks-like')).thenNothing();
    given(Contact, [came, optedIn(), suspected()])
      .when(suspect('looks-like', { id: later }))
      .thenNothing();
  });
  it('is no bare no to someone who has the conversation in hand; a plainer text takes its place', () => {
    given(Contact, [came])
      .when(suspect('bare-no'))
      .then([suspected(messageId, true)]);
    given(Contact, [came])
      .when(suspect('bare-no', { inDialogue: true }))
      .thenNothing();
    given(Contact, [came])
      .when(suspect('looks-like', { inDialogue: true }))
      .then([suspected()]);
    const saidNo = [came, suspected(messageId, true)];
    given(Contact, saidNo)
      .when(suspect('looks-like', { id: later }))
      .then([suspected(later)]);
    given(Contact, saidNo)
      .when(suspect('bare-no', { id: later }))
      .thenNothing();
  });
  it('waits until someone has looked, or the contact says so by a text of their own', () => {
    expect(held(optedIn(), suspected())).toEqual({ messageId, isBareNo: false });
    expect(held(suspected(), optedIn())).toBeNull();
    expect(held(suspected(), optedOut)).toBeNull();
    expect(held(suspected(), ContactOptOutDismissed.create({ ...of, messageId, via: 'screen' }))).toBeNull();
    // A form, a colleague and a file prove nothing of who holds the number.
    const unproved = { consent: { ...proof, providerMessageId: null } };
    for (const source of ['form', 'manual', 'import'] as const)
      expect(held(suspected(), optedIn({ source, ...unproved }))).not.toBeNull();
    const agreed = { texts: [{ campaignId: null, keyword: null }] };
    const row = ContactImported.create({ ...of, uploadId: campaignId as never, row: 1, phone, agreed } as never);
    expect(held(suspected(), row as ContactEvent)).not.toBeNull();
  });
  it('is kept subscribed once', () => {
    given(Contact, [came, suspected()])
      .when((contact) => keepSubscribed({ via: 'screen' }, contact))
      .then([ContactOptOutDismissed.create({ ...of, messageId, via: 'screen' })]);
    given(Contact, [came, optedIn()])
      .when((contact) => keepSubscribed({ via: 'screen' }, contact))
      .thenNothing();
  });
  it('answers an automation that asked, if it is nothing but a no', () => {
    const answered = (contact: Contact) => answeredByNo([messageId], contact);
    given(Contact, [came, suspected(messageId, true)])
      .when(answered)
      .then([ContactOptOutDismissed.create({ ...of, messageId, via: 'answer' })]);
    given(Contact, [came, suspected(messageId, false)])
      .when(answered)
      .thenNothing();
    given(Contact, [came, suspected(later, true)])
      .when(answered)
      .thenNothing();
  });
  it('holds whoever it is merged into', () => {
    const otherId = ContactId.parse('00000000-0000-4000-8000-0000000000c9');
    const other = fold(Contact, [
      ContactDiscovered.create({ businessId, contactId: otherId, phone, email: null, via: 'inbound-message' }),
      ContactOptOutSuspected.create({ businessId, contactId: otherId, messageId, isBareNo: false }),
    ]) as KnownContact;
    const merged = given(Contact, [came, optedIn()])
      .when((contact) => mergeContacts({ mergeId: campaignId, taken: [], blocked: false }, other, contact))
      .then([{ type: 'ContactMerged' }]) as KnownContact;
    expect(merged).toMatchObject({ status: 'subscribed', suspected: { messageId } });
  });
});
