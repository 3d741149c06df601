import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { broadcast, broadcastNow, untilOver, worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { engineWorld } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { spoil } from '../../support/spoil.ts';
import { texts } from '../../support/outbox.ts';

const world = engineWorld();
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.tenant.subscriber(world.phone())));
const rowOf = async (id: string) =>
  (await texts.rows(world.spine.db, ['state', 'faults', 'note'], { where: { id } }))[0];
const lastOf = async (messageId: string) => (await world.spine.raw.read(`message-${messageId}`)).at(-1);
/** An hour in three seconds. */
function whileTimePasses<T>(work: () => Promise<T>, step = 60_000): Promise<T> {
  const passing = setInterval(() => world.later(step), 50);
  return work().finally(() => clearInterval(passing));
}
/** What was logged as needing a person. Everything else that was logged was to be expected. */
const gaveUp = () =>
  world.faults
    .splice(0)
    .map(([message]) => message as string)
    .filter((message) => /for good|unread|without a look/u.test(message));

it('a recipient whose text fails by our own fault is tried eight times and said to have got none; the others get theirs once, and it ends', async () => {
  const { spine, tenant } = world;
  const [, spoiled] = await people(4);
  const workers = await world.start();
  await spoil(spine, workers, tenant.businessId, spoiled!, streams.contact(ContactId.parse(spoiled)));
  const id = await broadcast(spine, tenant, 'Hello');
  const report = await whileTimePasses(() => untilOver(spine, id));
  expect(report).toMatchObject({ status: 'completed', recipients: 4, sums: { delivered: 3, suppressed: 1 } });
  expect(report.stories.get(spoiled!)).toEqual(['MessageSuppressed']);
  expect(world.atCarrier()).toHaveLength(3);
  const messageId = messageIdOf(BusinessId.parse(tenant.businessId), id, ContactId.parse(spoiled));
  expect((await lastOf(messageId))!.data['reason']).toBe('our-fault');
  expect(await rowOf(messageId)).toMatchObject({ state: 'done', faults: 7, note: 'our-fault' });
  expect(gaveUp()).toEqual(['a text failed for good by our own fault']);
});

it('a text whose own stream can not be read ends as failed all the same, and holds up no other', async () => {
  const { spine, tenant } = world;
  const [one, other] = await people(2);
  // It waits until it is spoiled.
  await sql`insert into ops.senders (sender, business_id, has_work, blocked_at) values (${tenant.number},
    ${tenant.businessId}::uuid, false, now()) on conflict (sender) do update set blocked_at = now()`.execute(spine.db);
  const workers = await world.start();
  const messageId = await tenant.queue(one!, 'Hello');
  await eventually(
    () => rowOf(messageId),
    (row) => row?.state === 'pending',
  );
  await spoil(spine, workers, tenant.businessId, one!, `message-${messageId}`);
  await workers.unblockSender(tenant.number);
  const next = await tenant.queue(other!, 'Hello too');
  await whileTimePasses(() =>
    eventually(
      async () => [await rowOf(messageId), await rowOf(next)].map((row) => row?.state),
      (states) => states.every((state) => state === 'done'),
    ),
  );
  expect((await lastOf(messageId))!).toMatchObject({ type: 'MessageFailed', data: { providerMessageId: null } });
  expect(world.atCarrier()).toEqual(['Hello too']);
  expect(gaveUp()).toEqual([
    'a text failed for good by our own fault',
    'the end of a text was written down without a look at its stream',
  ]);
});

it('a broadcast that fails again and again by our own fault pauses and says so, and goes out once it is mended and resumed', async () => {
  const { spine, tenant } = world;
  await people(1);
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      if new.stream like 'broadcastAudience-%' then raise exception 'not this one'; end if;
      return new;
    end $$`.execute(spine.db);
  await sql`create trigger refuse before insert on es.events for each row execute function refuse()`.execute(spine.db);
  const mend = () => sql`drop function if exists refuse cascade`.execute(spine.db);
  try {
    const id = BroadcastId.parse(await broadcast(spine, tenant, 'Hello'));
    await world.start({ broadcasts: { pollMs: 50, lookMs: 50, restMs: 1 } });
    const stopped = () =>
      eventually(
        () => broadcastNow(spine.store, id),
        ({ status }) => status === 'paused',
      );
    const { paused } = await whileTimePasses(stopped, 100);
    expect(paused).toEqual({ by: 'our-fault', note: expect.stringContaining('Resume it to try again') });
    expect(world.atCarrier()).toEqual([]);
    expect(world.faults.splice(0).map(([message]) => message)).toContain(
      'One broadcast fails again and again: somebody has to look at it',
    );
    await mend();
    await spine.commands.broadcasts.resume(context(worksFor(tenant.businessId)), { broadcastId: id });
    expect(await whileTimePasses(() => untilOver(spine, id), 100)).toMatchObject({ sums: { delivered: 1 } });
    world.faults.splice(0);
  } finally {
    await mend();
  }
});

/** Takes texts without an answer, and says nothing of them: whoever asks is sent away. */
async function muteCarrier() {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    let form = '';
    request.on('data', (chunk: Buffer) => (form += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(503).end();
      taken.push(new URLSearchParams(form).get('To')!);
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url, taken, close };
}

it('a text of which nobody can ever tell whether it was taken ends as unknown, is never sent again, and its broadcast ends', async () => {
  const { spine, tenant } = world;
  await people(2);
  const mute = await muteCarrier();
  const quick = { graceMs: 10, intervalMs: 20, longestIntervalMs: 50, pollMs: 20 };
  const lookUp = { ...quick, attempts: 3, certainAfterMs: 100, maxUnknowns: 4, concurrency: 8 };
  // Longer than anybody waits for the carrier, by then its time is not over yet.
  const id = BroadcastId.parse(await broadcast(spine, tenant, 'Hello', { validHours: 72 }));
  try {
    await world.start({ baseUrl: mute.url, sender: { lookUp } });
    // The clock stands by itself, and a broadcast is looked at again a moment later.
    const bothTaken = () =>
      eventually(
        async () => mute.taken.length,
        (taken) => taken === 2,
      );
    await whileTimePasses(bothTaken, 100);
    // A day is not enough; from then on nobody waits.
    world.later(23 * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await broadcastNow(spine.store, id)).status).toBe('running');
    const report = await whileTimePasses(() => untilOver(spine, id), 30 * 60_000);
    expect(report).toMatchObject({ status: 'completed', sums: { undelivered: 2 } });
    for (const [, story] of report.stories) {
      expect(story[0]).toBe('MessageQueued');
      expect(story.at(-1)).toBe('MessageFailed');
    }
    // In the report it is counted by its reason, and who is sent it again is nobody who may have it.
    await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 30_000 });
    const { tallies } = await spine.readModels.broadcastReport(tenant.businessId, id);
    expect(tallies).toMatchObject([{ state: 'undelivered', reason: 'lost', count: 2 }]);
    const again = BroadcastId.parse(randomUUID());
    const me = () => context(worksFor(tenant.businessId));
    await spine.commands.broadcasts.resend(me(), { broadcastId: again, of: id, name: 'Again' });
    await spine.commands.broadcasts.schedule(me(), { broadcastId: again, recipients: null });
    // Looked at before its audience was known to be empty, it is looked at again a moment later.
    expect(await whileTimePasses(() => untilOver(spine, again), 100)).toMatchObject({ recipients: 0 });
    expect(mute.taken).toHaveLength(2);
  } finally {
    await world.stop();
    await mute.close();
  }
  world.faults.splice(0);
});

it('one of unknown outcome that can not be read keeps no other unknown: both come to their end', async () => {
  const { spine, tenant } = world;
  const [one, other] = await people(2);
  const mute = await muteCarrier();
  const workers = await world.start({ baseUrl: mute.url });
  const texts = [await tenant.queue(one!, 'Hello'), await tenant.queue(other!, 'Hello too')];
  await eventually(
    async () => mute.taken.length,
    (taken) => taken === 2,
  );
  await eventually(
    async () => (await Promise.all(texts.map(rowOf))).map((row) => row?.state),
    (states) => states.every((state) => state === 'unknown'),
  );
  await spoil(spine, workers, tenant.businessId, one!, `message-${texts[0]!}`);
  await world.stop();
  await mute.close();
  // The real carrier can be asked: it has neither of them.
  await world.start();
  await whileTimePasses(() =>
    eventually(
      async () => [await rowOf(texts[0]!), await rowOf(texts[1]!)].map((row) => row?.state),
      (states) => states.every((state) => state === 'done'),
    ),
  );
  expect((await lastOf(texts[0]!))!).toMatchObject({ type: 'MessageFailed', data: { unsure: true } });
  expect(world.atCarrier()).toEqual(['Hello too']);
  expect(gaveUp()).toContain('the end of a text was written down without a look at its stream');
});
