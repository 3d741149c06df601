import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/spine.ts';
import { killedWorld } from './support/killed-workers.ts';
import { killsOr } from './support/kills.ts';
import { itSurvives } from './support/stands.ts';
import { texts } from '../support/outbox.ts';

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
      const [state, note, due] = [texts.ref('state'), texts.ref('note'), texts.ref('dueAt')];
      const { rows } = await sql<{ state: string; count: number; due: string; note: string | null }>`
      select ${state} as state, count(*)::int as count, round(extract(epoch from min(${due}) - now()))::text as due,
        ${note} as note from ${texts.table} group by ${state}, ${note} order by ${state}`.execute(spine.db);
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
    const rows = await texts.rows(spine.db, ['note', 'attempts']);
    const noted = (words: string) => rows.filter(({ note }) => note === words).length;
    console.log(
      `${messages.length} messages, ${kills} kills, ${atKills.at(-1)} sent at the last kill; ` +
        `unknown found by looking ${noted('found at the carrier')}, by callback ${noted('cleared up by a callback')}; ` +
        `claimed more than once ${rows.filter(({ attempts }) => attempts > 1).length}`,
    );
  },
);
