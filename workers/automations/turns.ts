import { sql } from 'kysely';
import { runs } from './tables.ts';
import { type AutomationDependencies, holdMs, whileWorking } from './task.ts';

/** A run whose turn it is. */
export interface Turn {
  readonly runId: string;
  readonly automationId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly contactId: string;
  readonly position: bigint;
  readonly version: number;
  readonly awaits: string | null;
  /** Nobody has looked at it yet: what it listens for is not known. */
  readonly fresh: boolean;
  readonly listens: readonly string[];
  readonly woken: number;
  readonly failures: number;
}

/** So many times as many as are claimed together are looked at in the order of time; with more, businesses take turns. */
const crowd = 2;
const isLive = sql`state <> 'ended' and due_at < 'infinity'`;

/**
 * Claims runs that are due, a batch at most: those that came one by one first, and of each business its share, however
 * many are due of one. While few are due the sleepers cost nothing, and nor do the businesses; behind a crowd the first
 * ones of each business are asked for.
 */
export async function claimTurns(
  dependencies: AutomationDependencies,
  batch = dependencies.settings.batch,
): Promise<readonly Turn[]> {
  const now = dependencies.clock.now();
  const ofBusinesses = async (): Promise<readonly Turn[]> => {
    const turns = (await claimFrom(dependencies, ofEach(batch, now), batch, Infinity, now)) ?? [];
    // Fewer than were asked for: the crowd is gone.
    if (turns.length < batch) crowded.delete(dependencies.db);
    else crowded.add(dependencies.db);
    return turns;
  };
  if (crowded.has(dependencies.db)) return ofBusinesses();
  const few = sql`select run_id, lane, business_id, due_at from ops.automation_runs
    where ${isLive} and due_at <= ${now}::timestamptz and held_until <= ${now}::timestamptz
    order by lane, due_at limit ${crowd * batch}`;
  const claimed = await claimFrom(dependencies, few, batch, crowd * batch, now);
  return claimed ?? ofBusinesses();
}
/** Where the last claim was full of a crowd: the next one does not look for a few first. */
const crowded = new WeakSet<AutomationDependencies['db']>();

/** The first ones of each business, by an index that has the businesses one behind the other. */
const ofEach = (batch: number, now: Date) => sql`
  with recursive businesses (lane, business_id) as (
    (select lane, business_id from ops.automation_runs where ${isLive} order by lane, business_id limit 1)
    union all
    select n.lane, n.business_id from businesses b cross join lateral (
      select lane, business_id from ops.automation_runs r where ${isLive} and (r.lane, r.business_id) > (b.lane, b.business_id)
      order by lane, business_id limit 1) n)
  select r.* from businesses b cross join lateral (
    select run_id, lane, business_id, due_at from ops.automation_runs r
    where ${isLive} and r.lane = b.lane and r.business_id = b.business_id and due_at <= ${now}::timestamptz
      and held_until <= ${now}::timestamptz
    order by due_at limit ${batch}) r`;

/** Null: `most` were found, so that there may be more, and nothing was claimed. */
async function claimFrom(
  { db }: AutomationDependencies,
  due: ReturnType<typeof ofEach>,
  batch: number,
  most: number,
  now: Date,
): Promise<readonly Turn[] | null> {
  const { rows } = await sql<{
    found: number;
    run_id: string | null;
    automation_id: string;
    business_id: string;
    agency_id: string | null;
    contact_id: string;
    position: string;
    version: number;
    awaits: string | null;
    state: string;
    visit: number;
    listens: string[];
    woken: number;
    failures: number;
  }>`
    with due as materialized (${due}),
    chosen as (
      select run_id from (select run_id, lane, row_number() over (partition by lane, business_id order by due_at) as turn from due) d
      where (select count(*) from due) < ${most}::float8 order by lane, turn limit ${batch}),
    own as materialized ${runs.free({
      where: sql`run_id in (select run_id from chosen) and held_until <= ${now}::timestamptz`,
    })},
    held as (
      update ops.automation_runs r set held_until = ${new Date(now.getTime() + holdMs)}::timestamptz
      from own where ${runs.isOwn}
      returning r.run_id, automation_id, business_id, agency_id, contact_id, position::text as position, version, awaits, state,
        visit, listens, woken, failures)
    select (select count(*)::int from due) as found, held.* from (select) one left join held on true`.execute(db);
  if (rows[0]!.found >= most) return null;
  return rows.flatMap(({ run_id: runId, ...row }) =>
    runId === null ?
      []
    : [
        {
          runId,
          automationId: row.automation_id,
          businessId: row.business_id,
          agencyId: row.agency_id,
          contactId: row.contact_id,
          position: BigInt(row.position),
          version: row.version,
          awaits: row.awaits,
          fresh: row.state === 'due' && row.visit === 0,
          listens: row.listens,
          woken: row.woken,
          failures: row.failures,
        },
      ],
  );
}

/** How long there is nothing to do, in ms: until the next one is due, or somebody who holds one has not been heard of. */
export async function untilNext({ db, clock, settings }: AutomationDependencies): Promise<number> {
  const now = clock.now();
  const of = (lane: number) => sql`(select min(due_at) from ops.automation_runs
    where ${isLive} and lane = ${sql.lit(lane)} and due_at > ${now}::timestamptz)`;
  const { rows } = await sql<{ next: Date | null }>`select least(${of(0)}, ${of(1)},
    (select min(greatest(held_until, ${now}::timestamptz)) from ops.automation_runs
      where ${isLive} and due_at <= ${now}::timestamptz)) as next`.execute(db);
  const next = rows[0]!.next;
  return next === null ? settings.pollMs : Math.min(Math.max(next.getTime() - now.getTime(), 1), settings.pollMs);
}

/** While something is being done for them, they stay this process's own. */
export const whileHeld = (
  { db, clock }: AutomationDependencies,
  turns: readonly Turn[],
  work: () => Promise<void>,
): Promise<void> =>
  whileWorking(clock, work, async () => {
    const until = new Date(clock.now().getTime() + holdMs);
    // Those that are done with are nobody's; those that somebody writes right now are not waited for.
    await runs.claim(db, {
      where: sql`run_id = any(${turns.map(({ runId }) => runId)}::uuid[]) and held_until > '-infinity'
        and state <> 'ended'`,
      set: sql`held_until = ${until}::timestamptz`,
    });
  });
