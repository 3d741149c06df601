import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/spine.ts';
import { killedWorld } from './support/killed-workers.ts';
import { killsOr } from './support/kills.ts';
import { itSurvives } from './support/stands.ts';

const kills = killsOr(5);
const contacts = 120;
const perContact = kills;
const number = '+14155550160';

// Most of what is lost in a crash is found by looking, since callbacks come late; the rest is told by a callback.
const world = killedWorld(number, {
  create: { delayMs: 40, jitterMs: 80 },
  queuedCallback: false,
  progress: { sentAfterMs: 1_500, deliveredAfterMs: 50, jitterMs: 6_000 },
  status: { duplicateRate: 0.1, reorderRate: 0.2, reorderByMs: 300 },
});

const phone = (contact: number) => `+1500555${String(4000 + contact)}`;
/** One contact in ten gets the same text twice. */
const body = (contact: number, index: number) =>
  contact % 10 === 0 && index < 2 ? `Twin for ${contact}` : `Message ${index} for ${contact}`;

const burst = contacts * perContact;
const said = `kill -9 of the sender, ${kills} times through ${burst} messages: each reaches one end, the carrier saw each at most once`;
itSurvives(
  said,
  600_000 + kills * 40_000,
  () => world.spine.db,
  async () => {
    const { spine, killing } = world;
    const tenant = await createTenant(spine, number);
    const people = await Promise.all(
      Array.from({ length: contacts }, (_, contact) => tenant.subscriber(phone(contact))),
    );
    const messages: { id: string; contact: number; index: number }[] = [];
    for (let index = 0; index < perContact; index++) {
      messages.push(
        ...(await Promise.all(
          people.map(async (person, contact) => ({
            id: await tenant.queue(person, body(contact, index)),
            contact,
            index,
          })),
        )),
      );
    }

    const { newest, atKills } = await killing.through({ kills, of: messages.length * 0.9 });
    expect(atKills.at(-1)).toBeLessThan(messages.length);

    const states = async () => {
      const { rows } = await sql<{ state: string; count: number; due: string; note: string | null }>`
      select state, count(*)::int as count, round(extract(epoch from min(due_at) - now()))::text as due, note
        from ops.outbox group by state, note order by state`.execute(spine.db);
      return rows;
    };
    const done = (rows: Awaited<ReturnType<typeof states>>) =>
      rows.filter((row) => row.state === 'done').reduce((sum, row) => sum + row.count, 0);
    await eventually(states, (rows) => done(rows) === messages.length, 120_000);
    await killing.sandbox.carrier.idle();
    expect(await newest.kill('SIGTERM')).toBe(0);

    const atCarrier = killing.sandbox.carrier.messages({ direction: 'outbound' });
    const ends = new Map<string, number>();
    const linked = new Map<string, string>();
    for (const { id } of messages) {
      const events = await spine.store.read(`message-${id}`);
      const types = events.map((event) => event.type);
      const end = types.filter((type) => ['MessageDelivered', 'MessageFailed', 'MessageSuppressed'].includes(type));
      expect(end, `the end of ${id}: ${types.join(' ')}`).toHaveLength(1);
      ends.set(end[0]!, (ends.get(end[0]!) ?? 0) + 1);
      const sids = new Set(
        events
          .map((event) => (event.data as { providerMessageId?: string }).providerMessageId)
          .filter((sid) => sid !== undefined),
      );
      expect(sids.size, `carrier messages of ${id}`).toBe(1);
      const [sid] = [...sids];
      expect(linked.has(sid!), `${sid} is linked twice`).toBe(false);
      linked.set(sid!, id);
    }
    expect(ends.get('MessageDelivered')).toBe(messages.length);
    // Exact accounting: what the carrier saw is what we queued, once each.
    expect(atCarrier).toHaveLength(messages.length);
    for (let contact = 0; contact < contacts; contact++) {
      const got = atCarrier.filter((message) => message.to === phone(contact)).map((message) => message.body);
      expect(got).toEqual(Array.from({ length: perContact }, (_, index) => body(contact, index)));
    }
    // What the month has used is what was sent, however often a process died over it.
    const used = await sql<{ used: number }>`select sum(used)::int as used from ops.usage_counters`.execute(spine.db);
    expect(used.rows).toEqual([{ used: messages.length }]);
    const { rows } = await sql<{ found: number; called: number; resent: number; attempts: number }>`
    select count(*) filter (where note = 'found at the carrier')::int as found,
      count(*) filter (where note = 'cleared up by a callback')::int as called,
      count(*) filter (where attempts > 1)::int as resent, sum(attempts)::int as attempts from ops.outbox`.execute(
      spine.db,
    );
    console.log(
      `${messages.length} messages, ${kills} kills, ${atKills.at(-1)} sent at the last kill; ` +
        `unknown found by looking ${rows[0]!.found}, by callback ${rows[0]!.called}; claimed more than once ${rows[0]!.resent}`,
    );
  },
);
