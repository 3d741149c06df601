import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore, StoredEvent } from '../../../adapters/event-store/port.ts';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId, MessageId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { releaseScheduled, scheduledTexts, scheduledTextTimer } from '../../../workers/livechat/scheduled.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import { quietLog } from '../../support/quiet.ts';
import { context, createWorld, openBusiness, type World } from '../commands/world.ts';

let world: World;
let place: Awaited<ReturnType<typeof openBusiness>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const hour = 3_600_000;
const worker = scheduledTexts();
const conversation = () => world.events.read(streams.conversation(ContactId.parse(place.contactId)));
/** What the worker does with all it has seen, twice: it may see an event again. */
async function follow() {
  const events = (await conversation()).filter(({ type }) => worker.handles.includes(type));
  for (const _ of [1, 2]) await world.db.transaction().execute((trx) => worker.record(events, trx));
}
async function fireAfter(hours: number) {
  await follow();
  world.clock.at = new Date(world.clock.at.getTime() + hours * hour);
  await fireDueTimers(world.db, { [scheduledTextTimer]: releaseScheduled(world.commands) }, world.clock.at, quietLog);
}
const inHours = (hours: number) => new Date(world.clock.at.getTime() + hours * hour).toISOString();
async function scheduleIn(hours: number, body = 'See you at six.') {
  const { contactId, person } = place;
  const given = { contactId, body, media: [], sendAt: inHours(hours) };
  const { result } = await world.commands.livechat.schedule(context(person), given);
  return result.messageId;
}
const queuedAs = async (id: string): Promise<readonly StoredEvent[]> =>
  world.events.read(streams.message(MessageId.parse(id)));
const statusOf = async (id: string) =>
  stateOf(Conversation, await conversation()).scheduled.get(MessageId.parse(id))?.status;

describe('a scheduled text', () => {
  beforeAll(async () => {
    place = await openBusiness(world);
    await place.text('Hello?');
  });

  it('becomes a message at its time, once, in the name of who wrote it', async () => {
    const id = await scheduleIn(2);
    await fireAfter(1);
    expect(await queuedAs(id)).toEqual([]);
    await fireAfter(1.1);
    await fireAfter(0.1);
    const messages = await queuedAs(id);
    expect(messages.map(({ type }) => type)).toEqual(['MessageQueued']);
    expect(messages[0]).toMatchObject({
      data: { body: 'See you at six.', purpose: 'livechat', notBefore: null },
      metadata: { actor: place.person.actor },
    });
    expect(await statusOf(id)).toBe('released');
  });

  it('taken back it never goes, and what has gone can not be taken back', async () => {
    const { contactId, person } = place;
    const { livechat } = world.commands;
    const [back, gone] = [await scheduleIn(1), await scheduleIn(1)];
    await livechat.takeBackScheduled(context(person), { contactId, messageId: back });
    await fireAfter(1.1);
    expect(await queuedAs(back)).toEqual([]);
    expect(await queuedAs(gone)).toHaveLength(1);
    await expect(livechat.takeBackScheduled(context(person), { contactId, messageId: gone })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(livechat.sendScheduled(context(person), { contactId, messageId: back })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('is held when the contact writes, and goes when somebody says so', async () => {
    const { contactId, person } = place;
    const id = await scheduleIn(1);
    await place.text('Wait, one more thing');
    await fireAfter(1.1);
    expect([await statusOf(id), await queuedAs(id)]).toEqual(['held', []]);
    const now = { contactId, messageId: id };
    const pressed = context(person);
    for (const _ of [1, 2]) await world.commands.livechat.sendScheduled(pressed, now);
    expect(await queuedAs(id)).toHaveLength(1);
  });

  it('cut off between the word and the message it is queued by the worker', async () => {
    const id = await scheduleIn(5);
    const { contactId, person } = place;
    const { events } = world;
    const dying: EventStore = Object.assign(Object.create(events) as EventStore, {
      append: ((stream, ...rest) => {
        if (stream.startsWith('message-')) throw new Error('the process died');
        return events.append(stream, ...rest);
      }) satisfies EventStore['append'],
    });
    await expect(
      world.commandsOver(dying).livechat.sendScheduled(context(person), { contactId, messageId: id }),
    ).rejects.toThrow('died');
    expect([await statusOf(id), await queuedAs(id)]).toEqual(['released', []]);
    await fireAfter(0);
    expect(await queuedAs(id)).toHaveLength(1);
  });

  it('does not go to who has opted out meanwhile, and says so', async () => {
    const { contactId, person } = place;
    const id = await scheduleIn(1);
    await world.commands.contacts.optOut(context(person), { contactId });
    await fireAfter(1.1);
    expect([await statusOf(id), await queuedAs(id)]).toEqual(['dropped', []]);
    await expect(scheduleIn(1)).rejects.toMatchObject({ code: 'contact_opted_out' });
    await world.commands.livechat.takeBackScheduled(context(person), { contactId, messageId: id });
    expect(await statusOf(id)).toBe('takenBack');
  });
});
