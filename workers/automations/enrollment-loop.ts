import { sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import type { Trigger, TriggerKind } from '../../domain/automations/document/document.ts';
import { readCause } from '../../domain/automations/trigger-events/causes.ts';
import { laterTrigger } from '../../domain/automations/trigger-events/later/index.ts';
import { type ContactActivity, factsOf, noActivity } from '../../domain/automations/runs/facts.ts';
import { type Days, writtenDay } from '../../domain/automations/runs/time.ts';
import type { EnrollmentFailure } from '../../domain/automations/list.ts';
import { asksForActivity } from '../../domain/automations/runs/condition.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { Coupon } from '../../domain/coupons/coupon.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId, CouponId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { isOutage } from '../engine/outage.ts';
import { forget } from './forget.ts';
import { entering } from './tables.ts';
import { type AutomationDependencies, activityOf, batchContext, dayMs, holdMs, whileWorking } from './task.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff, maxAttempts } from '../engine/retry-policy.ts';

interface Entry {
  readonly automation_id: string;
  readonly contact_id: string;
  readonly position: string;
  readonly trigger: string;
  readonly business_id: string;
  readonly agency_id: string | null;
  readonly cause: string;
  readonly correlation: string;
  readonly at: Date;
  readonly failures: number;
  /** As the trigger says it now; null: it is not there any more, or none (by hand). */
  readonly said: Trigger | null;
}

/** Somebody else has claimed who was due: looked at again after so long, in ms. */
const overtakenMs = 50;

/** Between looks that found nobody, in ms: the bell rings for whatever happens to runs. */
const gatherMs = 50;

/** Lets in whom triggers mean, until the signal fires. Any number of processes may. */
export async function enrollmentLoop(dependencies: AutomationDependencies, signal: AbortSignal): Promise<void> {
  const { clock, bell, log } = dependencies;
  let looksAt = -Infinity;
  const work = async () => {
    const early = looksAt - clock.elapsed();
    if (early > 0) await clock.sleep(early, signal);
    const pause = await untilNext(dependencies);
    if (pause === 0 && (await claimed(dependencies)) > 0) return 0;
    looksAt = clock.elapsed() + gatherMs;
    return pause > 0 ? pause : overtakenMs;
  };
  await pollLoop({ name: 'automation entries', work, bell, clock, log }, signal);
}

/** One batch. Answers how many there were. */
export async function enrollOnce(dependencies: AutomationDependencies): Promise<number> {
  return (await untilNext(dependencies)) > 0 ? 0 : claimed(dependencies);
}

async function claimed(dependencies: AutomationDependencies): Promise<number> {
  const entries = await claim(dependencies);
  if (entries.length === 0) return 0;
  const work = async (): Promise<void> => {
    try {
      await enroll(dependencies, entries);
    } catch (error) {
      if (isOutage(error)) throw error;
      for (const entry of entries)
        await enroll(dependencies, [entry]).catch((fault: unknown) => failed(dependencies, entry, fault));
    }
  };
  await whileWorking(dependencies.clock, work, () => hold(dependencies, entries));
  return entries.length;
}

/** How long nobody is due, in ms: 0, somebody is. Whoever waits for a day costs nothing until then. */
async function untilNext({ db, clock, settings }: AutomationDependencies): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<{ due: true | null; next: Date | null }>`${prepared}select
    (select true from ops.automation_entering where due_at <= ${now}::timestamptz and held_until <= ${now}::timestamptz
      order by due_at limit 1) as due,
    least((select min(due_at) from ops.automation_entering where due_at > ${now}::timestamptz),
      (select min(held_until) from ops.automation_entering
        where due_at <= ${now}::timestamptz and held_until > ${now}::timestamptz and held_until < 'infinity')) as next`.execute(
    db,
  );
  const { due, next } = rows[0]!;
  if (due !== null) return 0;
  return next === null ? settings.pollMs : Math.min(Math.max(next.getTime() - now.getTime(), 1), settings.pollMs);
}

/** Those that came by themselves first, each business its share: however many come to one, another's wait for a turn only. */
async function claim({ db, clock, settings }: AutomationDependencies): Promise<readonly Entry[]> {
  const now = clock.now();
  // Joined with what was chosen or given, which `entering.free` can't be: entries that another process has locked are
  // passed over here too, and only the feed that takes them over waits for them.
  const { rows } = await sql<Entry>`
    with recursive businesses (lane, business_id) as (
      (select lane, business_id from ops.automation_entering order by lane, business_id limit 1)
      union all
      select n.lane, n.business_id from businesses b cross join lateral (
        select lane, business_id from ops.automation_entering e where (e.lane, e.business_id) > (b.lane, b.business_id)
        order by lane, business_id limit 1) n),
    due as (
      select e.*, row_number() over (partition by b.lane, b.business_id order by e.due_at) as turn from businesses b
      cross join lateral (
        select automation_id, contact_id, position, trigger, lane, due_at from ops.automation_entering e
        where e.lane = b.lane and e.business_id = b.business_id and e.due_at <= ${now}::timestamptz
          and e.held_until <= ${now}::timestamptz
        order by e.due_at limit ${settings.batch}) e),
    chosen as (select automation_id, contact_id, position, trigger from due order by lane, turn limit ${settings.batch}),
    own as materialized (
      select e.* from chosen join ops.automation_entering e using (automation_id, contact_id, position, trigger)
      where e.held_until <= ${now}::timestamptz for update of e skip locked),
    held as (
      update ops.automation_entering e set held_until = ${new Date(now.getTime() + holdMs)}::timestamptz from own where ${entering.isOwn}
      returning e.*)
    select h.automation_id, h.contact_id, h.position::text as position, h.trigger, h.business_id, h.agency_id, h.cause,
      h.correlation, h.at, h.failures, t.trigger as said
    from held h left join ops.automations a using (automation_id)
      left join ops.automation_triggers t on t.automation_id = h.automation_id and t.version = a.version and t.nth::text = h.trigger
    order by h.position`.execute(db);
  return rows;
}

async function enroll(dependencies: AutomationDependencies, claimed: readonly Entry[]): Promise<void> {
  const { commands, store } = dependencies;
  const asking = claimed.filter(
    ({ said }) => said !== null && (asksForActivity(said.filter) || asksAgain.has(said.on.kind)),
  );
  const head = await store.head();
  const beside = await activityOf(
    dependencies,
    asking.map((one) => one.contact_id),
    head,
  );
  if (beside === null) return putOff(dependencies, claimed);
  const known = { coupons: await couponsOf(dependencies, claimed), days: await daysOf(dependencies, claimed) };
  const means = claimed.map((entry) => stillMeans(entry, beside.get(entry.contact_id) ?? noActivity, known));
  const entries = claimed.filter((_, at) => means[at]);
  const { result } = await commands.automations.enroll(batchContext(claimed[0]!.correlation), {
    entries: entries.map((entry) => ({
      automationId: entry.automation_id,
      businessId: entry.business_id,
      agencyId: entry.agency_id,
      contactId: entry.contact_id,
      trigger: entry.said?.on.kind ?? 'by-hand',
      filter: entry.said?.filter ?? everybody,
      beside: beside.get(entry.contact_id) ?? noActivity,
      cause: entry.cause,
      correlation: entry.correlation,
      // A time that has come has no place in the log: it is now.
      position: readCause(entry.cause) !== null ? head : BigInt(entry.position),
      at: entry.at.toISOString(),
    })),
  });
  await remove(
    dependencies,
    claimed.flatMap((entry, at) => (means[at] ? [] : [{ entry, runId: null }])),
  );
  // Who has come in is taken over when the log says so: until then nothing that happens to them is to be missed.
  const started = entries.filter((_, at) => result[at]!.kind === 'started');
  await hold(dependencies, started, takenOverMs);
  await remove(
    dependencies,
    entries.flatMap((entry, at) => {
      const entered = result[at]!;
      return entered.kind === 'started' ? [] : [{ entry, runId: entered.kind === 'already' ? entered.runId : null }];
    }),
  );
  // Who does not come in after all was listened to all the same.
  await forget(
    dependencies.db,
    claimed.map((entry) => entry.contact_id),
  );
}

/** So long the feed has to take over who has come in, before it is looked at once more. */
const takenOverMs = 60_000;
const noDays: Days = { birthday: null, anniversary: null, custom: {} };
/** Triggers that ask read models once more when their time has come. */
const asksAgain: ReadonlySet<string> = new Set<TriggerKind>(['broadcast-not-clicked', 'broadcast-answered']);

/** Coupons of which it was said that they will expire. */
async function couponsOf(
  { store }: AutomationDependencies,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Coupon>> {
  const names = entries.flatMap(({ cause }) => {
    const later = readCause(cause);
    return later?.kind === 'coupon-expiring' ? [streams.coupon(CouponId.parse(later.couponId))] : [];
  });
  if (names.length === 0) return new Map();
  const coupons = [...(await store.readMany(names)).values()].map((stored) => stateOf(Coupon, stored));
  return new Map(coupons.flatMap((coupon) => (coupon.status === 'none' ? [] : [[coupon.couponId, coupon]])));
}

/** What is known by now of the days of contacts whose day it is said to be. */
async function daysOf(
  { store }: AutomationDependencies,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Days>> {
  const ids = [...new Set(entries.flatMap(({ said, contact_id }) => (said?.on.kind === 'date' ? [contact_id] : [])))];
  if (ids.length === 0) return new Map();
  const streamOf = (id: string) => streams.contact(ContactId.parse(id));
  const found = await store.readMany(ids.map(streamOf));
  return new Map(ids.map((id) => [id, factsOf(found.get(streamOf(id)))]));
}

/** Whether what a trigger says of a time is so now that it has come. A trigger that is not there any more means no one. */
function stillMeans(
  { said, cause, at, trigger, contact_id: contactId }: Entry,
  { acts }: ContactActivity,
  { coupons, days }: { readonly coupons: ReadonlyMap<string, Coupon>; readonly days: ReadonlyMap<string, Days> },
): boolean {
  if (said === null) return trigger === 'by-hand';
  const later = laterTrigger(said.on.kind);
  if (later === null) return true;
  return later.stillHolds(
    said.on,
    { cause: readCause(cause), at: at.toISOString() },
    {
      couponOf: (id) => coupons.get(id) ?? Coupon.initial,
      hasClicked: (broadcastId) => acts.some(({ did, of }) => did === 'clicked' && of === broadcastId),
      wasSent: (broadcastId, from, until) =>
        acts.some(
          ({ did, of, at: when }) =>
            did === 'sent' && of !== null && (broadcastId ?? of) === of && when >= from && when <= until,
        ),
      writtenDay: (day) => writtenDay(day, days.get(contactId) ?? noDays),
    },
  );
}

/** The read models are behind. */
const putOff = (dependencies: AutomationDependencies, entries: readonly Entry[]): Promise<void> =>
  hold(dependencies, entries, 1_000);

async function hold({ db, clock }: AutomationDependencies, entries: readonly Entry[], ms = holdMs): Promise<void> {
  if (entries.length === 0) return;
  const of = <T>(field: (entry: Entry) => T): T[] => entries.map(field);
  // One that somebody takes away right now is not waited for.
  await sql`update ops.automation_entering e set held_until = greatest(e.held_until, ${new Date(clock.now().getTime() + ms)}::timestamptz)
    from (select e.automation_id, e.contact_id, e.position, e.trigger from ops.automation_entering e
      join unnest(${of((one) => one.automation_id)}::uuid[], ${of((one) => one.contact_id)}::uuid[],
        ${of((one) => one.position)}::bigint[], ${of((one) => one.trigger)}::text[]) x (automation_id, contact_id, position, trigger)
        using (automation_id, contact_id, position, trigger) for update of e skip locked) own
    where ${entering.isOwn}`.execute(db);
}

/**
 * Those that nothing comes of. `runId`: only if that run has been taken over; of one that ended long ago no row is left. What
 * somebody else has in hand right now comes up once more.
 */
async function remove(
  { db, clock }: AutomationDependencies,
  over: readonly { readonly entry: Entry; readonly runId: string | null }[],
): Promise<void> {
  if (over.length === 0) return;
  const of = <T>(field: (entry: Entry) => T): T[] => over.map(({ entry }) => field(entry));
  await sql`delete from ops.automation_entering e using (
      select e.* from unnest(${of((one) => one.automation_id)}::uuid[], ${of((one) => one.contact_id)}::uuid[],
        ${of((one) => one.position)}::bigint[], ${of((one) => one.trigger)}::text[], ${over.map(({ runId }) => runId)}::uuid[])
        x (automation_id, contact_id, position, trigger, run_id)
      join ops.automation_entering e using (automation_id, contact_id, position, trigger)
      where x.run_id is null or e.at < ${new Date(clock.now().getTime() - dayMs)}::timestamptz
        or exists (select from ops.automation_runs r where r.run_id = x.run_id)
      for update of e skip locked) own
    where ${entering.isOwn}`.execute(db);
}

/** In a word; the log has all of it. */
const whyOf = (error: unknown): EnrollmentFailure =>
  error instanceof DomainError && error.code === 'conflict' ? 'busy' : 'our-fault';

async function failed({ db, clock, log }: AutomationDependencies, entry: Entry, error: unknown): Promise<void> {
  if (isOutage(error)) throw error;
  const failures = entry.failures + 1;
  const setAside = failures >= maxAttempts;
  log[setAside ? 'error' : 'warn'](
    {
      ...(setAside ? { gaveUp: 'automation-entry' } : {}),
      automation: entry.automation_id,
      cause: entry.cause,
      failures,
      err: error,
    },
    setAside ? 'somebody could not be let in' : 'somebody could not be let in, trying again',
  );
  const heldUntil =
    setAside ? 'infinity' : new Date(clock.now().getTime() + backoff(entry.failures, 1_000, 3_600_000)).toISOString();
  await sql`update ops.automation_entering set failures = ${failures}, held_until = ${heldUntil}::timestamptz,
      why = ${whyOf(error)}, failed_at = ${clock.now()}::timestamptz
    where automation_id = ${entry.automation_id}::uuid and contact_id = ${entry.contact_id}::uuid
      and position = ${entry.position}::bigint and trigger = ${entry.trigger}`.execute(db);
}
