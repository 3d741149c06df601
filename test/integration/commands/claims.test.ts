import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { carrier, context, createWorld, everything, openBusiness, personOf, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});

const emptyBusiness = async () => {
  const businessId = randomUUID();
  await world.commands.setup.createBusiness(context(system), {
    businessId,
    agencyId: null,
    name: 'Shop',
    uniqueId: `shop-${businessId.slice(0, 8)}`,
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  return businessId;
};
const campaign = (businessId: string, keyword: string, reply = 'Hello') => ({
  campaignId: randomUUID(),
  businessId,
  name: 'Campaign',
  type: 'text' as const,
  keyword,
  reply,
  replyMedia: [],
});
const codeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'fulfilled' ? 'ok' : (settled.reason as { code?: string }).code;

describe('what only one can have', () => {
  it('two businesses that claim one number at once: one has it, the other is told so', async () => {
    const shops = [await emptyBusiness(), await emptyBusiness()];
    const number = '+14155550990';
    const settled = await Promise.allSettled(
      shops.map((businessId) =>
        world.commands.setup.assignNumber(context(system), {
          businessId,
          number,
          providerNumberId: null,
          isTollFree: false,
        }),
      ),
    );
    expect(settled.map(codeOf).sort()).toEqual(['number_taken', 'ok']);
    expect((await world.events.read(`number-${number}`)).map(({ type }) => type)).toEqual(['NumberClaimed']);
  });

  it('a keyword on a number belongs to one campaign; on another number it is free', async () => {
    const [one, other] = [await openBusiness(world), await openBusiness(world, { keyword: 'PASTA' })];
    const { createCampaign } = world.commands.setup;
    await expect(createCampaign(context(one.person), campaign(one.businessId, ' pizza! '))).rejects.toMatchObject({
      code: 'keyword_taken',
      message: expect.stringContaining('PIZZA'),
    });
    await createCampaign(context(other.person), campaign(other.businessId, 'Pizza'));
    const racers = await Promise.allSettled(
      Array.from({ length: 5 }, () => createCampaign(context(one.person), campaign(one.businessId, 'SALAD'))),
    );
    expect(racers.map(codeOf).sort()).toEqual([
      'keyword_taken',
      'keyword_taken',
      'keyword_taken',
      'keyword_taken',
      'ok',
    ]);
  });

  it.each([
    ['stop', 'keyword_reserved'],
    ['Opt out', 'keyword_reserved'],
    ['help', 'keyword_reserved'],
    ['YES', 'keyword_reserved'],
    ['!!', 'validation_failed'],
  ])('nobody can have %j', async (keyword, code) => {
    const shop = await openBusiness(world);
    await expect(
      world.commands.setup.createCampaign(context(shop.person), campaign(shop.businessId, keyword)),
    ).rejects.toMatchObject({ code });
  });

  it('a refused campaign leaves no claim behind', async () => {
    const shop = await openBusiness(world);
    await expect(
      world.commands.setup.createCampaign(context(shop.person), campaign(shop.businessId, 'SOUP', 'Hi {{frist_name}}')),
    ).rejects.toMatchObject({ code: 'validation_failed', fields: { reply: [expect.stringContaining('frist_name')] } });
    expect(await world.events.read(`keyword-${shop.number}-SOUP`)).toEqual([]);
  });

  it('a command cut off between claim and event is completed by repeating it, and causes nothing twice', async () => {
    const shop = await openBusiness(world);
    const input = campaign(shop.businessId, 'CAKE');
    const again = context(shop.person);
    await expect(world.commandsOver(failing('campaign-')).setup.createCampaign(again, input)).rejects.toThrow(
      'cut off',
    );
    await expect(
      world.commands.setup.createCampaign(context(shop.person), campaign(shop.businessId, 'CAKE')),
    ).rejects.toMatchObject({ code: 'keyword_taken' });
    const first = await world.commands.setup.createCampaign(again, input);
    const length = (await everything(world)).length;
    const repeats = await Promise.all(
      Array.from({ length: 20 }, () => world.commands.setup.createCampaign(again, input)),
    );
    expect(repeats.every(({ position }) => position === first.position)).toBe(true);
    expect((await everything(world)).length).toBe(length);
  });
});

describe('people', () => {
  const password = 'correct-horse-battery';
  const register = (email: string, commandId = randomUUID(), userId: string = randomUUID()) =>
    world.commands.users.registerUser(context(system, commandId), {
      userId,
      role: 'Admin',
      agencyId: null,
      businessId: null,
      email,
      firstName: 'Ada',
      lastName: 'L',
      password,
    });
  const signIn = (email: string, word: string) =>
    world.commands.users.signIn(context({ ...system, role: 'public' }), {
      email,
      password: word,
      ipAddress: '127.0.0.1',
      sessionId: randomUUID(),
    });

  it('sign in with their password only; a failure is recorded, and says nothing', async () => {
    const { userId } = (await register('ada@demo.test')).result;
    expect((await signIn(' ADA@demo.test', password)).result).toEqual({
      userId,
      role: 'Admin',
      agencyId: null,
      businessId: null,
    });
    expect((await signIn('ada@demo.test', 'wrong')).result).toBeNull();
    expect((await signIn('nobody@demo.test', password)).result).toBeNull();
    const stored = [
      ...(await world.events.read(`user-${userId}`)),
      ...(await world.events.read(`signInFailures-${userId}-2026-11-20`)),
    ];
    expect(stored.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserPasswordSet',
      'UserSignedIn',
      'UserSignInFailed',
    ]);
    expect(
      JSON.stringify(stored, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/argon2|correct-horse/);
  });

  it('have an address of their own, also when two register it at once; repeated, they are registered once', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(
      (await Promise.allSettled([register('eve@demo.test', one), register('eve@demo.test', other)])).map(codeOf).sort(),
    ).toEqual(['email_taken', 'ok']);
    const [command, user] = [randomUUID(), randomUUID()];
    await register('joe@demo.test', command, user);
    await register('joe@demo.test', command, user);
    expect((await world.events.read(`user-${user}`)).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserPasswordSet',
    ]);
    expect((await signIn('joe@demo.test', password)).result).toMatchObject({ userId: user });
  });
});

describe('another tenant’s ids', () => {
  it('do not exist, and nothing changes', async () => {
    const [mine, theirs] = [await openBusiness(world), await openBusiness(world)];
    await theirs.text('Hello');
    const [reply] = await (async () => {
      await theirs.text('PIZZA');
      return theirs.replies();
    })();
    const notification = (await everything(world)).find(
      ({ type, data }) => type === 'NotificationRaised' && data['businessId'] === theirs.businessId,
    )!;
    const before = (await everything(world)).length;
    const { contacts, livechat, delivery, messages, setup, notifications } = world.commands;
    const me = mine.person;
    const { contactId, businessId } = theirs;
    const agency: Caller = {
      role: 'agency',
      actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
      tenant: { agencyId: mine.agencyId, businessId: null },
    };
    const calls: (() => Promise<unknown>)[] = [
      () => livechat.start(context(me), { contactId }),
      () => livechat.send(context(me), { contactId, body: 'x', media: [] }),
      () => livechat.read(context(me), { contactId, upToPosition: '1' }),
      () => livechat.markUnread(context(me), { contactId }),
      () => livechat.setOpen(context(me), { contactId, open: false }),
      () => livechat.assign(context(me), { contactId, assigneeId: null }),
      () => livechat.addNote(context(me), { contactId, text: 'x' }),
      () => contacts.name(context(me), { contactId, firstName: 'x', lastName: null }),
      () => contacts.optOut(context(me), { contactId }),
      () =>
        messages.queue(context(me), {
          messageId: randomUUID(),
          businessId,
          contactId,
          body: 'x',
          media: [],
          purpose: 'livechat',
          notBefore: null,
        }),
      () =>
        messages.queue(context(me), {
          messageId: randomUUID(),
          businessId: mine.businessId,
          contactId,
          body: 'x',
          media: [],
          purpose: 'livechat',
          notBefore: null,
        }),
      () =>
        setup.assignNumber(context(me), {
          businessId,
          number: '+14155550991',
          providerNumberId: null,
          isTollFree: false,
        }),
      () => setup.createCampaign(context(me), campaign(businessId, 'STEAK')),
      () => setup.createCampaign(context(agency), campaign(businessId, 'STEAK')),
      () => notifications.read(context(me), { notificationId: String(notification.data['notificationId']) }),
      () => notifications.delete(context(me), { notificationId: String(notification.data['notificationId']) }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    const foreign: Caller = { ...carrier, tenant: { agencyId: mine.agencyId, businessId: mine.businessId } };
    expect(
      (
        await delivery.text.hear(context(foreign), {
          id: reply!.messageId,
          provider: 'twilio',
          providerMessageId: 'SM1',
          word: { status: 'delivered', errorCode: null },
        })
      ).result,
    ).toEqual({ known: false });
    for (const call of [
      () => messages.react(context(me), { messageId: reply!.messageId }),
      () => delivery.text.decide(context(me), { id: reply!.messageId }),
      () => setup.createAgency(context(me), { agencyId: randomUUID(), name: 'x', email: 'x@demo.test' }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await everything(world)).length).toBe(before);
  });
});

describe('live chat', () => {
  it('starts, writes once per command, is read forwards only, and keeps notes', async () => {
    const shop = await openBusiness(world);
    const { livechat } = world.commands;
    const { contactId } = (await livechat.start(context(shop.person), { phone: '(212) 555-0199' })).result;
    const send = context(shop.person);
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => livechat.send(send, { contactId, body: 'Hello!', media: [] })),
    );
    expect(new Set(sent.map(({ result, position }) => `${result.messageId} ${String(position)}`)).size).toBe(1);
    await livechat.read(context(shop.person), { contactId, upToPosition: '50' });
    expect((await livechat.read(context(shop.person), { contactId, upToPosition: '40' })).position).toBeNull();
    await livechat.addNote(context(shop.person), { contactId, text: 'Likes olives' });
    await livechat.assign(context(shop.person), { contactId, assigneeId: null });
    expect(await shop.history(`conversation-${contactId}`)).toEqual([
      ...['ConversationStarted', 'ConversationAnswered', 'ConversationRead', 'ConversationNoteAdded'],
    ]);
    await expect(livechat.start(context(shop.person), { phone: 'nonsense' })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { phone: [expect.any(String)] },
    });
    await expect(
      livechat.send(context(shop.person), { contactId, body: 'x'.repeat(1601), media: [] }),
    ).rejects.toMatchObject({ code: 'message_too_long' });
    await expect(livechat.assign(context(shop.person), { contactId, assigneeId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('twenty different notes at once are all kept', async () => {
    const shop = await openBusiness(world);
    await shop.text('Hello');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.commands.livechat.addNote(context(personOf(shop.businessId, shop.agencyId)), {
          contactId: shop.contactId,
          text: `Note ${index}`,
        }),
      ),
    );
    expect(await shop.history(`conversation-${shop.contactId}`)).toHaveLength(20);
  });
});

describe('what the carrier says', () => {
  it('callbacks in any order, before the create call has returned, lead to one state; a failed live chat text rings the bell', async () => {
    const shop = await openBusiness(world);
    await shop.text('Hello');
    const { delivery, livechat } = world.commands;
    const { messageId } = (
      await livechat.send(context(shop.person), { contactId: shop.contactId, body: 'Hi', media: [] })
    ).result;
    const say = (status: 'sent' | 'delivered' | 'failed' | 'undelivered' | 'queued', errorCode: number | null = null) =>
      delivery.text.hear(context(carrier), {
        id: messageId,
        provider: 'twilio',
        providerMessageId: 'SM7',
        word: { status, errorCode },
      });
    expect((await delivery.text.decide(context(system), { id: messageId })).result).toMatchObject({
      kind: 'send',
      queued: { from: shop.number, to: shop.phone, body: 'Hi' },
    });
    await Promise.all([say('sent'), say('sent'), say('undelivered', 30003)]);
    await delivery.text.record(context(system), {
      id: messageId,
      outcome: { kind: 'accepted', provider: 'twilio', providerMessageId: 'SM7' },
    });
    await Promise.all([say('delivered'), say('delivered'), say('queued')]);
    await say('failed');
    const history = await shop.history(`message-${messageId}`);
    expect([history[0], history.at(-1)]).toEqual(['MessageQueued', 'MessageDelivered']);
    expect(new Set(history).size).toBe(history.length);
    expect((await shop.notifications()).filter((line) => line.startsWith('delivery-problem'))).toHaveLength(1);
    expect((await delivery.text.decide(context(system), { id: messageId })).result).toEqual({ kind: 'done' });
    expect(
      (
        await delivery.text.hear(context(carrier), {
          id: randomUUID(),
          provider: 'twilio',
          providerMessageId: 'SM7',
          word: { status: 'sent', errorCode: null },
        })
      ).result,
    ).toEqual({ known: false });
  });

  it('an opt-out at the carrier is mirrored once', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const verdict = {
      contactId: shop.contactId,
      businessId: shop.businessId,
      verdict: 'opted-out' as const,
      errorCode: 21610,
      providerMessageId: 'SM8',
    };
    await world.commands.contacts.carrierVerdict(context(system), verdict);
    expect((await world.commands.contacts.carrierVerdict(context(system), verdict)).position).toBeNull();
    expect((await shop.history(`contact-${shop.contactId}`)).at(-1)).toBe('ContactOptedOut');
  });
});

/** The real store, on which appends to these streams are lost, as by a crash. */
const failing = (prefix: string): EventStore => ({
  ...world.events,
  async append(stream, expected, events) {
    if (stream.startsWith(prefix)) throw new Error('cut off');
    return world.events.append(stream, expected, events);
  },
});
