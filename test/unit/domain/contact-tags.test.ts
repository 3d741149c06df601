import { describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactDiscovered, ContactOptedOut, ContactTagged } from '../../../domain/contacts/events.ts';
import { contactFields } from '../../../domain/contacts/fields.ts';
import { tag } from '../../../domain/contacts/tag.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId, phone } from './fixtures.ts';

const ids = { contactId, businessId };
const discovered = ContactDiscovered.create({ ...ids, phone, via: 'inbound-message' });
const tagged = (...tags: string[]) => ContactTagged.create({ ...ids, tags });

describe('the tags of a contact', () => {
  it('are all that was chosen, each once', () => {
    given(Contact, [discovered])
      .when((contact) => tag({ tags: ['vip', 'lunch', 'vip'] }, contact))
      .then([tagged('vip', 'lunch')]);
  });

  it('that it has already, in whatever order, are no news', () => {
    given(Contact, [discovered, tagged('vip', 'lunch')])
      .when((contact) => tag({ tags: ['lunch', 'vip'] }, contact))
      .thenNothing();
  });

  it('can all be taken away, and survive an opt-out', () => {
    const optedOut = ContactOptedOut.create({ ...ids, via: 'message', words: 'STOP', providerMessageId: null });
    given(Contact, [discovered, tagged('vip'), optedOut])
      .when((contact) => tag({ tags: ['vip'] }, contact))
      .thenNothing();
    given(Contact, [discovered, tagged('vip'), optedOut])
      .when((contact) => tag({ tags: [] }, contact))
      .then([tagged()]);
  });

  it('belong to a contact', () => {
    given(Contact)
      .when((contact) => tag({ tags: ['vip'] }, contact))
      .thenRefused('not_found');
  });

  it('are short words in lower case', () => {
    expect(contactFields.tags.parse([' VIP ', 'Früh stück-2'])).toEqual(['vip', 'früh stück-2']);
    for (const wrong of ['', '  ', 'a,b', '<b>', 'x'.repeat(41)]) {
      expect(contactFields.tags.safeParse([wrong]).success, wrong).toBe(false);
    }
    expect(contactFields.tags.safeParse(Array.from({ length: 21 }, (_, n) => `tag ${n}`)).success).toBe(false);
  });
});
