import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { discover } from '../../../domain/contacts/discover.ts';
import {
  ContactDiscovered,
  type ContactEvent,
  ContactMarkedUnreachable,
  ContactNameChanged,
  ContactOptedIn,
  ContactOptedOut,
} from '../../../domain/contacts/events.ts';
import { markUnreachable } from '../../../domain/contacts/mark-unreachable.ts';
import { nameContact } from '../../../domain/contacts/name.ts';
import { type OptIn, optIn } from '../../../domain/contacts/opt-in.ts';
import { optOut } from '../../../domain/contacts/opt-out.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { given } from '../../support/given.ts';
import { businessId, campaignId, contactId, otherCampaignId, phone, pizza, proof } from './fixtures.ts';

const ids = { contactId, businessId };
const discovered = ContactDiscovered.create({ ...ids, phone, via: 'inbound-message' });
const optedIn = ContactOptedIn.create({
  ...ids,
  phone,
  keyword: pizza,
  campaignId,
  source: 'keyword',
  consent: proof,
  ipAddress: null,
});
const optedInByStart = ContactOptedIn.create({
  ...ids,
  phone,
  keyword: null,
  campaignId: null,
  source: 'start',
  consent: proof,
  ipAddress: null,
});
const optedOut = ContactOptedOut.create({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM2' });
const named = ContactNameChanged.create({ ...ids, firstName: 'Ann', lastName: null });
const unreachable = ContactMarkedUnreachable.create({ ...ids, errorCode: 30005 });

const byKeyword: OptIn = {
  ...ids,
  phone,
  campaign: { campaignId, keyword: pizza },
  source: 'keyword',
  consent: proof,
  ipAddress: null,
};
const byStart: OptIn = { ...byKeyword, campaign: null, source: 'start' };
const stop = { ...ids, via: 'message' as const, words: 'STOP', providerMessageId: 'SM2' };

describe('a contact', () => {
  it('is discovered once', () => {
    given(Contact)
      .when((contact) => discover({ ...ids, phone, via: 'inbound-message' }, contact))
      .then([discovered]);
    given(Contact, [discovered])
      .when((contact) => discover({ ...ids, phone, via: 'livechat' }, contact))
      .thenNothing();
  });
  it('opts in with a keyword, and is in the campaign', () => {
    const after = given(Contact, [discovered])
      .when((contact) => optIn(byKeyword, contact))
      .then([optedIn]);
    expect(after).toMatchObject({ status: 'subscribed', campaigns: new Set([campaignId]), keywords: new Set([pizza]) });
  });
  it('is not opted in twice to one campaign, but to a second one', () => {
    given(Contact, [discovered, optedIn])
      .when((contact) => optIn(byKeyword, contact))
      .thenNothing();
    given(Contact, [discovered, optedIn])
      .when((contact) => optIn({ ...byKeyword, campaign: { campaignId: otherCampaignId, keyword: pizza } }, contact))
      .then([{ type: 'ContactOptedIn' }]);
  });
  it('opts in with START when it never had, and START says nothing new to a subscriber', () => {
    given(Contact, [discovered])
      .when((contact) => optIn(byStart, contact))
      .then([optedInByStart]);
    given(Contact, [discovered, optedIn])
      .when((contact) => optIn(byStart, contact))
      .thenNothing();
  });
  it('opts out once', () => {
    given(Contact, [discovered, optedIn])
      .when((contact) => optOut(stop, contact))
      .then([optedOut]);
    given(Contact, [discovered, optedOut])
      .when((contact) => optOut({ ...stop, via: 'carrier' }, contact))
      .thenNothing();
  });
  it('opts out also before anybody knew it', () => {
    given(Contact)
      .when((contact) => optOut(stop, contact))
      .then([optedOut]);
  });
  it('that has opted out comes back by its own keyword, START or form, and by nothing else', () => {
    given(Contact, [optedIn, optedOut])
      .when((contact) => optIn(byKeyword, contact))
      .then([optedIn]);
    given(Contact, [optedIn, optedOut])
      .when((contact) => optIn(byStart, contact))
      .then([optedInByStart]);
    for (const source of ['import', 'manual', 'demo'] as const)
      given(Contact, [optedIn, optedOut])
        .when((contact) => optIn({ ...byKeyword, source }, contact))
        .thenNothing();
  });
  it('leaves its campaigns when it opts out', () => {
    expect(fold(Contact, [optedIn, optedOut, optedInByStart])).toMatchObject({
      status: 'subscribed',
      campaigns: new Set(),
    });
  });
  it('is named; the same name or blanks are no news', () => {
    given(Contact, [discovered])
      .when((contact) => nameContact({ firstName: ' Ann ', lastName: '  ' }, contact))
      .then([named]);
    given(Contact, [discovered, named])
      .when((contact) => nameContact({ firstName: 'Ann', lastName: null }, contact))
      .thenNothing();
    given(Contact)
      .when((contact) => nameContact({ firstName: 'Ann', lastName: null }, contact))
      .thenRefused('not_found');
  });
  it('is unreachable once, until it opts in again', () => {
    given(Contact, [discovered])
      .when((contact) => markUnreachable({ errorCode: 30005 }, contact))
      .then([unreachable]);
    given(Contact, [discovered, unreachable])
      .when((contact) => markUnreachable({ errorCode: 30006 }, contact))
      .thenNothing();
    expect(fold(Contact, [discovered, unreachable, optedIn])).toMatchObject({ unreachable: null });
  });
  it('law: an opt-out holds until a new explicit opt-in, whatever else happens', () => {
    const harmless: fc.Arbitrary<ContactEvent> = fc.constantFrom<ContactEvent>(
      discovered,
      optedOut,
      named,
      unreachable,
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<ContactEvent>(discovered, optedIn, optedInByStart, optedOut, named, unreachable)),
        fc.array(harmless),
        (before, after) => {
          const contact = fold(Contact, [...before, optedOut, ...after]);
          expect(contact.status).toBe('optedOut');
          expect(optIn({ ...byKeyword, source: 'import' }, contact)).toEqual([]);
          expect(fold(Contact, optIn(byKeyword, contact), contact).status).toBe('subscribed');
        },
      ),
    );
  });
});
