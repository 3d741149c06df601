import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  BroadcastAudienceFrozen,
  BroadcastCompleted,
  BroadcastDrafted,
  BroadcastScheduled,
  BroadcastStarted,
  BroadcastStopped,
} from '../../../domain/broadcasts/events.ts';
import { emptySetup } from '../../../domain/broadcasts/fields.ts';
import { recipientMoments } from '../../../domain/broadcasts/list.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { ContactNameChanged, ContactOptedOut } from '../../../domain/contacts/events.ts';
import { CouponRedeemed, CouponRedemptionUndone } from '../../../domain/coupons/events.ts';
import type { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import {
  MessageDelivered,
  MessageFailed,
  MessageRoutedToInbox,
  MessageQueued,
  MessageSent,
  MessageSuppressed,
} from '../../../domain/messages/events.ts';
import type { During } from '../../../projections/broadcasts/queries.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let runner: ReturnType<World['runner']>;
beforeAll(async () => {
  world = await createWorld();
  runner = world.runner();
  await runner.start();
});
afterAll(async () => {
  await runner.stop();
  await world.close();
});

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

/** A broadcast to so many, and one who is left out. */
async function broadcast(size: number) {
  const [broadcastId, businessId, campaignId] = [randomUUID(), randomUUID(), randomUUID()];
  const ids = { broadcastId: broadcastId as BroadcastId, businessId: businessId as BusinessId };
  const people = Array.from({ length: size }, () => randomUUID() as ContactId);
  const skipped = randomUUID() as ContactId;
  const setup = { ...emptySetup('Friday', 'sms'), contents: [{ kind: 'text' as const, body: 'Hi', media: [] }] };
  const stream = `broadcast-${broadcastId}`;
  await world.append(
    stream,
    { event: BroadcastDrafted.create({ ...ids, setup, from: null }), at: at(0) },
    { event: BroadcastScheduled.create({ ...ids, startAt: at(1), versions: [] }), at: at(1) },
    {
      event: BroadcastStarted.create({
        ...ids,
        position: '0',
        sender: '+14155550199' as never,
        expiresAt: at(59),
        segments: 1,
        links: [],
        versions: [],
      } as never),
      at: at(1),
    },
  );
  await world.append(`broadcastAudience-${broadcastId}`, {
    event: BroadcastAudienceFrozen.create({
      ...ids,
      chunk: 0,
      recipients: people,
      next: null,
      leftOut: [{ contactId: skipped, reason: 'too-often' }],
    }),
    at: at(1),
  });
  const of = (contactId: ContactId) => ({
    messageId: messageIdOf(ids.businessId, ids.broadcastId, contactId),
    businessId: ids.businessId,
    contactId,
  });
  const say = (contactId: ContactId, minute: number, ...events: readonly { readonly type: string }[]) =>
    world.append(
      `message-${of(contactId).messageId}`,
      ...events.map((event) => ({ event: event as never, at: at(minute) })),
    );
  const queued = (contactId: ContactId) =>
    MessageQueued.create({
      ...of(contactId),
      campaignId: null,
      broadcastId: ids.broadcastId,
      variant: 0,
      from: '+14155550199' as never,
      to: '+12125550100' as never,
      body: 'Hi',
      media: [],
      purpose: 'broadcast',
      segments: 1,
      encoding: 'GSM-7',
      notBefore: null,
    });
  const done = { providerMessageId: 'SM1' };
  return { ...ids, campaignId, people, skipped, stream, of, say, queued, done };
}
const countsOf = async ({ businessId, broadcastId }: { businessId: string; broadcastId: string }) =>
  (await world.models.broadcast(businessId, broadcastId))!.counts;

const everyone = { search: null, status: null, did: null, reason: [] };
const settle = async () => {
  const [head] = await world.query<{ position: string }>('select max(position)::text as position from es.events');
  await runner.waitFor(BigInt(head!.position), { timeoutMs: 30_000, projectors: ['broadcasts'] });
};
afterEach(async () => {
  expect(await runner.verify('broadcasts')).toEqual([]);
});

describe('the recipients of a broadcast', () => {
  it('are all found by a search, however many it matches', async () => {
    const b = await broadcast(1_300);
    const { businessId, broadcastId } = b;
    const name = (contactId: ContactId, lastName: string) =>
      ContactNameChanged.create({ contactId, businessId, firstName: 'Kim', lastName });
    // One stream is as good as many here: whom an event is about stands in it.
    const names = b.people.map((contactId, index) => name(contactId, index % 13 === 0 ? 'Brandt' : 'Nguyen'));
    await world.append(`contact-${randomUUID()}`, ...names.map((event) => ({ event, at: at(2) })));
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
    const given = { search: 'nguyen', status: null, did: null, reason: [] };
    const found: string[] = [];
    for (let after: number | null = null; ;) {
      const page = await world.models.recipients(businessId, broadcastId, { ...given, after, limit: 500 });
      expect(page!.total).toBe(1_200);
      found.push(...page!.data.map(({ contactId }) => contactId));
      if ((after = page!.next) === null) break;
    }
    expect(found).toEqual(b.people.filter((_, index) => index % 13 !== 0));
    const counted = await world.models.countRecipients(businessId, broadcastId, given);
    expect(counted).toMatchObject({ count: 1_200 });
    const page = { after: -1, upTo: counted!.upTo!, limit: 2_000 };
    expect(await world.models.exportedRecipients(businessId, broadcastId, given, page)).toHaveLength(1_200);
    const rare = await world.models.recipients(businessId, broadcastId, {
      ...given,
      search: 'brandt',
      after: null,
      limit: 10,
    });
    expect([rare!.total, rare!.data.length]).toEqual([100, 10]);
  });

  it('are in one state each, which add up to the audience at any time', async () => {
    const b = await broadcast(5);
    const [one, two, three, four] = b.people as [ContactId, ContactId, ContactId, ContactId];
    await b.say(
      one,
      2,
      b.queued(one),
      MessageSent.create({ ...b.of(one), ...b.done }),
      MessageDelivered.create({ ...b.of(one), ...b.done }),
    );
    await b.say(
      two,
      2,
      b.queued(two),
      MessageFailed.create({ ...b.of(two), ...b.done, errorCode: 30003, reason: 'Off.' }),
    );
    await b.say(three, 3, b.queued(three));
    await b.say(four, 3, MessageSuppressed.create({ ...b.of(four), reason: 'opted-out' }));
    await settle();
    const counts = await countsOf(b);
    expect(counts).toEqual({
      audience: 6,
      waiting: 1,
      held: 0,
      sent: 1,
      delivered: 1,
      undelivered: 1,
      suppressed: 2,
      stopped: 0,
      expired: 0,
    });
    const { audience, ...states } = counts;
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(audience);
    const report = await world.models.broadcastReport(b.businessId, b.broadcastId);
    expect(report.tallies.filter(({ reason }) => reason !== '').map(({ reason, count }) => [reason, count])).toEqual(
      expect.arrayContaining([
        ['too-often', 1],
        ['opted-out', 1],
        ['Off.', 1],
      ]),
    );
    expect(report.moments.reduce((sum, moment) => sum + moment.sent, 0)).toBe(3);
  });

  it('never move back: a late word and one said twice change nothing', async () => {
    const b = await broadcast(1);
    const [one] = b.people as [ContactId];
    await b.say(one, 2, b.queued(one), MessageDelivered.create({ ...b.of(one), ...b.done }));
    await settle();
    await b.say(
      one,
      3,
      MessageSent.create({ ...b.of(one), ...b.done }),
      MessageSent.create({ ...b.of(one), ...b.done }),
    );
    await b.say(one, 4, MessageDelivered.create({ ...b.of(one), ...b.done }));
    await settle();
    expect(await countsOf(b)).toMatchObject({ audience: 2, delivered: 1, sent: 0, suppressed: 1 });
  });

  it('to whom nothing came end with the broadcast, without an event each', async () => {
    const [stopped, completed] = [await broadcast(3), await broadcast(2)];
    await world.append(stopped.stream, { event: BroadcastStopped.create(stopped), at: at(9) });
    await world.append(completed.stream, { event: BroadcastCompleted.create(completed), at: at(9) });
    await settle();
    expect(await countsOf(stopped)).toMatchObject({ stopped: 3, waiting: 0, suppressed: 1 });
    expect(await countsOf(completed)).toMatchObject({ expired: 2, waiting: 0, suppressed: 1 });
    const asked = { search: null, status: 'stopped' as const, did: null, reason: [], after: null, limit: 2 };
    const page = await world.models.recipients(stopped.businessId, stopped.broadcastId, asked);
    expect([page!.total, page!.data.map(({ state }) => state)]).toEqual([3, ['stopped', 'stopped']]);
    const rest = await world.models.recipients(stopped.businessId, stopped.broadcastId, {
      ...asked,
      after: page!.next,
    });
    expect([rest!.data.length, rest!.next]).toEqual([1, null]);
  });

  it('are as many in each step of the chart as its bars say, and in a longer one as all of its steps', async () => {
    const b = await broadcast(7);
    const [one, two, three, four, five, six] = b.people as [ContactId, ContactId, ContactId, ContactId, ...ContactId[]];
    const sent = (contactId: ContactId) => MessageSent.create({ ...b.of(contactId), ...b.done });
    const delivered = (contactId: ContactId) => MessageDelivered.create({ ...b.of(contactId), ...b.done });
    const failed = (contactId: ContactId) =>
      MessageFailed.create({ ...b.of(contactId), ...b.done, errorCode: 30003, reason: 'Off.' });
    // The first and the last minute of a step; one whose parts lie in two; one that failed, and came in the end; one that is queued.
    await b.say(one, 5, b.queued(one), sent(one), delivered(one));
    await b.say(two, 9, b.queued(two), sent(two));
    await b.say(two, 10, delivered(two));
    await b.say(three, 10, b.queued(three), sent(three), failed(three));
    await b.say(four, 14, b.queued(four), sent(four), failed(four));
    await b.say(four, 21, delivered(four));
    await b.say(five!, 21, b.queued(five!), sent(five!));
    await b.say(six!, 14, b.queued(six!));
    await b.say(b.people[6]!, 14, MessageSuppressed.create({ ...b.of(b.people[6]!), reason: 'opted-out' }));
    await settle();
    const { moments } = await world.models.broadcastReport(b.businessId, b.broadcastId);
    const sums = { sent: 0, delivered: 0, failed: 0 };
    const ask = (during: During, businessId: string = b.businessId, limit = 50) =>
      world.models.recipients(businessId, b.broadcastId, { ...everyone, during, after: null, limit });
    for (const step of moments)
      for (const moment of recipientMoments) {
        const during = { moment, from: step.at, until: new Date(Date.parse(step.at) + 300_000).toISOString() };
        const rows = await ask(during);
        expect([rows!.data.length, rows!.total], JSON.stringify(during)).toEqual([step[moment], step[moment]]);
        const counted = await world.models.countRecipients(b.businessId, b.broadcastId, { ...everyone, during });
        expect(counted!.count, JSON.stringify(during)).toBe(step[moment]);
        sums[moment] += step[moment];
      }
    expect(sums).toEqual({ sent: 6, delivered: 3, failed: 1 });
    const whole = { from: at(0), until: at(30) };
    for (const moment of recipientMoments) expect((await ask({ moment, ...whole }))!.total, moment).toBe(sums[moment]);
    // Not on the edges of steps, and beside another filter, they are counted one by one.
    const failures = await ask({ moment: 'failed', from: at(9), until: at(12) });
    expect([failures!.total, failures!.data.map(({ contactId }) => contactId)]).toEqual([1, [three]]);
    const both = { ...everyone, status: 'sent' as const, during: { moment: 'sent' as const, ...whole } };
    const still = await world.models.recipients(b.businessId, b.broadcastId, { ...both, after: null, limit: 50 });
    expect([still!.total, still!.data.map(({ contactId }) => contactId)]).toEqual([2, [five, six]]);
    expect(await ask({ moment: 'sent', ...whole }, randomUUID())).toBeNull();
  });

  it('are nobody else’s: another business reads nothing of them', async () => {
    const [mine, theirs] = [await broadcast(2), await broadcast(2)];
    await settle();
    const asked = { search: null, status: null, did: null, reason: [], after: null, limit: 10 };
    expect(await world.models.broadcast(mine.businessId, theirs.broadcastId)).toBeNull();
    expect(await world.models.recipients(mine.businessId, theirs.broadcastId, asked)).toBeNull();
    expect((await world.models.broadcastReport(mine.businessId, theirs.broadcastId)).tallies).toEqual([]);
  });
});

describe('what recipients do', () => {
  it('belongs to the last broadcast that had left for them before, once', async () => {
    const b = await broadcast(2);
    const [one, two] = b.people as [ContactId, ContactId];
    const reply = (contactId: ContactId, minute: number) => {
      const messageId = randomUUID();
      const of = { messageId, businessId: b.businessId, contactId } as never;
      return world.append(`message-${messageId}`, {
        event: MessageRoutedToInbox.create({ ...(of as object), receivedPosition: '1' } as never),
        at: at(minute),
      });
    };
    await reply(two, 1); // before it left: not because of it
    await b.say(one, 2, b.queued(one), MessageDelivered.create({ ...b.of(one), ...b.done }));
    await b.say(two, 2, b.queued(two), MessageDelivered.create({ ...b.of(two), ...b.done }));
    await reply(one, 5);
    await reply(one, 6);
    const optedOut = { contactId: two, businessId: b.businessId, words: 'STOP', providerMessageId: null };
    await world.append(`contact-${two}`, { event: ContactOptedOut.create({ ...optedOut, via: 'message' }), at: at(7) });
    await settle();
    expect((await world.models.broadcast(b.businessId, b.broadcastId))!.deeds).toMatchObject({
      replied: 1,
      optedOut: 1,
    });
    const asked = { search: null, status: null, did: 'replied' as const, reason: [], after: null, limit: 10 };
    const who = await world.models.recipients(b.businessId, b.broadcastId, asked);
    expect(who!.data.map(({ contactId }) => contactId)).toEqual([one]);
  });

  it('counts a redeemed coupon, and takes it back with the redemption', async () => {
    const b = await broadcast(1);
    const [one] = b.people as [ContactId];
    await b.say(one, 2, b.queued(one), MessageDelivered.create({ ...b.of(one), ...b.done }));
    const coupon = { couponId: randomUUID(), campaignId: b.campaignId, businessId: b.businessId, contactId: one };
    const redeemer = { by: 'screen' as const, userId: null, tillId: null, till: null };
    const redemptionId = randomUUID();
    const redeemed = { ...coupon, redemptionId, at: at(8), redeemer, use: null, expiresAt: null };
    await world.append(`coupon-${coupon.couponId}`, { event: CouponRedeemed.create(redeemed as never), at: at(8) });
    await settle();
    const deeds = async () => (await world.models.broadcast(b.businessId, b.broadcastId))!.deeds.redeemed;
    expect(await deeds()).toBe(1);
    const undone = { ...coupon, redemptionId, redeemer, expiresAt: null };
    await world.append(`coupon-${coupon.couponId}`, {
      event: CouponRedemptionUndone.create(undone as never),
      at: at(9),
    });
    await settle();
    expect(await deeds()).toBe(0);
  });
});
