import { type RawBuilder, sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type Charge, takingOf } from '../../../domain/delivery/allowance.ts';
import { forEachBounded } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';

/** What of a month has been used, as the read models know it. */
export interface UsageReader {
  /** Whether they show everything that is stored by now; waits for it a moment. */
  upToDate(): Promise<boolean>;
  /** Of a month, named by its first day. Null: they are not there yet. */
  texts(businessId: string, month: string): Promise<number | null>;
}

/** A text that is about to be `sending`, and what it takes. */
export interface Charged {
  readonly claim: { readonly businessId: string };
  readonly charge: Omit<Charge, 'day'>;
}

/**
 * The part of a statement between `own` (claims that may be `sending`, locked, with what their rows have counted so
 * far as `counted_in`, `counted_units` and `counted`) and `sent` (the ids of those that are): locks the counters of
 * their months, and says of each whether it fits (`mine`). Conditions on what it makes are booleans, of which the planner
 * expects half: where it expects a single row it compares all with all. What was counted for this month before is not counted again. So of
 * any number of processes none goes beyond a limit, and who dies has counted what it has made `sending`, and nothing
 * else.
 */
export const weighing: RawBuilder<unknown> = sql`
  counters as materialized (
    select business_id, month, used from ops.usage_counters where (business_id, month) in (
      select business_id, month from own union select business_id, counted_in from own where counted)
    order by business_id, month for update
  ),
  weighed as materialized (
    select own.*, own.counted and own.counted_in = own.month as paid, c.used is not null as begun,
      c.used + sum(case when own.counted and own.counted_in = own.month then 0 else own.units end)
        over (partition by own.business_id, own.month order by own.turn) as then_used
    from own left join counters c using (business_id, month)
  ),
  fits as materialized (
    select *, case when not begun then 'uncounted' when mine then 'mine' else 'over-limit' end as outcome
    from (select *, begun and (coalesce(paid, false) or most is null or then_used <= most) as mine from weighed) w
  )`;

/** The part after `sent`: counts what is `sending` now. What waited since an earlier month moves to this one. */
export const counting: RawBuilder<unknown> = sql`
  moved as (
    update ops.usage_counters u set used = greatest(0, u.used + d.units) from (
      select business_id, month, sum(units) as units from (
        select business_id, month, units from fits join sent using (id) where not paid
        union all
        select business_id, counted_in, -counted_units from fits join sent using (id) where counted and not paid
      ) each group by business_id, month
    ) d where u.business_id = d.business_id and u.month = d.month
  )`;

/** Of claims as arrays of a statement: what each takes, in their order. */
export const chargesOf = (asked: readonly Charged[]) => ({
  months: asked.map(({ charge }) => charge.month),
  units: asked.map(({ charge }) => charge.units),
  most: asked.map(({ charge }) => charge.most),
});

/** Makes claims `sending`; where the counter of a month was not there yet, it begins, and they are asked again. */
export async function markCounted<C extends Charged, Outcome extends string>(
  { db, usage }: { readonly db: Database; readonly usage: UsageReader },
  asked: readonly C[],
  mark: (asked: readonly C[]) => Promise<readonly (Outcome | 'uncounted')[]>,
): Promise<readonly Outcome[]> {
  const first = await mark(asked);
  const uncounted = asked.filter((_, index) => first[index] === 'uncounted');
  if (uncounted.length === 0) return first as readonly Outcome[];
  await beginCounters(db, usage, uncounted);
  const again = new Map<C, Outcome | 'uncounted'>();
  const second = await mark(uncounted);
  uncounted.forEach((one, index) => again.set(one, second[index]!));
  const outcomes = asked.map((one, index) => again.get(one) ?? first[index]!);
  if (outcomes.includes('uncounted')) throw new Error('what a month has used could not be counted');
  return outcomes as readonly Outcome[];
}

/** Begins the counters of months with what the read models show. Until those are up to date they stay unsettled. */
async function beginCounters(db: Database, usage: UsageReader, asked: readonly Charged[]): Promise<void> {
  const upToDate = await usage.upToDate();
  const keys = new Map(
    asked.map(({ claim: { businessId }, charge: { month } }) => [`${businessId} ${month}`, { businessId, month }]),
  );
  await forEachBounded([...keys.values()], 4, async ({ businessId, month }) => {
    const used = await usage.texts(businessId, month);
    await sql`
      insert into ops.usage_counters (business_id, month, used, settled)
      values (${businessId}::uuid, ${month}::date, ${used ?? 0}, ${upToDate && used !== null})
      on conflict (business_id, month) do nothing`.execute(db);
  });
}

/** Counters that began with a read model behind its log are raised to what it shows once it is not. */
export async function settleCounters(db: Database, usage: UsageReader): Promise<void> {
  const { rows } = await sql<{ business_id: string; month: string }>`
    select business_id, month::text as month from ops.usage_counters where not settled limit 100`.execute(db);
  if (rows.length === 0 || !(await usage.upToDate())) return;
  await forEachBounded(rows, 4, async ({ business_id: businessId, month }) => {
    const used = await usage.texts(businessId, month);
    if (used === null) return;
    await sql`update ops.usage_counters set used = greatest(used, ${used}), settled = true
      where business_id = ${businessId}::uuid and month = ${month}::date`.execute(db);
  });
}

/** What the log says of texts that were counted: one that the carrier has not taken no longer counts. */
export async function recount(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const said = new Map<string, boolean>();
  for (const event of events) {
    const taking = takingOf(event);
    if (taking !== null) said.set(event.data['messageId'] as string, taking === 'taken');
  }
  if (said.size === 0) return;
  await sql`
    with changed as (
      update ops.outbox o set counted = s.taken
      from unnest(${[...said.keys()]}::uuid[], ${[...said.values()]}::boolean[]) as s (message_id, taken)
      where o.message_id = s.message_id and o.month is not null and o.counted <> s.taken
      returning o.business_id, o.month, case when s.taken then o.units else -o.units end as units
    )
    update ops.usage_counters u set used = greatest(0, u.used + d.units)
    from (select business_id, month, sum(units) as units from changed group by business_id, month) d
    where u.business_id = d.business_id and u.month = d.month`.execute(trx);
}
