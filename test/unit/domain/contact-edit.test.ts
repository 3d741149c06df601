import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { addContact, type ContactForm, editContact } from '../../../domain/contacts/edit.ts';
import { contactFields } from '../../../domain/contacts/fields.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';

const who = {
  contactId: ContactId.parse(randomUUID()),
  businessId: BusinessId.parse(randomUUID()),
  phone: E164.parse('+14155550187'),
  via: 'manual',
} as const;
const blank: ContactForm = {
  firstName: null,
  lastName: null,
  email: null,
  birthday: null,
  anniversary: null,
  companyName: null,
  website: null,
  custom: {},
  tags: [],
};
const ada: ContactForm = {
  ...blank,
  firstName: 'Ada',
  email: 'ada@example.com',
  custom: { f1: 'Funghi' },
  tags: ['vip'],
};
const added = fold(Contact, addContact(who, ada, Contact.initial));

describe('a contact that somebody writes down', () => {
  it('is known with all that was written, and has agreed to nothing', () => {
    expect(added).toMatchObject({
      status: 'unknown',
      phone: who.phone,
      firstName: 'Ada',
      tags: ['vip'],
      emails: null,
      details: { email: 'ada@example.com', custom: { f1: 'Funghi' } },
    });
  });
  it('is not made twice, and the field at fault is named', () => {
    expect(() => addContact(who, ada, added)).toThrow(
      expect.objectContaining({ fields: { phone: [expect.any(String)] } }),
    );
    const byEmail = { ...who, phone: null, email: 'ada@example.com' };
    expect(() => addContact(byEmail, ada, added)).toThrow(
      expect.objectContaining({ fields: { email: [expect.any(String)] } }),
    );
  });
  it('changes by what is new alone', () => {
    expect(editContact(ada, added)).toEqual([]);
    const events = editContact({ ...ada, birthday: '02-29' }, added);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['ContactDetailsChanged', { contactId: who.contactId, businessId: who.businessId, birthday: '02-29' }],
    ]);
  });
  it('loses what is emptied: a custom value, a detail, the name', () => {
    const emptied = fold(Contact, editContact({ ...blank, custom: { f1: '' } }, added), added);
    expect(emptied).toMatchObject({ firstName: null, tags: [], details: { email: null, custom: {} } });
    expect(editContact({ ...blank, custom: { f1: '' } }, emptied)).toEqual([]);
  });
  it('keeps one way to be reached', () => {
    const byEmail = fold(Contact, addContact({ ...who, phone: null, email: 'ada@example.com' }, ada, Contact.initial));
    expect(() => editContact({ ...ada, email: null }, byEmail)).toThrow('needs a number or an email address');
  });
});

describe('what is typed into its form', () => {
  it.each([
    ['birthday', '2/29', '02-29'],
    ['birthday', '', null],
    ['email', ' ada@example.com ', 'ada@example.com'],
    ['email', '', null],
    ['website', 'example.com', 'example.com'],
  ] as const)('%s %s', (field, typed, kept) => {
    expect(contactFields[field].parse(typed)).toBe(kept);
  });
  it.each([
    ['birthday', '13/01'],
    ['birthday', 'soon'],
    ['email', 'ada'],
    ['website', 'javascript:alert(1)'],
  ] as const)('%s %s is refused', (field, typed) => {
    expect(contactFields[field].safeParse(typed).success).toBe(false);
  });
});
