import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { MessageId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import type { Workers, WorkersConfig } from '../../../workers/index.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import { systemClock } from '../../../adapters/clock/system.ts';
import { resendMessage } from '../../../workers/delivery/text/resend.ts';
import { maxAhead } from '../../../workers/delivery/ahead.ts';
import { carrierWorld, promptCarrier } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { quietLog } from '../../support/quiet.ts';
import { account, openSpine, type Spine, story, system, type Tenant } from '../../support/spine.ts';
import { texts } from '../../support/outbox.ts';

const world = carrierWorld();
let spine: Spine;
let sandbox: Sandbox;
let a: Tenant;
let b: Tenant;
beforeAll(async () => {
  ({ spine, sandbox } = world);
  a = await world.newTenant();
  b = await world.newTenant();
});

const lookUp = {
  graceMs: 100,
  intervalMs: 100,
  longestIntervalMs: 200,
  attempts: 3,
  certainAfterMs: 1_500,
  maxUnknowns: 4,
  pollMs: 50,
  concurrency: 8,
};
const start = (
  sender: WorkersConfig['sender'] = {},
  { over = spine, ...where }: { readonly baseUrl?: string; readonly over?: Spine; readonly timeoutMs?: number } = {},
): Promise<Workers> => {
  const breaker = { unsureFailures: 50, firstMs: 50, longestMs: 200 };
  return world.start({ ...where, leaseMs: 6_000, sender: { retryFirstMs: 100, lookUp, breaker, ...sender } }, over);
};
/** For a carrier that never answers. */
const impatient = { timeoutMs: 1_000 };
/** A number of the block that rings nowhere, and whose place nobody knows. */
const somebody = world.phone;
const atCarrier = (to: string) => sandbox.carrier.messages({ to, direction: 'outbound' });
const untilEnd = (messageId: string) =>
  eventually(
    () => story(spine.store, messageId),
    ({ types }) => /Delivered|Failed|Suppressed/.test(types.at(-1)!),
  );
const row = async (id: string) => {
  const fields = ['state', 'attempts', 'lookups', 'note', 'providerMessageId'] as const;
  return (await texts.rows(spine.db, fields, { where: { id } }))[0];
};

describe('sending', () => {
  it('takes a queued message to delivered, and the outbox knows the carrier’s id', async () => {
    await start();
    const phone = somebody();
    const id = await a.queue(await a.subscriber(phone), 'Hello');
    expect((await untilEnd(id)).types).toEqual(['MessageQueued', 'MessageAccepted', 'MessageSent', 'MessageDelivered']);
    expect(atCarrier(phone)).toHaveLength(1);
    expect(
      await eventually(
        () => row(id),
        (now) => now?.state === 'done',
      ),
    ).toMatchObject({ attempts: 1, providerMessageId: atCarrier(phone)[0]!.sid });
  });

  it('two processes, one outbox: each message goes out once', async () => {
    await start();
    await start();
    const contacts = await Promise.all(
      Array.from({ length: 150 }, async () => {
        const phone = somebody();
        return { phone, id: await a.subscriber(phone) };
      }),
    );
    const ids = await Promise.all(contacts.map(({ id }) => a.queue(id, 'One each')));
    await Promise.all(ids.map(untilEnd));
    for (const { phone } of contacts) expect(atCarrier(phone)).toHaveLength(1);
  });

  it('keeps the order of messages to one contact, and passes an earlier one that waits for its own time', async () => {
    sandbox.carrier.configure({ create: { delayMs: 5, jitterMs: 40 } });
    const phone = somebody();
    const contact = await a.subscriber(phone);
    const scheduled = crypto.randomUUID();
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await spine.commands.messages.queue(system({ agencyId: null, businessId: a.businessId }), {
      messageId: scheduled,
      businessId: a.businessId,
      contactId: contact,
      body: 'later',
      media: [],
      purpose: 'keyword-reply',
      notBefore: inAnHour,
    });
    // No more of them in bulk than reach one person in a day.
    const ids: string[] = [];
    for (let i = 0; i < 20; i++)
      ids.push(await a.queue(contact, `Number ${i}`, i % 7 === 0 ? 'broadcast' : 'keyword-reply'));
    await start();
    await start();
    await Promise.all(ids.map(untilEnd));
    expect(atCarrier(phone).map((message) => message.body)).toEqual(ids.map((_, i) => `Number ${i}`));
    expect((await story(spine.store, scheduled)).types).toEqual(['MessageQueued']);
  });

  it.each(['keyword-reply', 'broadcast'] as const)(
    'a bulk of thousands does not keep another tenant’s single message (%s) waiting beyond its turn',
    async (purpose) => {
      const concurrency = 32;
      sandbox.carrier.configure({ create: { delayMs: 1, jitterMs: 0 } });
      const to = await Promise.all(Array.from({ length: 250 }, async () => a.subscriber(somebody())));
      await queueBulk(3_000, a, to);
      const already = sandbox.carrier.messages({ from: a.number, direction: 'outbound' }).length;
      const phone = somebody();
      const contact = await b.subscriber(phone);
      await start({ concurrency });
      await eventually(
        () => sandbox.carrier.messages({ from: a.number, direction: 'outbound' }).length,
        (count) => count > already + 2 * concurrency,
      );
      const id = await b.queue(contact, 'A single one', purpose);
      await eventually(
        () => row(id),
        (now) => now !== undefined,
      );
      const queuedAt = sandbox.carrier.messages({ direction: 'outbound' }).length;
      await eventually(
        () => atCarrier(phone).length,
        (count) => count === 1,
      );
      const place = sandbox.carrier.messages({ direction: 'outbound' }).findIndex((message) => message.to === phone);
      expect(queuedAt - already).toBeLessThan(2_000); // the bulk was still under way
      // Behind what was in hand when it came, under way and made ready for its turn, and what was claimed with it. Which
      // of those says its first words sooner is chance; that the next claim has it is a law of outbox.test.ts.
      const inHand = concurrency * (1 + maxAhead);
      expect(place).toBeLessThanOrEqual(queuedAt + 4 * inHand);
      await texts.change(spine.db, { state: 'done', doneAt: sql`now()` }, { state: 'pending', sender: a.number });
    },
  );

  it('keeps to the rate of a number', async () => {
    const c = await world.newTenant();
    const contacts = await Promise.all(Array.from({ length: 12 }, () => c.subscriber(somebody())));
    const ids = await Promise.all(contacts.map((contact) => c.queue(contact, 'Slowly')));
    const started = Date.now();
    await start({ rateFor: () => ({ segmentsPerSecond: 20, burst: 2 }) });
    await start({ rateFor: () => ({ segmentsPerSecond: 20, burst: 2 }) });
    await Promise.all(ids.map(untilEnd));
    const times = sandbox.carrier.messages({ from: c.number }).map((message) => new Date(message.createdAt).getTime());
    // Never more than the bucket allows since the start, whoever claimed.
    times.forEach((time, index) => expect(index + 1).toBeLessThanOrEqual(2 + ((time - started) / 1000) * 20 + 1));
  });
});

async function queueBulk(count: number, tenant: Tenant, contacts: readonly string[]): Promise<void> {
  for (let done = 0; done < count; done += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        tenant.queue(contacts[(done + i) % contacts.length]!, `Bulk ${done + i}`, 'broadcast'),
      ),
    );
  }
}

describe('the last check', () => {
  it('who opted out in between gets nothing, and the message says why', async () => {
    const phone = somebody();
    const contact = await a.subscriber(phone);
    const id = await a.queue(contact, 'Too late', 'broadcast');
    await spine.commands.contacts.optOut(
      {
        ...system({ agencyId: null, businessId: a.businessId }),
        caller: {
          role: 'business',
          actor: { kind: 'user', userId: crypto.randomUUID(), impersonatorId: null },
          tenant: { agencyId: null, businessId: a.businessId },
        },
      },
      { contactId: contact },
    );
    await start();
    expect((await untilEnd(id)).types).toEqual(['MessageQueued', 'MessageSuppressed']);
    const events = await spine.store.read(`message-${id}`);
    expect(events.at(-1)!.data).toMatchObject({ reason: 'opted-out' });
    expect(atCarrier(phone)).toHaveLength(0);
  });
});

describe('a carrier that is not well', () => {
  const send = async (to: string, tenant = a) => {
    const contact = await tenant.subscriber(to);
    return { contact, id: await tenant.queue(contact, `To ${to}`) };
  };

  it('429 with Retry-After: held, and sent once it may be', async () => {
    const c = await world.newTenant();
    await start();
    const { id } = await send('+15005550429', c);
    const { types } = await untilEnd(id);
    expect(types).toEqual(['MessageQueued', 'MessageDeferred', 'MessageAccepted', 'MessageSent', 'MessageDelivered']);
    expect((await spine.store.read(`message-${id}`))[1]!.data).toMatchObject({ reason: 'rate-limited' });
    expect(atCarrier('+15005550429')).toHaveLength(1);
  });

  it('500: unknown, looked up until it is certain that it was not taken, then sent again', async () => {
    await start();
    const { id } = await send('+15005550500');
    expect((await untilEnd(id)).types).toEqual([
      'MessageQueued',
      'MessageOutcomeUnknown',
      'MessageDeferred',
      'MessageAccepted',
      'MessageSent',
      'MessageDelivered',
    ]);
    expect(atCarrier('+15005550500')).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 2 });
  });

  it('500 for ever: tried a few times, then failed, and never seen by the carrier', async () => {
    await start({ lookUp: { ...lookUp, maxUnknowns: 2, certainAfterMs: 300 } });
    const { id } = await send('+15005551500');
    expect((await untilEnd(id)).types).toEqual([
      'MessageQueued',
      'MessageOutcomeUnknown',
      'MessageDeferred',
      'MessageOutcomeUnknown',
      'MessageFailed',
    ]);
    expect(atCarrier('+15005551500')).toHaveLength(0);
  });

  it('a reset before it was taken: the same', async () => {
    await start();
    const { id } = await send('+15005550111');
    expect((await untilEnd(id)).types).toContain('MessageOutcomeUnknown');
    expect(atCarrier('+15005550111')).toHaveLength(1);
  });

  it.each(['+15005551408', '+15005551104'])(
    '%s, taken without an answer or a callback: found by looking, never sent again',
    async (to) => {
      await start({}, impatient);
      const { id } = await send(to);
      const { types, providerIds } = await eventually(
        () => story(spine.store, id),
        (now) =>
          now.types.includes('MessageAccepted') ||
          now.types.includes('MessageDelivered') ||
          now.types.includes('MessageSent'),
      );
      expect(types.slice(0, 2)).toEqual(['MessageQueued', 'MessageOutcomeUnknown']);
      expect([...providerIds]).toEqual([atCarrier(to)[0]!.sid]);
      expect(atCarrier(to)).toHaveLength(1);
      expect(
        await eventually(
          () => row(id),
          (now) => now?.note === 'found at the carrier',
        ),
      ).toMatchObject({ state: 'done', attempts: 1 });
    },
  );

  it.each(['+15005550408', '+15005550104'])(
    '%s, taken without an answer, but with callbacks: the callback links it',
    async (to) => {
      await start({ lookUp: { ...lookUp, graceMs: 60_000 } }, impatient);
      const { id } = await send(to);
      const { types, providerIds } = await untilEnd(id);
      expect(types.at(-1)).toBe('MessageDelivered');
      expect([...providerIds]).toEqual([atCarrier(to)[0]!.sid]);
      expect(
        await eventually(
          () => row(id),
          (now) => now?.state === 'done',
        ),
      ).toMatchObject({ attempts: 1 });
    },
  );

  it('by a clock that is an hour ahead of the carrier’s: found all the same, never sent again', async () => {
    const clock = { ...systemClock, now: () => new Date(Date.now() + 3_600_000) };
    const ahead = await openSpine(world.connectionString, { clock });
    const workers = await start({}, { over: ahead, ...impatient });
    const { id } = await send('+15005551104', b);
    const found = (now: Awaited<ReturnType<typeof row>>) => now?.note === 'found at the carrier';
    expect(await eventually(() => row(id), found)).toMatchObject({ attempts: 1 });
    await workers.stop();
    await ahead.close();
  });

  it('a process that died when it had written “waits”, and had not put it back: sent again all the same', async () => {
    const phone = somebody();
    const contact = await a.subscriber(phone);
    const id = await a.queue(contact, 'Held by the dead');
    await spine.commands.delivery.text.record(system({ agencyId: null, businessId: a.businessId }), {
      id,
      outcome: { kind: 'held', reason: 'retry', until: new Date().toISOString() },
    });
    const now = sql`now()`;
    await texts.put(spine.db, {
      id,
      businessId: a.businessId,
      contactId: contact,
      sender: a.number,
      lane: 0,
      segments: 1,
      position: 0,
      state: 'sending',
      dueAt: now,
      attempts: 1,
      holder: 'a dead process',
      sendingAt: now,
      firstSendingAt: now,
    });
    await start();
    expect((await untilEnd(id)).types).toEqual([
      'MessageQueued',
      'MessageDeferred',
      'MessageOutcomeUnknown',
      'MessageDeferred',
      'MessageAccepted',
      'MessageSent',
      'MessageDelivered',
    ]);
    expect(atCarrier(phone)).toHaveLength(1);
  });

  it('twins of one text, both cut off: each is linked to a carrier message of its own', async () => {
    const to = '+15005551408';
    const contact = await b.subscriber(to);
    await start({}, impatient);
    const twins = [await b.queue(contact, 'Twin'), await b.queue(contact, 'Twin')];
    const stories = await Promise.all(
      twins.map((id) =>
        eventually(
          () => story(spine.store, id),
          (now) => now.providerIds.size > 0,
        ),
      ),
    );
    const sids = atCarrier(to)
      .filter((message) => message.body === 'Twin')
      .map((message) => message.sid);
    expect(sids).toHaveLength(2);
    expect(stories.flatMap((one) => [...one.providerIds]).toSorted()).toEqual(sids.toSorted());
  });

  it('the first callback before the create call has returned, and every callback twice and out of order', async () => {
    sandbox.carrier.configure({
      earlyCallbackRate: 1,
      create: { delayMs: 60, jitterMs: 0 },
      status: { duplicateRate: 1, reorderRate: 0.7, reorderByMs: 200 },
      progress: { sentAfterMs: 1, deliveredAfterMs: 1, jitterMs: 0 },
    });
    await start();
    const phones = Array.from({ length: 20 }, somebody);
    const ids = await Promise.all(phones.map(async (phone) => a.queue(await a.subscriber(phone), 'Early')));
    const stories = await Promise.all(ids.map(untilEnd));
    await sandbox.carrier.idle();
    for (const [index, id] of ids.entries()) {
      const { types, providerIds } = await story(spine.store, id);
      expect(types.at(-1)).toBe('MessageDelivered');
      expect(new Set(types).size).toBe(types.length);
      expect(providerIds.size).toBe(1);
      expect(atCarrier(phones[index]!)).toHaveLength(1);
    }
    expect(stories).toHaveLength(20);
  });

  it('nobody at the other end: waits, and goes out when the carrier is back', async () => {
    const away = await startSandbox({
      accounts: [account],
      numbers: [{ number: a.number, accountSid: account.sid, smsUrl: null }],
    });
    const { port } = away;
    await away.close();
    await start({}, { baseUrl: `http://127.0.0.1:${port}` });
    const phone = somebody();
    const id = await a.queue(await a.subscriber(phone), 'Patience');
    await eventually(
      () => story(spine.store, id),
      ({ types }) => types.includes('MessageDeferred'),
    );
    const back = await startSandbox({
      port,
      accounts: [account],
      numbers: [{ number: a.number, accountSid: account.sid, smsUrl: null }],
      behaviour: promptCarrier,
    });
    expect((await untilEnd(id)).types.at(-1)).toBe('MessageDelivered');
    expect(back.carrier.messages({ to: phone })).toHaveLength(1);
    await world.stop();
    await back.close();
  });
});

describe("the carrier's verdicts", () => {
  const contactEvents = async (contact: string) =>
    (await spine.store.read(`contact-${contact}`)).map((event) => event.type);

  it('21610 opts the contact out here as well', async () => {
    await start();
    const contact = await a.subscriber('+15005550004');
    const id = await a.queue(contact, 'Hello');
    expect((await untilEnd(id)).types).toEqual(['MessageQueued', 'MessageFailed']);
    await eventually(
      () => contactEvents(contact),
      (types) => types.includes('ContactOptedOut'),
    );
    const again = await a.queue(contact, 'Hello again', 'broadcast');
    expect((await untilEnd(again)).types).toEqual(['MessageQueued', 'MessageSuppressed']);
  });

  it('30005 marks the number unreachable', async () => {
    await start();
    const contact = await a.subscriber('+15005553005');
    const id = await a.queue(contact, 'Hello');
    expect((await untilEnd(id)).types.at(-1)).toBe('MessageFailed');
    await eventually(
      () => contactEvents(contact),
      (types) => types.includes('ContactMarkedUnreachable'),
    );
  });

  it('30034 blocks the number it was sent from, visibly, and nobody else', async () => {
    const c = await world.newTenant();
    const workers = await start();
    const blocked = await c.subscriber('+15005553034');
    await untilEnd(await c.queue(blocked, 'Hello'));
    await eventually(
      () => workers.status(),
      (status) => status.sender.blockedSenders.some(({ sender, code }) => sender === c.number && code === 30034),
    );
    expect(await contactEvents(blocked)).not.toContain('ContactOptedOut');
    const phone = somebody();
    const waiting = await c.queue(await c.subscriber(phone), 'Waits');
    await untilEnd(await a.queue(await a.subscriber(somebody()), 'Goes'));
    expect((await story(spine.store, waiting)).types).toEqual(['MessageQueued']);
    expect((await workers.status()).watchdog.join(' ')).toContain(c.number);
    await workers.unblockSender(c.number);
    expect((await untilEnd(waiting)).types.at(-1)).toBe('MessageDelivered');
  });

  it('what is tried again is of the same campaign, step and person still', async () => {
    const [contact, about] = [await a.subscriber(somebody()), await a.subscriber(somebody())];
    const of = {
      campaignId: crypto.randomUUID(),
      aboutId: about,
      automation: {
        automationId: crypto.randomUUID(),
        runId: crypto.randomUUID(),
        node: crypto.randomUUID(),
        version: 2,
      },
    };
    const messageId = crypto.randomUUID();
    await spine.commands.messages.queue(system(), {
      messageId,
      businessId: a.businessId,
      contactId: contact,
      body: 'Tom is here',
      media: [],
      purpose: 'automation',
      notBefore: null,
      ...of,
    });
    const payload = { messageId, rootId: messageId, attempt: 1 };
    await resendMessage({ ...spine, now: () => new Date() })({
      id: crypto.randomUUID(),
      kind: 'resend-message',
      dueAt: new Date(),
      payload,
    });
    const { rows } = await sql<{ message_id: string }>`select message_id from ops.resends
      where root_id = ${messageId}::uuid`.execute(spine.db);
    const [again] = await spine.store.read(streams.message(MessageId.parse(rows[0]!.message_id)));
    expect(again!.data).toMatchObject({ body: 'Tom is here', ...of });
  });

  it('30008 is tried again as a new message, once it is due, and not when it has been delivered after all', async () => {
    await start();
    const contact = await a.subscriber('+15005553008');
    const id = await a.queue(contact, 'Try again');
    expect((await untilEnd(id)).types.at(-1)).toBe('MessageFailed');
    await eventually(
      async () =>
        (await sql`select 1 from ops.timers where payload->>'messageId' = ${id}`.execute(spine.db)).rows.length,
      (count) => count === 1,
    );
    // A failure of more than four hours ago is final: after an outage no text goes out that no one expects any longer.
    const timer = {
      id: crypto.randomUUID(),
      kind: 'resend-message',
      dueAt: new Date(),
      payload: { messageId: id, rootId: id, attempt: 1 },
    };
    await resendMessage({ ...spine, now: () => new Date(Date.now() + 4.1 * 3_600_000) })(timer);
    const tried = await sql`select 1 from ops.resends where root_id = ${id}::uuid`.execute(spine.db);
    expect(tried.rows).toEqual([]);
    expect((await story(spine.store, id)).types.at(-1)).toBe('MessageFailed');
    const handlers = { 'resend-message': resendMessage({ ...spine, now: () => new Date() }) };
    await fireDueTimers(spine.db, handlers, new Date(Date.now() + 5 * 60_000), quietLog); // not yet
    expect(atCarrier('+15005553008')).toHaveLength(1);
    await fireDueTimers(spine.db, handlers, new Date(Date.now() + 11 * 60_000), quietLog);
    const { rows } = await eventually(
      () =>
        sql<{ message_id: string }>`select message_id from ops.resends where root_id = ${id}::uuid`.execute(spine.db),
      (found) => found.rows.length === 1,
    );
    expect((await untilEnd(rows[0]!.message_id)).types.at(-1)).toBe('MessageDelivered');
    // Firing it once more, as after a crash, makes no third one.
    await handlers['resend-message'](timer);
    expect(atCarrier('+15005553008')).toHaveLength(2);
  });
});
