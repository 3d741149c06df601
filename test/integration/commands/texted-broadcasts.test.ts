import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { context, createWorld, openBusiness, system, type World } from './world.ts';

let world: World;
let shop: Awaited<ReturnType<typeof openBusiness>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  shop = await openBusiness(world);
  await list(shop.phone);
});

async function list(...phones: readonly string[]) {
  const stored = await world.events.read(`business-${shop.businessId}`);
  await world.commands.businesses.setBroadcasters(context(shop.person), {
    businessId: shop.businessId,
    revision: stored.at(-1)!.revision,
    broadcasters: phones.map((phone) => ({ name: 'Ann', phone })),
  });
}
const tenant = () => ({ agencyId: shop.agencyId, businessId: shop.businessId });
const asSystem = (id?: string) => context({ ...system, tenant: tenant() }, id);
const react = (messageId: string, commands = world.commands) => commands.messages.react(context(system), { messageId });
/** The last request of the phone, as the worker hands it on. */
async function asked(recipients = 3) {
  const events = await world.events.read(`textedBroadcast-${shop.contactId}`);
  const { broadcastId } = events.findLast(({ type }) => type === 'TextedBroadcastRequested')!.data;
  return { contactId: shop.contactId, broadcastId: broadcastId as string, recipients };
}
/** A request that has been offered; answers its code. */
async function offered(recipients = 3, words = 'Half price tonight'): Promise<string> {
  await shop.text(`PIZZA ${words}`);
  const about = await asked(recipients);
  await world.commands.textedBroadcasts.offer(asSystem(), about);
  return world.identifiers.broadcastCode(about.broadcastId);
}
const said = async () => (await shop.replies()).map(({ body }) => body);
const history = () => shop.history(`textedBroadcast-${shop.contactId}`);
const broadcast = async () => shop.history(`broadcast-${(await asked()).broadcastId}`);

describe('a broadcast by text', () => {
  it('is confirmed within 15 minutes of the question, by when the text was received, not when it was handled', async () => {
    const start = world.clock.at;
    const code = await offered();
    const minutes = (count: number) => (world.clock.at = new Date(start.getTime() + count * 60_000));
    minutes(15);
    const inTime = await shop.receive(`YES ${code}`);
    minutes(16);
    await shop.text(`YES ${code}`);
    expect((await said()).at(-1)).toBe('No broadcast is waiting for a code. Text your keyword and message again.');
    await react(inTime.messageId);
    expect(await history()).toEqual(['TextedBroadcastRequested', 'TextedBroadcastOffered', 'TextedBroadcastConfirmed']);
  });

  it('is asked for, offered, confirmed and sent once, however often each of these is done and at once', async () => {
    const { messageId } = await shop.receive('PIZZA Half price tonight');
    await Promise.all(Array.from({ length: 10 }, () => react(messageId)));
    const about = await asked();
    const { textedBroadcasts } = world.commands;
    const [one, other] = [randomUUID(), randomUUID()];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => textedBroadcasts.offer(asSystem(n % 2 ? one : other), about)),
    );
    const code = world.identifiers.broadcastCode(about.broadcastId);
    const texts = [await shop.receive(`YES ${code}`), await shop.receive(`YES ${code}`)];
    await Promise.all(texts.flatMap((text) => Array.from({ length: 5 }, () => react(text.messageId))));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => textedBroadcasts.send(asSystem(n % 2 ? one : other), about)),
    );
    await textedBroadcasts.send(asSystem(), { ...about, recipients: 99 });
    expect(await history()).toEqual(['TextedBroadcastRequested', 'TextedBroadcastOffered', 'TextedBroadcastConfirmed']);
    expect(await broadcast()).toEqual(['BroadcastDrafted', 'BroadcastConfirmedByText', 'BroadcastScheduled']);
    expect((await said()).toSorted()).toEqual([
      expect.stringMatching(/^This goes to 3 people now:\n\nHalf price tonight\n\n/),
      "You've already confirmed that broadcast.",
      'Your broadcast to 3 people is on its way. See its report under Broadcasts.',
    ]);
  });

  it('is not asked for by a keyword of two words, though the first is another keyword', async () => {
    for (const keyword of ['FREE', 'FREEPIZZA'])
      await world.commands.setup.createCampaign(context(system), {
        campaignId: randomUUID(),
        businessId: shop.businessId,
        name: keyword,
        type: 'text',
        keyword,
        reply: `This is ${keyword}`,
        replyMedia: [],
      });
    await shop.text('Free pizza');
    expect(await said()).toEqual([expect.stringMatching(/^This is FREEPIZZA/)]);
    await shop.text('Free pizza, tonight only');
    const [request] = await world.events.read(`textedBroadcast-${shop.contactId}`);
    expect(request!.data).toMatchObject({ keyword: 'FREEPIZZA', body: 'tonight only' });
  });

  it('is never sent before its code came back, nor once it was ended', async () => {
    const code = await offered();
    await world.commands.textedBroadcasts.send(asSystem(), await asked());
    expect(await broadcast()).toEqual([]);
    await shop.text('NO');
    await shop.text(`YES ${code}`);
    await world.commands.textedBroadcasts.send(asSystem(), await asked());
    expect([await broadcast(), (await history()).at(-1)]).toEqual([[], 'TextedBroadcastEnded']);
  });

  it('goes on after it was cut off at any append, as if it never was', async () => {
    for (const failAt of [1, 2, 3]) {
      shop = await openBusiness(world);
      await list(shop.phone);
      const code = await offered();
      await shop.text(`YES ${code}`);
      const about = await asked();
      const id = randomUUID();
      await world
        .commandsOver(cutOff(failAt))
        .textedBroadcasts.send(asSystem(id), about)
        .catch(() => {});
      await world.commands.textedBroadcasts.send(asSystem(id), about);
      expect(await broadcast()).toEqual(['BroadcastDrafted', 'BroadcastConfirmedByText', 'BroadcastScheduled']);
      expect(await said()).toHaveLength(2);
    }
  });

  it('waits for the agency where it is larger than that lets through, and says so before and after', async () => {
    await world.commands.agencies.chooseApprovalLimit(
      context({ ...shop.person, role: 'agency', tenant: { agencyId: shop.agencyId, businessId: null } }),
      { agencyId: shop.agencyId, recipients: 2 },
    );
    const code = await offered();
    expect((await said()).at(-1)).toContain('Your agency approves it first.');
    await shop.text(`YES ${code}`);
    await world.commands.textedBroadcasts.send(asSystem(), await asked());
    expect((await said()).at(-1)).toBe('Your broadcast to 3 people is waiting for your agency to approve it.');
    expect(await broadcast()).toEqual(['BroadcastDrafted', 'BroadcastConfirmedByText', 'BroadcastApprovalRequested']);
  });

  it('stays a draft where the business was switched off in between, and nobody is told anything then', async () => {
    const code = await offered();
    await shop.text(`YES ${code}`);
    await world.commands.businesses.setActive(context(system), { businessId: shop.businessId, active: false });
    await world.commands.textedBroadcasts.send(asSystem(), await asked());
    expect(await broadcast()).toEqual(['BroadcastDrafted', 'BroadcastConfirmedByText']);
    const { messageId } = (await shop.replies()).at(-1)!;
    const { result } = await world.commands.delivery.text.decide(context(system), { id: messageId });
    expect(result).toMatchObject({ kind: 'suppressed', reason: 'inactive-business' });
    // What was said holds: it is not sent behind their back once the business is on again.
    await world.commands.businesses.setActive(context(system), { businessId: shop.businessId, active: true });
    await world.commands.textedBroadcasts.send(asSystem(), await asked());
    expect(await broadcast()).toEqual(['BroadcastDrafted', 'BroadcastConfirmedByText']);
  });

  it('of whom was erased is not offered and not sent, and nothing of them can be read', async () => {
    const code = await offered();
    await shop.text(`YES ${code}`);
    const about = await asked();
    await world.commands.contacts.erase(context(shop.person), { contactId: shop.contactId });
    await world.subjectKeys.destroy(shop.contactId);
    await world.commands.textedBroadcasts.send(asSystem(), about);
    await world.commands.textedBroadcasts.offer(asSystem(), about);
    expect(await shop.history(`broadcast-${about.broadcastId}`)).toEqual([]);
    const [request] = await world.events.read(`textedBroadcast-${shop.contactId}`);
    expect(request!.data).toMatchObject({ name: null, phone: null, body: null });
  });

  it('is told at night that it arrives in the morning', async () => {
    const before = world.clock.at;
    world.clock.at = new Date('2026-11-21T07:00:00Z');
    await offered();
    expect((await said()).at(-1)).toMatch(/^This goes to 3 people once allowed:.*quiet hours now/s);
    world.clock.at = before;
  });

  it('costs a text from any other phone not one question more', async () => {
    const counted = async (body: string) => {
      let questions = 0;
      const store: EventStore = {
        ...world.events,
        read: (...of) => ((questions += 1), world.events.read(...of)),
        readMany: (...of) => ((questions += 1), world.events.readMany(...of)),
        append: (...of) => ((questions += 1), world.events.append(...of)),
      };
      await react((await shop.receive(body)).messageId, world.commandsOver(store));
      return questions;
    };
    // As before there were broadcasters.
    const before = { 'PIZZA I saw your poster': 6, 'Do you have a table?': 5, 'YES 1234': 5, no: 5, STOP: 5 };
    const now: Record<string, number> = {};
    for (const body of Object.keys(before)) {
      shop = await openBusiness(world);
      await list('+14155550199');
      now[body] = await counted(body);
    }
    expect(now).toEqual(before);
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
