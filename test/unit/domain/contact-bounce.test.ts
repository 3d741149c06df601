import { describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactDiscovered, type ContactEvent, ContactSubscribedToEmail } from '../../../domain/contacts/events.ts';
import { liftBounce } from '../../../domain/contacts/lift-bounce.ts';
import { emailStop, recordEmailTrouble } from '../../../domain/contacts/email-trouble.ts';
import { unsubscribeFromEmail } from '../../../domain/contacts/unsubscribe.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { businessId, contactId, proof } from './fixtures.ts';

const ids = { contactId, businessId };
const email = 'ada@example.com';
const at = '2026-11-01T00:00:00.000Z';
const agreed = ContactSubscribedToEmail.create({
  ...ids,
  email,
  campaignId: null,
  source: 'form',
  consent: proof,
  ipAddress: null,
}) as ContactEvent;
const found = ContactDiscovered.create({ ...ids, phone: null, email, via: 'manual' }) as ContactEvent;
const bounced = (contact: Contact) =>
  recordEmailTrouble({ email, mailId: 'm', at, what: { kind: 'bounced', bounce: 'hard', reason: '5.1.1' } }, contact);
const lived = (...wishes: ((contact: Contact) => readonly ContactEvent[])[]): ContactEvent[] => {
  const events: ContactEvent[] = [found];
  for (const wish of wishes) events.push(...wish(fold(Contact, events)));
  return events;
};
const lifted = (events: readonly ContactEvent[]) => {
  const news = liftBounce({ address: ' Ada@example.com ' }, fold(Contact, events), events);
  return { news, after: fold(Contact, [...events, ...news]) };
};

describe('a bounce that was a mistake', () => {
  it('is lifted: the address is written to again, and the consent that it had ended holds as before', () => {
    const { news, after } = lifted(lived(() => [agreed], bounced));
    expect(news).toMatchObject([{ type: 'ContactBounceCleared', data: { consentAgain: true } }]);
    expect(emailStop(after, email)).toBeNull();
    expect(after).toMatchObject({ emails: 'subscribed' });
    expect(lifted([...lived(() => [agreed], bounced), ...news]).news).toEqual([]);
  });
  it('gives nobody a consent that they had taken back or never given', () => {
    const unsubscribed = lived(
      () => [agreed],
      (contact) => unsubscribeFromEmail({ via: 'one-click', mailId: null }, contact),
      bounced,
    );
    expect(lifted(unsubscribed).after).toMatchObject({ emails: 'unsubscribed' });
    expect(lifted(lived(bounced)).news).toMatchObject([{ data: { consentAgain: false } }]);
  });
  it('is no complaint: that is the person’s own word', () => {
    const complained = lived(
      () => [agreed],
      (contact) => recordEmailTrouble({ email, mailId: 'm', at, what: { kind: 'complained' } }, contact),
    );
    expect(() => lifted(complained)).toThrow('spam');
  });
});
