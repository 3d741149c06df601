import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationStarted,
} from '../../../domain/livechat/events.ts';
import { MessageReceived } from '../../../domain/messages/events.ts';
import type { ConversationFilter } from '../../../projections/livechat/queries.ts';
import { nobody } from '../../../projections/tables/livechat.ts';
import { openShop, type Person, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  world = await createFollowedWorld();
});
afterAll(() => world.close());

const settled = () => world.settled();
const list = async (filter: ConversationFilter, search: string | null = null) =>
  world.models.conversations(shop.businessId, { filter, search, page: 1, perPage: 10 });

describe('conversations', () => {
  beforeAll(async () => {
    shop = await openShop(world);
    other = await openShop(world);
  });

  it('shows who wrote, what, and that it is unread', async () => {
    const ann = shop.contact('+16502530101');
    const { messageId } = await ann.texts('PIZZA please');
    const position = await world.store.head();
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
      needsReply: true,
      failed: false,
      assigneeId: null,
      assignee: null,
      assignedWhy: null,
      waitingSince: '2026-11-20T12:00:00.000Z',
      dueAt: null,
      position: String(position),
      looksOptedOut: null,
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
    await dan.does(ConversationOpened.create({ ...ids, userId: null }));
    await settled();
    expect((await world.models.conversation(shop.businessId, dan.contactId))?.open).toBe(true);
    expect(await world.models.unread(shop.businessId)).toBe(before + 2);
    expect([(await list('all')).total, (await list('closed')).total]).toEqual([openBefore + 1, closedBefore]);
  });

  describe('an answer is waited for', () => {
    const of = async (person: Person) => {
      await settled();
      const view = await world.models.conversation(shop.businessId, person.contactId);
      const listed = (await list('needs_reply')).data.some((one) => one.contactId === person.contactId);
      expect(listed).toBe(view!.needsReply);
      return { unread: view!.unread, needsReply: view!.needsReply, open: view!.open };
    };
    const nothing = { unread: 0, needsReply: false, open: true };
    const waiting = { unread: 1, needsReply: true, open: true };

    it('after words that are left to people, until one of them answers; reading is no answer', async () => {
      const person = shop.contact();
      const { counts } = await list('needs_reply');
      const text = await person.texts('Are you open?');
      expect(await of(person)).toEqual(waiting);
      expect((await list('all')).counts.needs_reply).toBe(counts.needs_reply + 1);
      await person.does(person.read(text.position));
      expect(await of(person)).toEqual({ ...waiting, unread: 0 });
      await person.isSent('Sale!', { purpose: 'broadcast' });
      expect((await of(person)).needsReply).toBe(true);
      await person.isSent('Until ten.', { byUser: shop.userId });
      expect(await of(person)).toEqual(nothing);
      expect((await list('all')).counts.needs_reply).toBe(counts.needs_reply);
    });

    it('as long as since the first of the texts that nobody has answered; who waits longest comes first', async () => {
      const since = async (person: Person) => {
        await settled();
        return (await world.models.conversation(shop.businessId, person.contactId))!.waitingSince;
      };
      const [early, late] = [shop.contact(), shop.contact()];
      await late.texts('one', { at: '2026-11-21T09:00:00.000Z' });
      await late.isSent('Done.', { byUser: shop.userId });
      expect(await since(late)).toBeNull();
      await early.texts('two', { at: '2026-11-21T09:10:00.000Z' });
      await early.texts('three', { at: '2026-11-21T09:40:00.000Z' });
      await late.texts('four', { at: '2026-11-21T09:30:00.000Z' });
      await early.isSent('Sale!', { purpose: 'broadcast' });
      expect(await since(early)).toBe('2026-11-21T09:10:00.000Z');
      expect(await since(late)).toBe('2026-11-21T09:30:00.000Z');
      const ids = [early.contactId, late.contactId];
      const waiting = async (sort: 'waiting' | 'newest') => {
        const { data } = await world.models.conversations(shop.businessId, {
          filter: 'needs_reply',
          sort,
          search: null,
          page: 1,
          perPage: 50,
        });
        return data.map((one) => one.contactId).filter((id) => ids.includes(id));
      };
      expect(await waiting('waiting')).toEqual(ids);
      expect(await waiting('newest')).toEqual(ids);
      await late.texts('five', { at: '2026-11-21T09:50:00.000Z' });
      await settled();
      expect(await waiting('newest')).toEqual(ids.toReversed());
      expect(await waiting('waiting')).toEqual(ids);
    });

    it('by whoever has it, and the tallies of each are right', async () => {
      const { businessId } = shop;
      const [one, two] = [shop.contact(), shop.contact()];
      const [ann, ben] = [randomUUID(), randomUUID()];
      const owned = async (owner: string) => {
        await settled();
        const { data, total, counts } = await world.models.conversations(businessId, {
          filter: 'needs_reply',
          owner,
          search: null,
          page: 1,
          perPage: 50,
        });
        expect([data.length, counts.needs_reply]).toEqual([total, total]);
        return data.map((row) => row.contactId);
      };
      const give = (person: Person, assigneeId: string | null) =>
        person.does(
          ConversationAssigned.create({ businessId, contactId: person.contactId, assigneeId, why: 'by-hand' }),
        );
      await one.texts('mine?');
      await two.texts('mine, too?');
      expect(await owned(nobody)).toEqual(expect.arrayContaining([one.contactId, two.contactId]));
      await give(one, ann);
      await give(two, ann);
      await give(two, ben);
      expect(await owned(ann)).toEqual([one.contactId]);
      expect(await owned(ben)).toEqual([two.contactId]);
      await one.isSent('Here.', { byUser: ann });
      expect(await owned(ann)).toEqual([]);
      await give(two, null);
      expect(await owned(nobody)).toContain(two.contactId);
      expect(await owned(ben)).toEqual([]);
    });

    it('a text of ours that did not go is found until somebody of us writes again or closes; what goes to many is not', async () => {
      const person = shop.contact();
      const { contactId } = person;
      const by = { contactId, businessId: shop.businessId, userId: shop.userId };
      const failed = async () => {
        await settled();
        const { data, total, counts } = await list('failed');
        expect([counts.failed, data.length]).toEqual([total, total]);
        const owned = await world.models.conversations(shop.businessId, {
          filter: 'failed',
          owner: nobody,
          search: null,
          page: 1,
          perPage: 10,
        });
        expect([owned.total, owned.data.length]).toEqual([total, total]);
        const isListed = data.some((one) => one.contactId === contactId);
        expect((await world.models.conversation(shop.businessId, contactId))!.failed).toBe(isListed);
        return isListed;
      };
      const sends = async (
        state: 'failed' | 'suppressed' | 'delivered',
        purpose: 'livechat' | 'broadcast' = 'livechat',
      ) => {
        const { messageId } = await person.isSent('Your table is ready', { purpose, byUser: shop.userId });
        await person.comesTo(messageId, state === 'suppressed' ? [state] : ['accepted', state]);
        return failed();
      };
      expect(await sends('failed')).toBe(true);
      expect(await sends('delivered')).toBe(false);
      expect(await sends('failed', 'broadcast')).toBe(false);
      expect(await sends('suppressed')).toBe(true);
      // What the contact says, or a broadcast brings, is no word about it.
      await person.texts('Did you try to reach me?');
      expect(await sends('delivered', 'broadcast')).toBe(true);
      // Sent again, it is seen to, until that fails, too; a carrier may find the phone after all.
      const { messageId: again } = await person.isSent('Your table is ready', { byUser: shop.userId });
      expect(await failed()).toBe(false);
      await person.comesTo(again, ['accepted', 'failed']);
      expect(await failed()).toBe(true);
      await person.comesTo(again, ['delivered']);
      expect(await failed()).toBe(false);
      expect(await sends('failed')).toBe(true);
      await person.does(ConversationClosed.create(by));
      expect(await failed()).toBe(false);
      // Opened by the contact, it is done with all the same; what fails once it is closed is not.
      await person.texts('Hello?');
      expect(await failed()).toBe(false);
      const { messageId: late } = await person.isSent('See you!', { byUser: shop.userId });
      await person.does(ConversationClosed.create(by));
      await settled();
      await person.comesTo(late, ['accepted', 'failed']);
      expect(await failed()).toBe(true);
    });

    it('after nothing that a rule answers, which is nobody’s to read, and not before it is said who deals with a text', async () => {
      const before = await world.models.unread(shop.businessId);
      for (const rule of ['opt-out', 'opt-in', 'help', 'keyword'] as const) {
        const person = shop.contact();
        await person.texts('PIZZA', { answeredBy: rule });
        expect(await of(person)).toEqual(nothing);
      }
      const person = shop.contact();
      const text = await person.texts('Hello', { answeredBy: 'later' });
      expect(await of(person)).toEqual(nothing);
      expect(await world.models.unread(shop.businessId)).toBe(before);
      await person.sorted(text);
      expect(await of(person)).toEqual(waiting);
      expect(await world.models.unread(shop.businessId)).toBe(before + 1);
    });

    it('not when the contact’s last text was answered by a rule, in whatever order that is said', async () => {
      const [one, other] = [shop.contact(), shop.contact()];
      const texts = [
        await one.texts('Hello', { answeredBy: 'later' }),
        await one.texts('STOP', { answeredBy: 'later' }),
        await other.texts('HELP', { answeredBy: 'later' }),
        await other.texts('I need it today', { answeredBy: 'later' }),
      ] as const;
      await one.sorted(texts[1], 'opt-out');
      await one.sorted(texts[0]);
      // The answer to HELP goes out after the words came in: it is no answer to them.
      await other.isSent('Call us.', { purpose: 'help' });
      await other.sorted(texts[3]);
      await other.sorted(texts[2], 'help');
      expect(await of(one)).toEqual({ ...nothing, unread: 1 });
      expect(await of(other)).toEqual(waiting);
    });

    it('not for what was read or answered before the reaction came', async () => {
      const [read, answered] = [shop.contact(), shop.contact()];
      const text = await read.texts('Hello', { answeredBy: 'later' });
      await read.does(read.read(text.position));
      await settled();
      await read.sorted(text);
      expect(await of(read)).toEqual({ ...waiting, unread: 0 });
      const late = await answered.texts('Hello', { answeredBy: 'later' });
      await answered.isSent('Hi!', { byUser: shop.userId });
      await settled();
      await answered.sorted(late);
      expect(await of(answered)).toEqual({ ...nothing, unread: 1 });
    });

    it('reading up to a text leaves those after it unread, whenever it is said who they are for', async () => {
      const person = shop.contact();
      const first = await person.texts('one', { answeredBy: 'later' });
      const second = await person.texts('two', { answeredBy: 'later' });
      const third = await person.texts('three');
      await person.does(person.read(first.position));
      expect((await of(person)).unread).toBe(1);
      await person.sorted(second);
      await person.sorted(first);
      expect((await of(person)).unread).toBe(2);
      await person.does(person.read(second.position));
      expect((await of(person)).unread).toBe(1);
      await person.does(person.read(third.position));
      expect((await of(person)).unread).toBe(0);
    });

    it('closing what was seen leaves words open that came meanwhile', async () => {
      const person = shop.contact();
      const ids = { businessId: shop.businessId, contactId: person.contactId, userId: shop.userId };
      const seen = await person.texts('Hello');
      await person.texts('And another thing');
      await person.does(ConversationClosed.create({ ...ids, upToPosition: String(seen.position) }));
      expect(await of(person)).toEqual({ ...waiting, unread: 2 });
      await person.does(ConversationClosed.create({ ...ids, upToPosition: String(await world.store.head()) }));
      expect(await of(person)).toEqual({ unread: 2, needsReply: false, open: false });
      await person.texts('PIZZA', { answeredBy: 'keyword' });
      expect((await of(person)).open).toBe(false);
    });

    it('before texts were sorted, they were for people at once, and automatic replies answered them', async () => {
      const [asked, joined] = [shop.contact(), shop.contact()];
      for (const person of [asked, joined]) {
        const messageId = randomUUID();
        await world.append(`message-${messageId}`, {
          event: MessageReceived.create({
            messageId,
            businessId: shop.businessId,
            contactId: person.contactId,
            from: person.phone,
            to: shop.number,
            body: 'PIZZA',
            media: [],
            provider: 'twilio',
            providerMessageId: `SM${messageId}`,
            receivedAt: '2026-11-20T12:00:00.000Z',
            leftToPeople: true,
          }),
        });
      }
      await joined.isSent('Free slice!', { purpose: 'keyword-reply' });
      expect(await of(asked)).toEqual(waiting);
      expect(await of(joined)).toEqual({ ...waiting, needsReply: false });
    });
  });

  describe('search', () => {
    const found = async (search: string, filter: ConversationFilter = 'all') =>
      (await list(filter, search)).data.map((one) => one.contactId);

    it('finds words in messages and notes, as they begin, in any order', async () => {
      const [one, other] = [shop.contact(), shop.contact()];
      await one.texts('Could we have the gluten-free Calzone on Friday?');
      await one.isSent('Certainly, calzones are ready at six', { byUser: shop.userId });
      await other.texts('Zwei Plätze, bitte');
      await other.does(
        ConversationNoteAdded.create({
          businessId: shop.businessId,
          contactId: other.contactId,
          noteId: randomUUID(),
          userId: shop.userId,
          text: 'Allergic to peanuts',
        }),
      );
      await settled();
      for (const words of ['calzone', 'CALZ', 'friday gluten', "calz' | & !", 'certainly ready'])
        expect(await found(words), words).toEqual([one.contactId]);
      expect(await found('plätze')).toEqual([other.contactId]);
      expect(await found('peanut')).toEqual([other.contactId]);
      expect((await list('all', 'calzone')).total).toBe(1);
      for (const words of ['calzone peanuts', 'alzone', '&', "'", 'zw']) expect(await found(words), words).toEqual([]);
      expect(await found('calzone', 'closed')).toEqual([]);
    });

    it('finds nothing of another business', async () => {
      const stranger = other.contact();
      await stranger.texts('the watchword is xylophone');
      await settled();
      expect(await found('xylophone')).toEqual([]);
    });
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

  it('shows what a broadcast said last, and is as open, unread and unanswered as before', async () => {
    const [open, closed] = [shop.contact(), shop.contact()];
    await open.texts('When do you open?');
    await closed.texts('Thanks');
    await settled();
    const up = String(await world.store.head());
    const ids = { businessId: shop.businessId, contactId: closed.contactId };
    await closed.does(ConversationClosed.create({ ...ids, userId: shop.userId, upToPosition: up }));
    await settled();
    const said = async () => ({
      counts: (await list('all')).counts,
      each: await Promise.all(
        [open, closed].map(({ contactId }) => world.models.conversation(shop.businessId, contactId)),
      ),
    });
    const before = await said();
    for (const one of [open, closed]) await one.isSent('Half price', { purpose: 'broadcast' });
    await settled();
    const after = await said();
    expect(after.counts).toEqual(before.counts);
    expect(after.each).toEqual(
      before.each.map((view) => ({
        ...view,
        position: expect.any(String),
        lastMessage: expect.objectContaining({ body: 'Half price' }),
      })),
    );
    for (const [at, view] of after.each.entries())
      expect(BigInt(view!.position)).toBeGreaterThan(BigInt(before.each[at]!.position));
  });

  it('is there when it was started without a message, has an assignee and notes', async () => {
    const fay = shop.contact();
    const ids = { businessId: shop.businessId, contactId: fay.contactId };
    await fay.does(ConversationStarted.create({ ...ids, userId: shop.userId }));
    await fay.does(ConversationAssigned.create({ ...ids, assigneeId: shop.userId, why: 'by-hand' }));
    const noteId = randomUUID();
    await fay.does(ConversationNoteAdded.create({ ...ids, noteId, userId: shop.userId, text: 'Likes olives' }));
    await settled();
    const view = await world.models.conversation(shop.businessId, fay.contactId);
    expect([view?.assigneeId, view?.lastMessage, view?.unread]).toEqual([shop.userId, null, 0]);
    expect(
      (await world.models.messages(shop.businessId, fay.contactId, { before: null, limit: 10 })).data,
    ).toMatchObject([{ id: noteId, kind: 'note', body: 'Likes olives', authorId: shop.userId }]);
    await fay.does(ConversationAssigned.create({ ...ids, assigneeId: null, why: 'by-hand' }));
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
    // In the order in which it was said that they are for people; what a rule answered is no news.
    await joe.texts('HELP', { answeredBy: 'help' });
    const late = await joe.texts('3', { answeredBy: 'later' });
    const fourth = await joe.texts('4');
    await joe.sorted(late);
    await settled();
    const since = await world.models.receivedSince(shop.businessId, String(from), 10);
    expect(since.map(({ messageId }) => messageId)).toEqual(
      [first, second, fourth, late].map(({ messageId }) => messageId),
    );
    expect(await world.models.receivedSince(shop.businessId, since[2]!.position, 10)).toEqual(since.slice(3));
    expect(await world.models.receivedSince(shop.businessId, String(from), 1)).toHaveLength(1);
    expect(await world.models.receivedSince(shop.businessId, '99999999999999999999', 10)).toEqual([]);
  });
});

it('shows nothing of it to another business', async () => {
  other = await openShop(world);
  const kim = shop.contact();
  const { messageId } = await kim.texts('secret');
  await settled();
  expect(await world.models.conversation(other.businessId, kim.contactId)).toBeNull();
  expect(await world.models.message(other.businessId, messageId)).toBeNull();
  expect((await world.models.messages(other.businessId, kim.contactId, { before: null, limit: 10 })).data).toEqual([]);
  expect(
    await world.models.conversations(other.businessId, { filter: 'all', search: null, page: 1, perPage: 10 }),
  ).toEqual({
    data: [],
    total: 0,
    counts: { needs_reply: 0, looks_opted_out: 0, overdue: 0, all: 0, closed: 0, failed: 0 },
  });
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
