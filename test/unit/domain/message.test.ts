import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agency } from '../../../domain/agency/agency.ts';
import { AgencyArchived, AgencyCreated } from '../../../domain/agency/events.ts';
import { Business } from '../../../domain/business/business.ts';
import {
  BusinessArchived,
  BusinessCreated,
  BusinessDeactivated,
  BusinessNumberAssigned,
  BusinessRestored,
} from '../../../domain/business/events.ts';
import { Contact } from '../../../domain/contact/contact.ts';
import {
  ContactDetailsGiven,
  ContactDiscovered,
  ContactKeptSubscribed,
  ContactMarkedUnreachable,
  ContactOptOutSuspected,
  ContactOptedIn,
  ContactOptedOut,
} from '../../../domain/contact/events.ts';
import { Conversation } from '../../../domain/conversation/conversation.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { verdict } from '../../../domain/message/decide-send.ts';
import {
  type MessageEvent,
  MessageHeld,
  MessagePurpose,
  MessageQueued,
  MessageReceived,
} from '../../../domain/message/events.ts';
import type { CarrierStatus } from '../../../domain/message/fields.ts';
import { isOutgoing, Message, rank } from '../../../domain/message/message.ts';
import { queue, type Queue } from '../../../domain/message/queue.ts';
import { receive } from '../../../domain/message/receive.ts';
import {
  hold,
  recordAccepted,
  recordCarrierStatus,
  recordFailed,
  recordUnknown,
  suppress,
} from '../../../domain/message/record.ts';
import { given } from '../../support/given.ts';
import {
  agencyId,
  businessId,
  campaignId,
  contactId,
  messageId,
  number,
  otherNumber,
  phone,
  pizza,
  proof,
} from './fixtures.ts';

const ids = { messageId, businessId, contactId };
const ask: Queue = { ...ids, from: number, to: phone, body: 'Hello', media: [], purpose: 'livechat', notBefore: null };
const queued = MessageQueued.create({ ...ask, media: [], segments: 1, encoding: 'GSM-7' });
const received = {
  ...ids,
  from: phone,
  to: number,
  body: 'PIZZA',
  media: [],
  provider: 'twilio',
  providerMessageId: 'SM1',
  receivedAt: '2026-11-20T12:00:00.000Z',
};
const callback = (status: CarrierStatus, errorCode: number | null = null) => ({
  provider: 'twilio',
  providerMessageId: 'SM9',
  status,
  errorCode,
});
const statuses: readonly CarrierStatus[] = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'];

describe('a message', () => {
  it('received twice is received once', () => {
    given(Message)
      .when((message) => receive({ routed: received }, message))
      .then([{ type: 'MessageReceived', data: { ...received, segments: 1, pictures: 0 } }]);
    given(Message, [MessageReceived.create(received)])
      .when((message) => receive({ routed: received }, message))
      .thenNothing();
  });
  it('queued twice is queued once, with its segments counted', () => {
    given(Message)
      .when((message) => queue(ask, message))
      .then([queued]);
    given(Message)
      .when((message) => queue({ ...ask, body: '😀'.repeat(36) }, message))
      .then([{ type: 'MessageQueued', data: expect.objectContaining({ segments: 2, encoding: 'UCS-2' }) }]);
    given(Message, [queued])
      .when((message) => queue(ask, message))
      .thenNothing();
  });
  it('must say something, and not too much', () => {
    given(Message)
      .when((message) => queue({ ...ask, body: ' ' }, message))
      .thenRefused('validation_failed', /Write something/);
    given(Message)
      .when((message) => queue({ ...ask, body: 'x'.repeat(1601) }, message))
      .thenRefused('message_too_long', /1,600 .* 1,601/);
    given(Message)
      .when((message) =>
        queue({ ...ask, body: '', media: [{ url: 'https://x.test/a.png', contentType: null }] }, message),
      )
      .then([{ type: 'MessageQueued' }]);
  });
  it.each([
    [[], 'queued', ['MessageAccepted']],
    [[], 'delivered', ['MessageDelivered']],
    [['sent'], 'sending', []],
    [['delivered'], 'sent', []],
    [['delivered'], 'failed', []],
    [['sent'], 'undelivered', ['MessageFailed']],
    [['failed'], 'sent', []],
    [['failed'], 'delivered', ['MessageDelivered']],
  ] as [CarrierStatus[], CarrierStatus, string[]][])('after %j, “%s” gives %j', (before, status, types) => {
    const history = before.reduce<MessageEvent[]>(
      (events, next) => [...events, ...recordCarrierStatus(callback(next), fold(Message, events))],
      [queued],
    );
    given(Message, history)
      .when((message) => recordCarrierStatus(callback(status), message))
      .then(types.map((type) => ({ type })));
  });
  it('law: any order and repetition of the callbacks ends in the same state and never goes back', () => {
    fc.assert(
      fc.property(
        fc.subarray([...statuses], { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (set, repeats, order) => {
          const calls = [...set, ...repeats.map((index) => set[index % set.length]!)]
            .map((status) => ({ status, key: order.next().value as number }))
            .sort((a, b) => a.key - b.key);
          const play = (sequence: readonly CarrierStatus[]) => {
            let message = fold(Message, [queued as MessageEvent]);
            for (const status of sequence) {
              const next = fold(Message, recordCarrierStatus(callback(status, 30003), message), message);
              if (isOutgoing(message) && isOutgoing(next))
                expect(rank[next.status]).toBeGreaterThanOrEqual(rank[message.status]);
              message = next;
            }
            return message.status;
          };
          expect(play(calls.map(({ status }) => status))).toBe(play(set));
        },
      ),
    );
  });
  it('an unknown outcome gives way to anything the carrier says, and never hides it', () => {
    const after = given(Message, [queued])
      .when((message) => recordUnknown({ detail: 'timed out' }, message))
      .then([{ type: 'MessageOutcomeUnknown' }]);
    expect(recordAccepted({ provider: 'twilio', providerMessageId: 'SM9' }, after)).toHaveLength(1);
    expect(
      recordUnknown(
        { detail: 'again' },
        fold(Message, recordAccepted({ provider: 'twilio', providerMessageId: 'SM9' }, after), after),
      ),
    ).toEqual([]);
    expect(suppress({ reason: 'opted-out' }, after)).toEqual([]);
  });
  it('waits once per reason and time, and nothing that the carrier has can wait', () => {
    const held = { reason: 'retry' as const, until: '2026-11-20T12:05:00.000Z', errorCode: null };
    const after = given(Message, [queued])
      .when((message) => hold(held, message))
      .then([MessageHeld.create({ ...ids, ...held })]);
    expect(hold(held, after)).toEqual([]);
    expect(
      hold(held, fold(Message, recordAccepted({ provider: 'twilio', providerMessageId: 'SM9' }, after), after)),
    ).toEqual([]);
    expect(recordFailed({ errorCode: 21211, reason: 'no' }, after)).toHaveLength(1);
  });
});

describe('the last look before sending', () => {
  const noon = new Date('2026-11-20T17:00:00Z'); // a Friday, noon in New York
  const night = new Date('2026-11-21T04:00:00Z'); // 23:00 there
  const business = fold(Business, [
    BusinessCreated.create({
      businessId,
      agencyId,
      name: "Bella's",
      uniqueId: 'bellas',
      currency: 'USD',
      timezone: 'America/Los_Angeles',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    }),
    BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false }),
  ]);
  const person = { contactId, businessId };
  const discovered = ContactDiscovered.create({ ...person, phone, via: 'inbound-message' });
  const wroteTo = ContactDiscovered.create({ ...person, phone, via: 'livechat' });
  const optedIn = ContactOptedIn.create({
    ...person,
    phone,
    keyword: pizza,
    campaignId,
    source: 'keyword',
    consent: proof,
    ipAddress: null,
  });
  const optedOut = ContactOptedOut.create({ ...person, via: 'message', words: 'STOP', providerMessageId: 'SM2' });
  const here = AgencyCreated.create({ agencyId, name: 'Northwind', email: 'agency@demo.test' });
  const look = (
    purpose: MessagePurpose,
    events: Parameters<typeof fold<Contact, typeof discovered | typeof optedIn | typeof optedOut>>[1],
    now = noon,
    more: readonly MessageEvent[] = [],
    shop: Business = business,
    agency: Agency = fold(Agency, [here]),
  ) => {
    const message = fold(Message, [
      MessageQueued.create({ ...ask, media: [], purpose, segments: 1, encoding: 'GSM-7' }),
      ...more,
    ]);
    return isOutgoing(message) ?
        verdict(message, fold(Contact, events), { business: shop, agency }, Conversation.initial, now, false)
      : null;
  };

  it.each(MessagePurpose.options)(
    'to whom has opted out, a %s goes only if it confirms that or answers HELP',
    (purpose) => {
      expect(look(purpose, [discovered, optedIn, optedOut])).toEqual(
        purpose === 'opt-out-confirmation' || purpose === 'help' ?
          { kind: 'send' }
        : { kind: 'suppress', reason: 'opted-out' },
      );
    },
  );
  it('broadcasts and automations need a consent', () => {
    expect(look('broadcast', [discovered])).toEqual({ kind: 'suppress', reason: 'no-consent' });
    expect(look('automation', [discovered, optedIn])).toEqual({ kind: 'send' });
    expect(look('livechat', [discovered])).toEqual({ kind: 'send' });
  });
  it.each(MessagePurpose.options)(
    'to whom wrote what looks like an opt-out, a %s goes unless it is marketing, until someone has looked',
    (purpose) => {
      const suspected = ContactOptOutSuspected.create({ ...person, messageId, isBareNo: false }) as never;
      const kept = ContactKeptSubscribed.create({ ...person, messageId, via: 'screen' }) as never;
      const isMarketing = ['broadcast', 'automation', 'coupon-reminder', 'reward-unlocked'].includes(purpose);
      expect(look(purpose, [discovered, optedIn, suspected])).toEqual(
        isMarketing ? { kind: 'suppress', reason: 'looks-opted-out' } : { kind: 'send' },
      );
      expect(look(purpose, [discovered, optedIn, suspected, kept])).toEqual({ kind: 'send' });
    },
  );
  it('at night a broadcast waits for the morning where the contact is; an answer does not', () => {
    expect(look('broadcast', [discovered, optedIn], night)).toEqual({
      kind: 'hold',
      reason: 'quiet-hours',
      until: '2026-11-21T13:00:00.000Z',
      recorded: false,
    });
    expect(look('keyword-reply', [discovered, optedIn], night)).toEqual({ kind: 'send' });
    expect(look('livechat', [discovered], night)).toEqual({ kind: 'send' });
    expect(look('livechat', [wroteTo], night)).toMatchObject({ kind: 'hold', reason: 'quiet-hours' });
  });
  it('at night where the contact says that they live a broadcast waits, too', () => {
    const lives = ContactDetailsGiven.create({ ...person, zip: '94110' }) as never;
    const nine = new Date('2026-11-20T14:00:00Z');
    expect(look('broadcast', [discovered, optedIn], nine)).toEqual({ kind: 'send' });
    expect(look('broadcast', [discovered, optedIn, lives], nine)).toMatchObject({
      kind: 'hold',
      reason: 'quiet-hours',
      until: '2026-11-20T16:00:00.000Z',
    });
    expect(look('keyword-reply', [discovered, optedIn, lives], nine)).toEqual({ kind: 'send' });
  });
  it('an unreachable number gets nothing, unless the person writes with us', () => {
    const unreachable = ContactMarkedUnreachable.create({ ...person, errorCode: 30005 });
    expect(look('broadcast', [discovered, optedIn, unreachable as never])).toEqual({
      kind: 'suppress',
      reason: 'unreachable',
    });
    expect(look('help', [discovered, unreachable as never])).toEqual({ kind: 'send' });
  });
  it.each(MessagePurpose.options)(
    'an archived or inactive business, or one of an archived agency, sends nothing: no %s either',
    (purpose) => {
      const events = [discovered, optedIn];
      const refused = { kind: 'suppress', reason: 'inactive-business' };
      expect(look(purpose, events)).toEqual({ kind: 'send' });
      expect(
        look(purpose, events, noon, [], fold(Business, [BusinessArchived.create({ businessId })], business)),
      ).toEqual(refused);
      expect(
        look(purpose, events, noon, [], fold(Business, [BusinessDeactivated.create({ businessId })], business)),
      ).toEqual(refused);
      expect(
        look(purpose, events, noon, [], business, fold(Agency, [here, AgencyArchived.create({ agencyId })])),
      ).toEqual(refused);
      expect(
        look(
          purpose,
          events,
          noon,
          [],
          fold(Business, [BusinessArchived.create({ businessId }), BusinessRestored.create({ businessId })], business),
        ),
      ).toEqual({ kind: 'send' });
      expect(look(purpose, events, noon, [], business, Agency.initial)).toEqual({ kind: 'send' });
    },
  );
  it('the sender must still be the business’s number', () => {
    if (business.status !== 'active') throw new Error('no business');
    expect(look('livechat', [discovered], noon, [], { ...business, number: otherNumber })).toEqual({
      kind: 'suppress',
      reason: 'sender-blocked',
    });
    expect(look('livechat', [discovered], noon, [], { status: 'none' })).toEqual({
      kind: 'suppress',
      reason: 'inactive-business',
    });
  });
  it('what waits for another try waits until then; what the carrier has is done; an unknown outcome is never sent again', () => {
    const until = '2026-11-20T17:05:00.000Z';
    const held = MessageHeld.create({ ...ids, reason: 'retry', until, errorCode: null });
    expect(look('livechat', [discovered], noon, [held])).toEqual({
      kind: 'hold',
      reason: 'retry',
      until,
      recorded: true,
    });
    expect(look('livechat', [discovered], new Date(until), [held])).toEqual({ kind: 'send' });
    for (const next of [
      recordAccepted({ provider: 'twilio', providerMessageId: 'SM9' }, fold(Message, [queued as MessageEvent])),
      recordUnknown({ detail: 'x' }, fold(Message, [queued as MessageEvent])),
    ]) {
      expect(look('livechat', [discovered], noon, next)).toEqual({ kind: 'done' });
    }
  });
});
