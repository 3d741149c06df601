import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BroadcastAudienceFrozen, BroadcastDrafted, BroadcastStarted } from '../../../domain/broadcasts/events.ts';
import { emptySetup } from '../../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { ConversationRead } from '../../../domain/livechat/events.ts';
import { ContactMergedInto } from '../../../domain/contacts/merge-events.ts';
import { CouponRedeemed } from '../../../domain/coupons/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { LinkClicked } from '../../../domain/links/events.ts';
import { MemberJoined } from '../../../domain/loops/events.ts';
import {
  MessageDelivered,
  MessageRoutedToInbox,
  MessageQueued,
  MessageReceived,
  MessageSent,
} from '../../../domain/messages/events.ts';
import { VoteCast } from '../../../domain/votes/events.ts';
import { projectors } from '../../../projections/index.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
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

const names = ['broadcasts', 'conversations', 'engagement', 'links', 'loops', 'votes'] as const;
const schemaNamed = (name: string) => schemaOf(projectors.find((one) => one.name === name)!);
const shown = async () =>
  expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000, projectors: names })).toBe(true);
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

it('whoever was merged is the survivor in all that they were sent and did, also in what comes late; no figure changes', async () => {
  const [broadcastId, businessId, campaignId] = [randomUUID(), randomUUID(), randomUUID()];
  const [one, two, three, stranger] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const ids = { broadcastId, businessId };
  const say = (stream: string, minute: number, made: unknown) =>
    world.append(`${stream}-${randomUUID()}`, { event: made as DomainEvent, at: at(minute) });
  const messageOf = (contactId: string) => messageIdOf(businessId as never, broadcastId as never, contactId as never);
  const of = (contactId: string) => ({ messageId: messageOf(contactId), businessId, contactId });
  const setup = { ...emptySetup('Friday', 'sms'), contents: [{ kind: 'text' as const, body: 'Hi', media: [] }] };
  await world.append(
    `broadcast-${broadcastId}`,
    { event: BroadcastDrafted.create({ ...ids, setup, from: null } as never), at: at(0) },
    {
      event: BroadcastStarted.create({
        ...ids,
        position: '0',
        sender: '+14155550199',
        expiresAt: at(59),
        segments: 1,
        links: [],
        versions: [],
      } as never),
      at: at(1),
    },
  );
  const recipients = [one, two, stranger];
  const frozen = { ...ids, chunk: 0, recipients, next: null, leftOut: [{ contactId: three, reason: 'too-often' }] };
  await say('broadcastAudience', 1, BroadcastAudienceFrozen.create(frozen as never));
  for (const contactId of recipients) {
    const text = { campaignId: null, broadcastId, variant: 0, from: '+14155550199', to: '+12125550100', body: 'Hi' };
    const more = { media: [], purpose: 'broadcast', segments: 1, encoding: 'GSM-7', notBefore: null };
    await say('message', 2, MessageQueued.create({ ...of(contactId), ...text, ...more } as never));
    await say('message', 2, MessageSent.create({ ...of(contactId), providerMessageId: 'SM1' } as never));
  }
  const click = (number: number, contactId: string, minute: number) =>
    say(
      'link',
      minute,
      LinkClicked.create({
        number,
        businessId,
        source: { kind: 'broadcast', id: broadcastId, variant: 0 },
        contactId,
        clickedAt: at(minute),
      } as never),
    );
  await click(1, one, 3);
  await click(1, two, 3);
  const member = { campaignId, businessId, contactId: one, memberId: randomUUID() };
  await say('member', 3, MemberJoined.create({ ...member, invitedBy: null, submissionId: randomUUID() } as never));
  const ballot = { ballotId: randomUUID(), campaignId, businessId, contactId: one, choices: ['a'], via: 'page' };
  await say('ballot', 3, VoteCast.create({ ...ballot, cause: randomUUID() } as never));
  await shown();

  const merge = (id: string, intoId: string, minute: number) =>
    say(
      'contact',
      minute,
      ContactMergedInto.create({ contactId: id, businessId, mergeId: randomUUID(), intoId } as never),
    );
  const report = async () => {
    const { counts, deeds } = (await world.models.broadcast(businessId, broadcastId))!;
    const { clickers, byVariant } = await world.models.clicksOf(businessId, broadcastId);
    return { counts, deeds, clickers, byVariant };
  };
  const before = await report();
  expect(before).toMatchObject({ counts: { audience: 4, sent: 3, suppressed: 1 }, deeds: { clicked: 2 }, clickers: 2 });
  await merge(one, two, 4);
  await shown();
  expect(await report()).toEqual(before);
  // What had begun with the one goes on, and comes late; then the survivor is merged too.
  await say('message', 5, MessageDelivered.create({ ...of(one), providerMessageId: 'SM1' } as never));
  await click(2, one, 6);
  const text = { messageId: randomUUID(), businessId, contactId: one, from: '+12125550100', to: '+14155550199' };
  const received = { ...text, body: 'Yes', media: [], provider: 'twilio', providerMessageId: 'SM9', receivedAt: at(7) };
  await say('message', 7, MessageReceived.create(received as never));
  await merge(two, three, 8);
  const coupon = { couponId: randomUUID(), campaignId, businessId, contactId: one };
  const redeemer = { by: 'screen', userId: null, tillId: null, till: null };
  const redeemed = { ...coupon, redemptionId: randomUUID(), at: at(9), redeemer, use: null, expiresAt: null };
  await say('coupon', 9, CouponRedeemed.create(redeemed as never));
  await shown();

  const after = await report();
  expect(after.counts).toEqual({ ...before.counts, sent: 2, delivered: 1 });
  expect(after.deeds).toMatchObject({ clicked: 2, redeemed: 1 });
  expect([after.clickers, after.byVariant]).toEqual([before.clickers, before.byVariant]);
  const contactsIn = async (name: (typeof names)[number], table: string, column = 'contact_id') =>
    (
      await world.query<{ id: string }>(
        `select ${column} as id from ${schemaNamed(name)}.${table} where business_id = $1 order by 1`,
        [businessId],
      )
    ).map(({ id }) => id);
  expect(await contactsIn('broadcasts', 'recipients')).toEqual([three, three, three, stranger].sort());
  expect(await contactsIn('broadcasts', 'redeemed')).toEqual([three]);
  expect(await contactsIn('links', 'clicks', 'person_id')).toEqual([three, three, three]);
  expect(await contactsIn('loops', 'loop_members')).toEqual([three]);
  expect(await contactsIn('votes', 'ballots')).toEqual([three]);
  expect(await contactsIn('engagement', 'engagement')).toEqual([three, stranger].sort());
  const [last] = await world.query<Record<string, Date | null>>(
    `select text_delivered, text_replied from ${schemaNamed('engagement')}.engagement where contact_id = $1`,
    [three],
  );
  expect(last).toEqual({ text_delivered: new Date(at(5)), text_replied: new Date(at(7)) });
  for (const name of names) expect(await runner.verify(name), name).toEqual([]);
});

it.each([
  { cut: 'event by event', each: true },
  { cut: 'in one go', each: false },
])('a text that is left to people after its writer was merged is unread with the survivor: $cut', async ({ each }) => {
  const businessId = randomUUID();
  const [survivor, one, two] = [randomUUID(), randomUUID(), randomUUID()];
  const say = async (stream: string, minute: number, made: unknown): Promise<string> => {
    const position = await world.append(stream, { event: made as DomainEvent, at: at(minute) });
    if (each) await shown();
    return position.toString();
  };
  const comes = async (contactId: string, minute: number) => {
    const ids = { messageId: randomUUID(), businessId, contactId };
    const text = { from: '+12125550100', to: '+14155550199', body: 'Hello', media: [], provider: 'twilio' };
    const received = { ...ids, ...text, providerMessageId: randomUUID(), receivedAt: at(minute) };
    const stream = `message-${ids.messageId}`;
    const receivedPosition = await say(stream, minute, MessageReceived.create(received as never));
    return {
      receivedPosition,
      leave: () => say(stream, minute, MessageRoutedToInbox.create({ ...ids, receivedPosition } as never)),
    };
  };
  const merge = (contactId: string, minute: number) =>
    say(
      `contact-${contactId}`,
      minute,
      ContactMergedInto.create({ contactId, businessId, mergeId: randomUUID(), intoId: survivor } as never),
    );
  const read = (upToPosition: string, minute: number) =>
    say(
      `conversation-${survivor}`,
      minute,
      ConversationRead.create({ businessId, contactId: survivor, userId: randomUUID(), upToPosition } as never),
    );
  const stands = async () => {
    await shown();
    const schema = schemaNamed('conversations');
    const rows = await world.query(
      `select contact_id, unread, needs_reply, waiting_since from ${schema}.conversations where business_id = $1`,
      [businessId],
    );
    const [tally] = await world.query(
      `select open::int, needs_reply::int, unread_messages::int from ${schema}.conversation_counts where business_id = $1`,
      [businessId],
    );
    return { rows, tally };
  };
  const first = await comes(survivor, 1);
  await first.leave();
  await read(first.receivedPosition, 2);
  const late = [await comes(one, 3), await comes(one, 4), await comes(two, 5)];
  await merge(one, 6);
  await merge(two, 6);
  for (const text of late) await text.leave();
  const talks = { contact_id: survivor, needs_reply: true, waiting_since: new Date(at(1)) };
  expect(await stands()).toEqual({
    rows: [{ ...talks, unread: 3 }],
    tally: { open: 1, needs_reply: 1, unread_messages: 3 },
  });
  // What was read with the survivor's before it was said that it is for people is read.
  const last = [await comes(one, 7), await comes(one, 8)];
  await read(last[0]!.receivedPosition, 9);
  for (const text of last) await text.leave();
  expect(await stands()).toEqual({
    rows: [{ ...talks, unread: 1 }],
    tally: { open: 1, needs_reply: 1, unread_messages: 1 },
  });
  expect(await runner.verify('conversations')).toEqual([]);
});
