import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Contact, type KnownContact } from '../../../domain/contacts/contact.ts';
import { eraseContact } from '../../../domain/contacts/erase.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactEmailComplained,
  type ContactEvent,
  ContactFrequencyChanged,
  ContactJoinedCampaign,
  ContactPaused,
  ContactSubscribedToEmail,
} from '../../../domain/contacts/events.ts';
import { MergeField } from '../../../domain/contacts/fields.ts';
import { stopOf } from '../../../domain/contacts/mailbox.ts';
import { absorb, beginMerge, mergeContacts, type mergedOf, refuseMerge } from '../../../domain/contacts/merge.ts';
import { nameContact } from '../../../domain/contacts/name.ts';
import { optIn } from '../../../domain/contacts/opt-in.ts';
import { optOut } from '../../../domain/contacts/opt-out.ts';
import { unsubscribeFromEmail } from '../../../domain/contacts/unsubscribe.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { businessId, campaignId, contactId, otherCampaignId, phone, pizza, proof } from './fixtures.ts';

const otherId = ContactId.parse('00000000-0000-4000-8000-0000000000c1');
const otherPhone = E164.parse('+12125550199');
const mergeId = '00000000-0000-4000-8000-00000000aaaa';

type Wish = (contact: Contact) => readonly ContactEvent[];
const wishesOf = (id: ContactId, number: E164 | null, email: string | null, campaign = campaignId) => {
  const ids = { contactId: id, businessId };
  return {
    texts: (contact) =>
      number === null ?
        []
      : optIn(
          {
            ...ids,
            phone: number,
            campaign: { campaignId: campaign, keyword: pizza },
            source: 'keyword',
            consent: proof,
            ipAddress: null,
          },
          contact,
        ),
    stop: (contact) => optOut({ ...ids, via: 'message', words: 'STOP', providerMessageId: null }, contact),
    mails: () =>
      email === null ?
        []
      : [
          ContactSubscribedToEmail.create({
            ...ids,
            email,
            campaignId: null,
            source: 'form',
            consent: proof,
            ipAddress: null,
          }) as ContactEvent,
        ],
    noEmails: (contact) => unsubscribeFromEmail({ via: 'one-click', mailId: null }, contact),
    named: (contact) => nameContact({ firstName: 'Ada', lastName: 'Byron' }, contact),
    joins: () => [
      ContactJoinedCampaign.create({ ...ids, campaignId: campaign, keyword: pizza, via: 'page' }) as ContactEvent,
    ],
    born: () => [ContactDetailsChanged.create({ ...ids, birthday: '12-10' }) as ContactEvent],
    fewer: () => [ContactFrequencyChanged.create({ ...ids, mailId: null, frequency: 'weekly' }) as ContactEvent],
    pause: () => [ContactPaused.create({ ...ids, mailId: null, until: '2026-12-01T00:00:00.000Z' }) as ContactEvent],
    complains: () =>
      email === null ?
        []
      : [ContactEmailComplained.create({ ...ids, email, mailId: 'm', at: '2026-11-01T00:00:00.000Z' }) as ContactEvent],
  } satisfies Record<string, Wish>;
};
type WishName = keyof ReturnType<typeof wishesOf>;

function lived(
  id: ContactId,
  number: E164 | null,
  email: string | null,
  names: readonly WishName[],
  campaign = campaignId,
): KnownContact {
  const wishes = wishesOf(id, number, email, campaign);
  const found = ContactDiscovered.create({ contactId: id, businessId, phone: number, email, via: 'manual' });
  let contact = fold(Contact, [found as ContactEvent]);
  for (const name of names) contact = fold(Contact, wishes[name](contact), contact);
  return contact as KnownContact;
}
const history = fc.array(fc.constantFrom(...(Object.keys(wishesOf(contactId, null, null)) as WishName[])), {
  maxLength: 8,
});
const taken = fc.uniqueArray(fc.constantFrom(...MergeField.options));
const bothLived = fc.record({
  own: fc.tuple(fc.constantFrom(phone, null), fc.constantFrom('ada@example.com', null), history),
  other: fc.tuple(
    fc.constantFrom(otherPhone, null),
    fc.constantFrom('Ada@example.com', 'b@example.com', null),
    history,
  ),
  taken,
  blocked: fc.boolean(),
});
const after = (own: KnownContact, other: KnownContact, given: Parameters<typeof mergedOf>[2]): KnownContact =>
  fold(Contact, mergeContacts({ mergeId, ...given }, other, own), own) as KnownContact;

describe('two contacts who are one person', () => {
  it('have never agreed to more than both: any no stays, whatever is taken from whom', () => {
    fc.assert(
      fc.property(bothLived, ({ own: a, other: b, ...given }) => {
        const own = lived(contactId, ...a);
        const other = lived(otherId, ...b, otherCampaignId);
        const one = after(own, other, given);
        if (given.blocked || own.status === 'optedOut' || other.status === 'optedOut')
          expect(one.status).toBe('optedOut');
        if (given.blocked || own.emails === 'unsubscribed' || other.emails === 'unsubscribed')
          expect(one.emails).toBe('unsubscribed');
        // A yes is of the number, or the address, that it was given for.
        if (one.status === 'subscribed')
          expect([own, other].some((was) => was.status === 'subscribed' && was.phone === one.phone)).toBe(true);
        if (one.emails === 'subscribed')
          expect(
            [own, other].some(
              (was) =>
                was.emails === 'subscribed' && was.details.email?.toLowerCase() === one.details.email?.toLowerCase(),
            ),
          ).toBe(true);
        for (const was of [own, other]) {
          if (was.preferences.frequency === 'weekly') expect(one.preferences.frequency).toBe('weekly');
          if (was.preferences.pausedUntil !== null) expect(one.preferences.pausedUntil).not.toBeNull();
          for (const [address, { stopped }] of was.mailboxes)
            if (stopped !== null) expect(stopOf(one.mailboxes, address)).not.toBeNull();
        }
      }),
    );
  });

  it('keep what only one knew, and what was taken where both differ', () => {
    const own = lived(contactId, null, 'ada@example.com', ['named', 'mails']);
    const other = lived(otherId, otherPhone, 'b@example.com', ['born', 'texts']);
    expect(after(own, other, { taken: [], blocked: false })).toMatchObject({
      status: 'subscribed',
      phone: otherPhone,
      firstName: 'Ada',
      emails: 'subscribed',
      details: { email: 'ada@example.com', birthday: '12-10' },
      absorbed: [otherId],
      merging: null,
    });
    const taken = after(own, other, { taken: ['email'], blocked: false });
    // Nobody agreed to emails to that address.
    expect([taken.details.email, taken.emails]).toEqual(['b@example.com', null]);
  });

  it('are members of what either had joined by a page, whatever becomes of their consent to its texts', () => {
    const own = lived(contactId, phone, null, ['joins', 'texts']);
    const other = lived(otherId, null, null, ['joins'], otherCampaignId);
    const one = after(own, other, { taken: [], blocked: false });
    expect([...one.joined]).toEqual([campaignId, otherCampaignId]);
    // By a keyword alone they were members for as long as they get its texts.
    const byKeyword = after(lived(contactId, phone, null, ['texts']), other, { taken: [], blocked: false });
    expect([...byKeyword.joined]).toEqual([otherCampaignId]);
  });

  it('leaves nothing of the other: whatever is decided on it changes nothing, and it is not merged twice', () => {
    const other = lived(otherId, otherPhone, null, ['texts']);
    const gone = fold(Contact, absorb({ mergeId, intoId: contactId }, other), other);
    expect(gone).toMatchObject({ status: 'erased', mergedInto: contactId, phone: null });
    expect(Contact.isOver?.(gone)).toBe(true);
    expect(absorb({ mergeId, intoId: contactId }, gone)).toEqual([]);
    expect(eraseContact([], gone)).toEqual([]);
    const own = lived(contactId, phone, null, []);
    const one = after(own, other, { taken: [], blocked: false });
    expect(mergeContacts({ mergeId, taken: [], blocked: false }, other, one)).toEqual([]);
  });

  it('hold still while it goes on: no other merge, no giving up, no erasure', () => {
    const own = lived(contactId, phone, null, []);
    const begun = fold(Contact, beginMerge({ mergeId, otherId, taken: [] }, own), own);
    expect(beginMerge({ mergeId, otherId, taken: [] }, begun)).toEqual([]);
    const third = ContactId.parse('00000000-0000-4000-8000-0000000000c2');
    expect(() => beginMerge({ mergeId, otherId: third, taken: [] }, begun)).toThrow('being merged');
    expect(absorb({ mergeId, intoId: otherId }, begun)).toMatchObject([{ type: 'ContactMergeDeclined' }]);
    expect(() => eraseContact([], begun)).toThrow('being merged');
    const refused = fold(Contact, refuseMerge(mergeId, begun), begun);
    expect(refused).toMatchObject({ merging: null, absorbed: [] });
    expect(absorb({ mergeId, intoId: otherId }, refused)).toMatchObject([{ type: 'ContactMergedInto' }]);
  });
});
