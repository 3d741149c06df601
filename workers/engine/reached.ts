import { type RawBuilder, sql } from 'kysely';
import { soonMinutes } from '../../domain/automation/overlap.ts';
import type { Channel } from '../../domain/contact/fields.ts';
import type { Reach } from '../../domain/message/reach.ts';
import type { Database } from './worker.ts';

/** Something that nobody asked for and that is about to go out. */
export interface Reaching {
  /** Of the text or mail. */
  readonly id: string;
  readonly reach: Reach;
}

/** Why something is held back that would reach somebody. */
export type HeldBack = 'duplicate' | 'too-often' | 'daily-limit' | 'same-cause';

/**
 * Arrays of a statement, in the order of `columns`: what each would take of whom it reaches. Nulls where somebody asked
 * for it, or waits for it: that is neither counted nor held back.
 */
export function reachesOf(asked: readonly (Reaching | null)[], now: Date): RawBuilder<unknown> {
  const of = <T>(field: (reach: Reach) => T): (T | null)[] =>
    asked.map((one) => (one === null ? null : field(one.reach)));
  const since = ({ broadcast }: Reach) =>
    broadcast === null || broadcast.windowHours === null ?
      null
    : new Date(now.getTime() - broadcast.windowHours * 3_600_000);
  return sql`${of(({ address }) => address)}::uuid[], ${of(({ businessId }) => businessId)}::uuid[],
    ${of(({ contactId }) => contactId)}::uuid[], ${of(({ broadcast }) => broadcast?.broadcastId ?? null)}::uuid[],
    ${of(since)}::timestamptz[], ${of(({ day }) => day)}::date[], ${of(({ most }) => most)}::int[],
    ${of(({ cause }) => cause?.key ?? null)}::text[], ${of(({ cause }) => cause?.automationId ?? null)}::uuid[]`;
}
/** What `reachesOf` is called in a statement. */
export const reachColumns: RawBuilder<unknown> = sql.raw(
  'address, reaches_for, contact_id, broadcast_id, since, day, daily, cause, automation_id',
);

/** Of rows `r` of who was reached and `a` that would reach them: why it is held back. */
const taken = (now: Date): RawBuilder<boolean> => sql`r.broadcast_id = a.broadcast_id or r.at > a.since
  or (r.day >= a.day and cardinality(r.today) >= a.daily) or ${sameCause(now)}`;
const sameCause = (now: Date): RawBuilder<boolean> => sql`(r.cause = a.cause and r.automation_id <> a.automation_id
  and r.caused_at > ${new Date(now.getTime() - soonMinutes * 60_000)}::timestamptz)`;

/**
 * The one place that says who was reached, by which channel and how often: the part of a statement that takes the place
 * of those of `from` (with the columns above, `id` and `mine`) for whom it is free, as `placed` by their addresses. Each
 * address once in a statement (`onePerAddress`); a row that another process changes is looked at as that left it, so
 * that of any number at once no more go out than may. What has its place keeps it, however often it is tried.
 */
export const placing = (from: RawBuilder<unknown>, channel: Channel, now: Date): RawBuilder<unknown> => sql`
  placed as (
    insert into ops.reached as r (address, channel, business_id, broadcast_id, message_id, contact_id, at,
      day, today, cause, automation_id, caused_at)
    select address, ${channel}, reaches_for, broadcast_id, case when broadcast_id is not null then id end, contact_id,
      case when broadcast_id is not null then ${now}::timestamptz end, day, array[id], cause, automation_id,
      case when cause is not null then ${now}::timestamptz end
    from ${from} where mine and address is not null order by address
    on conflict (address, channel) do update set
      broadcast_id = coalesce(excluded.broadcast_id, r.broadcast_id),
      message_id = coalesce(excluded.message_id, r.message_id),
      contact_id = coalesce(excluded.contact_id, r.contact_id), at = coalesce(excluded.at, r.at),
      day = greatest(r.day, excluded.day),
      today = case when r.day >= excluded.day then array_remove(r.today, excluded.today[1]) else '{}' end || excluded.today,
      cause = coalesce(excluded.cause, r.cause), automation_id = coalesce(excluded.automation_id, r.automation_id),
      caused_at = coalesce(excluded.caused_at, r.caused_at)
    where r.message_id = excluded.message_id or excluded.today[1] = any(r.today)
      or not exists (select 1 from asked a where a.address = excluded.address and (${taken(now)}))
    returning address
  )`;

/** Why they were held back: as it is known now, after the statement that did. */
export async function heldBackBy(
  db: Database,
  channel: Channel,
  asked: readonly Reaching[],
  now: Date,
): Promise<ReadonlyMap<string, HeldBack>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ id: string; why: HeldBack }>`
    select a.id, case when r.broadcast_id = a.broadcast_id then 'duplicate' when ${sameCause(now)} then 'same-cause'
        when r.day >= a.day and cardinality(r.today) >= a.daily then 'daily-limit' else 'too-often' end as why
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${reachesOf(asked, now)}) as a (id, ${reachColumns})
    join ops.reached r on r.address = a.address and r.channel = ${channel}`.execute(db);
  return new Map(rows.map(({ id, why }) => [id, why]));
}

/** Looks at each address once in a statement: the second of two is looked at against the first. In the order given. */
export async function onePerAddress<T, Outcome>(
  all: readonly T[],
  addressOf: (one: T) => string | null,
  mark: (some: readonly T[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const seen = new Set<string>();
  const first = all.map((one) => {
    const address = addressOf(one);
    const isFirst = address === null || !seen.has(address);
    if (address !== null) seen.add(address);
    return isFirst;
  });
  const outcomes = await mark(all.filter((_, at) => first[at]));
  let next = 0;
  const results = all.map((_, at) => (first[at] ? outcomes[next++]! : null));
  for (const [at, one] of all.entries()) if (!first[at]) results[at] = (await mark([one]))[0]!;
  return results as readonly Outcome[];
}
