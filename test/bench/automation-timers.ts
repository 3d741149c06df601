import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../../adapters/clock/system.ts';
import { defaultAutomationSettings } from '../../workers/automations/task.ts';
import { claimTurns } from '../../workers/automations/turns.ts';
import { awakePhones } from '../support/awake.ts';
import { quietLog as log } from '../support/quiet.ts';
import { createTenant, openSpine, type Spine } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import type { BenchResult } from './result.ts';
import { followed, lateness, percentile, sleepers } from './support/automations.ts';
import { start, told } from './support/children.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';

export interface Timers {
  /** Runs that wait for a day far off, and how many of those that wait are over in a second, for how long. */
  readonly asleep: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** One of two processes is killed so often, and another takes its place. */
  readonly killEveryMs: number;
}

/** Of a thousand businesses, each with its share. They are in nobody's log: nobody comes to look at them. */
const addAsleep = ({ db }: Spine, count: number): Promise<unknown> =>
  sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, state, node, visit, due_at)
    select gen_random_uuid(), md5((n % 1000)::text)::uuid, md5((n % 1000)::text)::uuid, gen_random_uuid(), 1, 1, 1, 'waiting',
      md5('a')::uuid, 1, now() + interval '30 days' + n * interval '1 second'
    from generate_series(1, ${sql.lit(count)}) n`.execute(db);

/** What it costs to look for somebody who is due where nobody is, in ms: the best tenth of many, since others are at work here. */
async function emptyLook({ db }: Spine): Promise<number> {
  const parts = { db, clock: systemClock, log, settings: defaultAutomationSettings };
  const took: number[] = [];
  for (let nth = 0; nth < 300; nth += 1) {
    const begun = performance.now();
    if ((await claimTurns(parts as never)).length > 0) throw new Error('somebody is due');
    took.push(performance.now() - begun);
  }
  return percentile(
    took.sort((a, b) => a - b),
    10,
  );
}

/**
 * Waits that end, so many a second, while many sleep: how late each goes on, once, in two processes of which one is killed
 * again and again; and what looking for the next costs among few sleepers and among many.
 */
export async function run({ asleep, perSecond, seconds, killEveryMs }: Timers): Promise<BenchResult[]> {
  const server = await benchPostgres();
  const spine = await openSpine(server.connectionString, { log });
  const living: ChildProcess[] = [];
  try {
    const { businessId } = await createTenant(spine, '+14155550190');
    const count = perSecond * seconds;
    const contacts = await subscribeMany(spine, businessId, awakePhones(Math.min(count, 5_000)));
    const begins = Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000;
    const all = await sleepers(
      spine,
      businessId,
      contacts,
      count,
      (nth) => begins + Math.floor((nth * 1_000) / perSecond),
    );
    await addAsleep(spine, 10_000);
    await sql`analyze ops.automation_runs`.execute(spine.db);
    const amongFew = await emptyLook(spine);
    await addAsleep(spine, asleep - 10_000);
    await sql`analyze ops.automation_runs`.execute(spine.db);
    const amongMany = await emptyLook(spine);
    const at = 'http://127.0.0.1:9';
    const given = { connectionString: server.connectionString, baseUrl: at, publicUrl: at, projections: false };
    /** Ready to begin as soon as it is told. */
    const standby = async (): Promise<ChildProcess> => {
      const child = start('./automations-process.ts', 'AUTOMATIONS', { ...given, standsBy: true });
      living.push(child);
      await told(child);
      return child;
    };
    const working = await Promise.all([standby(), standby()]);
    const spares = await Promise.all(Array.from({ length: Math.floor(seconds / (killEveryMs / 1_000)) }, standby));
    const [first] = working;
    await Promise.all(working.map((child) => told(child, { ahead: 0 })));
    // They have read the log before the first is due.
    await followed(spine, 'automation-happenings');
    const ahead = begins - Date.now() - 1_000;
    const inPostgres = processorTimeOf(server.processId);
    const inFirst = processorTimeOf(first!.pid!);
    await Promise.all(working.map((child) => told(child, { ahead })));
    let killed = 0;
    const left = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ops.automation_runs
        where business_id = ${businessId}::uuid and state <> 'ended'`.execute(spine.db);
      return rows[0]!.count;
    };
    const begun = performance.now();
    let spent = 0;
    for (let nextKill = killEveryMs; ;) {
      await sleep(500);
      const passed = performance.now() - begun;
      if (passed > nextKill && passed < seconds * 1_000) {
        if (killed === 0) spent = inFirst();
        working.shift()!.kill('SIGKILL');
        killed += 1;
        nextKill += killEveryMs;
        const next = spares.shift();
        if (next !== undefined) void told(next, { ahead }).then(() => working.push(next));
      }
      if (passed > seconds * 1_000 && (await left()) === 0) break;
      if (passed > seconds * 1_000 + 60_000) break;
    }
    const { late, wrong } = await lateness(spine, all);
    const [median, p99, most] = [percentile(late, 50), percentile(late, 99), late.at(-1) ?? NaN];
    return [
      {
        name: `${perSecond.toLocaleString('en-US')} waits a second that end among ${asleep.toLocaleString('en-US')} sleepers, late at p99`,
        ratio: p99,
        target: { atMost: 2_000 },
        unit: 'ms',
        measured: p99,
        baseline: 2_000,
        pass: p99 <= 2_000 && wrong === 0,
        detail:
          `${count.toLocaleString('en-US')} in ${seconds} s; median ${median} ms, the latest ${most} ms; ` +
          `${wrong === 0 ? 'each went on once' : `${wrong} did not go on, or twice`}; two processes, ${killed} killed; processor time of ` +
          `Postgres ${((inPostgres() / count) * 1e6).toFixed(0)} µs each, of one process until it was killed ${spent.toFixed(1)} s.`,
      },
      {
        name: `looking for who is due among ${asleep.toLocaleString('en-US')} sleepers, beside among 10,000`,
        ratio: amongMany / amongFew,
        target: { atMost: 1.5 },
        unit: 'ms',
        measured: amongMany,
        baseline: amongFew,
        pass: amongMany / amongFew <= 1.5,
        detail: 'Nobody is due; of a thousand businesses; 300 looks.',
      },
    ];
  } finally {
    for (const child of living) child.kill('SIGKILL');
    await spine.close();
    await server.remove();
  }
}
