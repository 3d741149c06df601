import { describe, expect, it } from 'vitest';
import type { ExistingBroadcast } from '../../../../domain/broadcasts/broadcast.ts';
import { messageIdOf } from '../../../../domain/broadcasts/recipient.ts';
import type { Contact } from '../../../../domain/contacts/contact.ts';
import {
  type LegibleEmail,
  emailDelivery,
  emailFor,
  type EmailWords,
  recipientEmail,
} from '../../../../domain/delivery/channels/email.ts';
import { type OwnWords, recipientText, textDelivery, textFor } from '../../../../domain/delivery/channels/text.ts';
import { withinBroadcast } from '../../../../domain/delivery/recipient.ts';
import { emailVerdict, textVerdict } from '../../../../domain/delivery/verdict.ts';
import type { ContactEmail } from '../../../../domain/emails/contact-email.ts';
import type { Message } from '../../../../domain/messages/message.ts';
import { maxTextLength } from '../../../../domain/sms/values.ts';
import { businessId, contactId, number, phone } from '../fixtures.ts';
import { ann, broadcastId, email, night, noon, running, sender, versionId } from './situations.ts';

const id = messageIdOf(businessId, broadcastId, contactId);
const recipient = { contactId, variant: 0 };
const nobody: Contact = { status: 'none' };
const unnamed = { ...ann, phone: null };
const erased = { ...unnamed, status: 'erased' as const, identities: [], completed: true, mergedInto: null };

describe('the text to a recipient of a broadcast', () => {
  const broadcast = running('text');
  const saying = (body: string, media: { url: string; contentType: string | null }[] = []) => ({
    ...broadcast,
    setup: { ...broadcast.setup, contents: [{ kind: 'text' as const, body, media }] },
  });
  const words: OwnWords = {
    custom: [],
    base: 'https://go.test',
    codeOf: (link) => `code${link}`,
    keyword: null,
    coupon: null,
  };
  const text = textFor(saying('Hi {{first_name|you}}'), recipient, ann, sender, words)!;
  const look = (
    body: string,
    {
      message = { status: 'none' } as Message,
      contact = ann as Contact,
      now = noon,
      of = saying(body) as ExistingBroadcast,
    } = {},
  ) => {
    const filled = textFor(of, recipient, contact, sender, words);
    const { queued, delivery } = recipientText(id, message, filled, contact);
    const verdict = textVerdict({ delivery, contact, sender, now, blacklisted: false, broadcast: of });
    return { verdict: withinBroadcast(verdict, of.run?.expiresAt), queued };
  };
  const waiting: Message = { status: 'queued', message: text, providerMessageId: null };

  it('is filled in for this contact, and measured', () => {
    expect(text).toMatchObject({ messageId: id, from: number, to: phone, body: 'Hi you', segments: 1, variant: 0 });
    expect(look('Hi {{first_name|you}}')).toEqual({ verdict: { kind: 'send' }, queued: text });
  });
  it('is once more what was said, whatever the broadcast says now', () => {
    expect(look('Something else', { message: waiting })).toEqual({ verdict: { kind: 'send' }, queued: text });
  });
  it('has short links of its own, before anything that a contact is called', () => {
    const links = [{ variant: 0, url: 'https://shop.test/menu', number: 7 }];
    const of = { ...saying('{{first_name}} https://shop.test/menu'), run: { ...broadcast.run!, links } };
    const named = { ...ann, firstName: 'https://shop.test/menu' };
    expect(textFor(of, recipient, named, sender, words)!.body).toBe('https://shop.test/menu https://go.test/l/code7');
  });
  it.each([
    ['its words are blank', ' {{first_name}} ', ann],
    ['it names a coupon that the contact can’t be given', '{{coupon_code}}', ann],
    ['it is too long once filled in', 'x'.repeat(maxTextLength + 1), ann],
  ])('is not sent where %s', (_, body, contact) => {
    expect(look(body, { contact }).verdict).toEqual({ kind: 'suppress', reason: 'missing-value' });
  });
  it.each([
    ['there is no contact', nobody],
    ['the contact has no number', unnamed],
    ['the contact is erased', erased],
  ])('is blocked where %s', (_, contact) => {
    expect(look('Hi', { contact }).verdict).toEqual({ kind: 'suppress', reason: 'blocked' });
    const gone: Message = { ...waiting, message: { ...text, to: null, body: null, media: null } };
    expect(look('Hi', { contact, message: gone }).verdict).toEqual({ kind: 'suppress', reason: 'blocked' });
  });
  it('ends with its broadcast; where it was queued, that is said', () => {
    const expired = { ...broadcast, run: { ...broadcast.run!, expiresAt: noon.toISOString() } };
    for (const [of, why] of [
      [{ ...broadcast, status: 'stopped' }, 'stopped'],
      [{ ...broadcast, status: 'completed' }, 'expired'],
      [expired, 'expired'],
      [{ ...expired, status: 'paused' }, 'expired'],
      [{ ...broadcast, run: null }, 'expired'],
    ] as const) {
      expect(look('Hi', { of }).verdict).toEqual({ kind: 'over', why });
      expect(look('Hi', { of, message: waiting }).verdict).toEqual({ kind: 'suppress', reason: why });
    }
  });
  it('waits for the morning, and no longer than its broadcast lasts', () => {
    const held = { kind: 'hold', reason: 'quiet-hours', recorded: false };
    expect(look('Hi', { now: night }).verdict).toEqual({ ...held, until: '2026-11-21T13:00:00.000Z' });
    const expiresAt = '2026-11-21T06:00:00.000Z';
    const of = { ...saying('Hi'), run: { ...broadcast.run!, expiresAt } };
    expect(look('Hi', { now: night, of }).verdict).toEqual({ ...held, until: expiresAt });
  });
  it('is seen by the rules as it was queued, and once it is held as it waits', () => {
    const seen = {
      channel: 'text',
      id,
      purpose: 'broadcast',
      campaignId: null,
      stage: 'waiting',
      to: phone,
      unfilled: false,
      from: number,
      held: null,
      notBefore: null,
    };
    expect(textDelivery({ status: 'queued', message: text, providerMessageId: null })).toEqual(seen);
    const wait = { reason: 'retry' as const, until: night.toISOString() };
    const held = { status: 'held' as const, ...wait, message: text, providerMessageId: null };
    expect(textDelivery(held)).toEqual({ ...seen, held: wait });
    expect(look('Hi', { message: held }).verdict).toMatchObject({ kind: 'hold', ...wait });
    expect(textDelivery({ ...held, message: { ...text, body: null } }).to).toBeNull();
    for (const status of ['unknown', 'accepted', 'sent', 'delivered'] as const)
      expect(textDelivery({ status, message: text, providerMessageId: null }).stage).toBe('ended');
  });
  it.each(['unknown', 'accepted', 'sent', 'delivered'] as const)('is never sent again once it is %s', (status) => {
    expect(look('Hi', { message: { ...waiting, status } as Message }).verdict).toEqual({ kind: 'done' });
  });
  it('is never sent once it was withheld', () => {
    const message: Message = { status: 'withheld', reason: 'blocked' };
    expect(look('Hi', { message }).verdict).toEqual({ kind: 'done' });
  });
});

describe('the email to a recipient of a broadcast', () => {
  const broadcast = running('email');
  const version = {
    status: 'made' as const,
    versionId,
    businessId,
    subject: ['Hi ', { field: 'first_name', fallback: 'you' }],
    html: ['<p>Hi</p>'],
    text: ['Hi'],
  };
  const words: EmailWords = { version, fields: ['first_name'], custom: [], keyword: null, coupon: null };
  const said: LegibleEmail = emailFor(broadcast, recipient, ann, sender, words)!;
  const waiting: ContactEmail = { status: 'queued', mail: said };
  const look = ({
    mail = { status: 'none' } as ContactEmail,
    contact = ann as Contact,
    made = words as EmailWords | null,
    of = broadcast,
  } = {}) => {
    const filled = emailFor(of, recipient, contact, sender, made);
    const { queued, delivery } = recipientEmail(id, mail, filled, contact);
    return {
      verdict: emailVerdict({ delivery, contact, sender, now: noon, blacklisted: false, broadcast: of }),
      queued,
    };
  };

  it('has its version and what is said of the contact', () => {
    expect(said).toMatchObject({ mailId: id, to: email, subject: 'Hi you', purpose: 'broadcast', broadcastId });
    expect(said.content).toEqual({ versionId, values: {} });
    expect(look()).toEqual({ verdict: { kind: 'send' }, queued: said });
  });
  it('is once more what was said, whatever the email is now', () => {
    expect(look({ mail: waiting, made: null })).toEqual({ verdict: { kind: 'send' }, queued: said });
  });
  it('is seen by the rules as it was queued', () => {
    const seen = { channel: 'mail', id, purpose: 'broadcast', campaignId: null, stage: 'waiting', to: email };
    expect(emailDelivery({ status: 'queued', mail: said })).toEqual({ ...seen, unfilled: false });
  });
  it.each([
    ['there is no version', null],
    ['its subject is empty', { ...words, version: { ...version, subject: [{ field: 'first_name', fallback: '' }] } }],
    ['it names a coupon that the contact can’t be given', { ...words, fields: ['coupon_code'] }],
  ])('is not sent where %s', (_, made) => {
    expect(look({ made }).verdict).toEqual({ kind: 'suppress', reason: 'missing-value' });
  });
  it('is blocked where there is no contact any more, or what was said is erased', () => {
    const blocked = { kind: 'suppress', reason: 'blocked' };
    expect(look({ contact: nobody }).verdict).toEqual(blocked);
    expect(look({ contact: erased }).verdict).toEqual(blocked);
    expect(look({ mail: { status: 'queued', mail: { ...said, to: null } } }).verdict).toEqual(blocked);
    expect(look({ mail: { status: 'queued', mail: { ...said, subject: null } } }).verdict).toEqual(blocked);
  });
  it('says so where the contact has no address', () => {
    const contact = { ...ann, details: { ...ann.details, email: null } };
    expect(look({ contact }).verdict).toEqual({ kind: 'suppress', reason: 'no-address' });
    // It was queued to the one that they had.
    expect(look({ contact, mail: waiting }).verdict).toEqual({ kind: 'send' });
  });
  it('ends with its broadcast; where it was queued, that is said', () => {
    const of = { ...broadcast, status: 'stopped' as const };
    expect(look({ of }).verdict).toEqual({ kind: 'over', why: 'stopped' });
    expect(look({ of, mail: waiting }).verdict).toEqual({ kind: 'suppress', reason: 'stopped' });
  });
  it.each(['unknown', 'suppressed', 'failed', 'accepted', 'delivered', 'bounced', 'complained'] as const)(
    'is never sent again once it is %s',
    (status) => {
      expect(look({ mail: { status, mail: said } }).verdict).toEqual({ kind: 'done' });
      expect(emailDelivery({ status, mail: said }).stage).toBe('ended');
    },
  );
  it('is never sent once it was withheld', () => {
    expect(look({ mail: { status: 'withheld', reason: 'blocked' } }).verdict).toEqual({ kind: 'done' });
  });
});
