import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { carrier } from '../../support/callers.ts';
import { context, createWorld, everything, openBusiness, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});

const purposes = async (shop: Awaited<ReturnType<typeof openBusiness>>) =>
  (await shop.replies()).map(({ purpose }) => purpose);
const react = (messageId: string, commands = world.commands) => commands.messages.react(context(system), { messageId });

describe('a text that came in', () => {
  it('with the keyword opts in, is answered once with reply and confirmation, and rings no bell', async () => {
    const shop = await openBusiness(world);
    await shop.text('pizza!');
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual(['ContactDiscovered', 'ContactOptedIn']);
    const [reply, ...more] = await shop.replies();
    expect(more).toEqual([]);
    expect(reply).toMatchObject({
      purpose: 'keyword-reply',
      to: shop.phone,
      body: expect.stringMatching(/^Hi there, show this text for a free slice\.\n\nBella's Pizzeria: .*HELP.*STOP/),
    });
    expect(await shop.notifications()).toEqual([]);
    expect(await shop.sorted()).toEqual(['keyword']);
  });

  it('is answered with two texts, reply first, where one would cost more', async () => {
    const shop = await openBusiness(world, { reply: 'Free slice! 🍕' });
    await shop.text('PIZZA');
    expect(await purposes(shop)).toEqual(['keyword-reply', 'opt-in-confirmation']);
  });

  it('with the keyword again gets the reply again, without the confirmation', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    await world.commands.contacts.name(context(shop.person), {
      contactId: shop.contactId,
      firstName: 'Ann',
      lastName: null,
    });
    await shop.text('pizza please');
    expect((await shop.replies())[1]).toMatchObject({
      purpose: 'keyword-reply',
      body: 'Hi Ann, show this text for a free slice.',
    });
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual([
      'ContactDiscovered',
      'ContactOptedIn',
      'ContactNameChanged',
    ]);
  });

  it('that looks like an opt-out holds marketing until someone has looked, and is for people to answer', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const { contactId } = shop;
    const seen = async () => (await shop.history(`contact-${contactId}`)).slice(2);
    const verdict = async (purpose: 'broadcast' | 'livechat') => {
      const messageId = randomUUID();
      await world.commands.messages.queue(context(system), {
        messageId,
        businessId: shop.businessId,
        contactId,
        to: shop.phone,
        body: 'News',
        media: [],
        purpose,
        notBefore: null,
      } as never);
      const { result } = await world.commands.delivery.text.decide(context(system), { id: messageId });
      return result.kind === 'suppressed' ? result.reason : result.kind;
    };
    const text = await shop.text('You have the wrong person');
    await react(text);
    await react(text);
    expect(await seen()).toEqual(['ContactOptOutSuspected']);
    expect(await shop.sorted()).toEqual(['keyword', 'people']);
    expect([await verdict('broadcast'), await verdict('livechat')]).toEqual(['looks-opted-out', 'send']);
    await world.commands.contacts.keepSubscribed(context(shop.person), { contactId });
    await world.commands.contacts.keepSubscribed(context(shop.person), { contactId });
    expect(await seen()).toEqual(['ContactOptOutSuspected', 'ContactOptOutDismissed']);
    expect(await verdict('broadcast')).toBe('send');
    // The contact itself says so: by START, by a keyword, or by a stop.
    for (const word of ['START', 'PIZZA', 'STOP']) {
      await shop.text('not interested');
      expect(await verdict('broadcast')).toBe('looks-opted-out');
      await shop.text(word);
      expect(await verdict('broadcast')).toBe(word === 'STOP' ? 'opted-out' : 'send');
    }
    await shop.text('not interested');
    expect(await seen()).toEqual([
      ...['ContactOptOutSuspected', 'ContactOptOutDismissed', 'ContactOptOutSuspected', 'ContactOptOutDismissed'],
      ...['ContactOptOutSuspected', 'ContactOptOutDismissed', 'ContactOptOutSuspected', 'ContactOptedOut'],
    ]);
    const stranger = await openBusiness(world);
    await expect(world.commands.contacts.keepSubscribed(context(stranger.person), { contactId })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  it('that says stop opts out, is confirmed once, and nothing but that and help goes out afterwards', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    await shop.text('please stop texting me');
    await shop.text('STOP');
    expect(await purposes(shop)).toEqual(['keyword-reply', 'opt-out-confirmation']);
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual([
      'ContactDiscovered',
      'ContactOptedIn',
      'ContactOptedOut',
    ]);
    await shop.text('HELP');
    const verdicts = [];
    for (const { messageId } of await shop.replies())
      verdicts.push((await world.commands.delivery.text.decide(context(system), { id: messageId })).result.kind);
    expect(verdicts).toEqual(['suppressed', 'send', 'send']);
    await expect(
      world.commands.livechat.send(context(shop.person), { contactId: shop.contactId, body: 'Hello?', media: [] }),
    ).rejects.toMatchObject({ code: 'contact_opted_out' });
  });

  it('that says START, YES or a keyword opts in again after a stop; YES from anybody else is an ordinary text', async () => {
    for (const word of ['START', 'yes', 'pizza']) {
      const shop = await openBusiness(world);
      await shop.text('stop');
      await shop.text(word);
      expect(await shop.history(`contact-${shop.contactId}`)).toEqual([
        'ContactDiscovered',
        'ContactOptedOut',
        'ContactOptedIn',
      ]);
      expect((await purposes(shop)).at(-1)).toBe(word === 'pizza' ? 'keyword-reply' : 'opt-in-confirmation');
    }
    const shop = await openBusiness(world);
    await shop.text('yes');
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual(['ContactDiscovered']);
    expect(await purposes(shop)).toEqual([]);
    await shop.text('START');
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual(['ContactDiscovered', 'ContactOptedIn']);
  });

  it('that is none of these makes a contact and a notification, and is left to people', async () => {
    const shop = await openBusiness(world);
    const messageId = await shop.text('Do you have a table for two?');
    expect(await shop.notifications()).toEqual(['message: Do you have a table for two?']);
    expect(await purposes(shop)).toEqual([]);
    const [received, last] = await world.events.read(`message-${messageId}`);
    expect(last).toMatchObject({
      type: 'MessageRoutedToInbox',
      data: { contactId: shop.contactId, receivedPosition: String(received!.position) },
    });
    const [bell] = (await everything(world)).filter(({ data }) => data['content'] === 'Do you have a table for two?');
    expect(bell!.data['receivedPosition']).toBe(String(received!.position));
  });

  it('that is the person’s word about being texted, or asks for help, asks nothing of anybody, also when nothing changes', async () => {
    const shop = await openBusiness(world);
    for (const body of ['STOP', 'stop', 'START', 'start', 'HELP', 'pizza', 'pizza']) await shop.text(body);
    expect(await shop.sorted()).toEqual(['opt-out', 'opt-out', 'opt-in', 'opt-in', 'help', 'keyword', 'keyword']);
    expect(await shop.notifications()).toEqual([]);
  });

  it('that is a keyword whose campaign has nothing to say to a member is seen by people', async () => {
    const shop = await openBusiness(world, { reply: '{{first_name}}' });
    await shop.text('PIZZA');
    await shop.text('PIZZA');
    expect(await shop.sorted()).toEqual(['keyword', 'people']);
  });

  it('does not open a closed conversation when a rule answers it', async () => {
    const shop = await openBusiness(world);
    await shop.text('Hello');
    await world.commands.livechat.setOpen(context(shop.person), { contactId: shop.contactId, open: false });
    for (const body of ['HELP', 'PIZZA', 'STOP']) await shop.text(body);
    expect(await shop.history(`conversation-${shop.contactId}`)).toEqual(['ConversationClosed']);
  });

  it('opens a closed conversation again', async () => {
    const shop = await openBusiness(world);
    await shop.text('Hello');
    await world.commands.livechat.setOpen(context(shop.person), { contactId: shop.contactId, open: false });
    await shop.text('Are you there?');
    expect(await shop.history(`conversation-${shop.contactId}`)).toEqual(['ConversationClosed', 'ConversationOpened']);
  });

  it('may hold nulls, half emoji, right-to-left text and 10,000 characters', async () => {
    const shop = await openBusiness(world);
    const body = `a\u0000b \ud83d 😀 שלום ${'x'.repeat(10_000)}`;
    const messageId = await shop.text(body);
    expect((await world.events.read(`message-${messageId}`))[0]!.data['body']).toBe(
      `a\ufffdb \ufffd 😀 שלום ${'x'.repeat(10_000)}`,
    );
    expect(await shop.notifications()).toHaveLength(1);
  });
});

/** A shop with a vote on BAND: First choice or Second choice. */
async function openVote() {
  const shop = await openBusiness(world);
  const campaignId = randomUUID() as string;
  await world.commands.campaigns.create(context(shop.person), {
    campaignId,
    name: 'Which band?',
    type: 'vote',
    keyword: 'BAND',
    reply: 'Text 1 or 2.',
    replyMedia: [],
    template: null,
    sections: {},
  });
  await world.commands.campaigns.publishPage(context(shop.person), { campaignId });
  const votes = async () =>
    (await everything(world)).flatMap(({ type, data }) =>
      type === 'VoteCast' && data['campaignId'] === campaignId ? [(data['choices'] as string[]).join()] : [],
    );
  const answers = async () => (await shop.replies()).map(({ body }) => String(body).split('\n')[0]);
  return { ...shop, votes, answers };
}

describe('a text that votes', () => {
  it('by the keyword and a number, or a number alone after the keyword, counts once and is told so', async () => {
    const shop = await openVote();
    for (const body of ['band', '2', '1', 'BAND 1']) await shop.text(body);
    expect(await shop.votes()).toEqual(['opt2']);
    expect(await shop.answers()).toEqual([
      'Text 1 or 2.',
      'Thank you! Your vote for Second choice counts.',
      'You have voted already. Your first vote counts.',
    ]);
    // Who has voted may mean something else by a number.
    expect(await shop.sorted()).toEqual(['keyword', 'keyword', 'people', 'keyword']);
  });

  it('is none with a number that is no option, from who has not opted in, or to who is in another campaign by now', async () => {
    const shop = await openVote();
    for (const body of ['2', 'band 7', '7', 'pizza', '2', 'stop', '2']) await shop.text(body);
    expect(await shop.votes()).toEqual([]);
    expect((await shop.sorted()).filter((by) => by === 'people')).toHaveLength(4);
  });

  it.each([
    ['BAND 2', []],
    ['2', ['BAND']],
  ])('with %j, cut off at any append, ends as if it never was', async (body, earlier) => {
    for (const failAt of [1, 2, 3, 4, 5]) {
      const shop = await openVote();
      for (const text of earlier) await shop.text(text);
      const { messageId } = await shop.receive(body);
      await react(messageId, world.commandsOver(cutOff(failAt))).catch((error: unknown) => {
        expect(String(error)).toMatch(/cut off/);
      });
      await react(messageId);
      expect(await shop.votes()).toEqual(['opt2']);
      expect((await shop.answers()).slice(earlier.length)).toEqual(['Thank you! Your vote for Second choice counts.']);
      expect((await shop.sorted()).at(-1)).toBe('keyword');
      expect(await shop.notifications()).toEqual([]);
    }
  });
});

describe('receiving', () => {
  it('the same text ten times at once is one event, with one answer', async () => {
    const shop = await openBusiness(world);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.receive('PIZZA', { providerMessageId: `SMsame${shop.businessId}` })),
    );
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(
      answers.every(({ businessId, contactId }) => businessId === shop.businessId && contactId === shop.contactId),
    ).toBe(true);
    expect(await shop.history(`message-${answers[0]!.messageId}`)).toEqual(['MessageReceived']);
  });

  it('keeps what no business can be found for, and what has no number to answer', async () => {
    const shop = await openBusiness(world);
    for (const more of [{ to: '+19995550199' }, { from: '72727' }, { from: 'ACME', to: 'nonsense' }]) {
      const result = await shop.receive('Hello', more);
      expect(result).toMatchObject({ businessId: null, contactId: null, repeated: false });
      expect(await shop.history(`message-${result.messageId}`)).toEqual(['UnroutedMessageReceived']);
      await react(result.messageId);
    }
  });

  it('a text that another tenant’s carrier account signed is nobody’s, whatever number it names', async () => {
    const [one, other] = [await openBusiness(world), await openBusiness(world, { keyword: 'PASTA' })];
    const handOver = async (of: typeof one, agencyId = of.agencyId) =>
      (
        await world.commands.messages.receive(
          context({ ...carrier, tenant: { agencyId, businessId: of.businessId } }),
          {
            provider: 'twilio',
            providerMessageId: `SM${randomUUID()}`,
            from: one.phone,
            to: one.number,
            body: 'STOP',
            media: [],
            receivedAt: world.clock.at.toISOString(),
          },
        )
      ).result.businessId;
    expect(await handOver(other)).toBeNull();
    expect(await handOver(one, randomUUID())).toBeNull();
    expect(await handOver(one)).toBe(one.businessId);
  });

  it('a claim of another tenant’s keyword means nothing on one’s own number', async () => {
    const [one, other] = [await openBusiness(world), await openBusiness(world, { keyword: 'PASTA' })];
    await one.text('PASTA');
    await other.text('PASTA');
    expect([await purposes(one), await purposes(other)]).toEqual([[], ['keyword-reply']]);
  });
});

describe('reacting again', () => {
  it.each(['PIZZA', 'STOP', 'START', 'HELP', 'Hello', 'pizza 🍕'])(
    'to %j, twenty times at once, causes nothing twice',
    async (body) => {
      const shop = await openBusiness(world, { reply: 'Free slice! 🍕' });
      const { messageId } = await shop.receive(body);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => react(messageId)));
      const before = (await everything(world)).length;
      outcomes.push(await react(messageId));
      expect((await everything(world)).length).toBe(before);
      expect(new Set((await shop.replies()).map(({ purpose }) => purpose)).size).toBe((await shop.replies()).length);
      expect(await shop.notifications()).toHaveLength(body === 'Hello' ? 1 : 0);
      expect(await shop.sorted()).toHaveLength(1);
      expect(outcomes.every(({ position }) => position !== null)).toBe(true);
    },
  );

  it.each(['PIZZA', 'STOP', 'HELP', 'Hello'])(
    'to %j after it was cut off at any append ends as if it never was',
    async (body) => {
      const whole = await openBusiness(world, { reply: 'Free slice! 🍕' });
      await whole.text(body);
      for (const failAt of [1, 2, 3, 4, 5]) {
        const shop = await openBusiness(world, { reply: 'Free slice! 🍕' });
        const { messageId } = await shop.receive(body);
        await react(messageId, world.commandsOver(cutOff(failAt))).catch((error: unknown) => {
          expect(String(error)).toMatch(/cut off/);
        });
        await react(messageId);
        expect(await purposes(shop)).toEqual(await purposes(whole));
        expect(await shop.history(`contact-${shop.contactId}`)).toEqual(
          await whole.history(`contact-${whole.contactId}`),
        );
        expect(await shop.notifications()).toEqual(await whole.notifications());
        expect(await shop.sorted()).toEqual(await whole.sorted());
      }
    },
  );

  it('to an old keyword after a later stop does not opt in again, nor an old stop after a later START out', async () => {
    const shop = await openBusiness(world);
    const first = await shop.text('PIZZA');
    const again = await shop.text('PIZZA');
    const stop = await shop.text('STOP');
    const secondStop = await shop.text('STOP');
    for (const messageId of [first, again]) await react(messageId);
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual([
      'ContactDiscovered',
      'ContactOptedIn',
      'ContactOptedOut',
    ]);
    await shop.text('START');
    for (const messageId of [first, again, stop, secondStop]) await react(messageId);
    expect(await shop.history(`contact-${shop.contactId}`)).toEqual([
      'ContactDiscovered',
      'ContactOptedIn',
      'ContactOptedOut',
      'ContactOptedIn',
    ]);
    expect(await purposes(shop)).toEqual([
      'keyword-reply',
      'keyword-reply',
      'opt-out-confirmation',
      'opt-in-confirmation',
    ]);
  });

  it('to words after their bell rang leaves them to people, whatever has become of the contact since', async () => {
    const shop = await openBusiness(world);
    await shop.text('START');
    const { messageId } = await shop.receive('yes');
    // The bell is the first append of its own; the second says who deals with it.
    await expect(react(messageId, world.commandsOver(cutOff(2)))).rejects.toThrow('cut off');
    await world.commands.contacts.optOut(context(shop.person), { contactId: shop.contactId });
    await react(messageId);
    expect(await shop.sorted()).toEqual(['opt-in', 'people']);
    expect((await shop.history(`contact-${shop.contactId}`)).at(-1)).toBe('ContactOptedOut');
  });

  it('to what does not exist is refused', async () => {
    await expect(react(randomUUID())).rejects.toBeInstanceOf(DomainError);
  });
});

/** The real store, whose n-th append is lost, as by a crash. */
function cutOff(failAt: number): EventStore {
  let appends = 0;
  return {
    ...world.events,
    async append(stream, expected, events) {
      if ((appends += 1) === failAt) throw new Error('cut off');
      return world.events.append(stream, expected, events);
    },
  };
}
