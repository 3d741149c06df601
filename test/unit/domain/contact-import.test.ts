import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../domain/automations/runs/facts.ts';
import { triggerEventsOf } from '../../../domain/automations/trigger-events/trigger-events.ts';
import { spelledOut } from '../../../domain/contacts/agreed.ts';
import { consentAsOf, type RecordedContact } from '../../../domain/contacts/consent.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { noSuppression } from '../../../domain/contacts/erase.ts';
import { ContactDiscovered, type ContactEvent, ContactTopicsChanged } from '../../../domain/contacts/events.ts';
import {
  changedValues,
  type ImportContact,
  importContact,
  outcomeOf,
  undoImport,
} from '../../../domain/uploads/import-contact.ts';
import { optIn } from '../../../domain/contacts/opt-in.ts';
import { optOut } from '../../../domain/contacts/opt-out.ts';
import { unsubscribeFromEmail } from '../../../domain/contacts/unsubscribe.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { CampaignId, UploadId } from '../../../domain/kernel/ids.ts';
import { Keyword } from '../../../domain/sms/values.ts';
import { businessId, campaignId, contactId, phone, pizza, proof } from './fixtures.ts';

const ids = { contactId, businessId };
const uploadId = UploadId.parse('00000000-0000-4000-8000-0000000000a1');
const other = { campaignId: CampaignId.parse('00000000-0000-4000-8000-0000000000c2'), keyword: Keyword.parse('SALAD') };
const campaigns = [{ campaignId, keyword: pizza }, other];
const email = 'ada@example.com';
const row = (over: Partial<ImportContact> = {}): ImportContact => ({
  ...ids,
  uploadId,
  row: 7,
  campaigns,
  consent: { texts: true, emails: true },
  kept: noSuppression,
  person: {
    phone,
    email,
    lastName: null,
    custom: {},
    tags: ['guest'],
    agreed: { texts: null, emails: null },
    firstName: { value: 'Ada', policy: 'overwrite' },
    details: { email: { value: email, policy: 'overwrite' } },
  },
  ...over,
});
const none: Contact = { status: 'none' };
const types = (events: readonly ContactEvent[]): string[] => events.flatMap(spelledOut).map(({ type }) => type);
const known = fold(Contact, [ContactDiscovered.create({ ...ids, phone, email, via: 'manual' }) as ContactEvent]);
const after = (contact: Contact, events: readonly ContactEvent[]): Contact => fold(Contact, events, contact);

describe('a row of a file', () => {
  it('is one event of the contact, whatever they have agreed to', () => {
    const events = importContact(row(), none);
    expect(events.map(({ type }) => type)).toEqual(['ContactImported']);
    expect(types(events)).toEqual([
      'ContactImported',
      ...['ContactOptedIn', 'ContactOptedIn', 'ContactSubscribedToEmail'],
    ]);
    expect(outcomeOf(row(), none, events)).toEqual({
      kind: 'created',
      keptOut: false,
      texts: true,
      emails: true,
      optedOut: false,
    });
  });

  it('says what it changes of somebody who is there, from what to what', () => {
    const before = after(known, importContact(row(), known));
    const person = {
      ...row().person,
      firstName: { value: 'Ida', policy: 'overwrite' as const },
      lastName: { value: 'Lee', policy: 'fill' as const },
      tags: ['guest', 'vip'],
    };
    const events = importContact(row({ person }), before);
    expect(changedValues(before, events)).toEqual([
      { field: 'first_name', from: 'Ada', to: 'Ida' },
      { field: 'last_name', from: '', to: 'Lee' },
      { field: 'tags', from: 'guest', to: 'guest, vip' },
    ]);
    const filled = { ...person, firstName: { value: 'Ida', policy: 'fill' as const }, lastName: null, tags: ['guest'] };
    expect(changedValues(before, importContact(row({ person: filled }), before))).toEqual([]);
    expect(changedValues(none, importContact(row(), none))).toEqual([]);
  });

  it('decides over each channel by what it says of that one', () => {
    const person = { ...row().person, agreed: { texts: false, emails: null } };
    expect(types(importContact(row({ person }), none))).toEqual(['ContactImported', 'ContactSubscribedToEmail']);
    const other_ = { ...row().person, agreed: { texts: null, emails: false } };
    expect(types(importContact(row({ person: other_ }), none))).toEqual([
      ...['ContactImported', 'ContactOptedIn', 'ContactOptedIn'],
    ]);
  });

  it('comes to the contact that events of their own would come to', () => {
    const events = importContact(row(), none);
    const apart = events.flatMap(spelledOut).map((event) => {
      if (event.type !== 'ContactImported') return event;
      const { agreed: _, ...data } = event.data;
      return { ...event, data } as ContactEvent;
    });
    expect(apart).toHaveLength(4);
    expect(after(none, events)).toEqual(after(none, apart));
    expect(after(none, events)).toMatchObject({
      status: 'subscribed',
      phone,
      emails: 'subscribed',
      firstName: 'Ada',
      tags: ['guest'],
      campaigns: new Set([campaignId, other.campaignId]),
      keywords: new Set([pizza, other.keyword]),
    });
  });

  it('says nothing twice', () => {
    const once = after(none, importContact(row(), none));
    expect(importContact(row(), once)).toEqual([]);
  });

  it('tells of consent alone where that is all its news', () => {
    const bare = { ...row().person, firstName: null, tags: [] };
    const events = importContact(row({ person: bare, campaigns: [] }), known);
    expect(events).toHaveLength(1);
    expect(events[0]!.data).toEqual({
      ...ids,
      uploadId,
      row: 7,
      phone,
      email,
      agreed: { texts: [{ campaignId: null, keyword: null }], emails: true },
    });
    expect(after(known, events)).toMatchObject({ status: 'subscribed', emails: 'subscribed' });
  });

  it('loosens nothing', () => {
    const out = after(known, [
      ...optOut({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM1' }, known),
      ...unsubscribeFromEmail({ via: 'one-click', mailId: null }, known),
    ]);
    const events = importContact(row(), out);
    expect(types(events)).toEqual(['ContactImported']);
    expect(after(out, events)).toMatchObject({ status: 'optedOut', emails: 'unsubscribed', joined: new Set() });
    expect(outcomeOf(row(), out, events)).toMatchObject({ keptOut: true, texts: false, emails: false });

    const no = importContact(row({ person: { ...row().person, agreed: { texts: false, emails: false } } }), none);
    expect(types(no)).toEqual(['ContactImported']);
    expect(after(none, no)).toMatchObject({ status: 'unknown', emails: null });

    const muted = after(known, [
      ContactTopicsChanged.create({ ...ids, mailId: null, muted: [campaignId] }) as ContactEvent,
    ]);
    expect(after(muted, importContact(row(), muted))).toMatchObject({
      campaigns: new Set([other.campaignId]),
      preferences: { muted: new Set([campaignId]) },
    });
  });

  it('keeps what somebody had said who was erased', () => {
    const events = importContact(row({ kept: { texts: true, emails: true } }), none);
    expect(types(events)).toEqual(['ContactImported', 'ContactSuppressionKept']);
    expect(after(none, events)).toMatchObject({ status: 'optedOut', emails: 'unsubscribed' });
  });

  it('proves each consent by the attestation of its file', () => {
    const recorded = importContact(row(), none).map((event, at) => ({
      ...event,
      id: `00000000-0000-4000-8000-00000000000${at}`,
      metadata: { actor: { kind: 'system', name: 'test' }, occurredAt: '2026-11-22T10:00:00.000Z' },
    })) as unknown as readonly RecordedContact[];
    const { text, email: emails, lines } = consentAsOf(recorded, new Date('2026-11-23T00:00:00Z'));
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
    expect(lines.map(({ channel, kind, how, keyword }) => [channel, kind, how, keyword])).toEqual([
      ['text', 'optedIn', 'import', pizza],
      ['text', 'optedIn', 'import', other.keyword],
      ['email', 'optedIn', 'import', null],
    ]);
    expect(lines.every(({ words }) => words === `Attested for import ${uploadId}.`)).toBe(true);
    for (const state of [text, emails])
      expect(state).toMatchObject({ state: 'subscribed', since: '2026-11-22T10:00:00.000Z' });
    expect(consentAsOf(recorded, new Date('2026-11-22T09:59:59Z')).text.state).toBe('unknown');
  });

  it('tells automations of the consents in it', () => {
    const [event] = importContact(row(), none);
    const recorded = { ...event!, revision: 0, metadata: { occurredAt: '2026-11-22T10:00:00.000Z' } };
    expect(triggerEventsOf(recorded).map(({ kind, detail }) => [kind, detail['keyword']])).toEqual([
      ['contact-imported', undefined],
      ['opted-in', pizza],
      ['opted-in', other.keyword],
    ]);
    expect(factsOf([recorded])).toMatchObject({
      status: 'subscribed',
      keywords: [pizza, other.keyword],
      campaigns: [campaignId, other.campaignId],
      optedIn: '2026-11-22T10:00:00.000Z',
    });
  });

  it('reads as nobody once its person was erased', () => {
    const [event] = importContact(row(), none);
    const { firstName: _, ...data } = event!.data as Record<string, unknown>;
    const erased = { ...event!, data: { ...data, phone: null, email: null, tags: null } } as unknown as ContactEvent;
    expect(
      spelledOut(erased).map(({ data: { phone: number } }: { data: object & { phone?: unknown } }) => number),
    ).toEqual([null, null, null, undefined]);
  });

  it('is undone as a whole, and what they have said since stays', () => {
    const events = importContact(row(), known);
    const imported = after(known, events);
    const before = [ContactDiscovered.create({ ...ids, phone, email, via: 'manual' }) as ContactEvent];
    const undone = undoImport({ ...ids, uploadId, stays: false }, imported, [...before, ...events]);
    expect(after(imported, undone)).toMatchObject({
      status: 'unknown',
      emails: null,
      firstName: null,
      joined: new Set(),
    });

    const start = optIn({ ...ids, phone, campaign: null, source: 'start', consent: proof, ipAddress: null }, known);
    const stop = optOut({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM1' }, imported);
    for (const since of [start, stop]) {
      const all = [...before, ...events, ...since];
      const left = undoImport({ ...ids, uploadId, stays: false }, fold(Contact, all), all);
      const { status } = fold(Contact, [...all, ...left]);
      expect(status).toBe(since === stop ? 'optedOut' : 'subscribed');
    }
  });
});
