import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../domain/kernel/decider.ts';
import { type MessageEvent, MessageDeferred, MessageQueued, MessageReceived } from '../../../domain/messages/events.ts';
import type { CarrierStatus } from '../../../domain/messages/fields.ts';
import { isOutgoing, Message, rank } from '../../../domain/messages/message.ts';
import { queue, type Queue } from '../../../domain/messages/queue.ts';
import { receive } from '../../../domain/messages/receive.ts';
import {
  hold,
  recordAccepted,
  recordCarrierStatus,
  recordFailed,
  recordUnknown,
  suppress,
} from '../../../domain/messages/record.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId, messageId, number, phone } from './fixtures.ts';

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
  it('keeps the country of the other side where it is not that of our own number', () => {
    const abroad = '+442079460018' as typeof phone;
    given(Message)
      .when((message) => queue({ ...ask, to: abroad }, message))
      .then([{ type: 'MessageQueued', data: expect.objectContaining({ country: 'GB' }) }]);
    given(Message)
      .when((message) => receive({ routed: { ...received, from: abroad } }, message))
      .then([{ type: 'MessageReceived', data: expect.objectContaining({ country: 'GB' }) }]);
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
      .then([MessageDeferred.create({ ...ids, ...held })]);
    expect(hold(held, after)).toEqual([]);
    expect(
      hold(held, fold(Message, recordAccepted({ provider: 'twilio', providerMessageId: 'SM9' }, after), after)),
    ).toEqual([]);
    expect(recordFailed({ errorCode: 21211, reason: 'no' }, after)).toHaveLength(1);
  });
});
