import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationStarted,
} from '../../../domain/conversation/events.ts';
import type { ProjectionRunner } from '../../../projections/index.ts';
import { openShop, type Shop } from './stories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let runner: ProjectionRunner;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  world = await createWorld();
  runner = world.runner();
  await runner.start();
});
afterAll(() => world.close());

const settled = async (): Promise<void> => {
  expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
};
const list = async (filter: 'all' | 'unread' | 'closed', search: string | null = null) =>
  world.models.conversations(shop.businessId, { filter, search, page: 1, perPage: 10 });

describe('conversations', () => {
  beforeAll(async () => {
    shop = await openShop(world);
    other = await openShop(world);
  });

  it('shows who wrote, what, and that it is unread', async () => {
    const ann = shop.contact('+16502530101');
    const { messageId, position } = await ann.texts('PIZZA please');
    await ann.does(ann.discovered());
    await ann.does(ann.named('Ann', 'Lee'));
    await settled();
    const view = await world.models.conversation(shop.businessId, ann.contactId);
    expect(view).toEqual({
      contactId: ann.contactId,
      phone: '+16502530101',
      firstName: 'Ann',
      lastName: 'Lee',
      contactStatus: 'unknown',
      open: true,
      unread: 1,
      assigneeId: null,
      position: String(position),
      lastMessage: {
        body: 'PIZZA please',
        direction: 'in',
        at: '2026-11-20T12:00:00.000Z',
        status: 'received',
        hasMedia: false,
      },
    });
    expect((await world.models.message(shop.businessId, messageId))?.direction).toBe('in');
    expect((await list('all', 'ann l')).data.map((one) => one.contactId)).toEqual([ann.contactId]);
    expect((await list('all', '(650) 253-0101')).data.map((one) => one.contactId)).toEqual([ann.contactId]);
    expect((await list('all', 'nobody')).total).toBe(0);
  });

  it('counts unread texts after the read position, exactly', async () => {
    const bob = shop.contact();
    const before = await world.models.unread(shop.businessId);
    await bob.texts('one');
    const second = await bob.texts('two');
    await bob.texts('three');
    await settled();
    expect((await world.models.conversation(shop.businessId, bob.contactId))?.unread).toBe(3);
    await bob.does(bob.read(second.position));
    await settled();
    expect((await world.models.conversation(shop.businessId, bob.contactId))?.unread).toBe(1);
    expect(await world.models.unread(shop.businessId)).toBe(before + 1);
    // A late "read up to the first" takes nothing back.
    await bob.does(bob.read(second.position - 1n));
    await settled();
    expect((await world.models.conversation(shop.businessId, bob.contactId))?.unread).toBe(1);
  });

  it('does not let a read position from the future hide what is yet to come', async () => {
    const eve = shop.contact();
    await eve.texts('one');
    await eve.does(eve.read(99_999_999_999_999_999_999_999n));
    await eve.texts('two');
    await settled();
    expect((await world.models.conversation(shop.businessId, eve.contactId))?.unread).toBe(1);
  });

  it('marks unread what has been read, and read again', async () => {
    const cat = shop.contact();
    const { position } = await cat.texts('hello');
    await cat.does(cat.read(position));
    await cat.does(
      ConversationMarkedUnread.create({ businessId: shop.businessId, contactId: cat.contactId, userId: shop.userId }),
    );
    await settled();
    expect((await world.models.conversation(shop.businessId, cat.contactId))?.unread).toBe(1);
    expect((await list('unread')).data.some((one) => one.contactId === cat.contactId)).toBe(true);
    await cat.does(cat.read(position));
    await settled();
    expect((await world.models.conversation(shop.businessId, cat.contactId))?.unread).toBe(0);
  });

  it('closes, reopens by hand and by a text, and counts only open ones as unread', async () => {
    const dan = shop.contact();
    const ids = { businessId: shop.businessId, contactId: dan.contactId, userId: shop.userId };
    const before = await world.models.unread(shop.businessId);
    const [openBefore, closedBefore] = [(await list('all')).total, (await list('closed')).total];
    await dan.texts('hi');
    await dan.does(ConversationClosed.create(ids));
    await settled();
    expect((await world.models.conversation(shop.businessId, dan.contactId))?.open).toBe(false);
    expect(await world.models.unread(shop.businessId)).toBe(before);
    expect([(await list('all')).total, (await list('closed')).total]).toEqual([openBefore, closedBefore + 1]);
    await dan.does(ConversationOpened.create(ids));
    await dan.does(ConversationClosed.create(ids));
    await dan.texts('anybody there?');
    await settled();
    expect((await world.models.conversation(shop.businessId, dan.contactId))?.open).toBe(true);
    expect(await world.models.unread(shop.businessId)).toBe(before + 2);
    expect([(await list('all')).total, (await list('closed')).total]).toEqual([openBefore + 1, closedBefore]);
  });

  it('lists newest first, and a broadcast alone starts no conversation', async () => {
    const [first, second, third] = [shop.contact(), shop.contact(), shop.contact()];
    await first.texts('a');
    await second.texts('b');
    await third.isSent('Sale today', { purpose: 'broadcast' });
    await first.isSent('answer');
    await settled();
    const { data } = await list('all');
    expect(data.slice(0, 2).map((one) => one.contactId)).toEqual([first.contactId, second.contactId]);
    expect(data.some((one) => one.contactId === third.contactId)).toBe(false);
    expect(await world.models.conversation(shop.businessId, third.contactId)).toBeNull();
    await third.texts('I want it');
    await settled();
    expect((await list('all')).data[0]?.contactId).toBe(third.contactId);
  });

  it('is there when it was started without a message, has an assignee and notes', async () => {
    const fay = shop.contact();
    const ids = { businessId: shop.businessId, contactId: fay.contactId };
    await fay.does(ConversationStarted.create({ ...ids, userId: shop.userId }));
    await fay.does(ConversationAssigned.create({ ...ids, assigneeId: shop.userId }));
    const noteId = randomUUID();
    await fay.does(ConversationNoteAdded.create({ ...ids, noteId, userId: shop.userId, text: 'Likes olives' }));
    await settled();
    const view = await world.models.conversation(shop.businessId, fay.contactId);
    expect([view?.assigneeId, view?.lastMessage, view?.unread]).toEqual([shop.userId, null, 0]);
    expect(
      (await world.models.messages(shop.businessId, fay.contactId, { before: null, limit: 10 })).data,
    ).toMatchObject([{ id: noteId, kind: 'note', body: 'Likes olives', authorId: shop.userId }]);
    await fay.does(ConversationAssigned.create({ ...ids, assigneeId: null }));
    await settled();
    expect((await world.models.conversation(shop.businessId, fay.contactId))?.assigneeId).toBeNull();
  });
});

describe('messages', () => {
  it('pages through a timeline upwards, oldest first within the page', async () => {
    const gus = shop.contact();
    for (const body of ['1', '2', '3', '4', '5']) await gus.texts(body);
    await settled();
    const page = await world.models.messages(shop.businessId, gus.contactId, { before: null, limit: 2 });
    expect([page.data.map((one) => one.body), page.hasMore]).toEqual([['4', '5'], true]);
    const above = await world.models.messages(shop.businessId, gus.contactId, {
      before: page.data[0]!.position,
      limit: 10,
    });
    expect([above.data.map((one) => one.body), above.hasMore]).toEqual([['1', '2', '3'], false]);
  });

  it.each([
    [['accepted', 'sent', 'delivered'], 'delivered'],
    [['delivered', 'sent', 'accepted'], 'delivered'],
    [['accepted', 'delivered', 'failed'], 'delivered'],
    [['accepted', 'failed', 'delivered'], 'delivered'],
    [['sent', 'accepted'], 'sent'],
    [['held', 'unknown', 'held'], 'held'],
    [['unknown', 'accepted'], 'accepted'],
    [['accepted', 'held'], 'accepted'],
    [['suppressed', 'accepted'], 'suppressed'],
    [['failed', 'sent'], 'failed'],
  ] as const)('%j ends as %s, one by one and all at once', async (states, status) => {
    const hal = shop.contact();
    const oneByOne = await hal.isSent('hello', { byUser: shop.userId });
    await settled();
    for (const state of states) {
      await hal.comesTo(oneByOne.messageId, [state]);
      await settled();
    }
    const atOnce = await hal.isSent('hello', { byUser: shop.userId });
    await hal.comesTo(atOnce.messageId, states);
    await settled();
    for (const { messageId } of [oneByOne, atOnce]) {
      const view = await world.models.message(shop.businessId, messageId);
      expect(view?.status).toBe(status);
      expect(view?.history.map((one) => one.status)).toEqual(['queued', ...states]);
      expect(view?.authorId).toBe(shop.userId);
      if (status === 'failed') expect([view?.errorCode, view?.reason]).toEqual([30003, 'The phone is off.']);
      if (status === 'held') expect(view?.heldUntil).toBe('2026-11-21T13:00:00.000Z');
      if (status === 'delivered') expect([view?.errorCode, view?.reason]).toEqual([null, null]);
    }
    const last = await world.models.conversation(shop.businessId, hal.contactId);
    expect(last?.lastMessage?.status).toBe(status);
  });

  it('keeps emoji, right-to-left text, quotes and commas as they are, and survives a null byte', async () => {
    const ida = shop.contact();
    const body = 'He said "no, {really}" \\ 👋🏽 שלום, NULL \n\t end';
    const { messageId } = await ida.texts(body, {
      media: [{ url: 'https://x.test/a,"b".png', contentType: 'image/png' }],
    });
    const odd = await ida.texts('a\u0000b');
    await settled();
    const view = await world.models.message(shop.businessId, messageId);
    expect([view?.body, view?.media]).toEqual([body, [{ url: 'https://x.test/a,"b".png', contentType: 'image/png' }]]);
    expect((await world.models.message(shop.businessId, odd.messageId))?.body).toBe('a\uFFFDb');
  });

  it('says what came in since a position', async () => {
    const joe = shop.contact();
    const from = await world.store.head();
    const first = await joe.texts('1');
    await joe.isSent('answer');
    const second = await joe.texts('2');
    await settled();
    expect(await world.models.receivedSince(shop.businessId, String(from), 10)).toEqual(
      [first, second].map(({ messageId, position }) => ({
        contactId: joe.contactId,
        messageId,
        position: String(position),
      })),
    );
    expect(await world.models.receivedSince(shop.businessId, String(from), 1)).toHaveLength(1);
    expect(await world.models.receivedSince(shop.businessId, '99999999999999999999', 10)).toEqual([]);
  });
});

it('shows nothing of it to another business', async () => {
  const kim = shop.contact();
  const { messageId } = await kim.texts('secret');
  await settled();
  expect(await world.models.conversation(other.businessId, kim.contactId)).toBeNull();
  expect(await world.models.message(other.businessId, messageId)).toBeNull();
  expect((await world.models.messages(other.businessId, kim.contactId, { before: null, limit: 10 })).data).toEqual([]);
  expect(
    await world.models.conversations(other.businessId, { filter: 'all', search: null, page: 1, perPage: 10 }),
  ).toEqual({ data: [], total: 0 });
  expect(await world.models.receivedSince(other.businessId, '0', 10)).toEqual([]);
  expect(await world.models.unread(other.businessId)).toBe(0);
});

it('stops a query whose caller has gone', async () => {
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  await expect(
    world.models.conversations(shop.businessId, {
      filter: 'all',
      search: null,
      page: 1,
      perPage: 10,
      signal: gone.signal,
    }),
  ).rejects.toThrow('gone');
});
