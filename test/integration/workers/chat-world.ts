import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createWorld, openBusiness, personOf, system, type World } from '../commands/world.ts';

type Place = Awaited<ReturnType<typeof openBusiness>>;
let phones = 5_000;

/** Live chat over the real store with its read models at work, for the tests of one file; a business for each test. */
export function chatWorld() {
  const chat = {
    world: undefined as unknown as World,
    place: undefined as unknown as Place,
    /** As one of the business. */
    as: (userId: string) => context(personOf(chat.place.businessId, chat.place.agencyId, userId)),
    /** Somebody signs in to the business, or to its agency, from now on. */
    async register(role: 'Business' | 'Agency' = 'Business'): Promise<string> {
      const { agencyId, businessId } = chat.place;
      const userId = randomUUID();
      await chat.world.commands.users.registerUser(context(system), {
        userId,
        role,
        agencyId,
        businessId: role === 'Business' ? businessId : null,
        email: `${userId}@example.test`,
        firstName: 'Some',
        lastName: 'Body',
        password: 'a password that is long',
      });
      return userId;
    },
    /** Somebody new writes, or somebody again. */
    async receive(phone = `+1917555${(phones += 1)}`) {
      const { messageId } = await chat.place.receive('Is anybody there?', { from: phone });
      await chat.world.commands.messages.react(context(system), { messageId });
      const contactId = ContactId.parse(chat.world.identifiers.contact(chat.place.businessId, phone));
      return { phone, contactId, messageId };
    },
    events: (contactId: ContactId) => chat.world.events.read(streams.conversation(contactId)),
    /** Whose the conversation is. */
    whose: async (contactId: ContactId) => stateOf(Conversation, await chat.events(contactId)).assigneeId,
    caughtUp: async () =>
      expect(await chat.world.runner.waitFor(await chat.world.events.head(), { timeoutMs: 20_000 })).toBe(true),
  };
  beforeAll(async () => {
    chat.world = await createWorld({ readModels: true });
    await chat.world.runner.start();
  });
  afterAll(() => chat.world.close());
  beforeEach(async () => {
    chat.place = await openBusiness(chat.world);
  });
  return chat;
}
