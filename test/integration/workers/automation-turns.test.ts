import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPace } from '../../../workers/automations/pace.ts';
import { type AutomationDependencies, defaultAutomationSettings, holdMs } from '../../../workers/automations/task.ts';
import { tidyAutomations } from '../../../workers/automations/tidy.ts';
import { claimTurns, untilNext, whileHeld } from '../../../workers/automations/turns.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { settableClock } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import { openDatabase } from '../../support/open-database.ts';
import { quietLog as log } from '../../support/quiet.ts';

const start = new Date('2026-11-22T15:00:00Z');
const clock = settableClock(start);
const settings = { ...defaultAutomationSettings, batch: 20 };
const opened = openDatabase();
let db: Database;
let engine: AutomationDependencies;

beforeAll(() => {
  ({ db } = opened);
  engine = { db, clock, log, settings } as unknown as AutomationDependencies;
});
beforeEach(async () => {
  clock.at = start;
  await sql`delete from ops.automation_runs`.execute(db);
});

/** Runs of a business of its own that are due so many ms before now; below zero: after. */
async function due(count: number, before: number, { lane = 0 } = {}): Promise<string> {
  const business = randomUUID();
  await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, lane, due_at)
    select gen_random_uuid(), gen_random_uuid(), ${business}::uuid, gen_random_uuid(), 1, 1, 1, ${lane}::int,
      ${new Date(clock.at.getTime() - before)}::timestamptz from generate_series(1, ${sql.lit(count)})`.execute(db);
  return business;
}
/** How many of whom are claimed. */
async function claimed(): Promise<Readonly<Record<string, number>>> {
  const turns = await claimTurns(engine);
  const by = Map.groupBy(turns, ({ businessId }) => businessId);
  return Object.fromEntries([...by].map(([business, those]) => [business, those.length]));
}

describe('runs that are due', () => {
  it('are claimed by turns: however many are due of one business, those of another come with the next', async () => {
    const crowd = await due(500, 60_000);
    const one = await due(1, 10);
    expect(await claimed()).toEqual({ [crowd]: 19, [one]: 1 });
    const three = await due(3, 10);
    expect(await claimed()).toEqual({ [crowd]: 17, [three]: 3 });
    const another = await due(500, 60_000);
    expect(await claimed()).toEqual({ [crowd]: 10, [another]: 10 });
  });

  it('are claimed by turns also where few are due, and those who came by themselves before a crowd', async () => {
    const few = await due(25, 60_000);
    const one = await due(1, 10);
    expect(await claimed()).toEqual({ [few]: 19, [one]: 1 });
    await claimed();
    const crowd = await due(500, 60_000, { lane: 1 });
    const single = await due(5, 10);
    expect(await claimed()).toEqual({ [crowd]: 15, [single]: 5 });
  });

  it('are claimed once, by whoever asks, until they are not heard of; what is being worked on is', async () => {
    await due(30, 1_000);
    const both = await Promise.all([claimTurns(engine), claimTurns(engine)]);
    const all = both.flat().map(({ runId }) => runId);
    expect(new Set(all).size).toBe(all.length);
    let rest = 30 - all.length;
    while (rest > 0) rest -= (await claimTurns(engine)).length;
    expect(await claimTurns(engine)).toEqual([]);
    clock.at = new Date(start.getTime() + holdMs);
    const again = await claimTurns(engine);
    expect(again).toHaveLength(20);
    await whileHeld(engine, again, async () => {
      clock.at = new Date(start.getTime() + 10 * holdMs);
      const held = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from ops.automation_runs
          where held_until > ${clock.at}::timestamptz`.execute(db);
        return rows[0]!.count;
      };
      await eventually(held, (count) => count === 20);
    });
    expect(await claimTurns(engine)).toHaveLength(10);
  });

  it('are waited for until the next one is due, or a process is not heard of any more', async () => {
    expect(await untilNext(engine)).toBe(settings.pollMs);
    await due(1, -86_400_000);
    expect(await untilNext(engine)).toBe(settings.pollMs);
    await due(1, -700, { lane: 1 });
    expect(await untilNext(engine)).toBe(700);
    await due(1, 0);
    expect(await untilNext(engine)).toBe(1);
    await claimTurns(engine);
    expect(await untilNext(engine)).toBe(700);
    clock.at = new Date(start.getTime() + 650);
    await sql`delete from ops.automation_runs where lane = 1`.execute(db);
    expect(await untilNext(engine)).toBe(holdMs - 650);
  });
});

describe('what is over', () => {
  it('goes after a while; what somebody is inside of, or about to come into, stays', async () => {
    const run = async (state: string, daysAgo: number): Promise<string> => {
      const [runId, contactId] = [randomUUID(), randomUUID()];
      const at = sql`${clock.at}::timestamptz - ${sql.lit(daysAgo)} * interval '1 day'`;
      await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, state,
          due_at, ended_at)
        values (${runId}, ${runId}, ${runId}, ${contactId}, 1, 1, 1, ${state}, 'infinity', ${state === 'ended' ? at : null})`.execute(
        db,
      );
      await sql`insert into ops.automation_effects (effect_id, run_id, contact_id, channel, at)
        values (${runId}, ${runId}, ${contactId}, 'text', ${at})`.execute(db);
      await sql`insert into ops.automation_happened (contact_id, position, kind, at, detail)
        values (${contactId}, 1, 'opted-in', ${at}, '{}')`.execute(db);
      return runId;
    };
    await run('ended', 20);
    const kept = [await run('ended', 5), await run('waiting', 20)];
    await sql`insert into ops.automation_days (automation_id, trigger, day) values
      (gen_random_uuid(), '0', '2026-11-01'), (gen_random_uuid(), '0', '2026-11-22')`.execute(db);
    const gone = randomUUID();
    // One that could not be let in stays as long as its automation.
    await sql`insert into ops.automations (automation_id, business_id, version) values (${kept[0]}::uuid, ${gone}::uuid, 1)`.execute(
      db,
    );
    for (const [automationId, failures] of [
      [kept[0], 8],
      [gone, 8],
      [gone, 7],
    ] as const)
      await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, cause, correlation,
          at, due_at, failures)
        values (${automationId}::uuid, gen_random_uuid(), 1, '0', ${gone}::uuid, 'x', 'x', now(), now(), ${failures})`.execute(
        db,
      );
    await tidyAutomations(db, new Date(clock.at.getTime() - 14 * 86_400_000), clock.at);
    const left = async (column: string, table: string) => {
      const { rows } = await sql<{ id: string }>`select ${sql.raw(column)}::text as id from ${sql.raw(table)}`.execute(
        db,
      );
      return rows.map(({ id }) => id).sort();
    };
    expect(await left('run_id', 'ops.automation_runs')).toEqual([...kept].sort());
    expect(await left('run_id', 'ops.automation_effects')).toEqual([...kept].sort());
    expect(await left('failures', 'ops.automation_entering')).toEqual(['7', '8']);
    // Who is in none any more: nobody asks what happened to them.
    expect(await left('kind', 'ops.automation_happened')).toEqual(['opted-in']);
    expect(await left('day', 'ops.automation_days')).toEqual(['2026-11-22']);
  });
});

describe('a batch', () => {
  it('is as large as takes less than half a second', async () => {
    let elapsed = 0;
    const pace = createPace({ elapsed: () => elapsed }, 200);
    expect(pace.batch()).toBe(200);
    const takes = (msEach: number) => pace.measured(pace.batch(), async () => void (elapsed += msEach * pace.batch()));
    for (let nth = 0; nth < 20; nth += 1) await takes(5);
    expect(pace.batch()).toBeGreaterThanOrEqual(79);
    expect(pace.batch()).toBeLessThanOrEqual(81);
    for (let nth = 0; nth < 20; nth += 1) await takes(1_000);
    expect(pace.batch()).toBe(32);
    for (let nth = 0; nth < 60; nth += 1) await takes(0.1);
    expect(pace.batch()).toBe(200);
  });
});
