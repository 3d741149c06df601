import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consentAsOf, type RecordedContact } from '../../../domain/contacts/consent.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { eraseContact, keepSuppressed } from '../../../domain/contacts/erase.ts';
import { ContactDiscovered, type ContactEvent, ContactSubscribedToEmail } from '../../../domain/contacts/events.ts';
import { optIn } from '../../../domain/contacts/opt-in.ts';
import { optOut } from '../../../domain/contacts/opt-out.ts';
import { unsubscribeFromEmail } from '../../../domain/contacts/unsubscribe.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { businessId, campaignId, contactId, phone, pizza, proof } from './fixtures.ts';

const ids = { contactId, businessId };
const agreed = { ...proof, text: 'I agree to texts.', pageVersion: 'page@3#abc', checkboxTicked: true };
const person = { kind: 'user', userId: '00000000-0000-4000-8000-0000000000f0', impersonatorId: null } as const;

/** What people and the platform decide, one after another, each on what there is then. */
const wishes: Readonly<Record<string, (contact: Contact) => readonly ContactEvent[]>> = {
  keyword: (contact) =>
    optIn(
      { ...ids, phone, campaign: { campaignId, keyword: pizza }, source: 'keyword', consent: proof, ipAddress: null },
      contact,
    ),
  imported: (contact) =>
    optIn({ ...ids, phone, campaign: null, source: 'import', consent: agreed, ipAddress: null }, contact),
  stop: (contact) => optOut({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM1' }, contact),
  byHand: (contact) =>
    optOut({ ...ids, via: 'screen', words: null, providerMessageId: null, reason: 'Asked by phone' }, contact),
  mails: () => [
    ContactSubscribedToEmail.create({
      ...ids,
      email: 'ada@example.com',
      campaignId,
      source: 'form',
      consent: agreed,
      ipAddress: '203.0.113.7',
    }) as ContactEvent,
  ],
  noEmails: (contact) => unsubscribeFromEmail({ via: 'one-click', mailId: null }, contact),
  kept: (contact) => keepSuppressed({ texts: true, emails: true }, true, contact),
  erased: (contact) => eraseContact([], contact),
};

const start = Date.parse('2026-01-01T00:00:00Z');
/** A history as it would have been recorded: an hour between one wish and the next. */
function lived(names: readonly string[]): readonly RecordedContact[] {
  const recorded: RecordedContact[] = [];
  const found = ContactDiscovered.create({ ...ids, phone, email: null, via: 'manual' }) as ContactEvent;
  const record = (events: readonly ContactEvent[], hour: number) => {
    for (const event of events)
      recorded.push({
        ...event,
        id: `${hour}-${recorded.length}`,
        metadata: { actor: person, occurredAt: new Date(start + hour * 3_600_000).toISOString() },
      });
  };
  record([found], 0);
  names.forEach((name, index) => {
    const contact = fold(Contact, recorded as readonly ContactEvent[]);
    if (Contact.isOver?.(contact) !== true) record(wishes[name]!(contact), index + 1);
  });
  return recorded;
}
const afterHours = (hours: number): Date => new Date(start + hours * 3_600_000 + 1);
const history = fc.array(fc.constantFrom(...Object.keys(wishes).filter((name) => name !== 'erased')), {
  maxLength: 12,
});

describe('consent as it was', () => {
  it('is at any moment what the contact itself was then, whatever came later', () => {
    fc.assert(
      fc.property(history, fc.nat(14), (names, hours) => {
        const all = lived(names);
        const then = fold(Contact, lived(names.slice(0, hours)) as readonly ContactEvent[]);
        const { text, email } = consentAsOf(all, afterHours(hours));
        expect(text.state).toBe(then.status === 'subscribed' || then.status === 'optedOut' ? then.status : 'unknown');
        const emails = then.status === 'none' || then.status === 'erased' ? null : then.emails;
        expect(email.state).toBe(
          emails === null ? 'unknown'
          : emails === 'subscribed' ? 'subscribed'
          : 'optedOut',
        );
      }),
    );
  });

  it('is proved by a line that says the same, from the moment since which it is so', () => {
    fc.assert(
      fc.property(history, fc.nat(14), (names, hours) => {
        const { text, email, lines } = consentAsOf(lived(names), afterHours(hours));
        for (const { state, since, proof: line } of [text, email]) {
          if (state === 'unknown') continue;
          expect(line?.kind).toBe(state === 'subscribed' ? 'optedIn' : 'optedOut');
          expect(line?.at).toBe(since);
          expect(lines).toContainEqual(line);
        }
        for (const { at } of lines) expect(Date.parse(at)).toBeLessThanOrEqual(afterHours(hours).getTime());
      }),
    );
  });

  it('outlives the person: after the erasure it is as it was before it', () => {
    fc.assert(
      fc.property(history, (names) => {
        const before = consentAsOf(lived(names), afterHours(99));
        expect(consentAsOf(lived([...names, 'erased']), afterHours(99))).toEqual(before);
      }),
    );
  });

  it('says the words, the page and the box, and why somebody did it by hand', () => {
    const { text, email } = consentAsOf(lived(['mails', 'keyword', 'byHand']), afterHours(9));
    expect(text).toMatchObject({
      state: 'optedOut',
      proof: { how: 'screen', reason: 'Asked by phone', words: null, actor: person },
    });
    expect(email).toMatchObject({
      state: 'subscribed',
      proof: { words: 'I agree to texts.', pageVersion: 'page@3#abc', box: true, ipAddress: '203.0.113.7' },
    });
  });
});
