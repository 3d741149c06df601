import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Bus, subjects } from '../../adapters/bus/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import { contactEvents } from '../../domain/contacts/events.ts';
import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { CouponIssued, CouponRedeemed, CouponRedemptionUndone, CouponRevoked } from '../../domain/coupons/events.ts';
import { LinkClicked } from '../../domain/links/events.ts';
import { EmailAccepted, EmailBounced, EmailDelivered, EmailFailed } from '../../domain/emails/events.ts';
import { MessageAccepted, MessageDelivered, MessageFailed, MessageReceived } from '../../domain/messages/events.ts';
import { segmentEvents } from '../../domain/segments/events.ts';
import { type Followed, followed } from '../../domain/segments/follows.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import { backstopMs, type Bell, untilDue } from '../engine/wait.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

const ofSegments: ReadonlySet<string> = new Set(segmentEvents.map(({ type }) => type));
/** What else a segment may depend on, all of it of one contact. */
const causes: ReadonlyMap<string, Exclude<Followed, 'time'>> = new Map([
  ...contactEvents.map(({ type }) => [type, 'contact'] as const),
  ...[CouponIssued, CouponRedeemed, CouponRedemptionUndone, CouponRevoked].map(({ type }) => [type, 'coupon'] as const),
  ...[MessageAccepted, MessageDelivered, MessageFailed, MessageReceived].map(({ type }) => [type, 'message'] as const),
  ...[EmailAccepted, EmailFailed, EmailDelivered, EmailBounced].map(({ type }) => [type, 'mail'] as const),
  [LinkClicked.type, 'click'],
]);

/**
 * Notes which contacts are to be looked at again: one row for each, however much happens to it, and only where the
 * segments of its business depend on what happened.
 */
export const segmentsToKeep = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'segments-to-count',
  committed: wake,
  handles: [...causes.keys(), ...ofSegments],
  async record(events, trx) {
    const changed = new Map<string, { position: bigint; at: string }>();
    const touched = new Map<string, { businessId: string; contactId: string; cause: string; position: bigint }>();
    for (const event of events) {
      const { businessId, contactId } = event.data;
      if (typeof businessId !== 'string') continue;
      const { position } = event;
      if (ofSegments.has(event.type)) changed.set(businessId, { position, at: event.metadata.occurredAt });
      else if (typeof contactId === 'string') {
        const cause = causes.get(event.type)!;
        touched.set(`${contactId} ${cause}`, { businessId, contactId, cause, position });
      }
    }
    const businesses = [...changed].toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (businesses.length > 0)
      await sql`insert into ops.segments_to_count as held (business_id, position, due_at)
        select * from unnest(${businesses.map(([id]) => id)}::uuid[],
          ${businesses.map(([, { position }]) => position.toString())}::bigint[],
          ${businesses.map(([, { at }]) => at)}::timestamptz[])
        on conflict (business_id) do update set position = greatest(held.position, excluded.position),
          due_at = least(held.due_at, excluded.due_at), follows = '{all}'`.execute(trx);
    if (touched.size === 0) return;
    const { rows } = await sql<{ id: string }>`select business_id as id from ops.segments_to_count
      where business_id = any(${[...new Set([...touched.values()].map(({ businessId }) => businessId))]}::uuid[])`.execute(
      trx,
    );
    const withSegments = new Set(rows.map(({ id }) => id));
    const people = [...touched.values()].filter(({ businessId }) => withSegments.has(businessId));
    if (people.length === 0) return;
    await sql`with said as (
        select t.* from unnest(${people.map((one) => one.businessId)}::uuid[], ${people.map((one) => one.contactId)}::uuid[],
            ${people.map((one) => one.cause)}::text[], ${people.map((one) => one.position.toString())}::bigint[])
            t(business_id, contact_id, cause, position)
          join ops.segments_to_count h on h.business_id = t.business_id and h.follows && array['all', t.cause]
      ),
      noted as (
        insert into ops.segment_touched as held (business_id, contact_id, position)
          select business_id, contact_id, max(position) from said group by 1, 2 order by 1, 2
          on conflict (business_id, contact_id) do update set position = greatest(held.position, excluded.position)
      )
      update ops.segments_to_count h set position = greatest(h.position, s.position), due_at = least(h.due_at, h.rested_at)
        from (select business_id, max(position) as position from said group by 1) s
        where h.business_id = s.business_id`.execute(trx);
  },
});

/** A contact, and in which of the filters that were asked for it is. */
export interface Sorted {
  readonly id: string;
  readonly position: string;
  readonly isIn: readonly boolean[];
}
/** What the read models know of segments. */
export interface SegmentContacts {
  /** Whether the read models that segments look into show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  segments(businessId: string): Promise<readonly { readonly id: string; readonly filter: ContactFilter }[]>;
  /** Of these contacts those that there are. Or the next `limit` behind a position, the oldest first. */
  sort(
    businessId: string,
    filters: readonly ContactFilter[],
    which: readonly string[] | { readonly after: string; readonly limit: number },
  ): Promise<readonly Sorted[]>;
}

/** How long a business waits whose read models are behind, being rebuilt perhaps. */
const behindMs = 2_000;
/** What depends on days that pass is looked at again after so long, though nothing has happened; all else once a day. */
const timedEveryMs = 15 * 60_000;
const anyEveryMs = 24 * 3_600_000;
/** Between two steps for one business it rests as long as the step took, and at least so long. */
const leastRestMs = 100;

interface Kept {
  readonly id: string;
  readonly filledAt: Date | null;
  readonly fillAfter: string;
}
export interface SegmentKeeping {
  readonly db: Database;
  readonly contacts: SegmentContacts;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log?: Pick<Logger, 'warn'>;
  /** Contacts that are looked at in one step. Default 5,000. */
  readonly batch?: number;
  /** Remembers businesses that fail by their own fault, while others are kept up; left out: it throws. */
  readonly aside?: SetAside;
}

/**
 * One step for the business that is due first: those of its contacts that something has happened to are looked at
 * again, and segments that are not filled are filled by one page more. False: nobody is due. A business whose read
 * models are behind waits. Who is in a segment is what its filter says then, so that a step that is done twice, or half,
 * changes nothing; the count moves with the members, in one statement.
 */
export async function keepNextSegments(parts: SegmentKeeping): Promise<boolean> {
  return (await keepDue(parts, 1)) === 0;
}

/** The same; answers in how many ms the next is due: 0, one was; `longestMs` at most. */
async function keepDue(parts: SegmentKeeping, longestMs: number): Promise<number> {
  const { db, clock, aside } = parts;
  const now = clock.now();
  const { rows } = await sql<{ business_id: string; position: string; due_at: Date }>`
    select business_id, position, due_at from ops.segments_to_count order by due_at limit 1`.execute(db);
  const due = rows[0];
  const pause = untilDue(due?.due_at ?? null, now, longestMs);
  if (due === undefined || pause > 0) return pause;
  const { business_id: businessId } = due;
  const wait = async (ms: number): Promise<void> => {
    const at = new Date(clock.now().getTime() + ms);
    await sql`update ops.segments_to_count set due_at = ${at}::timestamptz, rested_at = ${at}::timestamptz
      where business_id = ${businessId}::uuid`.execute(db);
  };
  const work = () => keepOf(parts, due, now, wait);
  if (aside === undefined) await work();
  else {
    const tried = await aside.attempt(businessId, { businessId }, work);
    if (!tried.done) await wait(tried.restsMs);
  }
  return 0;
}

async function keepOf(
  parts: SegmentKeeping,
  { business_id: businessId, position }: { readonly business_id: string; readonly position: string },
  now: Date,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const { db, contacts, bus, clock, batch = 5_000 } = parts;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  if (!(await contacts.reached(BigInt(position)))) {
    await wait(behindMs);
    return;
  }
  const begun = clock.elapsed();
  const segments = await contacts.segments(businessId);
  const kept = await agree(db, businessId, segments, now);
  if (segments.length === 0) {
    await sql`delete from ops.segments_to_count
      where business_id = ${businessId}::uuid and position = ${position}::bigint`.execute(db);
    await sql`delete from ops.segment_touched where business_id = ${businessId}::uuid`.execute(db);
    return;
  }
  const filters = segments.map(({ filter }) => filter);
  const needs = followed(filters);
  await sql`update ops.segments_to_count set follows = ${[...needs]}::text[]
    where business_id = ${businessId}::uuid and position = ${position}::bigint`.execute(db);

  // What has happened since cannot be seen yet, maybe: its contacts wait for the next step.
  const touched = await sql<{ id: string; position: string }>`select contact_id as id, position from ops.segment_touched
    where business_id = ${businessId}::uuid and position <= ${position}::bigint order by contact_id limit ${batch}`.execute(
    db,
  );
  const ids = touched.rows.map(({ id }) => id);
  let moved = 0;
  if (ids.length > 0) {
    const found = await sortEach(parts, businessId, filters, ids);
    for (const [index, { id }] of segments.entries()) moved += await move(db, id, index, ids, found, clock.now());
    await sql`delete from ops.segment_touched t using unnest(${ids}::uuid[],
        ${touched.rows.map((row) => row.position)}::bigint[]) done(id, position)
      where t.business_id = ${businessId}::uuid and t.contact_id = done.id and t.position <= done.position`.execute(db);
  }

  const staleAfter = needs.has('time') ? timedEveryMs : anyEveryMs;
  const unfilled = segments.filter(({ id }) => {
    const one = kept.get(id)!;
    return one.filledAt === null || one.filledAt.getTime() <= now.getTime() - staleAfter;
  });
  let isFilling = false;
  if (unfilled.length > 0) {
    const afterOf = ({ id }: { readonly id: string }) => BigInt(kept.get(id)!.fillAfter);
    const after = unfilled.map(afterOf).reduce((least, one) => (one < least ? one : least));
    const filling = unfilled.filter((one) => afterOf(one) === after);
    const page = await sortEach(
      parts,
      businessId,
      filling.map(({ filter }) => filter),
      { after: after.toString(), limit: batch },
    );
    const all = page.map(({ id }) => id);
    for (const [index, { id }] of filling.entries()) moved += await move(db, id, index, all, page, clock.now());
    const isEnd = page.length < batch;
    await sql`update ops.segment_counts set counted_at = ${clock.now()}::timestamptz,
        filled_at = case when ${isEnd} then ${clock.now()}::timestamptz else filled_at end,
        fill_after = ${isEnd ? '-1' : page.at(-1)!.position}::bigint
      where segment_id = any(${filling.map(({ id }) => id)}::uuid[])`.execute(db);
    isFilling = !isEnd || filling.length < unfilled.length;
    if (isEnd) moved += 1;
  }
  const rest = Math.max(leastRestMs, clock.elapsed() - begun);
  if (ids.length === batch || isFilling) await wait(rest);
  else
    await sql`update ops.segments_to_count set rested_at = ${later(rest)}::timestamptz,
        due_at = case when position = ${position}::bigint then ${later(timedEveryMs)} else ${later(rest)} end::timestamptz
      where business_id = ${businessId}::uuid`.execute(db);
  if (moved > 0) bus.publish(subjects.live(businessId), { type: 'contacts-changed', what: 'segments', position });
}

/**
 * Which of the filters each of the contacts is in. A statement that the database refuses is the fault of one filter:
 * then each is asked by itself, and nobody is in the one that can't be answered, while the others are kept up.
 */
async function sortEach(
  { contacts, log }: SegmentKeeping,
  businessId: string,
  filters: readonly ContactFilter[],
  which: Parameters<SegmentContacts['sort']>[2],
): Promise<readonly Sorted[]> {
  try {
    return await contacts.sort(businessId, filters, which);
  } catch (error) {
    if (isOutage(error)) throw error;
    const [all, ...each] = await Promise.all([
      contacts.sort(businessId, [], which),
      ...filters.map((filter) =>
        contacts.sort(businessId, [filter], which).catch((refused: unknown) => {
          if (isOutage(refused)) throw refused;
          log?.warn({ err: refused, businessId }, 'a segment can not be answered by the database: nobody is in it');
          return [];
        }),
      ),
    ]);
    const members = each.map((found) => new Set(found.flatMap(({ id, isIn }) => (isIn[0] === true ? [id] : []))));
    return all!.map((one) => ({ ...one, isIn: members.map((those) => those.has(one.id)) }));
  }
}

/** Makes what is kept be of these segments: of one that is gone, or means somebody else now, nothing stays. */
async function agree(
  db: Database,
  businessId: string,
  segments: readonly { readonly id: string; readonly filter: ContactFilter }[],
  now: Date,
): Promise<ReadonlyMap<string, Kept>> {
  return db.transaction().execute(async (trx) => {
    const said = sql`unnest(${segments.map(({ id }) => id)}::uuid[],
      ${segments.map(({ filter }) => JSON.stringify(filter))}::text[]) s(id, filter)`;
    const { rows: old } = await sql<{ id: string }>`delete from ops.segment_counts n
      where business_id = ${businessId}::uuid
        and not exists (select from ${said} where s.id = n.segment_id and s.filter::jsonb = n.filter)
      returning segment_id as id`.execute(trx);
    if (old.length > 0)
      await sql`delete from ops.segment_members where segment_id = any(${old.map(({ id }) => id)}::uuid[])`.execute(
        trx,
      );
    await sql`insert into ops.segment_counts (segment_id, business_id, filter, count, counted_at)
      select s.id, ${businessId}::uuid, s.filter::jsonb, 0, ${now}::timestamptz from ${said} on conflict do nothing`.execute(
      trx,
    );
    const { rows } = await sql<Kept>`select segment_id as id, filled_at as "filledAt", fill_after as "fillAfter"
      from ops.segment_counts where business_id = ${businessId}::uuid`.execute(trx);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/** Makes members of a segment those of `ids` that are in the filter number `index`, and no others. Answers how many came and went. */
async function move(
  db: Database,
  segmentId: string,
  index: number,
  ids: readonly string[],
  found: readonly Sorted[],
  now: Date,
): Promise<number> {
  const members = found.filter(({ isIn }) => isIn[index] === true);
  const staying = new Set(members.map(({ id }) => id));
  const { rows } = await sql<{ moved: number }>`with came as (
      insert into ops.segment_members (segment_id, contact_id, position)
        select ${segmentId}::uuid, * from unnest(${members.map(({ id }) => id)}::uuid[],
          ${members.map(({ position }) => position)}::bigint[])
        on conflict do nothing returning 1
    ),
    gone as (
      delete from ops.segment_members where segment_id = ${segmentId}::uuid
        and contact_id = any(${ids.filter((id) => !staying.has(id))}::uuid[]) returning 1
    ),
    n as (select (select count(*)::int from came) as came, (select count(*)::int from gone) as gone)
    update ops.segment_counts set count = count + n.came - n.gone, counted_at = ${now}::timestamptz from n
      where segment_id = ${segmentId}::uuid and n.came + n.gone > 0
      returning n.came + n.gone as moved`.execute(db);
  return rows[0]?.moved ?? 0;
}

/** Keeps segments up, in one process at a time, until the signal fires. */
export async function runSegments(
  parts: SegmentKeeping & {
    readonly leases: Leases;
    readonly log: Logger;
    /** How long it waits at least before it looks again after nobody was due, in ms: then until it is woken, or one is. */
    readonly pollMs: number;
    readonly bell: Bell;
  },
  signal: AbortSignal,
): Promise<void> {
  const { leases, clock, log, bell, pollMs } = parts;
  const aside = createSetAside({ ...parts, part: 'segments of a business', longestMs: 60_000 });
  await whileLeased(leases, 'segment-counts', signal, (either) => {
    const work = async () => {
      const pause = await keepDue({ ...parts, aside }, backstopMs);
      if (pause > 0) await clock.sleep(Math.min(pause, pollMs), either);
      return Math.max(0, pause - pollMs);
    };
    return pollLoop({ name: 'the members of segments', work, bell, clock, log }, either);
  });
}
