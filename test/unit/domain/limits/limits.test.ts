import { describe, expect, it } from 'vitest';
import { Contact } from '../../../../domain/contacts/contact.ts';
import { ContactDiscovered } from '../../../../domain/contacts/events.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import {
  checkRoom,
  contactLimitOf,
  contactLimitsOf,
  exceededLimit,
  mayHavePictures,
  noteRank,
  withPlanLimits,
} from '../../../../domain/limits/contacts.ts';
import { missingFor, PaymentRequired, unpaidNote } from '../../../../domain/limits/needs.ts';
import type { Standing } from '../../../../domain/subscriptions/standing.ts';
import { business } from '../delivery/situations.ts';
import { businessId, contactId, phone } from '../fixtures.ts';

const none = { messages: null, mms: null, emails: null, contacts: null, numbers: null, minutes: null };
const fine = {
  isBlocked: null,
  features: { livechat: true, loop: true, mms: true, whitelabel: true },
  included: { ...none, contacts: 500 },
  overage: none,
} as Pick<Standing, 'isBlocked' | 'features' | 'included' | 'overage'> as Standing;
const blocked: Standing = { ...fine, isBlocked: 'payment-failed' };
const bare: Standing = { ...fine, features: { livechat: false, loop: false, mms: false, whitelabel: false } };

describe('what is missing for a call', () => {
  it('is nothing for what always works, whatever was paid', () => {
    expect(missingFor('nothing', { ...blocked, features: bare.features })).toBeNull();
  });
  it('is a subscription in good standing for what sends, publishes or buys', () => {
    expect(missingFor('standing', fine)).toBeNull();
    expect(missingFor('standing', blocked)).toBe('payment-failed');
    expect(missingFor('livechat', { ...blocked, features: bare.features })).toBe('payment-failed');
  });
  it('is a feature that the tenant has not got', () => {
    expect(missingFor('livechat', bare)).toBe('livechat');
    expect(missingFor('loop', bare)).toBe('loop');
    expect(missingFor('loop', fine)).toBeNull();
  });
  it('is not a number, which is bought', () => {
    expect(missingFor('standing', { ...fine, isBlocked: 'no-number' })).toBeNull();
    expect(unpaidNote({ isBlocked: 'no-number' })).toBeNull();
  });
  it('says what to do', () => {
    expect(unpaidNote(blocked)).toContain('card');
    expect(unpaidNote(null)).toBeNull();
  });
});

describe('the limit of contacts', () => {
  const alone = { ...business, agencyId: null };
  it('is what the operator set, or what the own plan includes, whichever is lower', () => {
    expect(contactLimitOf({ ...alone, contactLimit: 300 }, fine)).toBe(300);
    expect(contactLimitOf({ ...alone, contactLimit: 900 }, fine)).toBe(500);
    expect(contactLimitOf({ ...alone, contactLimit: null }, fine)).toBe(500);
    expect(contactLimitOf({ ...alone, contactLimit: null }, null)).toBeNull();
    expect(contactLimitOf({ status: 'none' }, fine)).toBeNull();
  });
  it('is no plan’s where more contacts are sold, or the agency pays', () => {
    expect(contactLimitOf(alone, { ...fine, overage: { ...none, contacts: 100 } })).toBe(alone.contactLimit);
    expect(contactLimitOf({ ...business, contactLimit: null }, fine)).toBeNull();
  });

  const nobody = Contact.initial;
  const room = (held: number) => ({ of: 'business', limit: 500, held }) as const;
  const discovered = ContactDiscovered.create({ contactId, businessId, phone, email: null, via: 'inbound-message' });
  const known = fold(Contact, [discovered]);
  it('refuses one more, and says how many are left', () => {
    expect(() => checkRoom([room(499)], nobody)).not.toThrow();
    expect(() => checkRoom([room(500)], known)).not.toThrow();
    expect(() => checkRoom([], nobody)).not.toThrow();
    const refused = () => checkRoom([room(1_500)], nobody);
    expect(refused).toThrow(PaymentRequired);
    expect(refused).toThrow('Your plan has 500 contacts and you have 1,500, so 0 more can be added.');
  });
  it('records a consent above it with the rank, once', () => {
    const ids = { contactId, businessId };
    expect(noteRank([room(499)], ids, nobody, [discovered])).toEqual([discovered]);
    expect(noteRank([], ids, nobody, [discovered])).toEqual([discovered]);
    expect(noteRank([room(500)], ids, known, [discovered])).toEqual([discovered]);
    expect(noteRank([room(500)], ids, nobody, [])).toEqual([]);
    const events = noteRank([room(500)], ids, nobody, [discovered]);
    expect(events.map(({ type }) => type)).toEqual(['ContactDiscovered', 'ContactLimitExceeded']);
    const contact = fold(Contact, events);
    const ofOwn = (limit: number | null) => exceededLimit(contact, { business: limit, agency: 1 });
    expect([null, 400, 500, 501].map(ofOwn)).toEqual([null, 400, 500, null]);
    expect(exceededLimit(known, { business: 0, agency: 0 })).toBeNull();
  });
  it('is also that of all businesses of an agency together, where its plan sells no more', () => {
    expect(contactLimitsOf({ ...business, contactLimit: 9 }, fine)).toEqual({ business: 9, agency: 500 });
    expect(contactLimitsOf({ ...alone, contactLimit: 9 }, fine)).toEqual({ business: 9, agency: null });
    const sold = { ...fine, overage: { ...none, contacts: 100 } };
    expect(contactLimitsOf({ ...business, contactLimit: null }, sold)).toEqual({ business: null, agency: null });
    expect(contactLimitsOf({ ...business, contactLimit: null }, null)).toEqual({ business: null, agency: null });
    const shared = { of: 'agency', limit: 500, held: 900 } as const;
    expect(() => checkRoom([room(10), shared], nobody)).toThrow('its businesses have 900, so 0 more can be added');
    const ids = { contactId, businessId };
    const contact = fold(Contact, noteRank([room(10), shared], ids, nobody, [discovered]));
    expect(exceededLimit(contact, { business: 1, agency: 900 })).toBe(900);
    expect(exceededLimit(contact, { business: 1, agency: 901 })).toBeNull();
    const both = fold(Contact, noteRank([room(500), shared], ids, nobody, [discovered]));
    expect(exceededLimit(both, { business: 500, agency: null })).toBe(500);
    expect(exceededLimit(both, { business: 501, agency: 900 })).toBe(900);
  });
});

describe('the limit of messages', () => {
  const alone = { ...business, agencyId: null, monthlyMessages: null };
  const plan = { ...fine, included: { ...none, messages: 1_000, mms: 100 } };
  const limitOf = (of: typeof alone | typeof business, standing: Standing | null) => {
    const held = withPlanLimits(of, standing);
    return held.status === 'none' ? null : held.monthlyMessages;
  };
  it('is what the own plan includes of texts and pictures, or what the operator set, whichever is lower', () => {
    expect(limitOf(alone, plan)).toBe(1_100);
    expect(limitOf({ ...alone, monthlyMessages: 300 }, plan)).toBe(300);
    expect(limitOf({ ...alone, monthlyMessages: 9_000 }, plan)).toBe(1_100);
    expect(limitOf(alone, null)).toBeNull();
  });
  it('is no plan’s where more are sold, one of both has no bound, or the agency pays', () => {
    for (const overage of [
      { ...none, messages: 20_000 },
      { ...none, mms: 40_000 },
    ])
      expect(limitOf(alone, { ...plan, overage })).toBeNull();
    for (const included of [
      { ...plan.included, messages: null },
      { ...plan.included, mms: null },
    ])
      expect(limitOf(alone, { ...plan, included })).toBeNull();
    expect(limitOf({ ...business, monthlyMessages: null }, plan)).toBeNull();
  });
});

describe('pictures', () => {
  const off = { ...business, isActiveMms: false };
  it('are there by the word of the operator, or by the plan', () => {
    expect(mayHavePictures(off, bare)).toBe(false);
    expect(mayHavePictures(off, null)).toBe(false);
    expect(mayHavePictures(off, fine)).toBe(true);
    expect(mayHavePictures({ ...off, isActiveMms: true }, bare)).toBe(true);
    expect(mayHavePictures({ status: 'none' }, fine)).toBe(false);
  });
});
