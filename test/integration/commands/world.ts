import { randomUUID } from 'node:crypto';
import type { EventStore, StoredEvent } from '../../../adapters/event-store/port.ts';
import { carrier, context, personOf, system } from '../../support/callers.ts';
import { openComposition, settableClock } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';

export { carrier, context, personOf, system } from '../../support/callers.ts';

/**
 * The real commands over the real store, with the codec on. `clock.at` may be set. `readModels`: ready made, for who starts
 * them.
 */
export async function createWorld(options: { readonly readModels?: boolean } = {}) {
  const database = await createTestDatabase(options);
  const clock = settableClock(new Date('2026-11-20T17:00:00Z'));
  const composed = await openComposition(database.connectionString, { clock });
  const { store: events, commands, commandsWith, vault, subjectKeys, identifiers } = composed;
  return {
    events,
    db: composed.db,
    raw: composed.raw,
    evidence: composed.evidence,
    runner: composed.runner,
    workers: composed.workers,
    readModels: composed.readModels,
    connectionString: database.connectionString,
    vault,
    subjectKeys,
    identifiers,
    now: () => clock.now(),
    clock,
    commands,
    commandsWith,
    commandsOver: (store: EventStore) => commandsWith({ events: store }),
    async close() {
      await composed.close();
      await database.drop();
    },
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

let line = 100;
/** A business with a number of its own and the campaign PIZZA on it. */
export async function openBusiness(world: World, options: { readonly reply?: string; readonly keyword?: string } = {}) {
  const [agencyId, businessId, campaignId] = [randomUUID(), randomUUID(), randomUUID()];
  const number = `+1415555${String((line += 1)).padStart(4, '0')}`;
  const { setup } = world.commands;
  await setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'agency@demo.test' });
  await setup.createBusiness(context(system), {
    businessId,
    agencyId,
    name: "Bella's Pizzeria",
    uniqueId: `bellas-${businessId.slice(0, 8)}`,
    currency: 'USD',
    timezone: 'America/Los_Angeles',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  await setup.assignNumber(context(system), { businessId, number, providerNumberId: null, isTollFree: false });
  await setup.createCampaign(context(system), {
    campaignId,
    businessId,
    name: 'Free slice',
    type: 'text',
    keyword: options.keyword ?? 'PIZZA',
    reply: options.reply ?? 'Hi {{first_name|there}}, show this text for a free slice.',
    replyMedia: [],
  });
  const person = personOf(businessId, agencyId);
  let texts = 0;
  const phone = `+1212555${String(line).padStart(4, '0')}`;
  const contactId = world.identifiers.contact(businessId, phone);
  /** A text from `phone`, received and not yet reacted to. */
  const receive = async (
    body: string,
    more: { readonly providerMessageId?: string; readonly from?: string; readonly to?: string } = {},
  ) =>
    (
      await world.commands.messages.receive(context(carrier), {
        provider: 'twilio',
        providerMessageId: more.providerMessageId ?? `SM${businessId}${(texts += 1)}`,
        from: more.from ?? phone,
        to: more.to ?? number,
        body,
        media: [],
        receivedAt: world.clock.at.toISOString(),
      })
    ).result;
  return {
    agencyId,
    businessId,
    campaignId,
    number,
    person,
    phone,
    contactId,
    receive,
    /** A text from `phone`, with all it sets off. */
    async text(body: string) {
      const { messageId } = await receive(body);
      await world.commands.messages.react(context(system), { messageId });
      return messageId;
    },
    /** What was queued for the contact so far, oldest first. */
    async replies() {
      const queued = (await everything(world)).filter(
        ({ type, data }) => type === 'MessageQueued' && data['businessId'] === businessId,
      );
      return queued.map(({ data }) => ({
        purpose: data['purpose'] as string,
        body: data['body'] as string,
        to: data['to'] as string,
        messageId: data['messageId'] as string,
      }));
    },
    /** Types of events of a stream, in order. */
    history: async (stream: string) => (await world.events.read(stream)).map(({ type }) => type),
    /** Who was to deal with the texts that came in: a rule, or people. In the order it was said. */
    async sorted() {
      return (await everything(world))
        .filter(
          ({ type, data }) =>
            data['businessId'] === businessId &&
            (type === 'MessageAnsweredAutomatically' || type === 'MessageRoutedToInbox'),
        )
        .map(({ data }) => (data['rule'] as string | undefined) ?? 'people');
    },
    async notifications() {
      return (await everything(world))
        .filter(({ type, data }) => type === 'NotificationRaised' && data['businessId'] === businessId)
        .map(({ data }) => `${String(data['kind'])}: ${String(data['content'])}`);
    },
  };
}

export async function everything(world: World): Promise<readonly StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let position = 0n; ;) {
    const page = await world.events.readAll(position, { limit: 1000 });
    all.push(...page.events);
    position = page.next;
    if (page.atEnd) return all;
  }
}
