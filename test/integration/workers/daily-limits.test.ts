import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { everybody } from '../../../domain/contacts/filter.ts';
import type { Business } from '../../../domain/businesses/business.ts';
import { dailyOf, type Reach } from '../../../domain/delivery/reach.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { addToOutbox, markSending, type TextClaim } from '../../../workers/delivery/text/queue.ts';
import { automationOf } from '../../support/automations.ts';
import { broadcast, untilOver, worksFor } from '../../support/broadcasts.ts';
import { carrier, context } from '../../support/callers.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, drawn, end, text, wait } from '../../unit/domain/automations/make.ts';
import { texts } from '../../support/outbox.ts';

const world = engineWorld();
const says = (body: string, next: string, failed: string | null = null) =>
  ({ ...text(next, failed), body }) as ReturnType<typeof text>;
const limit = async (texts: number | null) => {
  const { businessId } = world.tenant;
  const revision = (await world.spine.store.read(streams.business(BusinessId.parse(businessId)))).length - 1;
  const chosen = { businessId, revision, texts, mails: null };
  await world.spine.commands.businesses.chooseDailyLimits(context(worksFor(businessId)), chosen);
};
const hears = (from: string, body: string) =>
  world.spine.commands.messages.receive(context(carrier), {
    provider: 'twilio',
    providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
    from,
    to: world.tenant.number,
    body,
    media: [],
    receivedAt: world.later(60_000).toISOString(),
  });
/** A broadcast to all, and what became of it; it needs the time to pass. */
const said = async (body: string) => {
  const passing = setInterval(() => world.later(200), 50);
  try {
    return (await untilOver(world.spine, await broadcast(world.spine, world.tenant, body))).sums;
  } finally {
    clearInterval(passing);
  }
};
const five = () =>
  drawn(
    { a: says('1', 'b'), b: says('2', 'c'), c: says('3', 'd'), d: says('4', 'e', 'e'), e: says('5', 'f'), f: end },
    onOptIn,
  );

const noBroadcast = { broadcastId: null, variant: 0, tried: false };

describe('what reaches one person in a day', () => {
  it('is three texts of an automation unless somebody chooses otherwise; the others are held back, and say why', async () => {
    const document = five();
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    const events = await world.until(automation, document, contactId, 'ended End completed');
    expect(events.filter((event) => event.startsWith('completed'))).toEqual([
      'completed Notification next done',
      'completed Notification next done',
      'completed Notification next done',
      'completed Notification failed refused',
      'completed Notification failed refused',
    ]);
    expect(world.atCarrier()).toEqual(['1', '2', '3']);
    expect(await world.notes(automation, contactId)).toEqual(['daily-limit', 'daily-limit']);
  });

  it('is counted over automations and broadcasts, of whom each is told; on another day it begins anew', async () => {
    await limit(2);
    const document = drawn({ a: says('One', 'b'), b: wait('c'), c: says('Two', 'd'), d: end }, onOptIn);
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    await world.until(automation, document, contactId, 'waiting Wait');
    expect(await said('News')).toMatchObject({ delivered: 1, suppressed: 0 });
    expect(await said('More news')).toMatchObject({ delivered: 0, suppressed: 1 });
    expect(world.atCarrier()).toEqual(['One', 'News']);
    world.later(25 * 3_600_000);
    await world.until(automation, document, contactId, 'ended End completed');
    expect(world.atCarrier()).toEqual(['One', 'News', 'Two']);
  });

  it('is without end where the business says so, and never less for what people ask or wait for', async () => {
    await limit(1);
    const document = drawn(
      { a: ask('b', { tries: 3 }), b: says('Thank you', 'c'), c: wait('d'), d: says('A day later', 'e'), e: end },
      onOptIn,
    );
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const phone = world.phone();
    const contactId = await world.tenant.subscriber(phone);
    await world.until(automation, document, contactId, 'waiting CollectContactData');
    const sent = (count: number) =>
      eventually(
        () => world.atCarrier(phone),
        (texts) => texts.length === count,
      );
    await world.tenant.queue(contactId, 'A person writes', 'livechat');
    await sent(2);
    await hears(phone, 'what?');
    await sent(3);
    await hears(phone, '04/12');
    await world.until(automation, document, contactId, 'waiting Wait');
    expect(world.atCarrier(phone)).toEqual(['Your birthday?', 'A person writes', 'As mm/dd, please.', 'Thank you']);
    // The question was the one of this day.
    expect(await said('News')).toMatchObject({ delivered: 0, suppressed: 1 });
    await limit(null);
    expect(await said('News again')).toMatchObject({ delivered: 1 });
  });

  it('two automations do not text one contact for one cause within minutes; which one is held back says so', async () => {
    const documents = ['Welcome', 'Hello there'].map((body) => drawn({ a: says(body, 'b'), b: end }, onOptIn));
    const other = drawn(
      { a: says('Of something else', 'b'), b: end },
      { triggers: [{ on: { kind: 'text-received', words: ['menu'], whole: false }, filter: everybody }] },
    );
    const [one, two, three] = await Promise.all(
      [...documents, other].map((document) => automationOf(world.spine, world.tenant.businessId, document)),
    );
    // Two processes look at them at the same time.
    await Promise.all([world.start(), world.start()]);
    const phone = world.phone();
    const contactId = await world.tenant.subscriber(phone);
    await Promise.all([
      world.until(one!, documents[0]!, contactId, 'ended End completed'),
      world.until(two!, documents[1]!, contactId, 'ended End completed'),
    ]);
    expect(world.atCarrier(phone)).toHaveLength(1);
    const notes = await Promise.all([one!, two!].map((automation) => world.notes(automation, contactId)));
    expect(notes.flat()).toEqual(['same-cause']);
    await hears(phone, 'the menu please');
    await world.until(three!, other, contactId, 'ended End completed');
    expect(world.atCarrier(phone)).toHaveLength(2);
  });

  it('is three in any 24 hours where the law of a state says so, whatever the business chose and across midnight', async () => {
    const { db } = world.spine as unknown as { db: Parameters<typeof markSending>[0] };
    const businessId = world.tenant.businessId;
    const month = '2026-10-01';
    await sql`insert into ops.usage_counters (business_id, month, used, settled)
      values (${businessId}::uuid, ${month}::date, 0, true) on conflict do nothing`.execute(db);
    const address = randomUUID();
    const to = '+13055550123';
    const business = { status: 'active', timezone: 'America/New_York', dailyLimits: { texts: null, mails: null } };
    const claimed = async (): Promise<TextClaim> => {
      const who = { messageId: randomUUID(), businessId, agencyId: null, contactId: randomUUID(), sender: 'nobody' };
      const entry = { ...who, lane: 1, segments: 1, position: 1n, dueAt: new Date(), deferred: false } as const;
      await addToOutbox(db, [entry]);
      await texts.change(db, { state: 'claimed', holder: 'me', attempts: 1 }, { id: who.messageId });
      return { ...who, attempts: 1, delays: 0, faults: 0, queuedAt: new Date(), ...noBroadcast, id: who.messageId };
    };
    const goes = async (at: string, number = to, claim?: TextClaim) => {
      const now = new Date(at);
      const reach: Reach = {
        ...dailyOf(business as unknown as Business, 'text', now, number),
        address,
        businessId,
        contactId: null,
        broadcast: null,
        cause: null,
      };
      const asked = { claim: claim ?? (await claimed()), charge: { month, units: 1, most: null }, reach };
      return (await markSending(db, 'me', [asked], now))[0];
    };
    const second = await claimed();
    const evening = '2026-11-22T23:50:00Z';
    expect(await goes(evening)).toBe('mine');
    expect(await goes('2026-11-22T23:51:00Z', to, second)).toBe('mine');
    expect(await goes('2026-11-22T23:52:00Z')).toBe('mine');
    // The next morning is another day, and the same 24 hours. What has its place keeps it.
    expect(await goes('2026-11-23T13:00:00Z')).toBe('daily-limit');
    await texts.change(db, { state: 'claimed' }, { id: second.id });
    expect(await goes('2026-11-23T13:00:00Z', to, second)).toBe('mine');
    expect(await goes('2026-11-23T13:01:00Z', '+12125550123')).toBe('mine');
    expect(await goes('2026-11-24T13:02:00Z')).toBe('mine');
  });

  it('is not passed by any number of processes that ask at once, nor by one text that is tried again', async () => {
    const { db } = world.spine as unknown as { db: Parameters<typeof markSending>[0] };
    const businessId = world.tenant.businessId;
    const month = '2026-11-01';
    await sql`insert into ops.usage_counters (business_id, month, used, settled)
      values (${businessId}::uuid, ${month}::date, 0, true)`.execute(db);
    const reach: Reach = {
      address: randomUUID(),
      businessId,
      contactId: null,
      broadcast: null,
      day: '2026-11-22',
      most: 2,
      rolling: null,
      cause: null,
    };
    const claimed = async (): Promise<TextClaim> => {
      const who = { messageId: randomUUID(), businessId, agencyId: null, contactId: randomUUID(), sender: 'nobody' };
      const entry = { ...who, lane: 1, segments: 1, position: 1n, dueAt: new Date(), deferred: false } as const;
      await addToOutbox(db, [entry]);
      await texts.change(db, { state: 'claimed', holder: 'me', attempts: 1 }, { id: who.messageId });
      return { ...who, attempts: 1, delays: 0, faults: 0, queuedAt: new Date(), ...noBroadcast, id: who.messageId };
    };
    const claims = await Promise.all(Array.from({ length: 12 }, claimed));
    const mark = (some: readonly TextClaim[]) =>
      markSending(
        db,
        'me',
        some.map((claim) => ({ claim, charge: { month, units: 1, most: null }, reach })),
        new Date(),
      );
    // Alone, two in one statement, and all of them at the same time.
    const outcomes = await Promise.all([...claims.slice(0, 10).map((claim) => mark([claim])), mark(claims.slice(10))]);
    expect(outcomes.flat().filter((outcome) => outcome === 'mine')).toHaveLength(2);
    expect(outcomes.flat().filter((outcome) => outcome === 'daily-limit')).toHaveLength(10);
    const won = [...claims][outcomes.flat().indexOf('mine')]!;
    await texts.change(db, { state: 'claimed' }, { id: won.id });
    expect(await mark([won])).toEqual(['mine']);
    const { rows } = await sql<{
      today: string[];
    }>`select today from ops.reached where address = ${reach.address}::uuid`.execute(db);
    expect(rows[0]!.today).toHaveLength(2);
  });
});
