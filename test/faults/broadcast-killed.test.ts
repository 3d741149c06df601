import { expect } from 'vitest';
import { sql } from 'kysely';
import { awakePhones } from '../support/awake.ts';
import { context } from '../support/callers.ts';
import { broadcast, untilOver, worksFor } from '../support/broadcasts.ts';
import { eventually } from '../support/eventually.ts';
import { subscribeMany } from '../support/subscribers.ts';

import { createTenant } from '../support/spine.ts';
import { killedWorld } from './support/killed-workers.ts';
import { killsOr } from './support/kills.ts';
import { itSurvives } from './support/stands.ts';
import { texts } from '../support/outbox.ts';

/** By command: `RECIPIENTS=20000 KILLS=20 npm run test:faults -- broadcast-killed`. */
const recipients = Number(process.env['RECIPIENTS'] ?? 1_500);
const kills = killsOr(4);
const number = '+14155550170';

const world = killedWorld(
  number,
  {
    create: { delayMs: 20, jitterMs: 40 },
    progress: { sentAfterMs: 300, deliveredAfterMs: 300, jitterMs: 2_000 },
    status: { duplicateRate: 0.1, reorderRate: 0.2, reorderByMs: 300, lossRate: 0.02 },
    retry: { firstMs: 100, maxMs: 1_000 },
  },
  () => ({
    broadcasts: { pollMs: 100, lookMs: 200 },
    sender: {
      retryFirstMs: 50,
      retryLongestMs: 500,
      askAfterMs: 3_000,
      breaker: { unsureFailures: 50, firstMs: 50, longestMs: 200 },
    },
  }),
);

const said =
  `kill -9 of the worker, ${kills} times through a broadcast to ${recipients}, Postgres killed in between, ` +
  'a carrier in bad shape, callbacks doubled, reordered and lost: each once, and it adds up';
itSurvives(
  said,
  // As long as a busy machine takes for so many, and for a process that starts after each kill.
  600_000 + recipients * 50 + kills * 40_000,
  () => world.spine.db,
  async () => {
    const { server, spine, killing } = world;
    const tenant = await createTenant(spine, number);
    const me = () => context(worksFor(tenant.businessId));
    // Among them those of whom the carrier answers 429, 500, not at all, or cuts the line, having taken it or not.
    const magic = ['0429', '0500', '0408', '1408', '0104', '1104', '0111', '3007', '3005'].map(
      (end) => `+1500555${end}`,
    );
    const phones = [...magic, ...awakePhones(recipients - magic.length)];
    const people = await subscribeMany(spine, tenant.businessId, phones);
    const leaves = people.at(-1)!;

    const id = await broadcast(spine, tenant, 'Hello {{first_name|there}}');
    const stops = Math.floor(kills / 2);
    const before = async (kill: number) => {
      if (kill === stops) {
        // STOP in the middle: nothing is claimed for them afterwards. And the database goes, and comes back.
        await spine.commands.contacts.optOut(me(), { contactId: leaves });
        process.kill(server.pid(), 'SIGKILL');
        // Until it answers: a process that begins waits for it no longer than five seconds.
        await eventually(
          async () => server.isUp() && (await sql`select 1`.execute(spine.db)).rows.length === 1,
          Boolean,
          60_000,
        );
      }
      if (kill === stops + 1) {
        await eventually(async () => {
          await spine.commands.broadcasts.pause(me(), { broadcastId: id });
          return true;
        }, Boolean);
        // What was in hand may go still, however long the machine takes for it; after that nothing does.
        await eventually(
          () => texts.count(spine.db, { broadcastId: id, stage: ['pending', 'in hand'] }),
          (left) => left === 0,
          60_000,
        );
        const paused = killing.sent();
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(killing.sent()).toBe(paused);
        await spine.commands.broadcasts.resume(me(), { broadcastId: id });
      }
    };
    const { atKills } = await killing.through({ kills, of: recipients * 0.8, before });
    expect(atKills.at(-1)).toBeLessThan(recipients);
    const report = await untilOver(spine, id, 180_000);
    await killing.sandbox.carrier.idle();

    const { sums } = report;
    expect(report.status).toBe('completed');
    expect(report.recipients + report.leftOut.length).toBe(recipients);
    expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(report.recipients);
    expect(sums.waiting + sums.held + sums.sent + sums.stopped + sums.expired).toBe(0);
    const tos = killing.sandbox.carrier.messages({ direction: 'outbound' }).map(({ to }) => to);
    expect(tos.length).toBe(new Set(tos).size);
    expect(sums.undelivered).toBe(2);
    expect(sums.delivered + sums.undelivered).toBe(tos.length);
    // What the month has used is what the carrier took, however often a process died over it.
    const used = await sql<{ used: number }>`select sum(used)::int as used from ops.usage_counters`.execute(spine.db);
    expect(used.rows).toEqual([{ used: tos.length }]);
    if (report.stories.get(leaves)?.includes('MessageQueued') !== true) expect(tos).not.toContain(phones.at(-1));
    const rows = await texts.rows(spine.db, ['attempts', 'note']);
    console.log(
      `${recipients} recipients, ${kills} kills, ${atKills.at(-1)} sent at the last kill: ${JSON.stringify(sums)}; ` +
        `${rows.filter(({ attempts }) => attempts > 1).length} claimed again, ` +
        `${rows.filter(({ note }) => note?.startsWith('found')).length} found at the carrier`,
    );
  },
);
