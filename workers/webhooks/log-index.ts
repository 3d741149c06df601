import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore, FeedPage, StoredEvent } from '../../adapters/event-store/port.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { publishedTypes } from '../../domain/publications/publications.ts';
import { streams } from '../../domain/streams.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import type { Bell } from '../engine/wait.ts';
import type { Database, OpsTransaction } from '../engine/worker.ts';

/**
 * Keeps `ops.published_events`: where in the log stands what can be sent of each business that has an endpoint. Of all
 * others it keeps nothing, and while there are none it doesn't read the log.
 *
 * What happens is added by one reader of the log for all businesses, the tail. A business that comes in is noted with the
 * tail's place, under the lock of the tail's row: what stands behind it, the tail adds; what stands before it is its past,
 * which is read from the log page by page as far back as someone asks. So there is neither a gap nor a double between the
 * two. Rows and places commit together: what is killed goes on where it was.
 */
export interface IndexParts {
  readonly db: Database;
  readonly store: EventStore;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something was added. */
  readonly added: () => void;
}

const pageSize = 1_000;
/** Between looks at the log while there are businesses to keep, and while there are none; in ms. */
const lookMs = 250;
const idleMs = 60_000;
/** A place that only passed over what is kept of no one is written down at most this often. */
const savedEveryMs = 5_000;
/** Who comes and goes is looked for when someone rings, and so often besides. */
const rosterMs = 5_000;
const removedAtOnce = 5_000;
const types = publishedTypes.toSorted().join(' ');
const filter = { types: publishedTypes };

interface Look {
  readonly position: string;
  readonly generation: string;
  readonly types: string;
  /** Null: as they were in the generation that is known. */
  readonly businesses: readonly string[] | null;
  /** Someone comes in, or asks further back. */
  readonly opens: boolean;
  /** Someone has no endpoint any more. */
  readonly closes: boolean;
  /** The past of someone is to be read. */
  readonly reads: boolean;
}

/** Runs until the signal fires, in one process at a time. */
export async function keepIndex(parts: IndexParts, signal: AbortSignal): Promise<void> {
  const { bell, clock, log } = parts;
  const tail = createTail(parts);
  let known: { readonly generation: string; readonly businesses: ReadonlySet<string> } | null = null;
  let lookedAt = -Infinity;
  const work = async (rang: boolean): Promise<number> => {
    const isFull = rang || known === null || clock.elapsed() - lookedAt >= rosterMs;
    const look = await lookAround(parts, known?.generation ?? null, isFull);
    if (look.types !== types || look.opens) {
      await (look.types === types ? open(parts) : takeTypes(parts));
      known = null;
      return 0;
    }
    if (look.closes) await close(parts);
    else if (isFull) lookedAt = clock.elapsed();
    if (look.businesses !== null) known = { generation: look.generation, businesses: new Set(look.businesses) };
    if (look.closes) return 0;
    if (known!.businesses.size === 0) return idleMs;
    const [more] = await Promise.all([tail(look, known!.businesses), look.reads ? readPast(parts) : null]);
    return more || look.reads ? 0 : lookMs;
  };
  await pollLoop({ name: 'the index of published events', work, bell, clock, log }, signal);
}

/** By business: what its endpoints need of the log. */
const needed = sql`(select e.business_id, min(e.position) filter (where e.since is null) as place, min(e.since) as since
  from ops.webhook_endpoints e group by e.business_id)`;
const unneeded = sql`not exists (select from ops.webhook_endpoints e where e.business_id = b.business_id)`;

async function lookAround({ db, clock }: IndexParts, known: string | null, isFull: boolean): Promise<Look> {
  const { rows } = await sql<Look>`
    select t.position::text as position, t.generation::text as generation, t.types,
      case when t.generation = ${known}::bigint then null
        else (select coalesce(array_agg(b.business_id), '{}') from ops.published_businesses b where not b.closing) end as businesses,
      ${isFull}::boolean and (exists (select from ops.published_businesses b where b.live_after is null) or
        exists (select from ${needed} n left join ops.published_businesses b using (business_id)
          where b.business_id is null or b.closing or n.place < b.whole_after or b.past_since > n.since
            or (b.past_since is null and n.since is not null))) as opens,
      ${isFull}::boolean and exists (select from ops.published_businesses b
        where b.closing or (${unneeded} and (b.keep_until is null or b.keep_until < ${clock.now()}::timestamptz))) as closes,
      exists (select from ops.published_businesses b where not b.closing and b.past_to < b.live_after) as reads
    from ops.published_tail t`.execute(db);
  return rows[0]!;
}

/** Notes who comes in from the tail's place on, and who asks for more of their past. */
async function open({ db, store }: IndexParts): Promise<void> {
  const head = await store.head();
  await db.transaction().execute(async (trx) => {
    // Where nothing is kept, the tail has not been read on: it begins at the end of the log.
    const { rows } = await sql<{ position: string }>`update ops.published_tail set generation = generation + 1,
        position = case when exists (select from ops.published_businesses b where not b.closing and b.live_after is not null)
          then position else ${head.toString()}::bigint end
      returning position::text as position`.execute(trx);
    const { position } = rows[0]!;
    const isNew = sql`(b.closing or b.live_after is null)`;
    const whole = sql`case when ${isNew} then excluded.whole_after else least(b.whole_after, excluded.whole_after) end`;
    const since = sql`case when b.closing then excluded.past_since else least(b.past_since, excluded.past_since) end`;
    await sql`insert into ops.published_businesses as b (business_id, live_after, whole_after, past_since, past_to)
      select n.business_id, ${position}::bigint, p.place, n.since, case when n.since is null then p.place else 0 end
      from ${needed} n cross join lateral (select least(n.place, ${position}::bigint) as place) p
      on conflict (business_id) do update set past_since = ${since}, whole_after = ${whole}, closing = false,
        live_after = case when ${isNew} then excluded.live_after else b.live_after end,
        past_to = case when ${since} is null then ${whole} else 0 end
      where ${isNew} or excluded.whole_after < b.whole_after or b.past_since > excluded.past_since
        or (b.past_since is null and excluded.past_since is not null)`.execute(trx);
    // Who looks at a preview, without an endpoint.
    await sql`update ops.published_businesses set live_after = ${position}::bigint, whole_after = ${position}::bigint
      where live_after is null`.execute(trx);
  });
}

/** More is published than when this was last kept: the past of everyone is read again, for what is new of it. */
async function takeTypes({ db }: IndexParts): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update ops.published_tail set types = ${types}, generation = generation + 1`.execute(trx);
    await sql`update ops.published_businesses b set live_after = greatest(b.live_after, t.position),
        past_to = case when b.past_since is null then b.whole_after else 0 end
      from ops.published_tail t where b.live_after is not null and not b.closing`.execute(trx);
  });
}

/** Removes what was kept of businesses without an endpoint, in pieces. */
async function close({ db, clock }: IndexParts): Promise<void> {
  await sql`update ops.published_businesses b set closing = true, keep_until = null
    where not b.closing and ${unneeded} and (b.keep_until is null or b.keep_until < ${clock.now()}::timestamptz)`.execute(
    db,
  );
  const { rows } = await sql<{ businessId: string }>`select business_id as "businessId" from ops.published_businesses
    where closing limit 1`.execute(db);
  const [one] = rows;
  if (one === undefined) return;
  const { numAffectedRows = 0n } = await sql`delete from ops.published_events where (business_id, position) in (
    select business_id, position from ops.published_events where business_id = ${one.businessId}::uuid limit ${removedAtOnce})`.execute(
    db,
  );
  if (Number(numAffectedRows) < removedAtOnce)
    await sql`delete from ops.published_businesses where business_id = ${one.businessId}::uuid and closing`.execute(db);
}

/** Adds what happens. Answers whether there may be more. */
function createTail({ db, store, clock, added }: IndexParts) {
  let kept: Pick<Look, 'position' | 'generation'> | null = null;
  let read = 0n;
  let savedAt = clock.elapsed();
  return async ({ position, generation }: Look, businesses: ReadonlySet<string>): Promise<boolean> => {
    if (kept?.position !== position || kept.generation !== generation) read = BigInt(position);
    kept = { position, generation };
    const page = await store.readAll(read, { filter, limit: pageSize });
    const events = page.events.filter((event) => businesses.has(businessOf(event)));
    const isDue = page.next > BigInt(position) && clock.elapsed() - savedAt > savedEveryMs;
    if (events.length > 0 || isDue) {
      const next = page.next.toString();
      const moved = await db.transaction().execute(async (trx) => {
        // Who came in since the look is noted with this place: what was passed over of theirs is read once more.
        const { numAffectedRows } = await sql`update ops.published_tail set position = ${next}::bigint
          where position = ${position}::bigint and generation = ${generation}::bigint`.execute(trx);
        if (numAffectedRows !== 1n) return false;
        await add(trx, events, sql`e.position > b.live_after`);
        return true;
      });
      if (!moved) return true;
      kept = { position: next, generation };
      savedAt = clock.elapsed();
      if (events.length > 0) added();
    }
    read = page.next;
    return !page.atEnd;
  };
}

/** Reads one page of the past of all whose past is wanted there. */
async function readPast({ db, store, added }: IndexParts): Promise<void> {
  const { rows } = await sql<{ businessId: string; pastTo: string; liveAfter: string }>`
    select business_id as "businessId", past_to::text as "pastTo", live_after::text as "liveAfter" from ops.published_businesses
    where not closing and past_to < live_after order by past_to limit 1`.execute(db);
  const [first] = rows;
  if (first === undefined) return;
  const from = BigInt(first.pastTo);
  const page =
    from === 0n ? await beginning(store, first.businessId) : await store.readAll(from, { filter, limit: pageSize });
  const next = page.next.toString();
  await db.transaction().execute(async (trx) => {
    const reading = await sql<{ businessId: string }>`select business_id as "businessId" from ops.published_businesses
      where not closing and past_to < live_after and past_to >= ${first.pastTo}::bigint and past_to < ${next}::bigint
        ${from === 0n ? sql`and business_id = ${first.businessId}::uuid` : sql``} for update`.execute(trx);
    const businesses = reading.rows.map((one) => one.businessId);
    const wanted = new Set(businesses);
    await add(
      trx,
      page.events.filter((event) => wanted.has(businessOf(event))),
      sql`e.position <= b.live_after and (e.position > b.whole_after or e.at >= b.past_since)`,
    );
    await sql`update ops.published_businesses set past_to = least(live_after, ${next}::bigint)
      where business_id = any(${businesses}::uuid[])`.execute(trx);
  });
  added();
}

/** Nothing was published of a business before it was there. */
async function beginning(store: EventStore, businessId: string): Promise<Pick<FeedPage, 'events' | 'next'>> {
  const [created] = await store.read(streams.business(BusinessId.parse(businessId)), { limit: 1 });
  return created === undefined ?
      store.readAll(0n, { filter, limit: pageSize })
    : { events: [], next: created.position };
}

/** Takes the log that there is for the right one, though it ends before what was read of it. */
export async function adoptPublished(db: Database, end: bigint): Promise<void> {
  const last = sql`${end.toString()}::bigint`;
  await db.transaction().execute(async (trx) => {
    await sql`update ops.published_tail set position = least(position, ${last}), generation = generation + 1`.execute(
      trx,
    );
    await sql`update ops.published_businesses set live_after = least(live_after, ${last}),
      whole_after = least(whole_after, ${last}), past_to = least(past_to, ${last})`.execute(trx);
    await sql`delete from ops.published_events where position > ${last}`.execute(trx);
    await sql`update ops.webhook_endpoints set position = ${last} where position > ${last}`.execute(trx);
  });
}

const businessOf = ({ data }: StoredEvent): string => (data as { readonly businessId: string }).businessId;

async function add(trx: OpsTransaction, events: readonly StoredEvent[], which: ReturnType<typeof sql>): Promise<void> {
  if (events.length === 0) return;
  await sql`insert into ops.published_events (business_id, position, event_id, type, stream, revision, contact_id, at)
    select e.business_id, e.position, e.event_id, e.type, e.stream, e.revision, e.contact_id, e.at
    from unnest(${events.map(businessOf)}::uuid[], ${events.map(({ position }) => position.toString())}::bigint[],
      ${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
      ${events.map(({ stream }) => stream)}::text[], ${events.map(({ revision }) => revision)}::int[],
      ${events.map(({ data }) => (data as { readonly contactId?: string | null }).contactId ?? null)}::uuid[],
      ${events.map(({ metadata }) => metadata.occurredAt)}::timestamptz[])
      as e (business_id, position, event_id, type, stream, revision, contact_id, at)
    join ops.published_businesses b on b.business_id = e.business_id and not b.closing and ${which}
    on conflict do nothing`.execute(trx);
}
