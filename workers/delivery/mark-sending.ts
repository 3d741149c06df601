import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import { soonMinutes } from '../../domain/automations/document/overlap.ts';
import type { Channel } from '../../domain/kernel/channels.ts';
import type { Reach } from '../../domain/delivery/reach.ts';
import type { Database } from '../engine/worker.ts';
import type { WorkTable } from '../engine/work-table.ts';

/** Something that nobody asked for and that is about to go out. */
interface Reaching {
  /** Of the text or email. */
  readonly id: string;
  readonly reach: Reach;
}

/** Why something is held back that would reach somebody. */
export type HeldBack = 'duplicate' | 'too-often' | 'daily-limit' | 'same-cause';

/**
 * Arrays of a statement, in the order of `columns`: what each would take of whom it reaches. Nulls where somebody asked
 * for it, or waits for it: that is neither counted nor held back.
 */
function reachesOf(asked: readonly (Reaching | null)[], now: Date): RawBuilder<unknown> {
  const of = <T>(field: (reach: Reach) => T): (T | null)[] =>
    asked.map((one) => (one === null ? null : field(one.reach)));
  const since = ({ broadcast }: Reach) =>
    broadcast === null || broadcast.windowHours === null ?
      null
    : new Date(now.getTime() - broadcast.windowHours * 3_600_000);
  return sql`${of(({ address }) => address)}::uuid[], ${of(({ businessId }) => businessId)}::uuid[],
    ${of(({ contactId }) => contactId)}::uuid[], ${of(({ broadcast }) => broadcast?.broadcastId ?? null)}::uuid[],
    ${of(since)}::timestamptz[], ${of(({ day }) => day)}::date[], ${of(({ most }) => most)}::int[],
    ${of(({ rolling }) => rolling)}::int[],
    ${of(({ cause }) => cause?.key ?? null)}::text[], ${of(({ cause }) => cause?.automationId ?? null)}::uuid[]`;
}
/** What `reachesOf` is called in a statement. */
const reachColumns: RawBuilder<unknown> = sql.raw(
  'address, reaches_for, contact_id, broadcast_id, since, day, daily, rolling, cause, automation_id',
);

/** Of rows `r` of who was reached and `a` that would reach them: why it is held back. */
const taken = (now: Date): RawBuilder<boolean> => sql`r.broadcast_id = a.broadcast_id or r.at > a.since
  or ${isFull(now)} or ${sameCause(now)}`;
/** As many have reached them as may: on this day of the business's calendar, or in the 24 hours before. */
const isFull = (now: Date): RawBuilder<boolean> => sql`((r.day >= a.day and cardinality(r.today) >= a.daily)
  or (select count(*) from jsonb_each_text(r.lately) e where e.value::timestamptz > ${dayBefore(now)}) >= a.rolling)`;
const dayBefore = (now: Date): RawBuilder<Date> => sql`${new Date(now.getTime() - 86_400_000)}::timestamptz`;
const sameCause = (now: Date): RawBuilder<boolean> => sql`(r.cause = a.cause and r.automation_id <> a.automation_id
  and r.caused_at > ${new Date(now.getTime() - soonMinutes * 60_000)}::timestamptz)`;

/**
 * The one place that says who was reached, by which channel and how often: the part of a statement that takes the place
 * of those of `from` (with the columns above, `id` and `mine`) for whom it is free, as `placed` by their addresses. Each
 * address once in a statement (`onePerAddress`); a row that another process changes is looked at as that left it, so
 * that of any number at once no more go out than may. What has its place keeps it, however often it is tried.
 */
const placing = (from: RawBuilder<unknown>, channel: Channel, now: Date): RawBuilder<unknown> => sql`
  placed as (
    insert into ops.reached as r (address, channel, business_id, broadcast_id, message_id, contact_id, at,
      day, today, lately, cause, automation_id, caused_at)
    select address, ${channel}, reaches_for, broadcast_id, case when broadcast_id is not null then id end, contact_id,
      case when broadcast_id is not null then ${now}::timestamptz end, day, array[id],
      case when rolling is null then '{}' else jsonb_build_object(id, ${now}::timestamptz) end, cause, automation_id,
      case when cause is not null then ${now}::timestamptz end
    from ${from} where mine and address is not null order by address
    on conflict (address, channel) do update set
      broadcast_id = coalesce(excluded.broadcast_id, r.broadcast_id),
      message_id = coalesce(excluded.message_id, r.message_id),
      contact_id = coalesce(excluded.contact_id, r.contact_id), at = coalesce(excluded.at, r.at),
      day = greatest(r.day, excluded.day),
      today = case when r.day >= excluded.day then array_remove(r.today, excluded.today[1]) else '{}' end || excluded.today,
      lately = case when excluded.lately = '{}' then r.lately else coalesce(
        (select jsonb_object_agg(e.key, e.value) from jsonb_each_text(r.lately) e
          where e.value::timestamptz > ${dayBefore(now)}), '{}') || excluded.lately end,
      cause = coalesce(excluded.cause, r.cause), automation_id = coalesce(excluded.automation_id, r.automation_id),
      caused_at = coalesce(excluded.caused_at, r.caused_at)
    where r.message_id = excluded.message_id or excluded.today[1] = any(r.today) or r.lately ? excluded.today[1]::text
      or not exists (select 1 from asked a where a.address = excluded.address and (${taken(now)}))
    returning address
  )`;

/** Why they were held back: as it is known now, after the statement that did. */
async function heldBackBy(
  db: Database,
  channel: Channel,
  asked: readonly Reaching[],
  now: Date,
): Promise<ReadonlyMap<string, HeldBack>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ id: string; why: HeldBack }>`
    select a.id, case when r.broadcast_id = a.broadcast_id then 'duplicate' when ${sameCause(now)} then 'same-cause'
        when ${isFull(now)} then 'daily-limit' else 'too-often' end as why
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${reachesOf(asked, now)}) as a (id, ${reachColumns})
    join ops.reached r on r.address = a.address and r.channel = ${channel}`.execute(db);
  return new Map(rows.map(({ id, why }) => [id, why]));
}

/** Looks at each address once in a statement: the second of two is looked at against the first. In the order given. */
async function onePerAddress<T, Outcome>(
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

/** A claim that is about to be `sending`. `attempts` fences; `reach` null: somebody asked for it, or waits for it. */
export interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly reach: Reach | null;
}

/** Where what goes out of one channel waits. */
export interface Waiting<T extends Claimed> {
  readonly channel: Channel;
  readonly table: WorkTable;
  /** What each takes of its business's month; null: nothing of this channel is counted so. */
  readonly month: {
    /** Of each claim as arrays, and what those are called. */
    readonly taken: (claims: readonly T[]) => RawBuilder<unknown>;
    readonly takenColumns: RawBuilder<unknown>;
    /** Of rows `o`: what has been counted of them. */
    readonly rowColumns: RawBuilder<unknown>;
    /** The part between `own` and `sent`, which makes `fits` of it. */
    readonly weighing: RawBuilder<unknown>;
    /** Of what is `sending` now. */
    readonly set: RawBuilder<unknown>;
    /** The part after `sent`; null: nothing is counted. */
    readonly counting: RawBuilder<unknown> | null;
  } | null;
}

/** What is not counted by months fits. */
export const allFit = sql`fits as materialized (select own.*, true as mine, 'mine' as outcome from own)`;

/**
 * The step that is committed before the request: from here on a dead process means an unknown outcome, and what goes out
 * counts towards what reaches a person. What was taken over must not go out, nor what does not fit its month or whose
 * place is taken, which stays claimed: of two broadcasts at once one reaches a person, of two contacts with one number or
 * address one. Of two claims of one text (this process was taken for dead, and has claimed it again meanwhile) only the
 * newer is this process's own. In the order given.
 */
export const markSending = <T extends Claimed, Unfit extends string = never>(
  db: Database,
  holder: string,
  claims: readonly T[],
  now: Date,
  of: Waiting<T>,
): Promise<readonly ('mine' | 'taken-over' | HeldBack | Unfit)[]> =>
  onePerAddress(
    claims,
    ({ reach }) => reach?.address ?? null,
    (some) => markEach<T, Unfit>(db, holder, some, now, of),
  );

async function markEach<T extends Claimed, Unfit extends string>(
  db: Database,
  holder: string,
  claims: readonly T[],
  now: Date,
  { channel, table, month }: Waiting<T>,
): Promise<readonly ('mine' | 'taken-over' | HeldBack | Unfit)[]> {
  const rows = sql.table(`ops.${table.name}`);
  const id = table.key;
  const reaching = claims.map(({ id, reach }) => (reach === null ? null : { id, reach }));
  const answer = await sql<{ key: string; outcome: 'mine' | Unfit; sent: boolean }>`${prepared}
    with asked as materialized (
      select * from unnest(
        ${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ attempts }) => attempts)}::int[],
        ${month === null ? sql`` : sql`${month.taken(claims)},`} ${reachesOf(reaching, now)}
      ) with ordinality as a (id, attempts, ${month === null ? sql`` : sql`${month.takenColumns},`} ${reachColumns}, turn)
    ),
    own as materialized (
      select a.* ${month === null ? sql`` : sql`, ${month.rowColumns}`} from asked a join ${rows} o on o.${id} = a.id
      where ${isClaim(holder)}
      order by o.${id} for update of o
    ),
    ${month?.weighing ?? allFit},
    ${placing(sql`fits`, channel, now)},
    sent as (
      update ${rows} o set state = 'sending', sending_at = ${now}::timestamptz,
        first_sending_at = coalesce(o.first_sending_at, ${now}::timestamptz) ${month === null ? sql`` : sql`, ${month.set}`}
      from fits left join placed using (address)
      where fits.mine and (fits.address is null or placed.address is not null) and o.${id} = fits.id
      returning o.${id} as id
    ) ${month?.counting == null ? sql`` : sql`, ${month.counting}`}
    select fits.id || ' ' || attempts as key, outcome, sent.id is not null as sent from fits left join sent using (id)`.execute(
    db,
  );
  const outcomes = new Map(answer.rows.map((row) => [row.key, row]));
  const outcomeOf = ({ id, attempts }: Claimed) => outcomes.get(`${id} ${attempts}`);
  const isHeld = (claim: T) => outcomeOf(claim)?.outcome === 'mine' && outcomeOf(claim)?.sent === false;
  const held = reaching.filter((one, at) => one !== null && isHeld(claims[at]!)) as readonly Reaching[];
  const why = await heldBackBy(db, channel, held, now);
  return claims.map((claim) =>
    isHeld(claim) ? (why.get(claim.id) ?? 'too-often') : (outcomeOf(claim)?.outcome ?? 'taken-over'),
  );
}

/**
 * Of rows `o` that were asked for (`a`): still this process's own claims. As one boolean, of which the planner expects
 * half: of three conditions it would expect a single row, and look for it among all that are claimed.
 */
const isClaim = (holder: string): RawBuilder<boolean> =>
  sql`case when o.attempts = a.attempts and o.state = 'claimed' then o.holder = ${holder} else false end`;
